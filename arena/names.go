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
	Parameter *Parameter // number after a colon in a name such as noisy:0.1, or nil
	Habit     string     // completes "somebody who …", in a few words
	Subject   string     // subject of a sentence, or "" if only its habit describes it
	Standard  bool       // its example is shown by evaluations by default
	Example   string     // name suggested by forms
	in        func(*symmetry.Graph, number) Opponent
}

// Parameter is the numeric parameter of a kind of opponent.
type Parameter struct {
	Name        string // placeholder for the number
	Whole       bool
	Least, Most float64
}

// number is the value of a parameter.
type number struct {
	whole    int64 // 0 if the parameter is a fraction
	fraction float64
	text     string // in its canonical form, as it is stored
}

// Kinds lists the opponents. A new one needs a row here, and its player; help, completion, sentences and evaluations
// follow the table.
var Kinds = []Kind{
	{Name: "random", Habit: "moves at random", Standard: true, Example: "random",
		in: func(g *symmetry.Graph, _ number) Opponent { return Random(g) }},
	{
		Name: "perfect", Habit: "never makes a mistake",
		Subject: "The perfect player", Standard: true, Example: "perfect",
		in: func(g *symmetry.Graph, _ number) Opponent { return Perfect(g) },
	},
	{
		Name: "soonest", Habit: "never makes a mistake and wins as soon as possible",
		Subject: "The soonest perfect player", Example: "soonest",
		in: func(g *symmetry.Graph, _ number) Opponent { return Soonest(g) },
	},
	{
		Name: "blocker", Habit: "sees one move ahead", Subject: "The blocker", Standard: true, Example: "blocker",
		in: func(g *symmetry.Graph, _ number) Opponent { return Blocker(g) },
	},
	{
		Name: "noisy", Habit: "makes mistakes",
		Example: "noisy:0.1", Parameter: &Parameter{Name: "P", Most: 1},
		in: func(g *symmetry.Graph, n number) Opponent { return Noisy(g, n.fraction) },
	},
	{
		Name: "search", Habit: "thinks ahead",
		Example: "search:2", Parameter: &Parameter{Name: "D", Whole: true, Least: 1, Most: symmetry.MaxMoves},
		in: func(g *symmetry.Graph, n number) Opponent { return Search(g, int(n.whole)) },
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

// String describes the names of the kind, such as "noisy:P with 0 ≤ P ≤ 1".
func (k Kind) String() string {
	p := k.Parameter
	if p == nil {
		return k.Name
	}
	return fmt.Sprintf("%s:%s with %v ≤ %[2]s ≤ %[4]v", k.Name, p.Name, p.Least, p.Most)
}

// AgentPrefix starts the name of an opponent that is a stored agent. This package does not load agents.
const AgentPrefix = "agent:"

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

func parsePlayer(name string) (k Kind, n number, err error) {
	if IsSchedule(name) {
		return k, n, fmt.Errorf("schedule %q names several players: choose one of them", name)
	}
	k, n, err = parseName(name)
	if err != nil && !errors.Is(err, ErrUnknownOpponent) {
		err = fmt.Errorf("opponent %q: %w", name, err)
	}
	return k, n, err
}

// ParseOpponent returns the opponent with this name, of one of the [Kinds], in a game.
func ParseOpponent(g *symmetry.Graph, name string) (Opponent, error) {
	kind, n, err := parsePlayer(name)
	if err != nil {
		return nil, err
	}
	if o := kind.in(g, n); o != nil {
		return o, nil
	}
	return nil, fmt.Errorf("opponent %q does not play %s", name, g.Name())
}

// KindOf returns the kind of the opponent with this name, and whether there is one.
func KindOf(name string) (Kind, bool) {
	k, _, err := parseName(name)
	return k, err == nil
}

// parseName returns the kind and the parameter of an opponent.
func parseName(name string) (k Kind, n number, err error) {
	word, text, has := strings.Cut(name, ":")
	i := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Name == word && has == (k.Parameter != nil) })
	if i < 0 {
		return k, n, fmt.Errorf("%w %q", ErrUnknownOpponent, name)
	}
	if k = Kinds[i]; !has {
		return k, n, nil
	}
	n, err = k.Parameter.parse(text)
	return k, n, err
}

func (p *Parameter) parse(text string) (n number, err error) {
	what := "number"
	if p.Whole {
		what = "whole number"
		n.whole, err = strconv.ParseInt(text, 10, 64)
		n.fraction, n.text = float64(n.whole), strconv.FormatInt(n.whole, 10)
	} else {
		n.fraction, err = strconv.ParseFloat(text, 64)
		n.text = strconv.FormatFloat(n.fraction+0, 'f', -1, 64) // never -0
	}
	if err != nil || !(p.Least <= n.fraction && n.fraction <= p.Most) {
		return n, fmt.Errorf("%q is not a %s between %v and %v", text, what, p.Least, p.Most)
	}
	return n, nil
}

// CanonicalName returns the canonical spelling of the name of an opponent or a schedule, so that noisy:.10 and
// noisy:0.1 have the same name. It returns an invalid name unchanged.
func CanonicalName(name string) string {
	if IsSchedule(name) {
		if s, err := Stints(name); err == nil {
			return s.String()
		}
		return name
	}
	if k, n, err := parseName(name); err == nil && k.Parameter != nil {
		return k.Name + ":" + n.text
	}
	return name
}

// Beginnings yields how the names of opponents begin: whole names, or the part before a parameter.
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
