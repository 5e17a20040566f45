// Package store is what commands that work on the database have in common: the flag --db, and advice on errors.
package store

import (
	"cmp"
	"context"
	"os"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/version"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
)

// WithDatabase adds to a program the flag --db, and advice to its errors.
func WithDatabase(con *term.IO, p *term.Program) *term.Program {
	p.Flags = append(p.Flags, DBFlag())
	p.Begin = func(c *term.Invocation) {
		con.Database = data.Files(Database(c))
		if db := Database(c); db != usualDatabase() {
			con.HintFlags = "--db " + option.Quoted(db)
		}
	}
	p.Explain = explain
	p.FlagFor = flagFor
	p.Made = version.Made
	return p
}

// Database returns the file of the database, as --db or the environment names it.
func Database(c *term.Invocation) string {
	if given := c.Given("db"); given != nil {
		return given[0]
	}
	return usualDatabase()
}

// usualDatabase returns the database of commands that are given none.
func usualDatabase() string { return cmp.Or(os.Getenv("MENACE_DB"), "menace.db") }

// DBFlag is the flag that names the database.
func DBFlag() term.Flag {
	return term.Flag{Name: "db", Meaning: "the database `FILE`", Default: strconv.Quote(usualDatabase())}
}

// flagFor guesses which flag is missing before a word: --games before a number, --agent before a name.
func flagFor(word string) string {
	if _, err := strconv.Atoi(word); err == nil {
		return "games"
	}
	if data.CheckName(word) != nil {
		return ""
	}
	return "agent"
}

// InLab is [term.Action] for a command that works on the database, which it opens and closes.
func InLab[O any](con *term.IO, mode data.Mode, parse func(*term.Invocation) (O, error),
	run func(context.Context, *term.IO, *lab.Lab, O) error) term.ActionFunc {
	return InLabAs(con, func(O) data.Mode { return mode }, parse, run)
}

// InLabAs is InLab for a command whose options determine the mode.
func InLabAs[O any](con *term.IO, mode func(O) data.Mode, parse func(*term.Invocation) (O, error),
	run func(context.Context, *term.IO, *lab.Lab, O) error) term.ActionFunc {
	return func(ctx context.Context, c *term.Invocation) error {
		o, err := parse(c)
		if err != nil {
			return err
		}
		l, err := lab.Open(ctx, Database(c), mode(o))
		if err != nil {
			return err
		}
		defer l.Close()
		return run(ctx, con, l, o)
	}
}

// DefaultAgent is the agent of commands that are given none.
const DefaultAgent = "default"

// Agent is the option that names an agent.
func Agent[O any](at func(*O) *string) option.Option[O] {
	return option.Option[O]{
		Name: "agent", Short: "a", Meaning: "the machine's `NAME`", Complete: "agent",
		In: func(o *O) option.Value { return option.Checked(option.Word(at(o)), data.CheckName) },
	}
}

// RuleFlags returns the flags for the rules of a machine.
func RuleFlags(category string) []term.Flag {
	return term.Flags(category, menace.Settings(false), menace.Michie())
}

// Rules reads RuleFlags for one machine, and returns its rules and those that were given. With a preset, all rules
// count as given.
func Rules(c *term.Invocation) (rules menace.Rules, given []menace.Rule, err error) {
	rules = menace.Michie()
	preset := c.Given("preset") != nil
	names, err := term.Read(c, menace.Settings(preset), &rules)
	if preset {
		return rules, menace.Table, err
	}
	return rules, option.Only(menace.Table, names...), err
}

// Complete returns a function for a feature that completes names in the database named in a command line. It lists
// none if the database cannot be read.
func Complete(list func(context.Context, *lab.Lab) ([]string, error)) func(context.Context, []string) []string {
	return func(ctx context.Context, typed []string) (names []string) {
		db := usualDatabase()
		for i, word := range typed[:max(0, len(typed)-1)] {
			if word == "--db" {
				db = typed[i+1]
			} else if file, ok := strings.CutPrefix(word, "--db="); ok {
				db = file
			}
		}
		l, err := lab.Open(ctx, db, data.Read)
		if err == nil {
			defer l.Close()
			names, _ = list(ctx, l)
		}
		return names
	}
}
