package results

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
)

// method is a learner that is compared with beads, with its name as in `menace experiment run --help`.
type method struct {
	name, title string
	softmax     bool // plays every move with a chance above 0, so that it cannot be unbeatable
}

// later lists the methods that came after beads.
var later = []method{
	{"pegasus", "Michie's program, 1963", false},
	{"q", "Q-learning", false},
	{"sarsa", "SARSA", false},
	{"mc", "Monte Carlo, ε-greedy", false},
	{"softmax", "Monte Carlo, softmax", true},
	{"reinforce", "REINFORCE", true},
}

// lesson is an opponent to learn from, with the learners that it taught: beads by three presets, tuned beads, and then
// the methods of later.
type lesson struct {
	Opponent string
	against  string // opponent against which the learners are judged
	Learners []*contestant
}

// contestant is a learner in the comparison, with the results of its replicates.
type contestant struct {
	Title, Setting string
	Tuned, Softmax bool
	Value          experiment.Summary // mean of the values at the checkpoints of tuning
	Holds          float64            // games by which half of the replicates draw 90 % for good
	Unbeatable     report.Share       // in the end
	Results        []string           // its row in the table, after its title and setting
	lead           float64            // its value minus that of tuned beads
	p              float64            // p value of no lead, adjusted by Holm's method over all lessons
}

// tunedAt lists the numbers of games at which settings are judged. The mean over them counts both early and late skill.
var tunedAt = []int64{100, 300, 1000}

const (
	replicates = 400     // machines of each learner with each opponent
	lifetime   = 100_000 // games of each machine
)

// methods compares beads with later learners, each with the settings that were best in tuning.
func (p *page) methods() any {
	lessons := []*lesson{
		{Opponent: "random", against: "random"}, {Opponent: "blocker", against: "blocker"},
		{Opponent: "noisy:0.2", against: "worst"}, {Opponent: "perfect", against: "perfect"},
	}
	var tried []string // by learner; the same for all lessons
	edges := 0
	for _, in := range lessons {
		tuned := p.chosen(*in)
		p.contest(in, tuned)
		tried = []string{fmt.Sprintf("%d for beads", tuned[experiment.Beads].tried)}
		for _, m := range later {
			tried = append(tried, fmt.Sprintf("%d for %s", tuned[m.name].tried, m.title))
		}
		for _, c := range tuned {
			edges += min(len(c.edge), 1)
		}
	}
	judge(lessons)
	return map[string]any{
		"Lessons": lessons, "Comparisons": len(lessons) * len(later), "Learners": len(later),
		"Replicates": replicates, "Tried": tried, "Edges": edges, "Tuned": len(lessons) * (len(later) + 1),
	}
}

// choice is the best cell of a learner.
type choice struct {
	experiment.Cell
	score float64
	tried int    // cells of the learner
	edge  string // names its settings at the edge of those tried, if any
}

// chosen returns, for each learner, the cell with the highest mean of its values at the checkpoints of tuning, or the
// first of several.
func (p *page) chosen(in lesson) map[string]choice {
	found := map[string]choice{}
	for _, name := range []string{"tune", "tune-beads"} {
		cells := p.cellsAt(name, tunedAt[0])
		for nth, c := range cells {
			if c.Settings.Opponent != in.Opponent {
				continue
			}
			score := 0.0
			for _, games := range tunedAt {
				score += summaryOf(p.cellsAt(name, games)[nth].All, in.against, "value").Mean / float64(len(tunedAt))
			}
			best := found[kind(c)]
			if best.tried == 0 || score > best.score {
				best.Cell, best.score, best.edge = c.Settings, score, ""
				if at := edges(c, cells); at != nil {
					best.edge = " (at the edge: " + strings.Join(at, ", ") + ")"
				}
			}
			best.tried++
			found[kind(c)] = best
		}
	}
	return found
}

// contest lets the opponent of a lesson teach beads, and the other learners with textbook and with tuned settings.
func (p *page) contest(in *lesson, tuned map[string]choice) {
	boxes := tuned[experiment.Beads]
	name := "methods-" + strings.ReplaceAll(in.Opponent, ":", "-")
	design := fmt.Sprintf(" --seed 32 --runs %d --games %d --opponent %s", replicates, lifetime, in.Opponent)
	learners := []string{experiment.Beads}
	for _, m := range later {
		learners = append(learners, slices.Compact([]string{m.name, tuned[m.name].Learner})...)
	}
	p.run("experiment run " + name + " --preset michie --preset scroggs --preset restock" + flags("learner", learners) +
		design)
	p.run(fmt.Sprintf("experiment run %s-beads --on-empty restock --beads %s --win %d --draw %d --loss %d", name,
		knob(boxes.Rules, "beads"), boxes.Rules.Win, boxes.Rules.Draw, boxes.Rules.Loss) + design)
	cells := try(p.lab.Experiment(p.ctx, name)).Cells
	var beads, others []*contestant
	var restock, shown string // flags for the cells of the figure
	for i, runs := range p.replicates(name) {
		cell := fmt.Sprintf(" --cell %d", i+1)
		if cells[i].Learner == "" {
			c := contestant{Title: "beads", Setting: words.Rules(cells[i].Rules)}
			beads = append(beads, c.measure(runs, in.against))
			restock = cell // the last preset
			continue
		}
		kind, setting, _ := strings.Cut(cells[i].Learner, ":")
		m := later[slices.IndexFunc(later, func(m method) bool { return m.name == kind })]
		c := contestant{Title: m.title, Setting: cmp.Or(setting, "textbook"), Softmax: m.softmax}
		if c.Tuned = cells[i].Learner == tuned[kind].Learner; c.Tuned {
			c.Setting, shown = "tuned: "+c.Setting+tuned[kind].edge, shown+cell
		}
		others = append(others, c.measure(runs, in.against))
	}
	if in.Opponent == "noisy:0.2" {
		p.run("plot strength --log --band ci --ylim -1,0,0,100 --experiment " + name + restock + shown +
			" --out methods.svg")
	}
	best := contestant{Title: "beads", Setting: "tuned: restock, " + rewards(boxes.Rules) + boxes.edge, Tuned: true}
	beads = append(beads, best.measure(p.replicates(name + "-beads")[0], in.against))
	in.Learners = append(beads, others...)
}

// measure returns the contestant with its results, given its replicates and the opponent against which it is judged.
// It does not keep the replicates, which take much memory.
func (c contestant) measure(runs []experiment.Replicate, against string) *contestant {
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
	c.Value, c.Unbeatable = mean(tunedFor(runs, against)), counted(runs, lifetime, "unbeatable")
	return &c
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

// judge compares the tuned learners of all lessons with tuned beads, by Welch's t with Holm's correction.
func judge(lessons []*lesson) {
	var family []*contestant
	var p []float64
	for _, in := range lessons {
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
