package hall

import (
	"errors"
	"slices"
	"testing"

	"menace/cmd/menace/internal/lab"
	"menace/data"
	"menace/symmetry"
)

// act does something at the host's seat.
func (t *Table) act(tb testing.TB, a *data.Agent, do func(s *Seat) error) {
	tb.Helper()
	if err := t.Act(tb.Context(), a, Host, do); err != nil {
		tb.Fatal(err)
	}
}

// stepOut lets both sides move until the game is over, and takes a move back now and then.
func (t *Table) stepOut(tb testing.TB, a *data.Agent) {
	tb.Helper()
	for moves, over := 0, false; !over; moves++ {
		t.act(tb, a, func(s *Seat) error {
			if moves%5 == 4 {
				s.Undo()
			}
			err := s.Step(tb.Context(), a.Name)
			over = s.Game.Over()
			return err
		})
	}
}

// TestStepIsTraining lets both sides move by hand, some moves taken back: the machine is the one that training makes.
func TestStepIsTraining(t *testing.T) {
	const games = 20
	stepped, a := hallOf(t)
	for range games {
		stepped.At("a").act(t, a, func(s *Seat) error { return s.Meet(t.Context(), "a", "noisy:0.5", true) })
		stepped.At("a").stepOut(t, a)
	}
	trained, _ := hallOf(t)
	run, err := trained.lab.NewTraining(t.Context(), lab.TrainOptions{Agent: "a", Games: games, Opponent: "noisy:0.5", Seed: lab.NoSeed})
	if err == nil {
		err = run.Run(t.Context(), games, func(int64) {})
	}
	if err != nil {
		t.Fatal(err)
	}
	doc, err := stepped.lab.Export(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	a, err = stepped.lab.Agent(t.Context(), "a")
	if err != nil || !slices.Equal(a.Machine.Counts(), run.Agent.Machine.Counts()) || *a.Random != *run.Agent.Random {
		t.Errorf("games move by move make another machine than training, %v", err)
	}
	if len(doc.Games) != 0 || len(doc.Sessions) != games || doc.Sessions[0].Opponent != "noisy:0.5" {
		t.Errorf("stored are %d games with people and %d sessions", len(doc.Games), len(doc.Sessions))
	}
}

// TestStepMeanwhile: somebody trains the machine while a game goes on, which still counts, and does not set the generator
// back.
func TestStepMeanwhile(t *testing.T) {
	h, a := hallOf(t)
	table := h.At("a")
	table.act(t, a, func(s *Seat) error { return s.Meet(t.Context(), "a", "random", true) })
	table.act(t, a, func(s *Seat) error { return s.Step(t.Context(), "a") })
	run, err := h.lab.NewTraining(t.Context(), lab.TrainOptions{Agent: "a", Games: 100, Opponent: "random", Seed: lab.NoSeed})
	if err == nil {
		err = run.Run(t.Context(), 100, func(int64) {})
	}
	if err != nil {
		t.Fatal(err)
	}
	table.stepOut(t, a)
	a, err = h.lab.Agent(t.Context(), "a")
	if err != nil || a.Career.Tally.Games() != 101 || *a.Random != *run.Agent.Random {
		t.Errorf("%d games, %v", a.Career.Tally.Games(), err)
	}
}

// TestMeet tells who cannot sit opposite, and goes on with the game that was on.
func TestMeet(t *testing.T) {
	h, a := hallOf(t)
	table := h.At("a")
	table.act(t, a, func(s *Seat) error {
		before := s.Game
		if err := s.Meet(t.Context(), "a", "nobody", false); err == nil || s.Game != before || !s.Learn || s.Opposite != "" {
			t.Errorf("nobody sits opposite: %v", err)
		}
		return nil
	})
	rules := a.Machine.Rules()
	rules.Plays = symmetry.Second
	if _, err := h.lab.Make(t.Context(), "other", rules, 1); err != nil {
		t.Fatal(err)
	}
	table.act(t, a, func(s *Seat) error {
		if err := s.Meet(t.Context(), "a", "other", true); err != nil || s.Opposite != "agent:other" {
			t.Errorf("an agent sits opposite as %q: %v", s.Opposite, err)
		}
		return nil
	})
	err := table.Act(t.Context(), a, "guest", func(s *Seat) error { return s.Meet(t.Context(), "a", "perfect", true) })
	if !errors.As(err, new(lab.Mistake)) {
		t.Errorf("a guest lets the perfect player play: %v", err)
	}
	table.act(t, a, func(s *Seat) error {
		if err := s.Meet(t.Context(), "a", "perfect", false); err != nil {
			return err
		}
		s.Move(t.Context(), "a", s.Game.Graph().MovesFrom(s.Game.Position())[0])
		s.Resign(t.Context(), "a")
		if len(s.Game.Moves()) > 0 || s.Game.Over() || s.Said == "" {
			t.Errorf("a person has moved for perfect: %v, %q", s.Game.Moves(), s.Said)
		}
		return nil
	})
	table.stepOut(t, a)
	if a, err := h.lab.Agent(t.Context(), "a"); err != nil || a.Career.Tally.Games() != 0 {
		t.Errorf("without learning it has learned, %v", err)
	}
}

// pace returns the pace of a name.
func pace(tb testing.TB, name string) Pace {
	tb.Helper()
	p, err := PaceOf(name)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// TestAnotherOfItsName: what a machine was told of its training, and the run itself, end with the machine; another one of its
// name begins anew, whether it was deleted here or by another process.
func TestAnotherOfItsName(t *testing.T) {
	for _, here := range []bool{true, false} {
		h, a := hallOf(t)
		t.Cleanup(h.Close)
		drive := Drive{Opponent: "random", Games: 1_000_000_000, Pace: pace(t, "slow")}
		if err := h.At("a").Train("a", drive); err != nil {
			t.Fatal(err)
		}
		if _, err := h.lab.Remove(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		if here {
			h.Forget("a")
		}
		a, err := h.lab.Make(t.Context(), "a", a.Machine.Rules(), 2)
		if err != nil {
			t.Fatal(err)
		}
		err = h.At("a").Look(t.Context(), a, Host, func(s *Seat) error {
			if p := s.Progress(); s.Busy() || p.Says != "" {
				t.Errorf("deleted here %t: the new machine is said to train: %+v", here, p)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		h.running.Wait() // the run has ended
	}
}

// TestAtOnce: so many machines can train at a time, and no more.
func TestAtOnce(t *testing.T) {
	h, _ := hallOf(t)
	t.Cleanup(h.Close)
	drive := Drive{Opponent: "random", Games: 1_000_000_000, Pace: pace(t, "slow")}
	h.trainings.Store(int64(AtOnce - 1))
	if err := h.At("a").Train("a", drive); err != nil {
		t.Fatal(err)
	}
	if err := h.lab.Copy(t.Context(), "a", "b"); err != nil {
		t.Fatal(err)
	}
	if err := h.At("b").Train("b", drive); !errors.Is(err, ErrFull) {
		t.Errorf("one too many: %v", err)
	}
	if err := h.At("a").Train("a", drive); !errors.Is(err, ErrTraining) {
		t.Errorf("twice: %v", err)
	}
	h.trainings.Add(-1)
	if err := h.At("b").Train("b", drive); err != nil {
		t.Errorf("after one has ended: %v", err)
	}
}
