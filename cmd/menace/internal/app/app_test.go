package app

import (
	"context"
	"io"
	"strings"
	"testing"

	"menace/cmd/menace/internal/term"
)

func version() string { return "1" }

// TestConflicts checks that no two features can have a command or a kind of words of the same name.
func TestConflicts(t *testing.T) {
	commands := func(names ...string) func(*term.IO) []*term.Command {
		return func(*term.IO) (list []*term.Command) {
			for _, name := range names {
				list = append(list, &term.Command{Name: name})
			}
			return list
		}
	}
	words := map[string]func(context.Context, []string) []string{"colour": nil}
	for want, features := range map[string][]Feature{
		"": {
			{Name: "one", Commands: commands("a", "b"), Complete: words}, {Name: "two", Commands: commands("c")}, {Name: "none"},
		},
		"features one and two both have the command b": {
			{Name: "one", Commands: commands("a", "b")}, {Name: "two", Commands: commands("c", "b")},
		},
		"features one and app both have the command version": {{Name: "one", Commands: commands("version")}},
		"features one and two both have the words of kind colour": {
			{Name: "one", Complete: words}, {Name: "two", Complete: words},
		},
	} {
		var a App
		a.Add(features...)
		p, err := a.Program(term.New(nil, io.Discard, io.Discard), version)
		if want == "" && err == nil && len(p.Commands) == 3+3 {
			continue
		}
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// TestHelp checks that the help of the program shows the first steps of each feature, and what it says about itself.
func TestHelp(t *testing.T) {
	var out strings.Builder
	con := term.New(nil, &out, &out)
	var a App
	a.Add([]Feature{
		{Name: "one", Examples: []Example{{"do this", "first"}}, About: "One is the first."},
		{Name: "two", Examples: []Example{{"do that", "second"}}},
	}...)
	p, err := a.Program(con, version)
	if err == nil {
		err = term.Run(t.Context(), con, p, []string{"menace", "help"})
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"menace do this", "first\n", "menace do that", "One is the first.", "completion"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing from %s", want, out.String())
		}
	}
}
