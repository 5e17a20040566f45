// Package database contains what all commands that work on the database share: the flag --db, the option --machine, and
// advice on errors. A command wraps its run function in [Action], which opens and closes the database.
package database

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/version"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
	"menace/minimax/games"
)

// Store knows the kinds of things that features keep in the database.
type Store struct {
	kinds  []Kind
	opened *data.DB
}

// Use sets the open database that all pages work on.
func (s *Store) Use(db *data.DB) { s.opened = db }

// Opened returns the database that the pages work on.
func (s *Store) Opened() *data.DB { return s.opened }

// Kind is a kind of named things in the database.
type Kind struct {
	Name   string                   // "machine" or "experiment": see [data.NotFoundError]
	Create func(name string) string // the command that creates a thing of this name
	List   string                   // the command that lists their names

	// Check reads all things of this kind or, unless name is "", only the one with that name. It passes errors to note,
	// and returns the number of things read.
	Check func(ctx context.Context, db *data.DB, name string, note func(error)) int
}

// Add adds the kinds of things that a feature stores.
func (s *Store) Add(kinds ...Kind) { s.kinds = append(s.kinds, kinds...) }

// kind returns the kind with a name.
func (s *Store) kind(name string) Kind {
	for _, k := range s.kinds {
		if k.Name == name {
			return k
		}
	}
	return Kind{Name: name}
}

// createCommand returns a command that creates a database, or "".
func (s *Store) createCommand() string {
	for _, k := range s.kinds {
		if k.Create != nil {
			return k.Create("")
		}
	}
	return ""
}

// Checked is the result of [Store.Check].
type Checked struct {
	Counts  []string // such as "3 machines"
	Damaged []string // a line for each part that is damaged, altered, or belongs to another program
}

// Check checks the file and reads the whole database. With a name, it reads only the thing with this name of the first
// kind.
func (s *Store) Check(ctx context.Context, db *data.DB, name string) (c Checked, err error) {
	note := func(found error) {
		if errors.Is(found, data.ErrCorrupt) || errors.Is(found, data.ErrAltered) {
			c.Damaged = append(c.Damaged, found.Error())
		} else {
			err = cmp.Or(err, found)
		}
	}
	faults, failed := db.Faults(ctx)
	c.Damaged = faults
	note(failed)
	for i, k := range s.kinds {
		n := 0
		if ctx.Err() != nil {
			return c, ctx.Err()
		}
		if name == "" || i == 0 {
			n = k.Check(ctx, db, name, note)
		}
		c.Counts = append(c.Counts, words.Plural(n, k.Name))
	}
	return c, err
}

// Extend adds to a program the flag --db, and advice to its errors.
func (s *Store) Extend(con *term.IO, p *term.Program) *term.Program {
	p.Flags = append(p.Flags, DBFlag())
	p.Begin = func(c *term.Invocation) {
		con.Spared = term.Spared{Files: data.Files(Database(c)), Owner: "the database"}
		if db := Database(c); db != usualDatabase() {
			con.HintFlags = "--db " + option.Quoted(db)
		}
	}
	p.Empty = func(ctx context.Context, c *term.Invocation) bool { return empty(ctx, Database(c)) }
	p.Explain = s.explain
	p.GuessFlag = guessFlag
	p.Made = version.Made
	return p
}

// empty reports whether a database is missing, or has neither machines nor experiments.
func empty(ctx context.Context, file string) bool {
	db, err := data.Open(ctx, file, data.Read)
	if err != nil {
		return errors.Is(err, data.ErrNoDatabase)
	}
	defer db.Close()
	machines, err := db.AllNames(ctx)
	experiments, failed := db.AllExperimentNames(ctx)
	return err == nil && failed == nil && len(machines)+len(experiments) == 0
}

// Database returns the path of the database: --db, or else the environment, or else the default.
func Database(c *term.Invocation) string {
	if given := c.Given("db"); given != nil {
		return given[0]
	}
	return usualDatabase()
}

// usualDatabase returns the database of commands without --db.
func usualDatabase() string { return cmp.Or(os.Getenv("MENACE_DB"), "menace.db") }

// DBFlag is the flag that names the database.
func DBFlag() term.Flag {
	usual := strconv.Quote(usualDatabase())
	if os.Getenv("MENACE_DB") == "" {
		usual += ", or MENACE_DB"
	} else {
		usual += ", from MENACE_DB"
	}
	return term.Flag{Name: "db", Meaning: "the database `FILE`", Default: usual}
}

// guessFlag guesses which flag is missing before a word: --games for a number, --machine for a name.
func guessFlag(word string) string {
	if _, err := strconv.Atoi(word); err == nil {
		return "games"
	}
	if data.CheckName(word) != nil {
		return ""
	}
	return "machine"
}

// Action is [term.Action] for a command that works on the database, which it opens and closes.
func Action[O any](con *term.IO, mode data.Mode, parse func(*term.Invocation) (O, error),
	run func(context.Context, *term.IO, *data.DB, O) error) term.ActionFunc {
	return ActionInMode(con, func(O) data.Mode { return mode }, parse, run)
}

// ActionInMode is [Action] for a command whose options determine the mode.
func ActionInMode[O any](con *term.IO, mode func(O) data.Mode, parse func(*term.Invocation) (O, error),
	run func(context.Context, *term.IO, *data.DB, O) error) term.ActionFunc {
	return func(ctx context.Context, c *term.Invocation) error {
		o, err := parse(c)
		if err != nil {
			return err
		}
		db, err := data.Open(ctx, Database(c), mode(o))
		if err != nil {
			return err
		}
		defer db.Close()
		if before := db.Before(); before != "" {
			con.Note("%s has been brought up to date for this version of menace; %s is the file as it was",
				db.Path(), before)
		}
		return run(ctx, con, db, o)
	}
}

// DefaultMachine is the machine of commands without --machine.
const DefaultMachine = "default"

// Machine is the option that names a machine.
func Machine(name *string) option.Option {
	return option.Option{
		Name: "machine", Short: "m", Aliases: []string{"agent", "a"},
		Meaning: "the machine's `NAME`", Complete: "machine",
		Value: option.Checked(option.Word(name), data.CheckName),
	}
}

// RuleFlags returns the flags for the rules of a machine.
func RuleFlags(category string) []term.Flag {
	usual := menace.Michie()
	return term.Flags(category, usual.Settings(false))
}

// Rules reads RuleFlags for one machine, and returns its rules and the names of the options that were given.
func Rules(c *term.Invocation) (rules menace.Rules, given []string, err error) {
	rules = menace.Michie()
	given, err = term.Read(c, GameFiles(rules.Settings(c.Given("preset") != nil)))
	return rules, given, err
}

// maxGameFile is the size of the largest file with a game.
const maxGameFile = 1 << 20

// GameFiles returns a table of options in which the option game also accepts the name of a file that defines a game.
func GameFiles(table []option.Option) []option.Option {
	for i := range table {
		game := &table[i].Value
		if set := game.Set; table[i].Name == "game" {
			game.Set = func(text string) error {
				if strings.HasSuffix(strings.ToLower(text), ".json") {
					file, err := os.ReadFile(text)
					if err == nil && len(file) > maxGameFile {
						err = fmt.Errorf("%s is too large for the file of a game", text)
					}
					if err != nil {
						return err
					}
					if text, err = games.ReadOwn(file); err != nil {
						return err
					}
				}
				err := set(text)
				if unknown := new(games.UnknownError); errors.As(err, &unknown) {
					err = fmt.Errorf("%w, or name a file such as my.json", err)
				}
				return err
			}
		}
	}
	return table
}

// Complete returns a completion function for a feature: it lists names in the database of the command line, or none if
// that cannot be read.
func Complete(list func(*data.DB, context.Context) ([]string, error)) func(context.Context, []string) []string {
	return func(ctx context.Context, typed []string) (names []string) {
		file := usualDatabase()
		for i, word := range typed[:max(0, len(typed)-1)] {
			if word == "--db" {
				file = typed[i+1]
			} else if given, ok := strings.CutPrefix(word, "--db="); ok {
				file = given
			}
		}
		db, err := data.Open(ctx, file, data.Read)
		if err == nil {
			defer db.Close()
			names, _ = list(db, ctx)
		}
		return names
	}
}
