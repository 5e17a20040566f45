package report

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/plots"
)

// Law is the exact law of what a machine learns.
type Law struct {
	Rules    menace.Rules          `json:"rules"`
	Opponent string                `json:"opponent"`
	States   int64                 `json:"states"` // machines that can arise
	Points   []experiment.LawPoint `json:"points"`
	LastLoss []LastLoss            `json:"last_loss"`
	Losses   []Losses              `json:"losses"`      // in all; the impossible numbers are left out
	MeanLost *float64              `json:"mean_losses"` // in all; nil if losses may go on for ever

	course []experiment.LawPoint // after 0, 1, 2, … games, up to the last point
}

// LastLoss is a quantile of the last lost game.
type LastLoss struct {
	Share float64 `json:"share"`
	Games *int64  `json:"games"` // 0 if no game is lost; nil if fewer machines than this ever lose their last game
}

// Losses is a number of games lost in all, with its probability.
type Losses struct {
	Games       int     `json:"games"`
	Probability float64 `json:"probability"`
}

// lastLosses lists the quantiles of the last lost game.
var lastLosses = []float64{0.05, 0.25, 0.5, 0.75, 0.95, 0.99}

// NewLaw computes the law of a cell, with points after these numbers of games, which must ascend. It returns an
// [option.Error] for rules or opponents that have no law.
func NewLaw(ctx context.Context, cell experiment.Cell, games []int64) (Law, error) {
	r := Law{Rules: cell.Rules, Opponent: cell.Opponent}
	opponent, err := arena.ParseOpponent(menace.New(cell.Rules).Graph(), cell.Opponent)
	if err != nil {
		return r, err
	}
	law, err := experiment.NewLaw(ctx, cell.Rules, opponent)
	if err != nil {
		return r, err
	}
	r.States = int64(law.States())
	for _, share := range lastLosses {
		r.LastLoss = append(r.LastLoss, LastLoss{Share: share})
	}
	const rounding = 1e-9
	reachable := slices.DeleteFunc(slices.Clone(lastLosses), func(p float64) bool { return p > law.Ends()-rounding })
	last, known := slices.Max(games), 0
	for p := range law.Points() {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		if slices.Contains(games, p.Games) {
			r.Points = append(r.Points, p)
		}
		if p.Games <= last {
			r.course = append(r.course, p)
		}
		for known < len(reachable) && p.Settled >= reachable[known] {
			r.LastLoss[known].Games = &p.Games
			known++
		}
		if p.Games >= last && known == len(reachable) {
			break
		}
	}
	mean := 0.0
	for n, chance := range law.Losses() {
		if mean += float64(n) * chance; chance > 0 {
			r.Losses = append(r.Losses, Losses{n, chance})
		}
	}
	if law.Ends() > 1-rounding {
		r.MeanLost = &mean
	}
	return r, nil
}

// Mean formats the mean of the games lost in all.
func (r Law) Mean() string {
	if r.MeanLost == nil {
		return "∞"
	}
	return fmt.Sprintf("%.2f", *r.MeanLost)
}

// Tables returns the law as tables of text: the points, the last lost game, and the games lost in all.
func (r Law) Tables() []Table {
	points := []field[experiment.LawPoint]{
		titled("games", func(p experiment.LawPoint) any { return words.Count(p.Games) }),
		percent("unbeatable", func(p experiment.LawPoint) float64 { return p.Unbeatable }),
		percent("bankrupt", func(p experiment.LawPoint) float64 { return p.Bankrupt }),
		percent("never loses again", func(p experiment.LawPoint) float64 { return p.Settled }),
		titled("lost so far", func(p experiment.LawPoint) any { return fmt.Sprintf("%.2f", p.Lost) }),
		percent("loses the next", func(p experiment.LawPoint) float64 { return p.Next.Loss }),
	}
	quantiles := []field[LastLoss]{
		titled("of the machines", func(l LastLoss) any { return fmt.Sprintf("%.0f %%", 100*l.Share) }),
		titled("last lost game, at most", func(l LastLoss) any {
			if l.Games == nil {
				return "never"
			}
			return words.Count(*l.Games)
		}),
	}
	losses := []field[Losses]{
		titled("games lost in all", func(l Losses) any { return l.Games }),
		percent("of the machines", func(l Losses) float64 { return l.Probability }),
	}
	likely := slices.DeleteFunc(slices.Clone(r.Losses), func(l Losses) bool { return l.Probability < 5e-5 })
	return []Table{
		tabulate(points, rows(r.Points)), tabulate(quantiles, rows(r.LastLoss)), tabulate(losses, rows(likely)),
	}
}

// PointsTable returns the points with a column for each number, for CSV.
func (r Law) PointsTable() Table {
	type point = experiment.LawPoint
	return tabulate([]field[point]{
		named("games", "games played", func(p point) any { return p.Games }),
		named("unbeatable", "probability that nobody can beat the machine", func(p point) any { return p.Unbeatable }),
		named("bankrupt", "probability that it is bankrupt", func(p point) any { return p.Bankrupt }),
		named("settled", "probability that it loses no further game", func(p point) any { return p.Settled }),
		named("lost", "expected number of games lost so far", func(p point) any { return p.Lost }),
		named("win", "probability that it wins the next game", func(p point) any { return p.Next.Win }),
		named("draw", "probability that it draws the next game", func(p point) any { return p.Next.Draw }),
		named("loss", "probability that it loses the next game", func(p point) any { return p.Next.Loss }),
	}, rows(r.Points))
}

// Simulated is the number of machines that the figure of a law shows behind it: few enough to be told from the law.
const Simulated = 100

// Figure draws the law up to its last point, with simulated machines behind it.
func (r Law) Figure(ctx context.Context, seed int64) (plots.Figure, error) {
	last := r.course[len(r.course)-1].Games
	design := experiment.Design{
		Seed: seed, Runs: Simulated, Games: last, Checkpoints: experiment.Ladder(last),
		Cells: []experiment.Cell{{Rules: r.Rules, Opponent: r.Opponent}},
	}
	simulated := make([]experiment.LawPoint, len(design.Checkpoints)) // means
	tasks := func(yield func(experiment.Task, error) bool) {
		for t := range design.Tasks(0, Simulated) {
			if !yield(t, nil) {
				return
			}
		}
	}
	err := design.Run(ctx, runtime.GOMAXPROCS(0), tasks, func(list []experiment.Replicate) error {
		for _, replicate := range list {
			for i, p := range replicate.Curve {
				simulated[i].Games = p.Games
				simulated[i].Lost += float64(p.Tally.Loss) / Simulated
				if unbeatable, _ := p.Unbeatable(); unbeatable {
					simulated[i].Unbeatable += 1.0 / Simulated
				}
				if replicate.Bankrupt > 0 && replicate.Bankrupt <= p.Games {
					simulated[i].Bankrupt += 1.0 / Simulated
				}
			}
		}
		return nil
	})
	return plots.Law(words.ByRules(r.Rules)+" against "+r.Opponent, r.course, simulated, Simulated), err
}
