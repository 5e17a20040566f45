package plots

import (
	"fmt"
	"strings"

	"menace/board"
)

// The measures of a box in characters: a square, and the box with the gap to the next.
const (
	squareColumns = 5
	boxColumns    = 3*squareColumns + 2 + 3
)

// Text draws as many boxes in a row as fit, with the chances in per cent. It uses no colour.
func (p Poster) Text(width int, _ bool) string {
	var text strings.Builder
	text.WriteString(termHeading(width, p.Title, p.Subtitle))
	columns := max(1, (width+3)/boxColumns)
	for start := 0; start < len(p.Boxes); start += columns {
		text.WriteString("\n")
		row := p.Boxes[start:min(start+columns, len(p.Boxes))]
		for line := range len(row[0].text()) {
			var joined strings.Builder
			for _, b := range row {
				joined.WriteString(b.text()[line] + "   ")
			}
			text.WriteString(strings.TrimRight(joined.String(), " ") + "\n")
		}
	}
	return text.String()
}

// text returns the lines of a box, all of one width.
func (b Box) text() []string {
	rule := strings.Repeat("─", squareColumns)
	rule += "┼" + rule + "┼" + rule
	var lines []string
	for row := range board.Square(3) {
		if row > 0 {
			lines = append(lines, rule)
		}
		squares := make([]string, 3)
		for column := range board.Square(3) {
			squares[column] = centred(b.mark(3*row+column), squareColumns)
		}
		lines = append(lines, strings.Join(squares, "│"))
	}
	return append(lines, centred(b.label(), 3*squareColumns+2))
}

// mark returns what stands on a square: a stone, a chance (0 in an empty box), or nothing.
func (b Box) mark(s board.Square) string {
	if at := b.Position.At(s); at != board.Empty {
		return at.String()
	}
	if b.Squares.Has(s) {
		return percent(chances(b.Beads)[s])
	}
	return ""
}

// centred pads a text of plain letters with spaces to a width.
func centred(text string, width int) string {
	left := (width - len(text) + 1) / 2
	return fmt.Sprintf("%*s%-*s", left, "", width-left, text)
}
