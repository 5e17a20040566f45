package experiments

import (
	"context"
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

// sections are the questions in the order of the page.
var sections = []section{
	{"michie", "How good is Michie's machine after 20, 150 and 220 games?", []string{
		"experiment run michie --runs 1000 --games 220 --opponent random --opponent blocker --opponent perfect " +
			"--checkpoints 20,150",
	}, nil},
	{"bankruptcy", "How often does it go bankrupt, and does restocking cure it?", []string{
		"experiment run empty --runs 1000 --games 1000 --on-empty resign --on-empty restock --on-empty random " +
			"--opponent random --opponent blocker --opponent noisy:0.2 --opponent perfect --checkpoints 20,50,100,220",
	}, nil},
	{"presets", "Which rules are best against which opponent: Michie's, Scroggs' or restocking?", []string{
		"experiment run presets --runs 1000 --games 1000 --preset michie --preset scroggs --preset restock " +
			"--opponent random --opponent blocker --opponent perfect --checkpoints 100",
	}, nil},
	{"grid", "What would the best beads and rewards be?", nil, grid},
	{"teachers", "Who teaches most: a perfect, a noisy or a random opponent?", []string{
		"experiment run teachers --runs 300 --games 5000 --preset restock --opponent random --opponent noisy:0.5 " +
			"--opponent noisy:0.2 --opponent perfect --opponent blocker",
		"plot strength --experiment teachers --log --band ci --out teachers.svg",
	}, nil},
	{"tournament", "What would explain Michie's tournament of 1961?", nil, tournament},
	{"ties", "Does it matter which perfect player teaches?", nil, ties},
	{"second", "What becomes of the second player?", []string{
		"experiment run second --runs 1000 --games 1000 --plays second --preset michie --preset restock " +
			"--opponent random --opponent noisy:0.2 --opponent blocker --opponent perfect --checkpoints 20,100,120,220",
	}, second},
	{"both", "What if both learn?", []string{
		"experiment run both --runs 300 --games 5000 --preset michie --preset restock --plays first --plays second " +
			"--opponent rival --opponent random --opponent perfect",
		"plot strength --experiment both --cell 7 --cell 8 --cell 9 --log --band ci --out both.svg",
	}, nil},
	{"popular", "Are the popular numbers right?", []string{
		"experiment run popular --runs 1000 --games 220 --preset michie --preset scroggs --preset restock " +
			"--opponent perfect --checkpoints 80,100",
		"experiment run ten --runs 300 --games 10000 --preset michie --preset scroggs --opponent random " +
			"--checkpoints 10000",
	}, popular},
	{"hexapawn", "How fast do the machines of hexapawn learn?", []string{
		"experiment run gardner" + pawns, "experiment run rewarded" + pawns + " --win 3 --credit all",
	}, hexapawn},
	{"pegasus", "How good was Michie's own program of 1963?", []string{
		"experiment run pegasus --runs 1000 --learner pegasus --opponent random --plays first --plays second" +
			byHundreds,
		"plot hundreds --experiment pegasus --cell 1 --michie --out pegasus-first.svg",
		"plot hundreds --experiment pegasus --cell 2 --out pegasus-second.svg",
		"experiment run pegasus-both --runs 1000 --learner pegasus --opponent rival --plays first --plays second" +
			byHundreds,
		"plot hundreds --experiment pegasus-both --cell 1 --out pegasus-both.svg",
		"experiment run pegasus-fit --seed 21 --runs 300 --opponent random " +
			"--learner pegasus:a=1.005/1.01/1.015/1.02/1.025/1.03/1.05/1.1,b=1/1.5/2/2.5" + byHundreds,
		"experiment run pegasus-long" + infallibles + " --opponent random " +
			"--learner pegasus:a=1.0025/1.005/1.01/1.025/1.05/1.1 --learner pegasus:d=0.9",
		"experiment run pegasus-noisy" + infallibles +
			" --opponent noisy:0.2 --learner pegasus --learner pegasus:d=0.9",
	}, pegasus},
	{"methods", "How good are matchboxes, compared with what came later?", nil, methods},
}

// Parts of designs.
const (
	pawns = " --runs 1000 --games 1000 --preset her --preset him --opponent perfect --opponent random " +
		"--checkpoints 20,50,100,200"
	byHundreds  = " --games 1000 --checkpoints 100,200,300,400,500,600,700,800,900"
	infallibles = " --seed 22 --runs 80 --games 100000 --checkpoints 1000,10000"
)

// numbered is how many numbered perfect players teach: the first ones.
const numbered = 200

// ties returns how much it matters which perfect player teaches.
func ties(p *page) any {
	const design = "experiment run ties --runs 100 --games 220 --checkpoints 220 --opponent perfect"
	shown := fmt.Sprintf("menace %s $(seq -f '--opponent perfect:%%g' %d)", design, numbered)
	args := strings.Fields(design)
	for i := range numbered {
		args = append(args, "--opponent", fmt.Sprintf("perfect:%d", i+1))
	}
	p.runAs(shown, args)
	cells := try(p.cellsAt("ties", 220))
	players := slices.SortedStableFunc(slices.Values(cells[1:]), func(a, b report.Cell) int {
		return a.Bankrupt.Part - b.Bankrupt.Part
	})
	type bar struct {
		From, To, Players int
		Bar               string
	}
	var counts [10]int // players by the share of their machines that go bankrupt, in tenths
	var bankrupt, draws []float64
	for _, c := range players {
		bankrupt = append(bankrupt, c.Bankrupt.Value)
		counts[min(10*c.Bankrupt.Part/c.All.N, 9)]++
		if c.Alive.N > 0 {
			draws = append(draws, of(c.Alive, "perfect", "draw").Mean)
		}
	}
	var bars []bar
	for tenth, n := range counts {
		bars = append(bars, bar{10 * tenth, 10*tenth + 10, n, strings.Repeat("█", n)})
	}
	slices.Sort(draws)
	return map[string]any{
		"Numbered": numbered, "Perfect": cells[0], "Least": players[0], "Most": players[len(players)-1],
		"Bankrupt": mean(bankrupt), "Bars": bars, "Half": experiment.Quantile(0.5, draws),
		"Tenth": experiment.Quantile(0.1, draws), "TopTenth": experiment.Quantile(0.9, draws),
	}
}

// second returns what becomes of the boxes of the player who moves second.
func second(p *page) any {
	cells := p.replicates("second")
	type survivors struct {
		Opponent         string
		Resigned, Beaten report.Share // of the machines alive after 220 games
	}
	var alive []survivors
	for i, opponent := range []string{"random", "noisy:0.2", "blocker", "perfect"} { // of Michie's rules
		resigned, beaten, all := 0, 0, 0
		for _, r := range cells[i] {
			if r.Bankrupt > 0 && r.Bankrupt <= 220 {
				continue
			}
			all++
			if at(r, 220).Tally.Resigned > at(r, 120).Tally.Resigned {
				resigned++
			}
			if at(r, 220).MostLosses.Loss > 1-1e-12 {
				beaten++
			}
		}
		if all > 0 {
			alive = append(alive, survivors{opponent, share(resigned, all), share(beaten, all)})
		}
	}
	var empty []openings
	for _, opponent := range []string{"random", "noisy:0.2", "perfect"} {
		o := emptyOpenings(p.ctx, opponent)
		empty = append(empty, o)
		name := strings.NewReplacer(":", "", ".", "").Replace(opponent)
		p.listed = append(p.listed,
			fmt.Sprintf("for i in $(seq %d); do menace train --agent %s-$i --plays second --games 220 "+
				"--opponent %s --seed $i; done", pupils, name, opponent),
			fmt.Sprintf("menace export beads $(seq -f '--agent %s-%%g' %d)", name, pupils))
	}
	return map[string]any{"Alive": alive, "Openings": empty, "Pupils": pupils}
}

// pupils is how many second players are trained to look into their boxes.
const pupils = 200

// openings counts second players by the empty boxes among those of their first move.
type openings struct {
	Opponent string
	Shares   []report.Share // one box empty, two, all three; the box for a corner, an edge and the centre
}

// emptyOpenings trains second players as `menace train` does, with the seeds from 1.
func emptyOpenings(ctx context.Context, opponent string) openings {
	rules := menace.Michie()
	rules.Plays = symmetry.Second
	var boxes, places [4]int // machines by the number of empty boxes; by the opening
	for seed := range pupils {
		m := menace.New(rules)
		training := arena.Training{
			Learner: arena.NewCareer(m, symmetry.Second), Schedule: try(arena.ParseSchedule(m.Graph(), opponent)),
			Random: arena.NewRandom(int64(seed + 1)),
		}
		try(training.Run(ctx, 220))
		empty := 0
		for place, position := range []string{".../.../..X", ".../.../.X.", ".../.X./..."} {
			if lab.ReportBox(m, try(lab.BoxOf("", m, position)), false).Total == 0 {
				empty++
				places[place]++
			}
		}
		boxes[empty]++
	}
	o := openings{Opponent: opponent}
	for _, n := range []int{boxes[1], boxes[2], boxes[3], places[0], places[1], places[2]} {
		o.Shares = append(o.Shares, share(n, pupils))
	}
	return o
}

// popular returns how many games machines lose to perfect play, whose numbers are often quoted.
func popular(p *page) any {
	replicates := p.replicates("popular")
	cells := try(p.cellsAt("popular", 220))
	type row struct {
		Cell   report.Cell
		Lost   []string // of the first 80, 100 and 220 games
		Median float64  // of the draws after 80 games
		Sound  report.Share
	}
	var rows []row
	for i, c := range cells {
		r := row{Cell: c}
		solvent := slices.DeleteFunc(replicates[i], func(r experiment.Replicate) bool { return r.Bankrupt > 0 })
		for _, games := range []int64{80, 100, 220} {
			r.Lost = append(r.Lost, spread(each(solvent, games,
				func(p arena.Point) float64 { return float64(p.Tally.Loss) })))
		}
		r.Median = quantile(each(solvent, 80, drawsPerfect), 0.5)
		r.Sound = counted(solvent, 80, func(p arena.Point) bool { return drawsPerfect(p) >= 0.9 })
		rows = append(rows, r)
	}
	return map[string]any{"Rows": rows, "Quoted": share(66, 100)}
}

// hexapawn returns when the machines of hexapawn become unbeatable, by Gardner's rules and with MENACE's rewards. Only
// a lost game takes beads away, so that a machine has been unbeatable since the last game that it lost.
func hexapawn(p *page) any {
	type row struct {
		Machine, Rules string
		Cell           report.Cell
		Unbeatable     []report.Share // after 20, 50, 100, 200 and 1,000 games
		Last           string         // the last lost games of machines that are unbeatable in the end
		Half, Most     float64        // the game by which half of these have lost their last, and 95 %
	}
	var rows []row
	for _, x := range [][2]string{{"gardner", "Gardner's rules"}, {"rewarded", "MENACE's rewards"}} {
		replicates := p.replicates(x[0])
		cells := try(p.cellsAt(x[0], lab.AtEnd))
		for i, c := range cells {
			r := row{Machine: "him", Rules: x[1], Cell: c}
			if c.Settings.Rules.Plays == symmetry.Second {
				r.Machine = "her"
			}
			for _, games := range []int64{20, 50, 100, 200, 1000} {
				r.Unbeatable = append(r.Unbeatable, counted(replicates[i], games, unbeatable))
			}
			var last []float64
			for _, run := range replicates[i] {
				if unbeatable(at(run, 1000)) {
					last = append(last, float64(run.UnbeatenFrom-1))
				}
			}
			slices.Sort(last)
			if r.Last = spread(last); len(last) > 0 {
				r.Half, r.Most = quantile(last, 0.5), quantile(last, 0.95)
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// unbeatable reports whether nobody can beat a machine. Its most losses are a sum of products with 0, without rounding.
func unbeatable(p arena.Point) bool { return p.MostLosses.Loss == 0 }
