package games

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"menace/symmetry"
)

// machineGame is a game that is small enough for matchboxes. A game registers itself by an entry in machineGames.
type machineGame struct {
	name string
	// parse returns the canonical name of the game with settings, as in nim:7+wins, and builds its graph; nil if the
	// game has no settings.
	parse func(name string) (canonical string, build func() *symmetry.Graph, err error)
	build func() *symmetry.Graph
	// machines names the machines for the first and the second player, as sentences call them.
	machines [2]string
}

// machineGames lists the games for machines.
var machineGames = []machineGame{
	{name: TicTacToe{}.Game(), build: func() *symmetry.Graph { return symmetry.Build(TicTacToe{}) },
		machines: [2]string{"MENACE", "MENACE"}},
	{name: Hexapawn{}.Game(), build: func() *symmetry.Graph { return symmetry.Build(Hexapawn{}) },
		machines: [2]string{"HIM", "HER"}},
	{name: sticksName, machines: [2]string{"NIM", "NIM"},
		parse: func(name string) (string, func() *symmetry.Graph, error) {
			g, err := ParseSticks(name)
			return g.Game(), func() *symmetry.Graph { return symmetry.Build(g) }, err
		}},
}

// Names lists the games that have a graph, without settings; see [Graph].
var Names = func() (names []string) {
	for _, g := range machineGames {
		names = append(names, g.name)
	}
	return names
}()

// Variants lists games with settings, one for each way to explain the rules that no game of [Names] has.
var Variants = []string{"nim:take2", "nim:wins", "nim:take2+wins"}

// find returns the canonical name of a game and a function that builds its graph.
func find(name string) (canonical string, build func() *symmetry.Graph, err error) {
	base, _, settings := strings.Cut(name, ":")
	i := slices.Index(Names, base)
	switch {
	case i < 0 || settings && machineGames[i].parse == nil:
		return "", nil, fmt.Errorf("unknown game %q; choose from %s", name, strings.Join(Names, ", "))
	case machineGames[i].parse != nil:
		return machineGames[i].parse(name)
	}
	return name, machineGames[i].build, nil
}

// graphs holds the graphs that have been built, by canonical name.
var graphs sync.Map // to func() *symmetry.Graph

// Graph returns the graph of the game with a name, perhaps with settings: nim, or nim:7+wins (see [ParseSticks]). Each
// graph is built on first use.
func Graph(name string) (*symmetry.Graph, error) {
	canonical, build, err := find(name)
	if err != nil {
		return nil, err
	}
	graph, _ := graphs.LoadOrStore(canonical, sync.OnceValue(build))
	return graph.(func() *symmetry.Graph)(), nil
}

// Machine returns the name by which sentences call a machine for one side of a game.
func Machine(game string, side symmetry.Side) string {
	base, _, _ := strings.Cut(game, ":")
	names := machineGames[max(slices.Index(Names, base), 0)].machines
	if side == symmetry.Second {
		return names[1]
	}
	return names[0]
}

// Canonical returns the canonical name of a game, in which settings have one order and usual ones are left out.
func Canonical(name string) (string, error) {
	canonical, _, err := find(name)
	return canonical, err
}
