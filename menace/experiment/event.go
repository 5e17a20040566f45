package experiment

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"menace/menace/arena"
)

// Event is something that can happen to a machine, such as becoming unbeatable. It is reached at the first checkpoint
// from which it holds at every later one. Bankruptcy is known to the exact game.
type Event struct {
	Name    string  // in the notation of ParseEvent
	Measure Measure // a measure at checkpoints; the zero value means bankruptcy
	Op      string  // ">=", "<" or "=": the event holds if Measure Op Bound
	Bound   float64
}

// Bankruptcy is the event that all opening boxes are empty.
var Bankruptcy = Event{Name: "bankrupt"}

// Events describes the events.
const Events = "unbeatable; bankrupt; wins:SHARE or draws:SHARE, at least that share of games against perfect " +
	"play; or losses:SHARE, less than that. SHARE:OPPONENT is against another: random, blocker, worst or most_losses"

// shareEvents are the first words of events with a share.
var shareEvents = map[string]Event{
	"wins":   {Measure: Measure{Name: "win"}, Op: ">="},
	"draws":  {Measure: Measure{Name: "draw"}, Op: ">="},
	"losses": {Measure: Measure{Name: "loss"}, Op: "<"},
}

// ParseEvent reads an event, such as "unbeatable" or "draws:0.9".
func ParseEvent(name string) (Event, error) {
	switch name {
	case Bankruptcy.Name:
		return Bankruptcy, nil
	case "unbeatable": // products with 0 are exactly 0, and so is their sum
		return Event{name, Measure{"most_losses", "loss"}, "=", 0}, nil
	}
	word, rest, _ := strings.Cut(name, ":")
	share, against, given := strings.Cut(rest, ":")
	e, known := shareEvents[word]
	if !known {
		return e, fmt.Errorf("unknown event %q; choose from unbeatable, bankrupt, wins:0.9, draws:0.9 and losses:0.1",
			name)
	}
	if e.Name, e.Measure.Against = name, "perfect"; given {
		e.Measure.Against = against
	}
	var err error
	if e.Bound, err = strconv.ParseFloat(share, 64); err != nil || !(e.Bound >= 0 && e.Bound <= 1) {
		return e, fmt.Errorf("%q needs a share from 0 to 1, as in %s:0.9", name, word)
	}
	if exact := slices.Concat(measuredOpponents, worstReplies); !slices.Contains(exact, e.Measure.Against) {
		return e, fmt.Errorf("%q: machines are measured against %s", name, strings.Join(exact, ", "))
	}
	return e, nil
}

// CheckEvent returns an error if the machines of a valid design cannot reach an event.
func (d *Design) CheckEvent(e Event) error {
	if e != Bankruptcy && !slices.Contains(d.Against(), e.Measure.Against) {
		return errors.New("the game has no " + e.Measure.Against)
	}
	return nil
}

// Holds reports whether an event other than bankruptcy holds at a point.
func (e Event) Holds(p arena.Point) bool {
	switch v := e.Measure.Of(p); e.Op {
	case ">=":
		return v >= e.Bound
	case "<":
		return v < e.Bound
	default:
		return v == e.Bound
	}
}

// Time returns the number of games after which a replicate reached an event for good, or +Inf if it did not by the end.
func (e Event) Time(r Replicate) float64 {
	games := math.Inf(1)
	if e == Bankruptcy {
		if r.Bankrupt > 0 {
			games = float64(r.Bankrupt)
		}
		return games
	}
	for _, p := range slices.Backward(r.Curve) {
		if !e.Holds(p) {
			break
		}
		games = float64(p.Games)
	}
	return games
}
