package arena

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"menace/menace"
	"menace/menace/teach"
	"menace/symmetry"
)

// Adaptive is an opponent whose moves depend on what the other player, a learner, has learned.
type Adaptive interface {
	Opponent
	// Facing returns the opponent as it plays against a learner, whatever that learns in the meantime. It returns an
	// error if the opponent does not suit this kind of learner. The learner and the result belong to one goroutine.
	Facing(Learner) (Opponent, error)
}

// Facing returns an opponent as it plays against a learner, which is the opponent itself unless it is [Adaptive].
func Facing(o Opponent, l Learner) (Opponent, error) {
	if a, ok := o.(Adaptive); ok {
		return a.Facing(l)
	}
	return o, nil
}

// PlayerFacing is like [Facing] for any player. With an error it returns the player as it plays without a learner.
func PlayerFacing(p Player, l Learner) (Player, error) {
	a, ok := p.(Adaptive)
	if !ok {
		return p, nil
	}
	o, err := a.Facing(l)
	if err != nil {
		return p, err
	}
	return o, nil
}

// fastest makes a machine unbeatable in as few games as possible. Without a machine, and against one that is unbeatable
// or was changed by hand, it is the embedded perfect opponent.
type fastest struct{ Opponent }

// Fastest returns the opponent that teaches a machine in the fewest games, on average; see package teach. It chooses
// its moves by the beads in the machine's boxes. It returns nil for a game whose usual machine gains beads.
func Fastest(g *symmetry.Graph) Opponent {
	if rules, err := menace.Usual(g.Name()); err != nil || teach.CheckOnlyTakes(rules) != nil {
		return nil
	}
	return fastest{Perfect(g)}
}

// Facing implements [Adaptive].
func (f fastest) Facing(l Learner) (Opponent, error) {
	m, ok := l.(*menace.Machine)
	if !ok {
		return nil, errors.New("opponent fastest teaches only machines with boxes, because it follows their beads")
	}
	teacher, err := teach.NewCached(m.Rules())
	if err != nil {
		return nil, fmt.Errorf("opponent fastest: %w", err)
	}
	return &tutor{Opponent: f.Opponent, teacher: teacher, machine: m}, nil
}

// tutor is the fastest teacher of one machine.
type tutor struct {
	Opponent // plays where no reply is best
	teacher  *teach.Teacher
	machine  *menace.Machine
	replies  map[int]map[symmetry.Orbit]int // by state of the machine, computed on demand
}

// reply returns the best reply in an orbit, as the index of a move.
func (t *tutor) reply(o symmetry.Orbit) (move int, ok bool) {
	state, known := t.teacher.State(t.machine)
	if !known {
		return 0, false
	}
	replies, known := t.replies[state]
	if !known {
		if len(t.replies) == maxReplies {
			clear(t.replies)
		}
		if t.replies == nil {
			t.replies = map[int]map[symmetry.Orbit]int{}
		}
		replies = t.teacher.Replies(state)
		t.replies[state] = replies
	}
	move, ok = replies[o]
	return move, ok
}

// maxReplies is the largest number of states whose replies a tutor keeps.
const maxReplies = 10_000

// Move implements [Player].
func (t *tutor) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	if move, ok := t.reply(o); ok {
		return t.Graph().Next(o, move)
	}
	return t.Opponent.Move(o, random)
}

// Chances implements [Policy].
func (t *tutor) Chances(chances []float64) {
	g := t.Graph()
	t.Opponent.Chances(chances)
	for o := range g.All() {
		if move, ok := t.reply(o); ok {
			at := g.OrbitEdges(o)
			clear(chances[at.First:at.End])
			chances[int(at.First)+int(g.Classes(o)[move])] = 1
		}
	}
}
