// Package games holds the rules of small two-player games for the searches of package minimax: tic-tac-toe and
// the games with which courses teach game trees. The rules of a game are a value with a method for everything
// that a search asks. Positions are values too, and can be formatted and parsed.
//
// The package does not search. It has the graphs of those games that are small enough for matchboxes; see [Graph].
package games

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
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
