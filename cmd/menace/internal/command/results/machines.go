package results

import (
	"slices"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/menace"
	"menace/symmetry"
)

// ties holds how much depends on which perfect player teaches.
type ties struct {
	Perfect  report.Cell
	Players  []report.Cell // with numbered players, by the share of their machines that go bankrupt
	Bankrupt []float64     // these shares
	Draws    []float64     // draws with perfect play of those machines that are alive, sorted
	Tenths   [10]tenth
}

// tenth counts the players of whose machines From to To percent go bankrupt.
type tenth struct{ From, To, Players int }

// ties reads the experiment ties.
func (p *page) ties() ties {
	cells := p.cellsAt("ties", 220)
	t := ties{Perfect: cells[0]}
	t.Players = slices.SortedStableFunc(slices.Values(cells[1:]), func(a, b report.Cell) int {
		return a.Bankrupt.Part - b.Bankrupt.Part
	})
	for i := range t.Tenths {
		t.Tenths[i].From, t.Tenths[i].To = 10*i, 10*i+10
	}
	for _, c := range t.Players {
		t.Bankrupt = append(t.Bankrupt, c.Bankrupt.Value)
		t.Tenths[min(10*c.Bankrupt.Part/c.All.N, 9)].Players++
		if c.Alive.N > 0 {
			t.Draws = append(t.Draws, summaryOf(c.Alive, "perfect", "draw").Mean)
		}
	}
	slices.Sort(t.Draws)
	return t
}

// law returns the exact law of what a machine with a preset's rules learns from an opponent.
func (p *page) law(preset, opponent string) *experiment.Law {
	cell := experiment.Cell{Rules: try(menace.Preset(preset)), Opponent: opponent}
	return try(experiment.NewLaw(p.ctx, cell, []int64{20, 50, 100, 200}))
}

// openings trains 200 second players against an opponent like `menace train`, with seeds from 1. It returns the shares
// of those with one, two and three empty boxes among the three of their first move, and of those whose box for a
// corner, for an edge and for the centre is empty.
func (p *page) openings(opponent string) (shares []report.Share) {
	const pupils = 200
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

// remembered returns, for each cell of the experiment ttt, the mean number of positions that 100 of its learners
// remember in the end, by number of pieces. It trains them again.
func (p *page) remembered() (all [][symmetry.MaxMoves + 1]float64) {
	const recalled = 100
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
