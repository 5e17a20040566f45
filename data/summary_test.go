package data

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"menace/menace"
	"menace/menace/arena"
)

// checkSummary checks a summary against the agent with all its beads.
func checkSummary(t *testing.T, db *DB, s Summary) {
	t.Helper()
	a := reload(t, db, s.Name)
	p := arena.Measure(a.Machine, a.Machine.Rules().Plays, a.Career.Tally)
	if s.Rules != a.Machine.Rules() || s.Seed != a.Seed || s.Tally != a.Career.Tally || s.Err != nil ||
		!s.Created.Equal(a.Created) || !s.Changed.Equal(a.Changed) || s.Altered != a.ChangedOutside() ||
		s.Beads != a.Machine.Total() || s.Bankrupt != a.Machine.Bankrupt() || s.RandomWin != p.Random.Win ||
		s.PerfectLoss != p.Perfect.Loss {
		t.Errorf("%s: got the summary %+v", s.Name, s)
	}
	if m, err := db.Machine(t.Context(), s.Name); err != nil || m.Rules() != s.Rules ||
		!slices.Equal(m.Counts(), a.Machine.Counts()) {
		t.Errorf("%s: its row has other boxes: %v", s.Name, err)
	}
}

// TestSummaries checks that summaries tell of agents what their beads do, when they are new, after training, after
// another save, and bankrupt.
func TestSummaries(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	for _, game := range gameNames {
		store(t, db, agentOf(t, "new-"+game, game))
		a := agentOf(t, "trained-"+game, game)
		a.Begin("random", false, "test")
		train(t, a, 30)
		store(t, db, a)
		train(t, a, 7)
		store(t, db, a)
	}
	poor := menace.Michie()
	poor.Beads, poor.Loss = [4]int64{1, 1, 1, 1}, -1000
	a := agentWith(t, "bankrupt", poor, 1)
	train(t, a, 50)
	store(t, db, a)

	all, err := db.Summaries(t.Context())
	if err != nil || len(all) != 2*len(gameNames)+1 {
		t.Fatalf("got %d summaries, %v", len(all), err)
	}
	var names, playable []string
	for _, s := range all {
		checkSummary(t, db, s)
		names = append(names, s.Name)
		if !s.Bankrupt {
			playable = append(playable, s.Name)
		}
	}
	if !slices.IsSorted(names) || len(playable) != len(all)-1 {
		t.Errorf("got %v, of which %v can play", names, playable)
	}

	var latest []string
	for skip := 0; skip < len(all); skip += 2 {
		some, err := db.Latest(t.Context(), skip, 2, false)
		if err != nil || len(some) != min(2, len(all)-skip) {
			t.Fatalf("from %d on: %d summaries, %v", skip, len(some), err)
		}
		for _, s := range some {
			latest = append(latest, s.Name)
		}
	}
	slices.SortStableFunc(all, func(a, b Summary) int { return b.Changed.Compare(a.Changed) })
	if latest[0] != all[0].Name && !all[0].Changed.Equal(all[1].Changed) {
		t.Errorf("the latest is %s, want %s", latest[0], all[0].Name)
	}
	slices.Sort(latest)
	if !slices.Equal(latest, names) {
		t.Errorf("all pages together have %v, want %v", latest, names)
	}
	can, err := db.Latest(t.Context(), 0, len(all), true)
	if err != nil || len(can) != len(playable) {
		t.Errorf("%d can play, want %d; %v", len(can), len(playable), err)
	}
}

// TestSummaryOfOlder checks that agents of an older database have summaries, and those that cannot be read an error.
func TestSummaryOfOlder(t *testing.T) {
	path := restored(t, "version-1/database.sql")
	execute(t, path, "INSERT INTO agents SELECT NULL, 'broken', game, plays, beads_1, beads_2, beads_3, beads_4, "+
		"reward_win, reward_draw, reward_loss, moves, on_empty, credit, seed, random, win, draw, loss, resigned, "+
		"revision, created, changed FROM agents LIMIT 1; INSERT INTO beads SELECT id, 0, 0, 1, 4 FROM agents "+
		"WHERE name = 'broken'")
	db := open(t, path, Write)
	all, err := db.Summaries(t.Context())
	if err != nil || len(all) < 2 {
		t.Fatalf("got %v, %v", all, err)
	}
	for _, s := range all {
		if s.Name != "broken" {
			checkSummary(t, db, s)
		} else if !errors.Is(s.Err, ErrCorrupt) {
			t.Errorf("a machine with a single bead has the error %v", s.Err)
		}
	}
}

// TestWrongSummary changes rows from outside. Lists show what the beads tell if a row is impossible, and the check
// finds each change.
func TestWrongSummary(t *testing.T) {
	path := filepath.Join(t.TempDir(), "menace.db")
	db := open(t, path, Create)
	a := newAgent(t, "a")
	a.Begin("random", false, "test")
	train(t, a, 12)
	store(t, db, a)
	for _, statement := range []string{
		"UPDATE agents SET perfect_loss = 2", "UPDATE agents SET random_win = -1", "UPDATE agents SET total_beads = -1",
		"UPDATE agents SET total_beads = total_beads + 1", "UPDATE agents SET bankrupt = 1",
		"UPDATE agents SET perfect_loss = perfect_loss / 2", "UPDATE agents SET boxes = x''",
	} {
		other := filepath.Join(t.TempDir(), "other.db")
		must(t, db.Backup(t.Context(), other))
		execute(t, other, statement)
		spoiled := open(t, other, Write)
		if err := spoiled.CheckAgent(t.Context(), "a"); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: the check returns %v", statement, err)
		}
		all, err := spoiled.Summaries(t.Context())
		if err != nil || len(all) != 1 || !all[0].valid() {
			t.Errorf("%s: got %+v, %v", statement, all, err)
		}
	}
}
