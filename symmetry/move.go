package symmetry

import (
	"fmt"
	"strconv"
	"strings"

	"menace/board"
)

// Move is a move written as a number: the square that it takes, 1 to 9, or the squares that it leaves and takes, such
// as 74.
type Move uint8

// Resign is the move of a player who resigns.
const Resign Move = 0

// Step returns the move that takes a piece from one square to another.
func Step(from, to board.Square) Move { return Move(10*from.Number() + to.Number()) }

// Place returns the move that takes a square.
func Place(s board.Square) Move { return Move(s.Number()) }

// To returns the square that the move takes.
func (m Move) To() board.Square { return board.Square(m%10 - 1) }

// From returns the square that the piece leaves, or board.None for a new piece.
func (m Move) From() board.Square {
	if m < 10 {
		return board.None
	}
	return board.Square(m/10 - 1)
}

// String formats the move, such as "5" or "7-4".
func (m Move) String() string {
	if m < 10 {
		return strconv.Itoa(int(m))
	}
	return fmt.Sprintf("%d-%d", m/10, m%10)
}

// ForTables formats the move for a file that a spreadsheet may open, such as "5" or "7>4". A spreadsheet turns 7-4 into
// a date.
func (m Move) ForTables() string { return strings.ReplaceAll(m.String(), "-", ">") }

// steps are the signs accepted instead of the hyphen of a move.
var steps = strings.NewReplacer(">", "-", "→", "-", "–", "-", "‐", "-", "−", "-")

// ParseMove parses a move in the notation of String or ForTables, with a hyphen, a dash, an arrow or nothing between
// the squares.
func ParseMove(text string) (Move, error) {
	plain := steps.Replace(text)
	n, err := strconv.ParseUint(strings.Replace(plain, "-", "", 1), 10, 8)
	if m := Move(n); err == nil && n <= 99 && n%10 > 0 && (plain == m.String() || plain == strconv.FormatUint(n, 10)) {
		return m, nil
	}
	return Resign, fmt.Errorf("%q is not a move", text)
}

// Move returns the image of a move.
func (t Transform) Move(m Move) Move {
	if m < 10 {
		return Place(t.Square(m.To()))
	}
	return Step(t.Square(m.From()), t.Square(m.To()))
}

// FormatMoves formats moves in the order of play, such as "519" or "7-4 2-4".
func FormatMoves(moves []Move) string {
	texts, separator := make([]string, len(moves)), ""
	for i, m := range moves {
		if texts[i] = m.String(); m >= 10 {
			separator = " "
		}
	}
	return strings.Join(texts, separator)
}

// ParseMoves parses moves in the notation of FormatMoves.
func ParseMoves(text string) (moves []Move, err error) {
	separator := ""
	if strings.Contains(text, "-") {
		separator = " "
	}
	for _, word := range strings.Split(text, separator) {
		m, err := ParseMove(word)
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// Side is one of the two players, who move in turn.
type Side string

// The sides.
const (
	First  Side = "first" // moves first
	Second Side = "second"
)

// Other returns the opposite side.
func (s Side) Other() Side {
	if s == Second {
		return First
	}
	return Second
}

// Turn returns the side that moves next after a number of moves.
func Turn(moves int) Side {
	if moves%2 == 1 {
		return Second
	}
	return First
}

// Outcome is how a game ended, or Ongoing.
type Outcome uint8

// The outcomes.
const (
	Ongoing Outcome = iota
	Drawn
	SecondWins
	FirstWins

	Outcomes = 4
)

// Win returns the outcome of a win for a side.
func Win(s Side) Outcome {
	if s == Second {
		return SecondWins
	}
	return FirstWins
}

// String names the outcome.
func (o Outcome) String() string {
	return [...]string{"ongoing", "draw", "second wins", "first wins"}[o]
}
