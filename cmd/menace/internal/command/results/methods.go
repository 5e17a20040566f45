package results

import (
	"cmp"
	"strings"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
)

// titles names the learners that are compared.
var titles = map[string]string{
	experiment.Beads: "beads", "pegasus": "Michie's program, 1963", "q": "Q-learning", "sarsa": "SARSA",
	"mc": "Monte Carlo, ε-greedy", "softmax": "Monte Carlo, softmax", "reinforce": "REINFORCE",
}

// lesson is an opponent with the learners that it taught: beads by three presets, tuned beads, and then other learners
// with textbook and with tuned settings.
type lesson struct {
	Opponent string
	Learners []*contestant
}

// contestant is a learner in the comparison, with the results of its replicates.
type contestant struct {
	choice
	Title, Setting string
	Tuned          bool
	Softmax        bool               // plays every move with a chance above 0, so that it cannot be unbeatable
	Value          experiment.Summary // mean of the values at the checkpoints of tuning
	Holds          float64            // games by which half of the replicates draw 90 % for good
	Unbeatable     report.Share       // in the end
	Results        []string           // its row in the table, after its title and setting
	lead           float64            // its value minus that of tuned beads
	p              float64            // p value of no lead, adjusted by Holm's method over all lessons
}

// choice is the best cell of a learner in tuning.
type choice struct {
	cell  experiment.Cell
	score float64
	Tried int      // cells of the learner
	Edge  []string // its settings at the edge of those tried
}

// tunedAt lists the numbers of games at which settings are judged. The mean over them counts both early and late skill.
var tunedAt = []int64{100, 300, 1000}

const lifetime = 100_000 // games of each machine

// lessons are all of them.
type lessons []*lesson

// lessons compares beads with later learners, each with the settings that were best in tuning.
func (p *page) lessons() (all lessons) {
	for _, opponent := range []string{"random", "blocker", "noisy:0.2", "perfect"} {
		against := opponent
		if opponent == "noisy:0.2" {
			against = "worst"
		}
		all = append(all, &lesson{opponent, p.contest(opponent, against)})
	}
	all.judge()
	return all
}

// tune returns, for each learner, the cell with the highest mean value in tuning, or the first of several.
func (p *page) tune(opponent, against string) map[string]choice {
	chosen := map[string]choice{}
	for _, name := range []string{"tune", "tune-beads"} {
		cells := try(p.lab.Experiment(p.ctx, name)).Cells
		for i, runs := range p.replicates(name) {
			if cells[i].Opponent != opponent {
				continue
			}
			best := chosen[kind(cells[i])]
			if score := average(tunedFor(runs, against)); best.Tried == 0 || score > best.score {
				best.cell, best.score, best.Edge = cells[i], score, edges(cells[i], cells)
			}
			best.Tried++
			chosen[kind(cells[i])] = best
		}
	}
	return chosen
}

// contest returns the learners that an opponent taught, judged by their value against another.
func (p *page) contest(opponent, against string) []*contestant {
	chosen := p.tune(opponent, against)
	name := "methods-" + strings.ReplaceAll(opponent, ":", "-")
	var beads, others []*contestant
	for _, name := range []string{name, name + "-beads"} {
		cells := try(p.lab.Experiment(p.ctx, name)).Cells
		for i, runs := range p.replicates(name) {
			cell := cells[i]
			kind, setting, _ := strings.Cut(cell.Learns(), ":")
			c := &contestant{
				choice: chosen[kind], Title: titles[kind], Setting: cmp.Or(setting, "textbook"),
				Softmax: kind == "softmax" || kind == "reinforce",
			}
			c.Tuned = cell.Learner == c.cell.Learner && cell.Rules == c.cell.Rules
			c.measure(runs, against)
			if kind != experiment.Beads {
				others = append(others, c)
				continue
			}
			beads = append(beads, c)
			if c.Setting = words.Rules(cell.Rules); c.Tuned {
				c.Setting = "restock, " + rewards(cell.Rules)
			}
		}
	}
	return append(beads, others...)
}

// measure fills in the results, given replicates and the opponent against which they are judged. It does not keep the
// replicates, which take much memory.
func (c *contestant) measure(runs []experiment.Replicate, against string) {
	for _, games := range []int64{100, 1000, lifetime} {
		c.Results = append(c.Results, percent(mean(measured(runs, games, "perfect", "draw"))))
	}
	for _, games := range []int64{1000, lifetime} {
		c.Results = append(c.Results, value(mean(measured(runs, games, "worst", "value"))))
	}
	for _, event := range []string{"draws:0.9", "draws:0.99", "losses:0.01:most_losses", "unbeatable"} {
		c.Results = append(c.Results, keptGames(kept(runs, event)))
	}
	c.Holds, _ = kept(runs, "draws:0.9").Quantile(0.5)
	c.Value, c.Unbeatable = mean(tunedFor(runs, against)), shareOf(runs, holds("unbeatable", lifetime))
}

// tunedFor returns the mean of the values of each replicate at the checkpoints of tuning.
func tunedFor(runs []experiment.Replicate, against string) (values []float64) {
	for _, r := range runs {
		sum := 0.0
		for _, games := range tunedAt {
			sum += experiment.Measure{Against: against, Name: "value"}.Of(checkpoint(r, games)) / float64(len(tunedAt))
		}
		values = append(values, sum)
	}
	return values
}

// Tuned returns the learners with tuned settings. The first is beads.
func (in lesson) Tuned() []*contestant {
	return keep(in.Learners, func(c *contestant) bool { return c.Tuned })
}

// AtEdge returns the learners with tuned settings at the edge of those tried.
func (all lessons) AtEdge() (list []*contestant) {
	for _, in := range all {
		list = append(list, keep(in.Tuned(), func(c *contestant) bool { return len(c.Edge) > 0 })...)
	}
	return list
}

// judge compares the tuned learners of all lessons with tuned beads, by Welch's t with Holm's correction.
func (all lessons) judge() {
	var family []*contestant
	var p []float64
	for _, in := range all {
		tuned := in.Tuned()
		for _, c := range tuned[1:] {
			d := experiment.Compare(c.Value, tuned[0].Value)
			c.lead = d.Mean
			family, p = append(family, c), append(p, d.P)
		}
	}
	for i, adjusted := range experiment.Holm(p) {
		family[i].p = adjusted
	}
}

// Compared returns the tuned learners that are worse than tuned beads (-1), not distinguishable (0) or better (1).
func (in lesson) Compared(sign int) []*contestant {
	return keep(in.Tuned()[1:], func(c *contestant) bool {
		if c.p <= 1-experiment.Confidence {
			return cmp.Compare(c.lead, 0) == sign
		}
		return sign == 0
	})
}
