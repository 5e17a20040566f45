package gametree

import (
	"fmt"
	"slices"
	"strings"

	"menace/cmd/menace/internal/words"
	"menace/minimax"
	"menace/minimax/games"
	"menace/plots/trees"
)

// sketcher draws the positions of a trace without the results of the search.
type sketcher[P, M comparable] struct {
	problem[P, M]
	trace Trace
	whole bool // draw everything below positions that were cut off
	room  int  // number of further positions allowed
}

// sketch draws a trace without the results of the search. It draws everything below positions that were cut off if
// there is room for all of it.
func (t problem[P, M]) sketch(trace Trace) (root *trees.Node) {
	s := sketcher[P, M]{t, trace, true, Most}
	if root = s.node(trace.tree, t.start, !trace.minFirst); s.room < 0 {
		s.whole = false
		root = s.node(trace.tree, t.start, !trace.minFirst)
	}
	if t.game == "domineering" {
		dominoes(root)
	}
	return root
}

// node returns a position with everything below it. Its tree is nil below a position that was cut off.
func (s *sketcher[P, M]) node(tree *minimax.Tree, p P, toMax bool) *trees.Node {
	s.room--
	n := &trees.Node{Max: toMax}
	named := s.show(n, p)
	add := func(tree *minimax.Tree, m M) {
		child := s.node(tree, s.rules.Apply(p, m), !toMax)
		if !named {
			child.Edge = s.rules.Name(m)
		}
		n.Children = append(n.Children, child)
	}
	n.Pruned = tree == nil || tree.Pruned
	switch {
	case !n.Pruned:
		n.Leaf = tree.Finished() || tree.Horizon()
		for _, child := range tree.Children {
			add(child, child.Move.(M))
		}
	case s.rules.Finished(p):
		payoff := s.rules.Payoff(p)
		if s.trace.flips(toMax) {
			payoff = -payoff
		}
		n.Leaf, n.Value = true, dashed(s.text(payoff, false))
	case s.whole && s.room >= 0 && s.trace.Depth == 0:
		for _, m := range s.rules.Moves(p, nil) {
			add(nil, m)
		}
	}
	return n
}

// show shows a position as a board or as text, or by its name, and reports whether the game names positions.
func (s *sketcher[P, M]) show(n *trees.Node, p P) (named bool) {
	if g, ok := s.rules.(interface{ Label(P) string }); ok {
		n.Label = g.Label(p)
		return true
	}
	n.Label = s.rules.Format(p)
	if cells := n.Label[strings.LastIndex(n.Label, ":")+1:]; strings.Contains(cells, "/") {
		n.Label, n.Board = "", strings.Split(cells, "/")
	}
	if stones, ok := any(s.rules).(games.Stones); ok && s.Players != usualPlayers {
		first, second, ok := stones.Sums(any(p).(games.Takings))
		if !n.Max {
			first, second = second, first
		}
		if ok {
			n.Label = fmt.Sprintf("%s: %d %s: %d", s.player(true), first, s.player(false), second)
		}
	}
	return false
}

// dominoes marks the cells that the moves below a position cover: V for an upright domino, H for one that lies across,
// which are also the first letters of the moves.
func dominoes(n *trees.Node) {
	for _, child := range n.Children {
		for i, row := range child.Board {
			cells := []byte(n.Board[i])
			for j := range cells {
				if cells[j] == '.' && row[j] == '#' {
					cells[j] = child.Edge[0]
				}
			}
			child.Board[i] = string(cells)
		}
		dominoes(child)
	}
}

// Drawing draws the tree.
func (t Trace) Drawing() trees.Drawing {
	m, _ := t.replay(len(t.tree.Steps))
	m.here = nil
	return m.draw()
}

// After draws the tree as the search knows it after one of the steps. Every position has the same place at all steps.
func (t Trace) After(step int) trees.Drawing {
	m, _ := t.replay(step + 1)
	return m.draw()
}

// draw draws the tree at a moment.
func (m *moment) draw() trees.Drawing {
	d := trees.Drawing{
		Title:    fmt.Sprintf("%s %s, %s, by %v", m.problem.Game(), m.problem.Position(), Ahead(m.Depth), m.Algorithm),
		Subtitle: m.whose() + ". Thick: best play",
		Root:     m.problem.sketch(m.Trace), Types: m.Types > 0,
	}
	m.fill(d.Root, m.tree, true)
	if m.Algorithm.Cuts() {
		d.Subtitle += ". Grey: cut off"
		d.Notes = ". α and β: when entered → when left"
	}
	if m.Algorithm.Table() {
		d.Subtitle += ". " + words.Sentence(byTable) + ": known already"
	}
	switch m.Types {
	case minimax.ByValue:
		d.Subtitle += ". 1, 2, 3: Knuth and Moore's types, counting the best move searched as the first"
	case minimax.ByWindow:
		d.Subtitle += ". 1: entered with α and β infinite; " +
			"2, 3: with one finite bound, the other player's or the mover's"
	}
	if unknown(d.Root) {
		d.Subtitle += ". ?: nothing is known"
	}
	return d
}

// whose describes the shapes of positions, and the player whose values are shown.
func (t Trace) whose() string {
	return fmt.Sprintf("Square: %s to move; round: %s. Values are to %s", t.player(true), t.player(false), t.whom())
}

// unknown reports whether the value of a position is not known.
func unknown(n *trees.Node) bool {
	return strings.Contains(n.Value, "?") || slices.ContainsFunc(n.Children, unknown)
}

// fill adds the results of the search to a position and everything below it. pv is true if the position is on the
// principal variation.
func (m *moment) fill(n *trees.Node, tree *minimax.Tree, pv bool) {
	s, cuts := m.of(tree), m.Algorithm.Cuts() && !n.Leaf
	if tree.Pruned {
		if !s.cutOff {
			hide(n)
		}
		return
	}
	n.PV, n.Type, n.Here = pv && m.of(m.tree).left == len(m.tree.Visits), tree.TypeBy(m.Types), tree == m.here
	if n.Value = dashed(m.value(tree)); tree.Horizon() {
		n.Value = "≈ " + n.Value
	}
	switch {
	case cuts:
		for _, v := range tree.Visits {
			after := m.bounds(tree, max(v.Alpha, v.Score), v.Beta)
			if v.Known {
				after = byTable
			}
			n.Notes = append(n.Notes, m.bounds(tree, v.Alpha, v.Beta), "→ "+after)
		}
	case tree.Known():
		n.Notes = []string{byTable}
	}
	if hard := m.hard[tree]; hard != nil && hard.Value(true) != tree.Value(true) {
		n.Notes = append(n.Notes, "fail-hard: "+dashed(m.value(hard)))
	}
	for i, child := range tree.Children {
		m.fill(n.Children[i], child, pv && child.Type == 1)
	}
	switch {
	case s.open:
		n.Now = &trees.Now{Seen: true, Open: true}
		if s.found {
			n.Now.Value = dashed(m.score(tree, s.has))
		}
		if cuts {
			n.Now.Notes = append(n.Notes[:2*s.left:2*s.left], m.bounds(tree, s.has, s.visit.Beta))
		}
	case s.left == 0:
		hide(n)
	case s.left < len(tree.Visits):
		n.Now = &trees.Now{Seen: true, Value: dashed(tree.ValueAfter(s.left-1, n.Max || m.toMover()))}
		if cuts {
			n.Now.Notes = n.Notes[:2*s.left]
		}
	}
}

// dashed replaces minus signs with dashes, which all pictures use.
func dashed(text string) string { return strings.ReplaceAll(text, "-", "–") }

// byTable marks a position whose value came from the transposition table.
const byTable = "table"

// bounds formats the window at a position.
func (m *moment) bounds(tree *minimax.Tree, alpha, beta int) string {
	low, high := m.window(tree, alpha, beta)
	return dashed("α " + low + "  β " + high)
}

// hide marks a position and everything below it as not yet reached.
func hide(n *trees.Node) {
	n.PV, n.Now = false, &trees.Now{}
	for _, child := range n.Children {
		hide(child)
	}
}
