package main

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"menace/cmd/menace/internal/command"
	"menace/cmd/menace/internal/term"
)

// leaves returns the commands without subcommands, by the words that lead to them.
func leaves(line string, commands []*term.Command) map[string]*term.Command {
	all := map[string]*term.Command{}
	for _, c := range commands {
		if line := strings.TrimSpace(line + " " + c.Name); len(c.Commands) > 0 {
			maps.Copy(all, leaves(line, c.Commands))
		} else {
			all[line] = c
		}
	}
	return all
}

// TestFlagsOfOneKind checks that a flag takes a value in every command that has it or in none, so that it can be typed
// before the command to which it belongs.
func TestFlagsOfOneKind(t *testing.T) {
	of := map[string]map[bool]string{} // a command, by name of the flag and by whether it takes a value
	for line, c := range leaves("", command.Program(term.New(nil, nil, nil), "").Commands) {
		if c.Flags == nil {
			continue
		}
		for _, f := range c.Flags() {
			for _, name := range []string{f.Name, cmp.Or(f.Short, f.Name)} {
				if of[name] == nil {
					of[name] = map[bool]string{}
				}
				if of[name][!f.Switch] = line; len(of[name]) > 1 {
					t.Errorf("--%s takes a value in %s, and none in %s", name, of[name][true], of[name][false])
				}
			}
		}
	}
	if len(of) < 50 {
		t.Errorf("got only %d flags", len(of))
	}
}

// TestHelpFitsNarrowScreens checks that on a screen of 20 columns or more only a single word may be longer than a line.
func TestHelpFitsNarrowScreens(t *testing.T) {
	sequential(t)
	lines := slices.Sorted(maps.Keys(leaves("", command.Program(term.New(nil, nil, nil), "").Commands)))
	for _, width := range []int{20, 21, 23, 25, 28, 30, 34, 39, 59, 60} {
		t.Setenv("COLUMNS", strconv.Itoa(width))
		for _, line := range append(lines, "agents", "plot", "export", "search", "experiment", "") {
			checkFits(t, strings.TrimSpace("help "+line), width)
		}
	}
}
