package minimax

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
)

// Sampling holds the settings of [MCTS].
type Sampling struct {
	Playouts    int     // games to play to the end, at most MaxPlayouts
	Exploration float64 // the constant C; see [UCT.Upper]
	Seed        int64   // of the random moves
}

// MaxPlayouts limits the playouts of a search, because each may add a position to the tree in memory.
const MaxPlayouts = 1_000_000

// UsualSampling is the default. Its constant is 2·Cp with Cp = 1/√2, as in UCB1.
var UsualSampling = Sampling{Playouts: 1000, Exploration: math.Sqrt2}

// ErrInfinite reports a game with infinite payoffs, whose mean does not exist.
var ErrInfinite = errors.New("mcts takes means, and an infinite payoff has none")

// UCT is Monte-Carlo tree search with upper confidence bounds in progress. Each playout has four phases: Select
// descends from the root by the highest upper bound, Expand adds one position to the tree, Play continues with random
// moves to the end of the game, and Backup counts the payoff in every position on the way back to the root.
//
// L. Kocsis and C. Szepesvári, Bandit based Monte-Carlo planning, ECML (2006); R. Coulom, Efficient selectivity and
// backup operators in Monte-Carlo tree search, CG (2006), for one new position in each playout.
type UCT[P, M any] struct {
	Root        *Node[P, M]
	Nodes       int64 // positions visited, counted at each visit
	Size        int64 // positions in the tree
	game        Game[P, M]
	exploration float64
	random      *rand.PCG
	low, high   int          // payoffs to the player to move at the root: their bounds, or the extremes so far
	moves       []M          // of the current playout
	offered     []M          // of all positions in the tree, one after another
	slab        []Node[P, M] // positions for the tree, allocated in blocks
	used        int          // positions of the slab in the tree
}

// Roller is a game with a faster way to make the moves of [UCT.Play] when only their end matters.
type Roller[P any] interface {
	// Roll makes random moves from p to the end of the game. It chooses each of n moves by the high 64 bits of the
	// product of n and a random number.
	Roll(p P, random *rand.PCG) (end P, moves int)
}

// Node is a position in the tree of [UCT]. Its mean is over the payoffs to the player who moved to it.
type Node[P, M any] struct {
	Position P
	Move     M // the move to this position; meaningless at the root
	Parent   *Node[P, M]
	Children []*Node[P, M] // after the moves tried so far, in the order of the game's moves
	Visits   int64
	sum      int64 // of the payoffs
	ply      int   // from the root
	moves    []M   // of the game; none if it is over
}

// NewUCT returns a search whose tree consists of the root. It takes its random numbers from random.
func NewUCT[P, M any](game Game[P, M], p P, exploration float64, random *rand.PCG) (*UCT[P, M], error) {
	u := &UCT[P, M]{game: game, exploration: exploration}
	if err := u.Restart(p, random); err != nil {
		return nil, err
	}
	return u, nil
}

// Restart begins a search of another position as [NewUCT] does, in the memory of the tree so far, which becomes
// invalid.
func (u *UCT[P, M]) Restart(p P, random *rand.PCG) error {
	if u.game.Finished(p) {
		return ErrFinished
	}
	u.random, u.low, u.high = random, infinity, -infinity
	if bounded, ok := u.game.(Bounded); ok && bounded.Bound() > 0 {
		u.low, u.high = -bounded.Bound(), bounded.Bound()
	}
	if u.high == MaxPayoff {
		return ErrInfinite
	}
	u.Nodes, u.Size, u.used, u.offered = 0, 0, 0, u.offered[:0]
	u.Root = u.node(nil, p, *new(M))
	return nil
}

// Run makes playouts. If the context ends first, the error wraps the context's, and the tree contains the playouts made
// so far.
func (u *UCT[P, M]) Run(ctx context.Context, playouts int) error {
	const pollEvery = 64
	roller, rolls := u.game.(Roller[P])
	for i := range playouts {
		if i%pollEvery == pollEvery-1 && contextEnded(ctx) {
			return fmt.Errorf("search stopped after %d playouts: %w", u.Root.Visits, context.Cause(ctx))
		}
		n := u.Expand(u.Select())
		if rolls {
			end, moves := roller.Roll(n.Position, u.random)
			u.Backup(n, u.ended(end, n.ply, moves))
			continue
		}
		payoff, _ := u.Play(n)
		u.Backup(n, payoff)
	}
	return nil
}

// Select follows the children with the highest upper bounds to a position with an untried move, or to the end of the
// game. Of equal bounds it takes the first.
func (u *UCT[P, M]) Select() *Node[P, M] {
	n := u.Root
	for u.Nodes++; len(n.moves) > 0 && n.Untried() == 0; u.Nodes++ {
		best, highest := n.Children[0], math.Inf(-1)
		unit, visits := u.unit(), log(n.Visits)
		for _, child := range n.Children {
			if upper := child.Mean() + float64(unit*math.Sqrt(visits/float64(child.Visits))); upper > highest {
				best, highest = child, upper
			}
		}
		n = best
	}
	return n
}

// Expand adds the position after the first untried move to the tree, and returns it. It returns n itself if the game is
// over there.
func (u *UCT[P, M]) Expand(n *Node[P, M]) *Node[P, M] {
	if n.Untried() == 0 {
		return n
	}
	m := n.moves[len(n.Children)]
	child := u.node(n, u.game.Apply(n.Position, m), m)
	if cap(n.Children) < len(n.moves) {
		n.Children = make([]*Node[P, M], 0, len(n.moves))
	}
	n.Children = append(n.Children, child)
	u.Nodes++
	return child
}

// Play makes random moves from n to the end of the game. It returns the payoff to the player to move at the root, and
// the moves, which are valid until the next call.
func (u *UCT[P, M]) Play(n *Node[P, M]) (payoff int, line []M) {
	p := n.Position
	u.moves = u.moves[:0]
	for !u.game.Finished(p) {
		made := len(u.moves)
		u.moves = u.game.Moves(p, u.moves)
		i, _ := bits.Mul64(u.random.Uint64(), uint64(len(u.moves)-made))
		u.moves[made] = u.moves[made+int(i)]
		u.moves = u.moves[:made+1]
		p = u.game.Apply(p, u.moves[made])
	}
	return u.ended(p, n.ply, len(u.moves)), u.moves
}

// ended counts a playout from a position at a ply that ended after some moves at p, and returns its payoff.
func (u *UCT[P, M]) ended(p P, ply, moves int) (payoff int) {
	u.Nodes += int64(moves)
	if payoff = u.game.Payoff(p); (ply+moves)%2 == 1 {
		payoff = -payoff
	}
	u.low, u.high = min(u.low, payoff), max(u.high, payoff)
	return payoff
}

// Backup counts a payoff to the player to move at the root, in n and in all positions above it.
func (u *UCT[P, M]) Backup(n *Node[P, M], payoff int) {
	for ; n != nil; n = n.Parent {
		n.Visits++
		if n.ply%2 == 1 {
			n.sum += int64(payoff)
		} else {
			n.sum -= int64(payoff)
		}
	}
}

// Upper returns the upper confidence bound of a position other than the root:
//
//	mean + C · w · √(ln N / n)
//
// where n is its visits, N those of its parent, and w the width of the payoffs, from the lowest to the highest. Kocsis
// and Szepesvári have rewards from 0 to 1, so that w is 1. In a game whose payoffs are not [Bounded], w follows from
// those met so far.
func (u *UCT[P, M]) Upper(n *Node[P, M]) float64 {
	return n.Mean() + float64(u.Width(n)) // not fused, so that all processors agree
}

// Width returns the second term of [UCT.Upper], the upper bound minus the mean.
func (u *UCT[P, M]) Width(n *Node[P, M]) float64 {
	return u.unit() * math.Sqrt(log(n.Parent.Visits)/float64(n.Visits))
}

// log returns the natural logarithm of a number of visits.
func log(visits int64) float64 {
	if visits < int64(len(logs)) {
		return logs[visits]
	}
	return math.Log(float64(visits))
}

// logs holds the logarithms of small numbers.
var logs = func() (logs [256]float64) {
	for n := range logs {
		logs[n] = math.Log(float64(n))
	}
	return logs
}()

// unit returns C · w, the first factors of [UCT.Width].
func (u *UCT[P, M]) unit() float64 { return u.exploration * float64(u.high-u.low) }

// Mean returns the mean payoff to the player who moved to the position.
func (n *Node[P, M]) Mean() float64 { return float64(n.sum) / float64(n.Visits) }

// Untried returns the number of moves that have not been tried.
func (n *Node[P, M]) Untried() int { return len(n.moves) - len(n.Children) }

// Moves returns all moves of the position. The caller must not change them.
func (n *Node[P, M]) Moves() []M { return n.moves }

// MostVisited returns the child with the most visits, and of equals the one with the highest mean, or nil without
// children. It is the move to play.
func (n *Node[P, M]) MostVisited() (best *Node[P, M]) {
	for _, child := range n.Children {
		if best == nil || child.Visits > best.Visits || child.Visits == best.Visits && child.Mean() > best.Mean() {
			best = child
		}
	}
	return best
}

// node returns a new position.
func (u *UCT[P, M]) node(parent *Node[P, M], p P, m M) *Node[P, M] {
	if u.used == len(u.slab) {
		u.slab, u.used = make([]Node[P, M], min(u.Size+8, 256)), 0
	}
	n := &u.slab[u.used]
	u.Size++
	u.used++
	*n = Node[P, M]{Position: p, Move: m, Parent: parent, Children: n.Children[:0]}
	if parent != nil {
		n.ply = parent.ply + 1
	}
	if !u.game.Finished(p) {
		from := len(u.offered)
		u.offered = u.game.Moves(p, u.offered)
		n.moves = u.offered[from:len(u.offered):len(u.offered)]
	}
	return n
}
