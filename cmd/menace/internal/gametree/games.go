package gametree

import (
	"fmt"
	"strconv"

	"menace/minimax/games"
)

// Game describes a game: what its help says, and what can be chosen of it.
type Game struct {
	Name, Usage string
	Position    string   // how one is written
	Moves       string   // how a move is written, and what estimates go by
	Options     []Option // that set it up
	Begins      string   // the option that gives the start and nothing else, or ""
	setUp       func(settings) (Problem, error)
}

// Option is something that can be chosen of a game before it is searched.
type Option struct {
	Name    string
	Usage   string // what is given stands in backquotes
	Value   string // what it is unless it is given
	Kind    Kind
	Choices []string // there are no others, or nil
}

// Kind is what kind of value an option has.
type Kind uint8

// The kinds of options.
const (
	Text   Kind = iota
	Number      // a whole number
	Tree        // written out, or read from a file
)

// OptionError says what is wrong with what was given for an option.
type OptionError struct{ Option, Wrong string }

// Error implements error.
func (e *OptionError) Error() string { return e.Option + " " + e.Wrong }

// settings returns what was given for an option, or else its usual value.
type settings func(option string) string

// number returns a whole number.
func (get settings) number(option string) (int, error) {
	n, err := strconv.ParseInt(get(option), 10, 0)
	if err != nil {
		return 0, &OptionError{option, fmt.Sprintf("%q: a whole number is needed", get(option))}
	}
	return int(n), nil
}

// SetUp returns the start of the game with what was given for its options, if anything.
func (g Game) SetUp(given func(option string) (value string, ok bool)) (Problem, error) {
	return g.setUp(func(option string) string {
		value, ok := given(option)
		for _, o := range g.Options {
			if o.Name == option && !ok {
				return o.Value
			}
		}
		return value
	})
}

// Games describes the games, in the order of the help.
var Games = []Game{
	{
		Name: "tictactoe", Usage: "three in a row",
		Position: "nine of X, O and . row by row, as in X.O/.X./...",
		Moves:    `Moves are squares, 1 to 9. A search to a depth estimates by the lines that are open.`,
		setUp:    func(settings) (Problem, error) { return at("tictactoe", games.TicTacToe{}, games.Marks{}, nil) },
	},
	{
		Name: "stones", Usage: "take one to three stones from the front of a row; the higher sum wins",
		Position: "the stones left, as in 3,6, after the lead of the player to move, as in +2:3,6",
		Moves:    `Moves are how many stones to take. The value is the sum of the player to move less the other's.`,
		Options:  []Option{{Name: "values", Usage: "the `VALUES` of the stones", Value: "1,2,3,6"}},
		setUp: func(get settings) (Problem, error) {
			rules, err := games.ParseStones(get("values"))
			return at("stones", rules, games.Takings{}, err)
		},
	},
	{
		Name: "grundy", Usage: "split a pile into two of different sizes; a player who cannot loses",
		Position: "the sizes of the piles, as in 4,3",
		Moves:    `Moves are splits, as in 7=5+2.`,
		Options:  []Option{{Name: "pile", Usage: "start with one pile of `N`", Value: "7", Kind: Number}},
		Begins:   "pile",
		setUp: func(get settings) (Problem, error) {
			pile, err := get.number("pile")
			if err != nil {
				return nil, err
			}
			start, err := games.Grundy{}.At(pile)
			return at("grundy", games.Grundy{}, start, err)
		},
	},
	{
		Name: "nim", Usage: "take any number from one row; whoever takes the last one wins",
		Position: "what is left in each row, as in 1,3",
		Moves:    `Moves are removals: r2-3 takes 3 from the second row.`,
		Options:  []Option{{Name: "rows", Usage: "start with these `ROWS`", Value: "1,3"}},
		Begins:   "rows",
		setUp: func(get settings) (Problem, error) {
			start, err := games.Nim{}.Parse(get("rows"))
			return at("nim", games.Nim{}, start, err)
		},
	},
	{
		Name: "domineering", Usage: "place dominoes, one player upright, the other across; a player who cannot loses",
		Position: "the cells row by row, . free and # covered, after V: or H: for who is to move, as in H:#../#../...",
		Moves: `Moves are dominoes: V1.2 stands upright from row 1, column 2; H lies across. V moves first. A search
to a depth estimates by the places that are left.`,
		Options: []Option{size("ROWSxCOLUMNS", "4x4")},
		setUp: func(get settings) (Problem, error) {
			rules, err := sized(get, games.NewDomineering)
			if err != nil {
				return nil, err
			}
			return at("domineering", rules, rules.Start(false), nil)
		},
	},
	{
		Name: "connect4", Usage: "drop discs into columns; four in a row win",
		Position: "row by row from the top, as in ..../..../.O../.XX., or the columns played, as in 4453",
		Moves:    `Moves are columns, from 1. A search to a depth estimates by the windows of four that are open.`,
		Options:  []Option{size("WIDTHxHEIGHT", "7x6")},
		setUp: func(get settings) (Problem, error) {
			rules, err := sized(get, games.NewConnectFour)
			return at("connect4", rules, games.Discs{}, err)
		},
	},
	{
		Name: "hexapawn", Usage: "three pawns a side; reach the far row, take all, or leave the other no move",
		Position: "row by row from Black's side, as in BBB/W../.WW; the pawns tell whose turn it is",
		Moves: `Moves are squares, 1 to 9, from and to, as in 7-4. White moves first, up the board. A search with
a depth estimates by the pawns that are left.`,
		setUp: func(settings) (Problem, error) {
			return at("hexapawn", games.Hexapawn{}, games.Hexapawn{}.Start(), nil)
		},
	},
	{
		Name: "uniform", Usage: "a bare tree, in which the order of the leaves matters",
		Position: "the children that lead there, as in 2,1,3",
		Moves:    `Moves are children, from 1. Best order lets alpha-beta look at the fewest leaves that any search can.`,
		Options: []Option{
			{Name: "width", Usage: "the `CHILDREN` of every position", Value: "3", Kind: Number},
			{Name: "height", Usage: "the `PLIES` down to the leaves", Value: "6", Kind: Number},
			{Name: "order", Usage: "the `ORDER` of the leaves: best, worst or random", Value: "best", Choices: []string{"best", "worst", "random"}},
			{Name: "seed", Usage: "the `SEED` of random leaves", Value: "0", Kind: Number},
		},
		setUp: setUpUniform,
	},
	{
		Name: "tree", Usage: "a tree with given leaves, as on a blackboard",
		Position: "the children that lead there, as in 2,1, or the name of a node",
		Moves: `A tree is written in brackets: a whole number is a leaf, what Max wins; an inner node may have a name before its
bracket. Moves are names, or numbers of children. Values are Max's.`,
		Options: []Option{
			{Name: "tree", Usage: "the tree, as in ((3 5)(2 9))", Kind: Tree},
			{Name: "first", Usage: "the `PLAYER` to move at the root: max or min", Value: "max", Choices: []string{"max", "min"}},
			{Name: "order", Usage: "try children in the `ORDER` given, best or worst for the player to move", Value: "given", Choices: []string{"given", "best", "worst"}},
		},
		setUp: setUpTree,
	},
}

// setUpUniform makes a bare tree.
func setUpUniform(get settings) (Problem, error) {
	width, err := get.number("width")
	if err != nil {
		return nil, err
	}
	height, err := get.number("height")
	if err != nil {
		return nil, err
	}
	seed, err := strconv.ParseUint(get("seed"), 10, 64)
	if err != nil {
		return nil, &OptionError{"seed", fmt.Sprintf("%q is not a whole number from 0", get("seed"))}
	}
	rules, err := games.NewUniform(width, height, games.LeafOrder(get("order")), seed)
	return at("uniform", rules, games.Node{}, err)
}

// setUpTree makes a tree with given leaves.
func setUpTree(get settings) (Problem, error) {
	given, err := games.ParseTree(get("tree"))
	if err != nil {
		return nil, err
	}
	switch first := get("first"); first {
	case "max":
	case "min":
		given = given.MinFirst()
	default:
		return nil, &OptionError{"first", fmt.Sprintf("%q: it is max or min", first)}
	}
	rules, err := given.Ordered(games.LeafOrder(get("order")))
	if err != nil {
		return nil, err
	}
	return problem[games.Place, games.Place]{game: "tree", rules: rules, toMax: true}, nil
}

// size gives the size of a board, in the order that the shape says.
func size(shape, value string) Option {
	return Option{Name: "size", Usage: "the board, `" + shape + "`", Value: value}
}

// sized makes the rules of a game on a board of the size that was given.
func sized[G any](get settings, rules func(first, second int) (G, error)) (g G, err error) {
	first, second, err := games.ParseSize(get("size"))
	if err != nil {
		return g, err
	}
	return rules(first, second)
}
