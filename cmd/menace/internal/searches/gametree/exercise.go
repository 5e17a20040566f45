package gametree

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/searches/trees"
	"menace/menace/option"
	"menace/minimax"
)

// Exercise is a search to carry out by hand: a tree that shows only the values of its leaves, and questions. Every
// position has a name: its name in the tree, or a letter.
type Exercise struct {
	Title     string
	Seed      int64  // seed that chose the questions
	Text      string // the tree
	Values    string // name of the player whose perspective the leaf values use
	Drawing   *trees.Drawing
	Root      Spot   // the tree as an outline, with the place of each position in the drawing that Untitled returns
	searched  string // the algorithm, and how far it looks ahead
	Score     int    // number of right answers so far
	Questions []Question

	in *language.Language
}

// Untitled returns the drawing without its title, for a page that shows the title as text: on a phone, which shows the
// middle of a picture, it would be cut off.
func (x Exercise) Untitled() *trees.Drawing { return untitled(x.Drawing) }

func untitled(d *trees.Drawing) *trees.Drawing {
	bare := *d
	bare.Title, bare.Subtitle = "", ""
	return &bare
}

// Spot is a position of an exercise: its name, a description that shows no answers, and its place in the drawing.
type Spot struct {
	Name, Text string
	trees.Place
	Children []Spot
}

// Grade grades the answer to a question, counted from 0. It returns an error if the answer cannot be parsed.
func (x *Exercise) Grade(question int, answer string) (err error) {
	q := &x.Questions[question]
	if q.Explanation, err = q.check(answer); err != nil {
		err = x.in.Translate(err)
		q.Explanation = err.Error()
	}
	if q.Right = q.Explanation == ""; q.Right {
		x.Score++
	}
	return err
}

// ExerciseOptions select the questions of an exercise and, unless a tree is given, the tree.
type ExerciseOptions struct {
	Seed       int64
	Difficulty Difficulty
	Example    string   // a tree of [Examples], or "" for a random tree
	Kinds      []string // kinds of questions, or nil for the usual ones of the difficulty
}

// Difficulty is the size of an exercise.
type Difficulty uint8

// Levels names each [Difficulty].
var Levels = []string{"easy", "medium", "hard"}

// difficulties describes each [Difficulty].
var difficulties = [...]struct {
	depth, most, highest      int // of a random tree: plies, maximum number of positions, the highest leaf
	values, windows, returned int // numbers of questions of these kinds
	without                   []string
}{
	{depth: 2, most: 13, highest: 9, values: 2, windows: 2, returned: 1,
		without: []string{"type", "sorting", "fewest", "table", "key", "uct"}},
	{depth: 3, most: 25, highest: 19, values: 3, windows: 3, returned: 1, without: []string{"fewest", "uct"}},
	{depth: 4, most: 45, highest: 30, values: 3, windows: 3, returned: 2, without: []string{"uct"}},
}

// Example is a tree from a course about searches.
type Example struct{ Name, Tree, Source string }

// Examples are trees from courses, without the names of nodes. Max moves first.
var Examples = []Example{
	{"russell-norvig", "((3 12 8)(2 4 6)(14 5 2))", "Russell and Norvig, Artificial Intelligence"},
	{"winston", "((2 7)(1 8))", "Winston, Artificial Intelligence"},
	{"wikipedia", "((((5 6)(7 4 5))((3)))(((6)(6 9))((7)))(((5))((9 8)(6))))", "Wikipedia, Alpha–beta pruning"},
	{"chance", "((0.5:3 0.5:12) (0.9:3 0.1:20) (0.5:(4 9) 0.5:(7 2)))", "expectiminimax, as in Ballard's article"},
	{"deep", "(5 (((4 9) 2) 8))", "a deep cut-off, as in Knuth and Moore"},
}

// Tree returns the text of the tree for an exercise without a given tree. It contains the names that the exercise gives
// to inner nodes, so that other pages and commands use the same names.
func (e ExerciseOptions) Tree() string {
	tree := ""
	for _, example := range Examples {
		if example.Name == e.Example {
			tree = example.Tree
		}
	}
	p, err := setUpTree(Setup{Tree: cmp.Or(tree, e.randomTree()), Order: "given"})
	if err != nil {
		panic(err)
	}
	o := Options{}
	if p.Chancy() {
		o.Algorithm = minimax.Expectiminimax
	}
	traces, err := p.Trace(context.Background(), o)
	if err != nil {
		panic(err)
	}
	return newExaminer(traces[0]).root.text()
}

// text writes a position of a tree in the notation of trees, with its name.
func (n *node) text() string {
	chance := ""
	if n.chance != "" {
		chance = n.chance + ":"
	}
	if n.picture.Leaf {
		return chance + n.picture.Value
	}
	var children []string
	for _, child := range n.children {
		children = append(children, child.text())
	}
	return chance + n.name + "(" + strings.Join(children, " ") + ")"
}

// randomTree returns a random tree as text. Alpha-beta cuts off something in it, and more if the difficulty is higher.
func (e ExerciseOptions) randomTree() string {
	level, random := difficulties[e.Difficulty], rand.New(rand.NewPCG(uint64(e.Seed), uint64(e.Difficulty)))
	size := 0
	var grow func(plies int) string
	grow = func(plies int) string {
		size++
		if plies == 0 || plies < level.depth-1 && random.IntN(5) == 0 {
			return fmt.Sprint(random.IntN(level.highest + 1))
		}
		children := make([]string, 2+random.IntN(2))
		for i := range children {
			children[i] = grow(plies - 1)
		}
		return "(" + strings.Join(children, " ") + ")"
	}
	for {
		size = 0
		setup := Setup{Tree: grow(level.depth), Order: "given"}
		p, err := setUpTree(setup)
		if err != nil || size > level.most {
			continue
		}
		r, err := p.Search(context.Background(), minimax.Options{Algorithm: minimax.AlphaBeta})
		if err == nil && r.Cutoffs >= int64(level.depth)-1 {
			return setup.Tree
		}
	}
}

// Sheet returns the exercise as a sheet to print, with or without answers.
func (x Exercise) Sheet(answers bool) trees.Sheet {
	sheet := trees.Sheet{Tree: x.Drawing}
	for _, q := range x.Questions {
		item := trees.Question{Prompt: q.Prompt}
		if answers {
			item.Answer = q.Answer
		}
		sheet.Questions = append(sheet.Questions, item)
	}
	return sheet
}

// ErrSheet reports an exercise whose tree would be unreadable on a sheet of paper.
var ErrSheet = fmt.Errorf("%w for a sheet of paper", minimax.ErrTreeTooLarge)

// mostInExercise is the largest number of positions in an exercise.
const mostInExercise = 100

// NewExercise asks questions about a search of a problem.
func NewExercise(ctx context.Context, p Problem, o Options, e ExerciseOptions) (Exercise, error) {
	if o.Algorithm.Table() || !o.Algorithm.Exact() {
		return Exercise{}, fmt.Errorf("%v: exercises are about searches without a table", o.Algorithm)
	}
	tooLarge := fmt.Errorf("%w to search by hand, with more than %d positions", minimax.ErrTreeTooLarge, mostInExercise)
	traces, err := p.Trace(ctx, o)
	if errors.Is(err, minimax.ErrTreeTooLarge) {
		return Exercise{}, tooLarge
	}
	if err != nil {
		return Exercise{}, err
	}
	x := newExaminer(traces[0])
	if x.root.whole == nil || len(x.all) > mostInExercise {
		return Exercise{}, tooLarge
	}
	e.Seed = cmp.Or(x.Seed, e.Seed) // the seed of a game also selects the questions
	questions := x.questions(ctx, p, o, e)
	if questions == nil {
		return Exercise{}, option.Wrong("ask", errors.New("there is no such question about this search"))
	}
	at := strings.Replace(x.title, " root,", " "+x.root.name+",", 1) // a nameless root has a name now
	title := x.in().Text("Exercise: {search}, by {algorithm}", "search", at,
		"algorithm", o.Algorithm.String()+x.convention())
	drawing := &trees.Drawing{Title: title, Subtitle: x.legend() + ".", Root: x.draw(x.root)}
	return Exercise{
		searched: fmt.Sprint(o.Algorithm, o.Depth),
		Root:     x.spot(x.root, drawing.Root, untitled(drawing).Places()),
		Title:    title, Seed: e.Seed, Text: x.root.whole.Draw(x.line),
		Values:    x.in().Text("Values are for {player}.", "player", x.whom()),
		Drawing:   drawing,
		Questions: questions, in: x.in(),
	}, nil
}

// examiner asks questions about a search. It takes the answers from the trace of the search.
type examiner struct {
	Trace           // the search asked about
	plain   Trace   // the steps of minimax, which visits the whole tree
	all     []*node // ply by ply, from left to right
	visited []*node // in the order of the search, once for every visit
}

// newExaminer prepares questions about a search. It names every nameless position.
func newExaminer(search Trace) *examiner {
	x := &examiner{Trace: search, plain: search, all: []*node{search.root}}
	if x.plain.Algorithm = x.exhaustive(); x.toMover() {
		x.plain.Algorithm = minimax.Negamax
	}
	if whole := search.root.whole; whole != nil {
		x.plain.steps = whole.Steps
	}
	taken := map[string]bool{"": true}
	for i := 0; i < len(x.all); i++ {
		taken[x.all[i].name] = true
		x.all = append(x.all, x.all[i].children...)
	}
	letter := 0
	for _, n := range x.all {
		for ; n.name == ""; letter++ {
			if name := letters(letter); !taken[name] {
				n.name = name
			}
		}
		n.move = n.name // the name for explanations
	}
	for _, step := range search.steps {
		if !step.Left {
			x.visited = append(x.visited, search.nodes[step.At])
		}
	}
	return x
}

// letters returns A, B, …, Z, AA, AB, …
func letters(n int) string {
	if n < 26 {
		return string(rune('A' + n))
	}
	return letters(n/26-1) + letters(n%26)
}

// leaves returns the leaves below the position, from left to right.
func (n *node) leaves() (all []*node) {
	if n.children == nil {
		return []*node{n}
	}
	for _, child := range n.children {
		all = append(all, child.leaves()...)
	}
	return all
}

// unlabelled reports whether the picture of a position shows neither a board nor a text other than its name.
func (n *node) unlabelled() bool {
	return n.picture.Board == nil && (n.picture.Label == "" || n.picture.Label == n.name)
}

// draw draws a position and everything below it, with names but without what a student is asked to find.
func (x *examiner) draw(n *node) *trees.Node {
	d := n.picture
	d.Pruned = false
	switch {
	case n.unlabelled():
		d.Label = n.name
	case d.Leaf:
		d.Value = n.name + ": " + d.Value
	default:
		d.Value = n.name
	}
	for _, child := range n.children {
		d.Children = append(d.Children, x.draw(child))
	}
	return &d
}

// spot describes a drawn position and everything below it.
func (x *examiner) spot(n *node, drawn *trees.Node, places map[*trees.Node]trees.Place) Spot {
	s := Spot{Name: n.name, Text: strings.Join(strings.Fields(x.line(n.whole)), " "), Place: places[drawn]}
	for i, child := range n.children {
		s.Children = append(s.Children, x.spot(child, drawn.Children[i], places))
	}
	return s
}

// line describes a position without what a student is asked to find.
func (x *examiner) line(at *minimax.Tree) string {
	n := x.nodes[at]
	text := n.name
	if n.chance != "" {
		text += "  (" + n.chance + ")"
	}
	if !n.unlabelled() {
		text += strings.TrimRight("  "+n.picture.Edge, " ") + "  " + n.position
	}
	switch value := x.plain.value(at); {
	case at.Horizon():
		return text + "  ≈ " + value
	case at.Finished():
		return text + "  = " + value
	}
	return text + "  " + x.mover(at)
}
