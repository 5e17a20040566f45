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

// TestEndings checks that the pages of a search and of a comparison say how a game has ended, and that an exercise has
// nothing to ask there.
func TestEndings(t *testing.T) {
	s := newSite(t)
	for address, want := range map[string]string{
		"search?game=tictactoe&position=XXX/XOO/XOO":           "The game is over: X has won.",
		"search/compare?game=tictactoe&position=XXX/XOO/XOO":   "The game is over: X has won.",
		"search?game=nim&position=0,0":                         "The game is over: Min has won.",
		"search?game=tree&tree=((3+5)(2+9))&position=2,2":      "The game is over: it is a leaf, 9 for Max.",
		"search/compare?game=connect4&position=1+2+1+2+1+2+1&": "The game is over: X has won.",
		"search/compare?game=stones&position=%2B7:none":        "The game is over: Max has won by 7.",
	} {
		if page := s.get("/" + address); !strings.Contains(page, want) || strings.Contains(page, "The form shows") {
			t.Errorf("%s: no %s in %s", address, want, page)
		}
	}
	exercise := s.ask("/search/exercise?game=nim&position=0,0")
	if exercise.Code != http.StatusUnprocessableEntity ||
		!strings.Contains(exercise.Body.String(), "The game is over: there is nothing to search.") {
		t.Errorf("exercise: status %d, %s", exercise.Code, exercise.Body)
	}
}
