package searches

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/pbnjay/memory"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/term"
	"menace/menace/option"
	"menace/minimax"
)

// list is a list of options. The options of a command or a page are the concatenation of several lists. A list is empty
// if the game has no such option.
type list = []option.Option

// usual returns the default options of the game.
func usual(g gametree.Game) Options {
	o := Options{Game: g, Setup: g.Usual, Options: gametree.Options{Timeout: 10 * time.Second}}
	o.Algorithm, o.Sampling = minimax.AlphaBeta, minimax.UsualSampling
	return o
}

// ownOptions lists the options that only this game has, such as the size of its board.
func ownOptions(o *Options) list {
	if o.Game.Options == nil {
		return nil
	}
	return o.Game.Options(&o.Setup)
}

// treeText is the text of the tree, in a form for trees. Commands take the text as an argument instead.
func treeText(o *Options, byDefault string) list {
	if o.Game.Name != tree {
		return nil
	}
	return list{{
		Name: tree, Default: byDefault, Meaning: "the tree, as in ((3 5)(2 9))",
		Value: option.Word(&o.Setup.Tree),
	}}
}

// order selects the order of the leaves or children.
func order(o *Options) list {
	if o.Game.Orders == nil {
		return nil
	}
	return list{{
		Name: "order", Meaning: o.Game.Ordering,
		Value: option.Word(&o.Setup.Order, o.Game.Orders...),
	}}
}

// orders selects several orders of the leaves or children, to compare them.
func orders(o *Options) list {
	if o.Game.Orders == nil {
		return nil
	}
	return list{{
		Name: "order", Default: o.Game.Usual.Order, Meaning: o.Game.Ordering + "; several are compared",
		Value: option.Words(&o.Orders, o.Game.Orders...),
	}}
}

// leafSeed sets the seed of random leaves.
func leafSeed(o *Options) list {
	if !o.Game.RandomLeaves {
		return nil
	}
	return list{{
		Name: "seed", Meaning: "the `SEED` of random leaves",
		Value: option.Whole(&o.Setup.Seed, 0, math.MaxInt64),
	}}
}

// runs sets the number of random trees whose mean cost is drawn.
func runs(o *Options) list {
	return list{{
		Name: "runs", Default: "1",
		Meaning: "search this `NUMBER` of random trees of each height, from that of --seed on",
		Value:   option.Whole(&o.Runs, 1, 10_000),
	}}
}

// setup lists the options that set up the game, without the options of its players.
func setup(o *Options) list { return slices.Concat(ownOptions(o), order(o), leafSeed(o)) }

// players sets the names of the players, and which of them is to move.
func players(o *Options) list {
	first := "what to call the `PLAYER` to move: max or min"
	if o.Game.Name == tree {
		first = "the `PLAYER` to move at the root: max or min"
	}
	return list{{
		Name: "first", Meaning: first,
		Value: option.Enum(&o.Setup.First, "max", "min"),
	}, {
		Name: "players", Meaning: "call Max and Min by these `NAMES`, as in Alice,Bob: Alice is Max",
		Value: option.Parsed(&o.Setup.Players, gametree.ParsePlayers, gametree.Players.String),
	}}
}

// win sets how many points a win counts, in games without scores.
func win(o *Options) list {
	own := slices.ContainsFunc(ownOptions(o), func(other option.Option) bool { return other.Name == "win" })
	if o.Game.Scored || own {
		return nil
	}
	return list{{
		Name: "win", Default: "1, infinite at a horizon",
		Meaning: "the `POINTS` that a win counts; a loss counts as many below 0",
		Value:   option.Whole(&o.Setup.Win, 1, minimax.MaxPayoff),
	}}
}

// position sets the position to search. The meaning shows how to write it, or refers to an explanation.
func position(o *Options, meaning string) list {
	return list{{
		Name: "position", Short: "p", Default: "the start", Meaning: meaning,
		Value: option.Word(&o.Position),
	}}
}

// algorithm selects one algorithm. Help and forms offer these choices; other suitable ones are accepted too.
func algorithm(o *Options, choices []minimax.Algorithm) list {
	v := option.Parsed(&o.Algorithm, o.Game.Algorithm, minimax.Algorithm.String)
	v.Choices = names(choices)
	return list{{Name: "algorithm", Short: "a", Meaning: "the `ALGORITHM`", Value: v}}
}

// withoutTable returns the algorithms without a table; there are exercises only about these.
func withoutTable(g gametree.Game) []minimax.Algorithm {
	all := slices.DeleteFunc(g.Exact(), minimax.Algorithm.Table)
	if g.Chance {
		all = append(all, minimax.ChanceAlgorithms()...)
	}
	return all
}

// algorithms selects several algorithms, to compare them: some of these, others that suit the game, or all of these.
func algorithms(o *Options, choices []minimax.Algorithm) list {
	return list{{
		Name: "algorithm", Short: "a", Default: "the six usual ones", Meaning: "the `ALGORITHM`",
		Value: option.Value{
			List: true, Choices: append(names(choices), "all"),
			Text: func() string { return strings.Join(names(o.Algorithms), ",") },
			Set: func(text string) error {
				if strings.EqualFold(text, "all") {
					o.Algorithms, o.all = choices, true
					return nil
				}
				var given []minimax.Algorithm
				for name := range strings.SplitSeq(text, ",") {
					a, err := o.Game.Algorithm(strings.TrimSpace(name))
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
		},
	}}
}

// playouts lists the settings of Monte-Carlo tree search.
func playouts(o *Options) list {
	all := list{{
		Name: "playouts", Meaning: "play this `NUMBER` of games at random (mcts)",
		Value: option.Whole(&o.Playouts, 1, minimax.MaxPlayouts),
	}, {
		Name: "exploration", Default: "√2",
		Meaning: "the constant `C` of the upper bounds, more for less visited moves (mcts)",
		Value:   option.Fraction(&o.Exploration, 0, 100),
	}}
	if !o.Game.RandomLeaves { // otherwise the seed of the leaves is used
		all = append(all, option.Option{
			Name: "seed", Meaning: "the `SEED` of random moves (mcts)",
			Value: option.Whole(&o.Sampling.Seed, 0, math.MaxInt64),
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

// mostEntries returns the largest number of entries that a table may have on this computer: it takes at most half of
// the memory, if the size of that is known.
func mostEntries() int64 {
	const size = 16 // bytes of an entry
	if half := memory.TotalMemory() / 2; half > 0 {
		return int64(min(minimax.MaxTable, max(half/size, 1)))
	}
	return minimax.MaxTable
}

// table limits the transposition table, in games with transpositions.
func table(o *Options) list {
	if o.Game.Tree {
		return nil
	}
	return list{{
		Name: "table", Default: fmt.Sprint(minimax.DefaultTable),
		Meaning: "limit the transposition table to this `NUMBER` of entries",
		Value:   option.Whole(&o.Table, 1, mostEntries()),
	}, {
		Name: "replace",
		Meaning: "`WHICH` entry of a full table gives way: bucket, the cheapest of eight; new, that in the place of " +
			"the new one; or deep, the same unless it is nearer the root",
		Value: option.Enum(&o.Replace, "bucket", "new", "deep"),
	}}
}

// questionSeed sets the seed of an exercise, in games whose leaves have no seed. Otherwise the seed of the leaves is
// used.
func questionSeed(o *Options) list {
	if o.Game.RandomLeaves {
		return nil
	}
	return list{{
		Name: "seed", Meaning: "the `SEED` of random questions and of a random tree",
		Value: option.Whole(&o.ExerciseOptions.Seed, 0, 1<<31),
	}}
}

// example selects a well-known tree for an exercise.
func example(o *Options) list {
	if o.Game.Name != tree {
		return nil
	}
	var names []string
	for _, e := range gametree.Examples {
		names = append(names, e.Name)
	}
	return list{{
		Name: "example", Default: "a random tree", Meaning: "ask about a well-known `TREE`",
		Value: option.Word(&o.Example, names...),
	}}
}

// drawingTree is the heading of options in the help.
const drawingTree = "Drawing the tree"

// depth limits how far a search looks ahead.
func depth(o *Options) list {
	byDefault := "to the end"
	if o.Depth > 0 {
		byDefault = ""
	}
	return list{{
		Name: "depth", Short: "d", Default: byDefault,
		Meaning: "look this `NUMBER` of plies ahead, and estimate the positions there",
		Value:   option.Whole(&o.Depth, 1, minimax.MaxDepth),
	}}
}

// quiescence lets a search of a tree continue beyond a horizon at positions marked as unquiet.
func quiescence(o *Options) list {
	if o.Game.Name != tree {
		return nil
	}
	return list{gametree.Quiescence(&o.Setup)}
}

// bestMoves selects which best moves a search returns.
func bestMoves(o *Options) list {
	return list{{
		Name:    "prefer",
		Meaning: "`WHICH` of equally good moves to prefer: any, or fast (the shortest win, the longest loss)",
		Value:   option.Enum(&o.Prefer, "any", "fast"),
	}, {
		Name: "all-best", Meaning: "find every best move, not just one",
		Value: option.Switch(&o.AllBest),
	}}
}

// cut sets when a search cuts off.
func cut(o *Options) list {
	return list{{
		Name: "cut",
		Meaning: "`WHERE` to cut off: equal, when α ≥ β, or above, only when α > β " +
			"(negamax-beta, alphabeta, killer, history)",
		Value: option.Enum(&o.Cut, "equal", "above"),
	}}
}

// convention sets what a search with cut-offs returns outside its window, and its initial window.
func convention(o *Options) list {
	all := list{{
		Name: "fail",
		Meaning: "`WHAT` to return if the value is outside the window: source, as the source of each search; " +
			"hard, α or β; or soft, the best found",
		Value: option.Enum(&o.Fail, "source", "hard", "soft"),
	}, {
		Name: "window", Default: "-inf,inf", Meaning: "begin with this `α,β`, Max's, as in 0,6",
		Value: option.Parsed(&o.Setup.Window, gametree.ParseWindow, (*gametree.Interval).String),
	}}
	if !o.Game.Chance {
		return all
	}
	return append(all, option.Option{
		Name: "bounds", Default: "the lowest and the highest leaf",
		Meaning: "the lowest and the highest `VALUE` that star1 and star2 expect of a leaf, as in -10,10",
		Value:   option.Parsed(&o.Setup.Bounds, gametree.ParseInterval, (*gametree.Interval).String),
	})
}

// choose selects which of the best moves a search returns.
func choose(o *Options) list {
	return list{{
		Name: "choose",
		Meaning: "`WHICH` best move to return: first; random, by --seed; or win, the first that is proved to win, " +
			"and there the search stops",
		Value: option.Enum(&o.Choose, "first", "random", "win"),
	}}
}

// timeout limits the time of a search.
func timeout(o *Options) list {
	return list{{
		Name: "timeout", Meaning: "stop each search after this `TIME`",
		Value: option.Time(&o.Timeout, time.Nanosecond, 1000*time.Hour),
	}}
}

// plays selects who begins a game against a search.
func plays(o *Options) list {
	return list{{
		Name: "plays", Meaning: "let the search play this `SIDE`: first or second",
		Value: option.Word(&o.Plays, "first", "second"),
	}}
}

// numbers sets the numbers behind Zobrist keys.
func numbers(o *Options) list {
	return list{{
		Name: "numbers", Default: "the program's",
		Meaning: "compute the keys from these `NUMBERS`, such as X1=44532,O5=81410",
		Value:   option.Words(&o.Numbers),
	}}
}

// types selects how to mark the types of positions in a tree.
func types(o *Options) list {
	return list{{
		Name: "types", Group: drawingTree,
		Meaning: "mark Knuth and Moore's types of positions, 1, 2 and 3, by `WHAT`: none; value, the positions " +
			"that prove it; or window, the bounds with which the search enters",
		Value: option.Enum(&o.Types, "none", "value", "window"),
	}}
}

// drawTree selects how to show the tree of a search.
func drawTree(o *Options) list {
	return list{{
		Name: "tree", Group: drawingTree, Meaning: "draw the tree that the search visits, if it is small",
		Value: option.Switch(&o.Tree),
	}, {
		Name: "step", Group: drawingTree,
		Meaning: "describe step by step what the search compares and cuts; press Enter for the next step, or with " +
			"--out draw all steps with the window, α and β, after each",
		Value: option.Switch(&o.Step),
	}}
}

// difficulty sets how hard an exercise is.
func difficulty(o *Options) list {
	return list{{
		Name: "difficulty", Meaning: "the `LEVEL` of the questions and of a random tree: easy, medium or hard",
		Value: option.Enum(&o.Difficulty, gametree.Levels...),
	}, {
		Name: "ask", Default: "what suits the level", Meaning: "ask only questions of these `KINDS`, as in move,value",
		Value: option.Words(&o.Kinds, gametree.Kinds...),
	}}
}

// answers shows the answers to an exercise.
func answers(o *Options) list {
	return list{{
		Name: "answers", Meaning: "show the answers instead of asking",
		Value: option.Switch(&o.Answers),
	}}
}

// completion sets the name of the student, and checks a completion code.
func completion(o *Options) list {
	return list{{
		Name: "student", Default: "nobody", Meaning: "end with a completion code for this `NAME`",
		Value: option.Word(&o.Student),
	}, {
		Name: "check", Default: "no code", Meaning: "ask nothing, and check the completion `CODE` of --student",
		Value: option.Word(&o.CheckedCode),
	}}
}

// asJSON asks for JSON.
func asJSON(o *Options) list { return list{term.JSON(&o.JSON)} }
