package experiments

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/menace"
)

// faced are the opponents that every machine is measured against, and trained with in most experiments.
var faced = []string{"random", "blocker", "perfect"}

// knob is a rule with the values to try.
type knob struct {
	flag   string
	values []string
}

// of returns the rule as the command line has it.
func (k knob) of(r menace.Rules) string {
	i := slices.IndexFunc(menace.Table, func(rule menace.Rule) bool { return rule.Name == k.flag })
	return menace.Table[i].Text(r)
}

// knobs are the settings of the grid.
var knobs = []knob{
	{"beads", []string{"1,1,1,1", "4,3,2,1", "8,4,2,1", "8,8,8,8", "20,15,10,5"}},
	{"win", []string{"1", "3", "6", "10"}},
	{"draw", []string{"0", "1", "2", "4"}},
	{"loss", []string{"0", "-1", "-2", "-4"}},
}

// grid looks for the best settings with one seed and measures them with another: the best of many looks better than
// it is.
func grid(p *page) any {
	design := "experiment run grid --runs 60 --games 500 --checkpoints 500"
	for _, k := range knobs {
		design += flags(k.flag, k.values)
	}
	p.run(design + flags("opponent", faced))
	cells := try(p.cellsAt("grid", lab.AtEnd))
	type row struct {
		Opponent, Winner, Edges, Contenders string
		Chosen, Michie                      report.Cell
		Lead                                *report.Comparison
	}
	var rows []row
	for _, opponent := range faced {
		trained := trainedWith(cells, opponent)
		winner := best(trained, valueAgainst(opponent))[0]
		r := row{
			Opponent: opponent, Winner: rewards(winner.Settings.Rules), Edges: edges(winner.Settings),
			Contenders: contenders(trained, valueAgainst(opponent)),
		}
		name := "best-" + opponent
		design := "experiment run " + name + " --seed 2 --runs 1000 --games 500 --checkpoints 500 --opponent " +
			opponent
		for _, k := range knobs {
			design += flags(k.flag, slices.Compact([]string{k.of(winner.Settings.Rules), k.of(menace.Michie())}))
		}
		p.run(design)
		again := try(p.cellsAt(name, lab.AtEnd))
		r.Chosen, r.Michie = again[0], again[len(again)-1] // the first of every setting, and the last
		r.Lead = try(p.compare(name, 1, len(again)))
		rows = append(rows, r)
	}
	return map[string]any{"Rows": rows, "Settings": len(cells) / len(faced), "Wins": len(knobs[1].values)}
}

// rewards describes the beads and rewards of rules.
func rewards(r menace.Rules) string {
	return fmt.Sprintf("beads %s, win %+d, draw %+d, loss %+d", knobs[0].of(r), r.Win, r.Draw, r.Loss)
}

// edges lists the settings of a cell at the edge of what was tried, so that others may be better. Against perfect play
// the reward for a win does not count, since it is never given.
func edges(c experiment.Cell) string {
	var at []string
	for _, k := range knobs {
		idle := k.flag == "win" && c.Opponent == "perfect"
		if i := slices.Index(k.values, k.of(c.Rules)); !idle && (i == 0 || i == len(k.values)-1) {
			at = append(at, k.flag)
		}
	}
	if len(at) == 0 {
		return ""
	}
	return " (at the edge of what was tried: " + strings.Join(at, ", ") + ")"
}

// listed is how many settings are listed before the others are only counted.
const listed = 40

// contenders lists the settings that no other beats for certain: by Welch's t, one-sided, with an error of 5 % divided
// by the number of the others.
func contenders(cells []report.Cell, value func(report.Cell) experiment.Summary) string {
	sorted := best(cells, value)
	var names []string
	for _, c := range sorted {
		if !slices.ContainsFunc(sorted, func(other report.Cell) bool {
			d := experiment.Compare(value(other), value(c))
			return d.Mean > 0 && d.P/2 < (1-experiment.Confidence)/float64(len(sorted)-1)
		}) {
			r := c.Settings.Rules
			names = append(names, fmt.Sprintf("%s %+d %+d %+d", knobs[0].of(r), r.Win, r.Draw, r.Loss))
		}
	}
	n, more := len(names), ""
	if n > listed {
		names, more = names[:listed], fmt.Sprintf("; and %d more", n-listed)
	}
	return fmt.Sprintf("%d of %d: %s%s", n, len(cells), strings.Join(names, "; "), more)
}

// later are the learners that are compared with beads, by what `menace experiment run --help` calls them, and what was
// tried of each.
var later = []struct {
	name, title, tried string
	softmax            bool // plays every move with a chance above 0, so that it cannot be unbeatable
}{
	{"pegasus", "Michie's program, 1963", "a=1.005/1.01/1.025/1.05,b=1/1.5/2,d=0/0.9", false},
	{"q", "Q-learning", "alpha=0.1/0.2/0.5/0.9,epsilon=0/0.02/0.1/0.3,initial=0/1", false},
	{"sarsa", "SARSA", "alpha=0.1/0.2/0.5/0.9,epsilon=0/0.02/0.1/0.3,initial=0/1", false},
	{"mc", "Monte Carlo, ε-greedy", "alpha=0/0.05/0.1/0.2,epsilon=0/0.02/0.1/0.3,initial=0/1", false},
	{"softmax", "Monte Carlo, softmax", "alpha=0/0.05/0.1/0.2/0.5,temperature=0.02/0.05/0.1/0.2,initial=0/1", true},
	{"reinforce", "REINFORCE", "alpha=0.1/0.3/1/3/10,baseline=0/0.003/0.01/0.03/0.1", true},
}

// beadsTried are the settings of beads among which the best are looked for.
var beadsTried = []knob{
	{"beads", []string{"4,3,2,1", "8,4,2,1", "20,15,10,5"}},
	{"win", []string{"1", "3", "10"}},
	{"draw", []string{"0", "1", "4"}},
	{"loss", []string{"0", "-1", "-3"}},
}

// lesson is an opponent to learn from, and the opponent against which the learner is judged.
type lesson struct{ opponent, against string }

var lessons = []lesson{
	{"random", "random"}, {"blocker", "blocker"}, {"noisy:0.2", "worst"}, {"perfect", "perfect"},
}

// tunedAt are the numbers of games at which settings are judged: their mean counts both early and late skill.
var tunedAt = []int64{100, 300, 1000}

const (
	replicates = 400     // machines of each learner with each opponent
	lifetime   = 100_000 // games of each
)

// methods compares beads with the learners that came later.
func methods(p *page) any {
	design := " --seed 31 --runs 40 --games 1000 --checkpoints 100,300"
	for _, lesson := range lessons {
		design += " --opponent " + lesson.opponent
	}
	others, beads := "experiment run tune"+design, "experiment run tune-beads"+design+" --on-empty restock"
	for _, m := range later {
		others += " --learner " + m.name + ":" + m.tried
	}
	for _, k := range beadsTried {
		beads += flags(k.flag, k.values)
	}
	p.run(others, beads)
	type table struct {
		Opponent string
		Field    []contestant
	}
	var tables []table
	var verdicts []verdict
	for _, lesson := range lessons {
		tuned := p.chosen("tune", lesson)
		boxes := p.chosen("tune-beads", lesson)
		field := p.contest(lesson.opponent, tuned, boxes[experiment.Beads].Rules)
		verdicts = append(verdicts, judge(lesson, field))
		for i := range field {
			field[i].runs = nil // they take much memory
		}
		tables = append(tables, table{lesson.opponent, field})
	}
	adjust(verdicts)
	return map[string]any{
		"Verdicts": verdicts, "Tables": tables, "Comparisons": len(lessons) * len(later),
		"Opponents": len(lessons), "Learners": len(later), "Replicates": replicates,
	}
}

// chosen returns for each learner the cell with the highest mean of its values at the checkpoints of tuning, the first
// of several.
func (p *page) chosen(name string, in lesson) map[string]experiment.Cell {
	var scores []float64
	found, highest := map[string]experiment.Cell{}, map[string]float64{}
	for i, games := range tunedAt {
		cells := try(p.cellsAt(name, games))
		scores = append(scores, make([]float64, len(cells)-len(scores))...)
		for nth, c := range cells {
			scores[nth] += of(c.All, in.against, "value").Mean / float64(len(tunedAt))
			method, _, _ := strings.Cut(c.Settings.Learns(), ":")
			if score, known := highest[method]; i == len(tunedAt)-1 && c.Settings.Opponent == in.opponent &&
				(!known || scores[nth] > score) {
				found[method], highest[method] = c.Settings, scores[nth]
			}
		}
	}
	return found
}

// contestant is a learner in the comparison, with its replicates and its row of the table.
type contestant struct {
	title, setting string
	tuned, softmax bool
	runs           []experiment.Replicate
	Row            []string
}

// contest trains beads, and the other learners with textbook and with tuned settings, with an opponent.
func (p *page) contest(opponent string, tuned map[string]experiment.Cell, boxes menace.Rules) (field []contestant) {
	name := "methods-" + strings.ReplaceAll(opponent, ":", "-")
	design := fmt.Sprintf(" --seed 32 --runs %d --games %d --opponent %s", replicates, lifetime, opponent)
	learners := []string{experiment.Beads}
	for _, m := range later {
		learners = append(learners, slices.Compact([]string{m.name, tuned[m.name].Learner})...)
	}
	p.run(
		"experiment run "+name+" --preset michie --preset scroggs --preset restock"+flags("learner", learners)+design,
		fmt.Sprintf("experiment run %s-beads --on-empty restock --beads %s --win %d --draw %d --loss %d", name,
			knobs[0].of(boxes), boxes.Win, boxes.Draw, boxes.Loss)+design)
	courses := p.replicates(name)
	best := p.replicates(name + "-beads")
	e := try(p.lab.Experiment(p.ctx, name))
	var shown string // the cells of the figure
	show := func(i int) { shown += fmt.Sprintf(" --cell %d", i+1) }
	restock := 0 // the last cell of beads
	for i, c := range e.Cells {
		if c.Learner == "" {
			restock = i
			field = append(field, newContestant("beads", preset(report.Cell{Settings: c}), false, courses[i]))
		}
	}
	show(restock)
	field = append(field, newContestant("beads", "restock, "+rewards(boxes), true, best[0]))
	for _, m := range later {
		for i, c := range e.Cells {
			if method, setting, _ := strings.Cut(c.Learner, ":"); method == m.name {
				own := newContestant(m.title, cmp.Or(setting, "textbook"),
					c.Learner == tuned[m.name].Learner, courses[i])
				if own.softmax = m.softmax; own.tuned {
					show(i)
				}
				field = append(field, own)
			}
		}
	}
	if opponent == "noisy:0.2" {
		p.run("plot strength --log --mean --band none --experiment " + name + shown + " --out methods.svg")
	}
	return field
}

// goals are what a learner may reach and keep.
var goals = []func(arena.Point) bool{
	func(p arena.Point) bool { return drawsPerfect(p) >= 0.9 },
	func(p arena.Point) bool { return drawsPerfect(p) >= 0.99 },
	func(p arena.Point) bool { return p.MostLosses.Loss < 0.01 },
	unbeatable,
}

// newContestant computes the row of a contestant.
func newContestant(title, setting string, tuned bool, runs []experiment.Replicate) contestant {
	c := contestant{title: title, setting: setting, tuned: tuned, runs: runs}
	if tuned {
		setting = "tuned: " + setting
	}
	c.Row = []string{title, setting}
	for _, games := range []int64{100, 1000, lifetime} {
		c.Row = append(c.Row, percent(mean(each(runs, games, drawsPerfect))))
	}
	for _, games := range []int64{1000, lifetime} {
		c.Row = append(c.Row, value(mean(each(runs, games, func(p arena.Point) float64 { return p.Worst.Value() }))))
	}
	for _, goal := range goals {
		c.Row = append(c.Row, keptGames(kept(runs, goal)))
	}
	return c
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

// duel compares a tuned learner with tuned beads, by what both were tuned for.
type duel struct {
	title string
	value experiment.Summary
	lead  float64 // of the learner
	p     float64 // of no lead: Welch's, and then Holm's for all duels
}

// verdict is the result of tuned learners that trained with an opponent.
type verdict struct {
	Opponent string
	Beads    experiment.Summary
	Speed    string
	duels    []duel
}

// judge compares the tuned learners with tuned beads, without regard to other lessons.
func judge(in lesson, field []contestant) verdict {
	tuned := slices.DeleteFunc(slices.Clone(field), func(c contestant) bool { return !c.tuned })
	beads := tunedFor(tuned[0].runs, in.against)
	v := verdict{Opponent: in.opponent, Beads: mean(beads), Speed: speed(field[0], tuned)}
	for _, c := range tuned[1:] {
		values := tunedFor(c.runs, in.against)
		d := experiment.Compare(experiment.Summarize(values), experiment.Summarize(beads))
		v.duels = append(v.duels, duel{c.title, mean(values), d.Mean, d.P})
	}
	return v
}

// adjust turns the p values of all duels of some verdicts into Holm's.
func adjust(verdicts []verdict) {
	var family []*duel
	var p []float64
	for _, v := range verdicts {
		for i := range v.duels {
			family, p = append(family, &v.duels[i]), append(p, v.duels[i].p)
		}
	}
	for i, adjusted := range experiment.Holm(p) {
		family[i].p = adjusted
	}
}

// list lists the learners that are worse than beads (-1), not told apart (0) or better (1).
func (v verdict) list(sign int) []string {
	var names []string
	for _, d := range v.duels {
		own := 0
		if d.p <= 1-experiment.Confidence {
			own = cmp.Compare(d.lead, 0)
		}
		if own == sign {
			names = append(names, fmt.Sprintf("%s with %s", d.title, value(d.value)))
		}
	}
	return names
}

// Better, Alike and Worse list the learners by how they compare with beads.
func (v verdict) Better() []string { return v.list(1) }
func (v verdict) Alike() []string  { return v.list(0) }
func (v verdict) Worse() []string  { return v.list(-1) }

// speed describes when half of the tuned beads, which are the first of the tuned, and of those by Michie's rules draw
// 90 % with perfect play for good, and how many of the tuned learners that can be unbeatable are so in the end.
func speed(michie contestant, tuned []contestant) string {
	half := func(c contestant) string {
		n := quantile(kept(c.runs, goals[0]), 0.5)
		if math.IsInf(n, 1) {
			return "fewer than half at the end"
		}
		return "half from " + gamesOrLater(n) + " games on"
	}
	var safe []string
	for _, c := range tuned {
		if !c.softmax {
			safe = append(safe, fmt.Sprintf("%s of %s", inPercent(counted(c.runs, lifetime, unbeatable)), c.title))
		}
	}
	return fmt.Sprintf("Of the tuned beads, %s draw 90 %% with perfect play; by Michie's rules, %s. "+
		"Unbeatable after 100,000 games, in percent: %s.", half(tuned[0]), half(michie), strings.Join(safe, "; "))
}
