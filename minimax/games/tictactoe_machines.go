package games

var michies = both("MENACE",
	"MENACE, the Matchbox Educable Noughts And Crosses Engine, is a machine by Donald Michie.")

var _ = register(ForMachines{
	Name: TicTacToe{}.Game(), Place: 0, Parse: fixed(TicTacToe{}), Machines: michies,
	Presets: []Preset{
		{"michie", "The machine of 1961", "Plays tic-tac-toe with X and begins. When a box is empty it gives up, " +
			"and good players soon empty its boxes.", ""},
		{"scroggs", "More beads at first", "The same, but its first boxes hold more beads, so that they do not run " +
			"out so soon.", "beads=8,4,2,1"}, // by Matt Scroggs, https://www.mscroggs.co.uk/menace
		{"restock", "Fills empty boxes again", "The same as in 1961, but an empty box is filled again, so the " +
			"machine never gives up. The best one for a class.", "on-empty=restock"},
	},
})
