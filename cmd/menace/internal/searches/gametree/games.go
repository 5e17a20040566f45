package gametree

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/plaintext"
	"menace/menace/option"
	"menace/minimax"
	"menace/minimax/games"
)

// Game describes a game: its help and its options.
type Game struct {
	Name, Usage string
	Position    string // how to write a position

	Options  func(*Setup) []option.Option // options that no other game has, or nil
	Ordering string                       // meaning of the option that orders the leaves or children; "" for none
	Orders   []string                     // choices of that option

	Usual        Setup
	Tree         bool // each position can be reached in only one way
	RandomLeaves bool // the leaves may be random
	Asymmetric   bool // no positions are the same up to symmetry, so that some algorithms are useless
	Sum          bool // both players have the same moves, in parts of the position
	Scored       bool // the payoff is a score, not a win or a loss
	Chance       bool // chance may move
	SetUp        func(Setup) (Problem, error)
}

// Setup holds the options of all games; each game uses some of them.
type Setup struct {
	Values, Tree, Order string
	Weights             []int // of the estimate
	Size                games.Size
	First               Player // the player to move at the start
	Players             Players
	Win                 int    // payoff of a win; 0 for 1, infinite at a horizon
	Take                []int  // the maximum that a move may take, 0 for any number, or the numbers that it may take
	Code                string // octal code
	Play                Play
	Seed                int64
	Quiescence          int       // plies after which only unquiet positions of a tree are searched, or 0
	InARow              int       // number in a row that wins
	Gravity             bool      // discs drop down their column
	Window              *Interval // α and β at the root, for Max, or nil for an infinite window
	Bounds              *Interval // of the leaves where chance moves, or nil for the lowest and the highest leaf

	Language *language.Language // of steps, questions and explanations; nil for English
}

// in returns the language of texts.
func (s Setup) in() *language.Language { return cmp.Or(s.Language, language.English) }

// Player is one of the two players, who maximize or minimize values.
type Player uint8

const (
	Max Player = iota
	Min
)

// Play decides who wins when no move is left.
type Play uint8

// In Normal play the player who makes the last move wins; in Misere play that player loses.
const (
	Normal Play = iota
	Misere
)

// of returns the name of a game under this convention.
func (p Play) of(game string) string {
	if p == Misere {
		return "misère " + game
	}
	return game
}

// play returns the option for normal or misère play.
func play(s *Setup) option.Option {
	return option.Option{
		Name: "play", Meaning: "`WHICH` play: normal, or misere, in which whoever makes the last move loses",
		Value: option.Enum(&s.Play, "normal", "misere"),
	}
}

// player returns the name of a player.
func (s Setup) player(isMax bool) string {
	if isMax {
		return cmp.Or(s.Players[Max], "Max")
	}
	return cmp.Or(s.Players[Min], "Min")
}

// Games describes the games, in the order of the help.
var Games = []Game{
	{
		Name: "tictactoe", Usage: "three in a row",
		Position: "row by row, as in X.O/.X./..., with . for an empty square",
		Options: func(s *Setup) []option.Option {
			return []option.Option{weights(s, 2, "lines with one and with two marks of one player only")}
		},
		Usual: Setup{Weights: []int{1, 1}},
		SetUp: func(s Setup) (Problem, error) {
			rules := games.TicTacToe{Weights: [2]int(s.Weights)}
			return newProblem(s, "tictactoe", rules, rules.Start(), nil)
		},
	},
	{
		Name: "stones", Usage: "take one to three stones from the front of a row; the higher sum wins",
		Position: "the stones left, as in 3,6, or with the lead of the player to move in front, as in +2:3,6",
		Options: func(s *Setup) []option.Option {
			return []option.Option{
				{Name: "values", Meaning: "the `VALUES` of the stones", Value: option.Word(&s.Values)},
			}
		},
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
		Sum:      true,
		Options:  func(s *Setup) []option.Option { return []option.Option{play(s)} },
		SetUp: func(s Setup) (Problem, error) {
			rules := games.NewGrundy(s.Play == Misere)
			start, err := rules.Parse("7")
			return newProblem(s, s.Play.of("grundy"), rules, start, err)
		},
	},
	{
		Name: "octal", Usage: "take from piles and split them by an octal code: 0.77 is Kayles; whoever cannot loses",
		Position: "the sizes of the piles, as in 4,3",
		Sum:      true,
		Options: func(s *Setup) []option.Option {
			return []option.Option{{
				Name: "code",
				Meaning: "what taking 1, 2, 3 … leaves, a digit of `CODE` each: 1 nothing, 2 one pile, 4 two piles, " +
					"added up, as in 0.137",
				Value: option.Word(&s.Code),
			}, play(s)}
		},
		Usual: Setup{Code: "0.77"},
		SetUp: func(s Setup) (Problem, error) {
			rules, err := games.NewOctal(s.Code, s.Play == Misere)
			if err != nil {
				return nil, option.Wrong("code", err)
			}
			start, err := rules.Parse("7")
			return newProblem(s, s.Play.of("octal"), rules, start, err)
		},
	},
	{
		Name: "nim", Usage: "take any number from one row; whoever takes the last one wins",
		Position: "what is left in each row, as in 1,3",
		Sum:      true,
		Options: func(s *Setup) []option.Option {
			return []option.Option{
				play(s),
				{
					Name: "take", Default: "any number", Meaning: "take at most this `NUMBER` at once; several " +
						"numbers, as in 1,3,4, are those that a move may take",
					Value: option.Ints(&s.Take, 0, games.MaxRow),
				},
			}
		},
		SetUp: func(s Setup) (Problem, error) {
			rules := games.Nim{Misere: s.Play == Misere}
			switch only := slices.Compact(slices.Sorted(slices.Values(s.Take))); {
			case len(s.Take) == 1:
				rules.Most = s.Take[0]
			case len(s.Take) > 1 && only[0] == 0:
				return nil, option.Wrong("take", errors.New("a move takes at least 1"))
			case len(s.Take) > 1:
				rules.Only = only
			}
			start, err := rules.Parse("1,3")
			return newProblem(s, s.Play.of("nim"), rules, start, err)
		},
	},
	{
		Name: "domineering", Usage: "place dominoes, one player upright, the other across; whoever cannot loses",
		Position: "V: or H: for who is to move and then the cells, as in H:#../#../..., with # covered and . free",
		Options: func(s *Setup) []option.Option {
			return []option.Option{size(s, "of the board", "width x height, as in 5x4"),
				weights(s, 2, "places, and of safe places, where the other player cannot go")}
		},
		Usual: Setup{Size: games.Size{First: 4, Second: 4}, Weights: []int{1, 0}},
		SetUp: func(s Setup) (Problem, error) {
			rules, err := games.NewDomineering(s.Size.Second, s.Size.First)
			if err != nil {
				return nil, err
			}
			rules.Weigh([2]int(s.Weights))
			return newProblem(s, "domineering", rules, rules.Start(false), nil)
		},
	},
	{
		Name: "connect4", Usage: "drop discs into columns; four in a row win",
		Position: "row by row from the top, as in ..../..../.O../.XX., or the columns played, as in 4453",
		Options: func(s *Setup) []option.Option {
			return []option.Option{size(s, "of the board", "width x height, as in 5x4"),
				weights(s, 3, "lines of four with one, two and three discs of one player only")}
		},
		Usual: Setup{Size: games.Size{First: 7, Second: 6}, Weights: []int{1, 4, 16}},
		SetUp: func(s Setup) (Problem, error) {
			rules, err := games.NewConnectFour(s.Size.First, s.Size.Second)
			if err != nil {
				return nil, err
			}
			rules.Weigh([3]int(s.Weights))
			return newProblem(s, "connect4", rules, games.Discs{}, err)
		},
	},
	{
		Name: "mnk", Usage: "get a given number in a row on a board of any size, with or without gravity",
		Position: "row by row from the top, as in X../.O./..., or with gravity the columns played, as in 4453",
		Options: func(s *Setup) []option.Option {
			return []option.Option{size(s, "of the board", "width x height, as in 4x3"), {
				Name: "win", Meaning: "the `NUMBER` in a row that wins",
				Value: option.Whole(&s.InARow, 2, games.MaxCells),
			}, {
				Name: "gravity", Meaning: "discs drop down the columns, as in connect four",
				Value: option.Switch(&s.Gravity),
			}}
		},
		Usual: Setup{Size: games.Size{First: 3, Second: 3}, InARow: 3},
		SetUp: func(s Setup) (Problem, error) {
			rules, err := games.NewInARow(s.Size.First, s.Size.Second, s.InARow, s.Gravity)
			if err != nil {
				return nil, option.Wrong("win", err)
			}
			return newProblem(s, "mnk", rules, games.Discs{}, err)
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
		Options: func(s *Setup) []option.Option {
			return []option.Option{size(s, "of the tree", "children of every position x plies, as in 3x6")}
		},
		Ordering:     "the `ORDER` of the leaves: best, worst, random (all different), or ties (random from -50 to 50)",
		Orders:       []string{"best", "worst", "random", "ties"},
		RandomLeaves: true,
		Usual:        Setup{Size: games.Size{First: 3, Second: 6}, Order: "best"},
		Tree:         true,
		Asymmetric:   true,
		Scored:       true,
		SetUp: func(s Setup) (Problem, error) {
			rules, err := games.NewUniform(s.Size.First, s.Size.Second, games.LeafOrder(s.Order), uint64(s.Seed))
			return newProblem(s, "uniform", rules, games.Node{}, err)
		},
	},
	{
		Name: "tree", Usage: "a tree with given leaves, as on a blackboard",
		Position:   "the path of children to it, as in 2,1, or the name of a node",
		Ordering:   "try children in this `ORDER`: given, or best or worst for the player to move",
		Orders:     []string{"given", "best", "worst"},
		Usual:      Setup{Order: "given"},
		Tree:       true,
		Asymmetric: true,
		Scored:     true,
		Chance:     true,
		SetUp:      setUpTree,
	},
}

// Quiescence returns the option for a quiescence search of a tree.
func Quiescence(s *Setup) option.Option {
	return option.Option{
		Name: "quiescence", Default: "0, none",
		Meaning: "look this `NUMBER` of plies ahead, and go on from positions that ! marks as unquiet, as in B=4!(2 9)",
		Value:   option.Whole(&s.Quiescence, 0, minimax.MaxDepth),
	}
}

// Players are the names of Max and Min. The zero value means Max and Min.
type Players [2]string

// ParsePlayers parses two names with a comma between them.
func ParsePlayers(text string) (Players, error) {
	first, second, ok := strings.Cut(text, ",")
	first, second = strings.TrimSpace(first), strings.TrimSpace(second)
	switch {
	case !ok || first == "" || second == "" || first == second || strings.Contains(second, ","):
		return Players{}, fmt.Errorf("%q is not two names, as in Alice,Bob", text)
	case strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }):
		return Players{}, fmt.Errorf("%q has characters that cannot be printed", text)
	case first == "Max" && second == "Min":
		return Players{}, nil
	}
	return Players{first, second}, nil
}

// String formats both names for [ParsePlayers].
func (p Players) String() string {
	s := Setup{Players: p}
	return s.player(true) + "," + s.player(false)
}

// setUpTree sets up a tree with given leaves.
func setUpTree(s Setup) (Problem, error) {
	text, err := plaintext.Decode([]byte(s.Tree))
	if err != nil {
		return nil, fmt.Errorf("tree: %w", err)
	}
	given, err := games.ParseTree(text)
	if err != nil {
		return nil, err
	}
	if first := given.First(); first != "" && (first == "min") != (s.First == Min) {
		return nil, option.Wrong("first", fmt.Errorf("the tree's root is labelled %s, so %[1]s moves first", first))
	}
	name := "tree"
	if s.Quiescence > 0 {
		if !given.Unquiet() {
			return nil, option.Wrong("quiescence", errors.New("no position is marked as unquiet, as in B=4!(2 9)"))
		}
		name, given = "quiescent tree", given.Quiescent(s.Quiescence)
	}
	if s.Bounds != nil {
		if given, err = given.WithBounds(s.Bounds.Low, s.Bounds.High); err != nil {
			return nil, option.Wrong("bounds", err)
		}
	}
	rules, err := given.WithOrder(s.First == Min, games.LeafOrder(s.Order))
	return newProblem(s, name, rules, games.Place(0), err)
}

// size returns the option for the size of a board or a tree. The shape names its two numbers and gives an example.
func size(s *Setup, what, shape string) option.Option {
	return option.Option{
		Name: "size", Short: "s", Meaning: "the `SIZE` " + what + ", " + shape,
		Value: option.Parsed(&s.Size, games.ParseSize, games.Size.String),
	}
}

// weights returns the option for the weights in the estimate of a game; number is how many there are.
func weights(s *Setup, number int, of string) option.Option {
	v := option.Ints(&s.Weights, -games.MaxWeight, games.MaxWeight)
	parse := v.Set
	v.Set = func(text string) error {
		before := s.Weights
		err := parse(text)
		if err == nil && len(s.Weights) != number {
			s.Weights, err = before, fmt.Errorf("%q is not %d weights", text, number)
		}
		return err
	}
	return option.Option{Name: "weights", Meaning: "estimate with these `WEIGHTS` of " + of, Value: v}
}
