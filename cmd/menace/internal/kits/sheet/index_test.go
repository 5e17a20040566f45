package sheet

import (
	"testing"

	"menace/cmd/internal/language"
	"menace/menace"
	"menace/minimax/games"
	"menace/symmetry"
)

// machines returns fresh machines for both sides of every game.
func machines(t *testing.T) (all []*menace.Machine) {
	for _, game := range games.Names() {
		for _, plays := range []symmetry.Side{symmetry.First, symmetry.Second} {
			rules, _ := menace.Usual(game)
			rules.Plays = plays
			all = append(all, menace.New(rules))
		}
	}
	return all
}

// TestIndex visits all positions that can occur, in every orientation. At each draw of the machine, the answers must
// lead to a group in which exactly one box, the right one, shows an image of the position, and the group must be small
// enough to compare by eye.
func TestIndex(t *testing.T) {
	for _, m := range machines(t) {
		g, x := m.Graph(), newIndex(language.English, m)
		for _, class := range classes(g) {
			if g.Manner() == symmetry.Takes {
				break // a row of sticks has no squares
			}
			if asks(language.English, class, "X") == "" {
				t.Errorf("%s: no question about the squares %03o", g.Name(), class)
			}
		}
		met, candidates, looked := map[symmetry.Position]bool{}, 0, 0
		var visit func(symmetry.Position)
		visit = func(position symmetry.Position) {
			if met[position] {
				return
			}
			met[position] = true
			orbit, _ := g.Find(position)
			if number := m.Number(orbit); number > 0 {
				found, boxes := 0, x.look(position)
				for _, o := range boxes {
					if image(g, g.Code(o), position) {
						found = m.Number(o) + 1000*found
					}
				}
				if found != number {
					t.Errorf("%s: %s leads to box %d, want %d", g.Name(), g.Format(position), found, number)
				}
				if len(boxes) > mostAlike {
					t.Errorf("%s: %s: there are %d boxes to compare", g.Name(), g.Format(position), len(boxes))
				}
				candidates, looked = candidates+len(boxes), looked+1
			}
			for _, move := range g.MovesFrom(position) {
				visit(g.Play(position, move))
			}
		}
		visit(g.Code(symmetry.Start))
		t.Logf("%s, %s: %d questions, %d groups, at most %d boxes to compare, on average %.1f",
			g.Name(), m.Rules().Plays, len(x.Questions), len(x.groups), x.Alike(), float64(candidates)/float64(looked))
	}
}

// look returns the boxes under the answers for a position.
func (x index) look(position symmetry.Position) []symmetry.Orbit {
	code := x.code(x.answers(position))
	for _, g := range x.groups {
		if g.answers[0] == x.answers(position)[0] && x.code(g.answers) == code {
			return g.boxes
		}
	}
	return nil
}

// image reports whether two positions are equal up to rotation and reflection.
func image(g *symmetry.Graph, position, other symmetry.Position) bool {
	for _, t := range g.Symmetries() {
		if g.Transform(position, t) == other {
			return true
		}
	}
	return false
}
