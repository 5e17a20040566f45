package plots

import (
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"menace/plots/paper"
)

// forest returns a number of cells with their intervals.
func forest(cells int) Estimates {
	e := Estimates{
		Title: "draw against perfect of grid", Subtitle: "after 500 games, 60 runs of each; 95 % intervals",
		Axis: Axis{Label: "draw against perfect", Percent: true},
	}
	for i := range cells {
		v := 0.2 + 0.7*float64(i*37%cells)/float64(cells)
		e.Rows = append(e.Rows, fmt.Sprintf("%d: win %d, opponent perfect", i+1, i))
		e.Values = append(e.Values, []Point{{Value: v, Low: v - 0.02, High: v + 0.05}})
	}
	return e
}

// heat returns means by two settings.
func heat() Estimates {
	e := Estimates{
		Title: "value, worst case of grid", Subtitle: "after 500 games, 60 runs of each; means over the other settings",
		Axis: Axis{Label: "value, worst case"}, Rows: []string{"win 1", "win 3", "win 6"},
	}
	for i := range e.Rows {
		var row []Point
		for j := range 5 {
			row = append(row, Point{Value: -0.9 + 0.15*float64(i) + 0.1*float64(j)})
		}
		e.Values = append(e.Values, row)
	}
	for j := range 5 {
		e.Columns = append(e.Columns, fmt.Sprintf("opponent noisy:0.%d", j))
	}
	return e
}

// TestEstimatesFit checks that up to 100 cells fit the natural size, and that paper that is too low or too narrow is
// refused.
func TestEstimatesFit(t *testing.T) {
	for name, e := range map[string]Estimates{"one": forest(1), "many": forest(100), "heat": heat()} {
		size := e.Size()
		if !e.Fits(size) {
			t.Errorf("%s does not fit its natural size %v", name, size)
		}
		if low := (paper.Size{Width: size.Width, Height: vg.Length(len(e.Rows)) * 5}); e.Fits(low) {
			t.Errorf("%s fits %v", name, low)
		}
		if narrow := (paper.Size{Width: 3 * vg.Centimeter, Height: size.Height}); e.Fits(narrow) {
			t.Errorf("%s fits %v", name, narrow)
		}
	}
}

// TestEstimatesOnAPage checks that 100 cells fit on a page of a journal, in one column too, and that few cells keep
// letters of the usual size there.
func TestEstimatesOnAPage(t *testing.T) {
	column := paper.Format{Size: paper.Size{Width: 86 * vg.Millimeter}}
	for _, size := range []paper.Size{forest(100).Size(), column.SizeOf(forest(100))} {
		if size.Height > 25*vg.Centimeter {
			t.Errorf("100 cells take %v", size)
		}
	}
	for _, cells := range []int{1, 12, 36} {
		if size := column.SizeOf(forest(cells)); size.Height < vg.Length(cells)*fairRow+axisHeight {
			t.Errorf("%d cells have only %v", cells, size)
		}
	}
}

// TestEstimatesText checks that each number is beside its labels.
func TestEstimatesText(t *testing.T) {
	lines := strings.Split(forest(3).Text(80, false), "\n")
	if want := "2: win 1, opponent perfect  43.33 %  41.33 % to 48.33 %"; len(lines) != 8 || lines[4] != want {
		t.Errorf("got %q, want %q", lines, want)
	}
	lines = strings.Split(heat().Text(120, false), "\n")
	want := "win 6             -0.6000             -0.5000             -0.4000             -0.3000             -0.2000"
	if len(lines) != 9 || lines[6] != want {
		t.Errorf("got %q, want %q", lines, want)
	}
	if text := heat().Text(40, false); !strings.Contains(text, "\nwin 6, opponent noisy:0.4\n  -0.2000\n") {
		t.Errorf("in 40 columns: %q", text)
	}
}
