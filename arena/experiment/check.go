package experiment

import (
	"cmp"
	"errors"
	"fmt"

	"menace/arena"
	"menace/menace"
)

// Check returns an error that says why a replicate with these checkpoints cannot be one of the design, which
// must be valid. It computes the seed, which takes a while, only if these are all checkpoints.
func (d *Design) Check(r *Replicate, checkpoints []int64) error {
	if r.Cell < 1 || r.Cell > len(d.Cells) || r.Run < 1 || r.Run > d.Runs {
		return fmt.Errorf("run %d of cell %d is none of the design", r.Run, r.Cell)
	}
	err := cmp.Or(d.checkLife(r), d.checkCurve(r, checkpoints))
	if err == nil && len(checkpoints) == len(d.Checkpoints) && r.Seed != d.SeedOf(r.Task) {
		err = fmt.Errorf("seed %d is not that of the design", r.Seed)
	}
	if err != nil {
		return fmt.Errorf("run %d of cell %d: %w", r.Run, r.Cell, err)
	}
	return nil
}

// checkLife checks what a replicate is besides its curve.
func (d *Design) checkLife(r *Replicate) error {
	games := r.Tally.Games()
	switch err := r.Tally.Validate(menace.MaxGames); {
	case err != nil:
		return err
	case r.Bankrupt == 0 && games != d.Games, r.Bankrupt != 0 && r.Bankrupt != games, games > d.Games:
		return fmt.Errorf("bankrupt in game %d, after %d of %d games", r.Bankrupt, games, d.Games)
	case r.UnbeatenFrom <= r.Tally.Loss, r.UnbeatenFrom > games+1, r.Tally.Loss == 0 && r.UnbeatenFrom != 1:
		return fmt.Errorf("unbeaten from game %d on, after %d losses", r.UnbeatenFrom, r.Tally.Loss)
	}
	return nil
}

func (d *Design) checkCurve(r *Replicate, checkpoints []int64) error {
	if len(r.Curve) != len(checkpoints) {
		return fmt.Errorf("%d checkpoints, where there must be %d", len(r.Curve), len(checkpoints))
	}
	if err := arena.ValidateCurve(r.Curve, menace.MaxGames); err != nil {
		return err
	}
	for i, p := range r.Curve {
		if p.Games != checkpoints[i] || p.Tally.Games() != min(p.Games, r.Tally.Games()) || !r.Tally.Includes(p.Tally) {
			return fmt.Errorf("a checkpoint at %d games after %d, where there must be one at %d", p.Games, p.Tally.Games(), checkpoints[i])
		}
		if err := d.checkBlocker(p.Blocker); err != nil {
			return err
		}
	}
	return nil
}

// checkBlocker checks the probabilities against a player who blocks: zeros, where the game has none.
func (d *Design) checkBlocker(p arena.WDL) error {
	switch {
	case d.blocks():
		return p.Validate()
	case p != (arena.WDL{}):
		return errors.New("probabilities against a player who blocks, whom the game does not have")
	}
	return nil
}
