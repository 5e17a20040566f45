package experiment

import (
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

// Point is what a replicate was at a checkpoint. The probabilities are exact. A machine that went bankrupt
// before stays in the curve as it was then: resigning every game.
type Point struct {
	Games   int64       // the checkpoint
	Tally   arena.Tally // of the games played so far
	Random  arena.WDL   // against arena.Random
	Perfect arena.WDL   // against arena.Perfect
	Blocker arena.WDL   // against arena.Blocker
	Worst   arena.WDL   // against the best reply
}

// Score returns the running total of the games played.
func (p Point) Score() float64 { return float64(p.Tally.Score()) }

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

// train trains a replicate against the opponent of its cell, which is one of those by name. It calls
// pause at each checkpoint and at least once a millisecond, and gives up when that returns an error.
func (d *Design) train(t Task, opponents map[string]arena.Opponent, pause func() error) (Replicate, error) {
	cell := d.Cells[t.Cell-1]
	r := Replicate{Task: t, Seed: d.SeedOf(t), Curve: make([]Point, 0, len(d.Checkpoints))}
	l := newLife(cell.Rules, opponents[cell.Opponent], r.Seed)
	for i, games := range d.Checkpoints {
		if err := l.playUntil(games, pause); err != nil {
			return Replicate{}, err
		}
		if i > 0 && l.tally == r.Curve[i-1].Tally { // bankrupt: it is as it was
			r.Curve = append(r.Curve, r.Curve[i-1])
			r.Curve[i].Games = games
			continue
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

// stint is the number of games between two pauses, which takes less than a millisecond.
const stint = 1 << 13

// playUntil plays until the machine has played that many games, or is bankrupt, with a pause before each
// stint.
func (l *life) playUntil(games int64, pause func() error) error {
	for {
		if err := pause(); err != nil {
			return err
		}
		l.play(min(games, l.tally.Games()+stint))
		if l.bankrupt > 0 || l.tally.Games() >= games {
			return nil
		}
	}
}

// play does what [arena.Training] does, with the same chances, and watches every game.
func (l *life) play(until int64) {
	for played := l.tally.Games(); played < until && l.bankrupt == 0; {
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
