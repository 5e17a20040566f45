package site

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"path"
	"slices"

	"menace/cmd/menace/internal/mistake"
	"menace/plots/paper"
)

// format is a format of drawings, with the extension of its addresses and its media type.
type format struct{ name, extension, mediaType string }

var formats = []format{
	{"SVG", ".svg", "image/svg+xml"}, {"PNG", ".png", "image/png"}, {"PDF", ".pdf", "application/pdf"},
}

// Picture is a drawing on a page.
type Picture struct {
	Title         string
	Light, Dark   string // addresses
	Width, Height int    // CSS pixels
	Narrow        string // address of the picture for a phone, with &dark=on for the dark one; or ""
	Files         []Link // links for downloading
}

// Link is a link. With an empty address it is inactive.
type Link struct{ Name, Address string }

// NewPicture returns the picture of a drawing. Its addresses consist of path, an extension and query.
func NewPicture(d paper.Drawing, f paper.Format, title, path string, query url.Values) Picture {
	light, dark := WithValue(query, "dark", ""), WithValue(query, "dark", "on")
	size := f.SizeOf(d)
	p := Picture{
		Title: title, Light: path + ".svg?" + light.Encode(), Dark: path + ".svg?" + dark.Encode(),
		Width: int(size.Width), Height: int(size.Height),
	}
	if f.Dark {
		light = dark
	}
	for _, format := range formats {
		p.Files = append(p.Files, Link{format.name, path + format.extension + "?" + light.Encode()})
	}
	return p
}

// WithValue returns a query with one value changed, or removed if it is "".
func WithValue(query url.Values, name, value string) url.Values {
	changed := maps.Clone(query)
	if changed.Del(name); value != "" {
		changed.Set(name, value)
	}
	return changed
}

// ShowSVG answers with a small SVG picture that has its own style.
func (s *Server) ShowSVG(w http.ResponseWriter, picture []byte) {
	w.Header().Set("Content-Type", mediaTypes[".svg"])
	w.Header().Set("Content-Security-Policy", fmt.Sprintf(drawingPolicy, "'self'"))
	w.Header().Set("Cache-Control", "no-cache")
	writeText(w, http.StatusOK, picture)
}

// drawingPolicy is the content security policy of a drawing opened on its own. It allows inline styles only. %s is the
// list of sites that may show it in a frame.
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors %s; sandbox"

const maxDots = 10e6 // in a PNG; A2 has fewer

// ServeDrawing answers with a drawing in the format given by the extension of a file name. The number of drawings
// encoded concurrently is limited, because a large PNG takes a hundred megabytes.
func (s *Server) ServeDrawing(
	w http.ResponseWriter, r *http.Request, name string, d paper.Drawing, f paper.Format,
) error {
	if err := f.Fit(d); err != nil {
		return mistake.Wrap(err)
	}
	f.Size, f.Lang = f.SizeOf(d), LanguageOf(r).Tag
	extension := path.Ext(name)
	i := slices.IndexFunc(formats, func(f format) bool { return f.extension == extension })
	if i < 0 {
		return ErrNoPage
	}
	if dots := f.Dots(); extension == ".png" && dots > maxDots {
		return mistake.Errorf("%.0f million dots: the page draws at most %.0f; make it smaller", dots/1e6, maxDots/1e6)
	}
	text, err := s.encode(r.Context(), extension, d, f)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", formats[i].mediaType)
	w.Header().Set("Content-Security-Policy", fmt.Sprintf(drawingPolicy, s.ancestors(r.URL.Path)))
	w.Header().Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": name}))
	if extension == ".svg" {
		writeText(w, http.StatusOK, text)
	} else {
		w.Write(text)
	}
	return nil
}

// encode encodes a drawing as a file. A semaphore limits concurrency.
func (s *Server) encode(ctx context.Context, extension string, d paper.Drawing, f paper.Format) ([]byte, error) {
	if err := s.encoding.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.encoding.Release(1)
	var text bytes.Buffer
	_, err := paper.Encode(&text, extension, d, f)
	return text.Bytes(), mistake.Wrap(err)
}
