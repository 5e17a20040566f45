package experiment

import (
	"slices"
	"testing"

	"menace/menace"
	"menace/menace/arena"
)

// TestCheck checks that replicates of the design are accepted, and that replicates changed by hand are refused.
func TestCheck(t *testing.T) {
	for _, rules := range []menace.Rules{menace.Michie(), gardner(t)} {
		d := &Design{Seed: 1, Runs: 2, Games: 30, Checkpoints: []int64{0, 10, 30}}
		d.Cells = []Cell{{Rules: rules, Opponent: "random"}, {Rules: rules, Opponent: "perfect"}}
		checkChanged(t, d)
	}
}

// otherBlocker holds, for each game, probabilities against a blocker that none of its checkpoints can have.
var otherBlocker = map[string]arena.WDL{"tic-tac-toe": {}, "hexapawn": {Win: 1}}

func checkChanged(t *testing.T, d *Design) {
	teachers, err := d.teachers()
	if err != nil {
		t.Fatal(err)
	}
	for task := range d.Tasks(0, d.Replicates()) {
		whole, err := d.train(task, new(machinePair), teachers[task.Cell-1], func() error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Check(&whole, d.Checkpoints); err != nil {
			t.Errorf("%v: %v", task, err)
		}
		for name, change := range map[string]func(*Replicate){
			"cell 0":             func(r *Replicate) { r.Cell = 0 },
			"cell 3":             func(r *Replicate) { r.Cell = 3 },
			"run 0":              func(r *Replicate) { r.Run = 0 },
			"run 99":             func(r *Replicate) { r.Run = 99 },
			"seed":               func(r *Replicate) { r.Seed++ },
			"tally":              func(r *Replicate) { r.Tally.Win++ },
			"negative":           func(r *Replicate) { r.Tally.Win, r.Tally.Loss = -1, r.Tally.Games()+1-r.Tally.Draw },
			"bankrupt later":     func(r *Replicate) { r.Bankrupt = r.Tally.Games() + 1 },
			"unbeaten from 0":    func(r *Replicate) { r.UnbeatenFrom = 0 },
			"unbeaten from 32":   func(r *Replicate) { r.UnbeatenFrom = 32 },
			"short curve":        func(r *Replicate) { r.Curve = r.Curve[1:] },
			"other checkpoint":   func(r *Replicate) { r.Curve[1].Games++ },
			"fewer games":        func(r *Replicate) { r.Curve[2].Tally = r.Curve[1].Tally },
			"another start":      func(r *Replicate) { r.Curve[0].Tally.Win++ },
			"blocker":            func(r *Replicate) { r.Curve[1].Blocker = otherBlocker[d.Cells[0].Rules.Game] },
			"worst case over 1":  func(r *Replicate) { r.Curve[1].Worst.Loss++ },
			"negative resigning": func(r *Replicate) { r.Curve[1].Tally.Resigned = -1 },
		} {
			changed := whole
			changed.Curve = slices.Clone(whole.Curve)
			change(&changed)
			if d.Check(&changed, d.Checkpoints) == nil {
				t.Errorf("%s, %v, %s: no error", d.Cells[0].Rules.Game, task, name)
			}
		}
	}
}
