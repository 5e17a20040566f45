package arena_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"menace/menace"
	"menace/menace/arena"
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
		"random*2,noisy:7":   `schedule "random*2,noisy:7": part 2, "noisy:7": "7" is not a number between 0 and 1`,
		"random*2,machine:a": `schedule "random*2,machine:a": part 2, "machine:a": a machine cannot be part of a schedule`,
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
			training.ScheduleGames != 159 {
			t.Errorf("in pieces of %d: %+v after %d, want %+v",
				piece, training.Learner.Tally, training.ScheduleGames, one.Learner.Tally)
		}
	}
}

// TestVariantsOf1961 checks the schedule of Michie's variants against the arrows of his drawing.
func TestVariantsOf1961(t *testing.T) {
	const name = "1961/noisy:.10"
	s, err := arena.ParseSchedule(ticTacToe, name)
	if err != nil || !arena.IsSchedule(name) || arena.CanonicalName(name) != "1961/noisy:0.1" {
		t.Fatalf("got %v, %v", s, err)
	}
	variants := map[string]string{
		"variant 1": "opposite", "variant 0": "centre", "variant 2": "edge", "variant 3": "corner", "variant 4": "far",
		"with subvariants": "centre+any",
	}
	want := "centre"
	for _, g := range arena.Tournament() {
		stint, left := s.At(g.Game - 1)
		if stint.Name != "reply:"+want+"/noisy:0.1" {
			t.Errorf("game %d is against %s, want %s", g.Game, stint.Name, want)
		}
		changes := false
		for variant, reply := range variants {
			if strings.HasSuffix(g.Label, variant) {
				want, changes = reply, true
			}
		}
		if changes != (left == 1 && g.Game < 219) {
			t.Errorf("game %d: %q, %d games left", g.Game, g.Label, left)
		}
	}
	for _, wrong := range []string{"1961/", "1961/foo", "1961/machine:x", "1961/random*3", "1961/1961/random"} {
		if _, err := arena.ParseSchedule(ticTacToe, wrong); err == nil || arena.CheckOpponent(wrong) == nil {
			t.Errorf("%q is accepted", wrong)
		}
	}
}
