package experiment_test

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"strings"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/experiment"
	"menace/menace/tidy"
	"menace/symmetry"
)

// This example estimates how often Michie's machine is bankrupt after fifty games against perfect play.
func ExampleDesign_Run() {
	d := &experiment.Design{
		Seed: 1, Runs: 20, Games: 50, Checkpoints: []int64{0, 50},
		Cells: []experiment.Cell{{Rules: menace.Michie(), Opponent: "perfect"}},
	}
	bankrupt := 0
	err := d.Run(context.Background(), 2, all(d), func(batch []experiment.Replicate) error {
		for _, r := range batch {
			if r.Bankrupt > 0 {
				bankrupt++
			}
		}
		return nil
	})
	share := experiment.Share(bankrupt, 20, experiment.Confidence)
	fmt.Printf("%d of 20, so between %.0f and %.0f %% of all; %v\n", bankrupt, 100*share.Low, 100*share.High, err)
	// Output:
	// 13 of 20, so between 41 and 85 % of all; <nil>
}

// all returns every task of a design.
func all(d *experiment.Design) iter.Seq2[experiment.Task, error] {
	return func(yield func(experiment.Task, error) bool) {
		for t := range d.Tasks(0, d.Replicates()) {
			if !yield(t, nil) {
				return
			}
		}
	}
}

// ambitious is a machine that is content with draws until it wins for the first time. From then on, a draw is a loss.
type ambitious struct {
	*menace.Machine
	won bool
}

func (a *ambitious) Learn(end symmetry.Outcome) (bankrupt bool) {
	if a.won = a.won || end == symmetry.FirstWins; a.won && end == symmetry.Drawn {
		end = symmetry.SecondWins
	}
	return a.Machine.Learn(end)
}

// A learner of your own is trained, evaluated exactly, and exported with the columns of `menace experiment export`.
func ExampleTrain() {
	cell := experiment.Cell{Rules: menace.Michie(), Opponent: "random", Learner: "ambitious"}
	var all []experiment.Replicate
	for run := int64(1); run <= 2; run++ {
		own := &arena.Career{Learner: &ambitious{Machine: menace.New(cell.Rules)}, Side: symmetry.First}
		random := arena.Random(own.Learner.Graph())
		r := experiment.Train(&arena.Training{Learner: own, Opponent: random, Random: arena.NewRandom(run)}, []int64{0, 500})
		r.Task, r.Seed = experiment.Task{Cell: 1, Run: run}, run
		fmt.Printf("it beats random play in %.3f of its games\n", r.Curve[1].Random.Win)
		all = append(all, r)
	}
	var csv bytes.Buffer // or a file
	err := experiment.Table("own", []experiment.Cell{cell}, tidy.Rows(all)).CSV(&csv)
	fmt.Println(strings.Fields(csv.String())[0], err)
	// Output:
	// it beats random play in 0.797 of its games
	// it beats random play in 0.800 of its games
	// experiment,cell,game,plays,learner,opponent,run,seed,unbeaten_from_game,games,win,draw,loss,resigned,random_win,random_draw,random_loss,perfect_win,perfect_draw,perfect_loss,worst_win,worst_draw,worst_loss,worst_value,most_losses_win,most_losses_draw,most_losses_loss,blocker_win,blocker_draw,blocker_loss <nil>
}
