package command

import (
	"context"
	"embed"
	"strings"

	"menace/arena"
	"menace/cmd/menace/internal/experiments"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/store"
	"menace/cmd/menace/internal/term"
	"menace/data"
	"menace/plots"
)

//go:embed completion/menace.*
var scripts embed.FS

var shells = []string{"bash", "zsh", "fish"}

func completionCommand(con *term.IO) *term.Command {
	return &term.Command{
		Name: "completion", Args: strings.Join(shells, "|"),
		Action: func(_ context.Context, c *term.Invocation) error {
			shell := c.FirstWord()
			script, err := scripts.ReadFile("completion/menace." + shell)
			if err != nil {
				return term.Usagef("no completion for %q; choose from %s", shell, strings.Join(shells, ", "))
			}
			con.Print("%s", script)
			return nil
		},
	}
}

// completeCommand describes the hidden command complete, which prints the possible completions of its last word, one
// per line.
func completeCommand(con *term.IO, program func() *term.Program) *term.Command {
	complete := func(ctx context.Context, c *term.Invocation) error {
		db, typed := store.Database(c), c.Words
		for i, word := range typed[:max(0, len(typed)-1)] {
			if word == "--db" {
				db = typed[i+1]
			} else if file, ok := strings.CutPrefix(word, "--db="); ok {
				db = file
			}
		}
		known := func(kind string) []string { return knownNames(ctx, db, kind) }
		for _, word := range term.Complete(program(), typed, known) {
			con.Print("%s\n", word)
		}
		return nil
	}
	return &term.Command{Name: "complete", Hidden: true, Args: "[WORD]…", Action: complete}

}

// knownNames returns names to complete with. Their kind is that of an option (see option.Option), or a word of a
// command's usage.
func knownNames(ctx context.Context, db, kind string) (names []string) {
	switch kind {
	case "agent":
		return storedNames(ctx, db, (*lab.Lab).Names)
	case "experiment":
		return storedNames(ctx, db, func(l *lab.Lab, ctx context.Context) ([]string, error) {
			return experiments.Names(ctx, l)
		})
	case "learner":
		return strings.Split(lab.Learners, ", ")
	case "rival":
		return append(opponentNames(), "rival")
	case "opponent":
		names = opponentNames()
		for _, name := range knownNames(ctx, db, "agent") {
			names = append(names, arena.AgentPrefix+name)
		}
	case "people":
		return append(knownNames(ctx, db, "opponent"), plots.People)
	}
	return names
}

// opponentNames lists the beginnings of the names of opponents that are not stored machines.
func opponentNames() (names []string) {
	for _, k := range arena.Kinds {
		name := k.Name
		if k.Parameter != nil {
			name += ":"
		}
		names = append(names, name)
	}
	return names
}

// storedNames lists names in a database, or none if it cannot be read.
func storedNames(
	ctx context.Context, db string, list func(*lab.Lab, context.Context) ([]string, error),
) (names []string) {
	l, err := lab.Open(ctx, db, data.Read)
	if err == nil {
		defer l.Close()
		names, _ = list(l, ctx)
	}
	return names
}
