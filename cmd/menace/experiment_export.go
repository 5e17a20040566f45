package main

import (
	"context"

	"github.com/urfave/cli/v2"

	"menace/data"
	"menace/experiment"
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
	Experiment    string         `json:"experiment"`
	Cell          int            `json:"cell"`
	Plays         menace.Side    `json:"plays"`
	Beads1        int64          `json:"fresh_1_beads"`
	Beads2        int64          `json:"fresh_2_beads"`
	Beads3        int64          `json:"fresh_3_beads"`
	Beads4        int64          `json:"fresh_4_beads"`
	Win           int64          `json:"reward_win_beads"`
	Draw          int64          `json:"reward_draw_beads"`
	Loss          int64          `json:"reward_loss_beads"`
	Moves         menace.MoveSet `json:"moves"`
	OnEmpty       menace.OnEmpty `json:"on_empty"`
	Floor         int64          `json:"floor_beads"`
	Credit        menace.Credit  `json:"credit"`
	Opponent      string         `json:"opponent"`
	Run           int64          `json:"run"`
	Seed          int64          `json:"seed"`
	Bankrupt      int64          `json:"bankrupt_game"` // 0 if it never was
	UnbeatenFrom  int64          `json:"unbeaten_from_game"`
	Games         int64          `json:"games"`
	WinGames      int64          `json:"win_games"`
	DrawGames     int64          `json:"draw_games"`
	LossGames     int64          `json:"loss_games"`
	ResignedGames int64          `json:"resigned_games"` // of the losses
	RandomWin     float64        `json:"random_win_probability"`
	RandomDraw    float64        `json:"random_draw_probability"`
	RandomLoss    float64        `json:"random_loss_probability"`
	PerfectWin    float64        `json:"perfect_win_probability"`
	PerfectDraw   float64        `json:"perfect_draw_probability"`
	PerfectLoss   float64        `json:"perfect_loss_probability"`
	BlockerWin    float64        `json:"blocker_win_probability"`
	BlockerDraw   float64        `json:"blocker_draw_probability"`
	BlockerLoss   float64        `json:"blocker_loss_probability"`
	WorstWin      float64        `json:"worst_win_probability"`
	WorstDraw     float64        `json:"worst_draw_probability"`
	WorstLoss     float64        `json:"worst_loss_probability"`
	WorstValue    float64        `json:"worst_value_per_game"` // wins minus losses
}

func rowOf(e *data.Experiment, of experiment.Replicate, p experiment.Point) replicateRow {
	cell := e.Cells[of.Cell-1]
	r := cell.Rules
	return replicateRow{
		Experiment: e.Name, Cell: of.Cell, Plays: r.Plays,
		Beads1: r.Beads[0], Beads2: r.Beads[1], Beads3: r.Beads[2], Beads4: r.Beads[3],
		Win: r.Win, Draw: r.Draw, Loss: r.Loss,
		Moves: r.Moves, OnEmpty: r.OnEmpty, Floor: r.Floor, Credit: r.Credit, Opponent: cell.Opponent,
		Run: of.Run, Seed: of.Seed, Bankrupt: of.Bankrupt, UnbeatenFrom: of.UnbeatenFrom,
		Games: p.Games, WinGames: p.Tally.Win, DrawGames: p.Tally.Draw, LossGames: p.Tally.Loss, ResignedGames: p.Tally.Resigned,
		RandomWin: p.Random.Win, RandomDraw: p.Random.Draw, RandomLoss: p.Random.Loss,
		PerfectWin: p.Perfect.Win, PerfectDraw: p.Perfect.Draw, PerfectLoss: p.Perfect.Loss,
		BlockerWin: p.Blocker.Win, BlockerDraw: p.Blocker.Draw, BlockerLoss: p.Blocker.Loss,
		WorstWin: p.Worst.Win, WorstDraw: p.Worst.Draw, WorstLoss: p.Worst.Loss, WorstValue: p.Worst.Value(),
	}
}
