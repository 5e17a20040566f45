package searches

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/site/sitetest"
	"menace/minimax"
)

// TestSearchSteps goes through a search by the links Next. Every step must have the words of the terminal, and a
// picture.
func TestSearchSteps(t *testing.T) {
	s := newSite(t)
	tree := gametree.Games[len(gametree.Games)-1]
	tree.Usual.Tree = "((3 5)(2 9))"
	problem, err := tree.SetUp(tree.Usual)
	if err != nil {
		t.Fatal(err)
	}
	for _, algorithm := range []minimax.Algorithm{
		minimax.Minimax, minimax.Negamax, minimax.AlphaBeta, minimax.PVS, minimax.MCTS,
	} {
		o := gametree.Options{Options: minimax.Options{Algorithm: algorithm, Sampling: minimax.UsualSampling}}
		found, err := gametree.Show(t.Context(), problem, o)
		if err != nil {
			t.Fatal(err)
		}
		trace := found[0]
		path := fmt.Sprintf("/search?game=tree&tree=%s&algorithm=%v", url.QueryEscape("((3 5)(2 9))"), algorithm)
		pictures := map[string]bool{}
		for i, step := range trace.Steps() {
			page := html.UnescapeString(s.Get(path))
			if want := fmt.Sprintf("<b>%s</b>: %s</p>", step.At(), step.Says); !strings.Contains(page, want) {
				t.Fatalf("%v, step %d lacks %s", algorithm, i+1, want)
			}
			pictures[s.Get(sitetest.Addresses(page, "/search/tree.svg")[0])] = true
			path = link(page, "Next")
			if (path == "") != (i == len(trace.Steps())-1) {
				t.Fatalf("%v, step %d links to %q", algorithm, i+1, path)
			}
		}
		if algorithm == minimax.MCTS { // random moves change nothing in the tree, and the last step shows another tree
			if len(pictures) < 50 {
				t.Errorf("%v: got only %d pictures", algorithm, len(pictures))
			}
		} else if len(pictures) != len(trace.Steps()) {
			t.Errorf("%v: got %d pictures for %d steps", algorithm, len(pictures), len(trace.Steps()))
		}
	}
}

// link returns the target of the link with a name, or "".
func link(page, name string) string {
	before, _, ok := strings.Cut(page, `" data-turn="`+name+`"`)
	if !ok {
		return ""
	}
	return before[strings.LastIndex(before, `"`)+1:]
}

// TestSearchGames checks the first page of every game, and all of its formats.
func TestSearchGames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, game := range gametree.Games {
		page := s.Get("/search?game=" + game.Name)
		options := usual(game)
		for _, o := range slices.Concat(setup(&options), players(&options), win(&options)) {
			if !strings.Contains(page, ` name="`+o.Name+`"`) {
				t.Errorf("the form of %s lacks %s", game.Name, o.Name)
			}
		}
		extensions := []string{".svg"}
		if game.Name == "tree" { // the other files are drawn by the same function
			extensions = append(extensions, ".png", ".pdf")
		}
		for _, extension := range extensions {
			for _, at := range sitetest.Addresses(page, "/search/tree"+extension) {
				s.Get(at)
			}
		}
	}
}

// TestSearchLinks follows the links between the pages about a search. Each must show the same position, or its exercise.
func TestSearchLinks(t *testing.T) {
	s := newSite(t)
	for query, want := range map[string]string{
		"game=nim&position=1,2&algorithm=minimax":           "nim 1,2, to the end",
		"game=tictactoe&position=XO./.X./..O&depth=2":       "tictactoe XO./.X./..O, 2 plies ahead",
		"game=tree&tree=((3+5)(2+9))&position=2":            "tree 2, to the end",
		"game=domineering&size=3x2&depth=1&players=Ann,Bob": "domineering V:.../..., 1 ply ahead",
		"game=tree&seed=5":                                  "tree A, to the end", // a random tree
	} {
		page := s.Get("/search/exercise?" + query)
		for _, next := range []string{"/search?", "/search/compare?", "/search?", "/search/exercise?", "/search/compare?",
			"/search/exercise?"} {
			link := regexp.MustCompile(`<a href="(` + regexp.QuoteMeta(next) + `[^"]*)">(?:Search|Compare|Exercise)`).
				FindStringSubmatch(page)
			if link == nil {
				t.Fatalf("%s: no link to %s", query, next)
			}
			if page = s.Get(html.UnescapeString(link[1])); !strings.Contains(page, want) {
				t.Errorf("%s lacks %q", link[1], want)
			}
		}
	}
	if page := s.Get("/search?game=tree&algorithm=mtdf"); strings.Contains(page, "Exercise") {
		t.Error("an exercise about a search with a table is offered, but there is none")
	}
}

// TestGamesHaveNames checks that the pages list games by their names in the language of the reader.
func TestGamesHaveNames(t *testing.T) {
	s := newSite(t)
	for tag, want := range map[string]string{
		"en": "Tree|Tic-tac-toe|Stones|Grundy’s game|Octal games|Nim|Domineering|Connect four|In-a-row games|Hexapawn|" +
			"Regular tree",
		"de": "Baum|Tic-Tac-Toe|Steine|Grundys Spiel|Oktalspiele|Nim|Domineering|Vier gewinnt|Reihenspiele|Hexapawn|" +
			"Regelmäßiger Baum",
		"fr": "Arbre|Morpion|Pierres|Jeu de Grundy|Jeux octaux|Nim|Domineering|Puissance 4|Jeux d’alignement|Hexapawn|" +
			"Arbre régulier",
		"es": "Árbol|Tres en raya|Piedras|Juego de Grundy|Juegos octales|Nim|Domineering|Cuatro en raya|" +
			"Juegos de alineación|Hexapawn|Árbol regular",
	} {
		for _, address := range []string{"/search", "/search/compare", "/search/exercise", "/search/play"} {
			w := s.Ask("GET", address, nil, func(r *http.Request) { r.Header.Set("Accept-Language", tag) })
			_, list, _ := strings.Cut(html.UnescapeString(w.Body.String()), `<nav class="chips"`)
			list, _, _ = strings.Cut(list, "</nav>")
			var got []string
			for _, m := range regexp.MustCompile(`>([^<]+)</a>`).FindAllStringSubmatch(list, -1) {
				got = append(got, m[1])
			}
			if strings.Join(got, "|") != want {
				t.Errorf("%s in %s: got %q, want %s", address, tag, got, want)
			}
		}
	}
}

// TestSearchForms checks that forms name values in usual words, where help has placeholders in capitals.
func TestSearchForms(t *testing.T) {
	s := newSite(t)
	for _, game := range gametree.Games {
		for _, path := range []string{"/search", "/search/exercise", "/search/compare"} {
			page := html.UnescapeString(s.Get(path + "?game=" + game.Name))
			for _, m := range regexp.MustCompile(`</label>[^~]*?<span class="muted">([^<]*)<`).FindAllStringSubmatch(page, -1) {
				said := strings.ReplaceAll(m[1], game.Position, "") // as in BBB/W../.WW
				if capitals := regexp.MustCompile(`\b[A-Z]{2,}|\bN\b|x[A-Z]`).FindString(said); capitals != "" {
					t.Errorf("%s of %s: %q contains %s", path, game.Name, said, capitals)
				}
			}
		}
	}
}

// TestSearchMistakes checks that errors are shown beside their fields.
func TestSearchMistakes(t *testing.T) {
	s := newSite(t)
	for query, told := range map[string][2]string{
		"game=tree&tree=((3+5)(2":                          {"tree", "Tree, column"},
		"game=tree&tree=":                                  {"tree", "A tree is needed"},
		"game=tree&first=second":                           {"first", `"second" is not one of max, min.`},
		"game=tree&algorithm=magic":                        {"algorithm", `"magic" is not one of minimax, negamax, `},
		"game=tree&algorithm=minimax-sym":                  {"algorithm", "has no symmetries to use"},
		"game=tree&position=9":                             {"position", "has only 3 children"},
		"game=tree&depth=0":                                {"depth", "0 is not between 1 and 255."},
		"game=connect4&position=4&players=X,O":             {"players", "O is to move, not X: swap the names"},
		"game=grundy&position=x":                           {"position", `"x" is not a whole number`},
		"game=uniform&seed=-1":                             {"seed", "-1 is negative."},
		"game=domineering&size=9x9":                        {"size", "a board must have 1 to 64 cells"},
		"game=tictactoe&position=":                         {"depth", "the tree is too large to draw"},
		"game=connect4&size=7x6&depth=":                    {"depth", "with more than 200 positions"},
		"game=uniform&size=9x6":                            {"depth", "with more than 200 positions"},
		"game=nim&position=" + strings.Repeat("1,", 20000): {"position", ""},
	} {
		w := s.Ask("GET", "/search?"+query, nil)
		page := html.UnescapeString(w.Body.String())
		_, said, ok := strings.Cut(page, `id="wrong-`+told[0]+`">`)
		said, _, _ = strings.Cut(said, "<")
		if w.Code != http.StatusUnprocessableEntity || !ok || !strings.Contains(said, told[1]) {
			t.Errorf("%.60s: %d, %q, want %q beside %s", query, w.Code, said, told[1], told[0])
		}
	}
	for path, want := range map[string]int{
		"/search?game=chess": 404, "/search/tree.gif": 404, "/search/leaf.svg": 404,
		"/search/tree.svg?game=tictactoe&position=": 422,
	} {
		if w := s.Ask("GET", path, nil); w.Code != want {
			t.Errorf("%s: status %d, want %d", path, w.Code, want)
		}
	}
	if page := s.Get("/search?game=tree&step=99999"); !strings.Contains(page, "step 15 of 15") {
		t.Error("a step beyond the last does not show the last")
	}
}

// TestExports checks what the page of a search offers besides pictures: the tree as text, slides, LaTeX to copy, and a
// narrow picture for phones if the tree can be read there.
func TestExports(t *testing.T) {
	s := newSite(t)
	page := s.Get("/search")
	for file, want := range map[string]string{
		"tree.tex": `\begin{forest}`, "tree.dot": "digraph", "tree.json": `"name": "A"`, "tree.md": "- **Max A 3**",
		"slides.pdf": "/Count 15", "tree.svg": "<svg",
	} {
		if text := s.Get("/search/" + file); !strings.Contains(page, "/search/"+file+"?") ||
			!strings.Contains(text, want) {
			t.Errorf("%s is not linked, or has no %s", file, want)
		}
	}
	if !strings.Contains(page, `id="share-latex"`) || !strings.Contains(page, `[A, max node, searched={3}`) {
		t.Error("LaTeX cannot be copied")
	}
	if !strings.Contains(page, "narrow=on") || !strings.Contains(s.Get("/search/tree.svg?narrow=on"), `width="250pt"`) {
		t.Error("the tree of the lecture has no narrow picture")
	}
	if strings.Contains(s.Get("/search?game=uniform&size=3x4&algorithm=minimax"), "narrow=on") {
		t.Error("a tree of 81 leaves has a narrow picture")
	}
}
