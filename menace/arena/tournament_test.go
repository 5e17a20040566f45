package arena_test

import (
	"slices"
	"strings"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// TestTournament checks the games against the rule of the drawing, and against the totals, counts and labels that two
// readers of the drawing noted.
func TestTournament(t *testing.T) {
	points := map[byte]int64{'W': 3, 'D': 1, 'L': -1}
	total, counts, labels, doubts := int64(0), map[byte]int{}, map[int64]string{}, 0
	for i, g := range arena.Tournament() {
		total += points[g.Result]
		if g.Game != int64(i+1) || g.Total != total || points[g.Result] == 0 {
			t.Errorf("row %d: got %+v, want the total %d", i+1, g, total)
		}
		if counts[g.Result]++; g.Label != "" {
			labels[g.Game] = g.Label
		}
		if g.Doubt != "" {
			doubts++
		}
	}
	if counts['W'] != 54 || counts['D'] != 76 || counts['L'] != 89 || len(arena.Tournament()) != 219 {
		t.Errorf("%d games: got %v, want 54 wins, 76 draws, 89 losses", len(arena.Tournament()), counts)
	}
	for game, want := range map[int64]int64{
		17: -11, 22: -6, 58: 4, 77: 9, 106: 24, 132: 26, 189: 101, 205: 125, 219: 149,
	} {
		if got := arena.Tournament()[game-1]; got.Total != want || labels[game] == "" {
			t.Errorf("game %d: got %+v, want the total %d and a label", game, got, want)
		}
	}
	if len(labels) != 9 || doubts != 8 {
		t.Errorf("got %d labels and %d doubtful games, want 9 and 8", len(labels), doubts)
	}
	if !strings.HasPrefix(arena.TournamentCSV, "# Donald Michie's tournament") {
		t.Error("the file does not say what it holds")
	}
}

// TestTournamentNearBankruptcy checks that the totals leave a bead in the opening box, which holds 12 plus the total, and
// a single one after games 17, 37, 43 and 45.
func TestTournamentNearBankruptcy(t *testing.T) {
	var single []int64
	for _, g := range arena.Tournament() {
		switch beads := 12 + g.Total; {
		case beads < 1:
			t.Errorf("the opening box is empty after game %d", g.Game)
		case beads == 1:
			single = append(single, g.Game)
		}
	}
	if got, want := single, []int64{17, 37, 43, 45}; !slices.Equal(got, want) {
		t.Errorf("a single bead after games %v, want %v", got, want)
	}
}

// TestOpeningBoxHoldsTheTotal checks a consequence of Michie's rules: every game uses the opening box, which has 4
// beads for each of 3 moves plus the total. So at −10 a machine is two beads from its end.
func TestOpeningBoxHoldsTheTotal(t *testing.T) {
	bankrupt := 0
	for name, opponent := range standard(ticTacToe) {
		for seed := range int64(40) {
			m, training := newTraining(menace.Michie(), opponent, seed)
			for range arena.TournamentGames {
				training.Play(1)
				box, _ := m.Box(symmetry.Start)
				if got, want := box.Total(), 12+training.Learner.Tally.Score(); got != want {
					t.Fatalf("%s, seed %d: %d beads after %+v, want %d", name, seed, got, training.Learner.Tally, want)
				}
			}
			if m.Bankrupt() {
				bankrupt++
			}
			if broke := training.Learner.Tally.Score() == -12; broke != m.Bankrupt() {
				t.Errorf("%s, seed %d: a total of %d, bankrupt: %t",
					name, seed, training.Learner.Tally.Score(), m.Bankrupt())
			}
		}
	}
	if bankrupt == 0 {
		t.Error("no machine went bankrupt: the test proves nothing")
	}
}
