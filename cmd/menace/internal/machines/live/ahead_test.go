package live

import (
	"slices"
	"testing"

	"menace/cmd/menace/internal/machines/agents"
	"menace/data"
	"menace/data/datatest"
	"menace/menace"
	"menace/symmetry"
)

// TestAhead predicts each game before a run plays it. The machine must get the predicted beads, and predicting must
// change nothing.
func TestAhead(t *testing.T) {
	rules := menace.Michie()
	rules.Plays, rules.OnEmpty = symmetry.Second, menace.Restock
	for _, o := range []TrainOptions{
		{Opponent: "random"}, {Opponent: "noisy:0.5"}, {Opponent: "random*7,perfect"}, {Opponent: "machine:rival"},
		{Opponent: "machine:rival", BothLearn: true},
	} {
		const games = 100
		looked, trained := datatest.Open(t, ""), datatest.Open(t, "")
		o.Agent, o.Games, o.Seed, o.Rules = "a", games, 3, menace.Michie()
		var machines [2][]int64
		for i, db := range []*data.DB{looked, trained} {
			if _, err := agents.Make(t.Context(), db, "rival", rules, 4); err != nil {
				t.Fatal(err)
			}
			run := NewMachines(db).newRun(t, o)
			for n := range games {
				if db == trained {
					run.training.Play(1)
					continue
				}
				before := run.Agent.Career.Tally
				g, e := run.preview()
				run.training.Play(1)
				if e.Score != run.Agent.Career.Tally.Minus(before) || !g.Over() {
					t.Errorf("%s, game %d: predicted %+v, but got %+v", o.Opponent, n, e.Score,
						run.Agent.Career.Tally.Minus(before))
				}
				for _, lesson := range e.Lessons {
					at, _ := g.Graph().Find(lesson.Position)
					if box, _ := run.Agent.Machine.Box(at); box.Total() != lesson.TotalAfter {
						t.Errorf("%s, game %d: box %s has %d beads, want %d", o.Opponent, n,
							g.Graph().Format(lesson.Position), box.Total(), lesson.TotalAfter)
					}
				}
			}
			machines[i] = run.Agent.Machine.Counts()
		}
		if !slices.Equal(machines[0], machines[1]) {
			t.Errorf("%s: looking ahead changes the training", o.Opponent)
		}
	}
}
