package gametree

import (
	"fmt"
	"slices"
	"time"

	"menace/menace/option"
	"menace/minimax"
)

// Options select searches of a position with one algorithm after another, and how to show their trees.
type Options struct {
	minimax.Options                     // with the current algorithm
	Algorithms      []minimax.Algorithm // nil for all that suit the game
	Position        string              // "" for the start
	Timeout         time.Duration       // for each search
	Numbers         []string            // numbers of pieces in Zobrist keys, such as X5=44532, or nil for the program's
	Types           minimax.Types       // types of positions to show
}

// DefaultOptions are the default options of a search.
var DefaultOptions = Options{Timeout: 10 * time.Second}

// DrawingGroup is the heading of the options of drawn trees.
const DrawingGroup = "Drawing the tree"

// SearchTable lists the options of a search of the game. Flags and forms take the ones they need.
func (g Game) SearchTable() []option.Option[Options] {
	return []option.Option[Options]{{
		Name: "position", Short: "p", Default: "the start", Meaning: "search from `POSITION`, written as above",
		In: func(o *Options) option.Value { return option.Word(&o.Position) },
	}, {
		Name: "algorithm", Short: "a", Default: "the six usual ones", Meaning: "the `ALGORITHM`",
		In: func(o *Options) option.Value { return g.algorithms(&o.Algorithms) },
	}, {
		Name: "depth", Short: "d", Default: "to the end",
		Meaning: "look this `NUMBER` of plies ahead, and estimate the positions there",
		In:      func(o *Options) option.Value { return option.Whole(&o.Depth, 1, minimax.MaxDepth) },
	}, {
		Name:    "prefer",
		Meaning: "`WHICH` of equally good moves to prefer: any, or fast (the shortest win, the longest loss)",
		In:      func(o *Options) option.Value { return option.Enum(&o.Prefer, "any", "fast") },
	}, {
		Name: "all-best", Meaning: "find every best move, not just one",
		In: func(o *Options) option.Value { return option.Switch(&o.AllBest) },
	}, {
		Name: "cut",
		Meaning: "`WHERE` to cut off: equal, when α ≥ β, or above, only when α > β " +
			"(negamax-beta, alphabeta, killer)",
		In: func(o *Options) option.Value { return option.Enum(&o.Cut, "equal", "above") },
	}, {
		Name: "timeout", Default: DefaultOptions.Timeout.String(),
		Meaning: "stop each search after this `TIME`",
		In:      func(o *Options) option.Value { return option.Time(&o.Timeout, time.Nanosecond, 1000*time.Hour) },
	}, {
		Name: "table", Default: fmt.Sprint(minimax.DefaultTable),
		Meaning: "limit the transposition table to this `NUMBER` of entries",
		In:      func(o *Options) option.Value { return option.Whole(&o.Table, 1, minimax.MaxTable) },
	}, {
		Name: "numbers", Default: "the program's",
		Meaning: "compute the keys from these `NUMBERS`, such as X1=44532,O5=81410",
		In: func(o *Options) option.Value {
			return option.Checked(option.Words(&o.Numbers), func(text string) error {
				_, _, err := parseNumber(text)
				return err
			})
		},
	}, {
		Name: "types", Group: DrawingGroup,
		Meaning: "mark Knuth and Moore's types of positions, 1, 2 and 3, by `WHAT`: none; value, the positions " +
			"that prove it; or window, the bounds with which the search enters",
		In: func(o *Options) option.Value { return option.Enum(&o.Types, "none", "value", "window") },
	}}
}

// algorithms is a list of algorithms that suit the game.
func (g Game) algorithms(at *[]minimax.Algorithm) option.Value {
	v := option.Enums(at, names(minimax.Algorithms())...)
	all, suitable := v.Choices, names(g.Algorithms())
	v = option.Checked(v, func(name string) error {
		switch {
		case slices.Contains(suitable, name):
			return nil
		case slices.Contains(all, name):
			return fmt.Errorf("%s: %s has no symmetries to use", name, g.Name)
		}
		return &option.ChoiceError{Word: name, Choices: suitable}
	})
	v.Choices = suitable
	return v
}

// names returns the names of algorithms.
func names(algorithms []minimax.Algorithm) (all []string) {
	for _, a := range algorithms {
		all = append(all, a.String())
	}
	return all
}

// Usually returns the algorithms that searches are compared by unless others are asked for.
func (g Game) Usually() []minimax.Algorithm {
	return slices.DeleteFunc(g.Algorithms(), func(a minimax.Algorithm) bool { return !slices.Contains(usual, a) })
}

// usual are the searches that most courses teach.
var usual = []minimax.Algorithm{minimax.Minimax, minimax.Negamax, minimax.AlphaBeta, minimax.MinimaxTT,
	minimax.AlphaBetaTT, minimax.AlphaBetaSym}

// Algorithms returns the algorithms that suit the game, roughly from the simplest to the most efficient.
func (g Game) Algorithms() []minimax.Algorithm {
	return slices.DeleteFunc(minimax.Algorithms(), func(a minimax.Algorithm) bool {
		return a.Symmetric() && g.Asymmetric
	})
}
