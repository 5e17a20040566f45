package gametree

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"menace/cmd/menace/internal/searches/trees"
	"menace/minimax"
	"menace/plots/paper"
)

// solver solves an exercise from its picture, by plain minimax and by plain alpha-beta for two players.
type solver struct {
	mover    bool // values are to the player to move
	prunes   bool
	above    bool // cut off only at α > β
	minimax  map[string]int
	windows  map[string][2]int // on the first entry
	returned map[string]int
	order    []string
	leaves   int
	cuts     []string
	root     *trees.Node
	names    map[string]*trees.Node
	best     map[string]string // the best child searched
	bound    int
	test     *testing.T
	limited  bool // positions are estimated at a horizon
}

// Values in pictures.
var (
	leafText   = regexp.MustCompile(`^(≈ )?[−\d]*$`)
	leafNumber = strings.NewReplacer("−", "-", "≈ ", "", "∞", "1000000")
	anyValue   = regexp.MustCompile(`\d|∞|≈`)
)

// node returns the name of a position in the picture and, for a leaf, its value.
func (s *solver) node(t *testing.T, n *trees.Node) (name string, value int) {
	t.Helper()
	text := n.Value
	if n.Board == nil && !strings.Contains(text, ":") && (text == "" || n.Leaf && n.Label != text) &&
		leafText.MatchString(text) {
		name = n.Label
	} else {
		name, text, _ = strings.Cut(text, ": ")
	}
	if !n.Leaf {
		return name, 0
	}
	value, err := strconv.Atoi(leafNumber.Replace(text))
	if err != nil {
		t.Fatalf("leaf %q %q: %v", n.Label, n.Value, err)
	}
	if s.mover && !n.Max {
		value = -value // convert to a value for Max
	}
	return name, value
}

// value computes the minimax values for Max.
func (s *solver) value(t *testing.T, n *trees.Node) int {
	name, best := s.node(t, n)
	for i, child := range n.Children {
		v := s.value(t, child)
		if i == 0 || n.Max && v > best || !n.Max && v < best {
			best = v
		}
	}
	s.minimax[name] = best
	return best
}

// search is alpha-beta with α and β for Max, fail-hard, or minimax if it does not prune.
func (s *solver) search(t *testing.T, n *trees.Node, alpha, beta int) int {
	name, value := s.node(t, n)
	s.order = append(s.order, name)
	s.windows[name] = [2]int{alpha, beta}
	if n.Leaf {
		s.leaves++
		return value
	}
	for i, child := range n.Children {
		v := s.search(t, child, alpha, beta)
		first := i == 0 && (n.Max && alpha <= -s.bound || !n.Max && beta >= s.bound)
		if n.Max && v > alpha || !n.Max && v < beta || first {
			s.best[name], _ = s.node(t, child)
		}
		if n.Max {
			alpha = max(alpha, v)
		} else {
			beta = min(beta, v)
		}
		if !s.prunes {
			alpha, beta = math.MinInt, math.MaxInt
		}
		if alpha > beta || alpha == beta && !s.above {
			for _, skipped := range n.Children[i+1:] {
				cut, _ := s.node(t, skipped)
				s.cuts = append(s.cuts, cut)
			}
			break
		}
	}
	s.returned[name] = beta
	if n.Max {
		s.returned[name] = alpha
	}
	return s.returned[name]
}

// answer answers a question.
func (s *solver) answer(q Question, toMax bool) string {
	number := func(n int) string {
		switch {
		case n <= -1000000:
			return "-inf"
		case n >= 1000000:
			return "∞"
		}
		return strconv.Itoa(n)
	}
	sign := 1
	if s.mover && !toMax {
		sign = -1
	}
	switch q.Kind {
	case "value":
		return number(sign * s.minimax[q.Node])
	case "window":
		low, high := s.windows[q.Node][0], s.windows[q.Node][1]
		if sign < 0 {
			low, high = -max(high, -math.MaxInt), -max(low, -math.MaxInt)
		}
		return "α = " + number(low) + ", β = " + number(high)
	case "returned":
		value, window := s.returned[q.Node], s.windows[q.Node]
		switch bound := number(sign * value); {
		case window[0] == window[1]:
			return bound
		case value <= window[0] == (sign > 0) && (value <= window[0] || value >= window[1]):
			return "≤ " + bound
		case value <= window[0] || value >= window[1]:
			return "at least " + bound
		default:
			return bound
		}
	case "move":
		for _, child := range s.root.Children {
			if name := s.nameOf(child); s.minimax[name] == s.minimax[s.nameOf(s.root)] {
				return name
			}
		}
	case "type":
		return number(s.types(s.root, 1)[q.Node])
	case "sorting":
		order, _ := s.sorted(q.Node)
		return strings.Join(order, ", ")
	case "fewest":
		return number(s.fewest())
	case "table":
		return number(s.remembered(s.root, map[string]bool{}, 0))
	case "key":
		return number(s.key(q))
	case "uct":
		return s.selected(q)
	case "cuts":
		return strings.ToLower(strings.Join(append(s.cuts, "none")[:max(len(s.cuts), 1)], ", "))
	case "order":
		return strings.Join(s.order, " → ")
	}
	return fmt.Sprintf("%d and %d", len(s.order), s.leaves)
}

// exercises calls a function with many exercises: random trees of 200 seeds, the trees of courses, and games.
func exercises(t *testing.T, do func(name string, p Problem, o Options, e ExerciseOptions)) {
	t.Helper()
	for seed := range int64(60) {
		e := ExerciseOptions{Seed: seed, Difficulty: Difficulty(seed % 3)}
		do(fmt.Sprintf("random tree %d", seed), set(t, "tree", "tree", e.Tree()), Options{}, e)
	}
	for i, example := range Examples {
		for _, first := range []string{"max", "min"} {
			e := ExerciseOptions{Seed: int64(i), Difficulty: 2, Example: example.Name}
			do(example.Name, set(t, "tree", "tree", e.Tree(), "first", first), Options{}, e)
		}
	}
	for _, g := range Games {
		g.Usual.Tree = "((3 5)(2 9))"
		p := setUp(t, g, g.Usual)
		for depth := 1; depth < 3; depth++ {
			do(g.Name, p, Options{Options: minimax.Options{Depth: depth}}, ExerciseOptions{Seed: 3, Difficulty: 2})
		}
	}
	p, err := set(t, "tictactoe").At("XOX/.O./.X.")
	if err != nil {
		t.Fatal(err)
	}
	do("tictactoe", p, Options{}, ExerciseOptions{Seed: 4, Difficulty: 1})
	do("nim", at(t, set(t, "nim"), "1,2"), Options{}, ExerciseOptions{Seed: 5, Difficulty: 2})
}

// exercise returns an exercise about a search.
func exercise(t *testing.T, p Problem, o Options, e ExerciseOptions) Exercise {
	t.Helper()
	x, err := NewExercise(t.Context(), p, o, e)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestExercisesAreSolved checks that the answers of an independent solver, which knows only the picture, are always
// right, that other answers are wrong, and that their explanations contain the right one.
func TestExercisesAreSolved(t *testing.T) {
	asked := map[string]int{}
	exercises(t, func(name string, p Problem, o Options, e ExerciseOptions) {
		if p.Chancy() { // which the solver does not know
			return
		}
		for i, a := range []minimax.Algorithm{minimax.Minimax, minimax.Negamax, minimax.AlphaBeta, minimax.AlphaBeta} {
			o.Algorithm, o.Cut, e.Kinds = a, minimax.AtBeta, Kinds
			if i == 3 {
				o.Cut = minimax.AboveBeta
			}
			x, err := NewExercise(t.Context(), p, o, e)
			if err != nil {
				if !strings.Contains(err.Error(), "too large") {
					t.Errorf("%s: %v", name, err)
				}
				continue
			}
			s := &solver{mover: a == minimax.Negamax, prunes: i > 1, above: i == 3, minimax: map[string]int{},
				windows: map[string][2]int{}, returned: map[string]int{}, root: x.Drawing.Root,
				best:  map[string]string{},
				names: map[string]*trees.Node{}, bound: math.MaxInt, test: t, limited: o.Depth > 0}
			s.value(t, x.Drawing.Root)
			if p.(truthful).outweighs() && o.Depth > 0 {
				s.bound = 1000000 // a win counts as infinity
			}
			s.search(t, x.Drawing.Root, -s.bound, s.bound)
			for _, n := range positions(x.Drawing.Root) {
				s.names[s.nameOf(n)] = n
			}
			toMax := map[string]bool{}
			for _, n := range positions(x.Drawing.Root) {
				at, _ := s.node(t, n)
				if _, twice := toMax[at]; at == "" || twice {
					t.Errorf("%s: two positions have the name %q", name, at)
				}
				toMax[at] = n.Max
			}
			for _, q := range x.Questions {
				asked[q.Kind]++
				answer := s.answer(q, toMax[q.Node])
				if mistake, err := q.check(answer); mistake != "" || err != nil {
					t.Errorf("%s by %v: %s %q: %s, %v; the answer is %q\n%s",
						name, a, q.Prompt, answer, mistake, err, q.Answer, x.Text)
				}
				if mistake, err := q.check(q.Answer); mistake != "" || err != nil {
					t.Errorf("%s by %v: %s %q is the answer, but: %s, %v", name, a, q.Prompt, q.Answer, mistake, err)
				}
				checkWrongAnswers(t, s, q)
			}
		}
	})
	for _, kind := range Kinds {
		least := 50
		switch kind {
		case "key":
			least = 20
		case "table":
			least = 4
		}
		if asked[kind] < least {
			t.Errorf("got only %d questions of the kind %s", asked[kind], kind)
		}
	}
}

// checkWrongAnswers gives wrong and unreadable answers to a question.
func checkWrongAnswers(t *testing.T, s *solver, q Question) {
	t.Helper()
	if _, err := q.check("perhaps"); err == nil {
		t.Errorf("%s: a meaningless answer is accepted", q.Prompt)
	}
	wrong := []string{"77", "77 78", "none", s.order[0]}
	if len(s.order) > 2 {
		swapped := slices.Clone(s.order)
		swapped[1], swapped[2] = swapped[2], swapped[1]
		last := s.order[len(s.order)-1]
		wrong = append(wrong, strings.Join(swapped, " "), strings.Join(append(s.order, last), " "),
			strings.Join(s.order[:len(s.order)-1], " "), strings.Join(s.order[len(s.order)-1:], " "))
	}
	found := false
	for _, answer := range wrong {
		mistake, err := q.check(answer)
		found = found || mistake != ""
		some := q.Kind == "move" || q.Kind == "uct" // where one of several names may be right
		if some && slices.Contains(strings.Fields(q.Answer), answer) || q.Kind == "sorting" {
			found = true
			continue
		}
		if err == nil && mistake == "" && (q.Kind != "cuts" || answer != "none" || s.cuts != nil) {
			t.Errorf("%s: both %q and %q count as right", q.Prompt, answer, q.Answer)
		}
		if right := strings.Fields(q.Answer)[0]; mistake != "" && (q.Kind == "value" || q.Kind == "returned") &&
			!strings.Contains(mistake, right) {
			t.Errorf("%s %q: got %s, want %s in it", q.Prompt, answer, mistake, right)
		}
	}
	if !found {
		t.Errorf("%s: no explanation was tested", q.Prompt)
	}
}

// TestExplanations compares explanations with those written by hand for the tree of Russell and Norvig.
func TestExplanations(t *testing.T) {
	o := Options{Options: minimax.Options{Algorithm: minimax.AlphaBeta}}
	x := exercise(t, set(t, "tree", "tree", Examples[0].Tree), o,
		ExerciseOptions{Difficulty: 2, Kinds: Kinds})
	for kind, c := range map[string][2]string{
		"cuts": {"I", "J is cut off:\n  H: 2, a leaf; the first for Min, so the best; " +
			"2 ≤ α 3: CUT, not searched: I J"},
		"move":    {"C", "The move to B is best, not the one to C:\n  B: 3; the first for Max, so the best\n  C: 2; "},
		"sorting": {"K L M", "In this order the search visits 3 leaves below D, in the order M K L only 1."},
		"fewest": {"6", "the number of leaves is 5, not 6:\n  proving that the value of A is at least 3 takes 3, " +
			"that it is at most that 3; they share one"},
		"type":     {"0", "the type of "},
		"uct":      {"A", "The upper bounds, mean + √(ln "},
		"order":    {"A B E F G C H I", "Visit 8 is D, not I. I is cut off:\n  H: 2, a leaf; "},
		"returned": {"≥ 2", "what the search returns for C is ≤ 2, not ≥2:\n  C: Min to move, α 3, β +∞\n"},
		"counts":   {"11 6", "the number of leaves is 7, not 6:\n  positions: A B E F G C H D K L M\n  leaves: E F"},
		"value": {"9", "the value of A is 3, not 9:\n  B: 3; the first for Max, so the best\n" +
			"  C: 2; no better for Max than 3\n  D: 2; no better for Max than 3\n  A: 3: done"},
	} {
		for _, q := range x.Questions {
			if q.Kind != kind || q.Node != "" && q.Node != "A" && q.Kind+q.Node != "returnedC" && kind != "sorting" &&
				kind != "type" {
				continue
			}
			if mistake, err := q.check(c[0]); !strings.HasPrefix(mistake, c[1]) || err != nil {
				t.Errorf("%s %q: %q, %v; want %q", q.Prompt, c[0], mistake, err, c[1])
			}
		}
	}
}

// TestNextVisit checks how a wrong order of visits is explained where nothing is cut off.
func TestNextVisit(t *testing.T) {
	o := Options{Options: minimax.Options{Algorithm: minimax.AlphaBeta}}
	x := exercise(t, set(t, "tree", "tree", Examples[0].Tree), o, ExerciseOptions{})
	i := slices.IndexFunc(x.Questions, func(q Question) bool { return q.Kind == "order" })
	for answer, want := range map[string]string{
		"B": "Visit 1 is A, not B. The search begins there.", "A B C": "Visit 3 is E, not C. The search is at B ",
		"A B E":                   "Visit 4 is F, not the end. The search is at B ",
		"A B E F G C H D L":       "Visit 9 is K, not L. The search is at D ",
		"A B E F G C H D K L M A": "Visit 12 is the end, not A. All positions are visited or cut off.",
	} {
		if mistake, err := x.Questions[i].check(answer); !strings.HasPrefix(mistake, want) || err != nil {
			t.Errorf("%s: %q, %v; want %q", answer, mistake, err, want)
		}
	}
}

// TestEverySearchHasExercises checks that exercises about every search without a table accept their own answers.
func TestEverySearchHasExercises(t *testing.T) {
	exercises(t, func(name string, p Problem, o Options, e ExerciseOptions) {
		algorithms := minimax.Algorithms()
		if p.Chancy() {
			algorithms = minimax.ChanceAlgorithms()
		}
		for _, a := range algorithms {
			o.Algorithm = a
			x, err := NewExercise(t.Context(), p, o, e)
			if (err == nil) == a.Table() && (err == nil || !strings.Contains(err.Error(), "too large")) {
				t.Errorf("%s by %v: %v", name, a, err)
			}
			for _, q := range x.Questions {
				if mistake, err := q.check(q.Answer); mistake != "" || err != nil {
					t.Errorf("%s by %v: %s %q: %s, %v", name, a, q.Prompt, q.Answer, mistake, err)
				}
			}
		}
	})
}

// TestSheetsFit checks that every random tree and every example can be printed on A4, with questions and answers.
func TestSheetsFit(t *testing.T) {
	exercises(t, func(name string, p Problem, o Options, e ExerciseOptions) {
		if p.Game() != "tree" {
			return
		}
		if p.Chancy() {
			o.Algorithm = minimax.Star1
		}
		x := exercise(t, p, o, e)
		if sheet := x.Sheet(true); !sheet.Fits(sheet.Size()) {
			t.Errorf("%s does not fit on %v", name, sheet.Size())
		}
	})
}

// TestPictureGivesNothingAway draws the same exercise for different searches, whose answers differ. Except for the
// title the pictures must be the same: no position is grey or thick, and inner positions have no values.
func TestPictureGivesNothingAway(t *testing.T) {
	exercises(t, func(name string, p Problem, o Options, e ExerciseOptions) {
		var before []byte
		for _, a := range []minimax.Algorithm{minimax.Minimax, minimax.AlphaBeta, minimax.PVS} {
			o.Algorithm = a
			x, err := NewExercise(t.Context(), p, o, e)
			if err != nil {
				return
			}
			for _, n := range positions(x.Drawing.Root) {
				if n.PV || n.Pruned || n.Unseen || n.Open || n.Notes != nil || n.Type != 0 || n.Here ||
					!n.Leaf && anyValue.MatchString(n.Value) {
					t.Errorf("%s: the picture shows %+v", name, n)
				}
			}
			x.Drawing.Title = ""
			var svg bytes.Buffer
			if _, err := paper.Encode(&svg, ".svg", x.Drawing, paper.Format{}); err != nil {
				t.Fatal(err)
			}
			if before != nil && !bytes.Equal(svg.Bytes(), before) {
				t.Errorf("%s: the picture depends on the search", name)
			}
			before = svg.Bytes()
		}
	})
}

// TestSeedOfQuestions checks that different seeds, of the exercise or of the game, give different questions.
func TestSeedOfQuestions(t *testing.T) {
	asked := func(p Problem, seed int64) (prompts string) {
		o := Options{Options: minimax.Options{Algorithm: minimax.AlphaBeta}}
		x := exercise(t, p, o, ExerciseOptions{Seed: seed})
		for _, q := range x.Questions {
			prompts += q.Prompt + "\n"
		}
		return fmt.Sprint(x.Seed) + prompts
	}
	game := func(seed string) Problem { return set(t, "uniform", "size", "3x3", "seed", seed) }
	if asked(game("7"), 0) != asked(game("0"), 7) || asked(game("7"), 0) == asked(game("8"), 0) {
		t.Error("the seed of the game is not that of the questions")
	}
}

// TestChosenKinds checks that only the kinds that were chosen are asked, that F1, which has no α, is not asked for one,
// and that kinds which suit no question are refused.
func TestChosenKinds(t *testing.T) {
	russellNorvig := set(t, "tree", "tree", Examples[0].Tree)
	for _, kind := range Kinds {
		o := Options{Options: minimax.Options{Algorithm: minimax.AlphaBeta}}
		x, err := NewExercise(t.Context(), russellNorvig, o, ExerciseOptions{Kinds: []string{kind}})
		if none := kind == "table" || kind == "key"; none != (err != nil) {
			t.Errorf("%s: %v", kind, err)
		}
		for _, q := range x.Questions {
			if q.Kind != kind {
				t.Errorf("%s: got the question %s", kind, q.Prompt)
			}
		}
	}
	o := Options{Options: minimax.Options{Algorithm: minimax.AlphaBeta}}
	x, err := NewExercise(t.Context(), russellNorvig, o, ExerciseOptions{Kinds: []string{"returned"}})
	if err != nil || len(x.Questions) != 3 { // B, C and D: a kind alone asks about all positions
		t.Errorf("returned alone asks %v, %v", x.Questions, err)
	}
	o = Options{Options: minimax.Options{Algorithm: minimax.NegamaxBeta}}
	x, err = NewExercise(t.Context(), russellNorvig, o, ExerciseOptions{Kinds: []string{"window"}, Difficulty: 2})
	if err != nil || len(x.Questions) != 3 {
		t.Fatal(x.Questions, err)
	}
	for _, q := range x.Questions {
		if strings.Contains(q.Prompt, "α") || len(strings.Fields(q.Answer)) != 1 {
			t.Errorf("F1: %s %s", q.Prompt, q.Answer)
		}
	}
}
