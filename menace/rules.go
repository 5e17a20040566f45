package menace

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"menace/menace/option"
	"menace/minimax/games"
	"menace/symmetry"
)

// Moves that get beads.
const (
	Distinct = "distinct" // one move of each symmetry class
	All      = "all"
)

// What a machine does if a box is empty.
const (
	Resign  = "resign"
	Restock = "restock" // fill the box again, and draw
)

// Boxes that are rewarded or punished after a game.
const (
	CreditAll  = "all"
	CreditLast = "last" // only the last one; Martin Gardner's rule for hexapawn, with Win 0 and Loss −1
)

// Limits of the rules and of a machine's life. They prevent overflow: a game uses a box at most once, so after
// [MaxGames] games a box holds at most maxTotal beads, and an int64 can hold nine times as many.
const (
	MaxBeads  = 1_000_000         // beads for a move in a fresh box
	MaxReward = 1_000_000         // beads for a game, added or removed
	MaxGames  = 1_000_000_000_000 // games of one machine; callers must respect this limit

	maxTotal = symmetry.MaxMoves*MaxBeads + MaxReward*MaxGames
)

// Rules are the rules by which a machine plays and learns.
type Rules struct {
	Game    string // from [games.Names], perhaps with settings
	Plays   symmetry.Side
	Beads   [stages]int64 // of each move in a fresh box, by the machine's own move 1 to 4
	Win     int64         // beads added to the colours drawn in a game that was won
	Draw    int64
	Loss    int64  // negative: beads are taken away
	Moves   string // Distinct or All
	OnEmpty string // Resign or Restock
	Credit  string // CreditAll or CreditLast
}

// Options returns the options that set the rules, in display order. Flags, forms, columns and the cells of experiments
// follow this order.
func (r *Rules) Options() []option.Option {
	reward := func(name, meaning string, beads *int64) option.Option {
		return option.Option{
			Name: name, Meaning: meaning, Columns: []string{"reward_" + name},
			Value: option.Whole(beads, -MaxReward, MaxReward),
		}
	}
	return []option.Option{
		{Name: "game", Columns: []string{"game"}, Meaning: "the `GAME` it plays",
			Value: gameName(&r.Game)},
		{Name: "plays", Columns: []string{"plays"}, Meaning: "the `SIDE` it plays",
			Value: option.Word((*string)(&r.Plays), string(symmetry.First), string(symmetry.Second))},
		{Name: "beads", Columns: []string{"beads_1", "beads_2", "beads_3", "beads_4"},
			Meaning: "beads of each move in a fresh box: `A,B,C,D` for the machine's first to fourth move",
			Value:   option.Numbers("4,3,2,1", 1, MaxBeads, &r.Beads[0], &r.Beads[1], &r.Beads[2], &r.Beads[3])},
		reward("win", "`BEADS` added for a win", &r.Win),
		reward("draw", "`BEADS` added for a draw", &r.Draw),
		reward("loss", "`BEADS` added for a loss; a negative number takes them away", &r.Loss),
		{Name: "moves", Columns: []string{"moves"},
			Meaning: "`MOVES` that get beads: all, or distinct (one of those that are the same by symmetry)",
			Value:   option.Word(&r.Moves, Distinct, All)},
		{Name: "on-empty", Columns: []string{"on_empty"}, Meaning: "`WHAT` it does when a box is empty",
			Value: option.Word(&r.OnEmpty, Resign, Restock)},
		{Name: "credit", Columns: []string{"credit"},
			Meaning: "`BOXES` that learn from a game: all that were used, or only the last",
			Value:   option.Word(&r.Credit, CreditAll, CreditLast)},
	}
}

// Settings returns the option preset, which sets all rules at once, and then the options of the rules. If a preset is
// given, it decides the game; otherwise the option game sets the usual rules of that game.
func (r *Rules) Settings(preset bool) []option.Option {
	sets := option.Parsed(r, Preset, func(Rules) string { return "" })
	sets.Choices = Presets
	table := slices.Concat([]option.Option{
		{Name: "preset", Meaning: "a whole `SET` of rules", Default: Presets[0], Value: sets},
	}, r.Options())
	game := &table[1].Value
	if preset {
		*game = option.Checked(*game, func(name string) error {
			canonical, err := games.Canonical(name)
			if canonical == r.Game || err != nil { // an unknown game has its own error
				return nil
			}
			return fmt.Errorf("%s cannot be combined with a preset for %s", games.Short(name), games.Short(r.Game))
		})
		return table
	}
	*game = option.Parsed(r, Usual, func(r Rules) string { return r.Game })
	game.Choices = games.Names()
	return table
}

// gameName is the value of the option game: the name of a game, perhaps with settings.
func gameName(at *string) option.Value {
	v := option.Word(at, games.Names()...)
	known := v.Set
	v.Set = func(name string) error {
		if base, _, _ := strings.Cut(name, ":"); !slices.Contains(games.Names(), base) && !games.IsOwn(name) {
			return known(name) // returns the error
		}
		canonical, err := games.Canonical(name)
		if err == nil {
			*at = canonical
		}
		return err
	}
	return v
}

// Differences returns the options of the rules in which a differs from b, with the values of a.
func Differences(a, b Rules) []option.Option { return option.Differences(a.Options(), b.Options()) }

// LaterDifferences returns the options of the rules that differ from Michie's, except for the nine of the first
// version, from game to credit. Code that was written for those nine, such as seeds and laws, uses it to treat others
// separately or to refuse them.
func (r Rules) LaterDifferences() []option.Option {
	michie := Michie()
	return option.Differences(r.Options()[9:], michie.Options()[9:])
}

// Michie returns the rules of 1961.
func Michie() Rules {
	return Rules{
		Game: games.TicTacToe{}.Game(), Plays: symmetry.First, Beads: [stages]int64{4, 3, 2, 1},
		Win: 3, Draw: 1, Loss: -1,
		Moves: Distinct, OnEmpty: Resign, Credit: CreditAll,
	}
}

// presets lists the named sets of rules, the usual one of each game first.
var presets = func() (all []preset) {
	for _, g := range games.All() {
		for _, p := range g.Presets {
			all = append(all, preset{p.Name, rulesOf(g.Name, p)})
		}
	}
	return all
}()

// rulesOf returns the rules of a preset for a game.
func rulesOf(game string, p games.Preset) Rules {
	rules := Michie()
	rules.Game = game
	options := rules.Options()
	for setting := range strings.FieldsSeq(p.Rules) {
		name, value, _ := strings.Cut(setting, "=")
		if err := option.Find(options, name).Set(value); err != nil {
			panic(err) // a mistake in the file of the game
		}
	}
	return rules
}

type preset struct {
	name  string
	rules Rules
}

// Presets lists the names for [Preset].
var Presets = func() (names []string) {
	for _, p := range presets {
		names = append(names, p.name)
	}
	return names
}()

// Preset returns the rules with this name, such as "michie", the machine of 1961. The files of the games in package
// games define them.
func Preset(name string) (Rules, error) {
	for _, p := range presets {
		if p.name == name {
			return p.rules, nil
		}
	}
	return Rules{}, fmt.Errorf("unknown preset %q; choose from %s", name, strings.Join(Presets, ", "))
}

// Usual returns the rules of a game's first preset, whatever its settings.
func Usual(game string) (Rules, error) {
	g, with, err := games.Find(game)
	if err != nil {
		return Michie(), err
	}
	return rulesOf(with.Name, g.Presets[0]), nil
}

// Validate returns an error that explains which rule is out of range, and what the range is.
func (r Rules) Validate() error {
	if slices.ContainsFunc(presets, func(p preset) bool { return p.rules == r }) {
		return nil // avoids the slow checks for most machines in a long list
	}
	var wrong *option.Error
	if err := option.Check(r.Options()); errors.As(err, &wrong) {
		return fmt.Errorf("%s: %w", wrong.Name, err)
	}
	return nil
}

// moves returns the moves of an orbit that get beads.
func (r Rules) moves(g *symmetry.Graph, o symmetry.Orbit) symmetry.Set {
	if r.Moves == All {
		return 1<<len(g.Moves(o)) - 1
	}
	return g.Distinct(o)
}
