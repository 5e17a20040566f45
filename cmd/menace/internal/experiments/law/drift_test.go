package law

import (
	"math"
	"strings"
	"testing"

	"menace/menace"
)

// TestDriftByHand checks drifts that can be worked out by hand. In ..O/XOX/X.O the move to 8 loses at once, unless a
// random opponent takes 2 instead of 1; then X has to take 1, and wins. The move to 1 wins at once. Under Gardner's
// rules only the last bead is lost, so her first bead loses only where no second one is drawn: after 2-5 White wins at
// once.
func TestDriftByHand(t *testing.T) {
	for _, tt := range []struct {
		preset, opponent, position string
		want                       map[string]MoveDrift
	}{
		{"restock", "noisy:0.6", "..O/XOX/X.O", map[string]MoveDrift{
			"1": {Safe: true, Least: 3, Kept: 3, Most: 3}, "8": {Least: 0.2, Kept: 0.2, Most: 0.2},
		}},
		{"her", "perfect", "BBB/..W/WW.", map[string]MoveDrift{"2-5": {Least: -1, Kept: -1, Most: -1}}},
		{"her", "perfect", ".../BW./W..", nil},
	} {
		rules, _ := menace.Preset(tt.preset)
		d, err := NewDrift(rules, tt.opponent, tt.position)
		if tt.want == nil {
			if err == nil {
				t.Errorf("%s: a drift where there is no box", tt.position)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, m := range d.Moves {
			want, ok := tt.want[m.Move]
			if !ok {
				continue
			}
			found++
			near := func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }
			if m.Safe != want.Safe || !near(m.Least, want.Least) || !near(m.Kept, want.Kept) || !near(m.Most, want.Most) {
				t.Errorf("%s: got %+v, want %+v", tt.position, m, want)
			}
		}
		if found != len(tt.want) {
			t.Errorf("%s: %+v, want the moves %v", tt.position, d.Moves, tt.want)
		}
	}
}

// TestDriftRefuses checks that an opponent that follows the beads has no drift, as it has no fixed chances.
func TestDriftRefuses(t *testing.T) {
	rules, _ := menace.Preset("her")
	for _, opponent := range []string{"fastest", "noisy:0.1/fastest", "mcts:10"} {
		if _, err := NewDrift(rules, opponent, "BBB/..W/WW."); err == nil {
			t.Errorf("%s has a drift", opponent)
		}
	}
	if _, err := NewDrift(rules, "random", "BBB/B"); err == nil ||
		!strings.Contains(err.Error(), "3 wide") {
		t.Errorf("error %v for a position that is none", err)
	}
}
