package games

import "menace/board"

// Hexapawn is the rules of hexapawn on a board of three by three: three pawns a side move as in chess, without the
// double step. A player wins by reaching the far row, capturing all the other player's pawns, or leaving the other
// player without a move. So in a finished game the player to move has lost. The estimate is the number of pawns of
// the player to move minus the other player's.
//
// M. Gardner, Mathematical games: How to build a game-learning machine and then teach it to play and to win,
// Scientific American 206(3), March 1962.
type Hexapawn struct{ normalPlay[Pawns] }

// Pawns is a position of hexapawn with its keys. In positions that can arise in a game, the pawns determine the
// player to move and the number of moves played.
type Pawns struct {
	Sides       [2]board.Mask // the squares of White's and of Black's pawns
	Turn        uint8         // the index of the player to move
	key, mirror uint64        // of the position and of its mirror image
}

// PawnMove is a move of hexapawn.
type PawnMove struct{ From, To board.Square }

// files is the number of columns and of rows, and of the pawns of each player.
const files = 3

// The columns at the edges, and the row that each player, White first, wants to reach.
const left, right board.Mask = 0o111, 0o444

var farRows = [2]board.Mask{0o007, 0o700}

// Start returns the position in which White begins, from the bottom row.
func (Hexapawn) Start() Pawns { return pawnsAt(farRows[1], farRows[0], 0) }

// pawnsAt returns a position.
func pawnsAt(white, black board.Mask, turn uint8) (p Pawns) {
	for side, pawns := range [2]board.Mask{white, black} {
		for s := range pawns.All() {
			p.toggle(uint8(side), s)
		}
	}
	if turn == 1 {
		p.pass()
	}
	return p
}

// toggle puts a pawn of a side on a square, or takes it away.
func (p *Pawns) toggle(side uint8, s board.Square) {
	p.Sides[side] ^= 1 << s
	p.key ^= cellKeys[side][s]
	p.mirror ^= cellKeys[side][s+files-1-2*(s%files)]
}

// pass gives the turn to the other player.
func (p *Pawns) pass() {
	p.Turn ^= 1
	p.key ^= turnKey
	p.mirror ^= turnKey
}

// targets returns the squares to which some of these pawns of the player to move can go: ahead if the square is
// free, diagonally if the other player has a pawn there.
func (p Pawns) targets(pawns board.Mask) board.Mask {
	ahead := pawns >> files
	if p.Turn == 1 {
		ahead = pawns << files & board.Full
	}
	beside := ahead<<1&^left | ahead>>1&^right
	return ahead&^(p.Sides[0]|p.Sides[1]) | beside&p.Sides[1-p.Turn]
}

// Moves appends the moves in order of the squares they come from, and then of those they go to.
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
	p.toggle(p.Turn, m.From)
	p.toggle(p.Turn, m.To)
	if other := 1 - p.Turn; p.Sides[other].Has(m.To) {
		p.toggle(other, m.To)
	}
	p.pass()
	return p
}

// Finished reports whether the player who has just moved is on the far row, or the other cannot move.
func (Hexapawn) Finished(p Pawns) bool {
	other := 1 - p.Turn
	return p.Sides[other]&farRows[other] != 0 || p.targets(p.Sides[p.Turn]) == 0
}

// Estimate returns the pawns of the player to move minus the other's.
func (Hexapawn) Estimate(p Pawns) int { return p.Sides[p.Turn].Count() - p.Sides[1-p.Turn].Count() }

// Weight exceeds the number of pawns of a player.
func (Hexapawn) Weight() int { return files + 1 }

// ForMax reports whether White is to move, who moves first.
func (Hexapawn) ForMax(p Pawns) bool { return p.Turn == 0 }

// Key returns the Zobrist key.
func (Hexapawn) Key(p Pawns) uint64 { return p.key }

// Features returns the pawns, and that Black is to move.
func (Hexapawn) Features(p Pawns) []Feature {
	all := append(pieces("W", 0, uint64(p.Sides[0]), square), pieces("B", 1, uint64(p.Sides[1]), square)...)
	if p.Turn == 1 {
		all = append(all, Feature{"Black", turnKey})
	}
	return all
}

// CanonicalKey returns the lesser key of the position and its mirror image.
func (Hexapawn) CanonicalKey(p Pawns) uint64 { return min(p.key, p.mirror) }
