package michie_test

import (
	"fmt"
	"slices"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/michie"
	"menace/symmetry"
)

// TestAfter plays the tournament again: every game has its result, and the opening box holds 12 beads and the running
// total. From game 17 on they are all for the corner, as the label at that game says.
func TestAfter(t *testing.T) {
	for games := range michie.Games + 1 {
		career := michie.After(games)
		total := int64(0)
		if games > 0 {
			total = arena.Tournament()[games-1].Total
		}
		box, _ := career.Learner.(*menace.Machine).Box(symmetry.Start)
		if box.Total() != 12+total || career.Tally.Score() != total || games >= 17 && box.Beads(0) != box.Total() {
			t.Errorf("after game %d: total %d, opening box %+v, want %d", games, career.Tally.Score(), box, 12+total)
		}
		if m := career.Learner.(*menace.Machine); games > 0 != michie.Is(m, int64(games)) ||
			games < michie.Games && michie.Is(m, int64(games+1)) {
			t.Errorf("after game %d the machine is not recognised by its beads and games", games)
		}
		if held := michie.Held(games)[symmetry.Start]; games >= 17 &&
			(held[0] != michie.Beads{Mean: float64(12 + total)} || held[0].Certainty() != michie.Certain) {
			t.Errorf("after game %d the opening box is said to hold %+v, want %d for the corner", games, held, 12+total)
		}
	}
}

// TestAnswers checks Michie's answers to a corner, which small boards beside his drawing show, and arrows date.
func TestAnswers(t *testing.T) {
	answers := map[string][]symmetry.Move{ // to an opening on square 1
		"centre": {5}, "opposite": {9}, "edge": {2, 4}, "corner": {3, 7}, "far": {6, 8},
	}
	for _, c := range []struct {
		from, to int
		answer   string
	}{
		{1, 22, "centre"}, {23, 58, "opposite"}, {59, 77, "centre"}, {78, 106, "edge"}, {107, 132, "corner"},
		{133, 189, "far"}, {190, 205, "opposite"}, {206, 219, "centre"},
	} {
		for game := c.from; game <= c.to; game++ {
			if moves := michie.Played()[game-1]; moves[0] == 1 && !slices.Contains(answers[c.answer], moves[1]) {
				t.Errorf("game %d: the answer to a corner is %v, want %s", game, moves[1], c.answer)
			}
		}
	}
}

// TestCertainty checks that boxes which no game can have opened are certain: the answers rule them out. An independent
// filter found these three.
func TestCertainty(t *testing.T) {
	g := menace.New(menace.Michie()).Graph()
	for _, text := range []string{".../..X/O..", ".../..O/.X.", ".../.X./.O."} {
		position, err := g.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		orbit, _ := g.Find(position)
		if held, ok := michie.Held(michie.Games)[orbit]; ok {
			t.Errorf("%s is said to have been opened: %+v", text, held)
		}
	}
}

func ExampleAfter() {
	career := michie.After(46) // before the win that saved the machine
	box, _ := career.Learner.(*menace.Machine).Box(symmetry.Start)
	fmt.Println(career.Tally.Games(), "games,", box.Total(), "beads to begin with")
	// Output: 46 games, 2 beads to begin with
}
