package experiments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/experiments/likelihood"
	"menace/cmd/menace/internal/experiments/report"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/version"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/option"
	"menace/plots/paper"
)

// LikelihoodOptions are the options of the command that computes the likelihood of a tournament.
type LikelihoodOptions struct {
	Results  string // a file, or tournament1961
	Rules    menace.Rules
	Opponent string
	Given    []likelihood.Given
	At       int64 // predict the games after this one, or show the boxes after it; or 0
	Simulate int64 // number of tournaments to compare with
	Filter   likelihood.Filter
	JSON     bool
	Out      string // file for a table or a figure, or ""
	Beads    string // file for a table of the beads of all boxes, or ""
	Save     string // name of a machine to store, or ""
	DB       string // database to store it in
	Format   paper.Format
}

// tournament1961 is the name of the built-in results.
const tournament1961 = "1961"

func usualLikelihood() LikelihoodOptions {
	return LikelihoodOptions{
		Results: tournament1961, Rules: menace.Michie(), Opponent: "1961/soonest",
		Filter: likelihood.Filter{Particles: 10_000, Runs: 4, Seed: 1},
	}
}

// options lists the options. preset reports whether a preset was given.
func (o *LikelihoodOptions) options(preset bool) []option.Option {
	return slices.Concat([]option.Option{
		{Name: "results", Default: "1961, Michie's games, which the program contains",
			Meaning: "a `FILE`.csv with a column result: W, D or L for the machine, or several, as in D|L, if in doubt",
			Value:   option.Word(&o.Results)},
		{Name: "opponent", Short: "o", Meaning: "the machine plays against `OPPONENT`, or several in turn",
			Complete: "player", Value: option.Checked(option.Word(&o.Opponent), arena.CheckOpponent)},
	}, ruleOptions(&o.Rules, preset, menace.Presets[0]), []option.Option{
		{Name: "given", Default: "nothing",
			Meaning: "after `GAME:MOVE` games the opening box has beads for this move only, as in 17:corner",
			Value: option.Parsed(&o.Given, parseGiven, func(all []likelihood.Given) string {
				var texts []string
				for _, g := range all {
					texts = append(texts, g.String())
				}
				return strings.Join(texts, ",")
			})},
		{Name: "at", Default: "no prediction, or the last game",
			Meaning: "predict the running total from the results at game `N`; with --beads or --save, look into the " +
				"boxes after it instead",
			Value: option.Whole(&o.At, 1, likelihood.MaxGames)},
		{Name: "simulate", Meaning: "compare with the results of `N` simulated tournaments",
			Value: option.Whole(&o.Simulate, 0, likelihood.MaxSimulated)},
		{Name: "beads", Default: "none",
			Meaning: "write to `FILE`.csv what every box may have held: mean and deviation, given the results so far " +
				"(filtered) and all (smoothed)",
			Value: option.Checked(option.Word(&o.Beads), checkCSV)},
		{Name: "save", Default: "none",
			Meaning: "store one machine as `NAME`, drawn by its weight from all with these results",
			Value:   option.Checked(option.Word(&o.Save), data.CheckName)},
		{Name: "particles", Meaning: "`N` machines in each run of the filter",
			Value: option.Whole(&o.Filter.Particles, 1, likelihood.MaxParticles)},
		{Name: "runs", Meaning: "`N` runs of the filter, from which the error is estimated",
			Value: option.Whole(&o.Filter.Runs, 1, likelihood.MaxRuns)},
		{Name: "seed", Meaning: "the `SEED` of all random choices",
			Value: option.Whole(&o.Filter.Seed, 0, math.MaxInt64)},
		term.JSON(&o.JSON),
		{Name: "out", Default: "none",
			Meaning: "write to `FILE` a row for each game, .csv or .csv.gz, or a figure, .svg, .png or .pdf",
			Value:   option.Checked(option.Word(&o.Out), checkOut)},
	}, o.Format.Options())
}

func parseGiven(text string) (all []likelihood.Given, err error) {
	for part := range strings.SplitSeq(text, ",") {
		g, err := likelihood.ParseGiven(part)
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}

func checkCSV(file string) error {
	if term.IsCSV(file) {
		return nil
	}
	return fmt.Errorf("%q does not end in .csv or .csv.gz", file)
}

func checkOut(file string) error {
	if term.IsCSV(file) || slices.Contains([]string{".svg", ".png", ".pdf"}, strings.ToLower(filepath.Ext(file))) {
		return nil
	}
	return fmt.Errorf("%q does not end in .csv, .csv.gz, .svg, .png or .pdf", file)
}

func likelihoodCommand(con *term.IO) *term.Command {
	return &term.Command{
		Name: "likelihood",
		Flags: func() []term.Flag {
			usual := usualLikelihood()
			return term.Flags("", usual.options(false))
		},
		Action: term.Action(con, func(c *term.Invocation) (LikelihoodOptions, error) {
			list := func(o *LikelihoodOptions) []option.Option { return o.options(c.Given("preset") != nil) }
			o, err := term.Parse(list, usualLikelihood())(c)
			o.Format.Made, o.DB = term.Made(c), database.Database(c)
			return o, err
		}, RunLikelihood),
	}
}

// RunLikelihood prints the likelihood of a tournament.
func RunLikelihood(ctx context.Context, con *term.IO, o LikelihoodOptions) error {
	l, err := readTournament(ctx, con, o)
	if err != nil {
		return err
	}
	if o.Save != "" {
		if err := checkFree(ctx, o); err != nil {
			return err
		}
	}
	if err := estimate(ctx, con, o, l); err != nil {
		return err
	}
	say := con.Say
	if o.JSON {
		say = func(string, ...any) {}
		err = con.JSON(l.JSON())
	} else {
		printLikelihood(con, l)
	}
	if err != nil {
		return err
	}
	return writeLikelihood(ctx, con, o, l, say)
}

// readTournament reads the results and checks that they fit the other options.
func readTournament(ctx context.Context, con *term.IO, o LikelihoodOptions) (*report.Likelihood, error) {
	text, source := arena.TournamentCSV, term.Printable(o.Results)
	if source == "-" {
		source = "standard input"
	}
	if o.Results != tournament1961 {
		var err error
		if text, err = con.ReadFile(ctx, o.Results); err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", source, err)
		}
	}
	results, err := likelihood.ParseResults(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	l := &report.Likelihood{
		Tournament: likelihood.Tournament{Rules: o.Rules, Opponents: o.Opponent, Results: results, Given: o.Given},
		Filter:     o.Filter,
	}
	if err := l.Tournament.Check(); err != nil {
		return nil, term.AsUsage(err)
	}
	if o.At >= int64(len(results)) {
		return nil, term.AsUsage(option.Wrong("at", fmt.Errorf("there are only %d games", len(results))))
	}
	if doubtful := slices.IndexFunc(results, likelihood.Result.Doubtful); o.Simulate > 0 && doubtful >= 0 {
		return nil, term.AsUsage(option.Wrong("simulate",
			fmt.Errorf("the result of game %d is in doubt, and those of simulated games are not", doubtful+1)))
	}
	if l.Filter.Keep = o.Beads != "" || o.Save != ""; l.Filter.Keep {
		l.Filter.At = cmp.Or(o.At, int64(len(results)))
	} else {
		l.From = o.At
	}
	return l, nil
}

// estimate runs the filter for the results, again for a prediction, and for each simulated tournament.
func estimate(ctx context.Context, con *term.IO, o LikelihoodOptions, l *report.Likelihood) (err error) {
	games := int64(len(l.Tournament.Results) * o.Filter.Runs)
	all := games * (1 + o.Simulate)
	if l.From > 0 {
		all += games
	}
	bar := con.Progress(all, "games")
	defer bar.Close()
	before := int64(0)
	progress := func(done int64) { bar.Set(before + done) }
	l.Estimate, err = l.Filter.Run(ctx, l.Tournament, progress)
	if err == nil && l.From > 0 {
		before += games
		l.Predicted, err = o.Filter.Run(ctx, l.Tournament.Until(l.From), progress)
	}
	if err == nil && o.Simulate > 0 && l.Estimate.Impossible == 0 {
		before = all - games*o.Simulate
		l.Simulated, err = o.Filter.Simulate(ctx, l.Tournament, l.Estimate, int(o.Simulate), progress)
	}
	switch {
	case ctx.Err() != nil:
		return term.Interruption("before the likelihood was known")
	case err == nil && l.Filter.Keep && l.Estimate.History == nil:
		return errors.New(l.Sentences()[0] + ", so there is no machine to look into")
	}
	return err
}

func printLikelihood(con *term.IO, l *report.Likelihood) {
	for _, line := range l.Sentences() {
		con.Say("%s", line)
	}
	for _, t := range l.Tables() {
		con.Print("\n")
		con.Table(t)
	}
}

// writeLikelihood writes the requested files and stores the machine, each with a message.
func writeLikelihood(ctx context.Context, con *term.IO, o LikelihoodOptions, l *report.Likelihood,
	say func(string, ...any)) error {
	if o.Beads != "" {
		if err := con.WriteFile(ctx, o.Beads, l.BeadsCSV(l.Filter.At).CSV); err != nil {
			return err
		}
		say("\nwrote %s", term.Printable(o.Beads))
	}
	if o.Save != "" {
		if err := saveSampled(ctx, o, l.Estimate.History.Career(o.Filter.Seed, l.Filter.At)); err != nil {
			return err
		}
		say("\nstored one of these machines as %s, as it was after game %d; play against it: "+
			"menace play --machine %s", term.Bold(o.Save), l.Filter.At, o.Save)
	}
	if o.Out == "" {
		return nil
	}
	var err error
	if term.IsCSV(o.Out) {
		err = con.WriteFile(ctx, o.Out, l.CSV().CSV)
	} else {
		err = term.Drawing{Out: o.Out, Format: o.Format}.Write(ctx, con, l.Figure())
	}
	if err == nil {
		say("\nwrote %s", term.Printable(o.Out))
	}
	return err
}

// checkFree returns [data.ErrExists] if there is a machine with the name to store, before anything is computed.
func checkFree(ctx context.Context, o LikelihoodOptions) error {
	db, err := data.Open(ctx, o.DB, data.Create)
	if err != nil {
		return err
	}
	defer db.Close()
	switch _, err := db.ID(ctx, o.Save); {
	case err == nil:
		return fmt.Errorf("machine %q %w", o.Save, data.ErrExists)
	case !errors.Is(err, data.ErrNotFound):
		return err
	}
	return nil
}

// saveSampled stores a machine sampled by a filter under a name that must be free.
func saveSampled(ctx context.Context, o LikelihoodOptions, career *arena.Career) error {
	a, err := data.NewAgent(o.Save, o.Rules, o.Filter.Seed)
	if err != nil {
		return err
	}
	a.Begin(o.Opponent, false, version.String())
	a.Career, a.Machine = career, career.Learner.(*menace.Machine)
	db, err := data.Open(ctx, o.DB, data.Create)
	if err != nil {
		return err
	}
	defer db.Close()
	return db.Save(ctx, a)
}
