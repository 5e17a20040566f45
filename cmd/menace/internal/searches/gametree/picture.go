package gametree

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"menace/cmd/menace/internal/searches/trees"
	"menace/minimax"
	"menace/minimax/games"
)

// sketch draws position p as it looks before the search: its board or its text, and the value if it is a leaf. known is
// what a search found there, or nil.
func (t problem[P, M]) sketch(trace Trace, n *node, p P, known *minimax.Tree) {
	d := &n.picture
	at := cmp.Or(n.Tree, n.whole)
	d.Max, d.Chance, d.Pruned = trace.toMax(at), at.Chance, n.cutOff()
	switch {
	case known == nil && t.rules.Finished(p):
		payoff := t.rules.Payoff(p)
		if trace.flips(d.Max) {
			payoff = -payoff
		}
		d.Leaf, d.Value = true, t.text(payoff, false)
	case known != nil && (known.Finished() || known.Horizon()):
		d.Leaf, d.Value = true, trace.shown(known, len(known.Visits))
	}
	d.Given = t.given(p, d)
	var before []string
	if n.parent != nil {
		before = n.parent.picture.Board
	}
	n.name, d.Edge = t.label(p), n.chance
	t.look(d, p, n.move, before)
}

// given returns the number that an abstract tree gives for position p, a payoff or an estimate to Max, or "". The
// search counts unfinished positions without an estimate as 0.
func (t problem[P, M]) given(p P, d *trees.Node) string {
	if _, abstract := t.rules.(labelled[P]); !abstract {
		return ""
	}
	if t.rules.Finished(p) {
		payoff := t.rules.Payoff(p)
		if !d.Max {
			payoff = -payoff
		}
		return t.text(payoff, false)
	}
	given := ""
	if g, ok := t.rules.(interface{ Given(P) string }); ok {
		given = g.Given(p)
	}
	if d.Leaf {
		return cmp.Or(strings.TrimSuffix(given, "!"), "0")
	}
	return given
}

// label returns the name of a position, or "" if the game names only moves.
func (t problem[P, M]) label(p P) string {
	if g, ok := t.rules.(labelled[P]); ok {
		return g.Label(p)
	}
	return ""
}

// look draws position p itself: its name, or its board or text with the move to it. before is the board before the
// move, if the game has boards.
func (t problem[P, M]) look(d *trees.Node, p P, move string, before []string) {
	if _, ok := t.rules.(labelled[P]); ok {
		d.Label = t.label(p)
		return
	}
	position := t.rules.Format(p)
	d.Edge, d.Label = move, position
	if cells := position[strings.LastIndex(position, ":")+1:]; strings.Contains(cells, "/") {
		d.Label, d.Board = "", strings.Split(cells, "/")
	}
	if t.game == "domineering" && before != nil {
		d.Board = dominoes(before, d.Board, move[0])
	}
	if stones, ok := any(t.rules).(games.Stones); ok && t.Players != (Players{}) {
		first, second, ok := stones.Sums(any(p).(games.Takings))
		if !d.Max {
			first, second = second, first
		}
		if ok {
			d.Label = fmt.Sprintf("%s: %d %s: %d", t.player(true), first, t.player(false), second)
		}
	}
}

// dominoes marks the cells of a board that were still free on the board before. The mark is the first letter of the
// move: V for an upright domino and H for one across.
func dominoes(before, board []string, mark byte) (marked []string) {
	for i, row := range board {
		cells := []byte(before[i])
		for j := range cells {
			if cells[j] == '.' && row[j] == '#' {
				cells[j] = mark
			}
		}
		marked = append(marked, string(cells))
	}
	return marked
}

// snapshot is a trace, and what the search knows after some of its steps.
type snapshot struct {
	Trace
	here  *node // the position of the last step, or nil
	state map[*minimax.Tree]*state
	drawn map[*node]*trees.Node // positions drawn so far that the search visited before
}

// state is what the search knows about a position.
type state struct {
	open   bool // the search is at the position or below it
	best   int  // the best score so far, from the perspective of the player to move
	found  bool // best comes from a move searched during this visit, and is not just α
	beta   int  // β of the current visit, or else of the last one
	visits int  // number of finished visits
	cutOff bool // the position has been cut off
}

// Drawing draws the tree.
func (t Trace) Drawing() *trees.Drawing { return t.draw(len(t.steps), nil) }

// After draws what the search knows after one of the steps. A position has the same place in the drawings of all steps.
func (t Trace) After(step int) *trees.Drawing {
	s := t.Steps()[step]
	d := t.draw(s.steps, s.node)
	d.Window = t.after(s.steps, nil).windowAfter(s.steps - 1)
	return d
}

// draw draws the tree after this many steps. The last one was at the node here, which is marked unless it is nil.
func (t Trace) draw(steps int, here *node) *trees.Drawing {
	d := &trees.Drawing{
		Title: t.in().Text("{search}, by {algorithm}", "search", t.title,
			"algorithm", t.Algorithm.String()+t.convention()),
		Subtitle: t.legend() + ". " + t.in().Text("Thick: best play"),
		Root:     t.after(steps, here).position(t.root, steps == len(t.steps)),
		Final:    t.after(len(t.steps), nil).position(t.root, true), Types: t.Types > 0,
		Given: t.abstract, Movers: [3]string{t.player(true), t.player(false), t.in().Text("Chance")},
	}
	if t.Algorithm.Cuts() {
		d.Subtitle += ". " + t.in().Text("Grey: cut off")
	}
	if t.Algorithm == minimax.MinimaxSym {
		d.Subtitle += ". " + t.in().Text("Dashed: the same position up to symmetry")
	} else if t.Algorithm.Table() {
		d.Subtitle += ". " + t.in().Text("Table: known already")
	}
	switch t.Types {
	case minimax.ByValue:
		d.Subtitle += ". " + t.in().Text("1, 2, 3: Knuth and Moore's types, counting the best move searched as the "+
			"first")
	case minimax.ByWindow:
		d.Subtitle += ". " + t.in().Text("1: entered with α and β infinite; "+
			"2, 3: with one finite bound, the other player's or the mover's")
	}
	if unknown(d.Final) {
		d.Subtitle += ". " + t.in().Text("?: nothing is known")
	}
	if t.Algorithm.Cuts() {
		d.Subtitle += ". " + t.in().Text("α and β: when entered → when left")
	}
	return d
}

// legend explains the shapes of positions, and names the player whose perspective the values use.
func (t Trace) legend() string {
	chance := ""
	if t.Algorithm.Chance() {
		chance = "; " + t.in().Text("double circle: chance")
	}
	return t.in().Text("Square: {max} to move; round: {min}. Values are for {whom}", "max", t.player(true),
		"min", t.player(false)+chance, "whom", t.whom())
}

// unknown reports whether the value of a position is unknown.
func unknown(n *trees.Node) bool {
	return strings.Contains(n.Value, "?") || slices.ContainsFunc(n.Children, unknown)
}

// after returns what the search knows after some steps.
func (t Trace) after(steps int, here *node) *snapshot {
	m := &snapshot{t, here, map[*minimax.Tree]*state{}, map[*node]*trees.Node{}}
	for tree := range t.nodes {
		m.state[tree] = &state{}
	}
	for _, step := range t.steps[:steps] {
		s := m.state[step.At]
		if !step.Left {
			visit := step.At.Visits[step.Visit]
			s.open, s.best, s.found, s.beta = true, visit.Alpha, false, visit.Beta
			continue
		}
		s.open = false
		s.visits++
		if parent := m.state[step.At.Parent]; step.At.Parent != nil {
			parent.best, parent.found = step.After, parent.found || step.Better
		}
		for _, cut := range step.Cut {
			m.state[cut].cutOff = true
		}
	}
	return m
}

// position draws a position and everything below it. pv reports whether it is on the principal variation.
func (m *snapshot) position(n *node, pv bool) *trees.Node {
	d := n.picture
	m.drawn[n] = &d
	for _, child := range n.children {
		d.Children = append(d.Children, m.position(child, pv && !child.cutOff() && child.Tree.Type == 1))
	}
	top := n
	for top.Tree == nil { // a position below one that was cut off is hidden with it
		top = top.parent
	}
	s := m.state[top.Tree]
	if d.Unseen = !s.open && s.visits == 0 && !(top.Pruned && s.cutOff); d.Unseen && !d.Bare() {
		d.Value = ""
	}
	if n.Tree != nil {
		d.Type = n.TypeBy(m.Types)
	}
	if n.cutOff() || d.Unseen {
		return &d
	}
	d.PV, d.Here, d.Open = pv, n == m.here, s.open
	switch {
	case !s.open:
		d.Value = m.shown(n.Tree, s.visits)
	case s.found:
		d.Value = m.score(n.Tree, s.best)
	}
	switch windows := m.Algorithm.Cuts() && !d.Leaf; {
	case windows:
		for _, v := range n.Visits[:s.visits] {
			after := m.bounds(n.Tree, max(v.Alpha, v.Score), v.Beta)
			if v.Known {
				after = m.in().Text("table")
			}
			if d.Notes = append(d.Notes, m.bounds(n.Tree, v.Alpha, v.Beta)); !n.Chance {
				d.Notes = append(d.Notes, "→ "+after)
			}
		}
		if s.open {
			d.Notes = append(d.Notes, m.bounds(n.Tree, s.best, s.beta))
		}
	case n.same != nil && !s.open:
		d.Notes = []string{m.in().Text("as after"), cmp.Or(n.same.path(), m.in().Text("the root"))}
		d.Same = m.drawn[n.same]
	case n.Known() && !s.open:
		d.Notes = []string{m.in().Text("table")}
	}
	if n.hard != nil && n.hard.Value(true) != n.Value(true) && !s.open {
		d.Notes = append(d.Notes, "fail-hard: "+m.value(n.hard))
	}
	return &d
}

// bounds formats the window at a position.
func (m *snapshot) bounds(tree *minimax.Tree, alpha, beta int) string {
	low, high := m.window(tree, alpha, beta)
	return "α " + low + "  β " + high
}
