package search

import (
	"menace/cmd/menace/internal/cli"
	"menace/minimax/games"
)

// all describes the games, in the order of the help.
var all = []game{
	{
		name: "tictactoe", usage: "three in a row",
		position: "nine of X, O and . row by row, as in X.O/.X./...",
		more: `Moves are squares, 1 to 9. A search with --depth estimates by the lines that are open.

Examples:
   menace search tictactoe --position X.O/.X./...
   menace search tictactoe --algorithm minimax --depth 2 --all-best`,
		setUp: func(*cli.Context) (subject, error) { return at(games.TicTacToe{}, games.Marks{}, nil) },
	},
	{
		name: "stones", usage: "take one to three stones from the front of a row; the higher sum wins",
		position: "the stones left, as in 3,6, after the lead of the player to move, as in +2:3,6",
		more: `Moves are how many stones to take. The value is the sum of the player to move less the other's.

Examples:
   menace search stones --values 1,2,3,7
   menace search stones --values 1,2,3,6 --tree`,
		flags: []cli.Flag{&cli.StringFlag{Name: "values", Usage: "the `VALUES` of the stones", Value: "1,2,3,6"}},
		setUp: func(c *cli.Context) (subject, error) {
			rules, err := games.ParseStones(c.String("values"))
			return at(rules, games.Takings{}, err)
		},
	},
	{
		name: "grundy", usage: "split a pile into two of different sizes; a player who cannot loses",
		position: "the sizes of the piles, as in 4,3",
		more: `Moves are splits, as in 7=5+2.

Examples:
   menace search grundy --pile 7 --tree --algorithm minimax
   menace search grundy --position 9,4`,
		flags:  []cli.Flag{&cli.IntFlag{Name: "pile", Usage: "start with one pile of `N`", Value: 7}},
		begins: "pile",
		setUp: func(c *cli.Context) (subject, error) {
			start, err := games.Grundy{}.At(c.Int("pile"))
			return at(games.Grundy{}, start, err)
		},
	},
	{
		name: "nim", usage: "take any number from one row; whoever takes the last one wins",
		position: "what is left in each row, as in 1,3",
		more: `Moves are removals: r2-3 takes 3 from the second row.

Examples:
   menace search nim --rows 3,4,5
   menace search nim --rows 1,2 --tree`,
		flags:  []cli.Flag{&cli.StringFlag{Name: "rows", Usage: "start with these `ROWS`", Value: "1,3"}},
		begins: "rows",
		setUp: func(c *cli.Context) (subject, error) {
			start, err := games.Nim{}.Parse(c.String("rows"))
			return at(games.Nim{}, start, err)
		},
	},
	{
		name: "domineering", usage: "place dominoes, one player upright, the other across; a player who cannot loses",
		position: "the cells row by row, . free and # covered, after V: or H: for who is to move, as in H:#../#../...",
		more: `Moves are dominoes: V1.2 stands upright from row 1, column 2; H lies across. V moves first. A search
with --depth estimates by the places that are left.

Examples:
   menace search domineering --size 4x5
   menace search domineering --size 2x3 --position H:#../#..`,
		flags: []cli.Flag{sizeFlag("ROWSxCOLUMNS", "4x4")},
		setUp: func(c *cli.Context) (subject, error) {
			rules, err := sized(c, games.NewDomineering)
			if err != nil {
				return nil, err
			}
			return at(rules, rules.Start(false), nil)
		},
	},
	{
		name: "connect4", usage: "drop discs into columns; four in a row win",
		position: "row by row from the top, as in ..../..../.O../.XX., or the columns played, as in 4453",
		more: `Moves are columns, from 1. A search with --depth estimates by the windows of four that are open.

Examples:
   menace search connect4 --size 5x4
   menace search connect4 --depth 8 --algorithm alphabeta --algorithm deepening
   menace search connect4 --position 444 --timeout 5s --algorithm deepening
   menace search connect4 --count --depth 6`,
		flags: []cli.Flag{sizeFlag("WIDTHxHEIGHT", "7x6")},
		setUp: func(c *cli.Context) (subject, error) {
			rules, err := sized(c, games.NewConnectFour)
			return at(rules, games.Discs{}, err)
		},
	},
	{
		name: "hexapawn", usage: "three pawns a side; reach the far row, take all, or leave the other no move",
		position: "row by row from Black's side, as in BBB/W../.WW; the pawns tell whose turn it is",
		more: `Moves are squares, 1 to 9, from and to, as in 7-4. White moves first, up the board. A search with
--depth estimates by the pawns that are left.

Examples:
   menace search hexapawn
   menace search hexapawn --position BBB/W../.WW --tree`,
		setUp: func(*cli.Context) (subject, error) { return at(games.Hexapawn{}, games.Hexapawn{}.Start(), nil) },
	},
	{
		name: "uniform", usage: "a bare tree, in which the order of the leaves matters",
		position: "the children that lead there, as in 2,1,3",
		more: `Moves are children, from 1. Best order lets alpha-beta look at the fewest leaves that any search can.

Examples:
   menace search uniform --width 3 --height 6 --order best
   menace search uniform --width 2 --height 3 --tree`,
		flags: []cli.Flag{
			&cli.IntFlag{Name: "width", Usage: "the `CHILDREN` of every position", Value: 3},
			&cli.IntFlag{Name: "height", Usage: "the `PLIES` down to the leaves", Value: 6},
			&cli.StringFlag{Name: "order", Usage: "the `ORDER` of the leaves: best, worst or random", Value: "best"},
			&cli.Uint64Flag{Name: "seed", Usage: "the `SEED` of random leaves"},
		},
		setUp: func(c *cli.Context) (subject, error) {
			rules, err := games.NewUniform(c.Int("width"), c.Int("height"), games.LeafOrder(c.String("order")), c.Uint64("seed"))
			return at(rules, games.Node{}, err)
		},
	},
	{
		name: "tree", usage: "a tree with given leaves, as on a blackboard",
		position: "the children that lead there, as in 2,1, or the name of a node",
		words:    "[TREE]",
		more: `A tree is written in brackets: a number is a leaf, what Max wins; an inner node may have a name before its
bracket. Moves are names, or numbers of children. Values are Max's.

Examples:
   menace search tree '((3 5)(2 9 1)((7) 4))'
   menace search tree 'A(B(3 12 8) C(2 4 6) D(14 5 2))' --tree
   menace search tree '((3 5)(2 9 1)((7) 4))' --order given,best,worst
   menace search tree --file tree.txt --first min`,
		flags: []cli.Flag{
			&cli.StringFlag{Name: "file", Aliases: []string{"f"}, Usage: "read the tree from `FILE`; - is standard input"},
			&cli.StringFlag{Name: "first", Usage: "the `PLAYER` to move at the root: max or min", Value: "max"},
			&cli.StringSliceFlag{Name: "order", DefaultText: "given",
				Usage: "try children in the `ORDER` given, best or worst for the player to move; of several, the leaves looked at side by side"},
		},
		setUp: setUpTree,
	},
}

// sizeFlag gives the size of a board, in the order that the shape says.
func sizeFlag(shape, value string) cli.Flag {
	return &cli.StringFlag{Name: "size", Aliases: []string{"s"}, Usage: "the board, `" + shape + "`", Value: value}
}

// sized makes the rules of a game on a board of the size that sizeFlag gives.
func sized[G any](c *cli.Context, rules func(first, second int) (G, error)) (g G, err error) {
	first, second, err := games.ParseSize(c.String("size"))
	if err != nil {
		return g, err
	}
	return rules(first, second)
}
