package hall

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"

	"menace/arena/match"
	"menace/cmd/menace/internal/lab"
	"menace/data"
)

// Many may sit at one table, each at a game of their own. Those who are not the host play on while the machine trains.

// seed returns the seed of the next game. The host's games are those of the terminal; where many play at the same time,
// nobody has the game of another.
func (s *Seat) seed() int64 {
	if s.who == Host {
		return lab.NoSeed
	}
	return rand.Int64N(1_000_000_000)
}

// end stores a game that is over. While the machine trains here, it learns from the game between two of the training,
// which alone saves it. When another process saves it at the same time, the game is ended with what that one has made of
// it. So nothing is lost, and nothing learned twice.
func (t *Table) end(ctx context.Context, name string, g *match.Game, learn bool) (lab.Ended, error) {
	t.saving.Lock()
	var over *lab.Training
	for learn && t.training != nil && t.training != over {
		training := t.training
		t.saving.Unlock()
		e, err := training.Teach(ctx, g)
		if !errors.Is(err, lab.ErrOver) && !errors.Is(err, data.ErrConflict) {
			return e, err
		}
		over = training
		t.saving.Lock()
	}
	defer t.saving.Unlock()
	return again(func() (lab.Ended, error) { return t.hall.lab.End(ctx, name, g, learn) })
}

// again ends a game until no other process saves the machine at the same time, or a few times in vain.
func again(end func() (lab.Ended, error)) (e lab.Ended, err error) {
	const tries = 5
	for n := 0; n == 0 || n < tries && errors.Is(err, data.ErrConflict); n++ {
		e, err = end()
	}
	return e, err
}

// release lets everybody save the machine again when a training is over, unless another has begun.
func (t *Table) release(training *lab.Training) {
	t.saving.Lock()
	defer t.saving.Unlock()
	if t.training == training {
		t.training = nil
	}
}

// Leave takes somebody's seat away. A game that is on counts for nothing.
func (t *Table) Leave(who string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	delete(t.seats, who)
}

// settle stores the games that are over and could not be stored before.
func (t *Table) settle(name string) {
	t.mutex.Lock()
	seats := slices.Collect(maps.Values(t.seats))
	t.mutex.Unlock()
	for _, s := range seats {
		s.mutex.Lock()
		if s.Game != nil && s.Game.Over() && s.End == nil {
			s.finish(context.Background(), name) // it has been said before that this fails
		}
		s.mutex.Unlock()
	}
}
