package live

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/sentences"
	"menace/menace/arena"
	"menace/symmetry"
)

// stepOut steps both sides until the game is over, and sometimes takes back a move.
func (m *Match) stepOut(tb testing.TB) {
	tb.Helper()
	for moves := 0; !m.View(tb.Context()).Game.Over(); moves++ {
		if moves%5 == 4 {
			m.TakeBack(tb.Context())
		}
		must(tb, m.Step(tb.Context()))
	}
}

// TestStepIsTraining checks that a machine whose games are stepped by hand, with some moves taken back, equals one
// trained by a run.
func TestStepIsTraining(t *testing.T) {
	const games = 20
	stepped, machine := inUse(t)
	for range games {
		must(t, machine.Match(Host).New(t.Context(), "noisy:0.5", true))
		machine.Match(Host).stepOut(t)
	}
	other, _ := inUse(t)
	run := other.trained(t, TrainOptions{Agent: "a", Games: games, Opponent: "noisy:0.5",
		Seed: arena.NoSeed})
	doc, err := stepped.db.Export(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if a := machine.stored(t); !slices.Equal(a.Machine.Counts(), run.Agent.Machine.Counts()) ||
		*a.Random != *run.Agent.Random {
		t.Error("games played move by move give a different machine than training")
	}
	if len(doc.Games) != 0 || len(doc.Sessions) != games || doc.Sessions[0].Opponent != "noisy:0.5" {
		t.Errorf("got %d stored games with people and %d sessions", len(doc.Games), len(doc.Sessions))
	}
}

// TestStepMeanwhile checks that a game still counts if another process has trained the machine in the meantime, and
// that it does not set the generator back.
func TestStepMeanwhile(t *testing.T) {
	r, machine := inUse(t)
	m := machine.Match(Host)
	must(t, m.New(t.Context(), "random", true))
	must(t, m.Step(t.Context()))
	run := NewMachines(r.db).trained(t, TrainOptions{Agent: "a", Games: 100, Opponent: "random", Seed: arena.NoSeed})
	m.stepOut(t)
	if a := machine.stored(t); a.Career.Tally.Games() != 101 || *a.Random != *run.Agent.Random {
		t.Errorf("got %d games", a.Career.Tally.Games())
	}
}

// TestOpponents checks that an invalid opponent is refused, and that the current game continues.
func TestOpponents(t *testing.T) {
	r, machine := inUse(t)
	m := machine.Match(Host)
	before := m.View(t.Context())
	if err := m.New(t.Context(), "nobody", false); err == nil {
		t.Error("an unknown opponent is accepted")
	}
	if now := m.View(t.Context()); now.Game.Seed() != before.Game.Seed() || !now.Learn || now.Opposite != "" {
		t.Errorf("after a refusal: got the match %+v", now)
	}
	rules := before.Game.Machine()
	other := rules.Rules()
	other.Plays = symmetry.Second
	if _, err := agents.Make(t.Context(), r.db, "other", other, 1); err != nil {
		t.Fatal(err)
	}
	if err := m.New(t.Context(), "other", true); err != nil || m.View(t.Context()).Opposite != "machine:other" {
		t.Errorf("an agent plays with the name %q: %v", m.View(t.Context()).Opposite, err)
	}
	if err := machine.Match(ann).New(t.Context(), "perfect", true); !errors.As(err, new(mistake.Error)) {
		t.Errorf("a guest may choose an opponent: %v", err)
	}
	must(t, m.New(t.Context(), "perfect", false))
	m.Play(t.Context(), 1)
	m.Resign(t.Context())
	if v := m.View(t.Context()); len(v.Game.Moves()) > 0 || v.Game.Over() || v.Message == nil {
		t.Errorf("a person may move for the perfect player: %v, %q", v.Game.Moves(), v.Message.In(sentences.English))
	}
	for _, act := range []func(context.Context) error{m.Step, m.Step, m.TakeBack} {
		must(t, act(t.Context()))
	}
	if v := m.View(t.Context()); len(v.Game.Moves()) != 1 || v.Message.In(sentences.English) != sentences.English.TakenBack() {
		t.Errorf("the perfect player's move is not taken back: %v, %q", v.Game.Moves(), v.Message.In(sentences.English))
	}
	m.stepOut(t)
	if machine.stored(t).Career.Tally.Games() != 0 {
		t.Error("the machine learned although learning was off")
	}
}

// TestAnotherOfItsName checks that, when a machine is deleted, here or by another process, its training run ends and is
// no longer shown, and that a new machine of the same name starts afresh.
func TestAnotherOfItsName(t *testing.T) {
	for _, here := range []bool{true, false} {
		r, machine := inUse(t)
		t.Cleanup(r.Close)
		rules := machine.stored(t).Machine.Rules()
		must(t, machine.Train(t.Context(), against("random"), pace(t, "moves")))
		err := error(nil)
		if here {
			err = r.Delete(t.Context(), "a")
		} else {
			err = agents.Delete(t.Context(), r.db, "a")
		}
		if err == nil {
			_, err = agents.Make(t.Context(), r.db, "a", rules, 2)
		}
		if err != nil {
			t.Fatal(err)
		}
		another := r.mustFind(t, "a")
		if p := another.Progress(); another.Match(Host).View(t.Context()).Busy || p.Text != nil {
			t.Errorf("deleted here %t: the new machine is reported as training: %+v", here, p)
		}
		r.background.Wait() // the run has ended
	}
}

// TestMaxRuns checks that no more than MaxRuns machines can train at the same time.
func TestMaxRuns(t *testing.T) {
	r, a := inUse(t)
	t.Cleanup(r.Close)
	slow := pace(t, "moves")
	r.runs.Store(int64(MaxRuns - 1))
	must(t, a.Train(t.Context(), against("random"), slow))
	if _, err := agents.Copy(t.Context(), r.db, "a", "b"); err != nil {
		t.Fatal(err)
	}
	b := r.mustFind(t, "b")
	if err := b.Train(t.Context(), against("random"), slow); !errors.Is(err, ErrFull) {
		t.Errorf("one too many: got %v", err)
	}
	if err := a.Train(t.Context(), against("random"), slow); !errors.Is(err, ErrTraining) {
		t.Errorf("the same machine twice: got %v", err)
	}
	r.runs.Add(-1)
	if err := b.Train(t.Context(), against("random"), slow); err != nil {
		t.Errorf("after one has ended: got %v", err)
	}
}

// TestOverAtOnce ends a run when it holds the machine and has not started yet, as a conflict with another process does.
func TestOverAtOnce(t *testing.T) {
	r, machine := inUse(t)
	conflict := errors.New("conflict")
	for err := error(nil); !errors.Is(err, conflict); {
		trained, ended := make(chan error), make(chan bool)
		machine.mu.Lock()
		go func() { trained <- machine.Train(t.Context(), against("random"), Paces[0]) }()
		time.Sleep(5 * time.Millisecond)
		go func() {
			machine.mu.Lock()
			defer machine.mu.Unlock()
			if run := machine.holder.Load(); run != nil {
				run.end(conflict)
			}
			close(ended)
		}()
		for range 2 { // after waiting in vain once, goroutines get a mutex in order
			time.Sleep(5 * time.Millisecond)
			machine.mu.Unlock()
			machine.mu.Lock()
		}
		machine.mu.Unlock()
		err = <-trained
		<-ended
		machine.Stop()
		r.background.Wait()
		if n := r.runs.Load(); n != 0 {
			t.Fatalf("%d runs are counted after the last has ended: %v", n, err)
		}
	}
}
