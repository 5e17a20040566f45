package gametree

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"menace/cmd/menace/internal/searches/trees"
	"menace/minimax"
)

// infinite outweighs every number of points.
const infinite = 1 << 20

// rank orders values together with their distance in plies: an early win ranks higher, an early loss lower.
func rank(points, plies int) int {
	switch {
	case points > 0:
		return points<<11 - plies
	case points < 0:
		return points<<11 + plies
	}
	return 0
}

// written matches a value in the text of a step.
const written = `([+−]∞|−?\d+)(?: in (\d+))?([+−]1)?`

var value = regexp.MustCompile(`^` + written + `$`)

// read parses a formatted value and returns its rank.
func read(t *testing.T, text string) int {
	t.Helper()
	m := value.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("%q is not a value", text)
	}
	for i := range m {
		m[i] = strings.Replace(m[i], "−", "-", 1)
	}
	points, err := strconv.Atoi(strings.Replace(strings.Replace(m[1], "+", "", 1), "∞", strconv.Itoa(infinite), 1))
	if err != nil {
		t.Fatal(err)
	}
	plies, _ := strconv.Atoi(m[2])
	next, _ := strconv.Atoi(m[3])
	return rank(points, plies) + next
}

// truth returns the facts about the position after some moves: its legal moves, and its value for Max by plain minimax
// to the depth of the search.
func (t problem[P, M]) truth(moves []string, o Options) (next []string, toMax int) {
	p := t.start
	for _, name := range moves {
		p = t.rules.Apply(p, t.named(p, name))
	}
	for _, m := range t.moves(p) {
		next = append(next, t.rules.Name(m))
	}
	toMax = t.plain(p, len(moves), o)
	if (len(moves)%2 == 0) == t.minAtRoot() {
		toMax = -toMax
	}
	return next, toMax
}

func (t problem[P, M]) named(p P, name string) (m M) {
	for _, m = range t.moves(p) {
		if t.rules.Name(m) == name {
			return m
		}
	}
	panic(name)
}

func (t problem[P, M]) moves(p P) []M {
	if t.rules.Finished(p) {
		return nil
	}
	return t.rules.Moves(p, nil)
}

// plain returns the minimax value for the player to move.
func (t problem[P, M]) plain(p P, ply int, o Options) int {
	away := 0
	if o.Prefer == minimax.Fast {
		away = ply
	}
	estimator, estimates := any(t.rules).(minimax.Estimator[P])
	outweighs := o.Depth > 0 && t.outweighs()
	switch {
	case t.rules.Finished(p) && outweighs:
		return rank(t.rules.Payoff(p)*infinite, away)
	case t.rules.Finished(p):
		return rank(t.rules.Payoff(p), away)
	case o.Depth > 0 && ply == o.Depth && !estimates:
		return 0
	case o.Depth > 0 && ply == o.Depth:
		points := estimator.Estimate(p)
		if outweighs && max(points, -points) >= estimator.Weight() {
			points *= infinite
			points = min(max(points, -infinite), infinite)
		}
		return rank(points, away)
	}
	best := -infinite << 12
	for _, m := range t.moves(p) {
		best = max(best, -t.plain(t.rules.Apply(p, m), ply+1, o))
	}
	return best
}

// worst returns a lower bound for the rank of values in the game.
func (t problem[P, M]) worst(o Options) int {
	if b, ok := any(t.rules).(minimax.Bounded); ok && (o.Depth == 0 || !t.outweighs()) {
		return rank(-b.Bound(), 0)
	}
	return rank(-infinite, 0)
}

// truthful is a problem that can return the truth.
type truthful interface {
	Problem
	truth(moves []string, o Options) (next []string, toMax int)
	worst(o Options) int
	afterMoves(moves []string) (Problem, error)
	minAtRoot() bool
	outweighs() bool
}

// TestStepsAreTrue compares the texts of steps, for all games and from many positions, with the rules and with plain
// minimax. A move reported as cut must not be searched, and every move must be searched or reported as cut. Every value
// must be as stated, for the same player throughout a line. Every comparison must hold and name the best move so far.
// Every bound must be the one with which the search entered. The picture must show the value stated last.
func TestStepsAreTrue(t *testing.T) {
	told := map[string]int{}
	tried := 0
	for _, p := range manyProblems(t) {
		truths := map[string]truth{}
		for _, a := range minimax.Algorithms() {
			for depth := range 4 {
				if !suits(p, a) {
					continue
				}
				tried++
				o := Options{Options: minimax.Options{Algorithm: a, Depth: depth}}
				o.AllBest = tried%3 == 0
				if tried%5 > 2 {
					o.Prefer = minimax.Fast
				}
				found, err := p.Trace(t.Context(), o)
				if errors.Is(err, minimax.ErrTreeTooLarge) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				for _, trace := range found {
					if a == minimax.Deepening {
						o.Depth = trace.Depth
					}
					r := reader{T: t, truthful: p.(truthful), o: o, told: told, truths: truths}
					r.name, r.last = fmt.Sprintf("%s %s %+v", p.Game(), p.Position(), o), map[string]string{}
					r.readAll(trace)
				}
			}
		}
	}
	for _, what := range strings.Split("at most,at least,exact,CUT,first,better,no better,searched again,so,fail-hard",
		",") {
		if told[what] < 40 {
			t.Errorf("only %d steps contain %q", told[what], what)
		}
	}
}

// manyProblems returns all games, from several positions.
func manyProblems(t *testing.T) (problems []Problem) {
	given := map[string][]string{
		"domineering": {"size", "3x3"}, "connect4": {"size", "4x3"},
	}
	positions := map[string]string{"nim": "1,2,1", "grundy": "8"}
	r := rand.New(rand.NewPCG(1975, 1))
	for range 3 {
		for _, g := range Games {
			own := given[g.Name]
			switch g.Name {
			case "tree":
				own = []string{"tree", randomTree(r, 4), "first", []string{"max", "min"}[r.IntN(2)]}
			case "uniform":
				own = []string{"size", "3x3", "order", "random", "seed", strconv.Itoa(r.IntN(99))}
			case "stones":
				own = []string{"values", fmt.Sprintf("%d,%d,3,%d,-2", r.IntN(9)-4, r.IntN(9)-4, r.IntN(9)-4)}
			}
			p := set(t, g.Name, own...)
			if position, ok := positions[g.Name]; ok {
				p = at(t, p, position)
			}
			problems = append(problems, wandered(p, r))
		}
	}
	// In these positions, cuts were announced that did not happen.
	wins, err := set(t, "tictactoe").At("XX./O../O..")
	if err != nil {
		t.Fatal(err)
	}
	return append(problems, set(t, "domineering", "size", "3x3"), set(t, "domineering", "size", "2x4"), wins,
		set(t, "tree", "tree", "((((8 7)(3 9))((9 8)(2 4)))(((1 8)(8 9))((9 9)(3 4))))"))
}

// randomTree returns a random tree of limited depth as text.
func randomTree(r *rand.Rand, plies int) string {
	var children []string
	for range 1 + r.IntN(3) {
		if plies == 1 || r.IntN(6) == 0 {
			children = append(children, strconv.Itoa(r.IntN(19)-9))
		} else {
			children = append(children, randomTree(r, plies-1))
		}
	}
	return "(" + strings.Join(children, " ") + ")"
}

// wandered returns a problem after some random moves.
func wandered(p Problem, r *rand.Rand) Problem {
	var moves []string
	for range r.IntN(5) {
		next, _ := p.(truthful).truth(moves, Options{Options: minimax.Options{Depth: 1}})
		if len(next) == 0 {
			break
		}
		moves = append(moves, next[r.IntN(len(next))])
	}
	for ; len(moves) > 0; moves = moves[:len(moves)-1] {
		if after, err := p.(truthful).afterMoves(moves); err == nil && after.Ending() == "" {
			return after
		}
	}
	return p
}

func (t problem[P, M]) afterMoves(moves []string) (Problem, error) {
	p := t.start
	for _, name := range moves {
		p = t.rules.Apply(p, t.named(p, name))
	}
	return t.At(t.rules.Format(p))
}

// reader reads the steps of a search.
type reader struct {
	*testing.T
	truthful
	o    Options
	name string
	open []*opened
	told map[string]int
	last map[string]string // the value stated last, by the moves to the position

	truths map[string]truth // cache of truths, by the moves to the position
}

// truth holds the facts about a position.
type truth struct {
	next  []string
	toMax int
}

// truth returns the facts about the position after some moves.
func (r *reader) truth(moves []string) (next []string, toMax int) {
	key := fmt.Sprint(r.o.Depth, r.o.Prefer, moves)
	known, ok := r.truths[key]
	if !ok {
		known.next, known.toMax = r.truthful.truth(moves, r.o)
		r.truths[key] = known
	}
	return known.next, known.toMax
}

// opened is a position that was entered.
type opened struct {
	toMax         bool
	alpha, beta   string
	searched, cut []string
	has           int // best score so far for the player to move, initially below any value
	without       int // best score without the move that is searched again
	again         string
}

var (
	entering = regexp.MustCompile(`^(Max|Min) to move(?:, α (\S+(?: in \d+)?), β (\S+(?: in \d+)?))?$`)
	leaving  = regexp.MustCompile(`^(at most |at least |)` + written + `(?: to (Max|Min))?(, fails low|, fails high|)` +
		`(?:, the game is over|, a leaf|, an estimate|(, which the table knows)|)(?:, so ([^;:(]+?))?(?: ` +
		`\(fail-hard: [^)]+\))?` +
		`(?:(?:; the next question|: done)|; (.*))$`)
	hard     = regexp.MustCompile(`\(fail-hard: ([^)]+)\)`)
	compared = regexp.MustCompile(`^(?:the first for (Max|Min), so the best|` +
		`(better|no better) for (Max|Min) than (?:[αβ] )?(\S+(?: in \d+)?))$`)
	valueOfLeaf = regexp.MustCompile(` \(= [^)]+\)`) // beside the number of a leaf without a name
	cutting     = regexp.MustCompile(`^(\S+(?: in \d+)?) ([≤≥]) ([αβ]) (\S+(?: in \d+)?): CUT, not searched: (.*)$`)
)

func (r *reader) readAll(trace Trace) {
	for i, step := range trace.Steps() {
		if !r.step(step) {
			r.Errorf("%s, step %d: %s", r.name, i, step)
			return
		}
	}
	r.picture(trace.Drawing().Root, nil)
}

// step checks a step, and reports whether it is true.
func (r *reader) step(step Step) bool {
	if m := entering.FindStringSubmatch(step.Says); m != nil {
		return r.enter(step.Moves, m[1] == "Max", m[2], m[3])
	}
	m := leaving.FindStringSubmatch(step.Says)
	if m == nil {
		return false
	}
	next, toMax := r.truth(step.Moves)
	if last := len(step.Moves); len(r.open) > last { // otherwise it is a leaf, which has no step for entering
		here := r.open[last]
		r.open = r.open[:last]
		if m[7] == "" && !sameMoves(next, append(slices.Clone(here.searched), here.cut...)) {
			return false
		}
	} else if !r.search(step.Moves) || len(next) > 0 && last != r.o.Depth {
		return false
	}
	return r.value(step.Moves, m, toMax) && r.compare(step.Moves, m)
}

// enter checks a step that enters a position.
func (r *reader) enter(moves []string, toMax bool, alpha, beta string) bool {
	if toMax == (r.minAtRoot() == (len(moves)%2 == 0)) || !r.search(moves) {
		return false
	}
	r.open = append(r.open, &opened{toMax: toMax, alpha: alpha, beta: beta, has: -infinite << 12})
	return len(r.open) == len(moves)+1
}

// search records that a move is searched. The move must not have been cut off, nor searched before unless the steps
// announced that.
func (r *reader) search(moves []string) bool {
	if len(moves) == 0 {
		return len(r.open) == 0
	}
	parent, move := r.open[len(moves)-1], moves[len(moves)-1]
	if slices.Contains(parent.cut, move) || slices.Contains(parent.searched, move) && parent.again != move {
		return false
	}
	if !slices.Contains(parent.searched, move) {
		parent.searched = append(parent.searched, move)
		parent.again = ""
	}
	return true
}

// value checks the stated value of a position.
func (r *reader) value(moves []string, m []string, toMax int) bool {
	shown, sign := strings.TrimSuffix(m[2]+" in "+m[3], " in ")+m[4], ""
	value := read(r.T, shown)
	truth := toMax
	if (m[5] != "") != r.o.toMover() {
		return false
	}
	if m[5] == "Min" {
		truth = -truth
	}
	switch m[1] {
	case "at most ":
		r.told["at most"]++
		sign = "≤ "
		if truth > value || m[6] == ", fails high" {
			return false
		}
	case "at least ":
		r.told["at least"]++
		sign = "≥ "
		if truth < value || m[6] == ", fails low" {
			return false
		}
	default:
		r.told["exact"]++
		if truth != value || m[6] != "" {
			return false
		}
	}
	r.last[strings.Join(moves, " ")] = sign + shown
	if h := hard.FindStringSubmatch(m[0]); h != nil {
		r.told["fail-hard"]++
		if h[1] == sign+shown || !r.within(h[1], truth) {
			return false
		}
	}
	if m[8] != "" {
		r.told["so"]++
		r.last[strings.Join(moves, " ")] = m[8]
		return r.within(m[8], truth)
	}
	return true
}

// within checks a value in a picture.
func (r *reader) within(text string, truth int) bool {
	if least, most, ok := strings.Cut(text, " … "); ok {
		return read(r.T, least) <= truth && truth <= read(r.T, most)
	}
	if most, ok := strings.CutPrefix(text, "≤ "); ok {
		return truth <= read(r.T, most)
	}
	if least, ok := strings.CutPrefix(text, "≥ "); ok {
		return truth >= read(r.T, least)
	}
	return truth == read(r.T, text)
}

// compare checks the stated comparison of a position with the best so far.
func (r *reader) compare(moves []string, m []string) bool {
	if len(moves) == 0 {
		return m[9] == ""
	}
	parent, move := r.open[len(moves)-1], moves[len(moves)-1]
	who, flip := "Min", 1
	if parent.toMax {
		who = "Max"
	}
	if !parent.toMax && !r.o.toMover() {
		flip = -1
	}
	if m[5] != "" && m[5] != who {
		return false
	}
	value := flip * read(r.T, strings.TrimSuffix(m[2]+" in "+m[3], " in ")+m[4])
	says, cut, _ := strings.Cut(m[9], "; ")
	says, again := strings.CutSuffix(says, ": searched again")
	c := compared.FindStringSubmatch(says)
	if c == nil || c[1]+c[3] != who {
		return false
	}
	bound := -infinite << 12
	if r.o.Algorithm.Cuts() {
		bound = read(r.T, parent.alpha)
		if flip < 0 {
			bound = -read(r.T, parent.beta)
		}
	}
	has := max(parent.has, bound)
	if parent.again == move {
		has = max(parent.without, bound)
	}
	switch {
	case c[1] != "":
		r.told["first"]++
		if len(parent.searched) != 1 || has > r.worst(r.o) {
			return false
		}
	case (value > has) != (c[2] == "better") || flip*read(r.T, c[4]) != has:
		return false
	default:
		r.told[c[2]]++
	}
	if parent.again != move {
		parent.without = parent.has
	}
	parent.has, parent.again = max(parent.has, value), ""
	if again {
		r.told["searched again"]++
		parent.again = move
	}
	return cut == "" || r.cut(parent, cut, flip)
}

// cut checks that the compared value reaches the bound, and records the moves reported as cut.
func (r *reader) cut(parent *opened, says string, flip int) bool {
	c := cutting.FindStringSubmatch(says)
	if c == nil || parent.cut != nil {
		return false
	}
	r.told["CUT"]++
	best, bound, sign, name, entered := flip*read(r.T, c[1]), flip*read(r.T, c[4]), "≥", "β", parent.beta
	if flip < 0 {
		sign, name, entered = "≤", "α", parent.alpha
	}
	parent.cut = strings.Fields(valueOfLeaf.ReplaceAllString(c[5], ""))
	return best == parent.has && best >= bound && c[2] == sign && c[3] == name && c[4] == entered
}

// picture checks that a drawing shows the values stated last, and shows positions that were never searched as cut off.
func (r *reader) picture(n *trees.Node, moves []string) {
	value, searched := r.last[strings.Join(moves, " ")]
	if n.Pruned == searched {
		r.Errorf("%s: the picture shows %v as cut off: %t", r.name, moves, n.Pruned)
	}
	if shown := strings.TrimPrefix(n.Value, "≈ "); searched && !r.o.toMover() && shown != value {
		r.Errorf("%s: the picture shows %s at %v, but the steps stated %s", r.name, shown, moves, value)
	}
	for i, child := range n.Children {
		if next, _ := r.truth(moves); !n.Pruned {
			r.picture(child, append(slices.Clone(moves), next[i]))
		}
	}
}

// sameMoves reports whether two lists contain the same moves, each once.
func sameMoves(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// TestStepsOfPiles checks that the steps of a game that splits piles name positions, with the moves for their depth.
func TestStepsOfPiles(t *testing.T) {
	var got []string
	o := Options{Options: minimax.Options{Algorithm: minimax.Minimax}}
	p, err := set(t, "grundy").At("5")
	if err != nil {
		t.Fatal(err)
	}
	found := traces(t, p, o)
	for _, step := range found[0].Steps() {
		got = append(got, fmt.Sprint(len(step.Moves), " ", step.At()))
	}
	// 5 becomes 4,1, that 3,1,1 and that 2,1,1,1; and 5 becomes 3,2, that 2,2,1.
	for _, want := range []string{"0 root", "1 4,1", "2 3,1,1", "3 2,1,1,1", "1 3,2", "2 2,2,1"} {
		if !slices.Contains(got, want) {
			t.Errorf("no step %q among %q", want, got)
		}
	}
}
