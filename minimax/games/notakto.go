package games

import (
	"fmt"
	"strconv"
	"strings"

	"menace/board"
	"menace/symmetry"
)

// Notakto is tic-tac-toe with crosses for both players, on one board: whoever makes three in a row loses. In positions
// that can arise, all marks are X.
//
// T. E. Plambeck and G. Whitehead, The secrets of Notakto: winning at X-only tic-tac-toe, arXiv:1301.1672 (2013).
type Notakto struct{ symmetry.Simple[board.Board] }

// Game returns "notakto".
func (Notakto) Game() string { return "notakto" }

// Players returns the names of the players.
func (Notakto) Players() [2]string { return [2]string{"Player 1", "Player 2"} }

// HowToPlay returns the rules in words.
func (Notakto) HowToPlay() string {
	return "The two of you take turns to put a cross on an empty square. " +
		"Whoever completes three crosses in a row loses: across, down or from corner to corner."
}

// Start returns the empty board.
func (Notakto) Start() board.Board { return board.Board{} }

// Moves appends the empty squares in order.
func (Notakto) Moves(b board.Board, moves []board.Square) []board.Square {
	return TicTacToe{}.Moves(b, moves)
}

// Apply marks a square.
func (Notakto) Apply(b board.Board, s board.Square) board.Board {
	return board.Board{X: b.X | 1<<s, O: b.O}
}

// Finished reports whether three crosses are in a row. There are no draws, because a full board has such a row.
func (Notakto) Finished(b board.Board) bool { return b.X.Line() }

// Payoff returns 1: the other player has completed a row.
func (Notakto) Payoff(board.Board) int { return 1 }

// Code returns the code of the board.
func (Notakto) Code(b board.Board) symmetry.Position { return symmetry.Position(b.Code()) }

// FromCode returns the board with a code.
func (Notakto) FromCode(c symmetry.Position) board.Board { return board.Code(c).Board() }

// Name formats a move: the number of the square.
func (Notakto) Name(s board.Square) string { return strconv.Itoa(s.Number()) }

// Number returns the move that takes the square.
func (Notakto) Number(s board.Square) symmetry.Move { return symmetry.Place(s) }

// Symmetries returns all eight transforms.
func (Notakto) Symmetries() []symmetry.Transform { return symmetry.All }

// Transform returns the image of the board.
func (Notakto) Transform(b board.Board, t symmetry.Transform) board.Board { return t.Board(b) }

// Manner returns [symmetry.Places].
func (Notakto) Manner() symmetry.Manner { return symmetry.Places }

// Scene shows crosses, which belong to both players, and the row that ended the game.
func (Notakto) Scene(b board.Board) symmetry.Scene {
	scene := boardScene(b, symmetry.Cross, symmetry.Ring, b.X.Lines())
	for i := range scene.Cells {
		scene.Cells[i].Owner = ""
	}
	return scene
}

// Ending returns [symmetry.MadeThree].
func (Notakto) Ending(board.Board) symmetry.Ending { return symmetry.MadeThree }

// Format formats the board, such as X../.X./...
func (Notakto) Format(b board.Board) string { return b.String() }

// Parse parses a board in the notation of Format.
func (Notakto) Parse(text string) (b board.Board, err error) {
	cells := strings.ToUpper(strings.ReplaceAll(text, "/", ""))
	for i, c := range cells {
		if c == 'X' {
			b.X |= 1 << i
		}
	}
	if len(cells) != board.Squares || strings.Trim(cells, "X.") != "" {
		return board.Board{}, fmt.Errorf("position %q: write nine squares, X or a dot, as in .../.X./..X", text)
	}
	return b, nil
}

var _ = register(ForMachines{
	Name: Notakto{}.Game(), Place: 3, Parse: fixed(Notakto{}),
	Machines: both("NOTAKTO", "NOTAKTO is a machine that learns like MENACE, by Donald Michie."),
	Presets: []Preset{{"notakto", "NOTAKTO, with crosses only", "Plays tic-tac-toe with crosses for both players; " +
		"whoever completes three in a row loses. It begins, and has only 25 boxes.", GardnersRules}},
})
