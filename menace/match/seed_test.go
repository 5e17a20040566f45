package match_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
	"menace/symmetry"
)

// TestSeeds checks that seeds are consecutive, even if games are abandoned.
func TestSeeds(t *testing.T) {
	m := match.New(menace.New(menace.Michie()), nil, math.MaxInt64-1)
	for _, want := range []int64{math.MaxInt64 - 1, math.MaxInt64, 0, 1} {
		if got := m.Seed(); got != want {
			t.Errorf("the next game has seed %d, want %d", got, want)
		}
		g := m.Start()
		if g.Seed() != want || g.Random() != *arena.NewRandom(want) {
			t.Errorf("the game has seed %d, want %d", g.Seed(), want)
		}
	}
}

// TestSeedsAreIndependent checks that consecutive seeds give independent openings: each of the three, and each pair of
// consecutive ones, occurs as often as expected, within five standard errors.
func TestSeedsAreIndependent(t *testing.T) {
	t.Parallel()
	const games = 20_000
	m := match.New(menace.New(menace.Michie()), nil, 0)
	single, pairs, last := map[symmetry.Move]float64{}, map[[2]symmetry.Move]float64{}, symmetry.Resign
	for range games {
		move := m.Start().Move().Move
		single[move]++
		pairs[[2]symmetry.Move{last, move}]++
		last = move
	}
	check := func(n, p float64) {
		if limit := 5 * math.Sqrt(p*(1-p)/games); math.Abs(n/games-p) > limit {
			t.Errorf("got %v of %d games, want a share of %v", n, games, p)
		}
	}
	for a := range single {
		check(single[a], 1./3)
		for b := range single {
			check(pairs[[2]symmetry.Move{a, b}], 1./9)
		}
	}
}

// TestGameAgain checks that the machine before a game, the game's seed and the person's moves reproduce the game: every
// turn, every lesson, and the machine afterwards.
func TestGameAgain(t *testing.T) {
	t.Parallel()
	for name, rules := range variants() {
		m, machine := learner(rules)
		chance := rand.New(rand.NewPCG(6, 1))
		for range 30 {
			copied, g := *machine, m.Start()
			playOut(t, g, chance)
			lessons := m.End(g)

			other := match.New(&copied, arena.NewCareer(&copied, g.Side()), g.Seed())
			h := again(t, other, g)
			if !slices.Equal(h.Turns(), g.Turns()) || !slices.Equal(other.End(h), lessons) || !same(&copied, machine) {
				t.Fatalf("%s: seed %d gave a different game from %v", name, g.Seed(), g.Moves())
			}
		}
	}
}
