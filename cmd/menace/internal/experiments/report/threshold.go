package report

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"menace/cmd/menace/internal/experiments/threshold"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/plots/chart"
	"menace/symmetry"
)

// Thresholds are the noises above which unsafe beads gain, with the consequences for the machine.
type Thresholds struct {
	Opponent string `json:"opponent"`
	*threshold.Table
	Decisive []threshold.Bead `json:"decisive"`
	Proof    *threshold.Proof `json:"proof"`
	Unproved string           `json:"unproved,omitempty"` // why there is no proof
}

// Sentences returns the threshold of the machine in words.
func (t *Thresholds) Sentences() []string {
	if len(t.Decisive) == 0 {
		return []string{"No unsafe bead has an exact threshold."}
	}
	root := t.Decisive[0].Threshold
	var beads []string
	for _, b := range t.Decisive {
		beads = append(beads, b.Move+" in "+b.Position)
	}
	all := []string{"P* = " + root.Digits}
	if root.Degree <= 9 {
		all = append(all, "a root of "+root.Polynomial)
	} else {
		all = append(all, fmt.Sprintf("a root of a polynomial of degree %d (--json prints it)", root.Degree))
	}
	all = append(all, "decisive: "+strings.Join(beads, ", "))
	if t.Proof == nil {
		return append(all, "Above P* it may stay beatable for ever. No proof was found that below it, it never does: "+
			t.Unproved+".")
	}
	return append(all, "It becomes unbeatable with probability 1 if 0 < P ≤ P*, and may stay beatable for ever if "+
		"P* < P ≤ 1. The proof takes "+words.Plural(t.Proof.Below+t.Proof.Above, "span")+" of noise.")
}

// Text returns the table of the beads.
func (t *Thresholds) Text() tables.Text {
	text := tables.Text{
		Right: 2, Headings: []string{"unsafe bead", "gains above", "lost boxes", "shared", "degree"},
		Note: "Above this noise the bead gains in the long run if it is the only unsafe one. Lost boxes lie behind " +
			"it. If some are shared, no exact threshold is known, only that it lies between two noises.",
	}
	for _, b := range t.Beads {
		gains, degree := "never", ""
		switch {
		case b.Threshold != nil:
			gains, degree = b.Threshold.Digits, fmt.Sprint(b.Threshold.Degree)
		case b.Between != nil:
			gains = fmt.Sprintf("%.4f to %.4f", b.Between[0], b.Between[1])
		}
		text.Lines = append(text.Lines, []string{b.Position + " " + b.Move, gains, fmt.Sprint(b.Boxes),
			fmt.Sprint(b.Shared), degree})
	}
	return text
}

// Forgiveness draws the lowest threshold over the rewards for a win and a draw, for both sides. The other rules are
// unchanged.
func Forgiveness(ctx context.Context, rules menace.Rules) (chart.Figure, error) {
	f := chart.Figure{
		Title:    "How often may a teacher make mistakes?",
		Subtitle: "noise above which some bead for a bad move gains in the long run, by rewards",
	}
	for _, side := range []symmetry.Side{symmetry.First, symmetry.Second} {
		p := chart.Panel{
			Title: "plays " + string(side), X: chart.Axis{Label: "beads for a win", Min: 0, Max: 10, Whole: true},
			Y: chart.Axis{Label: "noise P", Max: 0.4, Percent: true},
		}
		for draw := range int64(3) {
			c := chart.Curve{Name: fmt.Sprintf("%d for a draw", draw), Hue: int(draw), Dash: int(draw), Marked: true}
			for _, win := range []int64{1, 2, 3, 4, 5, 6, 8, 10} {
				if win <= draw {
					continue
				}
				rules.Plays, rules.Win, rules.Draw = side, win, draw
				root, err := threshold.Least(rules)
				if err != nil || ctx.Err() != nil {
					return f, cmp.Or(err, ctx.Err())
				}
				if root != nil {
					c.Points = append(c.Points, chart.Point{X: float64(win), Y: root.Value})
				}
			}
			p.Curves = append(p.Curves, c)
		}
		f.Panels = append(f.Panels, []chart.Panel{p})
	}
	f.Panels = [][]chart.Panel{{f.Panels[0][0], f.Panels[1][0]}}
	first, knownFirst := forgiven(f.Panels[0][0])
	second, knownSecond := forgiven(f.Panels[0][1])
	if knownFirst && knownSecond {
		f.Subtitle = f.Title + " " + words.Sentence(f.Subtitle)
		f.Title = fmt.Sprintf("Rewarded by 3 and 1, a machine that moves first forgives %s of mistakes, one that "+
			"moves second %s", words.Percent(first), words.Percent(second))
	}
	return f, nil
}

// forgiven returns the noise at 3 beads for a win and 1 for a draw, and whether there is one.
func forgiven(p chart.Panel) (noise float64, ok bool) {
	for _, point := range p.Curves[1].Points {
		if point.X == 3 {
			return point.Y, true
		}
	}
	return 0, false
}
