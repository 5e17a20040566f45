package command

import (
	"cmp"
	"regexp"
	"testing"

	"menace/cmd/menace/internal/report/figures"
)

// fileName matches names that every system accepts and no shell needs quoted.
var fileName = regexp.MustCompile(`^[\p{L}\d._+,=-]+\.png$`)

// TestNamesDoNotCollide checks that figures whose joined words would be equal get different file names.
func TestNamesDoNotCollide(t *testing.T) {
	seen := map[string]figures.Options{}
	for _, o := range []figures.Options{
		{Agents: []string{"a"}},
		{Agents: []string{"a", "b"}},
		{Agents: []string{"a-b"}},
		{Agents: []string{"experiment-a"}},
		{Agents: []string{"experiment", "a"}},
		{Experiment: "a"},
		{Experiment: "a-b"},
		{Agents: []string{"a"}, Log: true},
		{Agents: []string{"a-log"}},
		{Agents: []string{"a", "log"}},
		{Agents: []string{"a"}, Against: []string{"random", "perfect"}},
		{Agents: []string{"a"}, Against: []string{"random"}},
		{Agents: []string{"a"}, Against: []string{"random", "agent:perfect"}},
		{Agents: []string{"a", "against", "random"}},
		{Agents: []string{"a"}, Window: 2},
		{Figure: "beads", Agents: []string{"a"}, Position: "X.O/.../..."},
		{Figure: "beads", Agents: []string{"a", "X_O______"}},
		{Experiment: "a", Cells: []int{1, 2}},
		{Experiment: "a", Cells: []int{12}},
		{Experiment: "a", Mean: true},
		{Experiment: "a", Band: "ci"},
		{Experiment: "a", Band: "none"},
		{Experiment: "a-mean"},
		{Experiment: "a", Alive: true},
	} {
		o.Figure = cmp.Or(o.Figure, "learning")
		name := plotOptions{Options: o}.name()
		if other, taken := seen[name]; taken {
			t.Errorf("%+v and %+v both have the name %s", other, o, name)
		}
		if !fileName.MatchString(name) {
			t.Errorf("%q is not safe in every shell and system", name)
		}
		seen[name] = o
	}
}
