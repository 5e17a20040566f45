package learners

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"menace/menace/arena"
	"menace/symmetry"
)

// Spec is a method with values for its parameters.
type Spec struct {
	method Method
	values []float64 // by parameter
}

// UnknownError reports an unknown method, or an unknown parameter of a method.
type UnknownError struct {
	Kind  string // "learner" or "parameter"
	Word  string
	Names []string // valid names
	Of    string   // method of the parameter
}

// Error implements error.
func (e *UnknownError) Error() string {
	if e.Of != "" {
		return fmt.Sprintf("learner %s has no parameter %q", e.Of, e.Word)
	}
	return fmt.Sprintf("unknown %s %q", e.Kind, e.Word)
}

// Parse parses a learner: the name of a method with optional parameters, such as q:alpha=0.3,epsilon=0.05. Missing
// parameters get their defaults.
func Parse(text string) (s Spec, err error) {
	name, list, more := strings.Cut(text, ":")
	i := slices.IndexFunc(Table, func(m Method) bool { return m.Name == name })
	if i < 0 {
		return s, &UnknownError{Kind: "learner", Word: name, Names: Names()}
	}
	s.method = Table[i]
	for _, p := range s.method.Parameters {
		s.values = append(s.values, p.Default)
	}
	given := map[string]bool{}
	for word := range strings.SplitSeq(list, ",") {
		if !more {
			break
		}
		key, number, _ := strings.Cut(word, "=")
		if given[key] {
			return s, fmt.Errorf("learner %q: %s is given twice", text, key)
		}
		given[key] = true
		if err := s.set(key, number); err != nil {
			return s, err
		}
	}
	return s, nil
}

// Expand returns all combinations of alternatives: q:alpha=0.1/0.3,epsilon=0/0.1 gives four learners, with the last
// parameter changing fastest. A text without alternatives is returned unchanged; Parse checks whether the results are
// valid. If there are more than most, it returns most+1 of them.
func Expand(text string, most int) []string {
	name, list, more := strings.Cut(text, ":")
	if !more {
		return []string{text}
	}
	all, separator := []string{name}, ":"
	for word := range strings.SplitSeq(list, ",") {
		key, numbers, valued := strings.Cut(word, "=")
		if valued {
			key += "="
		}
		var longer []string
		for _, before := range all {
			for number := range strings.SplitSeq(numbers, "/") {
				if longer = append(longer, before+separator+key+number); len(longer) > most {
					return longer
				}
			}
		}
		all, separator = longer, ","
	}
	return all
}

// set sets a parameter.
func (s Spec) set(key, text string) error {
	i := slices.IndexFunc(s.method.Parameters, func(p Parameter) bool { return p.Name == key })
	if i < 0 {
		return &UnknownError{Kind: "parameter", Word: key, Names: s.method.names(), Of: s.method.Name}
	}
	p := s.method.Parameters[i]
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return fmt.Errorf("learner %s: %s=%s: not a number; write one, as in %s=%v",
			s.method.Name, key, text, key, p.Default)
	}
	if !(p.Least <= number && number <= p.Most) {
		return fmt.Errorf("learner %s: %s=%s is not between %s and %s", s.method.Name, key, text,
			strconv.FormatFloat(p.Least, 'f', -1, 64), strconv.FormatFloat(p.Most, 'f', -1, 64))
	}
	if p.Whole && number != math.Trunc(number) {
		return fmt.Errorf("learner %s: %s=%s is not a whole number", s.method.Name, key, text)
	}
	s.values[i] = number + 0 // never -0
	return nil
}

// String returns the canonical text of the learner: parameters in the order of the method, without those equal to
// their defaults.
func (s Spec) String() string {
	var parts []string
	for i, p := range s.method.Parameters {
		if s.values[i] != p.Default {
			parts = append(parts, p.Name+"="+strconv.FormatFloat(s.values[i], 'g', -1, 64))
		}
	}
	if len(parts) == 0 {
		return s.method.Name
	}
	return s.method.Name + ":" + strings.Join(parts, ",")
}

// Title returns the name that people know the method by, and the parameters that differ from their defaults in words.
func (s Spec) Title() (title, parameters string) {
	_, parameters, _ = strings.Cut(s.String(), ":")
	return s.method.Title, strings.NewReplacer("=", " ", ",", ", ").Replace(parameters)
}

// Holds returns the name of the number that the learner holds for each move, such as "value Q".
func (s Spec) Holds() string { return s.method.Holds }

// Value returns the value of a parameter, and whether the method has it.
func (s Spec) Value(parameter string) (value float64, ok bool) {
	i := slices.Index(s.method.names(), parameter)
	if i < 0 {
		return 0, false
	}
	return s.values[i], true
}

// New returns an untrained learner for one side of a game.
func (s Spec) New(g *symmetry.Graph, side symmetry.Side) arena.Learner {
	parameters := parameterValues{}
	for i, p := range s.method.Parameters {
		parameters[p.Name] = s.values[i]
	}
	return s.method.start(memory{graph: g, side: side, values: make([]float64, len(g.Edges()))}, parameters)
}

// Names returns the names of the methods.
func Names() (names []string) {
	for _, m := range Table {
		names = append(names, m.Name)
	}
	return names
}

// names returns the names of the parameters.
func (m Method) names() (names []string) {
	for _, p := range m.Parameters {
		names = append(names, p.Name)
	}
	return names
}
