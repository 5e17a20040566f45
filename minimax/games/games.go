// Package games holds the rules of small two-player games for the searches of package minimax: tic-tac-toe and
// the games with which courses teach game trees. The rules of a game are a value with a method for everything
// that a search asks. Positions are values too, and can be formatted and parsed.
//
// The package does not search, except in [LookAhead], a player of tic-tac-toe that looks a few plies ahead.
package games

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"menace/board"
	"menace/minimax"
)

// keyed is a game that a search with a table can search, symmetric also one up to symmetry.
type (
	keyed[P, M any] interface {
		minimax.Game[P, M]
		minimax.Keyed[P]
	}
	symmetric[P, M any] interface {
		keyed[P, M]
		minimax.Symmetric[P]
		minimax.Bounded
	}
)

var (
	_ symmetric[Marks, board.Square] = TicTacToe{}
	_ symmetric[Discs, Column]       = (*ConnectFour)(nil)
	_ symmetric[Dominoes, Domino]    = (*Domineering)(nil)
	_ symmetric[Piles, Split]        = Grundy{}
	_ symmetric[Rows, Removal]       = Nim{}
	_ keyed[Takings, Take]           = Stones{}
	_ keyed[Node, Child]             = (*Uniform)(nil)

	_ minimax.Estimator[Marks]    = TicTacToe{}
	_ minimax.Estimator[Discs]    = (*ConnectFour)(nil)
	_ minimax.Estimator[Dominoes] = (*Domineering)(nil)
	_ minimax.Estimator[Takings]  = Stones{}
)

// normalPlay is the convention that the player who cannot move has lost.
type normalPlay[P any] struct{}

// Payoff returns −1.
func (normalPlay[P]) Payoff(P) int { return -1 }

// Bound returns 1.
func (normalPlay[P]) Bound() int { return 1 }

// numbers parses whole numbers separated by commas, each from least to most.
func numbers(text string, least, most int) ([]int, error) {
	if strings.TrimSpace(text) == "" {
		return nil, errors.New("no numbers, where some are needed, as in 1,2,3")
	}
	fields := strings.Split(text, ",")
	values := make([]int, len(fields))
	for i, field := range fields {
		n, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil {
			return nil, fmt.Errorf("%q is not a whole number", field)
		}
		if n < least || n > most {
			return nil, fmt.Errorf("%d does not lie between %d and %d", n, least, most)
		}
		values[i] = n
	}
	return values, nil
}

// written writes numbers separated by commas.
func written[N int | uint8](values []N) string {
	fields := make([]string, len(values))
	for i, n := range values {
		fields[i] = strconv.Itoa(int(n))
	}
	return strings.Join(fields, ",")
}
