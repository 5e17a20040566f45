package term

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"menace/menace/option"
)

// echo records what the test's commands received.
type echo struct {
	db, agent string
	games     int64
	quiet     bool
	words     []string
}

func (e *echo) options() []option.Option {
	return []option.Option{
		{Name: "agent", Short: "a", Aliases: []string{"robot", "player"}, Value: option.Checked(option.Word(&e.agent), checkAgent)},
		{Name: "games", Short: "n", Value: option.Whole(&e.games, 1, 1_000_000_000_000)},
		{Name: "quiet", Value: option.Switch(&e.quiet)},
	}
}

// checkAgent returns an error unless a word is a name.
func checkAgent(word string) error {
	if strings.Contains(word, "/") {
		return errors.New("no name")
	}
	return nil
}

// guessFlag suggests --games before a number, and --agent before a name.
func guessFlag(word string) string {
	switch _, err := strconv.Atoi(word); {
	case err == nil:
		return "games"
	case checkAgent(word) == nil:
		return "agent"
	}
	return ""
}

// execute runs a command line of a program with a command for each number of words, and returns what the command
// received. The command returns the error failure.
func execute(t *testing.T, failure error, line ...string) (saw *echo, err error) {
	t.Helper()
	var out bytes.Buffer
	con := New(nil, &out, &out)
	parse := func(c *Invocation) (echo, error) {
		db := "menace.db"
		if given := c.Given("db"); given != nil {
			db = given[0]
		}
		return Parse((*echo).options, echo{db: db, agent: "default", words: c.Words})(c)
	}
	run := func(_ context.Context, _ *IO, e echo) error {
		saw = &e
		return failure
	}
	command := func(name, words string) *Command {
		return &Command{
			Name: name, Args: words, Action: Action(con, parse, run),
			Flags: func() []Flag { return Flags("", new(echo).options()) },
		}
	}
	p := &Program{Name: "menace", Flags: []Flag{{Name: "db"}}, GuessFlag: guessFlag, Commands: []*Command{
		command("none", ""), command("one", "NAME"), command("two", "NAME NEW"), command("maybe", "NAME [B]"),
		command("many", "FILE …"),
		&Command{Name: "group", Aliases: []string{"family"}, Kind: "command of group", Commands: []*Command{command("inner", "NAME")}},
	}}
	err = Run(t.Context(), con, p, append([]string{"menace"}, line...))
	if err == nil && saw == nil {
		t.Fatalf("%v printed %s", line, &out)
	}
	return saw, err
}

func TestFlagsAnywhere(t *testing.T) {
	for line, want := range map[string]echo{
		"one x --games 3 --db a.db":                 {"a.db", "default", 3, false, []string{"x"}},
		"--db a.db one --games=3 x":                 {"a.db", "default", 3, false, []string{"x"}},
		"one --quiet x -n 3 -a b --db=a.db":         {"a.db", "b", 3, true, []string{"x"}},
		"group --quiet inner --agent b x --db a.db": {"a.db", "b", 0, true, []string{"x"}},
		"group inner one --db a.db":                 {"a.db", "default", 0, false, []string{"one"}},
		"many a --quiet -- --games --db a.db --agent": {"menace.db", "default", 0, true,
			[]string{"a", "--games", "--db", "a.db", "--agent"}},
		"one --db a.db -": {"a.db", "default", 0, false, []string{"-"}},
		"two none --db a.db --games 1 --agent one two": {"a.db", "one", 1, false, []string{"none", "two"}},
		"--agent two one --quiet x":                    {"menace.db", "two", 0, true, []string{"x"}},
		"--games 3 group -a one inner x":               {"menace.db", "one", 3, false, []string{"x"}},
		"group --agent inner --db group inner x":       {"group", "inner", 0, false, []string{"x"}},
		"one x -n3 -ab":                                {"menace.db", "b", 3, false, []string{"x"}},
		"-n1,000 -a=one one x --quiet":                 {"menace.db", "one", 1000, true, []string{"x"}},
		"many a -aa-b c --db=":                         {"", "a-b", 0, false, []string{"a", "c"}},
		"--robot b family inner x":                     {"menace.db", "b", 0, false, []string{"x"}},
		"family --player=b inner x":                    {"menace.db", "b", 0, false, []string{"x"}},
		"one --agent -- --quiet=false x":               {"menace.db", "--", 0, false, []string{"x"}},
	} {
		saw, err := execute(t, nil, strings.Fields(line)...)
		if err != nil || fmt.Sprint(*saw) != fmt.Sprint(want) {
			t.Errorf("%s: got %v, %v; want %v", line, saw, err, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	for line, want := range map[string]string{
		"nine": "unknown command \"nine\"; did you mean none?; see `menace --help`",
		"xyz":  "unknown command \"xyz\"; see `menace --help`",
		"group iner": "unknown command of group \"iner\"; did you mean inner?; " +
			"see `menace group --help`",
		"none --gmaes 3": "unknown flag --gmaes; did you mean --games?; see `menace none --help`",
		"none --help-me": "unknown flag --help-me; did you mean --help?; see `menace none --help`",
		"none -q3":       "unknown flag --q3; see `menace none --help`",
		"group -n3":      "menace group needs a command besides --games; see `menace group --help`",
		"--games 3":      "menace needs a command besides --games; see `menace --help`",
		"group -n3 iner": "unknown command of group \"iner\"; did you mean inner?; " +
			"see `menace group --help`",
		"one x -n3 -n 4":       "--games is given more than once, but takes one value",
		"one -aa x --robot=a":  "--agent is given more than once, but takes one value",
		"one -aa x --agent=a":  "--agent is given more than once, but takes one value",
		"--db a one x --db b":  "--db is given more than once, but takes one value",
		"--agent a one x -a b": "--agent is given more than once, but takes one value",
		"none --quiet=x":       "--quiet takes no value",
		"none --db":            "a value is missing after --db; see `menace --help`",
		"none x --games":       "a value is missing after --games; see `menace none --help`",
		"none ---zzz":          "bad flag syntax: ---zzz; see `menace none --help`",
		"none --zzz":           "unknown flag --zzz; see `menace none --help`",
		"none --games three":   "--games: \"three\" is not a whole number, such as 10000",
		"none --games 1e20":    "--games: \"1e20\" is too large",
		"none --games 0":       "--games: 0 is not between 1 and 1000000000000",
		"none --agent a/b":     "--agent: " + checkAgent("a/b").Error(),
		"none a/b":             "unexpected \"a/b\"; see `menace none --help`",
		"none x":               "unexpected \"x\"; did you mean --agent x?; see `menace none --help`",
		"none 10":              "unexpected \"10\"; did you mean --games 10?; see `menace none --help`",
		"one":                  "menace one takes NAME; see `menace one --help`",
		"one x y":              "menace one takes NAME; see `menace one --help`",
		"two x":                "menace two takes NAME NEW; see `menace two --help`",
		"maybe":                "menace maybe takes NAME [B]; see `menace maybe --help`",
		"maybe x y z":          "menace maybe takes NAME [B]; see `menace maybe --help`",
		"many":                 "menace many takes FILE …; see `menace many --help`",
	} {
		saw, err := execute(t, nil, strings.Fields(line)...)
		if saw != nil || ExitStatus(err) != Usage || OneLine(err) != want {
			t.Errorf("%s: got %v, want %s", line, err, want)
		}
	}
	for _, line := range [][]string{{""}, {"--", ""}, {"--games", "3", ""}} {
		saw, err := execute(t, nil, line...)
		if want := "unknown command \"\"; see `menace --help`"; saw != nil || ExitStatus(err) != Usage || OneLine(err) != want {
			t.Errorf("%q: got %v, want %s", line, err, want)
		}
	}
	for _, line := range []string{"maybe x", "maybe x y", "many x", "many x y z"} {
		if _, err := execute(t, nil, strings.Fields(line)...); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func TestExitStatus(t *testing.T) {
	for err, want := range map[error]int{
		nil: Done, errors.New("a"): Failed, Usagef("a"): Usage, context.Canceled: Interrupted,
		Interruption("after 3 games"): Interrupted,
	} {
		if got := ExitStatus(err); got != want {
			t.Errorf("%v: status %d, want %d", err, got, want)
		}
	}
}

// TestVersion checks that the version is computed only where it is shown.
func TestVersion(t *testing.T) {
	for line, want := range map[string]int{
		"--version": 1, "do -v": 1, "--help": 1, "": 1, "do": 0, "do --help": 0, "do word": 0, "dont": 0,
	} {
		var out bytes.Buffer
		computed, con := 0, New(nil, &out, &out)
		p := &Program{
			Name:     "menace",
			Version:  func() string { computed++; return "v7" },
			Commands: []*Command{{Name: "do", Action: func(context.Context, *Invocation) error { return nil }}},
		}
		Run(t.Context(), con, p, append([]string{"menace"}, strings.Fields(line)...))
		if shown := strings.Contains(out.String(), "v7"); computed != want || shown != (want > 0) {
			t.Errorf("%q: the version was computed %d times, want %d, and shown: %v", line, computed, want, shown)
		}
	}
}

// TestComplete completes the last word of command lines. None of them may run a command, even if words look like flags
// or like the end of flags.
func TestComplete(t *testing.T) {
	var e echo
	p := &Program{Name: "menace", Flags: []Flag{{Name: "db"}}, Commands: []*Command{
		{Name: "do", Args: "KIND one|two [LAST]…", Flags: func() []Flag { return Flags("", e.options()) },
			Action: func(context.Context, *Invocation) error {
				t.Error("completion runs the command")
				return nil
			}},
		{Name: "dot", Hidden: true}, {Name: "group", Aliases: []string{"family"}, Commands: []*Command{{Name: "in"}}},
	}}
	known := func(kind string) []string {
		return map[string][]string{"kind": {"round", "rough"}, "last": {"end", "--ended"}, "": {"anything"}}[kind]
	}
	for line, want := range map[string]string{
		"":                              "do group",
		"d":                             "do",
		"family ":                       "in",
		"group -":                       "--help --db",
		"do -":                          "--agent --games --quiet --help --db",
		"do --q":                        "--quiet",
		"do --robot ":                   "anything",
		"do --db ":                      "anything",
		"do r":                          "round rough",
		"do --games 3 --quiet roun":     "round",
		"--games 3 do round ":           "one two",
		"do round t":                    "two",
		"do round one e":                "end",
		"do round one end end e":        "end",
		"do -- -x -- -- e":              "end",
		"do --agent -- -- e":            "",
		"do --zzz r":                    "round rough",
		"do -h r":                       "round rough",
		"--version do r":                "round rough",
		"do --generate-bash-completion": "",
		"zzz ":                          "",
	} {
		if got := Complete(t.Context(), p, strings.Split(line, " "), known); strings.Join(got, " ") != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}
