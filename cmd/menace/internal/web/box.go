package web

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"menace/arena/match"
	"menace/board"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/symmetry"
)

// box is a matchbox as it is shown.
type box struct {
	Code     board.Code // of the canonical position
	Moves    int
	Position string        // as it lies
	Squares  template.HTML // of a little board, shaded by the chances of the moves that lead there
	Total    int64
	Colours  []colour
}

// colour is the beads of one move, as the position lies.
type colour struct {
	menace.Held
	Colour int  // as [menace.Colour]
	Drawn  bool // one of them was drawn last
}

// Share writes the chance as a percentage.
func (c colour) Share() string { return words.Percent(c.Chance) }

// Width returns the chance as the width of a bar of 100.
func (c colour) Width() string { return fmt.Sprintf("%.1f", 100*c.Chance) }

// look returns the box of a position as it lies.
func look(m *menace.Machine, position board.Code) box {
	graph := m.Graph()
	orbit, _ := graph.Find(position)
	b := box{
		Code: graph.Code(orbit), Moves: graph.Played(orbit), Position: graph.Format(position),
		Colours: colours(m, position),
	}
	for _, c := range b.Colours {
		b.Total += c.Beads
	}
	b.Squares = squares(graph, position, chances(b.Colours))
	return b
}

// openedAt returns the box that a machine opened at a turn, with the bead that it drew.
func openedAt(m *menace.Machine, t match.Turn) box {
	b := look(m, t.Position)
	for i := range b.Colours {
		b.Colours[i].Drawn = t.Reason == match.Bead && b.Colours[i].Move == t.Move
	}
	return b
}

// colours returns what the box of a position holds.
func colours(m *menace.Machine, position board.Code) (all []colour) {
	for _, held := range m.Held(position) {
		all = append(all, colour{held, menace.Colour(held.Move), false})
	}
	return all
}

// chances returns how likely the next move goes to each square.
func chances(colours []colour) (to [board.Squares]float64) {
	for _, c := range colours {
		to[c.Move.To()] += c.Chance
	}
	return to
}

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
