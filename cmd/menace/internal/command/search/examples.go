package search

// examples are command lines for each game, for its help.
var examples = map[string]string{
	"tictactoe": `   menace search tictactoe --position X.O/.X./...
   menace search tictactoe --algorithm minimax --depth 2 --all-best`,
	"stones": `   menace search stones --values 1,2,3,7
   menace search stones --values 1,2,3,6 --tree`,
	"grundy": `   menace search grundy --pile 7 --tree --algorithm minimax
   menace search grundy --position 9,4`,
	"nim": `   menace search nim --rows 3,4,5
   menace search nim --rows 1,2 --tree`,
	"domineering": `   menace search domineering --size 4x5
   menace search domineering --size 2x3 --position H:#../#..`,
	"connect4": `   menace search connect4 --size 5x4
   menace search connect4 --depth 8 --algorithm alphabeta --algorithm deepening
   menace search connect4 --position 444 --timeout 5s --algorithm deepening
   menace search connect4 --count --depth 6`,
	"hexapawn": `   menace search hexapawn
   menace search hexapawn --position BBB/W../.WW --tree`,
	"uniform": `   menace search uniform --width 3 --height 6 --order best
   menace search uniform --width 2 --height 3 --tree`,
	"tree": `   menace search tree '((3 5)(2 9 1)((7) 4))'
   menace search tree 'A(B(3 12 8) C(2 4 6) D(14 5 2))' --tree
   menace search tree '((3 5)(2 9 1)((7) 4))' --order given,best,worst
   menace search tree --file tree.txt --first min`,
}
