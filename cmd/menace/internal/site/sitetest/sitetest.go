// Package sitetest requests pages of a [Site] in tests, without a browser.
package sitetest

import (
	"bufio"
	"context"
	"encoding/json"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"menace/cmd/menace/internal/site"
)

// Site is a site in a test.
type Site struct {
	*testing.T
	http.Handler
}

// Ask sends a request as if from a page of the site itself, with a form unless that is nil. A request for a stream of
// events ends after the first event.
func (s *Site) Ask(method, path string, form url.Values, change ...func(*http.Request)) *httptest.ResponseRecorder {
	ctx, gone := context.WithCancel(s.Context())
	defer gone()
	r := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(form.Encode()))
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	r.Host = "localhost:1961"
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	if strings.HasSuffix(path, "/events") {
		s.ServeHTTP(hasty{w, gone}, r)
	} else {
		s.ServeHTTP(w, r)
	}
	return w
}

// hasty is a client that disconnects after the first answer, which ends a stream of events.
type hasty struct {
	*httptest.ResponseRecorder
	gone context.CancelFunc
}

// Write implements [http.ResponseWriter].
func (w hasty) Write(text []byte) (int, error) {
	defer w.gone()
	return w.ResponseRecorder.Write(text)
}

// Get returns a page, which must exist.
func (s *Site) Get(path string) string {
	s.Helper()
	w := s.Ask("GET", path, nil)
	if w.Code != http.StatusOK {
		s.Fatalf("%s: status %d: %s", path, w.Code, w.Body)
	}
	return w.Body.String()
}

// Post sends a form, which must redirect to another page, and returns the address of that page.
func (s *Site) Post(path string, form url.Values) string {
	s.Helper()
	w := s.Ask("POST", path, form)
	if w.Code != http.StatusSeeOther {
		s.Fatalf("%s: status %d: %s", path, w.Code, w.Body)
	}
	return w.Header().Get("Location")
}

var address = regexp.MustCompile(`(?:href|src|srcset)="([^"]*)"`)

// Addresses returns the addresses in a page that contain a text.
func Addresses(page, with string) (all []string) {
	for _, found := range address.FindAllStringSubmatch(page, -1) {
		if strings.Contains(found[1], with) {
			all = append(all, html.UnescapeString(found[1]))
		}
	}
	return all
}

// Listen opens a stream of events and returns its frames. The stream ends with the test.
func Listen(t testing.TB, address string, change ...func(*http.Request)) <-chan site.Frame {
	t.Helper()
	ctx, gone := context.WithCancel(t.Context())
	r, _ := http.NewRequestWithContext(ctx, "GET", address, nil)
	for _, c := range change {
		c(r)
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { gone(); reply.Body.Close() })
	frames := make(chan site.Frame, 1000)
	go func() {
		lines := bufio.NewScanner(reply.Body)
		for lines.Buffer(nil, 1<<20); lines.Scan(); {
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				var f site.Frame
				if json.Unmarshal([]byte(text), &f) == nil {
					if f.Values == nil {
						t.Error("values are null, which the script cannot read")
					}
					select {
					case frames <- f:
					default: // drop the frame if nobody reads it
					}
				}
			}
		}
		close(frames)
	}()
	return frames
}
