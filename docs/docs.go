// Package docs embeds the pictures of the documents in this folder, so that the program can show them.
package docs

import "embed"

// Pictures contains the pictures in the documents.
//
//go:embed *.svg *.png
var Pictures embed.FS
