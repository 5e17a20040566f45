package command

import (
	"context"
	"slices"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/command/experiments"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/data"
	"menace/plots"
)

// shells are those that can complete.
var shells = []string{"bash", "zsh", "fish"}

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

// completionCommand describes the command completion.
func completionCommand(con *console.IO) *cli.Command {
	parse := func(c *cli.Context) (string, error) {
		shell := c.Args().First()
		if scripts[shell] == "" {
			return "", cli.Usagef("no completion for %q: there are %s", shell, strings.Join(shells, ", "))
		}
		return shell, nil
	}
	run := func(_ context.Context, con *console.IO, shell string) error {
		con.Print("%s", scripts[shell])
		return nil
	}
	return &cli.Command{
		Name: "completion", Usage: "print the script that completes commands, flags and names in a shell", ArgsUsage: strings.Join(shells, "|"),
		Description: `Examples:
   source <(menace completion bash)                                      in ~/.bashrc
   source <(menace completion zsh)                                       in ~/.zshrc, after compinit
   menace completion fish > ~/.config/fish/completions/menace.fish`,
		Action: cli.Action(con, parse, run),
	}
}

// completeCommand describes the hidden command complete, which prints what the last of its words can become
// in an app, a line each.
func completeCommand(con *console.IO, app func() *cli.App) *cli.Command {
	type options struct {
		db    string
		typed []string
	}
	parse := func(c *cli.Context) (options, error) { return options{c.String("db"), c.Args().Slice()}, nil }
	run := func(ctx context.Context, con *console.IO, o options) error {
		for i, word := range o.typed[:max(0, len(o.typed)-1)] {
			if word == "--db" {
				o.db = o.typed[i+1]
			} else if file, ok := strings.CutPrefix(word, "--db="); ok {
				o.db = file
			}
		}
		completions := func(what string) []string { return completions(ctx, o.db, what) }
		for _, word := range cli.Complete(app(), o.typed, completions) {
			con.Print("%s\n", word)
		}
		return nil
	}
	return &cli.Command{Name: "complete", Hidden: true, ArgsUsage: "[WORD]…", Action: cli.Action(con, parse, run)}
}

// completions returns what can be given for what an option names, as in "--agent", for another flag of a command, as in "eval
// --opponent", or for its words, as in "agents show".
func completions(ctx context.Context, db, what string) []string {
	_, flag, _ := strings.Cut(what, "--")
	switch what {
	case "experiment run --opponent":
		return append(slices.Clone(players), "rival")
	case "experiment show --against":
		return experiment.Against
	case "results":
		return experiments.Sections()
	case "completion":
		return shells
	case "agents show", "agents rename", "agents copy", "agents delete", "agents export", "agents check":
		return stored(ctx, db, "agent")
	case "experiment run", "experiment show", "experiment delete":
		return stored(ctx, db, "experiment")
	}
	switch flag {
	case "agent", "experiment":
		return stored(ctx, db, flag)
	case "opponent":
		return opponents(ctx, db)
	case "player":
		return players
	case "people":
		return append(opponents(ctx, db), plots.People)
	case "learner":
		return strings.Split(lab.Learners, ", ")
	case "format":
		return []string{"csv", "json"}
	}
	return nil
}

// players are the opponents that are not stored, up to their parameters.
var players = func() (names []string) {
	for _, k := range arena.Kinds {
		name := k.Name
		if k.Parameter != nil {
			name += ":"
		}
		names = append(names, name)
	}
	return names
}()

// opponents returns the names of opponents, as far as they can be completed.
func opponents(ctx context.Context, db string) []string {
	found := slices.Clone(players)
	for _, name := range stored(ctx, db, "agent") {
		found = append(found, arena.AgentPrefix+name)
	}
	return found
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
