package experiments

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/experiment"
	"menace/menace/option"
)

// RunOptions choose the experiment to run, and how to run it.
type RunOptions struct {
	DB    string
	Plan  data.Experiment // only a name to continue a stored experiment
	Shard experiment.Shard
	JSON  bool
}

func runCommand(con *term.IO) *term.Command {
	return &term.Command{
		Name: "run",
		Args: "EXPERIMENT",
		Flags: func() []term.Flag {
			settings := term.Flags("Settings; any may be repeated, and every combination becomes a cell",
				cellOptions(new(usualCell), false))
			for i := range settings {
				settings[i].List = true
			}
			return append(term.Flags("", usual.options()), settings...)
		},
		Action: term.Action(con, parseRun, Run),
	}
}

// usualCell is the cell of an experiment without settings.
var usualCell = experiment.Cell{Rules: menace.Michie(), Opponent: "random"}

// options lists the options of a run, except the settings of its cells.
func (o *RunOptions) options() []option.Option {
	return append(planOptions(&o.Plan),
		option.Option{
			Name: "shard", Default: "all", Meaning: "train only `PART/OF` of the replicates, such as 3/16",
			Value: option.Parsed(&o.Shard, experiment.ParseShard, experiment.Shard.String),
		},
		term.JSON(&o.JSON))
}

// usual holds the defaults of a run.
var usual = RunOptions{
	Plan: data.Experiment{Design: experiment.Design{Seed: 1}}, Shard: experiment.Whole,
}

func parseRun(c *term.Invocation) (o RunOptions, err error) {
	o = usual
	o.DB, o.Plan.Name = database.Database(c), c.FirstWord()
	given, err := term.Read(c, o.options())
	if err == nil {
		err = parsePlan(c, given, &o.Plan)
	}
	return o, err
}

// rareGC is the garbage collector's percentage during a run. A machine takes a tenth of a megabyte, and with the
// default the few megabytes in use would be collected fifty times a second, on a core that could train.
const rareGC = 400

// Run runs the missing replicates of an experiment and prints what was done.
func Run(ctx context.Context, con *term.IO, o RunOptions) error {
	if len(o.Plan.Cells) > 0 && (o.Plan.Runs == 0 || o.Plan.Games == 0) {
		return incomplete(ctx, o)
	}
	db, e, err := openPlan(ctx, o.DB, &o.Plan)
	if errors.Is(err, data.ErrDiffers) {
		err = fmt.Errorf("%w; %s", err, changes)
	}
	if err != nil {
		return err
	}
	defer db.Close()
	defer debug.SetGCPercent(debug.SetGCPercent(rareGC))
	from, to := o.Shard.Range(&e.Design)
	bar := con.Progress(to-from, "replicates")
	r, err := runShard(ctx, db, e, o.Shard, bar.Set)
	bar.Close()
	if err != nil {
		return err
	}
	interrupted := ctx.Err() != nil && r.Stored < r.Replicates
	if !interrupted || r.Stored > 0 || o.JSON {
		if err := reportRun(con, r, o); err != nil {
			return err
		}
	}
	switch replicates := words.Plural(r.Replicates, "replicate"); {
	case !interrupted:
		return nil
	case r.Stored == 0:
		return term.Interruption("before the first of " + replicates + "; the same command starts again")
	default:
		return term.Interruption(fmt.Sprintf("after %s of %s; they are saved, and the same command continues",
			words.Count(r.Stored), replicates))
	}
}

// incomplete returns the error for a plan without runs or games, which depends on whether the experiment is stored.
func incomplete(ctx context.Context, o RunOptions) error {
	db, e, err := openExperiment(ctx, o.DB, o.Plan.Name, data.Read)
	if err != nil {
		return term.Usagef("a new experiment needs --runs N and --games N, such as --runs 100 --games 1000")
	}
	defer db.Close()
	again := o.continueCommand(e.Name)
	return term.Usagef("%s is stored, with %s of each cell and %s each: `%s` continues it; %s", e.Name,
		words.Plural(e.Runs, "run"), words.Plural(e.Games, "game"), again, changes)
}

// continueCommand returns the command that trains the missing replicates of the same shard.
func (o RunOptions) continueCommand(name string) string {
	command := "menace experiment run " + name
	if o.Shard != experiment.Whole {
		command += " --shard " + o.Shard.String()
	}
	return command
}

// changes explains which changes of a stored experiment are possible.
const changes = "its whole command with more --runs adds runs, and any other change needs another name"

// reportRun prints what a run did.
func reportRun(con *term.IO, r RunReport, o RunOptions) error {
	if o.JSON {
		return con.JSON(r)
	}
	printSize(con, r.Name, r.Cells, r.Runs, r.Games, r.Seed)
	if o.Shard != experiment.Whole {
		con.Say("shard %s has %s", r.Shard, words.Plural(r.Replicates, "replicate"))
	}
	if r.Trained == 0 && r.Stored == r.Replicates {
		con.Say("nothing was left to do: %s in %s", words.Plural(r.Stored, "replicate"), term.Printable(o.DB))
		return nil
	}
	con.Say("%s in %.2f s", words.Plural(r.Trained, "replicate"), r.Seconds)
	next := "`menace experiment show " + r.Name + "` shows the results"
	switch {
	case r.Stored < r.Replicates:
		next = "`" + o.continueCommand(r.Name) + "` continues it"
	case o.Shard != experiment.Whole:
		next = "`menace --db all.db experiment merge --partial " + option.Quoted(o.DB) + "` adds them to all.db"
	}
	con.Say("saved in %s, which now has %s of %s; %s",
		term.Printable(o.DB), words.Count(r.Stored), words.Count(r.Replicates), next)
	return nil
}

// printSize prints the name and the size of an experiment.
func printSize(con *term.IO, name string, cells int, runs, games, seed int64) {
	con.Say("%s: %s of %s, %s each, seed %d", term.Bold(name),
		words.Plural(cells, "cell"), words.Plural(runs, "run"), words.Plural(games, "game"), seed)
}
