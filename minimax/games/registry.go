package games

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"menace/symmetry"
)

// ForMachines is a game that is small enough for matchboxes, with everything that the program needs to know about it.
// The file with the rules registers it below them:
//
//	var _ = register(ForMachines{Name: "nim", ...})
//
// Nothing else in the program depends on the game. Its texts here are in English; their translations, and special
// sheets of its kit, are files with its name, in the language folders of the features that show them.
type ForMachines struct {
	Name  string // lower case; the whole name of a game without settings
	Place int    // in lists of games, the lowest first

	// Parse parses a name with settings, as in nim:7+wins; see [fixed] for a game without settings.
	Parse func(name string) (Parsed, error)

	Machines [2]Machine // for the first and the second player
	Presets  []Preset   // the usual rules first

	// Variants lists names with settings, one for each explanation of the rules that differs from that of Name.
	Variants []string
}

// Machine is the name of a machine, for sentences about it, on one side of a game.
type Machine struct {
	Name string // such as HER
	Who  string // a sentence that explains the name
}

// both returns a machine that has the same name for both players.
func both(name, who string) [2]Machine { return [2]Machine{{name, who}, {name, who}} }

// Preset is a named set of rules for machines that play a game. Package menace parses the rules.
type Preset struct {
	Name    string
	Label   string // a title
	Meaning string // what such a machine does
	Rules   string // options with values that differ from Michie's, as in "plays=second win=0"
}

// GardnersRules are the rules of 1962, for [Preset]: a lost game costs the last bead drawn, and nothing else changes.
//
// M. Gardner, Mathematical games: How to build a game-learning machine and then teach it to play and to win,
// Scientific American 206(3), March 1962.
const GardnersRules = "beads=1,1,1,1 win=0 draw=0 loss=-1 credit=last"

// Parsed is a game with its settings.
type Parsed struct {
	Name  string // canonical: settings have one order, and usual ones are left out
	Build func() *symmetry.Graph
}

// parsed returns the game with these rules.
func parsed[P, M any](rules symmetry.Rules[P, M]) Parsed {
	return Parsed{rules.Game(), func() *symmetry.Graph { return symmetry.Build(rules) }}
}

// fixed returns the function Parse of a game without settings.
func fixed[P, M any](rules symmetry.Rules[P, M]) func(string) (Parsed, error) {
	return func(name string) (Parsed, error) {
		if name != rules.Game() {
			return Parsed{}, unknown(name)
		}
		return parsed(rules), nil
	}
}

// registered holds the games from all files.
var registered []ForMachines

// Register adds a game for machines. Call it before anything else asks for games. It returns the game, so that it can
// be called in a declaration.
func Register(g ForMachines) ForMachines { return register(g) }

func register(g ForMachines) ForMachines {
	at, _ := slices.BinarySearchFunc(registered, g, func(a, b ForMachines) int { return cmp.Compare(a.Place, b.Place) })
	registered = slices.Insert(registered, at, g)
	return g
}

// All returns the games for machines. The caller must not change them.
func All() []ForMachines { return registered }

// Names lists the names of the games for machines, without settings; see [Graph].
func Names() (names []string) {
	for _, g := range registered {
		names = append(names, g.Name)
	}
	return names
}

// Find returns the game with a name, which may include settings, and the settings.
func Find(name string) (g ForMachines, with Parsed, err error) {
	base, _, _ := strings.Cut(name, ":")
	i := slices.Index(Names(), base)
	if IsOwn(name) {
		with, err = own.Parse(name)
		return own, with, err
	}
	if i < 0 {
		return g, with, unknown(name)
	}
	g = registered[i]
	with, err = g.Parse(name)
	return g, with, err
}

// UnknownError reports a game that does not exist.
type UnknownError struct{ Name string }

// Error implements error.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("unknown game %s; choose from %s", quoted(e.Name), strings.Join(Names(), ", "))
}

func unknown(name string) error { return &UnknownError{name} }

// graphs caches the graphs that have been built, by canonical name.
var graphs sync.Map // to func() *symmetry.Graph

// Graph returns the graph of the game with a name, which may include settings. Each graph is built on first use.
func Graph(name string) (*symmetry.Graph, error) {
	if known, ok := graphs.Load(name); ok { // saves parsing the name again
		return known.(func() *symmetry.Graph)(), nil
	}
	_, with, err := Find(name)
	if err != nil {
		return nil, err
	}
	graph, _ := graphs.LoadOrStore(with.Name, sync.OnceValue(with.Build))
	return graph.(func() *symmetry.Graph)(), nil
}

// Canonical returns the canonical name of a game.
func Canonical(name string) (string, error) {
	_, with, err := Find(name)
	return with.Name, err
}

// Title returns the usual name of a registered game, which may have settings.
func Title(name string) string {
	if g, err := Graph(name); err == nil {
		return g.Title()
	}
	return name
}

// Short returns the name of a game for messages. For a game of one's own, whose name contains its definition, it is
// only the title.
func Short(name string) string {
	if IsOwn(name) {
		return Title(name)
	}
	return name
}

// MachineOf returns the name of a machine, for sentences, on one side of an existing game.
func MachineOf(game string, side symmetry.Side) Machine {
	base, _, _ := strings.Cut(game, ":")
	g := own
	if i := slices.Index(Names(), base); i >= 0 {
		g = registered[i]
	}
	if side == symmetry.Second {
		return g.Machines[1]
	}
	return g.Machines[0]
}
