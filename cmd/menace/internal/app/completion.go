package app

import (
	"context"
	"embed"
	"strings"

	"menace/cmd/menace/internal/term"
)

//go:embed completion/menace.*
var scripts embed.FS

var shells = []string{"bash", "zsh", "fish", "powershell"}

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

// completions maps each kind of word to the function that lists its words for completion.
type completions map[string]func(ctx context.Context, typed []string) []string

// completeCommand describes the hidden command complete, which prints the possible completions of its last word, one
// per line. A space means an empty last word.
func completeCommand(con *term.IO, p *term.Program, known completions) *term.Command {
	complete := func(ctx context.Context, c *term.Invocation) error {
		if last := len(c.Words) - 1; last >= 0 {
			c.Words[last] = strings.TrimSpace(c.Words[last])
		}
		list := func(kind string) []string {
			if known[kind] == nil {
				return nil
			}
			return known[kind](ctx, c.Words)
		}
		for _, word := range term.Complete(ctx, p, c.Words, list) {
			con.Print("%s\n", word)
		}
		return nil
	}
	return &term.Command{Name: "complete", Hidden: true, Args: "[WORD]…", Action: complete}
}
