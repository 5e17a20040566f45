package games

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"menace/minimax"
)

// Tree is a game given as a tree, like those in lectures. A leaf is the payoff to Max, and the players move in turn.
// Trees are parsed by [ParseTree].
type Tree struct {
	nodes    []treeNode // the root first, and every other node after its parent
	byName   map[string]Place
	minFirst bool
	unit     int64  // payoffs are counted in fractions of this denominator
	fraction bool   // write payoffs as fractions, not as decimals
	infinite bool   // a payoff is infinite, represented by [minimax.MaxPayoff]
	first    string // max or min if labels name the player to move at the root
	chance   bool   // chance moves somewhere
	step     int    // unit of payoffs and means; other numbers, such as the window of a search, are rounded
	digits   int    // decimal places of payoffs and means
	least    int    // lowest payoff or estimate to Max; 0 unless chance moves
	most     int    // highest payoff or estimate
}

// treeNode is a position of a tree.
type treeNode struct {
	name     string // or ""
	children []Place
	order    []Place // the children in search order
	given    bool    // the text contains the payoff; an estimate may be missing
	unquiet  bool    // a quiescence search goes on here
	payoff   int     // payoff of a leaf to Max, or estimate of an inner node, in units of the tree
	parent   Place
	number   int // position among its siblings, from 1
	ply      int
	turn     int   // moves of players from the root
	weights  []int // of the children if chance moves, or nil
}

// Place is a position of a [Tree], identified by the number of its node, and also the move that leads there.
type Place int32

// MostBranches is the maximum number of children of a node of a [Tree].
const MostBranches = 1 << 10

// Given is the order of a [Tree] as it was written.
const Given LeafOrder = "given"

// WithOrder returns the tree with Max or Min to move at the root, and with the children of every node in this order: as
// written, or with the best or the worst move for the player first. Leaves are still payoffs to Max, and children keep
// their names and numbers.
func (g *Tree) WithOrder(minFirst bool, order LeafOrder) (*Tree, error) {
	if order != Given && order != BestFirst && order != WorstFirst {
		return nil, fmt.Errorf("unknown order %q; choose from %s, %s, %s", order, Given, BestFirst, WorstFirst)
	}
	played := *g
	played.minFirst, played.nodes = minFirst, slices.Clone(g.nodes)
	if order == Given {
		return &played, nil
	}
	values := played.values()
	for p := range played.nodes {
		n := &played.nodes[p]
		if n.weights != nil {
			continue
		}
		n.order = slices.Clone(n.order)
		slices.SortStableFunc(n.order, func(a, b Place) int {
			worse := cmp.Compare(values[b], values[a])
			if (order == WorstFirst) == played.ForMax(Place(p)) {
				return -worse
			}
			return worse
		})
	}
	return &played, nil
}

// values returns the minimax values of all nodes, to Max.
func (g *Tree) values() []int {
	values := make([]int, len(g.nodes))
	for p, n := range slices.Backward(g.nodes) { // children before their parents
		if values[p] = n.payoff; len(n.children) == 0 {
			continue
		}
		if n.weights != nil {
			sum, total := 0, 0
			for i, child := range n.children {
				sum, total = sum+n.weights[i]*values[child], total+n.weights[i]
			}
			values[p] = sum / total
			continue
		}
		values[p] = values[n.children[0]]
		for _, child := range n.children[1:] {
			if g.ForMax(Place(p)) {
				values[p] = max(values[p], values[child])
			} else {
				values[p] = min(values[p], values[child])
			}
		}
	}
	return values
}

// ForMax reports whether Max is to move. Where chance moves it reports whether Max is to move after it.
func (g *Tree) ForMax(p Place) bool { return (g.nodes[p].turn%2 == 0) != g.minFirst }

// Chancy reports whether chance moves anywhere.
func (g *Tree) Chancy() bool { return g.chance }

// Chances returns the weights of the children of a node where chance moves, or nil.
func (g *Tree) Chances(p Place) []int { return g.nodes[p].weights }

// Payoffs returns bounds of all payoffs and estimates to Max, if chance moves: the lowest and the highest of them, or
// those of [Tree.WithBounds].
func (g *Tree) Payoffs() (least, most int) { return g.least, g.most }

// Moves appends the children.
func (g *Tree) Moves(p Place, moves []Place) []Place { return append(moves, g.nodes[p].order...) }

// Apply goes to a child.
func (*Tree) Apply(_, child Place) Place { return child }

// Finished reports whether the position is a leaf.
func (g *Tree) Finished(p Place) bool { return len(g.nodes[p].children) == 0 }

// Payoff returns the payoff of a leaf to the player whose turn it would be.
func (g *Tree) Payoff(p Place) int {
	if g.ForMax(p) {
		return g.nodes[p].payoff
	}
	return -g.nodes[p].payoff
}

// Estimate returns the estimate of an inner node to the player to move, in units of payoffs, or 0 if none was given.
func (g *Tree) Estimate(p Place) int { return g.Payoff(p) }

// Estimates reports whether an inner node has an estimate.
func (g *Tree) Estimates() bool {
	return slices.ContainsFunc(g.nodes, func(n treeNode) bool { return len(n.children) > 0 && n.given })
}

// Unestimated returns the number of inner nodes this many plies below a place, and how many of them have no estimate.
func (g *Tree) Unestimated(p Place, depth int) (missing, all int) {
	if g.Finished(p) {
		return 0, 0
	}
	if depth == 0 {
		if g.nodes[p].given {
			return 0, 1
		}
		return 1, 1
	}
	for _, child := range g.nodes[p].children {
		m, a := g.Unestimated(child, depth-1)
		missing, all = missing+m, all+a
	}
	return missing, all
}

// First returns max or min if the tree names the player to move at the root, or "".
func (g *Tree) First() string { return g.first }

// Bound returns [minimax.MaxPayoff], which represents infinity, if a payoff is infinite, or else 0.
func (g *Tree) Bound() int {
	if g.infinite {
		return minimax.MaxPayoff
	}
	return 0
}

// Write formats a payoff as it was given: as a whole number, a decimal, a fraction or infinity. The minus sign is "−".
func (g *Tree) Write(payoff int) string {
	value := big.NewRat(int64(payoff), g.unit)
	digits, exact := value.FloatPrec()
	text := value.RatString()
	switch {
	case g.chance && payoff%g.step != 0: // such as the window of a search
		return strings.TrimRight(strings.TrimRight(value.FloatString(g.digits), "0"), ".")
	case g.infinite && payoff == minimax.MaxPayoff:
		return "+∞"
	case g.infinite && payoff == -minimax.MaxPayoff:
		return "−∞"
	case exact && !g.fraction:
		text = value.FloatString(digits)
	}
	return strings.Replace(text, "-", "−", 1)
}

// Units returns a number in units of the tree, in which payoffs are whole.
func (g *Tree) Units(number *big.Rat) *big.Rat {
	return new(big.Rat).Mul(number, big.NewRat(g.unit, 1))
}

// Unit returns the size of one payoff step, such as 0.25 if the leaves are quarters.
func (g *Tree) Unit() float64 { return 1 / float64(g.unit) }

// Weight returns 1.
func (*Tree) Weight() int { return 1 }

// Key returns a hash of the position. No two lines of play lead to the same position.
func (g *Tree) Key(p Place) uint64 { return random(uint64(p)) }

// Name formats a move: the name of the child or, without one, its number from 1.
func (g *Tree) Name(child Place) string {
	n := g.nodes[child]
	return cmp.Or(n.name, strconv.Itoa(n.number))
}

// Representative returns the same place for all children with the same number.
func (g *Tree) Representative(child Place) Place { return Place(g.nodes[child].number) }

// Parse parses a position: the name of a node, the numbers of the children on the way to it, such as 2,1, or "root".
func (g *Tree) Parse(text string) (p Place, err error) {
	if named, ok := g.byName[strings.Join(strings.Fields(text), "_")]; ok {
		return named, nil
	}
	if text == "root" {
		return 0, nil
	}
	path, err := numbers(text, 1, MostBranches)
	if err != nil {
		return 0, fmt.Errorf("position %q: neither the name of a node nor numbers of children, as in 2,1", text)
	}
	for _, number := range path {
		children := g.nodes[p].children
		if number > len(children) {
			return 0, fmt.Errorf("position %q: %s has only %d children, no child %d",
				text, g.Format(p), len(children), number)
		}
		p = children[number-1]
	}
	return p, nil
}

// Label returns the name of a node, if it has one.
func (g *Tree) Label(p Place) string { return g.nodes[p].name }

// Given returns the number that was given for a node, its payoff or estimate to Max, or "". An unquiet node has an
// exclamation mark after it.
func (g *Tree) Given(p Place) string {
	n := g.nodes[p]
	switch {
	case n.unquiet:
		return g.Write(n.payoff) + "!"
	case n.given:
		return g.Write(n.payoff)
	}
	return ""
}

// Format formats a position for [Tree.Parse], by its name if it has one.
func (g *Tree) Format(p Place) string {
	n := g.nodes[p]
	switch {
	case n.name != "":
		return n.name
	case n.ply == 0:
		return "root"
	}
	path := make([]int, n.ply)
	for ; n.ply > 0; n = g.nodes[n.parent] {
		path[n.ply-1] = n.number
	}
	return joinNumbers(path)
}
