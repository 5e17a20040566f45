package gametree

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"menace/menace/option"
	"menace/minimax"
)

// Options select searches of a position with one algorithm after another, and how to show their trees.
type Options struct {
	minimax.Options                     // with the current algorithm
	Algorithms      []minimax.Algorithm // to compare
	Timeout         time.Duration       // for each search
	Types           minimax.Types       // types of positions to show
}

// Algorithms returns the algorithms that suit the game, roughly from the simplest to the most efficient, followed by
// Monte-Carlo tree search, which finds no value.
func (g Game) Algorithms() []minimax.Algorithm {
	return append(g.Exact(), minimax.MCTS)
}

// Exact returns the algorithms that suit the game and find a value, without those for games of chance.
func (g Game) Exact() []minimax.Algorithm {
	return slices.DeleteFunc(minimax.Algorithms(), func(a minimax.Algorithm) bool {
		return a.Symmetric() && g.Asymmetric
	})
}

// Algorithm returns the algorithm with a name, or an error unless it suits the game.
func (g Game) Algorithm(name string) (minimax.Algorithm, error) {
	var suitable []string
	all := g.Algorithms()
	if g.Chance {
		all = append(all, minimax.ChanceAlgorithms()...)
	}
	for _, a := range all {
		if suitable = append(suitable, a.String()); strings.EqualFold(a.String(), name) {
			return a, nil
		}
	}
	for _, a := range minimax.Algorithms() {
		if strings.EqualFold(a.String(), name) {
			return 0, fmt.Errorf("%s: %s has no symmetries to use", name, g.Name)
		}
	}
	return 0, &option.ChoiceError{Word: name, Choices: suitable}
}

// UsualAlgorithms returns the algorithms that suit the game and that most courses teach.
func (g Game) UsualAlgorithms() []minimax.Algorithm {
	usual := []minimax.Algorithm{minimax.Minimax, minimax.Negamax, minimax.AlphaBeta, minimax.MinimaxTT,
		minimax.AlphaBetaTT, minimax.AlphaBetaSym}
	return slices.DeleteFunc(g.Exact(), func(a minimax.Algorithm) bool { return !slices.Contains(usual, a) })
}
