package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"menace/arena"
	"menace/arena/match"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// finished returns a game of the agent "a" that is over.
func finished(t *testing.T, l *Lab, seed int64) *match.Game {
	t.Helper()
	g := sit(t, l, SitOptions{Learn: true, Seed: seed}).Start()
	play(t, g, seed%3 == 0)
	return g
}

// taught returns what games make of a machine that has played no other.
func taught(t *testing.T, games []data.Game) (*menace.Machine, arena.Tally) {
	t.Helper()
	m := menace.New(menace.Michie())
	career := arena.NewCareer(m, m.Rules().Plays)
	for _, g := range games {
		steps, err := m.Graph().Replay(g.Moves)
		if err != nil {
			t.Fatal(err)
		}
		m.Recall(draws(m, steps))
		career.End(g.End(m.Rules().Plays), g.Resigned == "agent")
	}
	return m, career.Tally
}

// draws returns the beads that a machine drew in a game.
func draws(m *menace.Machine, steps []symmetry.Played) (all []menace.Draw) {
	graph := m.Graph()
	position := graph.Code(symmetry.Start)
	for _, step := range steps {
		at, to := graph.Find(position)
		if _, ok := m.Box(at); ok {
			all = append(all, menace.Draw{Orbit: at, Move: uint8(slices.Index(graph.Moves(at), to.Move(step.Move)))})
		}
		position = step.Position
	}
	return all
}

// TestEnd ends games that began together: each teaches the machine once, whatever the others have made of it, and even if
// it is bankrupt by then.
func TestEnd(t *testing.T) {
	l := open(t, "")
	var games []*match.Game
	for seed := range int64(40) {
		games = append(games, finished(t, l, seed))
	}
	for i, g := range games {
		e, err := l.End(t.Context(), "a", g, true)
		if err != nil {
			t.Fatal(err)
		}
		if e.Score.Games() != 1 || e.Score.Win == 1 && e.Now > e.Before && i == 0 {
			t.Errorf("game %d: %+v", i, e)
		}
	}
	a, err := l.Agent(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	stored, err := l.Games(t.Context(), a)
	if err != nil || len(stored) != len(games) {
		t.Fatalf("%d games are stored, %v", len(stored), err)
	}
	if m, tally := taught(t, stored); !slices.Equal(m.Counts(), a.Machine.Counts()) || tally != a.Career.Tally {
		t.Error("the machine is not what its games make")
	}
	if e, err := l.End(t.Context(), "a", finished(t, l, 50), false); err != nil || len(e.Lessons) > 0 || e.Now != e.Before {
		t.Errorf("without learning: %+v, %v", e, err)
	}
}

// TestTeach teaches a machine while it trains: nothing is lost, nothing counted twice, and the session has but its own games.
func TestTeach(t *testing.T) {
	const people, each, games = 4, 15, 2_000_000
	l := open(t, "")
	train(t, l, "a", 100)
	run, err := l.NewTraining(t.Context(), TrainOptions{Agent: "a", Games: games, Opponent: "random", Seed: NoSeed})
	if err != nil {
		t.Fatal(err)
	}
	began, played := make(chan bool), make(chan error)
	go func() {
		once := sync.OnceFunc(func() { close(began) })
		played <- run.Run(t.Context(), games, func(int64) { once() })
	}()
	<-began
	var all sync.WaitGroup
	for person := range int64(people) {
		all.Go(func() {
			for n := range int64(each) {
				g := finished(t, l, 1+person*each+n)
				_, err := run.Teach(t.Context(), g)
				for errors.Is(err, ErrOver) || errors.Is(err, data.ErrConflict) {
					_, err = l.End(t.Context(), "a", g, true)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if err := <-played; err != nil {
		t.Fatal(err)
	}
	doc, err := l.Export(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(doc.Sessions); n != 2 || doc.Sessions[1].Games != games || len(doc.Games) != people*each || doc.Tally.Games() != 100+games+people*each {
		t.Errorf("%d sessions, the last of %d games, %d games with people, %d in all", n, doc.Sessions[n-1].Games, len(doc.Games), doc.Tally.Games())
	}
	if err := doc.Check(""); err != nil {
		t.Error(err)
	}
	if _, err := run.Teach(t.Context(), finished(t, l, 7)); !errors.Is(err, ErrOver) {
		t.Errorf("after the training: %v", err)
	}
}

// TestTeachFails: a game that cannot be stored has taught nothing, and can be stored later.
func TestTeachFails(t *testing.T) {
	l := open(t, "")
	train(t, l, "a", 100)
	run, err := l.NewTraining(t.Context(), TrainOptions{Agent: "a", Games: 100, Opponent: "random", Seed: NoSeed})
	if err != nil {
		t.Fatal(err)
	}
	g := finished(t, l, 1)
	store, before, session := run.store, run.Agent.Machine.Counts(), *run.Session
	run.store = func(context.Context, ...*data.Agent) error { return fmt.Errorf("menace.db is %w", data.ErrBusy) }
	if _, err := run.Teach(t.Context(), g); !errors.Is(err, data.ErrBusy) {
		t.Errorf("%v", err)
	}
	if !slices.Equal(run.Agent.Machine.Counts(), before) || run.Agent.Career.Tally.Games() != 100 || *run.Session != session {
		t.Error("it has learned from a game that is not stored")
	}
	run.store = store
	if _, err := run.Teach(t.Context(), g); err != nil {
		t.Error(err)
	}
	if games, err := l.Games(t.Context(), run.Agent); err != nil || len(games) != 1 {
		t.Errorf("%d games are stored, %v", len(games), err)
	}
}
