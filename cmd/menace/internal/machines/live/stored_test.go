package live

import (
	"errors"
	"slices"
	"testing"

	"menace/cmd/menace/internal/machines/agents"
	"menace/data"
	"menace/data/datatest"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
	"menace/symmetry"
)

// play plays a game to its end. The person always makes the first legal move, or resigns on the first turn.
func play(t *testing.T, g *match.Game, resign bool) {
	t.Helper()
	for !g.Over() {
		switch {
		case g.MachineMoves():
			g.Move()
		case resign:
			g.Resign()
		default:
			must(t, g.Play(g.Graph().MovesFrom(g.Position())[0]))
		}
	}
}

// guest returns a match of a guest against the agent "a".
func guest(t *testing.T, db *data.DB) *Match {
	t.Helper()
	machine := NewMachines(db).mustFind(t, "a")
	return machine.Match(ann)
}

// playOne plays a game of a match to its end, always with the first legal move, or resigns on the first turn.
func (m *Match) playOne(t *testing.T, learn, resign bool) {
	t.Helper()
	err := m.New(t.Context(), "", learn)
	for v := m.View(t.Context()); err == nil && v.Ended == nil; v = m.View(t.Context()) {
		if resign {
			err = m.Resign(t.Context())
		} else {
			err = m.Play(t.Context(), v.Game.Graph().MovesFrom(v.Game.Position())[0])
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestStoredGamesAgain plays games in several sittings and repeats them. The stored seeds and the person's moves must
// reproduce the stored machine.
func TestStoredGamesAgain(t *testing.T) {
	for _, preset := range []string{"michie", "her", "him"} {
		t.Run(preset, func(t *testing.T) {
			db := datatest.Open(t, "")
			rules, _ := menace.Preset(preset)
			if _, err := agents.Make(t.Context(), db, "a", rules, 5); err != nil {
				t.Fatal(err)
			}
			playTwelve(t, db)
			checkStored(t, db, rules)
		})
	}
	var none *agents.NoGameError
	db := datatest.Open(t, "")
	if _, _, err := agents.Replay(t.Context(), db, train(t, db, "a", 1).Agent, 99); !errors.As(err, &none) ||
		none.Agent != "a" || none.Game != 99 {
		t.Errorf("a missing game: got %v", err)
	}
}

// playTwelve plays three games in each of four matches.
func playTwelve(t *testing.T, db *data.DB) {
	t.Helper()
	for i, seed := range []int64{5, 8, 100, 1} {
		m := guest(t, db)
		m.Seed(seed)
		for n := range 3 {
			m.playOne(t, i != 2, n == 2)
		}
	}
}

// checkStored plays the twelve games again.
func checkStored(t *testing.T, db *data.DB, rules menace.Rules) {
	t.Helper()
	a := load(t, db, "a")
	stored, err := db.Games(t.Context(), a)
	if err != nil || len(stored) != 12 {
		t.Fatalf("got %d stored games, %v", len(stored), err)
	}
	machine := menace.New(rules)
	career := arena.NewCareer(machine, rules.Plays)
	for _, want := range stored {
		learner := career
		if !want.Learned {
			learner = nil
		}
		g := match.Seeded(machine, want.Seed)
		play(t, g, want.Resigned == "person")
		conclude(machine, learner, g)
		if symmetry.FormatMoves(g.Moves()) != want.Moves {
			t.Errorf("game %d: got %s, want %s", want.ID, want.Moves, symmetry.FormatMoves(g.Moves()))
		}
		again, steps, err := agents.Replay(t.Context(), db, a, want.ID)
		if err != nil || again != want {
			t.Errorf("replay of game %d: got %+v, %v", want.ID, again, err)
		}
		if n := len(steps); n > 0 && steps[n-1].Position != g.Position() {
			t.Errorf("replay of game %d: got %+v", want.ID, steps)
		}
	}
	if !slices.Equal(a.Machine.Counts(), machine.Counts()) || a.Career.Tally != career.Tally {
		t.Error("the stored games give a different machine")
	}
	if seeds := []int64{stored[0].Seed, stored[1].Seed, stored[3].Seed}; !slices.Equal(seeds, []int64{5, 6, 8}) {
		t.Errorf("got the seeds %v", seeds)
	}
}

// TestWatchedIsTrained checks that games watched move by move give the same machine, and the same opponent if that
// learns, as a run with the same seed.
func TestWatchedIsTrained(t *testing.T) {
	const games = 30
	for _, o := range []TrainOptions{{Opponent: "noisy:0.5"}, {Opponent: "machine:rival", BothLearn: true}} {
		o.Agent, o.Games, o.Seed, o.Rules = "a", games, 1, menace.Michie()
		rules := menace.Michie()
		rules.Plays, rules.OnEmpty = symmetry.Second, menace.Restock
		watched, trained := datatest.Open(t, ""), datatest.Open(t, "")
		for _, db := range []*data.DB{watched, trained} {
			if _, err := agents.Make(t.Context(), db, "rival", rules, 4); err != nil {
				t.Fatal(err)
			}
		}
		watch(t, watched, o)
		NewMachines(trained).trained(t, o)
		for _, name := range []string{"a", "rival"} {
			a := load(t, watched, name)
			b, err := trained.Load(t.Context(), name)
			if err != nil || !slices.Equal(a.Machine.Counts(), b.Machine.Counts()) ||
				a.Career.Tally != b.Career.Tally || *a.Random != *b.Random {
				t.Errorf("%s, %s: watched games differ from trained games, %v", o.Opponent, name, err)
			}
		}
	}
}

// TestRefused begins matches with machines that cannot play.
func TestRefused(t *testing.T) {
	machines := NewMachines(datatest.Open(t, ""))
	if _, err := machines.ByName(t.Context(), "nobody"); !errors.Is(err, data.ErrNotFound) {
		t.Errorf("got %v, want %v", err, data.ErrNotFound)
	}
	rules := menace.Michie()
	rules.Beads, rules.Loss = [4]int64{1, 1, 1, 1}, -menace.MaxReward
	run := machines.newRun(t, TrainOptions{Agent: "poor", Games: 1000, Opponent: "perfect", Seed: 1,
		Rules: rules})
	if err := run.Do(t.Context(), Unobserved{}); err != nil || len(run.BankruptAgents()) != 1 {
		t.Fatalf("got bankrupt agents %v, %v", run.BankruptAgents(), err)
	}
	machine := machines.mustFind(t, "poor")
	var bankrupt *agents.BankruptError
	if err := machine.Match(Host).New(t.Context(), "", true); !errors.As(err, &bankrupt) || bankrupt.Rules != rules {
		t.Errorf("got %v", err)
	}
}
