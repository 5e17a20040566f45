package sheet

import "embed"

// pictures is empty in a browser, which would have to load it: the site has the pictures as files.
var pictures embed.FS

// languages lacks the guides in other languages than English, for the same reason.
//
//go:embed language/en/*.html language/*/[^g]*.html language/*/*.json language/*/*/*.html
var languages embed.FS
