package live

import (
	"context"
	"sync"
	"testing"
	"time"

	"menace/cmd/menace/internal/machines/agents"
	"menace/data"
	"menace/data/datatest"
	"menace/menace"
	"menace/menace/arena"
)

// Guests.
const ann, ben, cas = 1, 2, 3

// inUse returns a new machine "a", which refills empty boxes.
func inUse(t *testing.T) (*Machines, *Machine) {
	t.Helper()
	r := NewMachines(datatest.Open(t, ""))
	rules := menace.Michie()
	rules.OnEmpty = menace.Restock
	if _, err := agents.Make(t.Context(), r.db, "a", rules, 1); err != nil {
		t.Fatal(err)
	}
	return r, r.mustFind(t, "a")
}

// mustFind returns a machine by its name.
func (r *Machines) mustFind(t *testing.T, name string) *Machine {
	t.Helper()
	machine, err := r.ByName(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return machine
}

// newRun returns a run that can begin.
func (r *Machines) newRun(t *testing.T, o TrainOptions) *Run {
	t.Helper()
	run, err := r.NewRun(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// trained returns a run that has ended.
func (r *Machines) trained(t *testing.T, o TrainOptions) *Run {
	t.Helper()
	run := r.newRun(t, o)
	must(t, run.Do(t.Context(), Unobserved{}))
	return run
}

// must ends a test whose set-up has failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// load loads a machine that is stored.
func load(t *testing.T, db *data.DB, name string) *data.Agent {
	t.Helper()
	a, err := db.Load(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// stored loads the stored machine.
func (m *Machine) stored(t *testing.T) *data.Agent {
	t.Helper()
	a, err := m.load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// against returns options for a run that does not end by itself.
func against(opponent string) TrainOptions {
	return TrainOptions{Opponent: opponent, Games: 1_000_000_000, Seed: arena.NoSeed}
}

// pace returns the pace with a name.
func pace(tb testing.TB, name string) Pace {
	tb.Helper()
	p, err := PaceOf(name)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// playOut plays a player's game to its end, always with the first legal move, and returns the score of the match.
func (m *Machine) playOut(tb testing.TB, player int) (score arena.Tally) {
	match := m.Match(player)
	for begun := false; ; begun = true {
		v, err := match.View(tb.Context()), error(nil)
		switch {
		case !v.Game.Over():
			err = match.Play(tb.Context(), v.Game.Graph().MovesFrom(v.Game.Position())[0])
		case !begun:
			err = match.New(tb.Context(), "", true)
		case v.Ended != nil:
			return v.Score
		}
		if err != nil {
			tb.Error(err)
			return score
		}
	}
}

// TestGuests checks that guests can play while the machine is idle and while it trains at each pace, that the machine
// learns from each game once, and that training runs count only their own games.
func TestGuests(t *testing.T) {
	r, machine := inUse(t)
	const people, each = 3, 4
	var played int64
	for _, pace := range append([]Pace{{}}, Paces...) {
		if pace.Name != "" {
			must(t, machine.Train(t.Context(), against("random"), pace))
		}
		var all sync.WaitGroup
		for n := range people {
			all.Go(func() {
				for range each {
					machine.playOut(t, n+1)
				}
			})
		}
		all.Wait()
		played += people * each
		machine.Stop()
		r.background.Wait()
		doc, err := r.db.Export(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		trained := int64(0)
		for _, s := range doc.Sessions {
			trained += s.Games
		}
		if err := doc.Check(""); err != nil || int64(len(doc.Games)) != played || trained+played != doc.Tally.Games() {
			t.Errorf("pace %q: %d games with people and %d training games add up to %d, %v", pace.Name, len(doc.Games),
				trained, doc.Tally.Games(), err)
		}
		seeds := map[int64]bool{}
		for _, g := range doc.Games {
			seeds[g.Seed] = true
		}
		if len(seeds) != len(doc.Games) {
			t.Errorf("%d games have %d seeds", len(doc.Games), len(seeds))
		}
	}
}

// TestGuestKeepsTheGame checks that a guest's game continues when the machine changes, and is discarded when the guest
// leaves.
func TestGuestKeepsTheGame(t *testing.T) {
	_, machine := inUse(t)
	seed := func(player int) int64 { return machine.Match(player).View(t.Context()).Game.Seed() }
	before := seed(ann)
	machine.playOut(t, ben)
	if seed(ann) != before {
		t.Error("the game was restarted")
	}
	machine.Leave(ann)
	if seed(ann) == before {
		t.Error("the match was kept")
	}
}

// TestRecent checks that a game that has just ended is preferred to one that goes on, but only for a moment.
func TestRecent(t *testing.T) {
	_, machine := inUse(t)
	machine.playOut(t, ben)
	m := machine.Match(ann)
	v := m.View(t.Context())
	must(t, m.Play(t.Context(), v.Game.Graph().MovesFrom(v.Game.Position())[0]))
	if r := machine.Recent(); !r.Game.Over() {
		t.Errorf("got %v, not the game that has just ended", r.Game.Moves())
	}
	machine.lastEnd.Load().at = time.Now().Add(-endShown)
	if r := machine.Recent(); r.Game.Over() {
		t.Errorf("got %v, which ended long ago", r.Game.Moves())
	}
}

// TestHostIsNotWaitedFor checks that a slow action of the host neither keeps guests from joining, playing and leaving,
// nor training from stopping.
func TestHostIsNotWaitedFor(t *testing.T) {
	_, machine := inUse(t)
	err := machine.Match(Host).act(t.Context(), Begin, machine.Match(Host).prepare, func() error {
		machine.playOut(t, ann)
		machine.Stop()
		machine.Leave(ann)
		return nil
	})
	if games := machine.stored(t).Career.Tally.Games(); err != nil || games != 1 {
		t.Errorf("got %d games, %v", games, err)
	}
}

// TestMoveWaitsForNobody makes a move while the machine is locked, as during training and saving.
func TestMoveWaitsForNobody(t *testing.T) {
	_, machine := inUse(t)
	m := machine.Match(ann)
	v := m.View(t.Context())
	machine.mu.Lock()
	defer machine.mu.Unlock()
	must(t, m.Play(t.Context(), v.Game.Graph().MovesFrom(v.Game.Position())[0]))
	if err := m.TakeBack(t.Context()); err != nil || len(m.View(t.Context()).Game.Moves()) != len(v.Game.Moves()) {
		t.Errorf("the move is not taken back: %v", err)
	}
}

// TestAllAtOnce performs all actions of the host and of guests concurrently, for the race detector.
func TestAllAtOnce(t *testing.T) {
	r, machine := inUse(t)
	t.Cleanup(r.Close)
	look := func(player int) {
		v := machine.Match(player).View(t.Context())
		machine.Progress()
		if v.Game != nil {
			v.Game.Moves()
		}
		if _, err := machine.Snapshot(t.Context()); err != nil {
			t.Error(err)
		}
	}
	var all sync.WaitGroup
	for _, do := range []func(){
		func() { look(Host) },
		func() { look(ann) },
		func() { machine.playOut(t, ben) },
		func() { machine.Leave(cas); look(cas) },
		func() {
			machine.Train(t.Context(), TrainOptions{Opponent: "random", Games: 300, Seed: arena.NoSeed}, Paces[0])
		},
		func() { machine.Train(t.Context(), against("random"), pace(t, "moves")) },
		machine.Stop,
		func() { machine.Match(Host).New(t.Context(), "", true) },
	} {
		all.Go(func() {
			for range 20 {
				do()
			}
		})
	}
	all.Wait()
}

// TestSubscribers checks that a guest is notified of changes to their own match, and the host of all changes.
func TestSubscribers(t *testing.T) {
	_, machine := inUse(t)
	anns, _ := machine.Subscribe(ann)
	bens, _ := machine.Subscribe(ben)
	host, _ := machine.Subscribe(Host)
	must(t, machine.Match(ann).AskHint(t.Context()))
	if len(anns) != 1 || len(bens) != 0 || len(host) != 1 {
		t.Errorf("got %d, %d and %d pending signals", len(anns), len(bens), len(host))
	}
	machine.Notify()
	if len(bens) != 1 {
		t.Error("some subscribers are not notified")
	}
}

// TestCancelledView checks that a reader who gives up leaves no message for others.
func TestCancelledView(t *testing.T) {
	_, machine := inUse(t)
	m := machine.Match(Host)
	m.View(t.Context())
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	m.View(gone)
	if v := m.View(t.Context()); v.Message != nil || v.Game == nil {
		t.Errorf("the next reader is shown %+v", v)
	}
}
