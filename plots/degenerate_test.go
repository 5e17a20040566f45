package plots

import (
	"bytes"
	"fmt"
	"testing"

	"gonum.org/v1/plot/vg"

	"menace/menace/arena"
	"menace/plots/chart"
	"menace/plots/paper"
	"menace/symmetry"
)

// TestDegenerate draws almost empty figures in every format and checks that nothing panics.
func TestDegenerate(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds, or a minute under the race detector, which cannot find anything in one goroutine")
	}
	lines := [][]Line{
		nil,
		{{Name: "no curve"}},
		{{Name: "at 0", Curve: []arena.Point{{}}}},
		{{Name: "at 1", Met: []Span{{"random", 1}},
			Curve: []arena.Point{{}, {Games: 1, Tally: arena.Tally{Loss: 1}}}}},
		{{Name: "only 1", Met: []Span{{"people", 1}},
			Curve: []arena.Point{{Games: 1, Tally: arena.Tally{Draw: 1}}}}},
		{sample("a", "random", 9, 5), {Name: "no curve"}},
	}
	all := []paper.Drawing{chart.Figure{}}
	for _, l := range lines {
		for _, log := range []bool{false, true} {
			s := Series{Lines: l}
			all = append(all, learning(LearningOptions{Log: log}, l...),
				learning(LearningOptions{Log: log, Against: []string{"perfect"}}, l...),
				s.Score(false, log), s.Score(true, log), s.Strength(log))
		}
	}
	g := graphOf("tic-tac-toe")
	for _, h := range [][]History{nil, {{Graph: g}},
		{{Graph: g, Moves: g.Moves(symmetry.Start), Contents: []Contents{{Beads: make([]int64, 9)}}}}} {
		all = append(all, Beads(chart.English, h, false, false), Beads(chart.English, h, true, true))
	}
	for i, d := range all {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			for _, extension := range []string{".png", ".svg", ".pdf"} {
				if _, err := paper.Encode(&bytes.Buffer{}, extension, d, paper.Format{DPI: 20}); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestSmallPaper checks for every drawing that its own size has room for it, that a stamp is refused with a size that
// works, and that painting on paper that is too small does not fail.
func TestSmallPaper(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds, or a minute under the race detector, which cannot find anything in one goroutine")
	}
	const mm = vg.Millimeter
	for name, d := range drawings() {
		if !d.Fits(d.Size()) {
			t.Errorf("%s does not fit its natural size", name)
		}
		for _, small := range []paper.Size{{Width: paper.Shortest, Height: paper.Shortest},
			{Width: 86 * mm, Height: 50 * mm}, {Width: 40 * mm, Height: 200 * mm}, {Width: 200 * mm, Height: 40 * mm}} {
			f := paper.Format{Size: small, DPI: 50}
			if _, err := paper.Encode(&bytes.Buffer{}, ".png", d, f); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			refused := f.Fit(d)
			if refused == nil {
				if small.Height == paper.Shortest {
					t.Errorf("%s fits on a stamp", name)
				}
				continue
			}
			var needed string
			if _, err := fmt.Sscanf(refused.Error(), small.String()+" is too small for this drawing; %s will do",
				&needed); err != nil {
				t.Fatalf("%s: %v", name, refused)
			}
			if enough, err := paper.ParseSize(needed); err != nil || (paper.Format{Size: enough}).Fit(d) != nil {
				t.Errorf("%s: the suggested size %s has no room either", name, needed)
			}
		}
	}
}

// TestNoRoom checks that paper is refused if its title, subtitle and legend leave less than nothing to some panels.
func TestNoRoom(t *testing.T) {
	f := learning(LearningOptions{}, sample("a", "random", 300, 5), sample("b", "perfect", 400, 5),
		sample("c", "noisy:0.2", 400, 5))
	for height := vg.Length(3); height <= 8; height++ {
		if s := (paper.Size{Width: 15 * vg.Centimeter, Height: height * vg.Centimeter}); f.Fits(s) {
			t.Errorf("%d rows of panels fit on %v", len(f.Panels), s)
		}
	}
}
