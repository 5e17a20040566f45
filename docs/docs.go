// Package docs holds the pictures of the documents in this folder, so that the program can show them.
package docs

import "embed"

// Pictures holds the pictures that the documents show.
//
//go:embed *.svg *.png
var Pictures embed.FS
