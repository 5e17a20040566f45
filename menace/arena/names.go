package arena

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"menace/symmetry"
)

// Kind is a kind of opponent. Its name may be followed by a parameter.
type Kind struct {
	Name      string
	Parameter *Parameter // what follows the colon in a name such as noisy:0.1, or nil
	// HasBase reports whether a name can end in a slash and the name of another opponent, the base, whose moves this
	// one makes except where it differs. Without one the base is DefaultBase.
	HasBase     bool
	Subject     string                                   // subject of a sentence
	Against     string                                   // ends a sentence about games, and begins with "against"
	Standard    bool                                     // its example is shown by evaluations by default
	Example     string                                   // name suggested by forms
	newOpponent func(*symmetry.Graph, argument) Opponent // nil if it does not play the game
	// newPlayer is set instead of newOpponent for a player whose chances are unknown.
	newPlayer func(*symmetry.Graph, argument) Player
}

// DefaultBase is the base of opponents whose names do not include one.
const DefaultBase = "perfect"

// maxBases is the longest chain of bases of one opponent.
const maxBases = 4

// Parameter is the parameter of a kind of opponent: one of some words, or a number.
type Parameter struct {
	Name        string // placeholder for the value
	Quantity    string // what a number measures, such as noise; "" for words
	Words       []string
	Whole       bool
	Least, Most float64
}

// argument is the value of a parameter, and the base of an opponent.
type argument struct {
	whole    int64 // 0 if the parameter is not a whole number
	fraction float64
	text     string // in canonical form, as stored
	baseName string // canonical
	base     Opponent
}

// Kinds lists the opponents. To add one, write its player and add a row here; help, completion, sentences and
// evaluations follow the table.
var Kinds = []Kind{
	{Name: "random", Subject: "The player who moves at random",
		Against: "against somebody who moves at random", Standard: true, Example: "random",
		newOpponent: func(g *symmetry.Graph, _ argument) Opponent { return Random(g) }},
	{
		Name: "perfect", Subject: "The perfect player",
		Against: "against somebody who never makes a mistake", Standard: true, Example: "perfect",
		newOpponent: func(g *symmetry.Graph, _ argument) Opponent { return Perfect(g) },
	},
	{
		Name: "soonest", Subject: "The soonest perfect player",
		Against: "against somebody who never makes a mistake and wins as soon as possible", Example: "soonest",
		newOpponent: func(g *symmetry.Graph, _ argument) Opponent { return Soonest(g) },
	},
	{
		Name: "blocker", Subject: "The blocker",
		Against: "against somebody who sees one move ahead", Standard: true, Example: "blocker",
		newOpponent: func(g *symmetry.Graph, _ argument) Opponent { return Blocker(g) },
	},
	{
		Name: "noisy", Subject: "The player who makes mistakes",
		Against: "against somebody who makes mistakes",
		Example: "noisy:0.1", Parameter: &Parameter{Name: "P", Quantity: "noise", Most: 1}, HasBase: true,
		newOpponent: func(_ *symmetry.Graph, a argument) Opponent { return Noisy(a.base, a.fraction) },
	},
	{
		Name: "reply", Subject: "The player who always answers a corner in the same way",
		Against: "against somebody who always answers a corner in the same way",
		Example: "reply:edge", Parameter: &Parameter{Name: "VARIANT", Words: variants()}, HasBase: true,
		newOpponent: func(_ *symmetry.Graph, a argument) Opponent { return Reply(a.base, a.text) },
	},
	{
		Name: "fastest", Subject: "The fastest teacher",
		Against: "against somebody who makes the machine unbeatable as fast as possible", Example: "fastest",
		newOpponent: func(g *symmetry.Graph, _ argument) Opponent { return Fastest(g) },
	},
	{
		Name: "search", Subject: "The player who thinks ahead",
		Against:     "against somebody who thinks ahead",
		Example:     "search:2",
		Parameter:   &Parameter{Name: "D", Quantity: "depth", Whole: true, Least: 1, Most: symmetry.MaxMoves},
		newOpponent: func(g *symmetry.Graph, a argument) Opponent { return Search(g, int(a.whole)) },
	},
	{
		Name: "mcts", Subject: "The player who tries out moves in games at random",
		Against: "against somebody who tries out moves in games at random",
		Example: "mcts:100", Parameter: &Parameter{Name: "N", Quantity: "games", Whole: true, Least: 10, Most: 10_000},
		newPlayer: func(g *symmetry.Graph, a argument) Player { return MCTS(g, int(a.whole)) },
	},
}

// Opponents lists the names that [ParseOpponent] accepts.
var Opponents = func() string {
	var all []string
	for _, k := range Kinds {
		all = append(all, k.String())
	}
	return strings.Join(all, ", ")
}()

// String describes the names of the kind, such as "noisy:P/OPPONENT with 0 ≤ P ≤ 1".
func (k Kind) String() string {
	name, limits := k.Name, ""
	if p := k.Parameter; p != nil {
		name += ":" + p.Name
	}
	if p := k.Parameter; p != nil && p.Words == nil {
		limits = fmt.Sprintf(" with %v ≤ %s ≤ %v", p.Least, p.Name, p.Most)
	}
	if k.HasBase {
		name += "/OPPONENT"
	}
	return name + limits
}

// MachinePrefix starts the name of an opponent that is a stored machine. This package does not load machines.
const MachinePrefix = "machine:"

// MachineName returns the stored machine's name in an opponent's name, and whether the opponent is a machine.
func MachineName(opponent string) (name string, ok bool) {
	if n := len(MachinePrefix); len(opponent) >= n && strings.EqualFold(opponent[:n], MachinePrefix) {
		return opponent[n:], true
	}
	return opponent, false
}

// ErrUnknownOpponent reports a name that [ParseOpponent] does not know.
var ErrUnknownOpponent = errors.New("unknown opponent")

// CheckOpponent returns an error if no game has an opponent or a schedule with this name.
func CheckOpponent(name string) error {
	_, err := Stints(name)
	return err
}

// CheckPlayer returns an error if no game has an opponent with this name. A schedule is not an opponent.
func CheckPlayer(name string) error {
	_, _, err := parsePlayer(name)
	return err
}

func parsePlayer(name string) (k Kind, a argument, err error) {
	if IsSchedule(name) {
		return k, a, fmt.Errorf("schedule %q names several players: choose one of them", name)
	}
	k, a, err = parseName(name)
	if err != nil && !errors.Is(err, ErrUnknownOpponent) {
		err = fmt.Errorf("opponent %q: %w", name, err)
	}
	return k, a, err
}

// ErrInexact reports a player with unknown chances, which is therefore not an [Opponent].
var ErrInexact = errors.New("its moves depend on random games, so nothing can be computed exactly against it; " +
	"machines can train with it")

// ParsePlayer returns the player with this name, of one of the [Kinds], in a game.
func ParsePlayer(g *symmetry.Graph, name string) (Player, error) {
	if kind, a, err := parsePlayer(name); err == nil && kind.newPlayer != nil {
		return kind.newPlayer(g, a), nil
	}
	return ParseOpponent(g, name)
}

// ParseOpponent returns the opponent with this name, of one of the [Kinds], in a game.
func ParseOpponent(g *symmetry.Graph, name string) (Opponent, error) {
	kind, a, err := parsePlayer(name)
	if err != nil {
		return nil, err
	}
	if kind.newPlayer != nil {
		return nil, fmt.Errorf("opponent %q: %w", name, ErrInexact)
	}
	if kind.HasBase {
		if a.base, err = ParseOpponent(g, a.baseName); err != nil {
			return nil, err
		}
	}
	if o := kind.newOpponent(g, a); o != nil {
		return o, nil
	}
	return nil, fmt.Errorf("opponent %q does not play %s", name, g.Title())
}

// KindOf returns the kind of the opponent with this name, and whether there is one.
func KindOf(name string) (Kind, bool) {
	k, _, err := parseName(name)
	return k, err == nil
}

// Quantities returns the numbers in the name of an opponent and of its bases, by what they measure. If several are
// noises, it returns the first. A schedule has none.
func Quantities(name string) map[string]float64 {
	numbers := map[string]float64{}
	for name != "" {
		k, a, err := parseName(name)
		if err != nil {
			break
		}
		if k.Parameter != nil && k.Parameter.Quantity != "" {
			if _, has := numbers[k.Parameter.Quantity]; !has {
				numbers[k.Parameter.Quantity] = a.fraction
			}
		}
		name = a.baseName
	}
	return numbers
}

// parseName returns the kind of an opponent, its parameter, and the name of its base. It ignores case.
func parseName(name string) (k Kind, a argument, err error) {
	word, text, has := strings.Cut(name, ":")
	i := slices.IndexFunc(Kinds, func(k Kind) bool {
		return strings.EqualFold(k.Name, word) && has == (k.Parameter != nil)
	})
	if i < 0 {
		return k, a, fmt.Errorf("%w %q", ErrUnknownOpponent, name)
	}
	if k = Kinds[i]; !has {
		return k, a, nil
	}
	base := DefaultBase
	if before, after, ok := strings.Cut(text, "/"); ok && k.HasBase {
		text, base = before, after
	}
	if a, err = k.Parameter.parse(text); err != nil || !k.HasBase {
		return k, a, err
	}
	if strings.Count(base, "/") >= maxBases {
		return k, a, fmt.Errorf("more than %d opponents follow one another after slashes", maxBases)
	}
	kind, b, err := parseName(base)
	if errors.Is(err, ErrUnknownOpponent) {
		err = fmt.Errorf("%q, after the slash, is not an opponent; choose from %s", base, Opponents)
	}
	if kind.newPlayer != nil {
		err = fmt.Errorf("%q, after the slash, cannot be varied: nobody knows the chances of its moves", base)
	}
	a.baseName = kind.nameOf(b)
	return k, a, err
}

// nameOf returns the canonical name of the opponent of this kind with these arguments.
func (k Kind) nameOf(a argument) string {
	name := k.Name
	if k.Parameter != nil {
		name += ":" + a.text
	}
	if k.HasBase && a.baseName != DefaultBase {
		name += "/" + a.baseName
	}
	return name
}

func (p *Parameter) parse(text string) (a argument, err error) {
	if p.Words != nil {
		text = strings.ToLower(text)
		if !slices.Contains(p.Words, text) {
			return a, fmt.Errorf("%q is not one of %s", text, strings.Join(p.Words, ", "))
		}
		return argument{text: text}, nil
	}
	what := "number"
	if p.Whole {
		what = "whole number"
		a.whole, err = strconv.ParseInt(text, 10, 64)
		a.fraction, a.text = float64(a.whole), strconv.FormatInt(a.whole, 10)
	} else {
		a.fraction, err = strconv.ParseFloat(text, 64)
		a.text = strconv.FormatFloat(a.fraction+0, 'f', -1, 64) // never -0
	}
	if err != nil || !(p.Least <= a.fraction && a.fraction <= p.Most) {
		return a, fmt.Errorf("%q is not a %s between %v and %v", text, what, p.Least, p.Most)
	}
	return a, nil
}

// CanonicalName returns the canonical spelling of the name of an opponent or a schedule, so that noisy:.10,
// noisy:0.1 and noisy:0.1/perfect have the same name. It returns an invalid name unchanged.
func CanonicalName(name string) string {
	if IsSchedule(name) {
		s, err := Stints(name)
		if err != nil {
			return name
		}
		if base, ok := strings.CutPrefix(name, variants1961); ok {
			return variants1961 + CanonicalName(base)
		}
		return s.String()
	}
	if machine, ok := MachineName(name); ok {
		return MachinePrefix + machine
	}
	if k, a, err := parseName(name); err == nil {
		return k.nameOf(a)
	}
	return name
}

// Beginnings yields the beginnings of opponents' names for completion: whole names, or the part before a parameter.
func Beginnings() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, k := range Kinds {
			name := k.Name
			if k.Parameter != nil {
				name += ":"
			}
			if !yield(name) {
				return
			}
		}
	}
}
