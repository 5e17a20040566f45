package experiments

import (
	"context"
	_ "embed"
	"slices"
	"strings"

	"menace/cmd/menace/internal/app"
	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/term"
	"menace/data"
	"menace/menace/arena"
	"menace/menace/experiment"
)

//go:embed help.txt
var helpText string

// Feature describes the feature.
func Feature(db *database.Store) app.Feature {
	db.Add(database.Kind{
		Name: "experiment", List: "menace experiment list", Check: check,
		Create: func(name string) string {
			return "menace experiment run " + name + " --runs 100 --games 1000"
		},
	})
	players := func(context.Context, []string) []string { return slices.Collect(arena.Beginnings()) }
	return app.Feature{
		Name: "experiments",
		Commands: func(con *term.IO) []*term.Command {
			list := []*term.Command{Command(con)}
			term.NewHelp(helpText, map[string]string{
				"{Schedules}": arena.Schedules, "{Events}": experiment.Events,
			}).Describe("", list)
			for _, c := range list[0].Commands {
				c.Shared = c.Name != "learners" && c.Name != "law" // they need no database
			}
			return list
		},
		Examples: []app.Example{{Line: "experiment --help", Meaning: "train many machines, and compare them"}},
		Complete: map[string]func(context.Context, []string) []string{
			"experiment": database.Complete((*data.DB).ExperimentNames),
			"learner":    func(context.Context, []string) []string { return strings.Split(learnerNames, ", ") },
			"player":     players,
			"rival": func(ctx context.Context, typed []string) []string {
				return append(players(ctx, typed), "rival")
			},
		},
	}
}
