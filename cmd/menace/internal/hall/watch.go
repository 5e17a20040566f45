package hall

import (
	"context"
	"time"

	"menace/arena/match"
	"menace/cmd/menace/internal/lab"
)

// watch prepares a run that is shown on the board, move by move.
func (t *Table) watch(ctx context.Context, name string, r *Run) (func() (int64, error), error) {
	sitting, err := t.hall.lab.Sit(ctx, lab.SitOptions{
		Agent: name, Learn: true, Seed: lab.NoSeed, Watch: true, Opponent: r.Opponent, BothLearn: r.BothLearn, Games: r.Games,
	})
	if err != nil {
		return nil, err
	}
	r.training = sitting.Watched
	seat := t.seat(sitting.Agent, Host)
	return func() (played int64, err error) {
		for ; played < r.Games && ctx.Err() == nil && sitting.Watched.CanPlay() && err == nil; played++ {
			if err = seat.watchGame(ctx, sitting, r.Pace.move); ctx.Err() != nil {
				break
			}
		}
		return played, err
	}, nil
}

// watchGame plays a game on the board. One that is interrupted counts for nothing.
func (s *Seat) watchGame(ctx context.Context, sitting *lab.Sitting, each time.Duration) (err error) {
	var g *match.Game
	s.table.change(func() {
		sitting.Watched.Together(func() error { g = s.meet(sitting); return nil })
	})
	for !g.Over() && ctx.Err() == nil {
		s.table.change(func() {
			if g.MachineMoves() {
				g.Move()
			} else {
				g.Ask(sitting.Watched.Opponent)
			}
		})
		rest(ctx, each)
	}
	if !g.Over() {
		s.table.change(func() { s.Game = nil })
		return nil
	}
	s.table.change(func() {
		err = sitting.Watched.Together(func() error {
			before := sitting.Match.LossRate()
			lessons, err := sitting.End(ctx, g)
			if err == nil {
				ended := sitting.Ended(g, lessons, before)
				s.End = &ended
			}
			return err
		})
	})
	rest(ctx, each)
	return err
}
