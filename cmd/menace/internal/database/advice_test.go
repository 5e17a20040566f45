package database

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"menace/cmd/menace/internal/term"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
)

// execute runs a command, "none" or "stored", that returns the error failure. The latter works on something stored.
func execute(t *testing.T, failure error, command string) error {
	t.Helper()
	con := term.New(nil, io.Discard, io.Discard)
	fail := func(context.Context, *term.Invocation) error { return failure }
	db := &Store{}
	db.Add(Kind{
		Name: "machine", List: "menace machines list",
		Create: func(name string) string { return strings.TrimSpace("make " + name) },
	}, Kind{Name: "experiment"})
	p := db.Extend(con, &term.Program{Name: "menace", Commands: []*term.Command{
		{Name: "none", Action: fail}, {Name: "stored", Action: WithoutCreateAdvice(fail)},
	}})
	return term.Run(t.Context(), con, p, []string{"menace", command})
}

// advised is an error with its own advice.
type advised struct{ error }

func (advised) Advice() string { return "; do something else" }

// TestAdvice checks that an error suggests what to type next: in a command for stored things nothing that creates them,
// and of a list that no command prints all names.
func TestAdvice(t *testing.T) {
	file := filepath.Join(t.TempDir(), "menace.db")
	db, err := data.Open(t.Context(), file, data.Create)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	create := func(names ...string) {
		for _, name := range names {
			a, err := data.NewAgent(name, menace.Michie(), 1)
			if err == nil {
				err = db.Save(t.Context(), a)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	_, none := db.Load(t.Context(), "tom")
	create("dick", "harry")
	_, near := db.Load(t.Context(), "hary")
	_, far := db.Load(t.Context(), "tom")
	_, experiment := db.Experiment(t.Context(), "tom")
	_, missing := data.Open(t.Context(), file+".none", data.Read)
	create("a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8", "i9")
	_, many := db.Load(t.Context(), "tom")
	choices := strings.Split("a1,b2,c3,d4,e5,f6,g7,h8,i9,j10", ",")
	word := &option.UnknownError{Word: "xyz", Choices: choices, Err: errors.New("unknown word")}
	for _, c := range []struct {
		command string
		err     error
		want    string
	}{
		{"none", errors.New("a\nb"), "a b"},
		{"none", advised{errors.New("no way")}, "no way; do something else"},
		{"none", none, "machine \"tom\" not found: there are no machines yet; `make tom` makes it"},
		{"none", near, "machine \"hary\" not found; did you mean harry?"},
		{"none", far, "machine \"tom\" not found; choose from dick, harry; `make tom` makes it"},
		{"none", many, "machine \"tom\" not found; choose from a1, b2, c3, d4, dick, e5, f6, g7 and 3 more " +
			"(`menace machines list`); `make tom` makes it"},
		{"none", missing, "no database " + file + ".none: `make` makes one, --db names another"},
		{"none", word, "unknown word; choose from " + strings.Join(choices, ", ")},
		{"none", fmt.Errorf("%s is %w", file, data.ErrBusy), file + " is busy; end that program, or try again when it has finished"},
		{"stored", none, "machine \"tom\" not found: there are no machines yet"},
		{"stored", far, "machine \"tom\" not found; choose from dick, harry"},
		{"stored", experiment, "experiment \"tom\" not found: there are no experiments yet"},
		{"stored", missing, "no database " + file + ".none: --db names another"},
	} {
		err := execute(t, c.err, c.command)
		if err == nil || term.OneLine(err) != c.want || !errors.Is(err, c.err) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
