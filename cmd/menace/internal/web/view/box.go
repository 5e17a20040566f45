package view

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"menace/arena/match"
	"menace/board"
	"menace/menace"
	"menace/symmetry"
)

// Box is a matchbox in the form that pages show.
type Box struct {
	Code     board.Code // code of the canonical position
	Number   int
	Position string        // position in the requested orientation
	Squares  template.HTML // a small board, shaded by the chances of the moves
	Total    int64
	Colours  []Colour
}

// Colour describes the beads of one move.
type Colour struct {
	menace.Held
	Colour int  // index from [menace.Colour]
	Drawn  bool // the bead drawn last is one of them
}

// Width returns the chance as the width of a bar, up to 100.
func (c Colour) Width() string { return fmt.Sprintf("%.1f", 100*c.Chance) }

// BoxOf returns the box of a position, in the orientation of the position.
func BoxOf(m *menace.Machine, position board.Code) Box {
	graph := m.Graph()
	orbit, _ := graph.Find(position)
	b := Box{Code: graph.Code(orbit), Number: m.Number(orbit), Position: graph.Format(position)}
	var chances [board.Squares]float64
	for _, held := range m.Held(position) {
		b.Colours = append(b.Colours, Colour{held, menace.Colour(held.Move), false})
		b.Total += held.Beads
		chances[held.Move.To()] += held.Chance
	}
	b.Squares = squares(graph, position, chances)
	return b
}

// OpenedAt returns the box that a machine opened at a turn, with the bead drawn.
func OpenedAt(m *menace.Machine, t match.Turn) Box {
	b := BoxOf(m, t.Position)
	for i := range b.Colours {
		b.Colours[i].Drawn = t.Reason == match.Bead && b.Colours[i].Move == t.Move
	}
	return b
}

// squares draws a small board. Classes mark its squares: x and o are pieces, w and b pawns, and s1 to s20 the chance in
// steps of 5 %. There are hundreds of these boards on a page, so their HTML is as short as possible.
func squares(g *symmetry.Graph, position board.Code, chances [board.Squares]float64) template.HTML {
	var text strings.Builder
	for s := range board.Square(board.Squares) {
		switch class := square(g, position.Board().At(s), chances[s]); {
		case class == "":
			text.WriteString("<i></i>")
		case strings.Contains(class, " "):
			fmt.Fprintf(&text, `<i class="%s"></i>`, class)
		default:
			fmt.Fprintf(&text, `<i class=%s></i>`, class)
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

// Classes of pieces.
var (
	stones = map[symmetry.Side]string{symmetry.First: "x", symmetry.Second: "o"}
	pawns  = map[symmetry.Side]string{symmetry.First: "w", symmetry.Second: "b"}
)
