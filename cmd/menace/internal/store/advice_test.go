package store

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"menace/arena"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/term"
	"menace/data"
	"menace/menace"
)

// execute runs a command, "none" or "stored", that returns the error failure. The latter works on something stored.
func execute(t *testing.T, failure error, command string) error {
	t.Helper()
	con := term.New(nil, io.Discard, io.Discard)
	fail := func(context.Context, *term.Invocation) error { return failure }
	p := WithDatabase(con, &term.Program{Name: "menace", Commands: []*term.Command{
		{Name: "none", Action: fail}, {Name: "stored", Action: OnStored(fail)},
	}})
	return term.Run(t.Context(), con, p, []string{"menace", command})
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
		err := execute(t, c.err, "none")
		if err == nil || term.OneLine(err) != c.want || !errors.Is(err, c.err) {
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
		if err := execute(t, c.err, "stored"); err == nil || term.OneLine(err) != c.want || !errors.Is(err, c.err) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	names := strings.Split("a1,b2,c3,d4,e5,f6,g7,h8,i9,j10", ",")
	unknown := lab.NotOpponent("xyz", strings.Join(names, ", "), arena.CheckPlayer("xyz"))
	const whole = `unknown opponent "xyz"; choose from `
	if err := execute(t, unknown, "none"); term.OneLine(err) != whole+strings.Join(names, ", ") {
		t.Errorf("got %v, want all of %q", err, names)
	}
	for _, name := range names {
		if _, err := l.Make(t.Context(), name, menace.Michie(), 1); err != nil {
			t.Fatal(err)
		}
	}
	_, many := l.Agent(t.Context(), "tom")
	const rest = " and 3 more (`menace agents list`); `menace train --agent tom --games 10000` makes it"
	if err := execute(t, many, "none"); !strings.HasSuffix(term.OneLine(err), rest) {
		t.Errorf("got %v, want %s at the end", err, rest)
	}
}
