package view

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"menace/board"
	"menace/symmetry"
)

// squares draws a little board. Its squares are told apart by their classes: x and o are pieces, w and b pawns, and s1 to
// s20 the chance in steps of 5 %. There are hundreds of these boards on a page, so they are written as short as can be.
func squares(g *symmetry.Graph, position board.Code, chances [board.Squares]float64) template.HTML {
	var text strings.Builder
	for s := range board.Square(board.Squares) {
		if class := square(g, position.Board().At(s), chances[s]); class != "" {
			fmt.Fprintf(&text, `<i class="%s"></i>`, class)
		} else {
			text.WriteString("<i></i>")
		}
	}
	return template.HTML(text.String())
}

// square returns the classes of a square.
func square(g *symmetry.Graph, at board.Mark, chance float64) string {
	class := ""
	switch {
	case at == board.Empty:
	case g.Steps():
		class = pawns[symmetry.Owner(at)]
	default:
		class = stones[symmetry.Owner(at)]
	}
	if chance > 0 {
		class += fmt.Sprintf(" s%.0f", math.Ceil(20*chance))
	}
	return strings.TrimSpace(class)
}

// The classes of pieces.
var (
	stones = map[symmetry.Side]string{symmetry.First: "x", symmetry.Second: "o"}
	pawns  = map[symmetry.Side]string{symmetry.First: "w", symmetry.Second: "b"}
)
