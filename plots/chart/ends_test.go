package chart

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"menace/plots/paper"
)

// crowd returns a figure of two panels below each other, with so many lines in each.
func crowd(lines int, banded bool) Figure {
	f := Figure{Title: "crowd"}
	for _, title := range []string{"above", "below"} {
		p := Panel{Title: title, X: Axis{Max: 9}, Y: Axis{Max: 1, Percent: true}}
		for i := range lines {
			c := Curve{Name: fmt.Sprintf("line-%d", i), Hue: i, Dash: i}
			for x := range 10 {
				y := float64(x*i) / 100
				point := Point{X: float64(x), Y: y, Low: y, High: y}
				if banded {
					point.High += 0.1
				}
				c.Points = append(c.Points, point)
			}
			p.Curves = append(p.Curves, c)
		}
		f.Panels = append(f.Panels, []Panel{p})
	}
	return f
}

// texts returns an SVG of the figure.
func texts(t *testing.T, f Figure) string {
	t.Helper()
	var file bytes.Buffer
	if _, err := paper.Encode(&file, ".svg", f, paper.Format{}); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

// TestEnds checks that up to five lines have their names and last values at their right ends in each panel, and that
// more lines have a key without values.
func TestEnds(t *testing.T) {
	five := texts(t, crowd(5, true))
	for i := range 5 {
		if end := fmt.Sprintf(">line-%d: %d\u00a0%%<", i, 9*i); strings.Count(five, end) != 2 {
			t.Errorf("%s is not beside both panels", end)
		}
	}
	if six := texts(t, crowd(6, false)); strings.Count(six, ">line-5<") != 1 || strings.Contains(six, "line-5:") {
		t.Error("six lines have no key")
	}
}

// TestApart checks that each of seven lines with bands has panels of its own, which show the others without bands and
// names, on the same axes, and that the panels that were below each other are side by side.
func TestApart(t *testing.T) {
	f := crowd(7, true)
	apart := f.apart(true)
	if len(apart.Panels) != 7 || len(apart.Panels[0]) != 2 || len(f.apart(false).Panels) != 14 {
		t.Fatalf("got %d rows", len(apart.Panels))
	}
	for i, row := range apart.Panels {
		for j, p := range row {
			named, y := p.named(), p.Extended().Y
			if len(named) != 1 || named[0].Name != fmt.Sprintf("line-%d", i) || len(p.Curves) != 7 ||
				y != f.Panels[j][0].Extended().Y {
				t.Errorf("row %d shows %v on %+v", i, named, y)
			}
			if bands := slices.DeleteFunc(p.Curves, func(c Curve) bool { return !c.banded() }); len(bands) != 1 {
				t.Errorf("row %d has %d bands", i, len(bands))
			}
		}
	}
	if svg := texts(t, f); strings.Count(svg, ">above<") != 1 || strings.Count(svg, ">line-6: 54\u00a0%<") != 2 || !f.Fits(f.Size()) {
		t.Error("titles or names are missing")
	}
	if five := crowd(5, true).apart(true); len(five.Panels) != 2 {
		t.Errorf("five lines are in %d rows", len(five.Panels))
	}
}

// TestValue checks the last values of lines by hand.
func TestValue(t *testing.T) {
	for _, c := range []struct {
		axis Axis
		v    float64
		want string
	}{
		{Axis{Max: 1, Percent: true}, 0.874, "87 %"}, {Axis{Max: 1, Percent: true}, 0.9962, "99.6 %"},
		{Axis{Max: 1, Percent: true}, 0.0004, "0 %"}, {Axis{Max: 1, Percent: true}, 1, "100 %"},
		{Axis{Min: -1}, -0.004, "0.00"}, {Axis{Min: -1}, -0.126, "−0.13"}, {Axis{Max: 90}, 6.66, "6.7"},
		{Axis{Max: 3000, Whole: true}, 1234, "1,234"}, {Axis{Max: 200}, 148.7, "149"},
	} {
		if got := c.axis.Value(c.v); got != c.want {
			t.Errorf("%+v: got %q for %g, want %q", c.axis, got, c.v, c.want)
		}
	}
}
