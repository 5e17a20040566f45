package minimax_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"menace/board"
	. "menace/minimax"
	"menace/minimax/games"
)

// course is a translation of the notebook Algorithme min-max (github.com/cpge-itc/itc2), which plays domineering. "."
// is a free cell, and the first player places dominoes upright. It counts the calls of minmax.
type course struct{ calls int }

// successors returns the boards after each move, like the notebook's function s.
func (c *course) successors(board []string, player int) (next [][]string) {
	for i, row := range board {
		for j := range row {
			k, l := i+1-player, j+player // the other cell
			if k == len(board) || l == len(row) || row[j] != '.' || board[k][l] != '.' {
				continue
			}
			after := slices.Clone(board)
			after[i] = after[i][:j] + "#" + after[i][j+1:]
			after[k] = after[k][:l] + "#" + after[k][l+1:]
			next = append(next, after)
		}
	}
	return next
}

// h is the notebook's estimate.
func (c *course) h(board []string) float64 {
	upright, across := len(c.successors(board, 0)), len(c.successors(board, 1))
	switch {
	case upright == 0:
		return math.Inf(-1)
	case across == 0:
		return math.Inf(1)
	}
	return float64(upright - across)
}

func (c *course) minmax(board []string, depth, player int) float64 {
	c.calls++
	var values []float64
	for _, after := range c.successors(board, player) {
		values = append(values, c.minmax(after, depth-1, 1-player))
	}
	switch {
	case values == nil || depth == 0:
		return c.h(board)
	case player == 0:
		return slices.Max(values)
	}
	return slices.Min(values)
}

// TestCourse compares the searches with the numbers in the notebook and its exercises: an estimate of −2, three moves
// and a value of 1 two plies ahead, for which Search visits 14 positions, and an estimate of 1 for the board of 3 by 2.
// Two functions of the notebook have bugs. minmax tests its depth only after it has called itself, so it always
// searches to the end of the game, 56 positions. And h counts a board on which nobody can place a domino as a loss for
// the player who places them upright, even if the other player is to move. So on 3 by 2, which the first player wins,
// minmax sees a loss from three plies on.
func TestCourse(t *testing.T) {
	const position = ".#../.###/##../...."
	g := must(games.NewDomineering(4, 4))
	p := must(g.Parse(position))
	r, whole := find(t, g, p, Options{Depth: 2}), find(t, g, p, Options{})
	if g.Estimate(p) != -2 || len(g.Moves(p, nil)) != 3 || r.Value != 1 || r.Nodes != 14 || whole.Nodes != 56 {
		t.Errorf("estimate %d, %d moves, value %d, %d nodes out of %d; want -2, 3, 1, 14 of 56",
			g.Estimate(p), len(g.Moves(p, nil)), r.Value, r.Nodes, whole.Nodes)
	}
	var c course
	board := strings.Split(position, "/")
	if value := c.minmax(board, 2, 0); c.h(board) != -2 || value != 1 || c.calls != 56 {
		t.Errorf("translated notebook: estimate %v, value %v, %d calls", c.h(board), value, c.calls)
	}
	small := must(games.NewDomineering(3, 2))
	if got := small.Estimate(small.Start(false)); got != 1 {
		t.Errorf("3 by 2: estimate %d, want 1", got)
	}
	for depth := 2; depth < 5; depth++ {
		r := find(t, small, small.Start(false), Options{Depth: depth})
		sign := 1
		if depth > 2 {
			sign = -1
		}
		value := c.minmax([]string{"..", "..", ".."}, depth, 0)
		if r.Value != 1 || !r.Proved || !math.IsInf(value, sign) {
			t.Errorf("3 by 2, %d plies ahead: value %d, proved: %t; minmax returns %v", depth, r.Value, r.Proved, value)
		}
	}
}

// TestCourseOfAttractors compares attractors with another notebook of that course, TP : Jeu du tic-tac-toe. After X on
// 1 and O on 2, X can force a win, for example by taking 7. Two of the five positions that the notebook prints as
// attractors cannot arise, because X had won before O moved.
func TestCourseOfAttractors(t *testing.T) {
	var g games.TicTacToe
	p := must(g.Parse("XO./.../..."))
	r := find(t, g, p, Options{AllBest: true})
	if r.Value != 1 || !slices.ContainsFunc(r.Best, func(m board.Square) bool { return g.Name(m) == "7" }) {
		t.Errorf("value %d by %v, want 1, and 7 among the moves", r.Value, r.Best)
	}
	attractor := map[string]bool{}
	a, err := Attract(t.Context(), g, p, func(d Decided[board.Board]) { attractor[g.Format(d.At)] = d.Winner == 1 })
	if a.Winner != 1 || err != nil {
		t.Errorf("winner %d, want 1; %v", a.Winner, err)
	}
	for text, arises := range map[string]bool{
		"XOX/OXO/XOX": true, "XOX/OXO/XO.": false, "XOX/OXO/XXO": true, "XOX/OXO/X.O": false, "XOX/OXO/X..": true,
	} {
		if _, err := g.Parse(text); attractor[text] != arises || (err == nil) != arises {
			t.Errorf("%s: in X's attractor: %t; %v", text, attractor[text], err)
		}
	}
}
