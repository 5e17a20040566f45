package live

import (
	"errors"
	"slices"
	"testing"

	"menace/cmd/menace/internal/lab"
	"menace/symmetry"
)

// stepOut steps both sides until the game is over, and sometimes takes a move back.
func (m *Match) stepOut(tb testing.TB) {
	tb.Helper()
	for moves := 0; !m.View(tb.Context()).Game.Over(); moves++ {
		if moves%5 == 4 {
			m.TakeBack(tb.Context())
		}
		if err := m.Step(tb.Context()); err != nil {
			tb.Fatal(err)
		}
	}
}

// TestStepIsTraining steps both sides by hand, and takes some moves back: the machine equals one trained by a run.
func TestStepIsTraining(t *testing.T) {
	const games = 20
	stepped, o := inUse(t)
	for range games {
		if err := o.Match(Host).New(t.Context(), "noisy:0.5", true); err != nil {
			t.Fatal(err)
		}
		o.Match(Host).stepOut(t)
	}
	trained, _ := inUse(t)
	run, err := trained.NewRun(t.Context(), TrainOptions{Agent: "a", Games: games, Opponent: "noisy:0.5",
		Seed: lab.NoSeed})
	if err == nil {
		err = run.Do(t.Context(), func(int64) {})
	}
	if err != nil {
		t.Fatal(err)
	}
	doc, err := stepped.lab.Export(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if a := o.stored(t); !slices.Equal(a.Machine.Counts(), run.Agent.Machine.Counts()) ||
		*a.Random != *run.Agent.Random {
		t.Error("games move by move make another machine than training")
	}
	if len(doc.Games) != 0 || len(doc.Sessions) != games || doc.Sessions[0].Opponent != "noisy:0.5" {
		t.Errorf("stored are %d games with people and %d sessions", len(doc.Games), len(doc.Sessions))
	}
}

// TestStepMeanwhile: a game still counts if another process trains the machine meanwhile, and does not set the
// generator back.
func TestStepMeanwhile(t *testing.T) {
	r, o := inUse(t)
	m := o.Match(Host)
	if err := m.New(t.Context(), "random", true); err != nil {
		t.Fatal(err)
	}
	if err := m.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
	run, err := NewRegistry(r.lab).NewRun(t.Context(),
		TrainOptions{Agent: "a", Games: 100, Opponent: "random", Seed: lab.NoSeed})
	if err == nil {
		err = run.Do(t.Context(), func(int64) {})
	}
	if err != nil {
		t.Fatal(err)
	}
	m.stepOut(t)
	if a := o.stored(t); a.Career.Tally.Games() != 101 || *a.Random != *run.Agent.Random {
		t.Errorf("%d games", a.Career.Tally.Games())
	}
}

// TestOpponents: an invalid opponent is refused, and the current game continues.
func TestOpponents(t *testing.T) {
	r, o := inUse(t)
	m := o.Match(Host)
	before := m.View(t.Context())
	if err := m.New(t.Context(), "nobody", false); err == nil {
		t.Error("nobody plays")
	}
	if now := m.View(t.Context()); now.Game.Seed() != before.Game.Seed() || !now.Learn || now.Opposite != "" {
		t.Errorf("after a mistake the match is %+v", now)
	}
	rules := before.Game.Machine()
	other := rules.Rules()
	other.Plays = symmetry.Second
	if _, err := r.lab.Make(t.Context(), "other", other, 1); err != nil {
		t.Fatal(err)
	}
	if err := m.New(t.Context(), "other", true); err != nil || m.View(t.Context()).Opposite != "agent:other" {
		t.Errorf("an agent plays as %q: %v", m.View(t.Context()).Opposite, err)
	}
	if err := o.Match(ann).New(t.Context(), "perfect", true); !errors.As(err, new(lab.Mistake)) {
		t.Errorf("a guest lets the perfect player play: %v", err)
	}
	if err := m.New(t.Context(), "perfect", false); err != nil {
		t.Fatal(err)
	}
	m.Play(t.Context(), 1)
	m.Resign(t.Context())
	if v := m.View(t.Context()); len(v.Game.Moves()) > 0 || v.Game.Over() || v.Message == "" {
		t.Errorf("a person has moved for perfect: %v, %q", v.Game.Moves(), v.Message)
	}
	m.stepOut(t)
	if o.stored(t).Career.Tally.Games() != 0 {
		t.Error("without learning it has learned")
	}
}

// TestAnotherOfItsName: when a machine is deleted, here or by another process, its training run ends and is no longer
// shown. A new machine of the same name starts afresh.
func TestAnotherOfItsName(t *testing.T) {
	for _, here := range []bool{true, false} {
		r, o := inUse(t)
		t.Cleanup(r.Close)
		rules := o.stored(t).Machine.Rules()
		if err := o.Train(t.Context(), against("random"), pace(t, "slow")); err != nil {
			t.Fatal(err)
		}
		err := error(nil)
		if here {
			err = r.Delete(t.Context(), "a")
		} else {
			_, err = r.lab.Remove(t.Context(), "a")
		}
		if err == nil {
			_, err = r.lab.Make(t.Context(), "a", rules, 2)
		}
		if err != nil {
			t.Fatal(err)
		}
		another := r.owned(t, "a")
		if p := another.Progress(); another.Match(Host).View(t.Context()).Busy || p.Text != "" {
			t.Errorf("deleted here %t: the new machine is said to train: %+v", here, p)
		}
		r.running.Wait() // the run has ended
	}
}

// TestAtOnce: no more than AtOnce machines can train at the same time.
func TestAtOnce(t *testing.T) {
	r, a := inUse(t)
	t.Cleanup(r.Close)
	slow := pace(t, "slow")
	r.runs.Store(int64(AtOnce - 1))
	if err := a.Train(t.Context(), against("random"), slow); err != nil {
		t.Fatal(err)
	}
	if _, err := r.lab.Copy(t.Context(), "a", "b"); err != nil {
		t.Fatal(err)
	}
	b := r.owned(t, "b")
	if err := b.Train(t.Context(), against("random"), slow); !errors.Is(err, ErrFull) {
		t.Errorf("one too many: %v", err)
	}
	if err := a.Train(t.Context(), against("random"), slow); !errors.Is(err, ErrTraining) {
		t.Errorf("twice: %v", err)
	}
	r.runs.Add(-1)
	if err := b.Train(t.Context(), against("random"), slow); err != nil {
		t.Errorf("after one has ended: %v", err)
	}
}
