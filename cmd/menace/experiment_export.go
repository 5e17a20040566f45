package main

import (
	"context"

	"github.com/urfave/cli/v2"

	"menace/arena"
	"menace/arena/experiment"
	"menace/data"
	"menace/menace"
)

// exportCurve writes the curves of agents, or of the replicates of an experiment.
func (p *program) exportCurve() *cli.Command {
	command := exportOf(p, "curve", "the learning curve: a row a checkpoint", curveRows)
	ofAgents := command.Action
	command.Flags = append(command.Flags, &cli.StringFlag{
		Name: "experiment", Aliases: []string{"e"}, Usage: "the replicates of the experiment `NAME` instead of agents",
	})
	command.Action = func(c *cli.Context) error {
		if !c.IsSet("experiment") {
			return ofAgents(c)
		}
		o, err := parseExport(c)
		if err != nil {
			return err
		}
		return p.exportReplicates(c.Context, o)
	}
	return command
}

func (p *program) exportReplicates(ctx context.Context, o exportOptions) error {
	db, e, err := openExperiment(ctx, o.db, o.experiment, data.Read)
	if err != nil {
		return err
	}
	defer db.Close()
	return writeRows(p, o, func(yield func(replicateRow, error) bool) {
		for r, err := range db.Replicates(ctx, e, 0) {
			if err != nil {
				yield(replicateRow{}, err)
				return
			}
			for _, point := range r.Curve {
				if !yield(rowOf(e, r, point), nil) {
					return
				}
			}
		}
	})
}

// replicateRow is a replicate at a checkpoint. Games counts to the checkpoint: a machine that went
// bankrupt before has played as many as its wins, draws and losses add up to. Probabilities are exact.
type replicateRow struct {
	Experiment   string         `json:"experiment"`
	Cell         int            `json:"cell"`
	Plays        menace.Side    `json:"plays"`
	Beads1       int64          `json:"fresh_1_beads"`
	Beads2       int64          `json:"fresh_2_beads"`
	Beads3       int64          `json:"fresh_3_beads"`
	Beads4       int64          `json:"fresh_4_beads"`
	Win          int64          `json:"reward_win_beads"`
	Draw         int64          `json:"reward_draw_beads"`
	Loss         int64          `json:"reward_loss_beads"`
	Moves        menace.MoveSet `json:"moves"`
	OnEmpty      menace.OnEmpty `json:"on_empty"`
	Floor        int64          `json:"floor_beads"`
	Credit       menace.Credit  `json:"credit"`
	Opponent     string         `json:"opponent"`
	Run          int64          `json:"run"`
	Seed         int64          `json:"seed"`
	Bankrupt     int64          `json:"bankrupt_game"` // 0 if it never was
	UnbeatenFrom int64          `json:"unbeaten_from_game"`
	Games        int64          `json:"games"`
	standing
	BlockerWin  float64 `json:"blocker_win_probability"`
	BlockerDraw float64 `json:"blocker_draw_probability"`
	BlockerLoss float64 `json:"blocker_loss_probability"`
}

func rowOf(e *data.Experiment, of experiment.Replicate, p arena.Point) replicateRow {
	cell := e.Cells[of.Cell-1]
	r := cell.Rules
	return replicateRow{
		Experiment: e.Name, Cell: of.Cell, Plays: r.Plays,
		Beads1: r.Beads[0], Beads2: r.Beads[1], Beads3: r.Beads[2], Beads4: r.Beads[3],
		Win: r.Win, Draw: r.Draw, Loss: r.Loss,
		Moves: r.Moves, OnEmpty: r.OnEmpty, Floor: r.Floor, Credit: r.Credit, Opponent: cell.Opponent,
		Run: of.Run, Seed: of.Seed, Bankrupt: of.Bankrupt, UnbeatenFrom: of.UnbeatenFrom,
		Games: p.Games, standing: standingOf(p.Tally, p.Random, p.Perfect, p.Worst),
		BlockerWin: p.Blocker.Win, BlockerDraw: p.Blocker.Draw, BlockerLoss: p.Blocker.Loss,
	}
}
