package boards

import (
	"fmt"
	"strings"

	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/symmetry"
)

// BoxOf parses a position, in any orientation, that must have a box in the named machine.
func BoxOf(machine string, m *menace.Machine, text string) (symmetry.Position, error) {
	graph := m.Graph()
	position, err := graph.Parse(text)
	if err != nil {
		return position, mistake.Errorf("machine %q plays %s: %w", machine, graph.Title(), err)
	}
	orbit, _ := graph.Find(position)
	if _, ok := m.Box(orbit); ok {
		return position, nil
	}
	return position, mistake.Errorf("%v has no box in machine %q: %s", graph.Format(position), machine,
		sentences.NoChoice(graph, orbit, m.Rules().Plays))
}

// BoxesAfter returns the boxes of the named machine after this number of moves, in order of code. There must be at
// least one.
func BoxesAfter(machine string, m *menace.Machine, moves int) ([]symmetry.Orbit, error) {
	orbits := m.Bucket(moves)
	if len(orbits) == 0 {
		own := strings.Trim(strings.ReplaceAll(fmt.Sprint(m.Buckets()), " ", ", "), "[]")
		return nil, mistake.Errorf("no boxes after %s: machine %q plays %s and has boxes after %s moves",
			words.Plural(moves, "move"), machine, m.Rules().Plays, own)
	}
	return orbits, nil
}
