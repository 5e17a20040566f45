package law

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"menace/menace"
	"menace/menace/arena"
)

// rawNode is a point in a game on the board.
type rawNode struct {
	turn byte     // the side to move, or 0 if the game is over
	won  bool     // the machine has won
	bead rawBeads // the last bead drawn
	next []*rawNode
}

// node returns the node of a board.
func (l *rawLaw) node(b pawns, turn byte, last rawBeads) *rawNode {
	if won := b.rawWon(turn); won != 0 {
		return &rawNode{won: won == l.side, bead: last}
	}
	n, other := &rawNode{turn: turn, bead: last}, byte('B'+'W'-turn)
	if turn == l.side {
		for _, move := range l.moves[b] {
			n.next = append(n.next, l.node(move.to, other, move.bead))
		}
		return n
	}
	for _, next := range b.rawMoves(turn) {
		n.next = append(n.next, l.node(next, other, last))
	}
	return n
}

// rawTeacher computes how many games machines need, by sets of beads.
type rawTeacher struct {
	side  byte
	start *rawNode
	needs map[rawBeads]float64
	// reply returns the value of the teacher's move, given those of all moves.
	reply func(n *rawNode, m rawBeads, values []float64) float64
	fixed bool // the teacher does not look at the values, so they are linear in the games still needed
	stack []float64
}

// games returns the games that a set of beads needs, as the solution of its equation.
func (r *rawTeacher) games(m rawBeads) float64 {
	if games, known := r.needs[m]; known {
		return games
	}
	games := 0.0
	switch {
	case !r.loses(r.start, m):
	case r.fixed:
		at0, at1 := r.value(r.start, m, 0), r.value(r.start, m, 1)
		games = (1 + at0) / (1 - (at1 - at0))
	default: // Newton's method from above, with a secant in place of the tangent: 1 + value is a concave function
		const step, enough = 1e-3, 1e-9
		excess := func(games float64) float64 { return 1 + r.value(r.start, m, games) - games }
		games = 1000
		for over := excess(games); math.Abs(over) > enough; over = excess(games) {
			games -= over * step / (excess(games+step) - over)
		}
	}
	r.needs[m] = games
	return games
}

// value returns the games still needed after a game from a node on, if the same set of beads still needs some.
func (r *rawTeacher) value(n *rawNode, m rawBeads, still float64) float64 {
	after := m &^ n.bead // if the game is lost here
	first := len(r.stack)
	for _, next := range n.next {
		if n.turn != r.side || m&next.bead != 0 {
			v := r.value(next, m, still)
			r.stack = append(r.stack, v)
		}
	}
	all := r.stack[first:]
	r.stack = r.stack[:first]
	switch {
	case n.won:
		return still
	case len(all) == 0 && after == m:
		return still
	case len(all) == 0:
		return r.games(after)
	case n.turn != r.side:
		return r.reply(n, m, all)
	}
	sum := 0.0
	for _, v := range all {
		sum += v
	}
	return sum / float64(len(all))
}

// loses reports whether somebody can beat the machine.
func (r *rawTeacher) loses(n *rawNode, m rawBeads) bool {
	left := 0
	for _, next := range n.next {
		if n.turn != r.side || m&next.bead != 0 {
			if left++; r.loses(next, m) {
				return true
			}
		}
	}
	return left == 0 && !n.won
}

// TestFastestOnBoards compares the fastest teacher with equations on boards and sets of beads, which use the mirror image
// but no graph and no machine. No teacher with random habits is faster, whether these depend only on the
// position or on the machine too.
func TestFastestOnBoards(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	beads := &rawLaw{side: 'B', beads: map[[2]pawns]int{}, moves: map[pawns][]rawMove{}}
	beads.fill(rawStart, 'W')
	fresh := rawBeads(1)<<len(beads.beads) - 1
	best := rawTeacher{side: 'B', start: beads.node(rawStart, 'W', 0), needs: map[rawBeads]float64{}}
	best.reply = func(_ *rawNode, _ rawBeads, values []float64) float64 { return slices.Min(values) }
	want := best.games(fresh)
	rules, _ := menace.Preset("her")
	c, err := newChain(t.Context(), rules, arena.Fastest(menace.New(rules).Graph()), maxStates)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(c[0].needs-want) > 1e-4 || len(best.needs) != 65_536 {
		t.Errorf("%v games, want %v, for %d sets of beads", c[0].needs, want, len(best.needs))
	}
	for seed := range uint64(2) {
		adapts := seed%2 == 1
		other := rawTeacher{side: 'B', start: best.start, needs: map[rawBeads]float64{}, fixed: true}
		other.reply = func(n *rawNode, m rawBeads, values []float64) float64 {
			of := uint64(len(values)) + uint64(n.bead)<<4
			if adapts {
				of ^= uint64(m) * 0x9E3779B97F4A7C15
			}
			habits := rand.New(rand.NewPCG(seed, of))
			sum, all := 0.0, 0.0
			for _, v := range values {
				weight := math.Exp(3 * habits.NormFloat64())
				sum, all = sum+weight*v, all+weight
			}
			return sum / all
		}
		if games := other.games(fresh); games < want {
			t.Errorf("a random teacher needs only %v games, the fastest %v", games, want)
		}
	}
}
