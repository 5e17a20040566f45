package experiment

import (
	"context"
	"math/rand/v2"

	"menace/arena"
	"menace/board"
	"menace/menace"
)

// Replicate is the life of one machine.
type Replicate struct {
	Task
	Seed  int64
	Tally arena.Tally // of the games it played: fewer than the design's when it went bankrupt
	// Bankrupt is the number of the game that made it bankrupt, or 0.
	Bankrupt int64
	// UnbeatenFrom is the number of the first game from which on it lost no more: one more than the
	// last that it lost, so that one more than it played means that it lost the last.
	UnbeatenFrom int64
	Curve        []Point // a point for each checkpoint
}

// Point is what a replicate was at a checkpoint. The odds are exact. A machine that went bankrupt
// before stays in the curve as it was then: resigning every game.
type Point struct {
	Games   int64       // the checkpoint
	Tally   arena.Tally // of the games played so far
	Random  arena.Odds  // against arena.Random
	Perfect arena.Odds  // against arena.Perfect
	Blocker arena.Odds  // against arena.Blocker
	Worst   arena.Odds  // against the best reply
}

// Score returns the running total of Michie's papers, 3 · wins + draws − losses.
func (p Point) Score() float64 { return float64(3*p.Tally.Win + p.Tally.Draw - p.Tally.Loss) }

// life is a replicate in training.
type life struct {
	machine  *menace.Machine
	mark     board.Mark
	x, o     arena.Player
	random   *rand.PCG
	tally    arena.Tally
	bankrupt int64
	lastLoss int64 // the number of the last game that was lost, or 0
}

// train trains a replicate against the opponent of its cell. It gives up within a millisecond when the
// context ends.
func (d *Design) train(ctx context.Context, t Task, opponent arena.Opponent) (Replicate, error) {
	r := Replicate{Task: t, Seed: d.SeedOf(t), Curve: make([]Point, 0, len(d.Checkpoints))}
	l := newLife(d.Cells[t.Cell-1].Rules, opponent, r.Seed)
	for _, games := range d.Checkpoints {
		if err := l.playUntil(ctx, games); err != nil {
			return Replicate{}, err
		}
		r.Curve = append(r.Curve, l.measure(games))
	}
	r.Tally, r.Bankrupt, r.UnbeatenFrom = l.tally, l.bankrupt, l.lastLoss+1
	return r, nil
}

func newLife(rules menace.Rules, opponent arena.Opponent, seed int64) *life {
	m := menace.New(rules)
	l := &life{machine: m, mark: rules.Plays.Mark(), x: m, o: opponent, random: arena.NewRandom(seed)}
	if l.mark == board.O {
		l.x, l.o = l.o, l.x
	}
	return l
}

// lookUp is the number of games between two looks at the context, about a millisecond.
const lookUp = 1 << 13

// playUntil plays until the machine has played that many games, or is bankrupt. It does what
// [arena.Training] does, with the same chances, and watches every game.
func (l *life) playUntil(ctx context.Context, games int64) error {
	for played := l.tally.Games(); played < games && l.bankrupt == 0; {
		if played%lookUp == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		end, resigned := arena.Play(l.x, l.o, l.random)
		played++
		if l.machine.Learn(end) {
			l.bankrupt = played
		}
		if end == board.Win(l.mark.Other()) {
			l.lastLoss = played
		}
		l.tally.Add(l.mark, end, resigned, 1)
	}
	return nil
}

// measure returns what the machine now is.
func (l *life) measure(games int64) Point {
	return Point{
		Games:   games,
		Tally:   l.tally,
		Random:  arena.Evaluate(l.machine, l.mark, arena.Random),
		Perfect: arena.Evaluate(l.machine, l.mark, arena.Perfect),
		Blocker: arena.Evaluate(l.machine, l.mark, arena.Blocker),
		Worst:   arena.WorstCase(l.machine, l.mark),
	}
}
