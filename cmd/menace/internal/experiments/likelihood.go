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
	At       int64 // predict what follows after this game, or look into the boxes after it; or 0
	Filter   likelihood.Filter
	JSON     bool
	Out      string // file for a table or a figure, or ""
	Beads    string // file for a table of the beads of all boxes, or ""
	Save     string // name of a machine to store, or ""
	DB       string // the database in which it is stored
	Format   paper.Format
}

// tournament1961 is the name of the results built into the program.
const tournament1961 = "1961"

func usualLikelihood() LikelihoodOptions {
	return LikelihoodOptions{
		Results: tournament1961, Rules: menace.Michie(), Opponent: "1961/soonest",
		Filter: likelihood.Filter{Particles: 10_000, Runs: 4, Seed: 1},
	}
}

// options lists the options, with the preset before the rules, which change it.
func (o *LikelihoodOptions) options() []option.Option {
	preset := *option.Find(o.Rules.Settings(true), "preset")
	return append([]option.Option{
		{Name: "results", Default: "1961, Michie's games, which the program contains",
			Meaning: "a `FILE`.csv with a column result: W, D or L for the machine, or several, as in D|L, if in doubt",
			Value:   option.Word(&o.Results)},
		{Name: "opponent", Short: "o", Meaning: "the machine plays against `OPPONENT`, or several in turn",
			Complete: "player", Value: option.Checked(option.Word(&o.Opponent), arena.CheckOpponent)},
		preset,
		changedRules(&o.Rules),
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
	}, o.Format.Options()...)
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
			return term.Flags("", usual.options())
		},
		Action: term.Action(con, func(c *term.Invocation) (LikelihoodOptions, error) {
			o, err := term.Parse((*LikelihoodOptions).options, usualLikelihood())(c)
			o.Format.Made, o.DB = term.Made(c), database.Database(c)
			return o, err
		}, RunLikelihood),
	}
}

// RunLikelihood prints the likelihood of a tournament.
func RunLikelihood(ctx context.Context, con *term.IO, o LikelihoodOptions) error {
	l, err := o.tournament(ctx, con)
	if err != nil {
		return err
	}
	if o.Save != "" {
		if err := checkFree(ctx, o); err != nil {
			return err
		}
	}
	if err := o.estimate(ctx, con, &l); err != nil {
		return err
	}
	if err := o.keep(ctx, con, l); err != nil {
		return err
	}
	if o.JSON {
		return con.JSON(l.JSON())
	}
	o.print(con, l)
	return o.draw(ctx, con, l)
}

// looks reports whether the boxes are of interest, as they were after game [LikelihoodOptions.after].
func (o LikelihoodOptions) looks() bool { return o.Beads != "" || o.Save != "" }

func (o LikelihoodOptions) after(l report.Likelihood) int64 {
	return cmp.Or(o.At, int64(len(l.Tournament.Results)))
}

// tournament reads the results.
func (o LikelihoodOptions) tournament(ctx context.Context, con *term.IO) (l report.Likelihood, err error) {
	text, source := arena.TournamentCSV, term.Printable(o.Results)
	if source == "-" {
		source = "standard input"
	}
	if o.Results != tournament1961 {
		if text, err = con.ReadFile(ctx, o.Results); err != nil {
			return l, fmt.Errorf("cannot read %s: %w", source, err)
		}
	}
	results, err := likelihood.ParseResults(text)
	if err != nil {
		return l, fmt.Errorf("%s: %w", source, err)
	}
	l = report.Likelihood{
		Tournament: likelihood.Tournament{Rules: o.Rules, Opponents: o.Opponent, Results: results, Given: o.Given},
		Filter:     o.Filter, From: o.At,
	}
	if err := l.Tournament.Check(); err != nil {
		return l, term.AsUsage(err)
	}
	if o.At >= int64(len(results)) {
		return l, term.AsUsage(option.Wrong("at", fmt.Errorf("there are only %d games", len(results))))
	}
	if o.looks() {
		l.From = 0
	}
	return l, nil
}

// estimate computes the likelihood, and the prediction from the first games if there is to be one.
func (o LikelihoodOptions) estimate(ctx context.Context, con *term.IO, l *report.Likelihood) (err error) {
	filter, one := o.Filter, int64(len(l.Tournament.Results)*o.Filter.Runs)
	if filter.Keep = o.looks(); filter.Keep {
		filter.At = o.after(*l)
	}
	games := one
	if l.From > 0 {
		games *= 2
	}
	bar := con.Progress(games, "games")
	defer bar.Close()
	if l.Estimate, err = filter.Run(ctx, l.Tournament, bar.Set); err == nil && l.From > 0 {
		l.Predicted, err = filter.Run(ctx, upTo(l.Tournament, l.From), func(done int64) { bar.Set(one + done) })
	}
	bar.Close()
	switch {
	case ctx.Err() != nil:
		return term.Interruption("before the likelihood was known")
	case err != nil:
		return err
	case o.looks() && l.Estimate.History == nil:
		return errors.New(l.Sentences()[0] + ", so there is no machine to look into")
	}
	return nil
}

// upTo returns a tournament of which nothing is known after a game.
func upTo(t likelihood.Tournament, game int64) likelihood.Tournament {
	t.Results = slices.Clone(t.Results)
	for i := range t.Results[game:] {
		t.Results[game:][i] = likelihood.Unknown
	}
	t.Given = slices.DeleteFunc(slices.Clone(t.Given), func(g likelihood.Given) bool { return g.Games > game })
	return t
}

// keep writes the table of the beads, and stores a machine.
func (o LikelihoodOptions) keep(ctx context.Context, con *term.IO, l report.Likelihood) error {
	if o.Beads != "" {
		if err := con.WriteFile(ctx, o.Beads, l.BeadsCSV(o.after(l)).CSV); err != nil {
			return err
		}
	}
	if o.Save != "" {
		return saveSampled(ctx, o, l.Estimate.History.Career(o.Filter.Seed, o.after(l)))
	}
	return nil
}

func (o LikelihoodOptions) print(con *term.IO, l report.Likelihood) {
	for _, line := range l.Sentences() {
		con.Say("%s", line)
	}
	for _, t := range l.Tables() {
		con.Print("\n")
		con.Table(t)
	}
	if o.Beads != "" {
		con.Say("\nwrote %s", term.Printable(o.Beads))
	}
	if o.Save != "" {
		con.Say("\nstored one of these machines as %s, as it was after game %d; play against it: "+
			"menace play --machine %s", term.Bold(o.Save), o.after(l), o.Save)
	}
}

// draw writes the table of the games, or the figure, if there is a file for one.
func (o LikelihoodOptions) draw(ctx context.Context, con *term.IO, l report.Likelihood) error {
	var err error
	switch {
	case o.Out == "":
		return nil
	case term.IsCSV(o.Out):
		err = con.WriteFile(ctx, o.Out, l.CSV().CSV)
	default:
		err = term.Drawing{Out: o.Out, Format: o.Format}.Write(ctx, con, l.Figure())
	}
	if err == nil {
		con.Say("\nwrote %s", term.Printable(o.Out))
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

// saveSampled stores a machine that a filter drew, under a name that must be free.
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
