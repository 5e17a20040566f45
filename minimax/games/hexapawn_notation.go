package games

import (
	"fmt"
	"strings"

	"menace/board"
)

// Name writes a move: the numbers of the squares that it comes from and goes to, as in 7-4.
func (Hexapawn) Name(m PawnMove) string { return fmt.Sprintf("%d-%d", m.From.Number(), m.To.Number()) }

// Format writes a position row by row from Black's side, after the player to move, as in W:BBB/.../WWW.
func (Hexapawn) Format(p Pawns) string {
	return "WB"[p.Turn:p.Turn+1] + ":" + writeCells(files, files, func(row, column int) byte {
		cell := squareIndex(row, column)
		return ".WB"[p.Sides[0]>>cell&1+p.Sides[1]>>cell&1*2]
	})
}

// squareIndex numbers the squares of a written board.
func squareIndex(row, column int) int { return files*row + column }

// Parse parses a position as Format writes it, with White to move if it does not say. The error says why the
// position cannot arise.
func (g Hexapawn) Parse(text string) (Pawns, error) {
	rest, black := strings.CutPrefix(strings.ToUpper(text), "B:")
	turn, player := uint8(1), "Black"
	if !black {
		rest, turn, player = strings.TrimPrefix(rest, "W:"), 0, "White"
	}
	cells, err := readCells(rest, files, files, "WB.", squareIndex)
	if err != nil {
		return Pawns{}, fmt.Errorf("position %q: %w", text, err)
	}
	p := pawnsAt(board.Mask(cells['W']), board.Mask(cells['B']), turn)
	if !pawnsArise[g.Code(p)] {
		return Pawns{}, fmt.Errorf("position %q: it cannot arise with %s to move", text, player)
	}
	return p, nil
}

// pawnsArise reports by code which positions arise in a game, finished ones included.
var pawnsArise = buildPawnsArise()

func buildPawnsArise() (arise [2 * board.Codes]bool) {
	var g Hexapawn
	var visit func(p Pawns)
	visit = func(p Pawns) {
		arise[g.Code(p)] = true
		if g.Finished(p) {
			return
		}
		for _, m := range g.Moves(p, nil) {
			visit(g.Apply(p, m))
		}
	}
	visit(g.Start())
	return arise
}
