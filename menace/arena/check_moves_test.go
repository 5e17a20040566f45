package arena_test

import (
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// Tests allocate much and keep little, so the collector need not run as often as in a long session.
var _ = debug.SetGCPercent(400)

// TestMovesAgreeWithChances checks all kinds of opponents and machines.
func TestMovesAgreeWithChances(t *testing.T) {
	for _, g := range all {
		for _, side := range sides {
			names := slices.DeleteFunc(arena.Examples(g), func(name string) bool { return name == "mcts:100" })
			names = append(names, "noisy:0", "noisy:1", "search:1", "noisy:0.5/soonest")
			if g == ticTacToe {
				names = append(names, "reply:far+any/random", "noisy:0.5/reply:centre/blocker")
			}
			for _, name := range names {
				player, err := arena.ParseOpponent(g, name)
				if err != nil {
					t.Fatal(err)
				}
				if err := arena.CheckMoves(player, side); err != nil {
					t.Errorf("%s, %s, %s: %v", g.Name(), side, name, err)
				}
			}
			for i, s := range subjects {
				if err := arena.CheckMoves(s.machine(t, g, side, int64(i)), side); err != nil {
					t.Errorf("%s, %s, a machine that is %s: %v", g.Name(), side, s.name, err)
				}
			}
		}
	}
}

// TestEveryRule checks the moves of machines with each value of each rule, after games in which boxes ran empty. Each
// value must have an effect: without it, the machine has other beads after the same games.
func TestEveryRule(t *testing.T) {
	play := func(rules menace.Rules) *menace.Machine {
		m, training := newTraining(rules, arena.Random(menace.New(rules).Graph()), 1961)
		training.Play(200)
		return m
	}
	usual := menace.Michie()
	usual.Beads, usual.Win, usual.Draw, usual.Loss = [4]int64{6, 1, 1, 1}, 3, 1, -2
	plain, checked := play(usual), map[string]bool{}
	for i, rule := range usual.Options() {
		for _, value := range slices.Concat(rule.Choices, []string{"0.4", "2", "2,2,1,1"}) {
			rules := usual
			if rules.Options()[i].Set(value) != nil {
				continue
			}
			m := play(rules)
			if err := arena.CheckMoves(m, rules.Plays); err != nil {
				t.Errorf("%s %s: %v", rule.Name, value, err)
			}
			if rules != usual && slices.Equal(m.Counts(), plain.Counts()) {
				t.Errorf("%s %s has no effect", rule.Name, value)
			}
			checked[rule.Name] = checked[rule.Name] || rules != usual
		}
		if !checked[rule.Name] {
			t.Errorf("no value of %s is checked: name one", rule.Name)
		}
	}
}

// liar moves like one player and returns the chances of another.
type liar struct {
	arena.Opponent
	chances func([]float64)
}

func (l liar) Chances(chances []float64) { l.chances(chances) }

// lost makes moves that are not in the graph.
type lost struct{ arena.Opponent }

func (lost) Move(symmetry.Orbit, *rand.PCG) symmetry.Orbit { return symmetry.Start }

// TestMovesDisagreeWithChances checks that a player whose moves do not follow its chances is detected.
func TestMovesDisagreeWithChances(t *testing.T) {
	g := ticTacToe
	random := arena.Random(g)
	scaled := func(by float64) arena.Opponent {
		return liar{random, func(chances []float64) {
			random.Chances(chances)
			for e := range chances {
				chances[e] *= by
			}
		}}
	}
	gaveUp := liar{random, func(chances []float64) {
		random.Chances(chances)
		for _, at := range g.Ongoing()[8] {
			chances[at.First] = 0
		}
	}}
	for name, c := range map[string]struct {
		player arena.Opponent
		want   string
	}{
		"gives up":   {gaveUp, "it resigns though its move is forced"},
		"perfect":    {liar{random, arena.Perfect(g).Chances}, "without a chance to do so"},
		"noisy":      {liar{random, arena.Noisy(arena.Perfect(g), 0.8).Chances}, ", at a chance of "},
		"careful":    {liar{arena.Perfect(g), random.Chances}, ", at a chance of "},
		"half":       {scaled(0.5), "the chances add up to 0.5"},
		"negative":   {scaled(-1), "a move has the chance -"},
		"resigns":    {scaled(0), "without a chance to do so"},
		"moves on":   {liar{menace.New(menace.Michie()), func([]float64) {}}, "without a chance to do so"},
		"impossible": {lost{random}, "it moves to orbit 0, 4000 times in 4000, without a chance to do so"},
	} {
		if err := arena.CheckMoves(c.player, symmetry.First); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}
