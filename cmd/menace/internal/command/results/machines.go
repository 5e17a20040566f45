package results

import (
	"fmt"
	"slices"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/menace"
	"menace/symmetry"
)

// ties returns how much depends on which perfect player teaches, from the experiment ties.
func (p *page) ties() any {
	cells := p.cellsAt("ties", 220)
	players := slices.SortedStableFunc(slices.Values(cells[1:]), func(a, b report.Cell) int {
		return a.Bankrupt.Part - b.Bankrupt.Part
	})
	type bar struct {
		From, To, Players int
		Bar               string
	}
	var bars [10]bar // players by the share of their machines that go bankrupt, in tenths
	for tenth := range bars {
		bars[tenth].From, bars[tenth].To = 10*tenth, 10*tenth+10
	}
	var bankrupt, draws []float64
	for _, c := range players {
		bankrupt = append(bankrupt, c.Bankrupt.Value)
		b := &bars[min(10*c.Bankrupt.Part/c.All.N, 9)]
		b.Players++
		b.Bar += "█"
		if c.Alive.N > 0 {
			draws = append(draws, summaryOf(c.Alive, "perfect", "draw").Mean)
		}
	}
	slices.Sort(draws)
	return map[string]any{
		"Numbered": len(players), "Perfect": cells[0], "Least": players[0], "Most": players[len(players)-1],
		"Bankrupt": mean(bankrupt), "Bars": bars, "Half": experiment.Quantile(0.5, draws),
		"Tenth": experiment.Quantile(0.1, draws), "TopTenth": experiment.Quantile(0.9, draws),
	}
}

// law returns the exact law of what a machine with a preset's rules learns from an opponent.
func (p *page) law(preset, opponent string) *experiment.Law {
	p.commands = append(p.commands, fmt.Sprintf(
		"menace experiment law --preset %s --opponent %s --games 20,50,100,200", preset, opponent))
	cell := experiment.Cell{Rules: try(menace.Preset(preset)), Opponent: opponent}
	return try(experiment.NewLaw(p.ctx, cell, []int64{20, 50, 100, 200}))
}

// pupils is the number of second players trained in order to inspect the boxes of their first move.
const pupils = 200

// openings trains second players against an opponent like `menace train`, with seeds from 1. It returns the shares of
// those with one, two and three empty boxes among the three of their first move, and of those whose box for a corner,
// for an edge and for the centre is empty.
func (p *page) openings(opponent string) (shares []report.Share) {
	name := strings.NewReplacer(":", "", ".", "").Replace(opponent)
	p.commands = append(p.commands,
		fmt.Sprintf("for i in $(seq %d); do menace train --agent %s-$i --plays second --games 220 "+
			"--opponent %s --seed $i; done", pupils, name, opponent),
		fmt.Sprintf("menace export beads $(seq -f '--agent %s-%%g' %d)", name, pupils))
	rules := menace.Michie()
	rules.Plays = symmetry.Second
	var boxes, places [4]int // machines by the number of empty boxes, and by the opening whose box is empty
	for seed := range pupils {
		m := menace.New(rules)
		training := arena.Training{
			Learner: arena.NewCareer(m, symmetry.Second), Schedule: try(arena.ParseSchedule(m.Graph(), opponent)),
			Random: arena.NewRandom(int64(seed + 1)),
		}
		try(training.Run(p.ctx, 220))
		empty := 0
		for place, position := range []string{".../.../..X", ".../.../.X.", ".../.X./..."} {
			if lab.ReportBox(m, try(lab.BoxOf("", m, position)), false).Total == 0 {
				empty++
				places[place]++
			}
		}
		boxes[empty]++
	}
	for _, n := range append(boxes[1:], places[:3]...) {
		shares = append(shares, report.NewShare(n, pupils))
	}
	return shares
}

// recalled is the number of ttt learners of each cell that are trained again to count what they remember.
const recalled = 100

// remembered returns, for each cell of the experiment ttt, the mean number of positions that its learners remember in
// the end, by number of pieces.
func (p *page) remembered() (all [][symmetry.MaxMoves + 1]float64) {
	e := try(p.lab.Experiment(p.ctx, "ttt"))
	for cell := range e.Cells {
		var means [symmetry.MaxMoves + 1]float64
		for run := range int64(recalled) {
			learner := try(e.Again(p.ctx, experiment.Task{Cell: cell + 1, Run: run + 1}, e.Games)).Learner
			graph, known := learner.Graph(), map[symmetry.Orbit]bool{}
			for edge, value := range learner.(interface{ Values() []float64 }).Values() {
				if o := graph.Edges()[edge]; value < 0 && !known[o] {
					known[o] = true
					means[graph.Played(o)] += 1.0 / recalled
				}
			}
		}
		all = append(all, means)
	}
	return all
}

// defeats returns the mean number of games that the replicates of each cell lose, in order.
func (p *page) defeats(name string, games int64) (means []float64) {
	for _, runs := range p.replicates(name) {
		means = append(means, average(ended(runs, "loss", 0, games)))
	}
	slices.Sort(means)
	return means
}
