// Package games contains the rules of small two-player games for the searches of package minimax: tic-tac-toe and the
// games used in courses about game trees. A game is a value that has a method for everything that a search needs.
// Positions are values too, and can be formatted and parsed.
//
// For a game of your own begin with [Own]: a type with the methods Begin, Next and Show is enough for boxes, training,
// exact chances, pages and labels. For a game small enough for matchboxes call [Graph]. The package does not search.
package games

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"menace/board"
	"menace/symmetry"
)

// normalPlay is the convention that the player who cannot move has lost.
type normalPlay[P any] struct{}

// Payoff returns −1.
func (normalPlay[P]) Payoff(P) int { return -1 }

// Bound returns 1.
func (normalPlay[P]) Bound() int { return 1 }

// LastLoses returns false.
func (normalPlay[P]) LastLoses() bool { return false }

// separators matches a separator of numbers or moves: a comma, a semicolon or spaces.
var separators = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\s*[,;]\s*|\s+`) })

// numbers parses whole numbers between separators, each from least to most.
func numbers(text string, least, most int) ([]int, error) {
	if text = strings.TrimSpace(text); text == "" {
		return nil, errors.New("numbers are needed, as in 1,2,3")
	}
	fields := separators().Split(text, -1)
	values := make([]int, len(fields))
	for i, field := range fields {
		n, err := strconv.Atoi(field)
		if err != nil {
			return nil, fmt.Errorf("%q is not a whole number", field)
		}
		if n < least || n > most {
			return nil, fmt.Errorf("%d is not between %d and %d", n, least, most)
		}
		values[i] = n
	}
	return values, nil
}

// joinNumbers formats numbers separated by commas.
func joinNumbers[N int | uint8](values []N) string {
	fields := make([]string, len(values))
	for i, n := range values {
		fields[i] = strconv.Itoa(int(n))
	}
	return strings.Join(fields, ",")
}

// MaxCells is the maximum number of cells on a board of [Domineering] or [ConnectFour], which represent cells as bits
// of a word.
const MaxCells = 64

// MaxWeight is the maximum magnitude of a weight in an estimate.
const MaxWeight = 1000

// largestMagnitude returns the largest magnitude of these weights.
func largestMagnitude(weights []int) (size int) {
	for _, w := range weights {
		size = max(size, w, -w)
	}
	return size
}

// Size is the size of a board: its width and its height.
type Size struct{ First, Second int }

// String formats the size for [ParseSize].
func (s Size) String() string { return fmt.Sprintf("%dx%d", s.First, s.Second) }

// ParseSize parses the size of a board, such as 4x5. It does not check that there is such a board.
func ParseSize(text string) (Size, error) {
	a, b, ok := strings.Cut(strings.NewReplacer("X", "x", "×", "x", "*", "x").Replace(text), "x")
	first, errFirst := strconv.Atoi(strings.TrimSpace(a))
	second, errSecond := strconv.Atoi(strings.TrimSpace(b))
	if !ok || errFirst != nil || errSecond != nil {
		return Size{}, fmt.Errorf("%q: write two numbers with an x between them, as in 4x5", text)
	}
	return Size{first, second}, nil
}

// checkSize returns an error unless a board of this size has 1 to MaxCells cells.
func checkSize(first, second int) error {
	if first < 1 || second < 1 || first > MaxCells || second > MaxCells || first*second > MaxCells {
		return fmt.Errorf("size %dx%d: a board must have 1 to %d cells", first, second, MaxCells)
	}
	return nil
}

// readCells reads a board in a notation of [board.Rows] and returns the cells that hold each letter. The function cell
// numbers the cells.
func readCells(text string, rows, columns int, letters string, cell func(row, column int) int) (map[rune]uint64,
	error) {
	lines, err := board.Rows(text, rows, columns, letters)
	if err != nil {
		return nil, err
	}
	cells := map[rune]uint64{}
	for i, r := range strings.Join(lines, "") {
		cells[r] |= 1 << cell(i/columns, i%columns)
	}
	return cells, nil
}

// writeCells formats a board row by row.
func writeCells(rows, columns int, letter func(row, column int) byte) string {
	lines := make([]string, rows)
	for row := range lines {
		for column := range columns {
			lines[row] += string(letter(row, column))
		}
	}
	return strings.Join(lines, "/")
}

// boardScene shows a board of nine squares with these pieces of the first and the second player. The pieces on won are
// part of a line that ended the game.
func boardScene(b board.Board, first, second symmetry.Piece, won board.Mask) symmetry.Scene {
	cells := make([]symmetry.Cell, board.Squares)
	for s := range b.X.All() {
		cells[s] = symmetry.Cell{Piece: first, Owner: symmetry.First, Won: won.Has(s)}
	}
	for s := range b.O.All() {
		cells[s] = symmetry.Cell{Piece: second, Owner: symmetry.Second, Won: won.Has(s)}
	}
	return symmetry.Scene{Columns: 3, Cells: cells}
}
