package report

import (
	"errors"
	"math"
	"testing"

	"menace/cmd/menace/internal/mistake"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/experiment"
	"menace/menace/learners"
	"menace/symmetry"
)

// replicaOf returns a learner of an experiment with one cell, which is not stored.
func replicaOf(t *testing.T, rules menace.Rules, name string) *Learner {
	t.Helper()
	cell, _ := experiment.Cell{Rules: rules, Opponent: "random"}.WithLearner(name)
	e := &data.Experiment{Name: "e", Design: experiment.Design{Seed: 1, Runs: 2, Games: 400,
		Checkpoints: []int64{0, 400}, Cells: []experiment.Cell{cell}}}
	l, err := NewLearner(t.Context(), e, experiment.Task{Cell: 1, Run: 2}, AtEnd)
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []experiment.Task{{Cell: 0, Run: 1}, {Cell: 2, Run: 1}, {Cell: 1}, {Cell: 1, Run: 3}} {
		if _, err := NewLearner(t.Context(), e, wrong, AtEnd); !errors.As(err, new(mistake.Error)) {
			t.Errorf("%+v: got %v", wrong, err)
		}
	}
	if _, err := NewLearner(t.Context(), e, experiment.Task{Cell: 1, Run: 1}, 401); err == nil {
		t.Error("training beyond the end is accepted")
	}
	return l
}

// TestLearnerValues checks, in every orientation of every position in which a learner has a choice, that its chances
// add up to 1, that the best values have the chances of ε-greedy play, and that values turn with the board.
func TestLearnerValues(t *testing.T) {
	hexapawn, _ := menace.Preset("her")
	second := menace.Michie()
	second.Plays = symmetry.Second
	for _, rules := range []menace.Rules{menace.Michie(), second, hexapawn} {
		for _, name := range []string{"beads", "td", "q", "softmax", "reinforce", "pegasus"} {
			l := replicaOf(t, rules, name)
			graph := l.Learner.Graph()
			for _, o := range graph.Choices(l.Side) {
				canonical := map[symmetry.Move]MoveValue{}
				highest, chance := math.Inf(-1), 0.0
				for _, v := range l.Values(graph.Code(o)) {
					canonical[v.Move] = v
					highest, chance = max(highest, v.Value), chance+v.Chance
				}
				if bankrupt := name == "beads" && highest == 0; math.Abs(chance-1) > 1e-12 && !bankrupt {
					t.Fatalf("%s: the chances in %v add up to %v", name, graph.Format(graph.Code(o)), chance)
				}
				for _, v := range canonical {
					if (name == "q" || name == "td") && (v.Chance > 0) != (v.Value == highest) {
						t.Fatalf("%s in %v: got %+v, but the best value is %v",
							name, graph.Format(graph.Code(o)), v, highest)
					}
				}
				for _, turned := range graph.Symmetries() {
					p := graph.Transform(graph.Code(o), turned)
					_, to := graph.Find(p)
					values := l.Values(p)
					if len(values) != len(canonical) {
						t.Fatalf("got %d moves, want %d", len(values), len(canonical))
					}
					for _, v := range values {
						if was := canonical[to.Move(v.Move)]; was.Value != v.Value || was.Chance != v.Chance {
							t.Fatalf("%s in %v: got %+v, want %+v as before turning the board",
								name, graph.Format(p), v, was)
						}
					}
				}
			}
		}
	}
}

// TestNext checks that playing on after some games gives the same learner as training it for more games, and that the
// updates of these games lead from the values before to those after, for all methods and for beads.
func TestNext(t *testing.T) {
	for _, name := range append(learners.Names(), "beads") {
		cell, _ := experiment.Cell{Rules: menace.Michie(), Opponent: "random"}.WithLearner(name)
		e := &data.Experiment{Name: "e", Design: experiment.Design{Seed: 1, Runs: 1, Games: 400,
			Checkpoints: []int64{0, 400}, Cells: []experiment.Cell{cell}}}
		at := func(games int64) *Learner {
			l, err := NewLearner(t.Context(), e, experiment.Task{Cell: 1, Run: 1}, games)
			if err != nil {
				t.Fatal(err)
			}
			return l
		}
		l, learned := at(60), 0
		for game := int64(61); game <= 80; game++ {
			lesson, played, err := l.Next(t.Context())
			if err != nil || !played || lesson.Game != game {
				t.Fatalf("%s: got %+v, %v, %v", name, lesson, played, err)
			}
			before, after := at(game-1), at(game)
			for _, u := range lesson.Updates {
				old, now := u.Terms[0].Value, u.Terms[len(u.Terms)-1].Value
				if name != "double-q" && (old != before.values[u.Edge] || now != after.values[u.Edge]) {
					t.Errorf("%s, game %d: edge %d from %v to %v, want %v to %v", name, game, u.Edge, old, now,
						before.values[u.Edge], after.values[u.Edge])
				}
				learned++
			}
			if got := l.Tally.Minus(before.Tally); got != map[string]arena.Tally{"won": {Win: 1}, "drawn": {Draw: 1},
				"lost": {Loss: 1}}[lesson.Result] {
				t.Errorf("%s, game %d: %s is %+v", name, game, lesson.Result, got)
			}
		}
		if learned == 0 {
			t.Errorf("%s has learned nothing", name)
		}
	}
}
