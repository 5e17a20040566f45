package term

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"menace/arena"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/machines/live"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
)

// echo records what the test's commands received.
type echo struct {
	db, agent string
	games     int64
	quiet     bool
	words     []string
}

var echoes = []option.Option[echo]{
	Agent(func(e *echo) *string { return &e.agent }),
	{Name: "games", Short: "n", In: func(e *echo) option.Value { return option.Whole(&e.games, 1, menace.MaxGames) }},
	{Name: "quiet", In: func(e *echo) option.Value { return option.Switch(&e.quiet) }},
}

// execute runs a command line of a program with a command for each number of words, and returns what the command
// received. The command returns the error failure.
func execute(t *testing.T, failure error, line ...string) (saw *echo, err error) {
	t.Helper()
	var out bytes.Buffer
	con := New(nil, &out, &out)
	parse := func(c *Invocation) (echo, error) {
		if c.Command.Name == "rules" {
			_, _, err := Rules(c)
			return echo{}, err
		}
		return Parse(echoes, echo{db: Database(c), agent: DefaultAgent, words: c.Words})(c)
	}
	run := func(_ context.Context, _ *IO, e echo) error {
		saw = &e
		return failure
	}
	command := func(name, words string) *Command {
		return &Command{
			Name: name, Args: words, Action: Action(con, parse, run),
			Flags: func() []Flag { return Flags("", echoes, echo{}) },
		}
	}
	p := WithDatabase(con, &Program{Name: "menace", Commands: []*Command{
		command("none", ""), command("one", "NAME"), command("two", "NAME NEW"), command("maybe", "NAME [B]"),
		command("many", "FILE …"),
		{Name: "rules", Action: Action(con, parse, run), Flags: func() []Flag { return RuleFlags("") }},
		{Name: "stored", Action: OnStored(Action(con, parse, run))},
		&Command{Name: "group", Kind: "command of group", Commands: []*Command{command("inner", "NAME")}},
	}})
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
		"one x -n3 -n 4":          "--games is given more than once, but takes one value",
		"one -aa x --agent=a":     "--agent is given more than once, but takes one value",
		"--db a one x --db b":     "--db is given more than once, but takes one value",
		"--agent a one x -a b":    "--agent is given more than once, but takes one value",
		"rules --loss 1 --loss 2": "--loss is given more than once, but takes one value",
		"none --zzz":              "unknown flag --zzz; see `menace none --help`",
		"none --games three":      "--games: \"three\" is not a whole number, such as 10000",
		"none --games 1e20":       "--games: \"1e20\" is too large",
		"none --games 0":          "--games: 0 is not between 1 and 1000000000000",
		"none --agent a/b":        "--agent: " + data.CheckName("a/b").Error(),
		"none a/b":                "unexpected \"a/b\"; see `menace none --help`",
		"none x":                  "unexpected \"x\"; did you mean --agent x?; see `menace none --help`",
		"none 10":                 "unexpected \"10\"; did you mean --games 10?; see `menace none --help`",
		"one":                     "menace one takes NAME; see `menace one --help`",
		"one x y":                 "menace one takes NAME; see `menace one --help`",
		"two x":                   "menace two takes NAME NEW; see `menace two --help`",
		"maybe":                   "menace maybe takes NAME [B]; see `menace maybe --help`",
		"maybe x y z":             "menace maybe takes NAME [B]; see `menace maybe --help`",
		"many":                    "menace many takes FILE …; see `menace many --help`",
	} {
		saw, err := execute(t, nil, strings.Fields(line)...)
		if saw != nil || ExitStatus(err) != Usage || OneLine(err) != want {
			t.Errorf("%s: got %v, want %s", line, err, want)
		}
	}
	for _, line := range []string{"maybe x", "maybe x y", "many x", "many x y z"} {
		if _, err := execute(t, nil, strings.Fields(line)...); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestExplained checks that an error of the laboratory suggests what to type next.
func TestExplained(t *testing.T) {
	db := filepath.Join(t.TempDir(), "menace.db")
	l, err := lab.Open(t.Context(), db, data.Create)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, none := l.Agent(t.Context(), "tom")
	for _, name := range []string{"dick", "harry"} {
		run, err := live.NewRegistry(l).NewRun(t.Context(), live.TrainOptions{Agent: name, Rules: menace.Michie()})
		if err != nil {
			t.Fatal(err)
		}
		if err := run.Save(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	_, near := l.Agent(t.Context(), "hary")
	_, far := l.Agent(t.Context(), "tom")
	_, missing := lab.Open(t.Context(), db+".none", data.Read)
	her, err := menace.Preset("her")
	if err != nil {
		t.Fatal(err)
	}
	const restocks = " --on-empty restock --games 0` makes a fresh machine that refills empty boxes, " +
		"and `menace play --agent again` plays against it"
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("a\nb"), "a b"},
		{none, "machine \"tom\" not found: there are no machines yet; `menace train --agent tom --games 10000` makes it"},
		{near, "machine \"hary\" not found; did you mean harry?"},
		{far, "machine \"tom\" not found; choose from dick, harry; `menace train --agent tom --games 10000` makes it"},
		{missing, "no database " + db + ".none: `menace train --games 10000` makes one, --db names another"},
		{&lab.UnplayedError{Agent: "tom"}, "machine \"tom\" has played no game, so it has no curve: " +
			"`menace train --agent tom --games 10000` gives it one"},
		{&lab.BankruptError{Agent: "tom", Rules: menace.Michie()},
			"tom is bankrupt: it has lost every bead of its opening box, " +
				"so it can only resign; `menace train --agent again --plays first" + restocks},
		{&lab.BankruptError{Agent: "tom", Rules: her},
			"tom is bankrupt: it has lost every bead of its opening boxes, " +
				"so it can only resign; `menace train --agent again --game hexapawn --plays second" + restocks},
	} {
		_, err := execute(t, c.err, "none")
		if err == nil || OneLine(err) != c.want || !errors.Is(err, c.err) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// TestAdviceFits checks that a command for stored data does not suggest creating them, and that a list which no command
// prints is not shortened.
func TestAdviceFits(t *testing.T) {
	db := filepath.Join(t.TempDir(), "menace.db")
	l, err := lab.Open(t.Context(), db, data.Create)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, missing := lab.Open(t.Context(), db+".none", data.Read)
	_, none := l.Agent(t.Context(), "tom")
	_, cells := l.Experiment(t.Context(), "tom")
	if _, err := l.Make(t.Context(), "dick", menace.Michie(), 1); err != nil {
		t.Fatal(err)
	}
	_, far := l.Agent(t.Context(), "tom")
	for _, c := range []struct {
		err  error
		want string
	}{
		{none, "machine \"tom\" not found: there are no machines yet"},
		{far, "machine \"tom\" not found; choose from dick"},
		{cells, "experiment \"tom\" not found: there are no experiments yet"},
		{missing, "no database " + db + ".none: --db names another"},
	} {
		if _, err := execute(t, c.err, "stored"); err == nil || OneLine(err) != c.want || !errors.Is(err, c.err) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	names := strings.Split("a1,b2,c3,d4,e5,f6,g7,h8,i9,j10", ",")
	unknown := lab.NotOpponent("xyz", strings.Join(names, ", "), arena.CheckPlayer("xyz"))
	const whole = `unknown opponent "xyz"; choose from `
	if _, err := execute(t, unknown, "none"); OneLine(err) != whole+strings.Join(names, ", ") {
		t.Errorf("got %v, want all of %q", err, names)
	}
	for _, name := range names {
		if _, err := l.Make(t.Context(), name, menace.Michie(), 1); err != nil {
			t.Fatal(err)
		}
	}
	_, many := l.Agent(t.Context(), "tom")
	const rest = " and 3 more (`menace agents list`); `menace train --agent tom --games 10000` makes it"
	if _, err := execute(t, many, "none"); !strings.HasSuffix(OneLine(err), rest) {
		t.Errorf("got %v, want %s at the end", err, rest)
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
