// Package teach computes how to make a machine unbeatable in as few games as possible, if the machine only ever loses
// beads, like Martin Gardner's machines for hexapawn.
//
// Such a machine has finitely many states, and a game leads from a state to itself or to one with fewer beads. So the
// average number of games that a state needs follows from the numbers of states with fewer beads: it is a shortest
// path. For most uses, call [NewCached]. The package plays no games and knows no opponents; package arena turns a
// [Teacher] into an opponent.
package teach

import (
	"errors"
	"math"
	"slices"
	"sync"

	"menace/menace"
	"menace/symmetry"
)

// Teacher knows how many games each state of a machine needs. It never changes, and goroutines may share it.
type Teacher struct {
	*tree
	needs needs
}

// New returns the teacher of machines with these rules, or an error if there is none: see [Check].
func New(rules menace.Rules) (*Teacher, error) {
	tree, err := newTree(rules)
	if err != nil {
		return nil, err
	}
	t := &Teacher{tree, tree.unknownNeeds()}
	games := t.freshCourse(t.needs, nil).solve()
	switch {
	case len(t.needs.known) > maxStates:
		return nil, errTooMany
	case math.IsInf(games, 1):
		return nil, errors.New("nobody is certain to make it unbeatable: it may lose all beads of a box before")
	}
	return t, nil
}

// Check returns an error that explains why machines with these rules have no teacher: an [option.Error] if they can
// gain beads, another error if they have too many states or perfect play beats them. It does not notice that they may
// lose too many beads, because that takes as long as [New].
func Check(rules menace.Rules) error {
	_, err := newTree(rules)
	return err
}

// known caches teachers, each of which takes a third of a second, and the errors of rules without one.
var known sync.Map // from menace.Rules to func() (*Teacher, error)

// NewCached is like [New], but computes each teacher only once.
func NewCached(rules menace.Rules) (*Teacher, error) {
	of, _ := known.LoadOrStore(rules, sync.OnceValues(func() (*Teacher, error) { return New(rules) }))
	return of.(func() (*Teacher, error))()
}

// Games returns the number of games that a fresh machine needs on average.
func (t *Teacher) Games() float64 {
	games, _ := t.needs.of(t.states - 1)
	return games
}

// State returns the number of a machine's state, and whether it is one that can arise from a fresh machine.
func (t *Teacher) State(m *menace.Machine) (number int, known bool) {
	for _, b := range t.beads {
		box, _ := m.Box(b.Orbit)
		n := box.Beads(int(b.Move))
		if n > b.fresh || n < b.fresh && b.weight == 0 {
			return 0, false
		}
		number += int(n) * b.weight
	}
	_, known = t.needs.of(number)
	return number, known
}

// Replies returns the best replies to a machine in a known state, by orbit, each as the index of a move. If the machine
// is unbeatable, there are none.
func (t *Teacher) Replies(number int) map[symmetry.Orbit]int {
	c := t.freshCourse(t.needs, nil)
	c.number = number
	for i, b := range t.beads {
		if b.weight > 0 {
			c.counts[i] = int64(number / b.weight % int(b.fresh+1))
		}
	}
	still, _ := t.needs.of(number)
	replies := map[symmetry.Orbit]int{}
	if still == 0 || math.IsInf(still, 1) {
		return replies
	}
	var walk func(*node)
	walk = func(n *node) {
		switch {
		case len(n.moves) == 0:
		case n.machineMoves:
			for _, m := range n.moves {
				if !n.boxed || c.counts[m.bead] > 0 {
					walk(m.next)
				}
			}
		default:
			best, _, _ := c.best(n, still)
			replies[n.orbit] = best.index
			walk(best.next)
		}
	}
	walk(t.start)
	return replies
}

// Lessons returns the beads that a fresh machine loses to the best teacher, one in each lost game, if it always draws
// the first bead that lets it lose.
func (t *Teacher) Lessons() (drawn []menace.Draw) {
	c := t.freshCourse(t.needs, nil)
	for replies := t.Replies(c.number); len(replies) > 0; replies = t.Replies(c.number) {
		for _, l := range c.lesson(t.start, replies) {
			drawn = append(drawn, t.beads[l.bead].Draw)
			c.lose([]loss{l})
		}
	}
	return drawn
}

// lesson returns what the machine loses in the first game that it can lose to these replies, or nil.
func (c *course) lesson(n *node, replies map[symmetry.Orbit]int) []loss {
	if len(n.moves) == 0 || n.boxed && c.total(n) == 0 {
		return n.losses
	}
	for _, m := range n.moves {
		reply, chooses := replies[n.orbit]
		if n.boxed && c.counts[m.bead] == 0 || !n.machineMoves && chooses && reply != m.index {
			continue
		}
		if lost := c.lesson(m.next, replies); lost != nil {
			return lost
		}
	}
	return nil
}

// course computes the numbers of games that states need with one way to teach.
type course struct {
	*tree
	card  Card // what the teacher plays, or nil for the best replies
	needs needs

	number int     // of the state under consideration
	counts []int64 // its beads
}

// needs holds the number of games that each state needs, by the number of the state, as far as it is known. It is
// infinite if no teacher is certain to make the machine unbeatable. A list is twice as fast as a map, but also takes
// memory for states that never arise.
type needs struct {
	list  []float64 // NaN if not known, or nil if there are many numbers
	known map[int]float64
}

func (t *tree) unknownNeeds() needs {
	if t.states > maxStates {
		return needs{known: map[int]float64{}}
	}
	return needs{list: slices.Repeat([]float64{math.NaN()}, t.states)}
}

func (n needs) of(state int) (games float64, known bool) {
	if n.list == nil {
		games, known = n.known[state]
		return games, known
	}
	return n.list[state], !math.IsNaN(n.list[state])
}

func (n needs) set(state int, games float64) {
	if n.list == nil {
		n.known[state] = games
	} else {
		n.list[state] = games
	}
}

// freshCourse returns a course whose current state is the fresh machine.
func (t *tree) freshCourse(needs needs, card Card) *course {
	c := &course{tree: t, card: card, needs: needs, number: t.states - 1}
	for _, b := range t.beads {
		c.counts = append(c.counts, b.fresh)
	}
	return c
}

// solve computes the number of games that the current state needs.
//
// Suppose that a way to play a game leads to another state with probability p, and let a be the sum, over these states,
// of probability times number of games needed. Then the way needs (1 + a)/p games. The best way minimizes a − p·x,
// where x is the number of games that it needs: Dinkelbach's method for fractions converges to it in a few iterations.
func (c *course) solve() float64 {
	if games, known := c.needs.of(c.number); known {
		return games
	}
	games := 0.0
	if c.beatable(c.start) && len(c.needs.known) <= maxStates {
		games = 1e9 // more than anyone would play
		for last := math.Inf(1); games < last*(1-1e-13); {
			last = games
			later, ends := c.value(c.start, last)
			if games = (1 + later) / ends; ends == 0 || math.IsInf(later, 1) {
				games = math.Inf(1)
			}
			if c.card != nil { // there is only one way
				break
			}
		}
	}
	c.needs.set(c.number, games)
	return games
}

// value returns, from a node on, the probability that the game leads to another state, and the number of games that
// those states need, weighted by probability. The argument still is the number of games that the current state needs.
func (c *course) value(n *node, still float64) (later, ends float64) {
	switch total := c.total(n); {
	case len(n.moves) == 0, n.boxed && total == 0:
		return c.end(n)
	case n.boxed:
		for _, m := range n.moves {
			if beads := c.counts[m.bead]; beads > 0 {
				l, e := c.value(m.next, still)
				later += float64(beads) * l
				ends += float64(beads) * e
			}
		}
		return later / float64(total), ends / float64(total)
	case n.machineMoves: // the move is forced
		return c.value(n.moves[0].next, still)
	case c.card == nil:
		_, later, ends = c.best(n, still)
		return later, ends
	}
	shares, ok := c.card[n.orbit]
	total := 0.0
	for _, m := range n.moves {
		share := 1.0
		if ok {
			share = float64(shares[m.index])
		}
		if share > 0 {
			l, e := c.value(m.next, still)
			later, ends, total = later+share*l, ends+share*e, total+share
		}
	}
	return later / total, ends / total
}

// best returns the best reply, with its value.
func (c *course) best(n *node, still float64) (best move, later, ends float64) {
	least := math.Inf(1)
	for i, m := range n.moves {
		l, e := c.value(m.next, still)
		if games := l - e*still; i == 0 || games < least-1e-12*still {
			best, later, ends, least = m, l, e, games
		}
	}
	return best, later, ends
}

// end returns the value of a game that ends at a node.
func (c *course) end(n *node) (later, ends float64) {
	before := c.number
	taken := c.lose(n.losses)
	if c.number != before {
		later, ends = c.solve(), 1
	}
	c.restore(n.losses, taken)
	return later, ends
}

// lose takes away beads, as many as there are, and returns the numbers taken, for restore.
func (c *course) lose(losses []loss) (taken [symmetry.MaxMoves]int64) {
	for i, l := range losses {
		taken[i] = min(l.beads, c.counts[l.bead])
		c.counts[l.bead] -= taken[i]
		c.number -= int(taken[i]) * c.beads[l.bead].weight
	}
	return taken
}

func (c *course) restore(losses []loss, taken [symmetry.MaxMoves]int64) {
	for i, l := range losses {
		c.counts[l.bead] += taken[i]
		c.number += int(taken[i]) * c.beads[l.bead].weight
	}
}

// total returns the number of beads in the box of a node, if it has one.
func (c *course) total(n *node) (total int64) {
	if n.boxed {
		for _, m := range n.moves {
			total += c.counts[m.bead]
		}
	}
	return total
}

// beatable reports whether the machine can lose a game from a node on.
func (c *course) beatable(n *node) bool {
	if n.boxed && c.total(n) == 0 {
		return true
	}
	for _, m := range n.moves {
		if (!n.boxed || c.counts[m.bead] > 0) && c.beatable(m.next) {
			return true
		}
	}
	return n.lost
}

// Endless reports whether a teacher who wants to can keep a machine beatable for ever.
func (t *Teacher) Endless() bool {
	c := t.freshCourse(t.needs, nil)
	endless := map[int]bool{} // by state
	var keeps func() bool
	// kept reports whether the teacher can keep it beatable from a node on.
	var kept func(n *node) bool
	kept = func(n *node) bool {
		switch total := c.total(n); {
		case len(n.moves) == 0, n.boxed && total == 0:
			before := c.number
			taken := c.lose(n.losses)
			kept := c.number == before || keeps()
			c.restore(n.losses, taken)
			return kept
		case n.machineMoves:
			return !slices.ContainsFunc(n.moves, func(m move) bool {
				return (!n.boxed || c.counts[m.bead] > 0) && !kept(m.next)
			})
		}
		return slices.ContainsFunc(n.moves, func(m move) bool { return kept(m.next) })
	}
	keeps = func() bool {
		is, known := endless[c.number]
		if !known {
			is = c.beatable(c.start) && kept(c.start)
			endless[c.number] = is
		}
		return is
	}
	return keeps()
}
