package web

import (
	"bytes"
	"context"
	"mime"
	"net/http"
	"path"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/web/view"
	"menace/plots/paper"
)

// drawn is the content security policy of a drawing opened by itself. It allows inline styles only.
const drawn = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

// mostDots limits the size of a PNG. It allows more than A4 at 300 dots per inch.
const mostDots = 10e6

// paint answers with a drawing, in the format of the file's extension. It limits concurrency, since drawing a large PNG
// takes a hundred megabytes.
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
	if dots := f.Size.Width.Dots(float64(f.DPI)) * f.Size.Height.Dots(float64(f.DPI)); extension == ".png" &&
		dots > mostDots {
		return lab.Mistakef("%.0f million dots: the page draws at most %.0f; lower the size or the resolution",
			dots/1e6, mostDots/1e6)
	}
	for _, format := range view.Formats {
		if format.Extension != extension {
			continue
		}
		done, err := s.drawing.acquire(r.Context())
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

// semaphore limits concurrency to the capacity of the channel.
type semaphore chan struct{}

// acquire waits for a slot, or until the context ends. The caller must release the slot.
func (s semaphore) acquire(ctx context.Context) (done func(), err error) {
	select {
	case s <- struct{}{}:
		return func() { <-s }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
