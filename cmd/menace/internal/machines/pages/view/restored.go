package view

import (
	"math"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/sentences"
	"menace/menace"
	"menace/menace/michie"
	"menace/symmetry"
)

// known describes how well the beads in a box of Michie's machine are known, or returns "" for any other machine. A
// range extends two standard deviations to either side.
func known(in sentences.In, m *menace.Machine, games int64, orbit symmetry.Orbit) string {
	if !michie.Is(m, games) {
		return ""
	}
	held := michie.Held(int(games))[orbit]
	var ranges []string
	unknown := false
	g := m.Graph()
	for move := range m.Moves(orbit).All() {
		b, opened := held[move]
		if !opened || b.Certainty() == michie.Certain {
			continue
		}
		unknown = unknown || b.Certainty() == michie.Unknown
		ranges = append(ranges, in.Text("{move}: {mean} ({low} to {high})", "move", MoveLabel(g.Moves(orbit)[move]),
			"mean", bead(b.Mean), "low", bead(b.Mean-2*b.SD), "high", bead(b.Mean+2*b.SD)))
	}
	switch list := strings.Join(ranges, ", "); {
	case list == "":
		return in.Text("In 1961 the box held just these beads: every machine with Michie’s results does, if his " +
			"answers were those of his drawing.")
	case unknown:
		return in.Text("These beads are one possibility. Of all machines with Michie’s results the mean, and where "+
			"nearly all lie: {list}. Where that is a wide range, nobody can know more.", "list", list)
	default:
		return in.Text("In 1961 the box held about these beads. Of all machines with Michie’s results the mean, and "+
			"where nearly all lie: {list}.", "list", list)
	}
}

// bead formats a number of beads, rounded to a whole number.
func bead(n float64) string { return strconv.Itoa(max(0, int(math.Round(n)))) }
