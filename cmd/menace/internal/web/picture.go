package web

import (
	"bytes"
	"context"
	"mime"
	"net/http"
	"path"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/web/studies"
	"menace/plots/paper"
)

// drawn is the policy of a drawing that is looked at by itself: it has styles, and may do nothing.
const drawn = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

// mostDots bounds a PNG that a request can ask for: more than A4 at 300 dots per inch.
const mostDots = 10e6

// paint answers with a drawing, in the format of a file's extension. Only a few are drawn at once, since a large PNG takes
// a hundred megabytes while it is.
func (s *Server) paint(w http.ResponseWriter, r *http.Request, name string, d paper.Drawing, f paper.Format) error {
	if err := f.Fit(d); err != nil {
		return lab.AsMistake(err)
	}
	if f.Size == (paper.Size{}) {
		f.Size = d.Size()
	}
	if f.DPI == 0 {
		f.DPI = paper.DefaultDPI
	}
	extension := path.Ext(name)
	if dots := f.Size.Width.Dots(float64(f.DPI)) * f.Size.Height.Dots(float64(f.DPI)); extension == ".png" && dots > mostDots {
		return lab.Mistakef("%.0f million dots: the page draws at most %.0f; lower the size or the resolution", dots/1e6, mostDots/1e6)
	}
	for _, format := range studies.Formats {
		if format.Extension != extension {
			continue
		}
		done, err := s.drawing.begin(r.Context())
		if err != nil {
			return err
		}
		var text bytes.Buffer
		_, err = paper.Encode(&text, extension, d, f)
		if done(); err != nil {
			return lab.AsMistake(err)
		}
		w.Header().Set("Content-Type", format.Kind)
		w.Header().Set("Content-Security-Policy", drawn)
		w.Header().Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": name}))
		_, err = text.WriteTo(w)
		return ignore(err)
	}
	return errNowhere
}

// few lets only so many do something at once.
type few chan struct{}

// begin waits for a place, or until the context ends. The caller gives it back.
func (f few) begin(ctx context.Context) (done func(), err error) {
	select {
	case f <- struct{}{}:
		return func() { <-f }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
