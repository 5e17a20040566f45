package games

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxCells is the maximum number of cells on a board of [Domineering] or [ConnectFour]: the bits of a word.
const MaxCells = 64

// ParseSize parses the size of a board, as in 4x5.
func ParseSize(text string) (first, second int, err error) {
	a, b, ok := strings.Cut(strings.ToLower(text), "x")
	first, errFirst := strconv.Atoi(a)
	second, errSecond := strconv.Atoi(b)
	if !ok || errFirst != nil || errSecond != nil {
		return 0, 0, fmt.Errorf("size %q: two numbers with an x between them are needed, as in 4x5", text)
	}
	return first, second, checkSize(first, second)
}

// checkSize returns an error unless a board of this size has 1 to MaxCells cells.
func checkSize(first, second int) error {
	if first < 1 || second < 1 || first > MaxCells || second > MaxCells || first*second > MaxCells {
		return fmt.Errorf("size %dx%d: a board has 1 to %d cells", first, second, MaxCells)
	}
	return nil
}

// cellsOf returns the characters of a written board row by row. It checks the numbers of rows and columns, and
// that each character is one of the letters.
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
