package view

import (
	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/site"
	"menace/menace"
	"menace/minimax/games"
	"menace/symmetry"
)

// figureNames are the names of figures in words.
var figureNames = map[string]*language.Message{
	"learning": language.NewMessage("Wins and losses"), "score": language.NewMessage("Points"),
	"strength": language.NewMessage("Strength"), "beads": language.NewMessage("Beads"),
}

// FigureName returns the name of a figure in a language.
func FigureName(l *language.Language, name string) string {
	if m := figureNames[name]; m != nil {
		return m.In(l)
	}
	return name
}

// figureLabels are the labels of the form of a figure.
var figureLabels = map[string]site.Label{
	"against": {
		Name:    language.NewMessage("Opponents"),
		Meaning: language.NewMessage("code words, with commas; if empty, those it trained with"),
	},
	"michie": {
		Name:    language.NewMessage("Michie’s tournament"),
		Meaning: language.NewMessage("every game of 1961 beside it"),
	},
	"position": {
		Name: language.NewMessage("Box"),
		Meaning: language.NewMessage("its position, in any orientation, such as X.O/.../... or BBB/W../.WW; if " +
			"empty, the " +
			"first box"),
	},
	"share": {Name: language.NewMessage("Chances"), Meaning: language.NewMessage("instead of beads")},
	"log": {
		Name: language.NewMessage("Early games larger"), Meaning: language.NewMessage("on a logarithmic axis"),
	},
	"paper": {
		Name:    language.NewMessage("Size"),
		Meaning: language.NewMessage("in cm, mm, in or pt, such as 16x9cm or 29.7x21cm (A4)"),
	},
	"dark": {Name: language.NewMessage("Dark"), Meaning: language.NewMessage("light on dark, for slides")},
}

// RuleLabels are the labels of the rules in the form of a new machine.
var RuleLabels = map[string]site.Label{
	"game": {
		Name: language.NewMessage("Game"), Meaning: language.NewMessage("the game it plays"), Usual: games.Title,
	},
	"plays": {
		Name: language.NewMessage("Turn"), Meaning: language.NewMessage("whether it moves first or second"),
		Choices: map[string]*language.Message{
			string(symmetry.First):  language.NewMessage("moves first"),
			string(symmetry.Second): language.NewMessage("moves second"),
		},
	},
	"beads": {
		Name: language.NewMessage("Beads at first"),
		Meaning: language.NewMessage("beads of each move in a fresh box: four numbers with commas, for the " +
			"machine’s first to " +
			"fourth move"),
	},
	"win":  {Name: language.NewMessage("A win"), Meaning: language.NewMessage("beads added for a win")},
	"draw": {Name: language.NewMessage("A draw"), Meaning: language.NewMessage("beads added for a draw")},
	"loss": {
		Name:    language.NewMessage("A loss"),
		Meaning: language.NewMessage("beads added for a loss; a negative number takes them away"),
	},
	"moves": {
		Name: language.NewMessage("Moves"), Meaning: language.NewMessage("which moves get beads in a fresh box"),
		Choices: map[string]*language.Message{
			menace.All:      language.NewMessage("all"),
			menace.Distinct: language.NewMessage("one of those that are the same when turned or mirrored"),
		},
	},
	"credit": {
		Name: language.NewMessage("Boxes"), Meaning: language.NewMessage("which boxes learn from a game"),
		Choices: map[string]*language.Message{
			menace.CreditAll:  language.NewMessage("all that were used"),
			menace.CreditLast: language.NewMessage("only the last one"),
		},
	},
}
