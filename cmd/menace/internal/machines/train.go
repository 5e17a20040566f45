package machines

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/arena"
	"menace/menace/option"
	"menace/minimax/games"
)

type trainOptions struct {
	live.TrainOptions
	JSON bool
}

func trainCommand(con *term.IO) *term.Command {
	return &term.Command{
		Name: "train",
		Flags: func() []term.Flag {
			return append(term.Flags("", usualTraining.options()), database.RuleFlags("Rules of a new machine")...)
		},
		Action: database.ActionInMode(con, trainOptions.mode, parseTrain, runTrain),
	}
}

var usualTraining = trainOptions{TrainOptions: live.TrainOptions{Agent: database.DefaultMachine, Seed: arena.NoSeed}}

func (o *trainOptions) options() []option.Option { return append(o.Options(), term.JSON(&o.JSON)) }

func parseTrain(c *term.Invocation) (o trainOptions, err error) {
	o = usualTraining
	given, err := term.Read(c, o.options())
	if err == nil {
		err = term.AsUsage(o.Check())
	}
	switch {
	case errors.Is(err, agents.ErrForExperiments):
		return o, term.Usagef("%v; an opponent %sNAME learns too with --both-learn", err, arena.MachinePrefix)
	case err != nil:
		return o, err
	case !slices.Contains(given, "games") && c.Given("game") != nil:
		return o, term.Usagef("train needs --games N, such as --games 10000; --game is %s, or a file",
			strings.Join(games.Names(), ", "))
	case !slices.Contains(given, "games"):
		return o, term.Usagef("train needs --games N, such as --games 10000")
	}
	o.Rules, o.Given, err = database.Rules(c)
	return o, err
}

func (o trainOptions) mode() data.Mode {
	if _, stored := arena.MachineName(o.Opponent); o.BothLearn || stored {
		return data.Write // the opponent must exist
	}
	return data.Create
}

func runTrain(ctx context.Context, con *term.IO, db *data.DB, o trainOptions) error {
	t, err := live.NewMachines(db).NewRun(ctx, o.TrainOptions)
	if err != nil {
		return err
	}
	shown := progress{con.Progress(o.Games, "games"), con, db.Path()}
	err = t.Do(ctx, shown)
	shown.bar.Close()
	if err != nil {
		return err
	}
	if err := reportTraining(con, t, o); err != nil {
		return err
	}
	if !o.JSON {
		con.Say("\nsaved in %s", term.Printable(db.Path()))
	}
	if ctx.Err() != nil && t.Session.Games < o.Games {
		return term.Interruption(fmt.Sprintf("after %s of %s; they are saved",
			words.Plural(t.Session.Games, "game"), words.Count(o.Games)))
	}
	return nil
}

// progress is a [live.Observer] that shows a run at the terminal.
type progress struct {
	bar      *term.Progress
	con      *term.IO
	database string
}

func (p progress) Played(games int64) { p.bar.Set(games) }

func (p progress) Waiting(patience time.Duration) {
	p.bar.Close()
	p.con.Note("another program is using %s: waiting up to %.0f seconds to save; Ctrl-C gives up", p.database,
		patience.Seconds())
}

func reportTraining(con *term.IO, t *live.Run, o trainOptions) error {
	for _, a := range t.BankruptAgents() {
		con.Note("%s is bankrupt after %s: %s empty, so it can only resign and learns nothing more; "+
			"a new machine with --on-empty restock refills empty boxes",
			a.Name, words.Plural(a.Career.Tally.Games(), "game"), sentences.Openings(a.Career.Side))
	}
	r := agents.ReportTraining(t.Agent, t.Session, t.Created)
	if o.JSON {
		return con.JSON(r)
	}
	made := "trained further"
	if r.Created {
		made = "a new machine"
	}
	con.Say("%s is %s: plays %s, %s, seed %d",
		term.Bold(r.Agent), made, r.Plays, sentences.RulesPhrase(t.Agent.Machine.Rules()), r.Seed)
	if o.Games > 0 {
		alsoLearns := ""
		if r.BothLearn {
			alsoLearns = ", who learned too,"
		}
		con.Say("%s against %s%s in %.2f s%s\n", words.Plural(r.Games, "game"), r.Opponent,
			alsoLearns, r.Seconds, speed(r))
		rows := [][]string{sentences.Tally(r.Tally, "this run")}
		if all := t.Agent.Career.Tally; all != r.Tally {
			rows = append(rows, sentences.Tally(all, "in all"))
		}
		con.Table(agents.TallyTable(rows))
	}
	con.Print("\n")
	con.Table(agents.StrengthTable(r.Strength))
	return nil
}

// speed returns the games per second of a run, if the run was long enough to measure that.
func speed(r agents.TrainingReport) string {
	if r.Seconds < 0.2 {
		return ""
	}
	if rate := float64(r.Games) / r.Seconds; rate < 100_000 {
		return fmt.Sprintf(" (%s games a second)", words.Count(int64(rate)))
	}
	return fmt.Sprintf(" (%.1f million games a second)", float64(r.Games)/r.Seconds/1e6)
}
