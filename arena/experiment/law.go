package experiment

import (
	"cmp"
	"context"
	"slices"

	"menace/arena"
	"menace/arena/teach"
	"menace/menace"
	"menace/menace/option"
)

// Law is the exact probability law of what a machine learns from an opponent that does not change, under rules that
// only take beads away, such as Martin Gardner's for hexapawn.
type Law struct {
	Rules    menace.Rules `json:"rules"`
	Opponent string       `json:"opponent"`
	States   int64        `json:"states"` // machines that can arise
	Points   []LawPoint   `json:"points"`
	LastLoss []LastLoss   `json:"last_loss"`
	Losses   []Losses     `json:"losses"`      // total number of lost games; impossible numbers are left out
	MeanLost *float64     `json:"mean_losses"` // mean total; nil if losses may go on for ever
}

// LawPoint holds the probabilities and expected numbers after a number of games. The training of a machine ends when it
// is bankrupt: no later game counts as lost, although it would lose the next one.
type LawPoint struct {
	Games      int64     `json:"games"`
	Unbeatable float64   `json:"unbeatable"`
	Bankrupt   float64   `json:"bankrupt"`
	Settled    float64   `json:"settled"` // no further game of training is lost
	Lost       float64   `json:"lost"`    // expected number of games lost so far
	Next       arena.WDL `json:"next"`    // the next game
}

// LastLoss is a quantile of the last lost game.
type LastLoss struct {
	Share float64 `json:"share"`
	Games *int64  `json:"games"` // 0 if no game is lost; nil if fewer machines than this ever lose their last game
}

// Losses is a total number of lost games with its probability.
type Losses struct {
	Games       int     `json:"games"`
	Probability float64 `json:"probability"`
}

// NewLaw computes the law of a cell with beads, with points after these numbers of games, which must be sorted. It
// returns an [option.Error] for rules or opponents that have no law, and an error if there are too many states.
func NewLaw(ctx context.Context, cell Cell, games []int64) (*Law, error) {
	opponent, err := arena.ParseOpponent(menace.New(cell.Rules).Graph(), cell.Opponent)
	if err := cmp.Or(option.Wrong("opponent", err), teach.OnlyTakes(cell.Rules)); err != nil {
		return nil, err
	}
	c, err := newChain(ctx, cell.Rules, opponent, maxStates)
	if err != nil {
		return nil, err
	}
	l := &Law{Rules: cell.Rules, Opponent: cell.Opponent, States: int64(len(c))}
	ends, mean := 0.0, 0.0 // probability that losses end, and their mean number
	for n, chance := range c.losses() {
		if ends, mean = ends+chance, mean+float64(n)*chance; chance > 0 {
			l.Losses = append(l.Losses, Losses{n, chance})
		}
	}
	const rounding = 1e-9
	if ends > 1-rounding {
		l.MeanLost = &mean
	}
	highest := 0.0 // highest quantile reached
	for _, share := range []float64{0.05, 0.25, 0.5, 0.75, 0.95, 0.99} {
		if l.LastLoss = append(l.LastLoss, LastLoss{Share: share}); share <= ends-rounding {
			highest = share
		}
	}
	now := c.begin()
	for p := c.play(now, LawPoint{Games: -1}); ; p = c.play(now, p) {
		if slices.Contains(games, p.Games) {
			l.Points = append(l.Points, p)
		}
		for i, last := range l.LastLoss {
			if last.Games == nil && last.Share <= min(p.Settled, highest) {
				l.LastLoss[i].Games = &p.Games
			}
		}
		if p.Games >= slices.Max(games) && p.Settled >= highest || ctx.Err() != nil {
			return l, ctx.Err()
		}
	}
}
