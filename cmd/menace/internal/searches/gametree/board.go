package gametree

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/searches/trees"
	"menace/minimax/games"
)

// Cell is a cell of a board that people play on.
type Cell struct {
	Sign  string   // X, O, W, B, #, a stick or the value of a stone; "" for an empty cell
	Moves []string // moves that choosing the cell can mean
}

func (t problem[P, M]) Board() [][]Cell {
	switch any(t.rules).(type) {
	case games.Nim:
		return t.sticks()
	case games.Stones:
		return t.stones()
	}
	rows := t.rowsOf(t.start)
	if rows == nil {
		return nil
	}
	board := make([][]Cell, len(rows))
	for i, row := range rows {
		board[i] = make([]Cell, len(row))
		for j := range row {
			board[i][j].Sign = strings.Trim(row[j:j+1], ".")
		}
	}
	if t.rules.Finished(t.start) {
		return board
	}
	for _, move := range t.rules.Moves(t.start, nil) {
		name := t.rules.Name(move)
		row, column := placed(rows, t.rowsOf(t.rules.Apply(t.start, move)))
		board[row][column].Moves = append(board[row][column].Moves, name)
		for above := row - 1; above >= 0 && (t.game == "connect4" || t.Gravity); above-- { // the whole column drops
			board[above][column].Moves = []string{name}
		}
	}
	return board
}

// rowsOf returns the rows of the board of a position, or nil if it has none.
func (t problem[P, M]) rowsOf(p P) []string {
	var d trees.Node
	t.look(&d, p, "", nil)
	return d.Board
}

// placed returns the first cell, row by row, where a move has put a piece.
func placed(before, after []string) (row, column int) {
	for i := range after {
		for j := range after[i] {
			if after[i][j] != before[i][j] && after[i][j] != '.' {
				return i, j
			}
		}
	}
	panic("a move without a piece")
}

// sticks returns the rows of Nim. Choosing a stick takes it and all sticks to its right.
func (t problem[P, M]) sticks() (board [][]Cell) {
	moves := t.Moves()
	for i, left := range strings.Split(t.Position(), ",") {
		n, _ := strconv.Atoi(left)
		row := make([]Cell, n)
		for j := range row {
			row[j].Sign = "|"
			if name := fmt.Sprintf("r%d-%d", i+1, n-j); slices.Contains(moves, name) {
				row[j].Moves = []string{name}
			}
		}
		board = append(board, row)
	}
	return board
}

// stones returns the row of remaining stones. Choosing a stone takes it and all stones to its left.
func (t problem[P, M]) stones() [][]Cell {
	row := []Cell{}
	if t.rules.Finished(t.start) {
		return [][]Cell{row}
	}
	moves, position := t.Moves(), t.Position()
	for i, value := range strings.Split(position[strings.Index(position, ":")+1:], ",") {
		c := Cell{Sign: value}
		if i < len(moves) {
			c.Moves = moves[i : i+1]
		}
		row = append(row, c)
	}
	return [][]Cell{row}
}
