package games

import (
	"fmt"

	"menace/board"
	"menace/symmetry"
)

// Hexapawn implements hexapawn on a board of three by three: each side has three pawns, which move as in chess but
// without the double step. A player wins by reaching the far row, capturing all the other player's pawns, or leaving
// the other player without a move. So in a finished game the player to move has lost. The estimate is the number of
// pawns of the player to move minus the other player's.
//
// M. Gardner, Mathematical games: How to build a game-learning machine and then teach it to play and to win,
// Scientific American 206(3), March 1962.
type Hexapawn struct{ normalPlay[Pawns] }

// Pawns is a position of hexapawn. In positions that can arise in a game, the pawns determine the player to move and
// the number of moves played.
type Pawns struct {
	Sides [2]board.Mask // the squares of White's and of Black's pawns
	Turn  uint8         // the index of the player to move
}

// PawnMove is a move of hexapawn.
type PawnMove struct{ From, To board.Square }

// files is the number of columns, of rows, and of the pawns of each player.
const files = 3

// The columns at the edges.
const left, right board.Mask = 0o111, 0o444

// farRows holds the row that each player, White first, wants to reach.
var farRows = [2]board.Mask{0o007, 0o700}

// Start returns the first position: White, at the bottom, has the move.
func (Hexapawn) Start() Pawns { return Pawns{Sides: [2]board.Mask{farRows[1], farRows[0]}} }

// targets returns the squares that these pawns of the player to move can go to: ahead if the square is free, diagonally
// if the other player has a pawn there.
func (p Pawns) targets(pawns board.Mask) board.Mask {
	ahead := pawns >> files
	if p.Turn == 1 {
		ahead = pawns << files & board.Full
	}
	beside := ahead<<1&^left | ahead>>1&^right
	return ahead&^(p.Sides[0]|p.Sides[1]) | beside&p.Sides[1-p.Turn]
}

// Moves appends the moves, sorted by the square of departure and then by the target.
func (Hexapawn) Moves(p Pawns, moves []PawnMove) []PawnMove {
	for from := range p.Sides[p.Turn].All() {
		for to := range p.targets(1 << from).All() {
			moves = append(moves, PawnMove{from, to})
		}
	}
	return moves
}

// Apply moves a pawn, and captures a pawn on the target square.
func (Hexapawn) Apply(p Pawns, m PawnMove) Pawns {
	p.Sides[p.Turn] ^= 1<<m.From | 1<<m.To
	p.Turn ^= 1
	p.Sides[p.Turn] &^= 1 << m.To
	return p
}

// Finished reports whether the player who has just moved has reached the far row, or the other cannot move.
func (Hexapawn) Finished(p Pawns) bool {
	other := 1 - p.Turn
	return p.Sides[other]&farRows[other] != 0 || p.targets(p.Sides[p.Turn]) == 0
}

// Estimate returns the number of pawns of the player to move minus the other's.
func (Hexapawn) Estimate(p Pawns) int { return p.Sides[p.Turn].Count() - p.Sides[1-p.Turn].Count() }

// Weight exceeds the number of pawns of a player.
func (Hexapawn) Weight() int { return files + 1 }

// Key returns the Zobrist key.
func (Hexapawn) Key(p Pawns) uint64 {
	key := keyOf(0, uint64(p.Sides[0])) ^ keyOf(1, uint64(p.Sides[1]))
	if p.Turn == 1 {
		key ^= turnKey
	}
	return key
}

// Features returns the pawns, and whether Black is to move.
func (Hexapawn) Features(p Pawns) []Feature {
	all := append(pieces("W", 0, uint64(p.Sides[0]), squareName), pieces("B", 1, uint64(p.Sides[1]), squareName)...)
	if p.Turn == 1 {
		all = append(all, Feature{"Black", turnKey})
	}
	return all
}

// CanonicalKey returns the lesser key of the position and its mirror image.
func (g Hexapawn) CanonicalKey(p Pawns) uint64 {
	key := g.Key(p)
	for side := range p.Sides {
		p.Sides[side] = symmetry.FlipColumns.Mask(p.Sides[side])
	}
	return min(key, g.Key(p))
}

// Name formats a move: the numbers of the squares of departure and arrival, such as 7-4.
func (Hexapawn) Name(m PawnMove) string { return fmt.Sprintf("%d-%d", m.From.Number(), m.To.Number()) }

// Format formats a position row by row from Black's side, such as BBB/.../WWW. The pawns determine the player to move.
func (Hexapawn) Format(p Pawns) string {
	return writeCells(files, files, func(row, column int) byte {
		cell := squareIndex(row, column)
		return ".WB"[p.Sides[0]>>cell&1+p.Sides[1]>>cell&1*2]
	})
}

// squareIndex numbers the squares of a written board.
func squareIndex(row, column int) int { return files*row + column }

// Parse parses a position in the notation of Format. An error explains why the position cannot arise.
func (g Hexapawn) Parse(text string) (Pawns, error) {
	cells, err := readCells(text, files, files, "WB.", squareIndex)
	if err != nil {
		return Pawns{}, fmt.Errorf("position %q: %w", text, err)
	}
	code := symmetry.Position(board.Board{X: board.Mask(cells['W']), O: board.Mask(cells['B'])}.Code())
	if turns[code] == 0 {
		return Pawns{}, fmt.Errorf("position %q cannot arise in a game of hexapawn", text)
	}
	return g.FromCode(code), nil
}

// Game returns "hexapawn".
func (Hexapawn) Game() string { return "hexapawn" }

// Players returns "White" and "Black".
func (Hexapawn) Players() [2]string { return [2]string{"White", "Black"} }

// Mover names the player to move.
func (g Hexapawn) Mover(p Pawns) string { return g.Players()[p.Turn] }

// HowToPlay returns the rules in words.
func (Hexapawn) HowToPlay() string {
	return "White begins, and the two of you take turns to move a pawn of your own. " +
		"A pawn steps one square straight ahead if that square is empty, " +
		"or takes a pawn of the other colour one square ahead to the left or right. " +
		"Pawns never move back. " +
		"You win if a pawn of yours reaches the far row, if you take all pawns of the other side, " +
		"or if the other side is to move and cannot."
}

// Forced returns false: Gardner's machines have a box even for a single move.
func (Hexapawn) Forced(Pawns) bool { return false }

// Symmetries returns the identity and the mirror image.
func (Hexapawn) Symmetries() []symmetry.Transform {
	return []symmetry.Transform{symmetry.Identity, symmetry.FlipColumns}
}

// Transform returns the image of the position.
func (Hexapawn) Transform(p Pawns, t symmetry.Transform) Pawns {
	return Pawns{[2]board.Mask{t.Mask(p.Sides[0]), t.Mask(p.Sides[1])}, p.Turn}
}

func (p Pawns) board() board.Board { return board.Board{X: p.Sides[0], O: p.Sides[1]} }

// Code returns the code of the squares, with X for a white pawn and O for a black one.
func (Hexapawn) Code(p Pawns) symmetry.Position { return symmetry.Position(p.board().Code()) }

// FromCode returns the position with a code. If it cannot arise in a game, White is to move.
func (Hexapawn) FromCode(c symmetry.Position) Pawns {
	b := board.Code(c).Board()
	return Pawns{Sides: [2]board.Mask{b.X, b.O}, Turn: turns[b.Code()] / 2}
}

// Manner returns [symmetry.Steps].
func (Hexapawn) Manner() symmetry.Manner { return symmetry.Steps }

// Scene shows the pawns.
func (Hexapawn) Scene(p Pawns) symmetry.Scene {
	return boardScene(p.board(), symmetry.WhitePawn, symmetry.BlackPawn, 0)
}

// Ending returns why the player to move has lost.
func (Hexapawn) Ending(p Pawns) symmetry.Ending {
	switch other := 1 - p.Turn; {
	case p.Sides[other]&farRows[other] != 0:
		return symmetry.FarRow
	case p.Sides[p.Turn] == 0:
		return symmetry.NoPieces
	}
	return symmetry.NoMoves
}

// Number returns the squares from and to as a number.
func (Hexapawn) Number(m PawnMove) symmetry.Move { return symmetry.Step(m.From, m.To) }

// turns holds, by code, 1 for the positions that can occur in a game with White to move, 2 for those with Black to
// move, finished ones included, and 0 for all others.
var turns = func() (turns [board.Codes]uint8) {
	var g Hexapawn
	var visit func(p Pawns)
	visit = func(p Pawns) {
		turns[g.Code(p)] = p.Turn + 1
		if g.Finished(p) {
			return
		}
		for _, m := range g.Moves(p, nil) {
			visit(g.Apply(p, m))
		}
	}
	visit(g.Start())
	return turns
}()
