package learners

import (
	"menace/menace/arena"
	"menace/symmetry"
)

// ttt: Unix Programmer's Manual, fourth edition, page ttt (VI) of 11/1/73, "a learning program that never makes the
// same mistake twice", which "must lose nearly 80 games to completely know the game".
//
// All that survives are these sentences and its file of knowledge: a list of positions, one for each class of symmetric
// positions, and in nearly all of them the opponent, who is to move, wins. The rest is inferred. The program remembers
// the position that it left to its opponent before it lost. If it remembers all positions that its other moves led to
// as well, the game was lost earlier: then it remembers the position that it left one move earlier, and so on. It
// chooses at random among the moves to positions that it does not remember.
//
// So it remembers lost positions only, and moves to one only if every move leads to one. Each defeat adds at least one:
// as the second player of tic-tac-toe it loses at most 254 games, against any opponent, because there are as many
// classes that the first player wins when it has the move.
var tttMethod = Method{
	Name: "ttt", Title: "The program ttt of 1973",
	Meaning:  "the program ttt of Unix, 1973, as far as it is known: never the same mistake twice",
	Equation: "after a loss, remember S; and the earlier S if all moves from there are remembered (inferred)",
	Holds:    "lost",
	start:    func(m memory, _ parameterValues) arena.Learner { return &ttt{newGreedy(m.shared(), 0)} },
}

// ttt holds −1 for moves to positions that it remembers, and 0 for others.
type ttt struct{ greedy }

// Learn implements [arena.Learner].
func (l *ttt) Learn(end symmetry.Outcome) (bankrupt bool) {
	moves, reward := l.end(end)
	for i := len(moves) - 1; i >= 0 && reward < 0; i-- {
		s := moves[i]
		old := l.values[s.edge]
		l.approach(s, reward, 1)
		if l.trace != nil {
			l.note(s, "lost", old, reward, Term{"R", reward})
		}
		if best, _ := l.best(s.at); best > reward {
			break
		}
	}
	return false
}
