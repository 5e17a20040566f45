package gametree

import (
	"fmt"
	"math"
	"strings"

	"menace/menace/option"
	"menace/minimax"
	"menace/minimax/games"
)

// Game describes a game: its help and its options.
type Game struct {
	Name, Usage string
	Position    string // how to write a position
	Options     []option.Option[Setup]
	Usual       Setup
	Asymmetric  bool // no positions are the same up to symmetry, so that some algorithms do not suit
	Scored      bool // the payoff is a score, not a win or a loss
	SetUp       func(Setup) (Problem, error)
}

// Setup holds the options of all games; each game uses some of them.
type Setup struct {
	Values, Tree, First, Order string
	Size                       games.Size
	Players                    Players
	Win                        int // payoff of a win; 0 for 1, infinite at a horizon
	Seed                       int64
}

// player returns the name of a player.
func (s Setup) player(isMax bool) string {
	if isMax {
		return s.Players[0]
	}
	return s.Players[1]
}

// Games describes the games, in the order of the help.
var Games = complete([]Game{
	{
		Name: "tictactoe", Usage: "three in a row",
		Position: "row by row, as in X.O/.X./..., with . for an empty square",
		SetUp: func(s Setup) (Problem, error) {
			return newProblem(s, "tictactoe", games.TicTacToe{}, games.TicTacToe{}.Start(), nil)
		},
	},
	{
		Name: "stones", Usage: "take one to three stones from the front of a row; the higher sum wins",
		Position: "the stones left, as in 3,6, or with the lead of the player to move in front, as in +2:3,6",
		Options: []option.Option[Setup]{{
			Name: "values", Meaning: "the `VALUES` of the stones",
			In: func(s *Setup) option.Value { return option.Word(&s.Values) },
		}},
		Usual:      Setup{Values: "1,2,3,6"},
		Asymmetric: true,
		Scored:     true,
		SetUp: func(s Setup) (Problem, error) {
			rules, err := games.ParseStones(s.Values)
			return newProblem(s, "stones", rules, games.Takings{}, err)
		},
	},
	{
		Name: "grundy", Usage: "split a pile into two of different sizes; whoever cannot loses",
		Position: "the sizes of the piles, as in 4,3",
		SetUp: func(s Setup) (Problem, error) {
			start, err := games.Grundy{}.Parse("7")
			return newProblem(s, "grundy", games.Grundy{}, start, err)
		},
	},
	{
		Name: "nim", Usage: "take any number from one row; whoever takes the last one wins",
		Position: "what is left in each row, as in 1,3",
		SetUp: func(s Setup) (Problem, error) {
			start, err := games.Nim{}.Parse("1,3")
			return newProblem(s, "nim", games.Nim{}, start, err)
		},
	},
	{
		Name: "domineering", Usage: "place dominoes, one player upright, the other across; whoever cannot loses",
		Position: "V: or H: for who is to move and then the cells, as in H:#../#../..., with # covered and . free",
		Options:  size("of the board", "rows x columns, as in 4x5"),
		Usual:    Setup{Size: games.Size{First: 4, Second: 4}},
		SetUp: func(s Setup) (Problem, error) {
			rules, err := games.NewDomineering(s.Size.First, s.Size.Second)
			if err != nil {
				return nil, err
			}
			return newProblem(s, "domineering", rules, rules.Start(false), nil)
		},
	},
	{
		Name: "connect4", Usage: "drop discs into columns; four in a row win",
		Position: "row by row from the top, as in ..../..../.O../.XX., or the columns played, as in 4453",
		Options:  size("of the board", "width x height, as in 5x4"),
		Usual:    Setup{Size: games.Size{First: 7, Second: 6}},
		SetUp: func(s Setup) (Problem, error) {
			rules, err := games.NewConnectFour(s.Size.First, s.Size.Second)
			return newProblem(s, "connect4", rules, games.Discs{}, err)
		},
	},
	{
		Name: "hexapawn", Usage: "three pawns a side; reach the far row, take all pawns, or leave the other no move",
		Position: "row by row from Black's side, as in BBB/W../.WW; the pawns determine whose turn it is",
		SetUp: func(s Setup) (Problem, error) {
			return newProblem(s, "hexapawn", games.Hexapawn{}, games.Hexapawn{}.Start(), nil)
		},
	},
	{
		Name: "uniform", Usage: "a regular tree, to study the order of the leaves",
		Position: "the path of children to it, as in 2,1,3",
		Options: append(size("of the tree", "children of every position x plies, as in 3x6"), option.Option[Setup]{
			Name: "order", Meaning: "the `ORDER` of the leaves: best, worst or random",
			In: func(s *Setup) option.Value { return option.Word(&s.Order, "best", "worst", "random") },
		}, option.Option[Setup]{
			Name: "seed", Meaning: "the `SEED` of random leaves",
			In: func(s *Setup) option.Value { return option.Whole(&s.Seed, 0, math.MaxInt64) },
		}),
		Usual:      Setup{Size: games.Size{First: 3, Second: 6}, Order: "best"},
		Asymmetric: true,
		Scored:     true,
		SetUp: func(s Setup) (Problem, error) {
			rules, err := games.NewUniform(s.Size.First, s.Size.Second, games.LeafOrder(s.Order), uint64(s.Seed))
			return newProblem(s, "uniform", rules, games.Node{}, err)
		},
	},
	{
		Name: "tree", Usage: "a tree with given leaves, as on a blackboard",
		Position: "the path of children to it, as in 2,1, or the name of a node",
		Options: []option.Option[Setup]{{
			Name: "tree", Meaning: "the tree, as in ((3 5)(2 9))",
			In: func(s *Setup) option.Value { return option.Word(&s.Tree) },
		}, {
			Name: "order", Meaning: "try children in this `ORDER`: given, or best or worst for the player to move",
			In: func(s *Setup) option.Value { return option.Word(&s.Order, "given", "best", "worst") },
		}},
		Usual:      Setup{Order: "given"},
		Asymmetric: true,
		Scored:     true,
		SetUp:      setUpTree,
	},
})

// complete adds the options that all games share.
func complete(all []Game) []Game {
	for i := range all {
		g := &all[i]
		g.Usual.First, g.Usual.Players = "max", usualPlayers
		meaning := "what to call the `PLAYER` to move: max or min"
		if g.Name == "tree" {
			meaning = "the `PLAYER` to move at the root: max or min"
		}
		g.Options = append(g.Options, option.Option[Setup]{
			Name: "first", Meaning: meaning,
			In: func(s *Setup) option.Value { return option.Word(&s.First, "max", "min") },
		}, option.Option[Setup]{
			Name: "players", Meaning: "call Max and Min by these `NAMES`, as in Alice,Bob: Alice is Max",
			In: func(s *Setup) option.Value { return option.Parsed(&s.Players, parsePlayers, Players.String) },
		})
		if !g.Scored {
			g.Options = append(g.Options, option.Option[Setup]{
				Name: "win", Default: "1, infinite at a horizon",
				Meaning: "the `POINTS` that a win counts; a loss counts as many below 0",
				In:      func(s *Setup) option.Value { return option.Whole(&s.Win, 1, minimax.MaxPayoff) },
			})
		}
	}
	return all
}

// Players are the names of Max and Min.
type Players [2]string

// usualPlayers are the names unless others are given.
var usualPlayers = Players{"Max", "Min"}

// parsePlayers parses two names with a comma between them.
func parsePlayers(text string) (Players, error) {
	first, second, ok := strings.Cut(text, ",")
	first, second = strings.TrimSpace(first), strings.TrimSpace(second)
	if !ok || first == "" || second == "" || first == second || strings.Contains(second, ",") {
		return Players{}, fmt.Errorf("%q is not two names, as in Alice,Bob", text)
	}
	return Players{first, second}, nil
}

// String writes both names.
func (p Players) String() string { return p[0] + "," + p[1] }

// setUpTree sets up a tree with given leaves.
func setUpTree(s Setup) (Problem, error) {
	given, err := games.ParseTree(s.Tree)
	if err != nil {
		return nil, err
	}
	rules, err := given.Played(s.First == "min", games.LeafOrder(s.Order))
	return newProblem(s, "tree", rules, games.Place(0), err)
}

// size is the option for the size of a board or a tree. The shape names its two numbers and gives an example.
func size(what, shape string) []option.Option[Setup] {
	return []option.Option[Setup]{{
		Name: "size", Short: "s", Meaning: "the `SIZE` " + what + ", " + shape,
		In: func(s *Setup) option.Value { return option.Parsed(&s.Size, games.ParseSize, games.Size.String) },
	}}
}
