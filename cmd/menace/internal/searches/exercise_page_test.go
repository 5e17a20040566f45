package searches

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/site/sitetest"
)

// TestExercisePage solves an exercise through its forms: first nothing may be given away, then all answers are right,
// then one is wrong and must be explained. The tree is that of Russell and Norvig, with answers found by hand.
func TestExercisePage(t *testing.T) {
	s := newSite(t)
	path := "/search/exercise?game=tree&example=russell-norvig"
	page := html.UnescapeString(s.Get(path))
	if strings.Contains(page, "A B E F G C H D K L M") || strings.Contains(page, "</b>") {
		t.Error("the page gives answers away")
	}
	known := map[string]string{
		"Which move": "B", "value of A for Max": "3", "value of B for Max": "3", "value of C for Max": "2",
		"value of D for Max": "2",
		"enters B":           "-inf inf", "enters C": "3 +∞", "enters D": "α 3, β ∞",
		"return for B": "3", "return for C": "2", "return for D": "2",
		"cut off": "I J", "order": "A B E F G C H D K L M", "How many": "11 7",
	}
	query, asked := url.Values{}, 0
	hidden := regexp.MustCompile(`<input type="hidden" name="(\w+)" value="([^"]*)">`)
	for _, m := range hidden.FindAllStringSubmatch(page, -1) {
		query.Set(m[1], m[2])
	}
	for _, m := range regexp.MustCompile(`<label for="(answer\d+)">([^<]*)<`).FindAllStringSubmatch(page, -1) {
		for words, answer := range known {
			if strings.Contains(m[2], words) {
				query.Set(m[1], answer)
				asked++
			}
		}
	}
	page = s.Get("/search/exercise?" + query.Encode())
	if !strings.Contains(page, fmt.Sprintf("%d of %[1]d right", asked)) {
		t.Errorf("got %d questions, but not all answers are right: %s", asked, page)
	}
	for name := range query {
		if query.Get(name) == "11 7" {
			query.Set(name, "11 6")
		}
		if query.Get(name) == "I J" {
			query.Set(name, "X")
		}
	}
	page = html.UnescapeString(s.Get("/search/exercise?" + query.Encode()))
	for _, want := range []string{fmt.Sprintf("%d of %d right", asked-2, asked), "the number of leaves is 7, not 6:",
		"leaves: E F G H K L M", `There is no position "X".`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// TestExercisesOfGames requests exercises about every game, with all pictures and sheets. The picture must not contain
// answers.
func TestExercisesOfGames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, game := range gametree.Games {
		page := s.Get("/search/exercise?game=" + game.Name)
		if strings.Contains(page, "-tt</option>") || !strings.Contains(page, `<a href="/search" aria-current="page"`) {
			t.Errorf("%s: the form offers a search with a table, or the section is not marked", game.Name)
		}
		for _, file := range []string{"tree.svg", "tree.png", "tree.pdf", "sheet.pdf", "answers.pdf"} {
			found := sitetest.Addresses(page, "/search/exercise/"+file)
			if len(found) == 0 {
				t.Errorf("%s: no %s", game.Name, file)
				continue
			}
			s.Get(found[0])
		}
		if next := sitetest.Addresses(page, "/search/exercise?"); !strings.Contains(next[len(next)-1], "seed=") {
			t.Errorf("%s: %q has no seed", game.Name, next)
		}
	}
	large := "game=tictactoe&position=&depth=2"
	if page := s.Get("/search/exercise?" + large); !strings.Contains(page, "too large for a sheet of paper") ||
		sitetest.Addresses(page, "/search/exercise/tree.pdf") == nil || sitetest.Addresses(page, "/search/exercise/sheet.pdf") != nil {
		t.Error("a tree that is too large for a sheet has one, or has no picture, or the page does not explain why")
	}
	tree := s.Get("/search/exercise/tree.svg?game=tree&example=russell-norvig")
	bare := s.Get("/search/exercise/tree.svg?game=tree&example=russell-norvig&untitled=on")
	if !strings.Contains(tree, "Square: ") || strings.Contains(bare, "Square: ") || !strings.Contains(bare, ">14<") {
		t.Error("a downloaded picture has no title, or that on the page has one, of which a phone shows half")
	}
	if strings.Contains(tree, "α") || strings.Contains(tree, "stroke-dasharray") || !strings.Contains(tree, ">14<") {
		t.Error("the picture shows more or less than leaves")
	}
	for path, want := range map[string]int{
		"/search/exercise?game=chess": 404, "/search/exercise?game=tree&seed=x": 422,
		"/search/exercise?game=tree&tree=(":         422,
		"/search/exercise?game=tree&algorithm=mtdf": 422, "/search/exercise/sheet.pdf?game=tree&seed=x": 422,
		"/search/exercise?game=tictactoe&position=": 422, "/search/exercise/other.pdf?game=tree": http.StatusNotFound,
		"/search/exercise?game=tree&example=none": 422, "/search/exercise/answers.pdf?" + large: 422,
	} {
		if w := s.Ask("GET", path, nil); w.Code != want {
			t.Errorf("%s: status %d, want %d", path, w.Code, want)
		}
	}
}

// TestExerciseAsText checks that the tree of an exercise is a list too, without the answers, and that a screen reader
// finds the explanation of a field.
func TestExerciseAsText(t *testing.T) {
	page := newSite(t).Get("/search/exercise?game=tree&tree=A(B(8+5)+C(4+9))")
	for _, want := range []string{`aria-describedby="about-tree"`, `id="about-tree"`,
		"<span>A Max</span><ul>", "<span>B Min</span><ul>", "<span>D = 8</span></li>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}
