package site

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

// ask requests an address with headers, and returns the answer, decompressed if it is compressed.
func ask(t *testing.T, s *Server, address string, headers ...string) (w *httptest.ResponseRecorder, text string) {
	t.Helper()
	r := httptest.NewRequest("GET", address, nil)
	r.Host = "localhost"
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w = httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	var body io.Reader = w.Body
	if w.Header().Get("Content-Encoding") == "gzip" {
		unpacked, err := gzip.NewReader(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		body = unpacked
	}
	read, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return w, string(read)
}

// TestCompressed checks that long texts are compressed for browsers that take that, that all browsers get the same
// text, and that caches are told.
func TestCompressed(t *testing.T) {
	long := strings.Repeat("boxes and beads, ", 1000)
	s := New(Config{})
	err := s.Add(Pages{
		Templates: templates("{{.}}"),
		Routes: map[string]Handler{
			"GET /long":  func(w http.ResponseWriter, r *http.Request) error { return s.Show(w, 404, "page.html", long) },
			"GET /short": func(w http.ResponseWriter, r *http.Request) error { return s.Show(w, 200, "page.html", "ok") },
		},
		Static: fstest.MapFS{
			"long.css": {Data: []byte(long)}, "short.css": {Data: []byte("p {}")},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		accepts string
		takes   bool
	}{
		{"gzip", true}, {"deflate, GZIP;q=0.5, br", true}, {"gzip; q=1", true}, {"", false}, {"br", false},
		{"gzip;q=0", false}, {"gzip;q=0.0, br", false}, {"x-gzip-not", false},
	} {
		for address, want := range map[string]string{
			"/long": long, "/short": "ok", "/static/long.css": long, "/static/short.css": "p {}",
		} {
			w, text := ask(t, s, address, "Accept-Encoding", c.accepts)
			packed := w.Header().Get("Content-Encoding") != ""
			if text != want || packed != (c.takes && len(want) > 1000) {
				t.Errorf("%s for %q: compressed %t, %.20s", address, c.accepts, packed, text)
			}
			if w.Header().Get("Vary") != "Accept-Encoding" {
				t.Errorf("%s for %q: Vary is %q", address, c.accepts, w.Header().Get("Vary"))
			}
			if status := w.Code; status != 200 && address != "/long" || address == "/long" && status != 404 {
				t.Errorf("%s: status %d", address, status)
			}
		}
	}
}

// TestStaticUnchanged checks that a browser that has a static file loads it again only if it has changed.
func TestStaticUnchanged(t *testing.T) {
	serving := func(text string) *Server {
		s := New(Config{})
		if err := s.Add(Pages{Static: fstest.MapFS{"a.css": {Data: []byte(text)}}}); err != nil {
			t.Fatal(err)
		}
		return s
	}
	long := strings.Repeat("p { margin: 0 }\n", 200)
	before, after := serving(long), serving(long+"b { margin: 0 }")
	for _, encoding := range []string{"", "gzip"} {
		first, _ := ask(t, before, "/static/a.css", "Accept-Encoding", encoding)
		tag := first.Header().Get("ETag")
		again, text := ask(t, before, "/static/a.css", "Accept-Encoding", encoding, "If-None-Match", tag)
		if again.Code != http.StatusNotModified || again.Body.Len() != 0 {
			t.Errorf("%q: a file that the browser has was answered with %d and %q", encoding, again.Code, text)
		}
		changed, text := ask(t, after, "/static/a.css", "Accept-Encoding", encoding, "If-None-Match", tag)
		if changed.Code != http.StatusOK || !strings.HasSuffix(text, "b { margin: 0 }") {
			t.Errorf("%q: a changed file was answered with %d", encoding, changed.Code)
		}
	}
}
