package likelihood

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"menace/board"
	"menace/cmd/menace/internal/plaintext"
	"menace/symmetry"
)

// Result is the set of possible results of a game, for the machine. A doubtful result has several elements.
type Result uint8

const (
	Win Result = 1 << iota
	Draw
	Loss
	Unknown = Win | Draw | Loss
)

var letters = []struct {
	result       Result
	letter, word string
}{{Win, "W", "win"}, {Draw, "D", "draw"}, {Loss, "L", "loss"}}

// String formats the result for [ParseResult].
func (r Result) String() string {
	var parts []string
	for _, l := range letters {
		if r&l.result != 0 {
			parts = append(parts, l.letter)
		}
	}
	return strings.Join(parts, "|")
}

// Doubtful reports whether several results are possible.
func (r Result) Doubtful() bool { return r&(r-1) != 0 }

// ParseResult parses W, D or L, or the words win, draw or loss, for the machine. Several of them are a doubtful result,
// as in D|L.
func ParseResult(text string) (r Result, err error) {
	for part := range strings.SplitSeq(text, "|") {
		found := false
		for _, l := range letters {
			if part = strings.TrimSpace(part); strings.EqualFold(part, l.letter) || strings.EqualFold(part, l.word) {
				r, found = r|l.result, true
			}
		}
		if !found {
			return 0, fmt.Errorf("%q is not W, D or L, or several as in D|L", text)
		}
	}
	return r, nil
}

// resultOf returns the result of a game with this outcome for a machine that plays this side.
func resultOf(end symmetry.Outcome, side symmetry.Side) Result {
	switch end {
	case symmetry.Drawn:
		return Draw
	case symmetry.Win(side):
		return Win
	}
	return Loss
}

// ParseResults parses the results of games, in order, from a table with a column named result. If there is a column
// named game, it must count the games from 1.
func ParseResults(text string) (all []Result, err error) {
	t, err := plaintext.ParseTable(text)
	if err != nil {
		return nil, err
	}
	if t.Columns == nil {
		return nil, errors.New("it is empty; its first line must name a column result")
	}
	if !t.Has("result") {
		return nil, fmt.Errorf("no column is named result in its first line, %q", strings.Join(t.Columns, ","))
	}
	for i, row := range t.Rows {
		r, err := ParseResult(row.Get("result"))
		if err != nil {
			return nil, row.Errorf("game %d: %w", i+1, err)
		}
		if t.Has("game") {
			number, err := row.Whole("game")
			if err != nil {
				return nil, err
			}
			if number != int64(i+1) {
				return nil, row.Errorf("game %d is where game %d should be", number, i+1)
			}
		}
		all = append(all, r)
	}
	return all, nil
}

// Given is a condition that holds after a number of games: the opening box has beads only for this move and equivalent
// ones.
type Given struct {
	Games int64
	Move  symmetry.Move
}

// places are words for the opening moves of tic-tac-toe.
var places = []struct {
	name   string
	square board.Square
}{{"corner", 0}, {"edge", 1}, {"centre", 4}}

// ParseGiven parses a condition such as 17:corner. The move is a corner, an edge or the centre, or its number.
func ParseGiven(text string) (g Given, err error) {
	games, move, _ := strings.Cut(text, ":")
	if g.Games, err = strconv.ParseInt(games, 10, 64); err != nil || g.Games < 1 {
		return g, fmt.Errorf("%q does not begin with a number of games, as in 17:corner", text)
	}
	for _, p := range places {
		if p.name == move {
			g.Move = symmetry.Place(p.square)
			return g, nil
		}
	}
	if g.Move, err = symmetry.ParseMove(move); err != nil {
		err = fmt.Errorf("%q: %w; it may be corner, edge, centre or a number", text, err)
	}
	return g, err
}

// String formats the condition for [ParseGiven].
func (g Given) String() string { return fmt.Sprintf("%d:%s", g.Games, Place(g.Move)) }

// Place names an opening move of tic-tac-toe corner, edge or centre, and formats other moves.
func Place(m symmetry.Move) string {
	for _, p := range places {
		if symmetry.Place(p.square) == m {
			return p.name
		}
	}
	return m.String()
}
