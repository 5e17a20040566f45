package live

import (
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"menace/cmd/menace/internal/machines/agents"
	"menace/data"
	"menace/data/datatest"
	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// TestNoGameIsLost lets 16 people play against two machines that train against each other, both learning. Training
// stops again and again, and another process trains the second machine in the meantime. Each person's game must be
// stored once, and the games with people and those of sessions must add up to the games that each machine has played.
func TestNoGameIsLost(t *testing.T) {
	const people = 16
	each := 20
	if testing.Short() { // as under the race detector
		each = 3
	}
	names := []string{"a", "b"}
	path := filepath.Join(t.TempDir(), "menace.db")
	here, there := NewMachines(datatest.Open(t, path)), NewMachines(datatest.Open(t, path)) // two processes
	var machines [2]*Machine
	for i, side := range []symmetry.Side{symmetry.First, symmetry.Second} {
		rules := menace.Michie()
		rules.OnEmpty, rules.Plays = menace.Restock, side
		if _, err := agents.Make(t.Context(), here.db, names[i], rules, int64(i)); err != nil {
			t.Fatal(err)
		}
		machines[i] = here.mustFind(t, names[i])
	}
	done := make(chan bool)
	var others, all sync.WaitGroup
	repeat := func(pause time.Duration, do func()) {
		others.Go(func() {
			for {
				select {
				case <-done:
					return
				case <-time.After(pause):
					do()
				}
			}
		})
	}
	for i, machine := range machines {
		both := against("machine:" + names[1-i])
		both.BothLearn = true
		repeat(time.Millisecond, func() { machine.Train(t.Context(), both, Paces[0]) })
		repeat(time.Duration(70+10*i)*time.Millisecond, machine.Stop)
	}
	repeat(40*time.Millisecond, func() {
		run, err := there.NewRun(t.Context(), TrainOptions{Agent: "b", Games: 1, Opponent: "random", Seed: arena.NoSeed})
		if err == nil {
			err = run.Do(t.Context(), Unobserved{})
		}
		if err != nil && !errors.Is(err, data.ErrConflict) {
			t.Error(err)
		}
	})
	for n := range people {
		all.Go(func() {
			for range each {
				machines[n%2].playOn(t, n+1)
			}
		})
	}
	all.Wait()
	close(done)
	others.Wait()
	here.Close()
	for _, name := range names {
		doc, err := there.db.Export(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		trained, seeds := int64(0), map[int64]bool{}
		for _, s := range doc.Sessions {
			trained += s.Games
		}
		for _, g := range doc.Games {
			seeds[g.Seed] = true
		}
		t.Logf("%s: %d games in %d sessions, %d games with people", name, trained, len(doc.Sessions), len(doc.Games))
		if len(seeds) != people/2*each || len(doc.Games) != len(seeds) ||
			trained+int64(len(doc.Games)) != doc.Tally.Games() {
			t.Errorf("%s: %d games with people, %d of them different, and %d training games add up to %d", name,
				len(doc.Games), len(seeds), trained, doc.Tally.Games())
		}
		if err := doc.Check(""); err != nil {
			t.Error(err)
		}
	}
}

// playOn plays a game to its end. If other processes prevented it from being stored, the player's next visit stores it.
func (m *Machine) playOn(t *testing.T, player int) {
	match := m.Match(player)
	for begun := false; ; begun = true {
		v, err := match.View(t.Context()), error(nil)
		switch {
		case !v.Game.Over():
			err = match.Play(t.Context(), v.Game.Graph().MovesFrom(v.Game.Position())[0])
		case v.Ended != nil && begun:
			return
		case v.Ended != nil:
			err = match.New(t.Context(), "", true)
		}
		if err != nil && !errors.Is(err, data.ErrConflict) {
			t.Error(err)
			return
		}
	}
}
