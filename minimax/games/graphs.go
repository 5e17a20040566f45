package games

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"menace/symmetry"
)

// graphs holds the graphs of the games that are small enough for matchboxes. Each is built on first use.
var graphs = []struct {
	name  string
	graph func() *symmetry.Graph
}{
	{TicTacToe{}.Game(), sync.OnceValue(func() *symmetry.Graph { return symmetry.Build(TicTacToe{}) })},
	{Hexapawn{}.Game(), sync.OnceValue(func() *symmetry.Graph { return symmetry.Build(Hexapawn{}) })},
}

// Names lists the games that have a graph; see [Graph].
var Names = func() (names []string) {
	for _, g := range graphs {
		names = append(names, g.name)
	}
	return names
}()

// Graph returns the graph of the game with a name.
func Graph(name string) (*symmetry.Graph, error) {
	if i := slices.Index(Names, name); i >= 0 {
		return graphs[i].graph(), nil
	}
	return nil, fmt.Errorf("unknown game %q; choose from %s", name, strings.Join(Names, ", "))
}
