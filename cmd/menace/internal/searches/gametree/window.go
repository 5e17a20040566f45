package gametree

import (
	"cmp"
	"slices"

	"menace/cmd/menace/internal/searches/trees"
	"menace/minimax"
)

// windows reports whether the steps of the search have windows to draw. In searches with values for the player to move,
// the ends swap with every ply, which one line cannot show.
func (t Trace) windows() bool { return t.Algorithm.Cuts() && !t.toMover() }

// forMax converts a score for the player to move into a score for Max.
func (t Trace) forMax(at *minimax.Tree, score int) int {
	if t.toMax(at) {
		return score
	}
	return -score
}

// scores returns all finite scores that occur in the search, for Max, lowest first.
func (t Trace) scores() (all []int, texts []string) {
	written := map[int]string{}
	add := func(at *minimax.Tree, score int) {
		if -minimax.Infinity < score && score < minimax.Infinity {
			written[t.forMax(at, score)] = t.score(at, score)
		}
	}
	for tree := range t.nodes {
		if tree == nil {
			continue
		}
		for _, v := range tree.Visits {
			add(tree, v.Alpha)
			add(tree, v.Beta)
			add(tree, v.Score)
		}
	}
	for score := range written {
		all = append(all, score)
	}
	slices.Sort(all)
	for _, score := range all {
		texts = append(texts, written[score])
	}
	return all, texts
}

// windowAfter returns the window after a step: the window of the position that the search has entered or, once the
// position is left, of its parent. It is nil if the search has none.
func (m *snapshot) windowAfter(i int) *trees.Window {
	if !m.windows() {
		return nil
	}
	step := m.steps[i]
	scores, texts := m.scores()
	at := step.At
	w := &trees.Window{Ticks: texts}
	if step.Left {
		w.Found, w.Cut = true, step.Cut != nil
		w.Value = trees.Index(scores, m.forMax(at, at.Visits[step.Visit].Score))
		if at.Parent != nil {
			at = at.Parent
		}
	}
	s := m.state[at]
	low, high := m.forMax(at, s.best), m.forMax(at, s.beta)
	if !m.toMax(at) {
		low, high = high, low
	}
	n := m.nodes[at]
	name := Step{Moves: n.moves(), pile: n.split(), name: cmp.Or(m.root.name, m.in().Text("root"))}.At()
	w.Title = m.in().Text("α and β at {position}", "position", name)
	w.Low, w.High = trees.Index(scores, low), trees.Index(scores, high)
	return w
}

// moves names the moves that lead to the position.
func (n *node) moves() (all []string) {
	for ; n.parent != nil; n = n.parent {
		all = append(all, n.move)
	}
	slices.Reverse(all)
	return all
}

// Strip draws every step with its window.
func (t Trace) Strip() *trees.Strip {
	strip := &trees.Strip{Title: t.in().Text("{search}, by {algorithm}, step by step", "search", t.title,
		"algorithm", t.Algorithm.String())}
	if t.windows() {
		strip.Subtitle = t.in().Text("The bar is the window from α to β, a dot the value just found. "+
			"Values are for {player}.", "player", t.whom())
	}
	for _, step := range t.Steps() {
		strip.Rows = append(strip.Rows, trees.Row{
			Text: step.At() + ": " + step.Says, Indent: len(step.Moves),
			Window: t.after(step.steps, nil).windowAfter(step.steps - 1),
		})
	}
	return strip
}
