package experiment_test

import (
	"context"
	"fmt"
	"iter"

	"menace/arena/experiment"
	"menace/menace"
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
