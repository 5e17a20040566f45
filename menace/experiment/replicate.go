package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"menace/menace"
	"menace/menace/arena"
)

// Replicate is the result of training one learner.
type Replicate struct {
	Task
	Version string // of the program that trained it; set by the caller
	Seed    int64
	Tally   arena.Tally // games played: fewer than the design's if it went bankrupt
	// Bankrupt is the number of the game that made it bankrupt, or 0.
	Bankrupt int64
	// RivalBankrupt is the number of the game that made its rival bankrupt, or 0.
	RivalBankrupt int64
	// UnbeatenFrom is the number of the last lost game plus one, or 1 if no game was lost.
	UnbeatenFrom int64
	// Curve has a point for each checkpoint. After a bankruptcy all points describe the bankrupt machine, which
	// resigns every game.
	Curve []arena.Point
}

// Same reports whether two replicates are equal, ignoring the versions that trained them and the last digits of their
// probabilities, which may differ between versions.
func (r Replicate) Same(other Replicate) bool {
	a, b := r, other
	a.Curve, b.Curve, a.Version, b.Version = nil, nil, "", ""
	return reflect.DeepEqual(a, b) && slices.EqualFunc(r.Curve, other.Curve, arena.Point.Same)
}

// machinePair is scratch space: a machine to train, and one for its rival.
type machinePair struct{ own, rival menace.Machine }

// begin returns the training of a replicate before its first game, against the teacher of its cell. It uses the
// machines of m.
func (d *Design) begin(t Task, m *machinePair, with *teacher) *arena.Training {
	cell := d.Cells[t.Cell-1]
	training := &arena.Training{
		Learner: &arena.Career{Learner: newLearner(cell, &m.own), Side: cell.Rules.Plays},
		Random:  arena.NewRandom(d.SeedOf(t)),
	}
	with.setOpponent(training, &m.rival)
	return training
}

// Retrain trains the learner of a replicate again, up to a number of games, and returns the training, which can go on.
// Experiments store results but no learners; this is possible because a replicate depends only on its task and the
// design.
func (d *Design) Retrain(ctx context.Context, t Task, games int64) (*arena.Training, error) {
	with, err := newTeacher(d.Cells[t.Cell-1])
	if err != nil {
		return nil, err
	}
	training := d.begin(t, &machinePair{}, with)
	return training, playUntil(games, training, ctx.Err)
}

// train trains a replicate against the teacher of its cell, using the machines of m. It calls pause as follow does.
func (d *Design) train(t Task, m *machinePair, with *teacher, pause func() error) (Replicate, error) {
	r, err := follow(d.begin(t, m, with), d.Checkpoints, pause)
	r.Task, r.Seed = t, d.SeedOf(t)
	return r, err
}

// Train trains any learner, such as one of your own, and measures it at these numbers of games, which ascend. The
// learner must not have played before. The caller sets the task, the version and the seed of the result.
func Train(t *arena.Training, checkpoints []int64) Replicate {
	r, _ := follow(t, checkpoints, func() error { return nil })
	return r
}

// follow trains a learner, and measures it at checkpoints. It calls pause at each of them and at least once a
// millisecond, and returns the error of pause.
func follow(training *arena.Training, checkpoints []int64, pause func() error) (Replicate, error) {
	machine, rival := training.Learner, training.Rival
	curve := make([]arena.Point, 0, len(checkpoints))
	for i, games := range checkpoints {
		if err := playUntil(games, training, pause); err != nil {
			return Replicate{}, err
		}
		if i > 0 && machine.Tally == curve[i-1].Tally { // already bankrupt, so unchanged
			curve = append(curve, curve[i-1])
		} else {
			curve = append(curve, arena.Measure(machine.Learner, machine.Side, machine.Tally))
			if rival != nil {
				p := arena.Measure(rival.Learner, rival.Side, rival.Tally)
				curve[i].Rival = arena.Rival{Random: p.Random, Perfect: p.Perfect, Worst: p.Worst,
					MostLosses: p.MostLosses}
			}
		}
		curve[i].Games = games
	}
	r := Replicate{Tally: machine.Tally, UnbeatenFrom: machine.LastLoss + 1, Curve: curve}
	if training.Bankrupt() {
		r.Bankrupt = r.Tally.Games()
	}
	if rival != nil && rival.Learner.Bankrupt() {
		r.RivalBankrupt = rival.Tally.Games()
	}
	return r, nil
}

// playUntil plays until the learner has played this many games or is bankrupt, and calls pause before each block.
// Once a rival is bankrupt, it resigns every game and no longer learns.
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
		t.Play(min(missing, arena.Block))
	}
}

// Check returns an error unless the replicate, with these checkpoints, can belong to the design, which must be valid.
// It checks the seed, which takes a while, only if these are all the checkpoints of the design.
func (d *Design) Check(r *Replicate, checkpoints []int64) error {
	if r.Cell < 1 || r.Cell > len(d.Cells) || r.Run < 1 || r.Run > d.Runs {
		return fmt.Errorf("the design has no run %d of cell %d", r.Run, r.Cell)
	}
	err := cmp.Or(d.checkTotals(r), d.checkCurve(r, checkpoints))
	if err == nil && len(checkpoints) == len(d.Checkpoints) && r.Seed != d.SeedOf(r.Task) {
		err = fmt.Errorf("seed %d is not the one in the design", r.Seed)
	}
	if err != nil {
		return fmt.Errorf("run %d of cell %d: %w", r.Run, r.Cell, err)
	}
	return nil
}

// checkTotals checks the fields of a replicate other than its curve.
func (d *Design) checkTotals(r *Replicate) error {
	games := r.Tally.Games()
	switch err := r.Tally.Validate(menace.MaxGames); {
	case err != nil:
		return err
	case r.Bankrupt == 0 && games != d.Games, r.Bankrupt != 0 && r.Bankrupt != games, games > d.Games:
		return fmt.Errorf("bankrupt in game %d, after %d of %d games", r.Bankrupt, games, d.Games)
	case r.RivalBankrupt < 0, r.RivalBankrupt > games:
		return fmt.Errorf("rival bankrupt in game %d of %d", r.RivalBankrupt, games)
	case r.UnbeatenFrom <= r.Tally.Loss, r.UnbeatenFrom > games+1, r.Tally.Loss == 0 && r.UnbeatenFrom != 1:
		return fmt.Errorf("unbeaten from game %d on, after %d losses", r.UnbeatenFrom, r.Tally.Loss)
	}
	return nil
}

func (d *Design) checkCurve(r *Replicate, checkpoints []int64) error {
	if len(r.Curve) != len(checkpoints) {
		return fmt.Errorf("%d checkpoints instead of %d", len(r.Curve), len(checkpoints))
	}
	if err := arena.ValidateCurve(r.Curve, menace.MaxGames); err != nil {
		return err
	}
	blocks := d.blocks()
	for i, p := range r.Curve {
		if p.Games != checkpoints[i] || p.Tally.Games() != min(p.Games, r.Tally.Games()) || !r.Tally.Includes(p.Tally) {
			return fmt.Errorf("a checkpoint at %d games with the results of %d, instead of one at %d",
				p.Games, p.Tally.Games(), checkpoints[i])
		}
		if blocks {
			if err := p.Blocker.Validate(); err != nil {
				return err
			}
		} else if p.Blocker != (arena.WDL{}) {
			return errors.New("probabilities against a blocker, which the game does not have")
		}
	}
	return nil
}
