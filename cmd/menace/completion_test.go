//go:build !js

package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"menace/menace"
	"menace/menace/arena"
)

// TestCompletionKnowsEveryRuleAndOpponent completes the name and the choices of every rule, and every kind of opponent,
// in every command that takes them.
func TestCompletionKnowsEveryRuleAndOpponent(t *testing.T) {
	t.Setenv("MENACE_DB", filepath.Join(t.TempDir(), "none.db"))
	complete := func(line string) []string {
		return strings.Fields(prints(t, append([]string{"complete", "--"}, strings.Split(line, " ")...)...))
	}
	check := func(line string, want ...string) {
		t.Helper()
		if !has(t, strings.Fields(line)[0]) {
			return
		}
		got := complete(line)
		for _, word := range want {
			if !slices.Contains(got, word) {
				t.Errorf("%q: %q is not among %q", line, word, got)
			}
		}
	}
	var opponents []string
	for _, kind := range arena.Kinds {
		name := kind.Name
		if kind.Parameter != nil {
			name += ":"
		}
		opponents = append(opponents, name)
	}
	for _, line := range []string{
		"train --opponent ", "eval --opponent ", "experiment run x --opponent ", "plot learning --against ",
	} {
		check(line, opponents...)
	}
	for _, rule := range new(menace.Rules).Options() {
		for _, command := range []string{"train", "experiment run x"} {
			check(command+" --", "--"+rule.Name)
			check(command+" --"+rule.Name+" ", rule.Choices...)
		}
	}
}
