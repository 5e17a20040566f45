// Package machines contains the commands that work with single machines. A command has one or a few files with its
// options, its parse function and its output. The work itself is done by the packages below, which the page uses too.
package machines

import (
	"context"
	_ "embed"
	"slices"

	"menace/cmd/menace/internal/app"
	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/machines/pages"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/term"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/plots"
)

//go:embed help.txt
var helpText string

// Machines is the feature. Other features can build on its pages.
type Machines struct {
	app     *app.App
	store   *database.Store
	live    *live.Machines
	pages   *pages.Machines
	network *network    // while the pages are served
	config  site.Config // options of serve that concern the site
	begins  []func(context.Context) (link string)
	ends    []func()
}

// New returns the feature for a program with a database.
func New(a *app.App, db *database.Store) *Machines { return &Machines{app: a, store: db} }

// Live returns the machines in use of the database of the pages.
func (m *Machines) Live() *live.Machines {
	if m.live == nil {
		m.live = live.NewMachines(m.store.Opened())
	}
	return m.live
}

// AtBegin registers a function that runs when the command serve is about to answer the first request. It may return a
// link that admits a browser.
func (m *Machines) AtBegin(do func(context.Context) (link string)) { m.begins = append(m.begins, do) }

// AtEnd registers a function that runs when the pages are no longer served and all games have been stored.
func (m *Machines) AtEnd(do func()) { m.ends = append(m.ends, do) }

// Pages returns the pages of machines, after they have been added to a site.
func (m *Machines) Pages() *pages.Machines { return m.pages }

// Feature describes the feature.
func (m *Machines) Feature() app.Feature {
	m.store.Add(database.Kind{
		Name: "machine", Create: trainCommandFor, List: "menace machines list", Check: agents.Check,
	})
	return app.Feature{
		Name:     "machines",
		Commands: func(con *term.IO) []*term.Command { return term.Share(m.commands(con)) },
		Pages: func(s *site.Server) site.Pages {
			m.pages = pages.New(s, m.store.Opened(), m.Live())
			return m.pages.Pages()
		},
		Examples: []app.Example{
			{Line: "train --games 10000", Meaning: "train a machine, and report how good it is"},
			{Line: "play", Meaning: "play against it; it learns from every game"},
			{Line: "serve --open", Meaning: "show the laboratory in your browser"},
			{Line: "boxes --moves 0", Meaning: "show its first matchbox"},
			{Line: "eval", Meaning: "compute exactly how well it does against each opponent"},
		},
		About: help().Text("about"),
		Complete: map[string]func(context.Context, []string) []string{
			"machine":  agentNames,
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

// trainCommandFor returns the command that creates an agent. Without a name it is the default agent.
func trainCommandFor(agent string) string {
	flags := ""
	if agent != "" {
		flags = " --machine " + agent
	}
	if slices.Contains(menace.Presets, agent) {
		flags += " --preset " + agent
	}
	return "menace train" + flags + " --games 10000"
}

func (m *Machines) commands(con *term.IO) []*term.Command {
	list := []*term.Command{
		trainCommand(con), playCommand(con), m.serveCommand(con), evalCommand(con),
		boxesCommand(con), manageCommand(con, m.store), plotCommand(con), exportCommand(con),
	}
	help().Describe("", list)
	return list
}

// agentNames lists the names of agents for completion.
var agentNames = database.Complete((*data.DB).Names)

// opponents lists the names of opponents for completion.
func opponents(ctx context.Context, typed []string) []string {
	names := slices.Collect(arena.Beginnings())
	for _, name := range agentNames(ctx, typed) {
		names = append(names, arena.MachinePrefix+name)
	}
	return names
}
