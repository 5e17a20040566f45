package arena

import (
	"math"
	"slices"
	"testing"

	"menace/menace"
	"menace/symmetry"
)

// crosses is a set of squares of Notakto, numbered from 0, row by row.
type crosses [9]bool

// turns lists the eight ways to turn and mirror a board, as the square that comes to each place.
var turns = [8][9]int{
	{0, 1, 2, 3, 4, 5, 6, 7, 8}, {6, 3, 0, 7, 4, 1, 8, 5, 2}, {8, 7, 6, 5, 4, 3, 2, 1, 0}, {2, 5, 8, 1, 4, 7, 0, 3, 6},
	{2, 1, 0, 5, 4, 3, 8, 7, 6}, {6, 7, 8, 3, 4, 5, 0, 1, 2}, {0, 3, 6, 1, 4, 7, 2, 5, 8}, {8, 5, 2, 7, 4, 1, 6, 3, 0},
}

func (c crosses) lost() bool {
	for _, line := range [8][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}} {
		if c[line[0]] && c[line[1]] && c[line[2]] {
			return true
		}
	}
	return false
}

// images returns the board turned and mirrored, with a mark on one square that moves along.
func (c crosses) images(mark int) (all [][10]int) {
	for _, turn := range turns {
		var image [10]int
		for to, from := range turn {
			if c[from] {
				image[to] = 1
			}
			if from == mark {
				image[9] = to
			}
		}
		all = append(all, image)
	}
	slices.SortFunc(all, func(a, b [10]int) int { return slices.Compare(a[:], b[:]) })
	return all
}

// kinds returns one move of each kind: two moves are of one kind if some turn leaves the board and exchanges them.
func (c crosses) kinds() (moves []int) {
	known := map[[10]int]bool{}
	for s := range c {
		if first := c.images(s)[0]; !c[s] && !known[first] {
			known[first] = true
			moves = append(moves, s)
		}
	}
	return moves
}

// wins returns the chance that a fresh machine, which draws each kind of move alike, wins against random moves, and
// notes its boards, each in its first image, with the number of kinds of moves.
func (c crosses) wins(machine bool, boxes map[[10]int]int) (chance float64) {
	moves := c.kinds()
	if machine {
		boxes[c.images(-1)[0]] = len(moves)
	} else {
		moves = nil
		for s := range c {
			if !c[s] {
				moves = append(moves, s)
			}
		}
	}
	for _, s := range moves {
		next := c
		next[s] = true
		switch {
		case !next.lost():
			chance += next.wins(!machine, boxes)
		case !machine: // the other has completed three in a row
			chance++
		}
	}
	return chance / float64(len(moves))
}

// TestNotakto compares a machine for Notakto with boards that are turned and played out one by one: 25 boxes, 100 kinds
// of beads, and a fresh machine that wins 43.56 % of its games against random moves.
func TestNotakto(t *testing.T) {
	boxes := map[[10]int]int{}
	wins, beads := crosses{}.wins(true, boxes), 0
	for _, kinds := range boxes {
		beads += kinds
	}
	if len(boxes) != 25 || beads != 100 || math.Abs(wins-0.4356) > 0.00005 {
		t.Fatalf("the definition gives %d boxes, %d kinds of beads, and %.6f games won", len(boxes), beads, wins)
	}
	rules, _ := menace.Preset("notakto")
	m := menace.New(rules)
	random, err := ParseOpponent(m.Graph(), "random")
	if err != nil {
		t.Fatal(err)
	}
	if got := Evaluate(m, symmetry.First, random).Win; m.Boxes() != 25 || m.Total() != 100 || math.Abs(got-wins) > 1e-12 {
		t.Errorf("got %d boxes, %d beads, and %.6f games won, want %.6f", m.Boxes(), m.Total(), got, wins)
	}
}
