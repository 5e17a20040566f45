// Package completion is the command completion: it prints the script that lets a shell complete commands,
// flags, and the names that are stored. The scripts ask the program itself, by the hidden command complete.
package completion

import (
	"context"

	"menace/arena"
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/data"
	"menace/menace"
	"menace/minimax"
)

// scripts are what the shells read. Bash cuts words at colons, so what stands before one is removed.
var scripts = map[string]string{
	"bash": `_menace() {
  local line=${COMP_LINE:0:COMP_POINT} words IFS=$' \t\n'
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  local word=${words[-1]}
  IFS=$'\n'
  COMPREPLY=($(menace complete -- "${words[@]:1}" 2>/dev/null))
  [[ $word == *:* ]] && COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*:}"}"}")
}
complete -o default -F _menace menace
`,
	"zsh": `#compdef menace
_menace() {
  local -a found
  found=("${(@f)$(menace complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n $found[1] ]]; then compadd -- $found; else _files; fi
}
if [[ $funcstack[1] = _menace ]]; then _menace; else compdef _menace menace; fi
`,
	"fish": `complete -c menace -a '(menace complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
}

// Command describes the command completion.
func Command(con *console.IO) *cli.Command {
	parse := func(c *cli.Context) (string, error) {
		shell := c.Args().First()
		if scripts[shell] == "" {
			return "", cli.Usagef("no completion for %q: there are bash, zsh and fish", shell)
		}
		return shell, nil
	}
	run := func(_ context.Context, con *console.IO, shell string) error {
		con.Print("%s", scripts[shell])
		return nil
	}
	return &cli.Command{
		Name: "completion", Usage: "print the script that completes commands, flags and names in a shell", ArgsUsage: "bash|zsh|fish",
		Description: `Examples:
   source <(menace completion bash)                                      in ~/.bashrc
   source <(menace completion zsh)                                       in ~/.zshrc, after compinit
   menace completion fish > ~/.config/fish/completions/menace.fish`,
		Action: cli.Action(con, parse, run),
	}
}

// CompleteCommand describes the hidden command complete, which prints what the last of its words can become
// in an app, a line each.
func CompleteCommand(con *console.IO, app func() *cli.App) *cli.Command {
	type options struct {
		db    string
		typed []string
	}
	parse := func(c *cli.Context) (options, error) { return options{c.String("db"), c.Args().Slice()}, nil }
	run := func(ctx context.Context, con *console.IO, o options) error {
		for i, word := range o.typed[:max(0, len(o.typed)-1)] {
			if word == "--db" {
				o.db = o.typed[i+1]
			}
		}
		values := func(what string) []string { return values(ctx, o.db, what) }
		for _, word := range cli.Complete(app(), o.typed, values) {
			con.Print("%s\n", word)
		}
		return nil
	}
	return &cli.Command{Name: "complete", Hidden: true, ArgsUsage: "[WORD]…", Action: cli.Action(con, parse, run)}
}

// values returns what can be given for a flag, or for the words of a command.
func values(ctx context.Context, db, what string) []string {
	for _, rule := range menace.Table {
		if rule.Name == what {
			return rule.Words
		}
	}
	switch what {
	case "preset":
		return menace.Presets
	case "opponent", "against":
		found := []string{"random", "perfect", "blocker", "noisy:", "search:"}
		for _, name := range stored(ctx, db, "agent") {
			found = append(found, arena.AgentPrefix+name)
		}
		return found
	case "algorithm":
		var found []string
		for _, a := range minimax.Algorithms() {
			found = append(found, a.String())
		}
		return found
	case "completion":
		return []string{"bash", "zsh", "fish"}
	case "agent", "agents show", "agents rename", "agents copy", "agents delete", "agents export", "agents check":
		return stored(ctx, db, "agent")
	case "experiment", "experiment run", "experiment show", "experiment delete":
		return stored(ctx, db, "experiment")
	}
	return nil
}

// stored returns the names of agents or experiments, or nothing if they cannot be read.
func stored(ctx context.Context, path, kind string) (names []string) {
	l, err := lab.Open(ctx, path, data.Read)
	if err != nil {
		return nil
	}
	defer l.Close()
	if kind == "agent" {
		names, _ = l.Names(ctx)
	} else {
		names, _ = l.ExperimentNames(ctx)
	}
	return names
}
