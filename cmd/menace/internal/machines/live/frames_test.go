package live

import (
	"reflect"
	"slices"
	"testing"

	"menace/data/datatest"
	"menace/menace"
	"menace/menace/arena"
)

// TestFrameGames checks that a run keeps a frame after each of its first games and after its last, and few enough.
func TestFrameGames(t *testing.T) {
	for _, n := range []int64{0, 1, 39, 40, 41, 100, 3000, 1_000_000_000} {
		all := frameGames(n)
		if len(all) > maxFrames || !slices.IsSorted(all) || len(slices.Compact(slices.Clone(all))) != len(all) {
			t.Errorf("%d games: got %v", n, all)
		}
		for i := range min(n, 40) {
			if all[i] != i+1 {
				t.Errorf("%d games: frame %d is after %d games", n, i, all[i])
			}
		}
		if n > 0 && all[len(all)-1] != n {
			t.Errorf("%d games: the last frame is after %d", n, all[len(all)-1])
		}
	}
	if n := len(frameGames(3000)); n < 110 {
		t.Errorf("3000 games have only %d frames", n)
	}
}

// TestFilm trains a machine that has played before, in the background, and compares the points of its film with the
// stored checkpoints and with a rerun that plays one game at a time.
func TestFilm(t *testing.T) {
	db := datatest.Open(t, "")
	train(t, db, "a", 1000)
	before := load(t, db, "a")
	machines := NewMachines(db)
	t.Cleanup(machines.Close)
	o := machines.mustFind(t, "a")
	run := TrainOptions{Opponent: "random", Games: 1_000_000, Seed: arena.NoSeed}
	must(t, o.Train(t.Context(), run, Paces[0]))
	machines.background.Wait()
	now, film, err := o.Film(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := map[int64]arena.Point{}
	opponent, err := arena.ParseSchedule(before.Machine.Graph(), "random")
	if err != nil {
		t.Fatal(err)
	}
	again := &arena.Training{Learner: before.Career, Opponent: opponent[0].Opponent, Random: before.Random}
	for _, p := range film.Points {
		for before.Career.Tally.Games() < p.Games {
			again.Play(1)
		}
		want[p.Games] = arena.Point{Games: p.Games, Tally: before.Career.Tally, Counts: before.Machine.Counts()}
	}
	kept := 0
	for _, p := range film.Points {
		if p.Games > 1000 {
			kept++
			w := want[p.Games]
			if p.Tally != w.Tally || !slices.Equal(p.Counts, w.Counts) {
				t.Fatalf("after %d games the film differs from a rerun", p.Games)
			}
			machine := menace.New(before.Machine.Rules())
			must(t, machine.SetCounts(w.Counts))
			if m := arena.Measure(machine, before.Career.Side, w.Tally); m.Perfect != p.Perfect || m.Random != p.Random {
				t.Errorf("after %d games the film has the strength %v, want %v", p.Games, p.Perfect, m.Perfect)
			}
		}
	}
	if film.From != 1000 || kept < 100 || film.Points[len(film.Points)-1].Games != 1_001_000 {
		t.Errorf("the film begins after %d games and has %d points of the run", film.From, kept)
	}
	stored, err := db.Curve(t.Context(), before)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range stored {
		i := slices.IndexFunc(film.Points, func(f arena.Point) bool { return f.Games == p.Games })
		if i < 0 || !reflect.DeepEqual(film.Points[i].Counts, p.Counts) {
			t.Errorf("the stored checkpoint after %d games is not in the film", p.Games)
		}
	}
	if !slices.Equal(now.Machine.Counts(), want[1_001_000].Counts) {
		t.Error("the film does not end with the machine as it is now")
	}
}
