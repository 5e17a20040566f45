package sheet

import "embed"

// pictures is empty in a browser, to keep the download small: the site has the pictures as files.
var pictures embed.FS
