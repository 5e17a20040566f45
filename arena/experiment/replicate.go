package experiment

import (
	"reflect"
	"slices"

	"menace/arena"
	"menace/menace"
)

// Replicate is the life of one machine.
type Replicate struct {
	Task
	Seed  int64
	Tally arena.Tally // of the games it played: fewer than the design's if it went bankrupt
	// Bankrupt is the number of the game that made it bankrupt, or 0.
	Bankrupt int64
	// UnbeatenFrom is one more than the number of the last game it lost, so one more than it played
	// if it lost the last.
	UnbeatenFrom int64
	// Curve has a point for each checkpoint. A bankrupt machine stays in it as it was when it went
	// bankrupt: it resigns every game.
	Curve []arena.Point
}

// Same reports whether two replicates are one, up to the last digits of their probabilities, which may differ between
// versions of this program.
func (r Replicate) Same(other Replicate) bool {
	a, b := r, other
	a.Curve, b.Curve = nil, nil
	return reflect.DeepEqual(a, b) && slices.EqualFunc(r.Curve, other.Curve, arena.Point.Same)
}

// pair is a machine to train, and one for its rival.
type pair struct{ own, rival menace.Machine }

// train trains a replicate, for which it uses up a pair of machines, with its cell's teacher. It calls pause at each
// checkpoint and at least once a millisecond, and gives up when that returns an error.
func (d *Design) train(t Task, m *pair, with *teacher, pause func() error) (Replicate, error) {
	cell, seed := d.Cells[t.Cell-1], d.SeedOf(t)
	machine := &arena.Career{Learner: cell.fresh(&m.own), Side: cell.Rules.Plays}
	training := &arena.Training{Learner: machine, Random: arena.NewRandom(seed)}
	with.meet(training, &m.rival)
	curve := make([]arena.Point, 0, len(d.Checkpoints))
	for i, games := range d.Checkpoints {
		if err := playUntil(games, training, pause); err != nil {
			return Replicate{}, err
		}
		if i > 0 && machine.Tally == curve[i-1].Tally { // bankrupt: it is as it was
			curve = append(curve, curve[i-1])
		} else {
			curve = append(curve, arena.Measure(machine.Learner, machine.Side, machine.Tally))
		}
		curve[i].Games = games
	}
	r := Replicate{Task: t, Seed: seed, Tally: machine.Tally, UnbeatenFrom: machine.LastLoss + 1, Curve: curve}
	if training.Bankrupt() {
		r.Bankrupt = r.Tally.Games()
	}
	return r, nil
}

// playUntil plays until the learner has played that many games or is bankrupt, with a pause before each
// stretch. A rival that is bankrupt resigns every game from then on, and need not learn it.
func playUntil(games int64, t *arena.Training, pause func() error) error {
	for {
		if err := pause(); err != nil {
			return err
		}
		if t.Rival != nil && t.Rival.Learner.Bankrupt() {
			t.Rival = nil
		}
		missing := games - t.Learner.Tally.Games()
		if missing <= 0 || t.Bankrupt() {
			return nil
		}
		t.Play(min(missing, arena.Stretch))
	}
}
