// Package machines holds the commands that work with single machines, each in one or a few files: its options, how they
// are parsed from flags, and what it prints.
package machines

import (
	"context"
	_ "embed"
	"slices"

	"menace/arena"
	"menace/cmd/menace/internal/app"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/store"
	"menace/cmd/menace/internal/term"
	"menace/data"
	"menace/menace"
	"menace/plots"
)

//go:embed help.txt
var helpText string

// Feature describes the feature.
func Feature(a *app.App, db *store.Store) app.Feature {
	db.Add(store.Kind{
		Name: "machine", Create: trainCommandFor, List: "menace agents list", Check: agents.Check,
	})
	return app.Feature{
		Name:     "machines",
		Commands: func(con *term.IO) []*term.Command { return commands(con, a, db) },
		Examples: []app.Example{
			{Line: "train --games 10000", Meaning: "train a machine against random play, and report how good it is"},
			{Line: "play", Meaning: "play against it; it learns from every game"},
			{Line: "serve", Meaning: "show the laboratory in a browser"},
			{Line: "boxes --moves 0", Meaning: "show its first matchbox"},
			{Line: "eval", Meaning: "compute exactly how well it does against each opponent"},
		},
		About: help().Text("about"),
		Complete: map[string]func(context.Context, []string) []string{
			"agent":    agentNames,
			"opponent": opponents,
			"people": func(ctx context.Context, typed []string) []string {
				return append(opponents(ctx, typed), plots.People)
			},
		},
	}
}

func help() term.Help {
	return term.NewHelp(helpText, map[string]string{"{Opponents}": agents.Opponents, "{Schedules}": arena.Schedules})
}

// trainCommandFor returns the command that makes an agent. Without a name it is the usual one.
func trainCommandFor(agent string) string {
	flags := ""
	if agent != "" {
		flags = " --agent " + agent
	}
	if slices.Contains(menace.Presets, agent) {
		flags += " --preset " + agent
	}
	return "menace train" + flags + " --games 10000"
}

func commands(con *term.IO, a *app.App, db *store.Store) []*term.Command {
	list := []*term.Command{
		trainCommand(con), playCommand(con), serveCommand(con, a, db), classCommand(con, a, db), evalCommand(con),
		boxesCommand(con), agentsCommand(con, db), plotCommand(con), exportCommand(con),
	}
	help().Describe("", list)
	return list
}

// agentNames lists the names of agents for completion.
var agentNames = store.Complete((*data.DB).Names)

// opponents lists the names of opponents for completion.
func opponents(ctx context.Context, typed []string) []string {
	names := slices.Collect(arena.Beginnings())
	for _, name := range agentNames(ctx, typed) {
		names = append(names, arena.AgentPrefix+name)
	}
	return names
}
