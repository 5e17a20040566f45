package searches

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/version"
)

// testSite is a site of these pages only.
type testSite struct {
	*testing.T
	http.Handler
}

// newSite returns a site with the pages of searches.
func newSite(t *testing.T) *testSite {
	t.Helper()
	server := site.New(site.Config{Name: "menace"})
	if err := server.Add(Pages(server)); err != nil {
		t.Fatal(err)
	}
	return &testSite{t, server.Handler()}
}

// ask requests a page.
func (s *testSite) ask(path string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(s.Context(), http.MethodGet, path, nil)
	r.Host = "localhost:1961"
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// get returns a page, which must exist.
func (s *testSite) get(path string) string {
	s.Helper()
	w := s.ask(path)
	if w.Code != http.StatusOK {
		s.Fatalf("%s: status %d: %s", path, w.Code, w.Body)
	}
	return w.Body.String()
}

// addresses returns the addresses in a page that contain a text.
func addresses(page, with string) (all []string) {
	for _, found := range regexp.MustCompile(`(?:href|src|srcset)="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if strings.Contains(found[1], with) {
			all = append(all, html.UnescapeString(found[1]))
		}
	}
	return all
}

// TestPictureMade checks that every picture contains the version, and the command that draws it in a terminal.
func TestPictureMade(t *testing.T) {
	s := newSite(t)
	for address, command := range map[string]string{
		"search/tree%s?game=nim&position=1,2&algorithm=minimax&step=2": "search nim --position 1,2 --algorithm minimax --tree",
		"search/exercise/tree%s?game=tree&seed=3&difficulty=hard":      "search exercise tree --seed 3 --difficulty hard",
		"search/exercise/answers%s?game=nim&position=1,2":              "search exercise nim --position 1,2 --answers",
	} {
		made := version.Made("menace " + command)
		encoded, err := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder().String(made)
		if err != nil {
			t.Fatal(err)
		}
		inPDF := strings.NewReplacer("(", `\(`, ")", `\)`).Replace(encoded)
		for _, extension := range []string{".png", ".svg", ".pdf"} {
			picture := s.get("/" + fmt.Sprintf(address, extension))
			if !strings.Contains(html.UnescapeString(picture), made) && !strings.Contains(picture, inPDF) {
				t.Errorf("%s as %s does not contain %s", address, extension, made)
			}
		}
	}
}
