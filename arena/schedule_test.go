package arena_test

import (
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"menace/arena"
	"menace/menace"
	"menace/minimax"
	"menace/symmetry"
)

// TestScheduleTakesTurns checks which opponent plays a game, and for how many more games it stays.
func TestScheduleTakesTurns(t *testing.T) {
	for name, want := range map[string][]string{
		"perfect*2,noisy:.30*1,random": {"perfect", "perfect", "noisy:0.3", "random", "random", "random", "random"},
		"perfect*2,random*1":           {"perfect", "perfect", "random", "perfect", "perfect", "random", "perfect"},
		"blocker*3":                    {"blocker", "blocker", "blocker", "blocker", "blocker", "blocker", "blocker"},
		"blocker":                      {"blocker", "blocker", "blocker", "blocker", "blocker", "blocker", "blocker"},
	} {
		s, err := arena.ParseSchedule(ticTacToe, name)
		if err != nil {
			t.Fatal(err)
		}
		for game, player := range want {
			stint, left := s.At(int64(game))
			if stint.Name != player || stint.Opponent == nil {
				t.Errorf("%s: game %d is against %s, want %s", name, game, stint.Name, player)
			}
			for further := range min(left, int64(len(want)-game)) {
				if later, _ := s.At(int64(game) + further); later.Name != player {
					t.Errorf("%s: from game %d, %d games against %s do not include game %d",
						name, game, left, player, int64(game)+further)
				}
			}
		}
	}
	if _, left := (arena.Schedule{{Games: 5}, {}}).At(7); left != math.MaxInt64 {
		t.Errorf("%d games are left in the last stint, want no end", left)
	}
}

// TestScheduleRefuses checks that errors name the wrong part, with and without a game.
func TestScheduleRefuses(t *testing.T) {
	for name, want := range map[string]string{
		"perfect*20,": `schedule "perfect*20,": part 2, "": unknown opponent ""; choose from ` + arena.Opponents,
		"perfect*20,foo*3": `schedule "perfect*20,foo*3": part 2, "foo*3": unknown opponent "foo"; choose from ` +
			arena.Opponents,
		"perfect,random": `schedule "perfect,random": part 1, "perfect": it needs a number of games, as in ` +
			`perfect*20, because another opponent follows`,
		"perfect*0,random": `schedule "perfect*0,random": part 1, "perfect*0": "0" is not a number of games, 1 ` +
			`to 1000000000000`,
		"perfect*x": `schedule "perfect*x": part 1, "perfect*x": "x" is not a number of games, 1 to ` +
			`1000000000000`,
		"random*2,noisy:7": `schedule "random*2,noisy:7": part 2, "noisy:7": "7" is not a number between 0 and 1`,
		"random*2,agent:a": `schedule "random*2,agent:a": part 2, "agent:a": a machine cannot be part of a schedule`,
		"random*9999999999999": `schedule "random*9999999999999": part 1, "random*9999999999999": "9999999999999" is ` +
			`not a number of games, 1 to 1000000000000`,
	} {
		_, err := arena.ParseSchedule(ticTacToe, name)
		for _, got := range []error{err, arena.CheckOpponent(name)} {
			if got == nil || got.Error() != want {
				t.Errorf("%s:\n got %v\nwant %s", name, got, want)
			}
		}
	}
	if _, err := arena.ParseSchedule(ticTacToe, strings.Repeat("random*1,", 1000)+"random"); err == nil {
		t.Error("a schedule of 1001 parts is accepted")
	}
	if _, err := arena.ParseSchedule(hexapawn, "random*5,blocker"); err == nil {
		t.Error("a blocker is accepted in hexapawn")
	}
	if _, err := arena.ParseOpponent(ticTacToe, "random*5,perfect"); err == nil {
		t.Error("a schedule is accepted as a single opponent")
	}
}

// TestScheduledTraining checks that training with a schedule, in pieces of any size, equals training with one opponent
// after another.
func TestScheduledTraining(t *testing.T) {
	rules := menace.Michie()
	rules.OnEmpty = menace.Restock
	want, one := newTraining(rules, nil, 7)
	for range 3 {
		for _, stint := range []struct {
			opponent arena.Opponent
			games    int64
		}{{arena.Perfect(ticTacToe), 20}, {arena.Random(ticTacToe), 33}} {
			one.Opponent = stint.opponent
			one.Play(stint.games)
		}
	}
	for _, piece := range []int64{1, 7, 159} {
		got, training := newTraining(rules, nil, 7)
		training.Schedule, _ = arena.ParseSchedule(ticTacToe, "perfect*20,random*33")
		for left := int64(159); left > 0; {
			left -= training.Play(min(piece, left))
		}
		if !slices.Equal(got.Counts(), want.Counts()) || training.Learner.Tally != one.Learner.Tally ||
			training.Met != 159 {
			t.Errorf("in pieces of %d: %+v after %d, want %+v",
				piece, training.Learner.Tally, training.Met, one.Learner.Tally)
		}
	}
}

// TestDecidedPlayersArePerfect checks that each player has one move in a position, which keeps the value, and that
// different numbers choose differently.
func TestDecidedPlayersArePerfect(t *testing.T) {
	for _, g := range all {
		best, differ := minimax.Solve(g, symmetry.MaxMoves), map[string]bool{}
		for number := range int64(20) {
			all := chances(arena.Decided(g, number))
			text := ""
			for _, ply := range g.Ongoing() {
				for _, at := range ply {
					chosen := all[at.First:at.End]
					edge := slices.Index(chosen, 1)
					if edge < 0 || !best.Best(at.Orbit).Has(int(g.EdgeMoves()[int(at.First)+edge])) {
						t.Fatalf("%s, perfect:%d: chances %v in orbit %d", g.Name(), number, chosen, at.Orbit)
					}
					text += string(rune('0' + edge))
				}
			}
			if again := chances(arena.Decided(g, number)); !slices.Equal(all, again) {
				t.Errorf("%s, perfect:%d is not reproducible", g.Name(), number)
			}
			differ[text] = true
		}
		if len(differ) != 20 {
			t.Errorf("%s: 20 numbers give only %d different players", g.Name(), len(differ))
		}
	}
}

// TestDecidedPlayersTogetherArePerfect checks that one game against a random number is distributed like a game against
// Perfect: the mean over numbers is within five standard errors.
func TestDecidedPlayersTogetherArePerfect(t *testing.T) {
	const numbers = 2000
	for _, side := range []symmetry.Side{symmetry.First, symmetry.Second} {
		want := arena.Evaluate(arena.Random(ticTacToe), side, arena.Perfect(ticTacToe))
		sum, squares := 0.0, 0.0
		for number := range int64(numbers) {
			draw := arena.Evaluate(arena.Random(ticTacToe), side, arena.Decided(ticTacToe, number)).Draw
			sum, squares = sum+draw, squares+draw*draw
		}
		mean := sum / numbers
		if err := math.Sqrt((squares/numbers - mean*mean) / numbers); math.Abs(mean-want.Draw) > 5*err {
			t.Errorf("%s: draws %.4f of random play against a random number, %.4f against perfect play, standard "+
				"error %.4f", side, mean, want.Draw, err)
		}
	}
}

// TestANumberIsOnePlayerForEver checks that the choice is the one documented for Decided, by SplitMix64, whose first
// output from state 0 is published.
func TestANumberIsOnePlayerForEver(t *testing.T) {
	next := func(state uint64) uint64 {
		z := state + 0x9E3779B97F4A7C15
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		return z ^ z>>31
	}
	if got := next(0); got != 0xE220A8397B1DCDAF {
		t.Fatalf("got %x, which is not the first output of SplitMix64", got)
	}
	for _, g := range all {
		best := minimax.Solve(g, symmetry.MaxMoves)
		for number := range int64(5) {
			player := arena.Decided(g, number)
			for _, ply := range g.Ongoing() {
				for _, at := range ply {
					moves := slices.Collect(best.Best(at.Orbit).All())
					nth, _ := bits.Mul64(next(next(uint64(number))+uint64(g.Code(at.Orbit))), uint64(len(moves)))
					if got, want := player.Move(at.Orbit, arena.NewRandom(1)),
						g.Next(at.Orbit, moves[nth]); got != want {
						t.Fatalf("%s, perfect:%d, orbit %d: it moves to %d, want %d",
							g.Name(), number, at.Orbit, got, want)
					}
				}
			}
		}
	}
}
