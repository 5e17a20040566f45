package gametree

import (
	"fmt"
	"strings"

	"menace/cmd/menace/internal/words"
	"menace/minimax"
	"menace/minimax/games"
	"menace/plots/trees"
)

// pictures draws the tree of a trace.
type pictures[P, M comparable] struct {
	trace[P, M]
	moment  *stepper[P, M]               // the moment of the search to draw, or nil for its end
	cuts    bool                         // the search has windows
	names   interface{ Label(P) string } // the rules if they name positions, or nil
	unknown bool                         // the value of a position is not known
	whole   bool                         // draw parts that were cut off to their ends
	room    int                          // number of positions that can still be added
}

// drawing returns the drawing of the tree. Parts that were cut off are drawn to their ends if there is room for all.
func (b *pictures[P, M]) drawing() trees.Drawing {
	b.names, _ = b.rules.(interface{ Label(P) string })
	b.cuts, b.whole, b.room = b.Algorithm.Cuts(), true, Most
	root := b.node(b.tree, b.start, true)
	if b.room < 0 {
		b.whole = false
		root = b.node(b.tree, b.start, true)
	}
	legend, notes := b.whose()+". Thick: best play", ""
	if b.cuts {
		legend += ". Grey: cut off"
		notes = ". α and β: when entered → when left"
	}
	if b.Algorithm.Table() {
		legend += ". " + words.Sentence(byTable) + ": known already"
	}
	switch b.Types {
	case minimax.ByValue:
		legend += ". 1, 2, 3: Knuth and Moore's types, counting the best move searched as the first"
	case minimax.ByWindow:
		legend += ". 1: entered with α and β infinite; 2, 3: with one finite bound, the other player's or the mover's"
	}
	if b.unknown {
		legend += ". ?: nothing is known"
	}
	if b.game == "domineering" {
		dominoes(root)
	}
	return trees.Drawing{
		Title:    fmt.Sprintf("%s %s, %s, by %v", b.game, b.Position(), Ahead(b.Depth), b.Algorithm),
		Subtitle: legend, Notes: notes, Root: root, Types: b.Types > 0,
	}
}

// whose describes the shapes of positions, and whose values are shown.
func (t trace[P, M]) whose() string {
	whose := t.player(true)
	if t.mover {
		whose = "the player to move"
	}
	return fmt.Sprintf("Square: %s to move; round: %s. Values are to %s", t.player(true), t.player(false), whose)
}

// node returns a position of the drawing with everything below it. It is on the principal variation if pv is set.
func (b *pictures[P, M]) node(tree *minimax.Tree[M], p P, pv bool) *trees.Node {
	toMax := b.toMax(tree)
	if tree.Pruned {
		return b.cutOff(p, toMax)
	}
	n := b.bare(p, toMax)
	n.PV, n.Type, n.Leaf = pv, tree.TypeBy(b.Types), tree.Finished() || tree.Horizon()
	if n.Value = dashed(b.value(tree)); tree.Horizon() {
		n.Value = "≈ " + n.Value
	}
	b.unknown = b.unknown || strings.Contains(n.Value, "?")
	switch {
	case b.cuts && !n.Leaf:
		for _, v := range tree.Visits {
			after := b.bounds(tree, max(v.Alpha, v.Score), v.Beta)
			if v.Known {
				after = byTable
			}
			n.Notes = append(n.Notes, b.bounds(tree, v.Alpha, v.Beta), "→ "+after)
		}
	case tree.Known():
		n.Notes = []string{byTable}
	}
	if hard := b.hard[tree]; hard != nil && hard.Value(true) != tree.Value(true) {
		n.Notes = append(n.Notes, "fail-hard: "+dashed(b.value(hard)))
	}
	for _, child := range tree.Children {
		next := b.node(child, b.rules.Apply(p, child.Move), pv && child.Type == 1)
		if child.Pruned && b.moment != nil && !b.moment.cutOff[child] {
			hide(next)
		}
		b.add(n, next, child.Move)
	}
	if b.moment != nil {
		b.atMoment(n, tree)
	}
	return n
}

// cutOff returns a position that was not searched, with everything below it if there is room.
func (b *pictures[P, M]) cutOff(p P, toMax bool) *trees.Node {
	n := b.bare(p, toMax)
	n.Pruned, n.Leaf = true, b.rules.Finished(p)
	switch {
	case n.Leaf:
		payoff := b.rules.Payoff(p)
		if b.flips(toMax) {
			payoff = -payoff
		}
		n.Value = dashed(b.Write(payoff, false))
	case b.whole && b.room >= 0 && b.Depth == 0:
		for _, m := range b.rules.Moves(p, nil) {
			b.add(n, b.cutOff(b.rules.Apply(p, m), !toMax), m)
		}
	}
	return n
}

// bare returns a position without results of the search.
func (b *pictures[P, M]) bare(p P, toMax bool) *trees.Node {
	b.room--
	n := &trees.Node{Max: toMax}
	if stones, ok := any(b.rules).(games.Stones); ok && b.Players != usualPlayers {
		first, second, ok := stones.Sums(any(p).(games.Takings))
		if n.Label = b.rules.Format(p); !toMax {
			first, second = second, first
		}
		if ok {
			n.Label = fmt.Sprintf("%s: %d %s: %d", b.player(true), first, b.player(false), second)
		}
		return n
	}
	if b.names != nil {
		n.Label = b.names.Label(p)
		return n
	}
	text := b.rules.Format(p)
	if cells := text[strings.LastIndex(text, ":")+1:]; strings.Contains(cells, "/") {
		n.Board = strings.Split(cells, "/")
	} else {
		n.Label = text
	}
	return n
}

// add adds a child, to which a move leads. The move is only shown if positions have no names.
func (b *pictures[P, M]) add(n, child *trees.Node, m M) {
	if b.names == nil {
		child.Edge = b.rules.Name(m)
	}
	n.Children = append(n.Children, child)
}

// dominoes marks the cells that the moves below a position cover: V for an upright domino, H for one that lies across.
func dominoes(n *trees.Node) {
	for _, child := range n.Children {
		for i, row := range child.Board {
			cells := []byte(row)
			for j := range cells {
				across := strings.HasPrefix(n.Board[i][j:], "..") && strings.HasPrefix(row[j:], "##") ||
					j > 0 && n.Board[i][j-1:j+1] == ".." && row[j-1:j+1] == "##"
				switch {
				case n.Board[i][j] != '.':
					cells[j] = n.Board[i][j]
				case cells[j] == '#' && across:
					cells[j] = 'H'
				case cells[j] == '#':
					cells[j] = 'V'
				}
			}
			child.Board[i] = string(cells)
		}
		dominoes(child)
	}
}

// dashed replaces minus signs by dashes, as in all pictures.
func dashed(text string) string { return strings.ReplaceAll(text, "-", "–") }

// byTable marks a position whose value came from the transposition table.
const byTable = "table"

// bounds formats the window at a position.
func (b *pictures[P, M]) bounds(tree *minimax.Tree[M], alpha, beta int) string {
	low, high := b.window(tree, alpha, beta)
	return dashed("α " + low + "  β " + high)
}

// atMoment reduces a position to what the search knows about it at the current moment.
func (b *pictures[P, M]) atMoment(n *trees.Node, tree *minimax.Tree[M]) {
	m := b.moment
	n.PV, n.Here = n.PV && m.left[b.tree] == len(b.tree.Visits), tree == m.here
	left := m.left[tree]
	switch f := m.frame(tree); {
	case f != nil:
		n.Now = &trees.Now{Seen: true, Open: true}
		if f.found {
			n.Now.Value = dashed(m.shown(f, f.has))
		}
		if b.cuts {
			n.Now.Notes = append(n.Notes[:2*left:2*left], b.bounds(tree, f.has, f.visit.Beta))
		}
	case left == 0:
		hide(n)
	case left < len(tree.Visits):
		n.Now = &trees.Now{Seen: true, Value: dashed(tree.ValueAfter(left-1, n.Max || b.mover))}
		if b.cuts && !n.Leaf {
			n.Now.Notes = n.Notes[:2*left]
		}
	}
}

// hide marks a position and everything below it as not yet reached.
func hide(n *trees.Node) {
	n.PV, n.Now = false, &trees.Now{}
	for _, child := range n.Children {
		hide(child)
	}
}
