package lab

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"menace/arena"
	"menace/arena/match"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// play plays a game to its end, the person making the first possible move, or resigning at the first turn.
func play(t *testing.T, g *match.Game, resign bool) {
	t.Helper()
	for !g.Over() {
		switch {
		case g.MachineMoves():
			g.Move()
		case resign:
			g.Resign()
		default:
			if err := g.Play(g.Graph().MovesFrom(g.Position())[0]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// sit sits down at a match with the agent "a", which is made if there is none.
func sit(t *testing.T, l *Lab, o SitOptions) *Sitting {
	t.Helper()
	o.Agent, o.Make = "a", true
	s, err := l.Sit(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestStoredGamesAgain plays games in several sittings, and then again from what is stored: their seeds and
// the person's moves make the stored machine.
func TestStoredGamesAgain(t *testing.T) {
	for _, preset := range []string{"michie", "her", "him"} {
		t.Run(preset, func(t *testing.T) {
			l := open(t, "")
			rules, err := menace.Preset(preset)
			if err != nil {
				t.Fatal(err)
			}
			if rules != menace.Michie() { // by which a sitting makes an agent
				made, err := l.NewTraining(t.Context(), TrainOptions{Agent: "a", Seed: 5, Rules: rules})
				if err != nil {
					t.Fatal(err)
				}
				if err := made.Save(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			playTwelve(t, l, rules == menace.Michie())
			checkStored(t, l, rules)
		})
	}
	var none *UnknownError
	l := open(t, "")
	if _, _, err := l.Replay(t.Context(), train(t, l, "a", 1).Agent, 99); !errors.As(err, &none) || none.Kind != "game" || none.Name != "a" {
		t.Errorf("a game that is not there: %v", err)
	}
}

// playTwelve plays three games in each of four sittings; the first may make the agent.
func playTwelve(t *testing.T, l *Lab, makes bool) {
	t.Helper()
	for i, o := range []SitOptions{{Learn: true, Seed: 5}, {Learn: true, Seed: NoSeed}, {Seed: NoSeed}, {Learn: true, Seed: 1}} {
		s := sit(t, l, o)
		if s.Created != (makes && i == 0) {
			t.Errorf("sitting %d: created %t", i, s.Created)
		}
		for n := range 3 {
			g := s.Start()
			play(t, g, n == 2)
			if _, err := s.End(t.Context(), g); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// checkStored plays the twelve games again.
func checkStored(t *testing.T, l *Lab, rules menace.Rules) {
	t.Helper()
	a, err := l.Agent(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	stored, err := l.Games(t.Context(), a)
	if err != nil || len(stored) != 12 {
		t.Fatalf("%d games stored, %v", len(stored), err)
	}
	machine := menace.New(rules)
	career := arena.NewCareer(machine, rules.Plays)
	for _, want := range stored {
		learner := career
		if !want.Learned {
			learner = nil
		}
		m := match.New(machine, learner, want.Seed)
		g := m.Start()
		play(t, g, want.Resigned == "person")
		if m.End(g); symmetry.FormatMoves(g.Moves()) != want.Moves {
			t.Errorf("game %d was %s and is %s", want.ID, want.Moves, symmetry.FormatMoves(g.Moves()))
		}
		again, steps, err := l.Replay(t.Context(), a, want.ID)
		if err != nil || again != want {
			t.Errorf("replay of game %d: %+v, %v", want.ID, again, err)
		}
		if n := len(steps); n > 0 && steps[n-1].Position != g.Position() {
			t.Errorf("replay of game %d: %+v", want.ID, steps)
		}
	}
	if !slices.Equal(a.Machine.Counts(), machine.Counts()) || a.Career.Tally != career.Tally {
		t.Error("the stored games make another machine")
	}
	if seeds := []int64{stored[0].Seed, stored[1].Seed, stored[3].Seed}; !slices.Equal(seeds, []int64{5, 6, 8}) {
		t.Errorf("seeds %v", seeds)
	}
}

// TestWatchedIsTrained watches games, and trains as many with the same seed: it is the same machine.
func TestWatchedIsTrained(t *testing.T) {
	const games = 30
	watched, trained := open(t, ""), open(t, "")
	s := sit(t, watched, SitOptions{Learn: true, Seed: 1, Watch: true, Opponent: "noisy:0.5", Games: games})
	for range games {
		g := s.Start()
		for !g.Over() {
			if g.MachineMoves() {
				g.Move()
			} else {
				g.Ask(s.Watched.Opponent)
			}
		}
		if _, err := s.End(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	run, err := trained.NewTraining(t.Context(), TrainOptions{Agent: "a", Games: games, Opponent: "noisy:0.5", Seed: 1, Rules: menace.Michie()})
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Run(t.Context(), games, func(int64) {}); err != nil {
		t.Fatal(err)
	}
	a, err := watched.Agent(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(a.Machine.Counts(), run.Agent.Machine.Counts()) || a.Career.Tally != run.Agent.Career.Tally || *a.Random != *run.Agent.Random {
		t.Error("watched games are not trained games")
	}
}

// TestTwoSittings plays against one agent in two laboratories: who ends a game second is told, and loses
// nothing unknowingly.
func TestTwoSittings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "menace.db")
	first := sit(t, open(t, path), SitOptions{Learn: true, Seed: 1})
	second := sit(t, open(t, path), SitOptions{Learn: true, Seed: 2})
	a, b := first.Start(), second.Start()
	play(t, a, false)
	play(t, b, false)
	if _, err := first.End(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if _, err := second.End(t.Context(), b); !errors.Is(err, data.ErrConflict) {
		t.Errorf("got %v, want %v", err, data.ErrConflict)
	}
}

// TestSitRefuses sits down with agents that cannot play.
func TestSitRefuses(t *testing.T) {
	l := open(t, "")
	if _, err := l.Sit(t.Context(), SitOptions{Agent: "nobody"}); !errors.Is(err, data.ErrNotFound) {
		t.Errorf("got %v, want %v", err, data.ErrNotFound)
	}
	rules := menace.Michie()
	rules.Beads, rules.Loss = [4]int64{1, 1, 1, 1}, -menace.MaxReward
	run, err := l.NewTraining(t.Context(), TrainOptions{Agent: "poor", Games: 1000, Opponent: "perfect", Seed: 1, Rules: rules})
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Run(t.Context(), 1000, func(int64) {}); err != nil || len(run.BankruptAgents()) != 1 {
		t.Fatalf("%v bankrupt, %v", run.BankruptAgents(), err)
	}
	var bankrupt *BankruptError
	if _, err := l.Sit(t.Context(), SitOptions{Agent: "poor"}); !errors.As(err, &bankrupt) || bankrupt.Rules != rules {
		t.Errorf("got %v", err)
	}
}
