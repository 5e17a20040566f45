package games

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxCells is the most cells that a board of [Domineering] or [ConnectFour] has: the bits of a
// word.
const MaxCells = 64

// ParseSize reads the size of a board, as in 4x5.
func ParseSize(text string) (first, second int, err error) {
	a, b, ok := strings.Cut(strings.ToLower(text), "x")
	first, errFirst := strconv.Atoi(a)
	second, errSecond := strconv.Atoi(b)
	if !ok || errFirst != nil || errSecond != nil {
		return 0, 0, fmt.Errorf("size %q: two numbers with an x between them are needed, as in 4x5", text)
	}
	return first, second, checkSize(first, second)
}

// checkSize returns an error unless a board of that size has cells, and no more than fit.
func checkSize(first, second int) error {
	if first < 1 || second < 1 || first > MaxCells || second > MaxCells || first*second > MaxCells {
		return fmt.Errorf("size %dx%d: a board has 1 to %d cells", first, second, MaxCells)
	}
	return nil
}

// cellsOf returns the characters of a written board of so many rows and columns, row by row, each
// of them one of the letters.
func cellsOf(text string, rows, columns int, letters string) (string, error) {
	lines := strings.Split(text, "/")
	for _, line := range lines {
		for _, r := range line {
			if !strings.ContainsRune(letters, r) {
				return "", fmt.Errorf("%q is not one of %s and /", r, strings.Join(strings.Split(letters, ""), ", "))
			}
		}
		if len(line) != columns {
			return "", fmt.Errorf("a row of %d, where the board is %d wide", len(line), columns)
		}
	}
	if len(lines) != rows {
		return "", fmt.Errorf("%d rows, where the board has %d", len(lines), rows)
	}
	return strings.Join(lines, ""), nil
}

// writtenCells writes a board row by row.
func writtenCells(rows, columns int, at func(row, column int) byte) string {
	text := make([]byte, 0, rows*(columns+1))
	for row := range rows {
		if row > 0 {
			text = append(text, '/')
		}
		for column := range columns {
			text = append(text, at(row, column))
		}
	}
	return string(text)
}
