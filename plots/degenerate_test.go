package plots

import (
	"bytes"
	"fmt"
	"testing"

	"menace/board"
)

// TestDegenerate draws what has next to nothing in it, in every format: nothing may panic.
func TestDegenerate(t *testing.T) {
	learners := [][]Learner{
		nil,
		{{Name: "no curve"}},
		{{Name: "at 0", Curve: []Checkpoint{{}}}},
		{{Name: "at 1", Trained: []Stretch{{"random", 1}}, Curve: []Checkpoint{{}, {Games: 1, Losses: 1}}}},
		{{Name: "only 1", Trained: []Stretch{{"people", 1}}, Curve: []Checkpoint{{Games: 1, Draws: 1}}}},
		{sample("a", "random", 9, 5), {Name: "no curve"}},
	}
	all := []Drawing{Figure{}, Poster{}, Matchboxes("none", 0, nil), Matchboxes("empty", 1, []Box{{}})}
	for _, l := range learners {
		for _, log := range []bool{false, true} {
			all = append(all, Learning(l, LearningOptions{Log: log}),
				Learning(l, LearningOptions{Log: log, Against: []string{"perfect"}}),
				Score(l, false, log), Score(l, true, log), Strength(l, log))
		}
	}
	for _, h := range [][]History{nil, {{}}, {{Squares: board.Full, Contents: []Contents{{}}}}} {
		all = append(all, Beads(h, false, false), Beads(h, true, true))
	}
	for i, d := range all {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			for _, extension := range []string{".png", ".svg", ".pdf"} {
				if err := Encode(&bytes.Buffer{}, extension, d, Format{DPI: 20}); err != nil {
					t.Error(err)
				}
			}
			for _, width := range []int{0, 1, 80} {
				d.Text(width, true)
			}
		})
	}
}

// TestSmallPaper squeezes every figure onto the smallest paper.
func TestSmallPaper(t *testing.T) {
	for name, d := range drawings() {
		if err := Encode(&bytes.Buffer{}, ".png", d, Format{Size: Size{shortest, shortest}, DPI: 50}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
