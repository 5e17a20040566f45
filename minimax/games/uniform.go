package games

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"

	"menace/minimax"
)

// Uniform is an abstract game tree: all inner positions have the same number of moves, and all plays have the same
// number of plies. The order of its leaves decides how many of them alpha-beta can skip.
//
// D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975).
type Uniform struct {
	width, height int
	order         LeafOrder
	payoffs       []int32 // of random leaves, from the left
	steps         []int32 // by plies played: the difference in value between a move and the next better one
}

// LeafOrder is the order of good and bad moves in a [Uniform] tree.
type LeafOrder string

// Orders of leaves. With BestFirst alpha-beta visits as few leaves as any search can, with WorstFirst all of them.
const (
	BestFirst    LeafOrder = "best"
	WorstFirst   LeafOrder = "worst"
	RandomLeaves LeafOrder = "random" // distinct values in random order
	TiedLeaves   LeafOrder = "ties"   // each leaf is −50 to +50, independently
)

// MaxLeaves is the maximum number of leaves of a [Uniform] tree.
const MaxLeaves = minimax.MaxPayoff

// ErrTooManyLeaves reports a [Uniform] tree that is too large to search; see [UniformSize].
var ErrTooManyLeaves = fmt.Errorf("the tree has more than %d leaves", MaxLeaves)

// UniformSize returns the number of leaves and of all nodes of a uniform tree, and the number of leaves that alpha-beta
// visits in the best order: b^d, (b^(d+1) − 1)/(b − 1) and b^⌈d/2⌉ + b^⌊d/2⌋ − 1 for width b and height d.
func UniformSize(width, height int) (leaves, nodes, least *big.Int) {
	one := big.NewInt(1)
	power := func(n int) *big.Int { return new(big.Int).Exp(big.NewInt(int64(width)), big.NewInt(int64(n)), nil) }
	nodes = big.NewInt(0)
	for ply := range height + 1 {
		nodes.Add(nodes, power(ply))
	}
	least = new(big.Int).Add(power((height+1)/2), power(height/2))
	return power(height), nodes, least.Sub(least, one)
}

// Node is a position of a [Uniform] tree.
type Node struct {
	number int32 // index within its ply, from the left
	worth  int32 // value to the player to move, unless the leaves are random
	ply    uint8
}

// Child is a move of a [Uniform] tree, counted from 0.
type Child uint8

// NewUniform returns a tree with this height in plies in which every position has width children. The seed determines
// random leaves.
func NewUniform(width, height int, order LeafOrder, seed uint64) (*Uniform, error) {
	orders := []LeafOrder{BestFirst, WorstFirst, RandomLeaves, TiedLeaves}
	if !slices.Contains(orders, order) {
		return nil, fmt.Errorf("unknown order %q; choose from %v", order, orders)
	}
	if width < 1 || height < 1 || width > 255 || height > 255 {
		return nil, fmt.Errorf("width %d, height %d: both must be 1 to 255", width, height)
	}
	g := &Uniform{width: width, height: height, order: order, steps: make([]int32, height)}
	leaves := 1
	for ply := height - 1; ply >= 0; ply-- {
		// A step outweighs everything below it.
		g.steps[ply] = int32(leaves)
		if leaves *= width; leaves > MaxLeaves {
			return nil, fmt.Errorf("width %d, height %d: %w", width, height, ErrTooManyLeaves)
		}
	}
	if random := rand.New(rand.NewPCG(seed, 1982)); order == RandomLeaves || order == TiedLeaves {
		g.payoffs = make([]int32, leaves)
		for i, place := range random.Perm(leaves) {
			if g.payoffs[i] = int32(place - leaves/2); order == TiedLeaves {
				g.payoffs[i] = int32(random.IntN(101) - 50)
			}
		}
	}
	return g, nil
}

// Parse parses a position: the numbers of the children on the way to it, from 1, such as 2,1,3, or "root".
func (g *Uniform) Parse(text string) (Node, error) {
	var p Node
	if text == "root" {
		return p, nil
	}
	path, err := numbers(text, 1, g.width)
	if err != nil {
		return p, fmt.Errorf("position %q: %w", text, err)
	}
	if len(path) > g.height {
		return p, fmt.Errorf("position %q: %d moves, but the tree is only %d high", text, len(path), g.height)
	}
	for _, child := range path {
		p = g.Apply(p, Child(child-1))
	}
	return p, nil
}

// Label returns "", since positions of this tree have no names.
func (*Uniform) Label(Node) string { return "" }

// Format formats a position for Parse.
func (g *Uniform) Format(p Node) string {
	if p.ply == 0 {
		return "root"
	}
	path := make([]int, p.ply)
	for i, number := len(path)-1, int(p.number); i >= 0; i, number = i-1, number/g.width {
		path[i] = number%g.width + 1
	}
	return joinNumbers(path)
}

// Name formats a move: the number of the child, from 1.
func (*Uniform) Name(c Child) string { return strconv.Itoa(int(c) + 1) }

// Moves appends the children from the left.
func (g *Uniform) Moves(_ Node, moves []Child) []Child {
	for c := range g.width {
		moves = append(moves, Child(c))
	}
	return moves
}

// Apply moves to a child. The value of the best child, to the player to move there, is the negative of the value
// here.
func (g *Uniform) Apply(p Node, c Child) Node {
	worse := int32(c)
	if g.order == WorstFirst {
		worse = int32(g.width-1) - worse
	}
	return Node{
		number: p.number*int32(g.width) + int32(c),
		worth:  worse*g.steps[p.ply] - p.worth,
		ply:    p.ply + 1,
	}
}

// Finished reports whether the position is a leaf.
func (g *Uniform) Finished(p Node) bool { return int(p.ply) == g.height }

// Payoff returns the payoff of a leaf to the player whose turn it would be.
func (g *Uniform) Payoff(p Node) int {
	if g.payoffs != nil {
		return int(g.payoffs[p.number])
	}
	return int(p.worth)
}

// Key returns a hash of the position. No two lines of play lead to the same position.
func (g *Uniform) Key(p Node) uint64 { return random(uint64(p.ply)<<32 | uint64(p.number)) }
