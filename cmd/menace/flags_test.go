//go:build !js

package main

import (
	"cmp"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"menace/cmd/menace/internal/term"
)

// described returns the description of the program.
func described(t *testing.T) *term.Program {
	t.Helper()
	p, err := program(term.New(nil, io.Discard, io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// has reports whether the program has a command. Its feature may have been taken out.
func has(t *testing.T, command string) bool {
	t.Helper()
	return slices.ContainsFunc(described(t).Commands, func(c *term.Command) bool { return c.Name == command })
}

// needs skips a test that uses a command of a feature that has been taken out.
func needs(t *testing.T, commands ...string) {
	t.Helper()
	for _, command := range commands {
		if !has(t, command) {
			t.Skipf("there is no command %s", command)
		}
	}
}

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

// TestFlagsOfOneKind checks that a flag takes a value in all commands that have it or in none, so that it can be typed
// before its command.
func TestFlagsOfOneKind(t *testing.T) {
	of := map[string]map[bool]string{} // a command, by name of the flag and by whether it takes a value
	for line, c := range leaves("", described(t).Commands) {
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
	if len(of) < 30 { // those of machines alone, if all other features have been taken out
		t.Errorf("got only %d flags", len(of))
	}
}

// TestFewFlags limits the flags of each command, and the names of flags of all commands together, those of the whole
// program included.
func TestFewFlags(t *testing.T) {
	const mostOfCommand, mostOfProgram = 27, 95
	p := described(t)
	names := map[string]bool{"help": true, "version": true}
	for _, f := range p.Flags {
		names[f.Name] = true
	}
	for line, c := range leaves("", p.Commands) {
		if c.Flags == nil {
			continue
		}
		flags := c.Flags()
		if len(flags) > mostOfCommand {
			t.Errorf("%s has %d flags, more than %d", line, len(flags), mostOfCommand)
		}
		for _, f := range flags {
			names[f.Name] = true
		}
	}
	if len(names) > mostOfProgram {
		t.Errorf("there are %d names of flags, more than %d: %v", len(names), mostOfProgram,
			slices.Sorted(maps.Keys(names)))
	}
}

// TestShortHelp checks that the longest help of an experiment has less than 70 lines on a usual screen.
func TestShortHelp(t *testing.T) {
	needs(t, "experiment")
	sequential(t)
	t.Setenv("COLUMNS", "80")
	if n := strings.Count(prints(t, "help", "experiment", "run"), "\n"); n < 40 || n >= 70 {
		t.Errorf("the help of experiment run has %d lines", n)
	}
}

// TestHelpNamesTheDatabase checks that the help of a command explains --db and MENACE_DB if the command uses the
// database. A synopsis shows what one types.
func TestHelpNamesTheDatabase(t *testing.T) {
	needs(t, "train", "class", "print", "experiment", "search")
	sequential(t)
	t.Setenv("COLUMNS", "80")
	for _, command := range []string{
		"train", "play", "serve", "class", "print", "eval", "boxes", "machines", "machines list", "machines show",
		"plot learning", "export beads", "experiment run", "experiment show", "backup", "restore",
	} {
		help := prints(t, strings.Fields(command+" --help")...)
		if !strings.Contains(help, "--db FILE") || !strings.Contains(help, "MENACE_DB") {
			t.Errorf("the help of %s does not name --db and MENACE_DB", command)
		}
	}
	for _, line := range []string{"search nim", "completion", "version"} {
		if help := prints(t, strings.Fields(line+" --help")...); strings.Contains(help, "MENACE_DB") {
			t.Errorf("the help of %s names a database, which it does not use", line)
		}
	}
	for line, want := range map[string]string{
		"train":         "menace train --games N [--machine NAME] [options]",
		"search":        "menace search GAME [options]",
		"machines copy": "menace machines copy MACHINE NEW\n",
	} {
		if help := prints(t, strings.Fields(line+" --help")...); !strings.Contains(help, want) {
			t.Errorf("the help of %s does not show %q", line, want)
		}
	}
}

// TestHelpFitsNarrowScreens checks that on a screen of 20 columns or more only a single word may be longer than a line.
func TestHelpFitsNarrowScreens(t *testing.T) {
	sequential(t)
	lines := append(slices.Sorted(maps.Keys(leaves("", described(t).Commands))), "")
	for _, c := range described(t).Commands {
		if len(c.Commands) > 0 {
			lines = append(lines, c.Name)
		}
	}
	for _, width := range []int{20, 21, 25, 34, 60} {
		t.Setenv("COLUMNS", strconv.Itoa(width))
		for _, line := range lines {
			checkFits(t, strings.TrimSpace("help "+line), width)
		}
	}
}
