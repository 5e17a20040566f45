package likelihood

import (
	"context"
	"math"
	"slices"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// TestBeadsAgreeWithEnumeration compares what boxes held after a game, given the results up to it and given all, with
// the enumeration of all machines and games: means within five standard errors.
func TestBeadsAgreeWithEnumeration(t *testing.T) {
	t.Parallel()
	rewarded := func(r *menace.Rules) { r.Win = 2 }
	for name, c := range map[string]Tournament{
		"her":      {rules("her", rewarded), "random", results("LWLW"), nil},
		"restocks": {rules("him", func(r *menace.Rules) { r.OnEmpty = menace.Restock }), "random", results("LLLW"), nil},
		"all":      {rules("him", func(r *menace.Rules) { r.Moves = menace.All }), "random", results("WLW"), nil},
		"doubtful": {rules("her", nil), "random", append(results("L?W"), Win|Loss), nil},
	} {
		t.Run(name, func(t *testing.T) {
			const after = 2
			_, smoothed, squares := exact(t, c, after)
			known := c
			known.Results = append(slices.Clone(c.Results[:after]), Unknown)
			_, filtered, _ := exact(t, known, after)
			e, err := Filter{Particles: 1000, Runs: 16, Seed: 1, Keep: true, At: after}.Run(context.Background(), c, nil)
			if err != nil {
				t.Fatal(err)
			}
			all := e.History.Beads(after)
			if len(all) != len(smoothed) {
				t.Fatalf("got %d counts, want %d", len(all), len(smoothed))
			}
			most := 0.0
			for i, b := range all {
				sd := math.Sqrt(squares[i] - smoothed[i]*smoothed[i])
				if math.Abs(b.Smoothed.Mean-smoothed[i]) > 5*b.Smoothed.Error+1e-9 ||
					math.Abs(b.Filtered.Mean-filtered[i]) > 5*b.Filtered.Error+1e-9 ||
					math.Abs(b.Smoothed.SD-sd) > 0.05 || b.Smoothed.Error > 0.05 {
					t.Errorf("move %v of box %d: got %+v and %+v, want %.4f, deviation %.4f, and %.4f",
						b.Move, b.Orbit, b.Smoothed, b.Filtered, smoothed[i], sd, filtered[i])
				}
				most = max(most, math.Abs(smoothed[i]-filtered[i]))
			}
			if t.Logf("what came later changes means by up to %.4f", most); most < 0.002 {
				t.Error("the two means hardly differ")
			}
		})
	}
}

// TestSampledGames plays the games of a sampled machine on the board: each is possible, has the result that the
// tournament has, and draws beads that the machine holds. After them the boxes agree with the tournament.
func TestSampledGames(t *testing.T) {
	t.Parallel()
	c := tournament1961("1961/soonest", 60)
	e, err := Filter{Particles: 200, Runs: 2, Seed: 5, Keep: true}.Run(context.Background(), c, nil)
	if err != nil {
		t.Fatal(err)
	}
	games := e.History.Sample(1)
	if len(games) != len(c.Results) {
		t.Fatalf("got %d games, want %d", len(games), len(c.Results))
	}
	machine := menace.New(c.Rules)
	g := machine.Graph()
	for i, played := range games {
		position := g.Code(symmetry.Start)
		var draws []menace.Draw
		for ply, move := range played.Moves {
			orbit, to := g.Find(position)
			if !slices.Contains(g.MovesFrom(position), move) {
				t.Fatalf("game %d: %v is not a move of %s", i+1, move, g.Format(position))
			}
			if box, ok := machine.Box(orbit); ok && ply%2 == 0 {
				bead := slices.Index(g.Moves(orbit), to.Move(move))
				if box.Beads(bead) == 0 {
					t.Fatalf("game %d: no bead for %v in %s", i+1, move, g.Format(position))
				}
				draws = append(draws, menace.Draw{Orbit: orbit, Move: uint8(bead)})
			}
			position = g.Play(position, move)
		}
		at, _ := g.Find(position)
		end := g.Outcome(at)
		if end == symmetry.Ongoing || resultOf(end, symmetry.First)&c.Results[i] == 0 || resultOf(end, symmetry.First) != played.Result {
			t.Fatalf("game %d ends with %v, want %v", i+1, end, c.Results[i])
		}
		machine.Recall(draws)
		machine.Learn(end)
	}
	career := e.History.Career(1, int64(len(games)))
	if got := career.Learner.Counts(); !slices.Equal(got, machine.Counts()) {
		t.Error("the career has other beads than its games")
	}
	if score := career.Tally.Score(); score != arena.Tournament()[59].Total {
		t.Errorf("the career has the running total %d, want %d", score, arena.Tournament()[59].Total)
	}
	if opening, _ := machine.Box(symmetry.Start); opening.Total() != 12+arena.Tournament()[59].Total {
		t.Errorf("the opening box has %d beads, want %d", opening.Total(), 12+arena.Tournament()[59].Total)
	}
	if other := e.History.Sample(2); slices.EqualFunc(games, other, func(a, b Played) bool {
		return slices.Equal(a.Moves, b.Moves)
	}) {
		t.Error("another seed gives the same games")
	}
}
