//go:build !js

package sheet

import "embed"

// pictures holds the pictures of the guide.
//
//go:embed pictures
var pictures embed.FS
