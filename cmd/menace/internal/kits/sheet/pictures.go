//go:build !js

package sheet

import "embed"

// pictures contains the pictures of the guide. For languages other than English, their names end in -de and so on.
//
//go:embed pictures
var pictures embed.FS
