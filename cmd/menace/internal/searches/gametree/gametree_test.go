package gametree

import (
	"errors"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/searches/trees"
	"menace/minimax"
	"menace/minimax/games"
)

// Tests allocate much and keep little, so the collector need not run as often as in a long session.
var _ = debug.SetGCPercent(400)

// set sets up a game with some options, given as alternating names and values.
func set(t *testing.T, game string, given ...string) Problem {
	t.Helper()
	for _, g := range Games {
		if g.Name != game {
			continue
		}
		setup := g.Usual
		for i := 0; i < len(given); i += 2 {
			var err error
			switch name, value := given[i], given[i+1]; name {
			case "tree":
				setup.Tree = value
			case "values":
				setup.Values = value
			case "order":
				setup.Order = value
			case "first":
				setup.First = Player(slices.Index([]string{"max", "min"}, value))
			case "size":
				setup.Size, err = games.ParseSize(value)
			case "players":
				setup.Players, err = ParsePlayers(value)
			case "win":
				setup.Win, err = strconv.Atoi(value)
			case "seed":
				setup.Seed, err = strconv.ParseInt(value, 10, 64)
			default:
				t.Fatalf("unknown option %s", name)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		p := setUp(t, g, setup)
		return p
	}
	t.Fatalf("unknown game %s", game)
	return nil
}

// setUp sets up a game.
func setUp(t *testing.T, g Game, s Setup) Problem {
	t.Helper()
	p, err := g.SetUp(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// traces returns the trees of a search.
func traces(t *testing.T, p Problem, o Options) []Trace {
	t.Helper()
	found, err := p.Trace(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// at returns the problem at another position.
func at(t *testing.T, p Problem, position string) Problem {
	t.Helper()
	p, err := p.At(position)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestGamesAreSetUp sets up each game with its usual options, and searches it to two plies with every algorithm.
// Algorithms that do not suit the game must be refused.
func TestGamesAreSetUp(t *testing.T) {
	for _, g := range Games {
		g.Usual.Tree = "((3 5)(2 9))"
		p := setUp(t, g, g.Usual)
		r, err := p.Search(t.Context(), minimax.Options{Algorithm: minimax.AlphaBeta, Depth: 2})
		if err != nil || len(r.Best) == 0 || len(r.PV) != 2 {
			t.Errorf("%s: %+v, %v", g.Name, r, err)
		}
		for _, a := range minimax.Algorithms() {
			if _, err := p.Search(t.Context(), minimax.Options{Algorithm: a, Depth: 2}); (err == nil) != suits(p, a) {
				t.Errorf("%s by %v: %v", g.Name, a, err)
			}
		}
		at, err := p.At(p.Position())
		if err != nil || at.Position() != p.Position() {
			t.Errorf("%s: cannot set up the position %s: %v", g.Name, p.Position(), err)
		}
	}
}

// suits reports whether an algorithm suits the game of a problem.
func suits(p Problem, a minimax.Algorithm) bool {
	i := slices.IndexFunc(Games, func(g Game) bool { return g.Name == p.Game() })
	return slices.Contains(Games[i].Algorithms(), a)
}

// positions returns the positions of a drawing.
func positions(n *trees.Node) (all []*trees.Node) {
	all = append(all, n)
	for _, child := range n.Children {
		all = append(all, positions(child)...)
	}
	return all
}

// TestMoments draws searches after every step: each drawing must show where the search is, keep what was shown before
// and have the same size as the last, and the last must be the whole tree.
func TestMoments(t *testing.T) {
	problems := []Problem{
		set(t, "tree", "tree", "A(B(3 12 8) C(2 4 6) D(14 5 2))"),
		set(t, "tree", "tree", "((3 5)(7 9))", "first", "min"),
		at(t, set(t, "nim"), "1,1,1"), set(t, "stones"), set(t, "uniform", "size", "3x3", "order", "worst"),
	}
	for _, p := range problems {
		for _, a := range minimax.Algorithms() {
			if a == minimax.Deepening || !suits(p, a) {
				continue
			}
			found := traces(t, p, Options{Options: minimax.Options{Algorithm: a}})
			checkMoments(t, p.Position()+" by "+a.String(), found[0])
		}
	}
}

func checkMoments(t *testing.T, name string, trace Trace) {
	t.Helper()
	whole, steps := trace.Drawing(), trace.Steps()
	size, seen := whole.Size(), 0
	for i, step := range steps {
		d := trace.After(i)
		if shown := d.Window != nil; shown != (trace.Algorithm.Cuts() && !trace.toMover()) {
			t.Errorf("%s, step %d: shows a window: %t", name, i+1, shown)
		}
		d.Window = nil // of steps only, and always of the same size
		here, now := 0, 0
		for _, n := range positions(d.Root) {
			if n.Here {
				here++
				n.Here = false
			}
			if !n.Unseen {
				now++
			}
		}
		if here != 1 || now < seen {
			t.Errorf("%s, step %d, %v: the search is at %d positions, and has seen %d after having seen %d",
				name, i, step, here, now, seen)
		}
		if seen = now; d.Size() != size {
			t.Errorf("%s, step %d: got the size %v, but %v at the end", name, i, d.Size(), size)
		}
		if done := reflect.DeepEqual(d, whole); done != (i == len(steps)-1) {
			t.Errorf("%s, step %d: shows the whole tree: %v", name, i, done)
		}
	}
	if seen != len(positions(whole.Root)) {
		t.Errorf("%s: %d of %d positions are shown at the end", name, seen, len(positions(whole.Root)))
	}
}

// TestDominoes checks the picture after an upright domino and one across, and after one of each side by side.
func TestDominoes(t *testing.T) {
	o := Options{Options: minimax.Options{Algorithm: minimax.Minimax, Depth: 2}}
	found := traces(t, set(t, "domineering", "size", "3x3"), o)
	for _, v := range found[0].Drawing().Root.Children {
		for _, h := range v.Children {
			if v.Edge == "V1.2" && h.Edge == "H3.1" && !slices.Equal(h.Board, []string{".V.", ".V.", "HH."}) ||
				v.Edge == "V2.1" && h.Edge == "H2.2" && !slices.Equal(h.Board, []string{"...", "VHH", "V.."}) {
				t.Errorf("after %s and %s: %q", v.Edge, h.Edge, h.Board)
			}
		}
	}
}

// TestUnknownValues checks that the legend explains values that a search leaves unknown, here after α = β.
func TestUnknownValues(t *testing.T) {
	for cut, want := range map[minimax.Cut]bool{minimax.AtBeta: false, minimax.AboveBeta: true} {
		o := Options{Options: minimax.Options{Algorithm: minimax.AlphaBeta, Cut: cut}}
		found := traces(t, set(t, "tree", "tree", "((3 5)(3 (1 2)))"), o)
		if d := found[0].Drawing(); strings.Contains(d.Subtitle, "?: nothing is known") != want {
			t.Errorf("cut %v: %s", cut, d.Subtitle)
		}
	}
}

// TestMerged checks that minimax-sym names the earlier position for every position that it met again, so that there are
// as many others as in its table.
func TestMerged(t *testing.T) {
	for _, p := range []Problem{
		at(t, set(t, "nim"), "1,1,2"), set(t, "grundy"), at(t, set(t, "tictactoe"), "XO./OX./..."),
		at(t, set(t, "hexapawn"), "BBB/W../.WW"), set(t, "domineering", "size", "2x4"),
	} {
		for depth := range 4 {
			o := Options{Options: minimax.Options{Algorithm: minimax.MinimaxSym, Depth: depth}}
			found, err := p.Trace(t.Context(), o)
			if errors.Is(err, minimax.ErrTreeTooLarge) {
				continue
			}
			r, searchErr := p.Search(t.Context(), o.Options)
			if err != nil || searchErr != nil {
				t.Fatal(err, searchErr)
			}
			distinct := int64(0)
			for tree, n := range found[0].nodes {
				switch {
				case tree != n.Tree || n.cutOff():
				case n.same == nil:
					distinct++
				case n.same.same != nil || n.Value(true) != n.same.Value(true):
					t.Errorf("%s, depth %d: %s is not the same as %s", p.Position(), depth, n.path(), n.same.path())
				}
			}
			if text := found[0].Text(); distinct != r.TableEntries || strings.Contains(text, "by the table") ||
				int64(strings.Count(text, "merged with")) != r.TableHits {
				t.Errorf("%s, depth %d: got %d distinct positions, want %d:\n%s",
					p.Position(), depth, distinct, r.TableEntries, text)
			}
		}
	}
}

// TestTitlesSpeakFrench checks that titles on French pages name trees in French.
func TestTitlesSpeakFrench(t *testing.T) {
	l, _ := language.Find("fr")
	for want, p := range map[string]Problem{
		"arbre A, ": set(t, "tree", "tree", "A(3 5)"), "arbre racine, ": set(t, "tree", "tree", "(3 5)"),
		"arbre uniforme racine, ": set(t, "uniform"),
	} {
		if got := TitleIn(l, p, 0); !strings.HasPrefix(got, want) {
			t.Errorf("%q does not begin with %q", got, want)
		}
	}
}
