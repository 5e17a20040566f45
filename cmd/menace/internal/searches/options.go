package searches

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/term"
	"menace/menace/option"
	"menace/minimax"
)

// list is a list of options. The options of a command or a page are several lists, one after another. A function of a
// game returns an empty list if the game has no such option.
type list = []option.Option[Options]

// usual returns the default options of the game.
func usual(g gametree.Game) Options {
	o := Options{Game: g, Setup: g.Usual, Options: gametree.Options{Timeout: 10 * time.Second}}
	o.Algorithm, o.Sampling = minimax.AlphaBeta, minimax.UsualSampling
	return o
}

// ownOptions lists the options that only this game has, such as the size of its board.
func ownOptions(g gametree.Game) list {
	return option.Within(g.Options, func(o *Options) *gametree.Setup { return &o.Setup })
}

// treeText is the text of the tree, in a form of the game tree. Commands take the text as an argument instead.
func treeText(g gametree.Game, byDefault string) list {
	if g.Name != tree {
		return nil
	}
	return list{{
		Name: tree, Default: byDefault, Meaning: "the tree, as in ((3 5)(2 9))",
		In: func(o *Options) option.Value { return option.Word(&o.Setup.Tree) },
	}}
}

// order chooses the order of the leaves or children.
func order(g gametree.Game) list {
	if g.Orders == nil {
		return nil
	}
	return list{{
		Name: "order", Meaning: g.Ordering,
		In: func(o *Options) option.Value { return option.Word(&o.Setup.Order, g.Orders...) },
	}}
}

// orders chooses several orders of the leaves or children, to compare them.
func orders(g gametree.Game) list {
	if g.Orders == nil {
		return nil
	}
	return list{{
		Name: "order", Default: g.Usual.Order, Meaning: g.Ordering + "; several are compared",
		In: func(o *Options) option.Value { return option.Words(&o.Orders, g.Orders...) },
	}}
}

// leafSeed chooses the seed of random leaves.
func leafSeed(g gametree.Game) list {
	if !g.RandomLeaves {
		return nil
	}
	return list{{
		Name: "seed", Meaning: "the `SEED` of random leaves",
		In: func(o *Options) option.Value { return option.Whole(&o.Setup.Seed, 0, math.MaxInt64) },
	}}
}

// setup lists the options that set up the game, except for those of its players.
func setup(g gametree.Game) list { return slices.Concat(ownOptions(g), order(g), leafSeed(g)) }

// players names the players, and chooses which of them is to move.
func players(g gametree.Game) list {
	first := "what to call the `PLAYER` to move: max or min"
	if g.Name == tree {
		first = "the `PLAYER` to move at the root: max or min"
	}
	return list{{
		Name: "first", Meaning: first,
		In: func(o *Options) option.Value { return option.Enum(&o.Setup.First, "max", "min") },
	}, {
		Name: "players", Meaning: "call Max and Min by these `NAMES`, as in Alice,Bob: Alice is Max",
		In: func(o *Options) option.Value {
			return option.Parsed(&o.Setup.Players, gametree.ParsePlayers, gametree.Players.String)
		},
	}}
}

// win chooses how many points a win counts, in games without scores.
func win(g gametree.Game) list {
	if g.Scored {
		return nil
	}
	return list{{
		Name: "win", Default: "1, infinite at a horizon",
		Meaning: "the `POINTS` that a win counts; a loss counts as many below 0",
		In:      func(o *Options) option.Value { return option.Whole(&o.Setup.Win, 1, minimax.MaxPayoff) },
	}}
}

// position chooses the position to search. The meaning shows how to write it, or refers to where that is shown.
func position(meaning string) list {
	return list{{
		Name: "position", Short: "p", Default: "the start", Meaning: meaning,
		In: func(o *Options) option.Value { return option.Word(&o.Position) },
	}}
}

// algorithm chooses one algorithm. Help and forms offer these choices; others that suit the game are accepted too.
func algorithm(g gametree.Game, choices []minimax.Algorithm) list {
	return list{{
		Name: "algorithm", Short: "a", Meaning: "the `ALGORITHM`",
		In: func(o *Options) option.Value {
			v := option.Parsed(&o.Algorithm, g.Algorithm, minimax.Algorithm.String)
			v.Choices = names(choices)
			return v
		},
	}}
}

// withoutTable returns the algorithms about which there are exercises.
func withoutTable(g gametree.Game) []minimax.Algorithm {
	return slices.DeleteFunc(g.Exact(), minimax.Algorithm.Table)
}

// algorithms chooses several algorithms, to compare them.
func algorithms(g gametree.Game) list {
	return list{{
		Name: "algorithm", Short: "a", Default: "the six usual ones", Meaning: "the `ALGORITHM`",
		In: func(o *Options) option.Value {
			return option.Value{
				List: true, Choices: append(names(g.Algorithms()), "all"),
				Text: func() string { return strings.Join(names(o.Algorithms), ",") },
				Set: func(text string) error {
					if text == "all" {
						o.Algorithms = g.Algorithms()
						return nil
					}
					var given []minimax.Algorithm
					for name := range strings.SplitSeq(text, ",") {
						a, err := g.Algorithm(strings.TrimSpace(name))
						if err != nil {
							return err
						}
						if !slices.Contains(given, a) {
							given = append(given, a)
						}
					}
					o.Algorithms = given
					return nil
				},
			}
		},
	}}
}

// playouts lists the settings of Monte-Carlo tree search.
func playouts(g gametree.Game) list {
	all := list{{
		Name: "playouts", Meaning: "play this `NUMBER` of games at random (mcts)",
		In: func(o *Options) option.Value { return option.Whole(&o.Playouts, 1, minimax.MaxPlayouts) },
	}, {
		Name: "exploration", Default: "√2",
		Meaning: "the constant `C` of the upper bounds, more for less visited moves (mcts)",
		In:      func(o *Options) option.Value { return option.Fraction(&o.Exploration, 0, 100) },
	}}
	if !g.RandomLeaves { // there the seed of the leaves serves for both
		all = append(all, option.Option[Options]{
			Name: "seed", Meaning: "the `SEED` of random moves (mcts)",
			In: func(o *Options) option.Value { return option.Whole(&o.Sampling.Seed, 0, math.MaxInt64) },
		})
	}
	return all
}

// names returns the names of algorithms.
func names(algorithms []minimax.Algorithm) (all []string) {
	for _, a := range algorithms {
		all = append(all, a.String())
	}
	return all
}

// table limits the transposition table, in games in which moves can lead to the same position in several ways.
func table(g gametree.Game) list {
	if g.Tree {
		return nil
	}
	return list{{
		Name: "table", Default: fmt.Sprint(minimax.DefaultTable),
		Meaning: "limit the transposition table to this `NUMBER` of entries",
		In:      func(o *Options) option.Value { return option.Whole(&o.Table, 1, minimax.MaxTable) },
	}}
}

// questionSeed chooses the seed of an exercise, in games whose leaves have no seed, which would serve for both.
func questionSeed(g gametree.Game) list {
	if g.RandomLeaves {
		return nil
	}
	return list{{
		Name: "seed", Meaning: "the `SEED` of random questions and of a random tree",
		In: func(o *Options) option.Value { return option.Whole(&o.ExerciseOptions.Seed, 0, 1<<31) },
	}}
}

// example chooses a well-known tree for an exercise.
func example(g gametree.Game) list {
	if g.Name != tree {
		return nil
	}
	return list{{
		Name: "example", Default: "a random tree", Meaning: "ask about a well-known `TREE`",
		In: func(o *Options) option.Value {
			var names []string
			for _, e := range gametree.Examples {
				names = append(names, e.Name)
			}
			return option.Word(&o.Example, names...)
		},
	}}
}

// drawingTree is the heading of options in the help.
const drawingTree = "Drawing the tree"

// These options are the same in all games.
var (
	depth = list{{
		Name: "depth", Short: "d", Default: "to the end",
		Meaning: "look this `NUMBER` of plies ahead, and estimate the positions there",
		In:      func(o *Options) option.Value { return option.Whole(&o.Depth, 1, minimax.MaxDepth) },
	}}

	bestMoves = list{{
		Name:    "prefer",
		Meaning: "`WHICH` of equally good moves to prefer: any, or fast (the shortest win, the longest loss)",
		In:      func(o *Options) option.Value { return option.Enum(&o.Prefer, "any", "fast") },
	}, {
		Name: "all-best", Meaning: "find every best move, not just one",
		In: func(o *Options) option.Value { return option.Switch(&o.AllBest) },
	}}

	cut = list{{
		Name: "cut",
		Meaning: "`WHERE` to cut off: equal, when α ≥ β, or above, only when α > β " +
			"(negamax-beta, alphabeta, killer, history)",
		In: func(o *Options) option.Value { return option.Enum(&o.Cut, "equal", "above") },
	}}

	timeout = list{{
		Name: "timeout", Meaning: "stop each search after this `TIME`",
		In: func(o *Options) option.Value { return option.Time(&o.Timeout, time.Nanosecond, 1000*time.Hour) },
	}}

	numbers = list{{
		Name: "numbers", Default: "the program's",
		Meaning: "compute the keys from these `NUMBERS`, such as X1=44532,O5=81410",
		In:      func(o *Options) option.Value { return option.Words(&o.Numbers) },
	}}

	types = list{{
		Name: "types", Group: drawingTree,
		Meaning: "mark Knuth and Moore's types of positions, 1, 2 and 3, by `WHAT`: none; value, the positions " +
			"that prove it; or window, the bounds with which the search enters",
		In: func(o *Options) option.Value { return option.Enum(&o.Types, "none", "value", "window") },
	}}

	drawTree = list{{
		Name: "tree", Group: drawingTree, Meaning: "draw the tree that the search visits, if it is small",
		In: func(o *Options) option.Value { return option.Switch(&o.Tree) },
	}, {
		Name: "step", Group: drawingTree,
		Meaning: "describe step by step what the search compares and cuts; press Enter for the next step",
		In:      func(o *Options) option.Value { return option.Switch(&o.Step) },
	}}

	difficulty = list{{
		Name: "difficulty", Meaning: "the `LEVEL` of the questions and of a random tree: easy, medium or hard",
		In: func(o *Options) option.Value { return option.Enum(&o.Difficulty, gametree.Levels...) },
	}}

	answers = list{{
		Name: "answers", Meaning: "show the answers instead of asking",
		In: func(o *Options) option.Value { return option.Switch(&o.Answers) },
	}}

	asJSON = list{term.JSON(func(o *Options) *bool { return &o.JSON })}
)
