package law

import (
	"errors"
	"math"
	"strings"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/option"
	"menace/symmetry"
)

// Drift is the expected change in the beads of each move of a box, per draw.
type Drift struct {
	Rules    menace.Rules `json:"rules"`
	Opponent string       `json:"opponent"`
	Position string       `json:"position"` // canonical
	Moves    []MoveDrift  `json:"moves"`
}

// MoveDrift is the expected change in the beads of one move when a bead is drawn for it. It depends on the machine's
// later play, which the machine learns at the same time.
type MoveDrift struct {
	Move  string  `json:"move"`
	Safe  bool    `json:"safe"`  // the machine can still avoid losing, against every opponent
	Least float64 `json:"least"` // if the machine's later play makes it gain least
	Kept  float64 `json:"kept"`  // if it keeps to moves that gain on average, if any, and otherwise gains least
	Most  float64 `json:"most"`  // if its later play makes it gain most
}

// NewDrift computes the drift of the box for a position, for machines with these rules against an opponent.
func NewDrift(rules menace.Rules, against, position string) (*Drift, error) {
	if later := rules.LaterDifferences(); len(later) > 0 {
		return nil, option.Wrong(later[0].Name, errors.New("drifts do not take this rule into account"))
	}
	m := menace.New(rules)
	g := m.Graph()
	opponent, err := arena.ParseOpponent(g, against)
	if err != nil {
		return nil, option.Wrong("opponent", err)
	}
	if strings.HasSuffix(against, Fastest) {
		return nil, option.Wrong("opponent", errors.New("a drift needs an opponent that does not look into the boxes"))
	}
	code, err := g.Parse(position)
	if err != nil {
		return nil, option.Wrong("position", err)
	}
	at, _ := g.Find(code)
	if _, boxed := m.Box(at); !boxed {
		return nil, option.Wrong("position", errors.New("the machine has no box for this position"))
	}
	d := &Drift{Rules: rules, Opponent: against, Position: g.Format(g.Code(at))}
	w := newWalk(rules, opponent)
	for i := range m.Moves(at).All() {
		next := g.Next(at, i)
		name := g.MoveName(g.Code(at), g.Moves(at)[i])
		d.Moves = append(d.Moves, MoveDrift{
			name, w.safe(next), w.value(next, least), w.value(next, kept), w.value(next, most)})
	}
	return d, nil
}

// manner is the machine's way of playing after a move.
type manner int

const (
	least   manner = iota // it gains as little as possible
	kept                  // see walk.keeps
	most                  // it gains as much as possible
	manners = iota
)

// walk computes drifts under one set of rules, against one opponent.
type walk struct {
	*menace.Machine // fresh
	chances         []float64
	safes           []int8             // by orbit: 1 if safe, −1 if not, 0 if not known
	values          [manners][]float64 // by orbit
}

func newWalk(rules menace.Rules, opponent arena.Policy) *walk {
	w := &walk{Machine: menace.New(rules)}
	w.chances, w.safes = make([]float64, len(w.Graph().Edges())), make([]int8, w.Graph().Orbits())
	opponent.Chances(w.chances)
	for m := range w.values {
		w.values[m] = make([]float64, w.Graph().Orbits())
		for o := range w.values[m] {
			w.values[m][o] = math.NaN()
		}
	}
	return w
}

// safe reports whether the machine can avoid losing from an orbit on, against every opponent.
func (w *walk) safe(o symmetry.Orbit) bool {
	if w.safes[o] == 0 {
		w.safes[o] = -1
		if w.isSafe(o) {
			w.safes[o] = 1
		}
	}
	return w.safes[o] > 0
}

func (w *walk) isSafe(o symmetry.Orbit) bool {
	g, plays := w.Graph(), w.Rules().Plays
	if end := g.Outcome(o); end != symmetry.Ongoing {
		return end != symmetry.Win(plays.Other())
	}
	mine := g.Turn(o) == plays
	for e := g.OrbitEdges(o).First; e < g.OrbitEdges(o).End; e++ {
		if w.safe(g.Edges()[e]) == mine {
			return mine
		}
	}
	return !mine
}

// value returns the expected reward of the last bead drawn, from an orbit on.
func (w *walk) value(o symmetry.Orbit, how manner) float64 {
	v := &w.values[how][o]
	if math.IsNaN(*v) {
		*v = w.expected(o, how)
	}
	return *v
}

func (w *walk) expected(o symmetry.Orbit, how manner) float64 {
	g, rules := w.Graph(), w.Rules()
	switch g.Outcome(o) {
	case symmetry.Win(rules.Plays):
		return float64(rules.Win)
	case symmetry.Drawn:
		return float64(rules.Draw)
	case symmetry.Win(rules.Plays.Other()):
		return float64(rules.Loss)
	}
	if next := g.Forced(o); next != symmetry.None {
		return w.value(next, how)
	}
	if g.Turn(o) == rules.Plays {
		return w.chosen(o, how)
	}
	sum, resigns := 0.0, true
	for e := g.OrbitEdges(o).First; e < g.OrbitEdges(o).End; e++ {
		if w.chances[e] > 0 {
			sum, resigns = sum+w.chances[e]*w.value(g.Edges()[e], how), false
		}
	}
	if resigns {
		return float64(rules.Win)
	}
	return sum
}

// chosen returns the value of an orbit where the machine draws.
func (w *walk) chosen(o symmetry.Orbit, how manner) float64 {
	rules := w.Rules()
	low, high, lowSafe := math.Inf(1), math.Inf(-1), math.Inf(1)
	for i := range w.Moves(o).All() {
		v, next := 0.0, w.Graph().Next(o, i)
		if rules.Credit == menace.CreditAll { // otherwise the next bead gets the reward
			v = w.value(next, how)
		}
		low, high = min(low, v), max(high, v)
		if w.safe(next) {
			lowSafe = min(lowSafe, v)
		}
	}
	if loss := float64(rules.Loss); rules.OnEmpty == menace.Resign { // the box may be empty
		low, high = min(low, loss), max(high, loss)
	}
	switch {
	case how == most:
		return high
	case how == kept && w.safe(o):
		return lowSafe
	case how == kept && high > 0:
		return high
	}
	return low
}
