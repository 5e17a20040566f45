package view

import (
	"testing"

	"menace/menace"
	"menace/minimax/games"
	"menace/symmetry"
)

// TestWise compares the moves that pages call wise with a search of the whole game, in every box of every game, and
// with every orientation of its position.
func TestWise(t *testing.T) {
	for _, game := range games.Names() {
		g, _ := games.Graph(game)
		value := valueOf(g)
		for _, side := range []symmetry.Side{symmetry.First, symmetry.Second} {
			for _, o := range g.Choices(side) {
				best := -2
				for i := range g.Moves(o) {
					best = max(best, -value(g.Next(o, i)))
				}
				for i, m := range g.Moves(o) {
					want := -value(g.Next(o, i)) == best
					for _, turn := range g.Symmetries() {
						position := g.Transform(g.Code(o), turn)
						if got := wise(g, position)(turn.Move(m)); got != want {
							t.Fatalf("%s, %s, move %v: got %v, want %v", game, g.Format(position), turn.Move(m), got, want)
						}
					}
				}
			}
		}
	}
}

// valueOf returns the value of an orbit to the side to move, by the definition.
func valueOf(g *symmetry.Graph) func(symmetry.Orbit) int {
	known := map[symmetry.Orbit]int{}
	var value func(symmetry.Orbit) int
	value = func(o symmetry.Orbit) int {
		if v, ok := known[o]; ok {
			return v
		}
		v := -2
		switch end := g.Outcome(o); end {
		case symmetry.Ongoing:
			for i := range g.Moves(o) {
				v = max(v, -value(g.Next(o, i)))
			}
		case symmetry.Drawn:
			v = 0
		case symmetry.Win(g.Turn(o)):
			v = 1
		default:
			v = -1
		}
		known[o] = v
		return v
	}
	return value
}

// TestTints checks tints that follow from the rule by hand: grey without a preference, then by kind and strength.
func TestTints(t *testing.T) {
	center := symmetry.Place(4)
	for _, c := range []struct {
		name     string
		beads    []int64 // for the moves 5, 1 and 2; only 5 is wise
		box      string
		at5, at1 string
	}{
		{"fresh", []int64{4, 4, 4}, "", "n4", "n4"},
		{"only the wise move", []int64{9, 0, 0}, "g9", "g9", ""},
		{"only a mistake", []int64{0, 9, 0}, "m9", "", "m9"},
		{"half and half", []int64{6, 6, 0}, "g3", "g4", "m4"},                                          // (1/2 − 1/3)/(2/3) = 1/4; (1/4)^0.62 = 0.42
		{"prefers the wise move, most beads are for mistakes", []int64{4, 3, 3}, "g1 but", "g3", "n4"}, // 0.1; 0.24
		{"empty", []int64{0, 0, 0}, "", "", ""},
	} {
		total := c.beads[0] + c.beads[1] + c.beads[2]
		var held []menace.Held
		for i, m := range []symmetry.Move{center, symmetry.Place(0), symmetry.Place(1)} {
			held = append(held, menace.Held{Move: m, Beads: c.beads[i], Chance: float64(c.beads[i]) / float64(max(total, 1))})
		}
		got := tintsOf(held, func(m symmetry.Move) int { return int(m.To()) }, func(m symmetry.Move) bool { return m == center })
		if got.box != c.box || got.squares[4] != c.at5 || got.squares[0] != c.at1 {
			t.Errorf("%s: got box %q, squares %v, want box %q, square 5 %q and square 1 %q", c.name, got.box, got.squares,
				c.box, c.at5, c.at1)
		}
	}
	for beads := range int64(500) { // a preference only grows
		last := tint(float64(beads)/500, 3, true)
		next := tint(float64(beads+1)/500, 3, true)
		if rank(next) < rank(last) {
			t.Errorf("the tint falls from %s to %s with %d of 500 beads", last, next, beads+1)
		}
	}
}

// rank orders the tints of moves of one kind.
func rank(tint string) int {
	if tint == "" {
		return 0
	}
	return map[byte]int{'n': 0, 'g': 10}[tint[0]] + int(tint[1]-'0')
}
