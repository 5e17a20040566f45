package command

import (
	"regexp"
	"testing"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
)

// fileName is what every system takes, and no shell touches.
var fileName = regexp.MustCompile(`^[\p{L}\d._+,=-]+\.png$`)

// TestNamesDoNotCollide gives figures that look alike, when their words are joined, names of their own.
func TestNamesDoNotCollide(t *testing.T) {
	seen := map[string]report.FigureOptions{}
	for _, o := range []report.FigureOptions{
		{Agents: []string{"a"}},
		{Agents: []string{"a", "b"}},
		{Agents: []string{"a-b"}},
		{Agents: []string{"experiment-a"}},
		{Agents: []string{"experiment", "a"}},
		{Cells: report.CellOptions{Experiment: "a"}},
		{Cells: report.CellOptions{Experiment: "a-b"}},
		{Agents: []string{"a"}, Log: true},
		{Agents: []string{"a-log"}},
		{Agents: []string{"a", "log"}},
		{Agents: []string{"a"}, Against: []string{"random", "perfect"}},
		{Agents: []string{"a"}, Against: []string{"random"}},
		{Agents: []string{"a"}, Against: []string{"random", "agent:perfect"}},
		{Agents: []string{"a", "against", "random"}},
		{Agents: []string{"a"}, Window: 2},
		{Agents: []string{"a"}, Boxes: lab.Selection{Moves: 2}},
		{Agents: []string{"a"}, Boxes: lab.Selection{Moves: lab.AllMoves, Position: "X.O/.../..."}},
		{Agents: []string{"a", "X_O______"}},
		{Cells: report.CellOptions{Experiment: "a", Cells: []int{1, 2}}},
		{Cells: report.CellOptions{Experiment: "a", Cells: []int{12}}},
		{Cells: report.CellOptions{Experiment: "a", Compare: []int{1, 2}}},
		{Cells: report.CellOptions{Experiment: "a", Compare: []int{2, 1}}},
		{Cells: report.CellOptions{Experiment: "a", Mean: true}},
		{Cells: report.CellOptions{Experiment: "a", Band: "ci"}},
		{Cells: report.CellOptions{Experiment: "a", Band: "none"}},
		{Cells: report.CellOptions{Experiment: "a-mean"}},
		{Cells: report.CellOptions{Experiment: "a", Alive: true}},
	} {
		o.Figure = "learning"
		if o.Boxes == (lab.Selection{}) {
			o.Boxes.Moves = lab.AllMoves
		}
		name := plotOptions{FigureOptions: o}.name()
		if other, taken := seen[name]; taken {
			t.Errorf("%+v and %+v are both called %s", other, o, name)
		}
		if !fileName.MatchString(name) {
			t.Errorf("%q is not safe in every shell and system", name)
		}
		seen[name] = o
	}
}
