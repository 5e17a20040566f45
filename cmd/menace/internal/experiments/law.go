package experiments

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/experiments/law"
	"menace/cmd/menace/internal/experiments/report"
	"menace/cmd/menace/internal/experiments/threshold"
	"menace/cmd/menace/internal/experiments/wording"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/experiment"
	"menace/menace/option"
	"menace/menace/teach"
	"menace/plots/paper"
)

// LawOptions are the options of the command that computes the law of learning of a machine.
type LawOptions struct {
	Rules    menace.Rules
	Opponent string
	Games    []int64
	Position string // position of a box whose drift to show, or "" for the law
	JSON     bool
	Out      string // file for a figure of thresholds over rewards, or ""
	Format   paper.Format
}

// options lists the options. preset reports whether a preset was given.
func (o *LawOptions) options(preset bool) []option.Option {
	return slices.Concat(ruleOptions(&o.Rules, preset, usualPreset()), []option.Option{
		{Name: "opponent", Short: "o", Meaning: "train against `OPPONENT`: " + arena.Opponents, Complete: "player",
			Value: option.Checked(option.Word(&o.Opponent), checkUnchanging)},
		{Name: "games", Short: "n", Meaning: "show results after `N,N,…` games",
			Value: option.Ints(&o.Games, 0, 1_000_000)}, // takes seconds
		{Name: "position", Short: "p", Default: "none",
			Meaning: "show what each bead in the box of `POSITION` gains per draw, by any rules",
			Value:   option.Word(&o.Position)},
		term.JSON(&o.JSON),
		{Name: "out", Default: "none",
			Meaning: "draw thresholds over rewards, with the opponent noisy, to `FILE`, a .png, .svg or .pdf",
			Value: option.Checked(option.Word(&o.Out), func(file string) error {
				return paper.CheckExtension(filepath.Ext(file))
			})},
	}, o.Format.Options())
}

// Check returns an [option.Error] if the options cannot be combined.
func (o LawOptions) Check() error {
	if o.Out != "" && o.Opponent != anyNoise {
		return option.Wrong("out", errors.New("a figure needs the opponent noisy, without a noise"))
	}
	return nil
}

// ruleOptions returns the options for the rules of one machine: a preset or a game, which set all rules, followed by
// changes. preset reports whether a preset was given; otherwise it is usual.
func ruleOptions(rules *menace.Rules, preset bool, usual string) []option.Option {
	table := rules.Settings(preset)[:2]
	table[0].Default = usual
	table[1].Meaning, table[1].Default = "a `GAME`, with its usual rules, or a file with a game", "that of the preset"
	return append(database.GameFiles(table), option.Option{
		Name: "rules", Meaning: "change `RULES` of the preset, as in beads=2,2,1,1,credit=all", Default: "none",
		Value: option.Parsed(rules, func(changes string) (menace.Rules, error) {
			return changeRules(*rules, changes)
		}, func(menace.Rules) string { return "" }),
	})
}

// changeRules returns rules with changes such as win=0,beads=2,2,1,1.
func changeRules(rules menace.Rules, text string) (menace.Rules, error) {
	var changes [][2]string // names and values
	for part := range strings.SplitSeq(text, ",") {
		name, value, isChange := strings.Cut(part, "=")
		switch {
		case isChange:
			changes = append(changes, [2]string{name, value})
		case changes != nil: // the preceding value contains commas
			changes[len(changes)-1][1] += "," + part
		default:
			return rules, fmt.Errorf("%q is not a rule with a value, as in win=0", part)
		}
	}
	for _, c := range changes {
		rule := option.Find(database.GameFiles(rules.Options()), c[0])
		if rule == nil {
			return rules, fmt.Errorf("there is no rule %q; `menace train --help` lists them", c[0])
		}
		if err := rule.Set(c[1]); err != nil {
			return rules, fmt.Errorf("%s: %w", c[0], err)
		}
	}
	return rules, nil
}

// anyNoise is the name of the opponent noisy:P for every P.
const anyNoise = "noisy"

// checkUnchanging returns an error if the opponent learns.
func checkUnchanging(name string) error {
	if name == anyNoise {
		return nil
	}
	if err := arena.CheckPlayer(name); err != nil {
		return fmt.Errorf("a law needs an opponent that does not change: %w", err)
	}
	return nil
}

// usualPreset returns the first preset of a machine that only loses beads, which has an exact law.
func usualPreset() string {
	for _, name := range menace.Presets {
		if rules, err := menace.Preset(name); err == nil && teach.CheckOnlyTakes(rules) == nil {
			return name
		}
	}
	return menace.Presets[0]
}

func usualLaw() LawOptions {
	rules, _ := menace.Preset(usualPreset())
	return LawOptions{Rules: rules, Opponent: "perfect", Games: []int64{0, 10, 20, 50, 100, 200}}
}

func lawCommand(con *term.IO) *term.Command {
	return &term.Command{
		Name: "law",
		Flags: func() []term.Flag {
			usual := usualLaw()
			return term.Flags("", usual.options(false))
		},
		Action: term.Action(con, func(c *term.Invocation) (LawOptions, error) {
			list := func(o *LawOptions) []option.Option { return o.options(c.Given("preset") != nil) }
			o, err := term.Parse(list, usualLaw())(c)
			o.Format.Made = term.Made(c)
			return o, err
		}, RunLaw),
	}
}

// RunLaw prints the law of learning of a machine, or the drift of a box.
func RunLaw(ctx context.Context, con *term.IO, o LawOptions) error {
	cell := experiment.Cell{Rules: o.Rules, Opponent: o.Opponent}
	if o.Opponent == anyNoise {
		return printThresholds(ctx, con, o)
	}
	if o.Position != "" {
		return printDrift(con, cell, o)
	}
	con.Status("enumerating machines")
	computed, err := law.New(ctx, o.Rules, o.Opponent, o.Games)
	con.Status("")
	wrong := new(option.Error)
	switch {
	case ctx.Err() != nil:
		return term.Interruption("before the law was known")
	case errors.As(err, &wrong) && wrong.Name != "opponent":
		return term.Usagef("the rule %s: %w", wrong.Name, wrong.Err)
	case err != nil:
		return term.AsUsage(err)
	case o.JSON:
		return con.JSON(computed)
	}
	con.Say("%s: %s can arise", wording.Cell(cell), words.Plural(computed.States, "machine"))
	for _, t := range report.LawTables(computed) {
		con.Print("\n")
		con.Table(t)
	}
	return nil
}

// printDrift prints the expected gains of the beads in a box.
func printDrift(con *term.IO, cell experiment.Cell, o LawOptions) error {
	drift, err := law.NewDrift(o.Rules, o.Opponent, o.Position)
	if err != nil {
		return term.AsUsage(err)
	}
	if o.JSON {
		return con.JSON(drift)
	}
	con.Say("%s: beads gained per draw in the box %s", wording.Cell(cell), drift.Position)
	con.Print("\n")
	con.Table(report.DriftTable(drift))
	return nil
}

// printThresholds prints the noise above which unsafe beads gain.
func printThresholds(ctx context.Context, con *term.IO, o LawOptions) error {
	con.Status("following all games")
	defer con.Status("")
	table, err := threshold.New(ctx, o.Rules)
	wrong := new(option.Error)
	switch {
	case ctx.Err() != nil:
		return term.Interruption("before the thresholds were known")
	case errors.As(err, &wrong):
		return term.Usagef("the rule %s: %w", wrong.Name, wrong.Err)
	case err != nil:
		return err
	}
	t := &report.Thresholds{Opponent: o.Opponent, Table: table, Decisive: table.Decisive()}
	if t.Proof, err = table.Prove(ctx); err != nil {
		t.Unproved = err.Error()
	}
	if ctx.Err() != nil {
		return term.Interruption("before the proof was known")
	}
	if o.Position != "" {
		if t.Table, err = table.Only(o.Position); err != nil {
			return term.AsUsage(err)
		}
	}
	con.Status("")
	if o.JSON {
		return con.JSON(t)
	}
	con.Say("%s", wording.Cell(experiment.Cell{Rules: o.Rules, Opponent: o.Opponent + ":P"}))
	for _, line := range t.Sentences() {
		con.Say("%s", line)
	}
	con.Print("\n")
	con.Table(t.Text())
	if o.Out == "" {
		return nil
	}
	con.Status("drawing thresholds over rewards")
	figure, err := report.Forgiveness(ctx, o.Rules)
	con.Status("")
	switch {
	case ctx.Err() != nil:
		return term.Interruption("before the figure was drawn")
	case err == nil:
		err = term.Drawing{Out: o.Out, Format: o.Format}.Write(ctx, con, figure)
	}
	if err == nil {
		con.Say("\nwrote %s", term.Printable(o.Out))
	}
	return err
}
