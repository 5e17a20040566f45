package symmetry

// Position is the number of a position of a game. Only the game knows its meaning: tic-tac-toe and hexapawn use the
// code of the board. Everything else sees a position as its [Scene].
type Position uint16

// Manner is how the moves of a game are made.
type Manner uint8

// The manners.
const (
	Places  Manner = iota // a move puts a piece on an empty cell
	Steps                 // a move takes a piece from one cell to another
	Takes                 // a move takes a number of things away
	Chooses               // a move is one of a list of named moves
)

// Piece is the content of a cell.
type Piece uint8

// The pieces.
const (
	NoPiece Piece = iota
	Cross
	Ring
	WhitePawn
	BlackPawn
	Stick
	Gone // where something was taken away
)

// Cell is a place in a [Scene].
type Cell struct {
	Piece Piece
	Owner Side // the side to which the piece belongs, or "" if it belongs to both
	Won   bool // the piece is part of a line that ended the game
}

// Scene is a position as people see it: cells, row by row, and what is on them.
type Scene struct {
	Columns int
	Cells   []Cell
	Caption string // English words for the position, perhaps with the place {n}, or "" if the cells show everything
	Count   int    // for {n}
}

// Rows returns the number of rows.
func (s Scene) Rows() int { return (len(s.Cells) + s.Columns - 1) / max(s.Columns, 1) }

// Shared reports whether there are pieces and all belong to both sides.
func (s Scene) Shared() bool {
	pieces := false
	for _, c := range s.Cells {
		if c.Owner != "" {
			return false
		}
		pieces = pieces || c.Piece != NoPiece
	}
	return pieces
}

// Ending is why a game ended, if a player cannot see that in the scene.
type Ending uint8

// The endings.
const (
	Plain     Ending = iota // visible, or the game goes on
	FarRow                  // the player who has just moved reached the far row
	NoPieces                // the player to move has no pieces left
	NoMoves                 // the player to move cannot move
	TookLast                // the player who has just moved took the last thing
	MadeThree               // the player who has just moved made three in a row, and has lost
)
