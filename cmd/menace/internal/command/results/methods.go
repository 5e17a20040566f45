package results

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/report"
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

// lesson is an opponent to learn from, and the opponent against which the learner is judged.
type lesson struct{ opponent, against string }

var lessons = []lesson{
	{"random", "random"}, {"blocker", "blocker"}, {"noisy:0.2", "worst"}, {"perfect", "perfect"},
}

// tunedAt lists the numbers of games at which settings are judged. The mean over them counts both early and late skill.
var tunedAt = []int64{100, 300, 1000}

const (
	replicates = 400     // machines of each learner with each opponent
	lifetime   = 100_000 // games of each machine
)

// methods compares beads with later learners, each with the settings that were best in tuning.
func (p *page) methods() any {
	type table struct {
		Opponent string
		Rows     [][]string
	}
	var tables []table
	var verdicts []comparison
	var tried []string // by learner; the same for all lessons
	edges := 0
	for _, in := range lessons {
		tuned := p.chosen("tune", in)
		maps.Copy(tuned, p.chosen("tune-beads", in))
		field := p.contest(in.opponent, tuned)
		tried = []string{fmt.Sprintf("%d for beads", tuned[experiment.Beads].tried)}
		for _, m := range later {
			tried = append(tried, fmt.Sprintf("%d for %s", tuned[m.name].tried, m.title))
		}
		for _, c := range tuned {
			edges += min(len(c.edge), 1)
		}
		verdicts = append(verdicts, judge(in, field))
		t := table{Opponent: in.opponent} // does not keep the replicates, which take much memory
		for _, c := range field {
			t.Rows = append(t.Rows, c.row())
		}
		tables = append(tables, t)
	}
	adjust(verdicts)
	return map[string]any{
		"Verdicts": verdicts, "Tables": tables, "Comparisons": len(lessons) * len(later),
		"Opponents": len(lessons), "Learners": len(later), "Replicates": replicates,
		"Tried": tried, "Edges": edges, "Tuned": len(lessons) * (len(later) + 1),
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
func (p *page) chosen(name string, in lesson) map[string]choice {
	found := map[string]choice{}
	cells := p.cellsAt(name, tunedAt[0])
	for nth, c := range cells {
		if c.Settings.Opponent != in.opponent {
			continue
		}
		score := 0.0
		for _, games := range tunedAt {
			score += of(p.cellsAt(name, games)[nth].All, in.against, "value").Mean / float64(len(tunedAt))
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
	return found
}

// contestant is a learner in the comparison.
type contestant struct {
	title, setting string
	tuned, softmax bool
	runs           []experiment.Replicate
}

// contest trains beads, and the other learners with textbook and with tuned settings, against an opponent.
func (p *page) contest(opponent string, tuned map[string]choice) (field []contestant) {
	boxes := tuned[experiment.Beads]
	name := "methods-" + strings.ReplaceAll(opponent, ":", "-")
	design := fmt.Sprintf(" --seed 32 --runs %d --games %d --opponent %s", replicates, lifetime, opponent)
	learners := []string{experiment.Beads}
	for _, m := range later {
		learners = append(learners, slices.Compact([]string{m.name, tuned[m.name].Learner})...)
	}
	p.run("experiment run " + name + " --preset michie --preset scroggs --preset restock" + flags("learner", learners) +
		design)
	p.run(fmt.Sprintf("experiment run %s-beads --on-empty restock --beads %s --win %d --draw %d --loss %d", name,
		knob(boxes.Rules, "beads"), boxes.Rules.Win, boxes.Rules.Draw, boxes.Rules.Loss) + design)
	cells := try(p.lab.Experiment(p.ctx, name)).Cells
	var beads, others []contestant
	var restock, shown string // flags for the cells of the figure
	for i, runs := range p.replicates(name) {
		cell := fmt.Sprintf(" --cell %d", i+1)
		if cells[i].Learner == "" {
			rules := preset(report.Cell{Settings: cells[i]})
			beads = append(beads, contestant{title: "beads", setting: rules, runs: runs})
			restock = cell // the last preset
			continue
		}
		kind, setting, _ := strings.Cut(cells[i].Learner, ":")
		m := later[slices.IndexFunc(later, func(m method) bool { return m.name == kind })]
		c := contestant{title: m.title, setting: cmp.Or(setting, "textbook"), softmax: m.softmax, runs: runs}
		if c.tuned = cells[i].Learner == tuned[kind].Learner; c.tuned {
			c.setting, shown = "tuned: "+c.setting+tuned[kind].edge, shown+cell
		}
		others = append(others, c)
	}
	if opponent == "noisy:0.2" {
		p.run("plot strength --log --band ci --ylim -1,0,0,100 --experiment " + name + restock + shown +
			" --out methods.svg")
	}
	best := contestant{title: "beads", setting: "tuned: restock, " + rewards(boxes.Rules) + boxes.edge, tuned: true}
	best.runs = p.replicates(name + "-beads")[0]
	return slices.Concat(beads, []contestant{best}, others)
}

// row returns the row of a contestant in its table.
func (c contestant) row() []string {
	row := []string{c.title, c.setting}
	for _, games := range []int64{100, 1000, lifetime} {
		row = append(row, percent(mean(measured(c.runs, games, "perfect", "draw"))))
	}
	for _, games := range []int64{1000, lifetime} {
		row = append(row, value(mean(measured(c.runs, games, "worst", "value"))))
	}
	for _, event := range []string{"draws:0.9", "draws:0.99", "losses:0.01:most_losses", "unbeatable"} {
		row = append(row, keptGames(kept(c.runs, event)))
	}
	return row
}

// tunedFor returns the mean of the values of each replicate at the checkpoints of tuning.
func tunedFor(runs []experiment.Replicate, against string) (values []float64) {
	for _, r := range runs {
		sum := 0.0
		for _, games := range tunedAt {
			sum += experiment.Measure{Against: against, Name: "value"}.Of(at(r, games)) / float64(len(tunedAt))
		}
		values = append(values, sum)
	}
	return values
}

// duel compares a tuned learner with tuned beads by the measure for which both were tuned.
type duel struct {
	Title string
	Value experiment.Summary
	lead  float64 // of the learner over beads
	p     float64 // p value of no lead: first Welch's, then adjusted by Holm's method over all duels
}

// comparison is the result of comparing the tuned learners that trained against one opponent.
type comparison struct {
	Opponent     string
	Beads        experiment.Summary
	Tuned, Usual float64  // games by which half of the tuned beads, and of Michie's, draw 90 % for good
	Unbeatable   []titled // the shares of tuned learners that are unbeatable in the end
	duels        []duel
}

// titled is a share of the machines of a learner.
type titled struct {
	Title string
	Share report.Share
}

// judge compares the tuned learners with tuned beads, the first contestant, without regard to other lessons.
func judge(in lesson, field []contestant) comparison {
	tuned := slices.DeleteFunc(slices.Clone(field), func(c contestant) bool { return !c.tuned })
	half := func(c contestant) float64 {
		games, _ := kept(c.runs, "draws:0.9").Quantile(0.5)
		return games
	}
	beads := tunedFor(tuned[0].runs, in.against)
	v := comparison{Opponent: in.opponent, Beads: mean(beads), Tuned: half(tuned[0]), Usual: half(field[0])}
	for i, c := range tuned {
		if !c.softmax {
			v.Unbeatable = append(v.Unbeatable, titled{c.title, counted(c.runs, lifetime, "unbeatable")})
		}
		if i > 0 {
			values := tunedFor(c.runs, in.against)
			d := experiment.Compare(experiment.Summarize(values), experiment.Summarize(beads))
			v.duels = append(v.duels, duel{c.title, mean(values), d.Mean, d.P})
		}
	}
	return v
}

// adjust replaces the p values of all duels by those adjusted with Holm's method.
func adjust(list []comparison) {
	var family []*duel
	var p []float64
	for _, v := range list {
		for i := range v.duels {
			family, p = append(family, &v.duels[i]), append(p, v.duels[i].p)
		}
	}
	for i, adjusted := range experiment.Holm(p) {
		family[i].p = adjusted
	}
}

// list returns the learners that are worse than beads (-1), not distinguishable (0) or better (1).
func (v comparison) list(sign int) []duel {
	return slices.DeleteFunc(slices.Clone(v.duels), func(d duel) bool {
		if !(d.p <= 1-experiment.Confidence) {
			return sign != 0
		}
		return cmp.Compare(d.lead, 0) != sign
	})
}

// Better, Alike and Worse list the learners by how they compare with beads.
func (v comparison) Better() []duel { return v.list(1) }
func (v comparison) Alike() []duel  { return v.list(0) }
func (v comparison) Worse() []duel  { return v.list(-1) }
