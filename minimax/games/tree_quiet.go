package games

import (
	"fmt"
	"slices"
)

// Quiescent returns the tree seen by a quiescence search that looks a number of plies ahead. A position there is a leaf
// with its estimate, or 0, unless it is marked as unquiet, as in B=4!(2 9). Then the search goes on with its children,
// and the player to move may also stop: this is an additional child, a leaf with the estimate, which is searched first.
// Children of an unquiet position are treated likewise.
func (g *Tree) Quiescent(plies int) *Tree {
	q := *g
	q.nodes, q.byName = nil, map[string]Place{}
	stops := 0
	var add func(n treeNode) Place
	add = func(n treeNode) Place {
		at := Place(len(q.nodes))
		children := n.children
		n.children, n.order = nil, nil
		if stop := n.ply >= plies; stop && !n.unquiet {
			n.given, children, n.weights = true, nil, nil
		}
		q.nodes = append(q.nodes, n)
		if n.name != "" {
			q.byName[n.name] = at
		}
		place := func(child treeNode) {
			child.parent, child.number = at, len(q.nodes[at].children)+1
			here := add(child)
			q.nodes[at].children = append(q.nodes[at].children, here)
		}
		for _, child := range children {
			place(g.nodes[child])
		}
		q.nodes[at].order = slices.Clone(q.nodes[at].children)
		if len(children) > 0 && n.ply >= plies {
			name := ""
			for taken := true; taken; _, taken = g.byName[name] {
				if stops++; stops == 1 {
					name = "stop"
				} else {
					name = fmt.Sprint("stop", stops)
				}
			}
			place(treeNode{name: name, payoff: n.payoff, given: true, ply: n.ply + 1, turn: n.turn + 1})
			last := len(q.nodes[at].children) - 1
			q.nodes[at].order = slices.Concat(q.nodes[at].children[last:], q.nodes[at].children[:last])
		}
		return at
	}
	add(g.nodes[0])
	return &q
}

// Unquiet reports whether any position is marked as unquiet.
func (g *Tree) Unquiet() bool {
	return slices.ContainsFunc(g.nodes, func(n treeNode) bool { return n.unquiet })
}
