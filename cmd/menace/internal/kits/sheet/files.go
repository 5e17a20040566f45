//go:build !js

package sheet

import "embed"

// pictures holds the pictures of the guide. The names of those in other languages than English end in -de and so on.
//
//go:embed pictures
var pictures embed.FS

// languages holds a folder for each language, with the texts of the kit and its messages.
//
//go:embed language/*/*.html language/*/*.json language/*/*/*.html
var languages embed.FS
