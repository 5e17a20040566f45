package sheet

import "embed"

// pictures is empty in a browser, which would have to load it: the site has the pictures as files.
var pictures embed.FS
