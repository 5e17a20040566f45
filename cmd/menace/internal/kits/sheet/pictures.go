//go:build !js

package sheet

import "embed"

// pictures holds the pictures of the guide. The names of those in other languages than English end in -de and so on.
//
//go:embed pictures
var pictures embed.FS
