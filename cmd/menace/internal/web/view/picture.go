package view

import (
	"net/url"

	"menace/plots/paper"
)

// Formats are the formats of drawings, as they are linked to, and their types.
var Formats = []struct{ Says, Extension, Kind string }{
	{"SVG", ".svg", "image/svg+xml"}, {"PNG", ".png", "image/png"}, {"PDF", ".pdf", "application/pdf"},
}

// Picture is a drawing on a page: where its light and its dark form are, and files to keep.
type Picture struct {
	Title         string
	Light, Dark   string
	Width, Height int // in the units of the page
	Files         []File
}

// File is a file to keep.
type File struct{ Says, At string }

// PictureOf returns the picture of a drawing, whose address is a path and what was asked for.
func PictureOf(d paper.Drawing, f paper.Format, title, path string, asked url.Values) Picture {
	at := func(extension string, dark bool) string {
		if dark {
			asked = with(asked, "dark", "on")
		}
		return path + extension + "?" + asked.Encode()
	}
	size := f.Size
	if size == (paper.Size{}) {
		size = d.Size()
	}
	asked = with(asked, "dark", "")
	p := Picture{Title: title, Light: at(".svg", false), Dark: at(".svg", true), Width: int(size.Width), Height: int(size.Height)}
	if f.Dark {
		asked = with(asked, "dark", "on")
	}
	for _, format := range Formats {
		p.Files = append(p.Files, File{format.Says, at(format.Extension, f.Dark)})
	}
	return p
}

// with returns values with one of them changed, or without it.
func with(values url.Values, name, value string) url.Values {
	changed := url.Values{}
	for n, v := range values {
		changed[n] = v
	}
	if changed.Del(name); value != "" {
		changed.Set(name, value)
	}
	return changed
}
