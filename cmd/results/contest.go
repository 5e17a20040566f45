package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"menace/arena/experiment"
)

// contestant is a learner in the comparison, with its replicates.
type contestant struct {
	title, setting string
	tuned          bool
	runs           [][]course
}

// contest trains beads, and the other learners with textbook and with tuned settings, with an opponent.
func (l *lab) contest(opponent string, tuned map[string]scored, boxes scored) (field []contestant) {
	name := "methods-" + strings.ReplaceAll(opponent, ":", "-")
	design := fmt.Sprintf(" --seed 32 --runs 50 --games %d --opponent %s", lifetime, opponent)
	learners := []string{"beads"}
	for _, m := range methods {
		if learners = append(learners, m.name); tuned[m.name].Learner != m.name {
			learners = append(learners, tuned[m.name].Learner)
		}
	}
	cells := l.run(name, "--preset michie --preset scroggs --preset restock"+flags("learner", learners)+design, lifetime)
	courses := l.courses(name)
	beads := slices.DeleteFunc(slices.Clone(cells), func(c cell) bool { return c.Learner != "beads" })
	for _, c := range beads {
		field = append(field, contestant{"beads", c.preset(), false, courses[c.Cell]})
	}
	r := boxes.Rules
	l.call(strings.Fields(fmt.Sprintf("experiment run %s-beads --on-empty restock --beads %s --win %d --draw %d --loss %d", name,
		boxes.beads(), r.Win, r.Draw, r.Loss) + design))
	setting := fmt.Sprintf("restock, beads %s, win %+d, draw %+d, loss %+d", boxes.beads(), r.Win, r.Draw, r.Loss)
	field = append(field, contestant{"beads", setting, true, l.courses(name + "-beads")[1]})
	shown := flags("cell", []string{fmt.Sprint(beads[len(beads)-1].Cell)})
	for _, m := range methods {
		for _, c := range cells {
			if method, setting, _ := strings.Cut(c.Learner, ":"); method == m.name {
				best := c.Learner == tuned[m.name].Learner
				field = append(field, contestant{m.title, cmp.Or(setting, "textbook"), best, courses[c.Cell]})
				if best {
					shown += flags("cell", []string{fmt.Sprint(c.Cell)})
				}
			}
		}
	}
	if opponent == "noisy:0.2" {
		l.call(strings.Fields("plot strength --log --mean --band none --experiment " + name + shown + " --out docs/methods.svg"))
	}
	return field
}

// goals are what a learner may come to.
var goals = []func(course) bool{
	func(c course) bool { return c.PerfectDraw >= 0.9 },
	func(c course) bool { return c.PerfectDraw >= 0.99 },
	func(c course) bool { return c.WorstLoss < 0.01 },
	func(c course) bool { return c.WorstLoss == 0 },
}

func contestTable(field []contestant) string {
	var rows [][]string
	for _, c := range field {
		setting := c.setting
		if c.tuned {
			setting = "tuned: " + setting
		}
		row := []string{c.title, setting}
		for _, games := range []int{100, 1000, lifetime} {
			draws := each(c.runs, games, func(c course) float64 { return c.PerfectDraw })
			row = append(row, fmt.Sprintf("%.1f", 100*stat.Mean(draws, nil)))
		}
		for _, games := range []int{1000, lifetime} {
			worst := each(c.runs, games, func(c course) float64 { return c.WorstValue })
			row = append(row, fmt.Sprintf("%+.3f", stat.Mean(worst, nil)))
		}
		for _, goal := range goals {
			row = append(row, firstGames(until(c.runs, goal)))
		}
		rows = append(rows, row)
	}
	return table("learner | setting | draws: 100 | 1,000 | 100,000 | worst case: 1,000 | 100,000 | "+
		"90 % draws | 99 % draws | worst case below 1 % | unbeatable", rows)
}

// value returns the value of a standing against an opponent.
func (c course) value(against string) float64 {
	switch against {
	case "random":
		return c.RandomWin - c.RandomLoss
	case "blocker":
		return c.BlockerWin - c.BlockerLoss
	case "perfect":
		return -c.PerfectLoss
	}
	return c.WorstValue
}

// tunedFor returns the mean of the values of each replicate at the checkpoints of tuning.
func tunedFor(runs [][]course, against string) (values []float64) {
	for _, run := range runs {
		sum := 0.0
		for _, c := range run {
			if slices.Contains(tunedAt, c.Games) {
				sum += c.value(against) / float64(len(tunedAt))
			}
		}
		values = append(values, sum)
	}
	return values
}

// judge says which of the tuned learners are better than tuned beads by what they were tuned for.
func judge(in lesson, field []contestant) string {
	var tuned []contestant
	for _, c := range field {
		if c.tuned {
			tuned = append(tuned, c)
		}
	}
	beads := tunedFor(tuned[0].runs, in.against)
	by := map[int][]string{}
	for _, c := range tuned[1:] {
		values := tunedFor(c.runs, in.against)
		lead := difference(values, beads)
		sign := 0
		if lead.certain() {
			sign = cmp.Compare(lead.mean, 0)
		}
		by[sign] = append(by[sign], fmt.Sprintf("%s (%s)", c.title, value(mean(values))))
	}
	list := func(sign int) string { return cmp.Or(strings.Join(by[sign], "; "), "none") }
	return fmt.Sprintf("- Trained with %s, beads have %s. Better: %s. Not told apart: %s. Worse: %s. %s\n",
		in.opponent, value(mean(beads)), list(1), list(0), list(-1), speed(field[0], tuned))
}

// speed says when half of the replicates come to draw 90 % with perfect play: by Michie's rules, of tuned beads, which are
// the first of the tuned, and of the quickest of them all; and how many are unbeatable in the end.
func speed(michie contestant, tuned []contestant) string {
	half := func(c contestant) float64 { return quantile(until(c.runs, goals[0]), 0.5) }
	quickest := slices.MinFunc(tuned, func(a, b contestant) int { return cmp.Compare(half(a), half(b)) })
	var safe []string
	for _, c := range tuned {
		safe = append(safe, fmt.Sprintf("%.0f %% of %s", 100*counted(c.runs, lifetime, goals[3]).of(), c.title))
	}
	when := func(n float64) string {
		if math.IsInf(n, 1) {
			return "never"
		}
		return "after " + gamesOrNever(n) + " games"
	}
	return fmt.Sprintf("Half of them come to draw 90 %% with perfect play %s; by Michie's rules, %s; of the quickest (%s), %s. "+
		"Unbeatable after 100,000 games are %s.", when(half(tuned[0])), when(half(michie)), quickest.title, when(half(quickest)),
		strings.Join(safe, "; "))
}

// difference returns the difference of two means with its 95 % interval, by Welch's t.
func difference(a, b []float64) estimate {
	d := experiment.Compare(experiment.Summarize(a), experiment.Summarize(b))
	return estimate{d.Mean, d.Interval.Low, d.Interval.High}
}
