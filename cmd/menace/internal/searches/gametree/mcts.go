package gametree

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"menace/cmd/menace/internal/searches/trees"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/words"
	"menace/menace/option"
	"menace/minimax"
)

// MoveVisits is the JSON form of what Monte-Carlo tree search found about a move. The mean and the upper bound are for
// the player to move; an untried move has neither.
type MoveVisits struct {
	Move   string   `json:"move"`
	Visits int64    `json:"visits"`
	Mean   *float64 `json:"mean"`
	Upper  *float64 `json:"upper_bound"`
}

// MovesVisited describes the moves of a position, the most visited first.
type MovesVisited []MoveVisits

// sample searches by Monte-Carlo tree search. The value is the mean of the most visited move.
func (t problem[P, M]) sample(ctx context.Context, o minimax.Options) (Report, error) {
	if err := t.withoutChance(o.Algorithm.String()); err != nil {
		return Report{}, option.Wrong("algorithm", err)
	}
	u, err := minimax.NewUCT(t.rules, t.start, o.Exploration, rand.NewPCG(uint64(o.Sampling.Seed), 0))
	if err != nil {
		return Report{}, err
	}
	began := time.Now()
	err = u.Run(ctx, o.Playouts)
	r := Report{
		Game: t.game, Position: t.Position(), Algorithm: o.Algorithm.String(), PVComplete: true,
		Playouts: u.Root.Visits, Seconds: time.Since(began).Seconds(), moves: len(u.Root.Moves()),
		Stats: minimax.Stats{Nodes: u.Nodes, Leaves: u.Root.Visits, TableEntries: u.Size},
	}
	if err != nil {
		r.Stopped = fmt.Sprintf("%s after %s", r.Algorithm, words.Plural(u.Root.Visits, "playout"))
	}
	r.Moves = t.moveVisits(u)
	best := u.Root.MostVisited()
	r.Best = []string{t.rules.Name(best.Move)}
	for n := best; n != nil; n = n.MostVisited() {
		if r.PV = append(r.PV, t.rules.Name(n.Move)); n.Untried() > 0 {
			break
		}
	}
	mean := t.unit() * best.Mean()
	if t.minAtRoot() {
		mean = -mean
	}
	r.Value, r.Text = mean, "≈ "+writeMean(mean)
	return r, err
}

// moveVisits describes the moves at the root, the most visited first.
func (t problem[P, M]) moveVisits(u *minimax.UCT[P, M]) (all MovesVisited) {
	for i, m := range u.Root.Moves() {
		v := MoveVisits{Move: t.rules.Name(m)}
		if i < len(u.Root.Children) {
			child := u.Root.Children[i]
			mean, upper := t.unit()*child.Mean(), t.unit()*u.Upper(child)
			v.Visits, v.Mean, v.Upper = child.Visits, &mean, &upper
		}
		all = append(all, v)
	}
	slices.SortStableFunc(all, func(a, b MoveVisits) int { return cmp.Compare(b.Visits, a.Visits) })
	return all
}

// unit returns the size of one payoff step.
func (t problem[P, M]) unit() float64 {
	if g, ok := t.rules.(interface{ Unit() float64 }); ok {
		return g.Unit()
	}
	return float64(max(t.Win, 1))
}

// writeMean formats a mean or a bound.
func writeMean(mean float64) string { return words.Fixed("%.3f", mean) }

// Table returns a table of the moves.
func (m MovesVisited) Table() tables.Text {
	var lines [][]string
	for _, v := range m {
		line := []string{v.Move, words.Count(v.Visits), "", "∞"}
		if v.Mean != nil {
			line[2], line[3] = writeMean(*v.Mean), writeMean(*v.Upper)
		}
		lines = append(lines, line)
	}
	return tables.Text{Right: 1, Headings: []string{"move", "visits", "mean", "upper bound"}, Lines: lines}
}

// Shown is a search that can be shown: its tree as text or as a drawing, and its steps.
type Shown interface {
	Ahead() string // how far the search looks ahead
	By() string    // the algorithm, and whom values are for
	Text() string
	Drawing() *trees.Drawing
	Steps() []Step
	After(step int) *trees.Drawing // the drawing after a step
	Strip() *trees.Strip           // all steps, with their windows
}

// Show searches with one algorithm, and returns its tree; for iterative deepening, the tree of each depth.
func Show(ctx context.Context, p Problem, o Options) (all []Shown, err error) {
	if o.Algorithm == minimax.MCTS {
		s, err := p.Playouts(ctx, o)
		return []Shown{s}, err
	}
	found, err := p.Trace(ctx, o)
	for _, t := range found {
		all = append(all, t)
	}
	return all, err
}

// Display limits of Monte-Carlo tree search.
const (
	shownPlayouts  = 20 // playouts with steps
	shownPositions = 40 // positions of the tree after all playouts
)

// Playouts is the tree of Monte-Carlo tree search after all playouts, with the steps of the first ones.
type Playouts struct {
	Setup
	Options
	Moves  MovesVisited // after all playouts
	title  string
	phases []phase
	early  *visited // after the phases
	final  *visited // after all playouts
	least  int64    // minimum number of visits of the positions in final
}

// visited is a position of the tree.
type visited struct {
	id       any // identifies the position in both trees
	move     string
	count    count
	picture  trees.Node // without counts
	children []*visited
}

// count is what the search has counted at a position. The mean and the upper bound are for the player who moved there.
type count struct {
	visits      int64
	mean, upper string // "" without visits, and at the root
}

// phase is one phase of a playout, as a step. It ends at a position, with these counts.
type phase struct {
	Step
	here   any
	counts map[any]count
}

func (t problem[P, M]) Playouts(ctx context.Context, o Options) (*Playouts, error) {
	if err := t.withoutChance(o.Algorithm.String()); err != nil {
		return nil, option.Wrong("algorithm", err)
	}
	u, err := minimax.NewUCT(t.rules, t.start, o.Exploration, rand.NewPCG(uint64(o.Sampling.Seed), 0))
	if err != nil {
		return nil, err
	}
	s := &Playouts{Setup: t.Setup, Options: o, least: 1}
	s.title = nameIn(t.in(), t) + ", " + s.Ahead()
	for number := range min(o.Playouts, shownPlayouts) {
		t.iterate(s, u, number+1)
	}
	s.early = t.visited(u, u.Root, nil, s.least)
	if err := u.Run(ctx, o.Playouts-int(u.Root.Visits)); err != nil {
		return nil, err
	}
	for ; frequent(u.Root, s.least) > shownPositions; s.least++ {
	}
	s.Moves, s.final = t.moveVisits(u), t.visited(u, u.Root, nil, s.least)
	return s, nil
}

// frequent returns the number of positions of a tree with at least this many visits.
func frequent[P, M any](n *minimax.Node[P, M], least int64) (positions int) {
	if n.Visits < least {
		return 0
	}
	for _, child := range n.Children {
		positions += frequent(child, least)
	}
	return positions + 1
}

// iterate makes a playout and describes its phases.
func (t problem[P, M]) iterate(s *Playouts, u *minimax.UCT[P, M], number int) {
	var path []*minimax.Node[P, M] // from the root
	in := t.in()
	add := func(at *minimax.Node[P, M], says string) {
		says = in.Text("iteration {number}, ", "number", number) + says
		name := cmp.Or(t.label(t.start), in.Text("root"))
		p := phase{Step{Moves: t.line(at), Says: says, name: name}, at, map[any]count{}}
		t.countAll(u, u.Root, p.counts)
		s.phases = append(s.phases, p)
	}
	selected := u.Select()
	for n := selected; n != nil; n = n.Parent {
		path = append(path, n)
	}
	slices.Reverse(path)
	for _, n := range path[1:] {
		mean, width := t.unit()*n.Mean(), t.unit()*u.Width(n)
		bound := fmt.Sprintf("%s + %s = %s", writeMean(mean), writeMean(width), writeMean(mean+width))
		add(n.Parent, in.Text("selection: {move}, whose upper bound {bound} is the highest",
			"move", t.rules.Name(n.Move), "bound", bound))
	}
	n := u.Expand(selected)
	if n == selected {
		add(n, in.Text("expansion: none, the game is over"))
	} else {
		path = append(path, n)
		move, untried := t.rules.Name(n.Move), selected.Untried()+1
		if untried == 1 {
			add(selected, in.Text("expansion: {move}, the last untried move", "move", move))
		} else {
			add(selected, in.Text("expansion: {move}, the first of {untried} untried moves", "move", move,
				"untried", untried))
		}
	}
	payoff, line := u.Play(n)
	toMax := payoff
	if t.minAtRoot() {
		toMax = -payoff
	}
	add(n, in.Text("playout: {moves}: {value} for {player}", "moves",
		cmp.Or(strings.Join(t.names(line), " "), in.Text("no move left")), "value", t.text(toMax, false),
		"player", t.player(true)))
	u.Backup(n, payoff)
	says := in.Text("backup: root: {n} visits", "n", u.Root.Visits)
	for _, n := range path[1:] {
		c := t.countOf(u, n)
		says += "; " + in.Text("{moves}: {n} visits, mean {mean}", "moves", strings.Join(t.line(n), " "), "n", c.visits,
			"mean", c.mean)
	}
	add(u.Root, says)
}

// line returns the names of the moves that lead to a position.
func (t problem[P, M]) line(n *minimax.Node[P, M]) (moves []string) {
	for ; n.Parent != nil; n = n.Parent {
		moves = append(moves, t.rules.Name(n.Move))
	}
	slices.Reverse(moves)
	return moves
}

// countOf returns what has been counted at a position.
func (t problem[P, M]) countOf(u *minimax.UCT[P, M], n *minimax.Node[P, M]) count {
	c := count{visits: n.Visits}
	if n.Visits > 0 && n.Parent != nil {
		c.mean, c.upper = writeMean(t.unit()*n.Mean()), writeMean(t.unit()*u.Upper(n))
	}
	return c
}

// countAll stores the counts of a position and of all positions below it.
func (t problem[P, M]) countAll(u *minimax.UCT[P, M], n *minimax.Node[P, M], counts map[any]count) {
	counts[n] = t.countOf(u, n)
	for _, child := range n.Children {
		t.countAll(u, child, counts)
	}
}

// visited returns a position and all positions below it with enough visits.
func (t problem[P, M]) visited(
	u *minimax.UCT[P, M], n *minimax.Node[P, M], parent *visited, least int64,
) *visited {
	v := &visited{id: n, count: t.countOf(u, n)}
	if parent == nil {
		v.picture.Max = !t.minAtRoot()
		t.look(&v.picture, n.Position, "", nil)
	} else {
		v.move, v.picture.Max = t.rules.Name(n.Move), !parent.picture.Max
		t.look(&v.picture, n.Position, v.move, parent.picture.Board)
	}
	for _, child := range n.Children {
		if child.Visits >= least {
			v.children = append(v.children, t.visited(u, child, v, least))
		}
	}
	return v
}

// Ahead returns the number of playouts.
func (s *Playouts) Ahead() string { return s.in().Text("{n} playouts", "n", s.Playouts) }

// By names the algorithm, and whom its means are for.
func (s *Playouts) By() string {
	return s.Algorithm.String() + ", with means for the player who made the move"
}

// Text draws the tree after all playouts as text.
func (s *Playouts) Text() string {
	positions := map[*minimax.Tree]*visited{}
	var tree func(v *visited) *minimax.Tree
	tree = func(v *visited) *minimax.Tree {
		t := &minimax.Tree{}
		for _, child := range v.children {
			t.Children = append(t.Children, tree(child))
		}
		positions[t] = v
		return t
	}
	text := tree(s.final).Draw(func(t *minimax.Tree) string {
		v := positions[t]
		line := strings.ToLower(s.player(v.picture.Max)) + " " + words.Plural(v.count.visits, "visit")
		if v.move != "" {
			line = fmt.Sprintf("%s  %s, mean %s, upper bound %s", v.move, line, v.count.mean, v.count.upper)
		}
		return line
	})
	if s.least > 1 {
		text += "\n" + words.Sentence(s.leftOut()) + ".\n"
	}
	return text
}

// leftOut describes the positions that are not shown.
func (s *Playouts) leftOut() string {
	return s.in().Text("positions with fewer than {n} visits are left out", "n", s.least)
}

// Steps describes the phases of the first playouts, and the end of the search if that comes later.
func (s *Playouts) Steps() (steps []Step) {
	for _, p := range s.phases {
		steps = append(steps, p.Step)
	}
	if s.Playouts > shownPlayouts {
		end := Step{Says: s.Ahead() + ": " + s.in().Text("done"), name: s.phases[0].name}
		if s.least > 1 {
			end.Says += "; " + s.leftOut()
		}
		steps = append(steps, end)
	}
	return steps
}

// Drawing draws the tree after all playouts.
func (s *Playouts) Drawing() *trees.Drawing {
	d := s.drawing(s.position(s.final, nil, nil, true))
	if s.least > 1 {
		d.Subtitle += ". " + words.Sentence(s.leftOut())
	}
	return d
}

// After draws the tree after one of the steps.
func (s *Playouts) After(step int) *trees.Drawing {
	if step == len(s.phases) {
		return s.Drawing()
	}
	p := s.phases[step]
	d := s.drawing(s.position(s.early, p.counts, p.here, false))
	d.Final = s.position(s.early, nil, nil, false)
	return d
}

func (s *Playouts) drawing(root *trees.Node) *trees.Drawing {
	return &trees.Drawing{
		Title: s.in().Text("{search}, by {algorithm}", "search", s.title, "algorithm", s.Algorithm.String()),
		Subtitle: s.in().Text("Square: {max} to move; round: {min}. Number: visits. "+
			"Means and upper bounds are for the player who made the move. Thick: most visited",
			"max", s.player(true), "min", s.player(false)),
		Root: root,
	}
}

// position draws a position and everything below it, with these counts or, where they have none, the position's own. pv
// reports whether it is on the line of the most visited moves.
func (s *Playouts) position(v *visited, counts map[any]count, here any, pv bool) *trees.Node {
	d, c, seen := v.picture, v.count, true
	if counts != nil {
		c, seen = counts[v.id]
	}
	d.PV, d.Here, d.Unseen = pv, v.id == here, !seen
	if seen {
		d.Value = words.Count(c.visits)
	}
	if c.mean != "" {
		d.Notes = []string{s.in().Text("mean {value}", "value", c.mean),
			s.in().Text("upper {value}", "value", c.upper)}
	}
	var most *visited
	for _, child := range v.children {
		if most == nil || child.count.visits > most.count.visits {
			most = child
		}
	}
	for _, child := range v.children {
		d.Children = append(d.Children, s.position(child, counts, here, pv && child == most))
	}
	return &d
}

// Strip draws every step. Playouts have no windows.
func (p *Playouts) Strip() *trees.Strip {
	strip := &trees.Strip{Title: p.in().Text("{search}, step by step",
		"search", p.After(len(p.Steps())-1).Title)}
	for _, step := range p.Steps() {
		strip.Rows = append(strip.Rows, trees.Row{Text: step.At() + ": " + step.Says, Indent: len(step.Moves)})
	}
	return strip
}
