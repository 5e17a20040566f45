package experiments

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
)

// RunOptions choose the experiment to run, and how to run it.
type RunOptions struct {
	DB      string
	Plan    data.Experiment // only a name to continue a stored experiment
	Workers int
	Shard   experiment.Shard
	JSON    bool
}

func runCommand(con *cli.IO) *cli.Command {
	return &cli.Command{
		Name: "run",
		Args: "EXPERIMENT",
		Flags: func() []cli.Flag {
			settings := cli.Flags("Settings; any may be repeated, and every combination becomes a cell",
				cellTable(false), usualCell)
			for i := range settings {
				settings[i].Repeatable = true
			}
			return append(cli.Flags("", runTable, usual), settings...)
		},
		Action: cli.Action(con, parseRun, Run),
	}
}

// usualCell is the cell of an experiment without settings.
var usualCell = experiment.Cell{Rules: menace.Michie(), Opponent: "random"}

// maxWorkers is far more than can be useful.
const maxWorkers = 4096

// runTable lists the options of a run, except the settings of its cells.
var runTable = append(option.Within(planTable, func(o *RunOptions) *data.Experiment { return &o.Plan }),
	option.Option[RunOptions]{
		Name: "workers", Meaning: "train `N` replicates at a time", Default: "one per core",
		In: func(o *RunOptions) option.Value { return option.Whole(&o.Workers, 1, maxWorkers) },
	},
	option.Option[RunOptions]{
		Name: "shard", Default: "all",
		Meaning: "train only `PART/OF` of the replicates, such as 3/16; env/16 takes the part from a scheduler",
		In: func(o *RunOptions) option.Value {
			return option.Parsed(&o.Shard, parseShard, experiment.Shard.String)
		},
	},
	cli.JSON(func(o *RunOptions) *bool { return &o.JSON }))

// usual holds the defaults of a run.
var usual = RunOptions{
	Plan: data.Experiment{Design: experiment.Design{Seed: 1}}, Workers: runtime.GOMAXPROCS(0), Shard: experiment.Whole,
}

func parseRun(c *cli.Invocation) (o RunOptions, err error) {
	o = usual
	o.DB, o.Plan.Name = cli.Database(c), c.FirstWord()
	given, err := cli.Read(c, runTable, &o)
	if err == nil {
		err = parsePlan(c, given, &o.Plan)
	}
	return o, err
}

// rareGC is the garbage collector's percentage during a run. A machine takes a tenth of a megabyte, and with the
// default the few megabytes in use would be collected fifty times a second, on a core that could train.
const rareGC = 800

// Run runs the missing replicates of an experiment and prints what was done.
func Run(ctx context.Context, con *cli.IO, o RunOptions) error {
	if len(o.Plan.Cells) > 0 && (o.Plan.Runs == 0 || o.Plan.Games == 0) {
		return incomplete(ctx, o)
	}
	l, e, err := lab.OpenPlan(ctx, o.DB, &o.Plan)
	if errors.Is(err, data.ErrDiffers) {
		err = fmt.Errorf("%w; %s", err, changes)
	}
	if err != nil {
		return err
	}
	defer l.Close()
	defer debug.SetGCPercent(debug.SetGCPercent(rareGC))
	from, to := o.Shard.Range(&e.Design)
	bar := con.Progress(to-from, "replicates")
	r, err := l.RunExperiment(ctx, e, o.Shard, o.Workers, bar.Set)
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
		return cli.Interruption("before the first of " + replicates + "; the same command starts again")
	default:
		return cli.Interruption(fmt.Sprintf("after %s of %s; they are saved, and the same command continues",
			words.Count(r.Stored), replicates))
	}
}

// incomplete returns the error for a plan without runs or games, which depends on whether the experiment is stored.
func incomplete(ctx context.Context, o RunOptions) error {
	l, e, err := lab.OpenExperiment(ctx, o.DB, o.Plan.Name, data.Read)
	if err != nil {
		return cli.Usagef("a new experiment needs --runs N and --games N, such as --runs 100 --games 1000")
	}
	defer l.Close()
	again := o.continueCommand(e.Name)
	return cli.Usagef("%s is stored, with %s of each cell and %s each: `%s` continues it; %s", e.Name,
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
func reportRun(con *cli.IO, r lab.RunReport, o RunOptions) error {
	if o.JSON {
		return con.JSON(r)
	}
	printSize(con, r.Name, r.Cells, r.Runs, r.Games, r.Seed)
	if o.Shard != experiment.Whole {
		con.Say("shard %s has %s", r.Shard, words.Plural(r.Replicates, "replicate"))
	}
	if r.Trained == 0 && r.Stored == r.Replicates {
		con.Say("nothing was left to do: %s in %s", words.Plural(r.Stored, "replicate"), cli.Plain(o.DB))
		return nil
	}
	con.Say("%s in %.2f s with %s", words.Plural(r.Trained, "replicate"), r.Seconds, words.Plural(r.Workers, "worker"))
	next := "`menace experiment show " + r.Name + "` shows the results"
	switch {
	case r.Stored < r.Replicates:
		next = "`" + o.continueCommand(r.Name) + "` continues it"
	case o.Shard != experiment.Whole:
		next = "`menace --db all.db experiment merge --partial " + option.Quoted(o.DB) + "` adds them to all.db"
	}
	con.Say("saved in %s, which now has %s of %s; %s",
		cli.Plain(o.DB), words.Count(r.Stored), words.Count(r.Replicates), next)
	return nil
}

// printSize prints the name and the size of an experiment.
func printSize(con *cli.IO, name string, cells int, runs, games, seed int64) {
	con.Say("%s: %s of %s, %s each, seed %d", cli.Bold(name),
		words.Plural(cells, "cell"), words.Plural(runs, "run"), words.Plural(games, "game"), seed)
}

// jobVariables lists the environment variables with which schedulers number the jobs of an array, and the first number.
var jobVariables = []struct {
	name  string
	first int64
}{
	{"JOB_COMPLETION_INDEX", 0}, // Kubernetes
	{"SLURM_ARRAY_TASK_ID", 1},  // with --array=1-64, as in the documentation
	{"PBS_ARRAY_INDEX", 1},      // PBS, with -J 1-64
	{"SGE_TASK_ID", 1},          // Grid Engine, "undefined" outside an array
	{"LSB_JOBINDEX", 1},         // LSF, 0 outside an array
}

// parseShard parses a shard: 3/16, or env/16 for the part determined by a scheduler.
func parseShard(text string) (experiment.Shard, error) {
	if of, ok := strings.CutPrefix(text, "env/"); ok {
		part, err := jobNumber()
		if err != nil {
			return experiment.Shard{}, fmt.Errorf("%s: %w", text, err)
		}
		text = fmt.Sprintf("%d/%s", part, of)
	}
	return experiment.ParseShard(text)
}

// jobNumber returns the number of this process in its array of jobs, from 1.
func jobNumber() (part int64, err error) {
	var names, set []string
	for _, e := range jobVariables {
		names = append(names, e.name)
		value := os.Getenv(e.name)
		if value == "" || e.name == "SGE_TASK_ID" && value == "undefined" || e.name == "LSB_JOBINDEX" && value == "0" {
			continue
		}
		set = append(set, e.name)
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < e.first {
			return 0, fmt.Errorf("%s is %q, not a number of at least %d", e.name, value, e.first)
		}
		part = n - e.first + 1
	}
	switch {
	case len(set) == 0:
		return 0, fmt.Errorf("no scheduler has set %s", strings.Join(names, ", "))
	case len(set) > 1:
		return 0, fmt.Errorf("the part is ambiguous: %s are all set",
			strings.Join(slices.Sorted(slices.Values(set)), " and "))
	}
	return part, nil
}
