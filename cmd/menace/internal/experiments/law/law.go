// Package law computes exactly what a machine learns: the probability law of machines under rules that only take beads
// away, which form a finite Markov chain, and the expected change of the beads in one box under any rules.
//
// Call [New] for the law and [NewDrift] for a box. For other rules, only samples are known: see package experiment.
package law

import (
	"context"
	"errors"
	"math"
	"slices"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/option"
	"menace/menace/teach"
)

// Law is the exact probability law of a machine's learning under rules that only take beads away, such as Martin
// Gardner's for hexapawn, from an opponent who does not change, or who adapts to the boxes.
type Law struct {
	Rules     menace.Rules `json:"rules"`
	Opponent  string       `json:"opponent"`
	States    int64        `json:"states"` // number of machines that can arise
	Points    []Point      `json:"points"`
	LastLoss  []LastLoss   `json:"last_loss"`
	Losses    []Losses     `json:"losses"`      // total number of lost games; impossible numbers are omitted
	MeanLost  *float64     `json:"mean_losses"` // mean total; nil if losses may go on for ever
	MeanGames *float64     `json:"mean_games"`  // mean number until it is unbeatable; nil if it may never be
	Teaching  *Teaching    `json:"teaching,omitempty"`
}

// Teaching compares the fastest teacher with others.
type Teaching struct {
	Card    []CardLine `json:"card"`
	Endless bool       `json:"endless"` // a teacher who wants to can keep the machine beatable for ever
	// Others are the opponents "card" and "die", which play by the card, and others, unless there are too many states.
	Others []*Law `json:"others"`
}

// CardLine is one position of a card, with the moves that the teacher chooses from at random.
type CardLine struct {
	Position string     `json:"position"`
	Moves    []CardMove `json:"moves"`
}

// CardMove is a move on a card. There are two cards: one for a die, and one with the best shares that were found.
type CardMove struct {
	Move  string  `json:"move"`
	Faces int64   `json:"faces"` // of the six of a die
	Die   string  `json:"die"`   // the numbers on these faces, such as 1–2; "" for none or all
	Share float64 `json:"share"` // 0 to 1
}

// Point holds the probabilities and expected numbers after a number of games. A machine's training ends when it is
// bankrupt: no later game counts as lost, although it would lose the next one.
type Point struct {
	Games      int64     `json:"games"`
	Unbeatable float64   `json:"unbeatable"`
	Bankrupt   float64   `json:"bankrupt"`
	Settled    float64   `json:"settled"` // no later game of training is lost
	Lost       float64   `json:"lost"`    // expected number of games lost so far
	Next       arena.WDL `json:"next"`    // the next game
}

// LastLoss is a quantile of the number of the last lost game.
type LastLoss struct {
	Share float64 `json:"share"`
	Games *int64  `json:"games"` // 0 if no game is lost; nil if fewer machines ever lose their last game
}

// Losses is a total number of lost games with its probability.
type Losses struct {
	Games       int     `json:"games"`
	Probability float64 `json:"probability"`
}

// New computes the law of machines with these rules against an opponent, with points after these numbers of games,
// which must be sorted. It returns an [option.Error] for rules or opponents without a law, and another error if there
// are too many states.
func New(ctx context.Context, rules menace.Rules, against string, games []int64) (*Law, error) {
	g := menace.New(rules).Graph()
	if err := teach.CheckOnlyTakes(rules); err != nil {
		return nil, err
	}
	opponent, err := arena.ParseOpponent(g, against)
	if err != nil {
		return nil, option.Wrong("opponent", err)
	}
	l, err := lawAgainst(ctx, rules, against, opponent, games)
	if err != nil || against != Fastest {
		return l, err
	}
	teacher, err := teach.NewCached(rules)
	if err != nil {
		return nil, err
	}
	if l.MeanGames == nil || *l.MeanGames > teacher.Games()*(1+1e-9) {
		return nil, errors.New("under these rules the best reply to a position depends on how it arose")
	}
	return l, l.compare(ctx, teacher, games)
}

// Fastest is the opponent whose law is compared with others.
const Fastest = "fastest"

// compare adds other ways to teach, and the card.
func (l *Law) compare(ctx context.Context, teacher *teach.Teacher, games []int64) error {
	g := menace.New(l.Rules).Graph()
	die, _ := teacher.Die()
	best, _ := teacher.Best()
	l.Teaching = &Teaching{Endless: teacher.Endless()}
	for o := range g.All() {
		shares, ok := die[o]
		if !ok {
			continue
		}
		line := CardLine{Position: g.Format(g.Code(o))}
		for i := range g.Distinct(o).All() {
			if shares[i] > 0 || best[o][i] > 0 {
				line.Moves = append(line.Moves, CardMove{Move: g.MoveName(g.Code(o), g.Moves(o)[i]), Faces: shares[i],
					Die: shares.Die(i), Share: float64(best[o][i]) / float64(best[o].Total())})
			}
		}
		l.Teaching.Card = append(l.Teaching.Card, line)
	}
	others := map[string]arena.Opponent{
		"card": follow(l.Rules, best), "die": follow(l.Rules, die),
		"soonest": arena.Soonest(g), "perfect": arena.Perfect(g), "random": arena.Random(g),
	}
	for _, name := range []string{"card", "die", "soonest", "perfect", "random"} {
		switch other, err := lawAgainst(ctx, l.Rules, name, others[name], games); {
		case err == nil:
			l.Teaching.Others = append(l.Teaching.Others, other)
		case !errors.As(err, new(*tooManyError)):
			return err
		}
	}
	return nil
}

// follow returns the opponent that plays by a card: a machine for the other side with the shares as beads.
func follow(rules menace.Rules, card teach.Card) arena.Opponent {
	other := menace.Michie()
	other.Game, other.Plays = rules.Game, rules.Plays.Other()
	m := menace.New(other)
	var counts []int64
	for _, o := range m.Graph().Choices(other.Plays) {
		shares, ok := card[o]
		for i := range m.Graph().Distinct(o).All() {
			if !ok {
				shares[i] = 1
			}
			counts = append(counts, shares[i])
		}
	}
	if err := m.SetCounts(counts); err != nil {
		panic(err) // shares are valid numbers of beads
	}
	return m.Frozen()
}

// lawAgainst computes the law of machines with these rules that learn from an opponent.
func lawAgainst(ctx context.Context, rules menace.Rules, name string, o arena.Opponent, games []int64) (*Law, error) {
	c, err := newChain(ctx, rules, o, maxStates)
	if err != nil {
		return nil, err
	}
	l := &Law{Rules: rules, Opponent: name, States: int64(len(c))}
	if needs := c[0].needs; !math.IsInf(needs, 1) {
		l.MeanGames = &needs
	}
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
	for p := c.play(now, Point{Games: -1}); ; p = c.play(now, p) {
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
