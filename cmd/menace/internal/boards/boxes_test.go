package boards

import (
	"bytes"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"

	"menace/cmd/menace/internal/term"
	"menace/menace"
	"menace/symmetry"
)

// TestBoxesFit prints all boxes of machines with many beads, in colours, on narrow screens.
func TestBoxesFit(t *testing.T) {
	for _, preset := range []string{"michie", "her"} {
		rules, _ := menace.Preset(preset)
		rules.Beads = [4]int64{menace.MaxBeads, menace.MaxBeads, menace.MaxBeads, menace.MaxBeads}
		m := menace.New(rules)
		var positions []symmetry.Position
		for _, o := range m.Graph().Choices(rules.Plays) {
			positions = append(positions, m.Graph().Code(o))
		}
		for _, width := range []int{40, 43, 80} {
			var out bytes.Buffer
			PrintBoxes(&term.IO{Out: &out, Screen: term.Screen{Width: width}, Colour: true}, m, positions)
			for line := range strings.Lines(out.String()) {
				if got := lipgloss.Width(strings.TrimSuffix(line, "\n")); got > width {
					t.Errorf("%s on %d columns: %d columns in %q", preset, width, got, line)
				}
			}
		}
	}
}
