package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/sentences"
	"menace/data"
	"menace/data/datatest"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
	"menace/symmetry"
)

// begin begins a game against the stored agent "a".
func begin(t *testing.T, db *data.DB, seed int64) *match.Game {
	t.Helper()
	a := load(t, db, "a")
	return match.Seeded(a.Machine, seed)
}

// finish ends a game of the agent "a".
func finish(t *testing.T, db *data.DB, g *match.Game, learn bool) Ended {
	t.Helper()
	machine := NewMachines(db).mustFind(t, "a")
	m := over(machine, g, learn)
	must(t, m.finish(t.Context()))
	return *m.now.Ended
}

// over returns the match of a person who has just ended a game.
func over(machine *Machine, g *match.Game, learn bool) *Match {
	return &Match{machine: machine, now: MatchView{GameView: GameView{Game: g, Teaches: learn}}}
}

// finished returns a finished game of the agent "a".
func finished(t *testing.T, db *data.DB, seed int64) *match.Game {
	t.Helper()
	g := begin(t, db, seed)
	play(t, g, seed%3 == 0)
	return g
}

// taught returns a new machine that has learned from these games only.
func taught(t *testing.T, games []data.PlayedGame) (*menace.Machine, arena.Tally) {
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

// draws returns the beads drawn by a machine in a game.
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

// TestEnd ends games that began together. The machine must learn from each once, even if the others have changed or
// bankrupted it.
func TestEnd(t *testing.T) {
	db := datatest.Open(t, "")
	if _, err := agents.Make(t.Context(), db, "a", menace.Michie(), 1); err != nil {
		t.Fatal(err)
	}
	var games []*match.Game
	for seed := range int64(40) {
		games = append(games, finished(t, db, seed))
	}
	now := lossRate(menace.New(menace.Michie()))
	for i, g := range games {
		e := finish(t, db, g, true)
		if e.Score.Games() != 1 || e.Before != now || e.Score.Win == 1 && e.Now > e.Before && i == 0 {
			t.Errorf("game %d: got %+v", i, e)
		}
		now = e.Now
	}
	a := load(t, db, "a")
	stored, err := db.Games(t.Context(), a)
	if err != nil || len(stored) != len(games) {
		t.Fatalf("got %d stored games, %v", len(stored), err)
	}
	if m, tally := taught(t, stored); !slices.Equal(m.Counts(), a.Machine.Counts()) || tally != a.Career.Tally {
		t.Error("the machine is not the one that results from its games")
	}
	if want := lossRate(a.Machine); now != want {
		t.Errorf("the last game reports the chance of losing %v, want %v", now, want)
	}
	if e := finish(t, db, finished(t, db, 50), false); len(e.Lessons) > 0 || e.Now != e.Before {
		t.Errorf("without learning: got %+v", e)
	}
}

// TestFinishFails checks that a game that cannot be stored changes nothing, and can be stored later.
func TestFinishFails(t *testing.T) {
	db := datatest.Open(t, "")
	train(t, db, "a", 100)
	machines := NewMachines(db)
	run := machines.newRun(t, TrainOptions{Agent: "a", Games: 100, Opponent: "random", Seed: arena.NoSeed})
	machine := machines.mustFind(t, "a")
	g := finished(t, db, 1)
	store, before, session := run.store, run.Agent.Machine.Counts(), *run.Session
	run.store = saveFunc(func(context.Context, ...*data.Agent) error { return fmt.Errorf("menace.db is %w", data.ErrBusy) })
	if err := over(machine, g, true).finish(t.Context()); !errors.Is(err, data.ErrBusy) {
		t.Errorf("got %v", err)
	}
	if !slices.Equal(run.Agent.Machine.Counts(), before) || run.Agent.Career.Tally.Games() != 100 ||
		*run.Session != session {
		t.Error("the machine has learned from a game that is not stored")
	}
	run.store = store
	if err := over(machine, g, true).finish(t.Context()); err != nil {
		t.Error(err)
	}
	if games, err := db.Games(t.Context(), run.Agent); err != nil || len(games) != 1 {
		t.Errorf("got %d stored games, %v", len(games), err)
	}
	machine.matches.Store(ann, over(machine, finished(t, db, 2), true))
	machines.Close()
	if games, err := db.Games(t.Context(), run.Agent); err != nil || len(games) != 2 {
		t.Errorf("after Close: got %d stored games, %v", len(games), err)
	}
}

// TestIdentity checks that a game against a deleted machine never changes a new machine of the same name, and that a
// machine renamed by another process stays the same [Machine] and keeps its run.
func TestIdentity(t *testing.T) {
	db := datatest.Open(t, "")
	train(t, db, "a", 100)
	machines := NewMachines(db)
	machine := machines.mustFind(t, "a")
	g := finished(t, db, 1)
	run := machines.newRun(t, TrainOptions{Agent: "a", Games: 100, Opponent: "random", Seed: arena.NoSeed})
	if err := db.Rename(t.Context(), "a", "b"); err != nil { // like another process
		t.Fatal(err)
	}
	must(t, run.Do(t.Context(), Unobserved{}))
	if renamed, err := machines.ByName(t.Context(), "b"); err != nil || renamed != machine || run.Agent.Name != "b" {
		t.Errorf("after renaming, found another machine, %v, or one named %s", err, run.Agent.Name)
	}
	if _, err := db.Load(t.Context(), "a"); !errors.Is(err, data.ErrNotFound) {
		t.Errorf("the old name: got %v", err)
	}
	must(t, agents.Delete(t.Context(), db, "b"))
	train(t, db, "b", 7)
	if err := over(machine, g, true).finish(t.Context()); !errors.Is(err, data.ErrNotFound) {
		t.Errorf("a game against the deleted machine: got %v", err)
	}
	if another, err := machines.ByName(t.Context(), "b"); err != nil || another == machine {
		t.Errorf("the new machine is the deleted one, %v", err)
	}
	if a, err := db.Load(t.Context(), "b"); err != nil || a.Career.Tally.Games() != 7 {
		t.Errorf("the new machine has learned from %d games, %v", a.Career.Tally.Games(), err)
	}
}

// TestLearningOpponent checks that a run of one machine also holds the machine that learns as its opponent, and that
// people may play against either.
func TestLearningOpponent(t *testing.T) {
	r, a := inUse(t)
	rules := a.stored(t).Machine.Rules()
	rules.Plays = symmetry.Second
	if _, err := agents.Make(t.Context(), r.db, "b", rules, 2); err != nil {
		t.Fatal(err)
	}
	b, both := r.mustFind(t, "b"), against("machine:b")
	both.BothLearn = true
	must(t, a.Train(t.Context(), both, Paces[0]))
	want := "the machine is already training: stop it first (the training of a)"
	if err := b.Train(t.Context(), against("random"), Paces[0]); !errors.Is(err, ErrTraining) || err.Error() != want {
		t.Errorf("a second training: got %v", err)
	}
	b.playOut(t, Host)
	if a.Progress().Text == nil {
		t.Error("the training has ended")
	}
	r.Close()
	trained, played := a.stored(t).Career.Tally.Games(), b.stored(t).Career.Tally.Games()
	if played != trained+1 || !strings.HasPrefix(a.Progress().Text.In(sentences.English), "Stopped after") {
		t.Errorf("got %d training games, %d including a game with a person; %s", trained, played, a.Progress().Text.In(sentences.English))
	}
}

// TestWatched checks that the host sees each game of a run that plays move by move, and the last game when the run is
// over. An unfinished game does not count.
func TestWatched(t *testing.T) {
	r, machine := inUse(t)
	one := TrainOptions{Opponent: "random", Games: 1, Seed: arena.NoSeed}
	must(t, machine.Train(t.Context(), one, Pace{move: time.Microsecond}))
	r.background.Wait()
	v := machine.Match(Host).View(t.Context())
	if v.Busy || !v.Watches || !v.Game.Over() || v.Ended == nil || machine.stored(t).Career.Tally != v.Ended.Score {
		t.Errorf("after a game the host sees %+v", v)
	}
	must(t, machine.Train(t.Context(), one, Pace{move: time.Hour}))
	m := machine.Match(Host)
	for v = m.View(t.Context()); v.Game.Over() || len(v.Game.Moves()) == 0; v = m.View(t.Context()) {
		time.Sleep(time.Millisecond)
	}
	if !v.Busy || !v.Watches {
		t.Errorf("while the machine trains the host sees %+v", v)
	}
	machine.Stop()
	r.background.Wait()
	if v := machine.Match(Host).View(t.Context()); v.Busy || v.Watches || v.Game.Over() ||
		machine.stored(t).Career.Tally.Games() != 1 {
		t.Errorf("after a game that was stopped the host sees %+v", v)
	}
}
