package searches

import (
	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/words"
)

// titles name the games on the page. Games that are not listed have the same name in all languages.
var titles = map[string]*language.Message{
	"tictactoe": language.NewMessage("Tic-tac-toe"),
	"stones":    language.NewMessage("Stones"),
	"grundy":    language.NewMessage("Grundy’s game"),
	"octal":     language.NewMessage("Octal games"),
	"connect4":  language.NewMessage("Connect four"),
	"mnk":       language.NewMessage("In-a-row games"),
	"uniform":   language.NewMessage("Regular tree"),
	tree:        language.NewMessage("Tree"),
}

// listed is a game in the list of a page.
type listed struct{ gametree.Game }

// Title names the game in a language, at the beginning of a line.
func (g listed) Title(l *language.Language) string {
	if m := titles[g.Name]; m != nil {
		return m.In(l)
	}
	return words.Sentence(g.Name)
}

// Title names the game of the form in a language.
func (f *Form) Title(l *language.Language) string { return listed{f.Game}.Title(l) }

// usages describe the games on the page.
var usages = map[string]*language.Message{
	"tictactoe":   language.NewMessage("three in a row"),
	"stones":      language.NewMessage("take one to three stones from the front of a row; the higher sum wins"),
	"grundy":      language.NewMessage("split a pile into two of different sizes; whoever cannot loses"),
	"nim":         language.NewMessage("take any number from one row; whoever takes the last one wins"),
	"domineering": language.NewMessage("place dominoes, one player upright, the other across; whoever cannot loses"),
	"connect4":    language.NewMessage("drop discs into columns; four in a row win"),
	"mnk":         language.NewMessage("get a given number in a row on a board of any size, with or without gravity"),
	"octal": language.NewMessage("take from piles and split them by an octal code: 0.77 is Kayles; " +
		"whoever cannot loses"),
	"hexapawn": language.NewMessage("three pawns a side; reach the far row, take all pawns, or leave the " +
		"other no move"),
	"uniform": language.NewMessage("a regular tree, to study the order of the leaves"),
	tree:      language.NewMessage("a tree with given leaves, as on a blackboard"),
}

// Usage describes the game in a language.
func (f *Form) Usage(l *language.Language) string {
	if m := usages[f.Game.Name]; m != nil {
		return m.In(l)
	}
	return f.Game.Usage
}

// positions explain how to write a position of each game.
var positions = map[string]*language.Message{
	"tictactoe": language.NewMessage("row by row, as in X.O/.X./..., with . for an empty square"),
	"stones": language.NewMessage("the stones left, as in 3,6, or with the lead of the player to move in " +
		"front, as in +2:3,6"),
	"grundy": language.NewMessage("the sizes of the piles, as in 4,3"),
	"octal":  language.NewMessage("the sizes of the piles, as in 4,3"),
	"nim":    language.NewMessage("what is left in each row, as in 1,3"),
	"domineering": language.NewMessage("V: or H: for who is to move and then the cells, as in H:#../#../..., " +
		"with # covered and . free"),
	"connect4": language.NewMessage("row by row from the top, as in ..../..../.O../.XX., or the columns " +
		"played, as in 4453"),
	"mnk": language.NewMessage("row by row from the top, as in X../.O./..., or with gravity the columns played, " +
		"as in 4453"),
	"hexapawn": language.NewMessage("row by row from Black's side, as in BBB/W../.WW; the pawns determine " +
		"whose turn it is"),
	"uniform": language.NewMessage("the path of children to it, as in 2,1,3"),
	tree:      language.NewMessage("the path of children to it, as in 2,1, or the name of a node"),
}

// labelsOf returns the labels of the forms about searches of a game.
func labelsOf(game string) map[string]site.Label {
	all := map[string]site.Label{}
	for name, label := range labels {
		all[name] = label
	}
	if game == "mnk" {
		all["win"] = site.Label{
			Name: language.NewMessage("In a row"), Meaning: language.NewMessage("this many in a row win"),
		}
	}
	all["position"] = site.Label{Name: language.NewMessage("Position"), Meaning: positions[game]}
	return all
}

// labels are the labels of the options on the pages of searches. Algorithms and types have the names used in courses.
var labels = map[string]site.Label{
	tree:     {Name: language.NewMessage("Tree"), Meaning: language.NewMessage("as in ((3 5)(2 9))")},
	"order":  {Name: language.NewMessage("Order"), Meaning: language.NewMessage("of the leaves or children")},
	"values": {Name: language.NewMessage("Values"), Meaning: language.NewMessage("of the stones")},
	"play": {
		Name:    language.NewMessage("Play"),
		Meaning: language.NewMessage("normal; or misere: whoever takes the last one loses"),
	},
	"take": {
		Name:    language.NewMessage("Take at most"),
		Meaning: language.NewMessage("this many at once; a list such as 1,3,4 says which numbers a move may take"),
	},
	"code": {
		Name: language.NewMessage("Code"),
		Meaning: language.NewMessage("each digit says what may be left after taking that many: 1 nothing, 2 one " +
			"pile, 4 two piles, added up"),
	},
	"size": {
		Name:    language.NewMessage("Size"),
		Meaning: language.NewMessage("width x height, as in 5x4; of a tree, children of every position x plies"),
	},
	"gravity": {Name: language.NewMessage("Gravity"), Meaning: language.NewMessage("discs drop down the columns")},
	"weights": {
		Name:    language.NewMessage("Weights"),
		Meaning: language.NewMessage("of the estimate, with commas"),
	},
	"algorithm": {Name: language.NewMessage("Algorithm")},
	"fail": {
		Name:    language.NewMessage("Returns"),
		Meaning: language.NewMessage("outside its window: hard, α or β; soft, the best found"),
	},
	"window": {Name: language.NewMessage("Window"), Meaning: language.NewMessage("α and β at the root, as in 0,6")},
	"quiescence": {
		Name: language.NewMessage("Quiescence"),
		Meaning: language.NewMessage("after this many plies, search on only from positions marked with !, as in " +
			"B=4!(2 9); 0 for none"),
	},
	"bounds": {
		Name:    language.NewMessage("Bounds"),
		Meaning: language.NewMessage("of all leaves, for star1 and star2, as in -10,10"),
	},
	"depth": {
		Name:    language.NewMessage("Depth"),
		Meaning: language.NewMessage("how many plies to look ahead; if empty, to the end"),
	},
	"types": {
		Name:    language.NewMessage("Types"),
		Meaning: language.NewMessage("Knuth and Moore’s types of positions, 1, 2 and 3"),
	},
	"playouts": {
		Name:    language.NewMessage("Playouts"),
		Meaning: language.NewMessage("games at random, for mcts"),
	},
	"exploration": {
		Name:    language.NewMessage("Exploration"),
		Meaning: language.NewMessage("the constant C of the upper bounds, for mcts"),
	},
	"seed": {
		Name:    language.NewMessage("Luck"),
		Meaning: language.NewMessage("the same number gives the same luck"),
	},
	"first": {Name: language.NewMessage("Moves first"), Meaning: language.NewMessage("max or min")},
	"players": {
		Name:    language.NewMessage("Players"),
		Meaning: language.NewMessage("names for Max and Min, as in Alice,Bob"),
	},
	"win": {
		Name:    language.NewMessage("Points for a win"),
		Meaning: language.NewMessage("a loss counts as many below 0"),
	},
	"difficulty": {
		Name: language.NewMessage("Level"),
		Choices: map[string]*language.Message{
			"easy": language.NewMessage("easy"), "medium": language.NewMessage("medium"),
			"hard": language.NewMessage("hard"),
		},
	},
	"ask": {
		Name:    language.NewMessage("Ask only"),
		Meaning: language.NewMessage("kinds of questions, as in order,cuts"),
	},
	"example": {
		Name:    language.NewMessage("Example"),
		Meaning: language.NewMessage("a well-known tree from a course"),
	},
}
