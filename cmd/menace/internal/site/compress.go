package site

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"
	"time"
)

// worthCompressing is the smallest size, in bytes, of an answer that is compressed. A shorter one fits into one packet.
const worthCompressing = 1400

// gzips holds compressors, because each one needs 800 kB of scratch space. They compress a page of 90 kB to a seventh
// in a millisecond; the next levels need twice the time for a tenth less.
var gzips = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level is valid
	return w
}}

// compressed compresses a text by gzip.
func compressed(text []byte) []byte {
	w := gzips.Get().(*gzip.Writer)
	defer gzips.Put(w)
	var packed bytes.Buffer
	w.Reset(&packed)
	w.Write(text) // a buffer returns no errors
	w.Close()
	return packed.Bytes()
}

// acceptsGzip reports whether a browser accepts an answer compressed by gzip.
func acceptsGzip(r *http.Request) bool {
	for encoding := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(strings.ReplaceAll(encoding, " ", ""), ";")
		if strings.EqualFold(name, "gzip") {
			return !strings.HasPrefix(weight, "q=0") || strings.Trim(weight, "q=0.") != ""
		}
	}
	return false
}

// writeText answers with a text whose type is set, compressed if the browser accepts that. BREACH finds no secret in
// compressed lengths, because no page with a lasting key repeats anything that another site can put into a request.
func writeText(w http.ResponseWriter, status int, text []byte) {
	if a, ok := w.(*answer); ok && a.gzip && len(text) >= worthCompressing {
		w.Header().Set("Content-Encoding", "gzip")
		text = compressed(text)
	}
	w.Header().Add("Vary", "Accept-Encoding")
	w.WriteHeader(status)
	w.Write(text)
}

// staticFile is a static file, ready to be sent.
type staticFile struct {
	text, packed []byte
	tag          string // identifies the content
}

// staticFile returns a static file, which is prepared on first use.
func (s *Server) staticFile(name string) (*staticFile, error) {
	if known, ok := s.prepared.Load(name); ok {
		return known.(*staticFile), nil
	}
	folder := s.static[name]
	if folder == nil {
		return nil, ErrNoPage
	}
	text, err := fs.ReadFile(folder, name)
	if err != nil {
		return nil, err
	}
	text = lean(path.Ext(name), text)
	sum := sha256.Sum256(text)
	f := &staticFile{text: text, packed: compressed(text), tag: hex.EncodeToString(sum[:8])}
	if len(text) < worthCompressing || len(f.packed) > len(text)*9/10 {
		f.packed = nil
	}
	s.prepared.Store(name, f)
	return f, nil
}

// mediaTypes holds the types of the static files. Package mime would take them from the registry of Windows, where they
// may be wrong.
var mediaTypes = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8", ".woff2": "font/woff2"}

// serveStatic answers with a static file. A browser asks each time whether it has changed, but downloads it only once.
func (s *Server) serveStatic(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("file")
	f, err := s.staticFile(name)
	if err != nil {
		return err
	}
	header, text, tag := w.Header(), f.text, f.tag
	if f.packed != nil && acceptsGzip(r) {
		header.Set("Content-Encoding", "gzip")
		text, tag = f.packed, tag+"-gzip"
	}
	header.Set("Content-Type", cmp.Or(mediaTypes[path.Ext(name)], "application/octet-stream"))
	header.Set("Cache-Control", "no-cache")
	header.Add("Vary", "Accept-Encoding")
	header.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(text))
	return nil
}

// These match comments, on their own lines in scripts, and indents. No text in a script may continue on the next line.
var (
	scriptComments = regexp.MustCompile(`(?m)^\s*//.*\n|^[ \t]+`)
	styleComments  = regexp.MustCompile(`(?s)/\*.*?\*/|(?m:^[ \t]+)`)
)

// lean removes comments and indents from a static file, because phones load it over a slow network.
func lean(extension string, text []byte) []byte {
	switch extension {
	case ".js":
		return scriptComments.ReplaceAll(text, nil)
	case ".css":
		return styleComments.ReplaceAll(text, nil)
	}
	return text
}
