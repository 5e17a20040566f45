package arena_test

import (
	"menace/menace"
	"menace/menace/arena"
	"menace/minimax/games"
	"menace/symmetry"
)

var (
	ticTacToe, hexapawn = graph("tic-tac-toe"), graph("hexapawn")
	sides               = []symmetry.Side{symmetry.First, symmetry.Second}
)

// solved maps each game to the known outcome of perfect play. A new game needs an entry.
var solved = map[string]symmetry.Outcome{"tic-tac-toe": symmetry.Drawn, "hexapawn": symmetry.SecondWins,
	"nim": symmetry.FirstWins, "notakto": symmetry.FirstWins, "misere": symmetry.Drawn}

// all holds the graphs of all games.
var all = func() (graphs []*symmetry.Graph) {
	for _, name := range games.Names() {
		if _, ok := solved[name]; !ok {
			panic("no entry in solved for " + name)
		}
		graphs = append(graphs, graph(name))
	}
	return graphs
}()

// hopeless reports whether a side loses against perfect play, whatever it plays.
func hopeless(g *symmetry.Graph, side symmetry.Side) bool {
	return solved[g.Name()] == symmetry.Win(side.Other())
}

func graph(name string) *symmetry.Graph {
	g, err := games.Graph(name)
	if err != nil {
		panic(err)
	}
	return g
}

// standard returns the opponents without parameters by name.
func standard(g *symmetry.Graph) map[string]arena.Opponent {
	opponents := map[string]arena.Opponent{"random": arena.Random(g), "perfect": arena.Perfect(g)}
	if blocker := arena.Blocker(g); blocker != nil {
		opponents["blocker"] = blocker
	}
	return opponents
}

// michie returns the rules of 1961 for one side of a game.
func michie(g *symmetry.Graph, side symmetry.Side) menace.Rules {
	rules := menace.Michie()
	rules.Game, rules.Plays = g.Name(), side
	return rules
}

// label identifies a machine with these rules in failure messages.
func label(r menace.Rules) string { return r.Game + ", " + string(r.Plays) }
