package searches

import (
	"fmt"
	"html"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/site/sitetest"
	"menace/cmd/menace/internal/version"
)

// newSite returns a site with the pages of searches.
func newSite(t *testing.T) *sitetest.Site {
	t.Helper()
	server := site.New(site.Config{Name: "menace"})
	if err := server.Add(Pages(server)); err != nil {
		t.Fatal(err)
	}
	return &sitetest.Site{T: t, Handler: server.Handler()}
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
			picture := s.Get("/" + fmt.Sprintf(address, extension))
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
		"search?game=tictactoe&position=XXX/XOO/XOO":           "X has won.",
		"search/compare?game=tictactoe&position=XXX/XOO/XOO":   "X has won.",
		"search?game=nim&position=0,0":                         "Min has won.",
		"search?game=tree&tree=((3+5)(2+9))&position=2,2":      "It is a leaf, 9 for Max.",
		"search/compare?game=connect4&position=1+2+1+2+1+2+1&": "X has won.",
		"search/compare?game=stones&position=%2B7:none":        "Max has won by 7.",
	} {
		if page := s.Get("/" + address); !strings.Contains(page, want) || strings.Contains(page, "The form shows") {
			t.Errorf("%s: no %s in %s", address, want, page)
		}
	}
	exercise := s.Ask("GET", "/search/exercise?game=nim&position=0,0", nil)
	if exercise.Code != http.StatusUnprocessableEntity ||
		!strings.Contains(exercise.Body.String(), "The game is over: there is nothing to search.") {
		t.Errorf("exercise: status %d, %s", exercise.Code, exercise.Body)
	}
}
