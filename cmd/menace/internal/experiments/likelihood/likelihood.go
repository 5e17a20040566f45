// Package likelihood computes how probable the results of a whole tournament are, in order, for a machine that learns
// from each game. The moves need not be known. Call [Filter.Run].
//
// It is a particle filter: many machines play every game conditioned on its result. The weight of a machine is the
// exact probability of the result, computed backwards over the graph of the game; given the result, its moves are drawn
// forwards from their conditional chances, and it learns from them. When few machines carry most of the weight,
// systematic resampling replaces light ones by copies of heavy ones. The product of the mean probabilities is an
// unbiased estimate of the likelihood; several independent runs give its standard error.
//
// N. Gordon, D. Salmond and A. Smith, Novel approach to nonlinear/non-Gaussian Bayesian state estimation, IEE
// Proceedings F 140(2), 1993; A. Doucet, S. Godsill and C. Andrieu, On sequential Monte Carlo sampling methods for
// Bayesian filtering, Statistics and Computing 10, 2000.
package likelihood

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/option"
	"menace/symmetry"
)

// Limits of a tournament.
const (
	MaxGames     = 10_000
	MaxParticles = 100_000
	MaxRuns      = 100
)

// Tournament is a sequence of results, with assumptions about the machine and its opponents.
type Tournament struct {
	Rules     menace.Rules
	Opponents string // the name of an opponent or of a schedule
	Results   []Result
	Given     []Given
}

// Filter sets the size of the particle filter.
type Filter struct {
	Particles int   // machines in each run
	Runs      int   // independent runs
	Seed      int64 // of all random choices
	Keep      bool  // keep the history of the particles: 70 MB in each run for 10,000 particles
	At        int64 // the game after which to describe the filtered beads of all boxes, or 0
}

// Estimate is the result of the filter for a tournament.
type Estimate struct {
	// Log is the log-likelihood of the results and conditions: −∞ if they are proved to be impossible (see Why). If no
	// particle was left, but impossibility is not proved, Log is an upper bound with 95 % confidence.
	Log        float64
	Error      float64  // its standard error, or NaN if there is only one run
	Impossible int64    // the first game after which no particle was left, or 0
	Why        string   // a proof that these results are impossible, or ""
	Effective  float64  // lowest effective number of particles in a run after a game
	Rounds     []Round  // up to the impossible one
	Phases     []Phase  // of the schedule
	History    *History // if the filter keeps it and the results are possible, or nil
}

// Round is a game of a tournament. The machine's beads are estimated from all results up to this game.
type Round struct {
	Game        int64 // from 1
	Opponent    string
	Result      Result
	Probability float64     // of the result, given all earlier ones
	Log         float64     // log-likelihood up to this game
	Total       Summary     // the running total of Michie's papers
	Alive       Summary     // the same over machines that are not bankrupt
	Opening     []MoveBeads // the opening box; empty if the machine moves second
	Bankrupt    float64     // probability that the machine is bankrupt
}

// Phase is a sequence of games against one opponent.
type Phase struct {
	Opponent    string
	First, Last int64 // games
	Log, Error  float64
	Boxes       []Opened // the opening box and, if used, the boxes for the second move, after the phase
}

// Opened is a box that the machine used in a phase.
type Opened struct {
	Orbit symmetry.Orbit
	Used  float64 // mean number of games in the phase that opened it
	Held  []MoveBeads
}

// MoveBeads summarizes the beads for one move of a box.
type MoveBeads struct {
	Move  symmetry.Move // of the canonical position
	Beads Summary
}

// Summary summarizes the distribution of a number.
type Summary struct {
	Mean            float64
	P5, Median, P95 int64
}

// Check returns an [option.Error] if a tournament cannot be evaluated.
func (t Tournament) Check() error {
	_, err := newModel(t)
	return err
}

// Until returns the tournament with only the results up to a game known.
func (t Tournament) Until(game int64) Tournament {
	t.Results = slices.Clone(t.Results)
	for i := range t.Results[game:] {
		t.Results[game:][i] = Unknown
	}
	t.Given = slices.DeleteFunc(slices.Clone(t.Given), func(g Given) bool { return g.Games > game })
	return t
}

// Run estimates the likelihood of a tournament. It calls progress, if it is not nil, with the total number of games
// filtered so far in all runs.
func (f Filter) Run(ctx context.Context, t Tournament, progress func(games int64)) (*Estimate, error) {
	m, err := newModel(t)
	if err != nil {
		return nil, err
	}
	m.Filter = f
	runs := make([]*run, f.Runs)
	var counting sync.Mutex // guards done, and calls of progress
	done := int64(0)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range runs {
		group.Go(func() error {
			r := newRun(m, f.Particles, arena.NewRandom(f.Seed+int64(i)<<32))
			defer r.release()
			runs[i] = r
			for game := range t.Results {
				if err := ctx.Err(); err != nil || !r.play(game) {
					return err
				}
				counting.Lock()
				if done++; progress != nil {
					progress(done)
				}
				counting.Unlock()
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	e := m.pool(runs)
	e.Effective = float64(f.Particles)
	for _, r := range runs {
		e.Effective = min(e.Effective, r.effective)
	}
	if f.Keep && e.Impossible == 0 {
		_, weights := meanOfLogs(m.logsAfter(runs, len(m.Results)-1))
		e.History = m.newHistory(runs, weights)
	}
	return e, nil
}

// logsAfter returns the log-likelihoods of runs after a game, counted from 0.
func (m *model) logsAfter(runs []*run, game int) (logs []float64) {
	for _, r := range runs {
		logs = append(logs, r.logAfter(game))
	}
	return logs
}

// newModel returns an [option.Error] if the parts of a tournament do not fit together.
func newModel(t Tournament) (*model, error) {
	if err := t.Rules.Validate(); err != nil {
		return nil, option.Wrong("rules", err)
	}
	machine := menace.New(t.Rules)
	schedule, err := arena.ParseSchedule(machine.Graph(), t.Opponents)
	if err != nil {
		return nil, option.Wrong("opponent", err)
	}
	for _, s := range schedule {
		opponent, exact := s.Opponent.(arena.Opponent)
		if !exact {
			return nil, option.Wrong("opponent", fmt.Errorf("%s: %w", s.Name, arena.ErrInexact))
		}
		if _, err := arena.Facing(opponent, nil); err != nil {
			return nil, option.Wrong("opponent", fmt.Errorf("%s follows what the machine learns, so a likelihood "+
				"cannot be computed", s.Name))
		}
	}
	if n := len(t.Results); n == 0 || n > MaxGames {
		return nil, option.Wrong("results", fmt.Errorf("%d games instead of 1 to %d", n, MaxGames))
	}
	most := slices.Max(t.Rules.Beads[:]) + int64(len(t.Results))*max(t.Rules.Win, t.Rules.Draw, t.Rules.Loss, 0)
	if most > math.MaxUint32 {
		return nil, option.Wrong("rules", fmt.Errorf("a move may have %d beads after %d games, and a likelihood "+
			"counts up to %d", most, len(t.Results), uint32(math.MaxUint32)))
	}
	m := &model{Tournament: t, fresh: machine}
	openings := machine.Openings()
	for _, g := range t.Given {
		var err error
		switch {
		case len(openings) > 1:
			err = errors.New("a machine that moves second has several opening boxes")
		case g.Games < 1 || g.Games > int64(len(t.Results)):
			err = fmt.Errorf("game %d is not one of %d", g.Games, len(t.Results))
		case !slices.Contains(machine.Graph().Moves(symmetry.Start), g.Move):
			err = fmt.Errorf("%v is not a move of the first position", g.Move)
		}
		if err != nil {
			return nil, option.Wrong("given", err)
		}
	}
	m.prepare(schedule)
	return m, nil
}

// pool combines the runs. Each run counts in proportion to its own estimate of the likelihood so far.
func (m *model) pool(runs []*run) *Estimate {
	e := &Estimate{}
	var before []float64 // log-likelihood of each run before the current phase
	for range runs {
		before = append(before, 0)
	}
	logBefore := 0.0
	for i := range m.Results {
		now := m.logsAfter(runs, i)
		log, weights := meanOfLogs(now)
		g := Round{Game: int64(i + 1), Opponent: m.stints[m.stintOf[i]].name, Result: m.Results[i], Log: log}
		g.Probability = math.Exp(log - logBefore)
		if math.IsInf(log, -1) {
			g.Probability, e.Impossible = 0, g.Game
			e.Rounds, e.Log, e.Error = append(e.Rounds, g), log, 0
			if _, e.Why = m.impossible(); e.Why == "" { // no particle is left: the rule of three
				e.Error = math.NaN()
				e.Log = logBefore + math.Log(3/float64(m.Particles*m.Runs))
			}
			break
		}
		logBefore = log
		g.Total = pooled(runs, weights, func(r *run) histogram { return r.games[i].total })
		g.Alive = pooled(runs, weights, func(r *run) histogram { return r.games[i].alive })
		for j, r := range runs {
			if weights[j] > 0 {
				g.Bankrupt += float64(weights[j] * r.games[i].bankrupt)
			}
		}
		for k, move := range m.openingMoves {
			g.Opening = append(g.Opening, MoveBeads{move,
				pooled(runs, weights, func(r *run) histogram { return r.games[i].opening[k] })})
		}
		e.Rounds = append(e.Rounds, g)
		if last := i == len(m.Results)-1; last || m.phaseOf[i+1] != m.phaseOf[i] {
			e.Phases = append(e.Phases, m.phase(runs, weights, i, before, now))
			copy(before, now)
		}
		e.Log, e.Error = log, errorOfMean(now)
	}
	return e
}

// phase summarizes the phase that ends with a game, given the log-likelihoods of the runs before and after it.
func (m *model) phase(runs []*run, weights []float64, last int, before, after []float64) Phase {
	n := m.phaseOf[last]
	first := last
	for first > 0 && m.phaseOf[first-1] == n {
		first--
	}
	p := Phase{Opponent: m.stints[m.stintOf[last]].name, First: int64(first + 1), Last: int64(last + 1)}
	logBefore, _ := meanOfLogs(before)
	logAfter, _ := meanOfLogs(after)
	p.Log = logAfter - logBefore
	var gains []float64
	for i := range runs {
		if !math.IsInf(before[i], -1) {
			gains = append(gains, after[i]-before[i])
		}
	}
	p.Error = errorOfMean(gains)
	for k, i := range m.shown {
		box := &m.boxes[i]
		opened := Opened{Orbit: box.orbit}
		for j, r := range runs {
			if weights[j] > 0 {
				opened.Used += float64(weights[j] * r.phases[n].used[k])
			}
		}
		if opened.Used == 0 {
			continue
		}
		for b, move := range box.moves {
			opened.Held = append(opened.Held, MoveBeads{m.graph.Moves(box.orbit)[move],
				pooled(runs, weights, func(r *run) histogram { return r.phases[n].held[k][b] })})
		}
		p.Boxes = append(p.Boxes, opened)
	}
	return p
}

// meanOfLogs returns the logarithm of the mean of numbers given by their logarithms, and the share of each in their
// sum. If all numbers are 0, so are the shares.
func meanOfLogs(logs []float64) (mean float64, shares []float64) {
	shares = make([]float64, len(logs))
	sum := floats.LogSumExp(logs)
	if math.IsInf(sum, -1) {
		return sum, shares
	}
	for i, l := range logs {
		shares[i] = math.Exp(l - sum)
	}
	return sum - math.Log(float64(len(logs))), shares
}

// errorOfMean returns the standard error of the logarithm of the mean of numbers given by their logarithms. It is NaN
// for a single number.
func errorOfMean(logs []float64) float64 {
	_, shares := meanOfLogs(logs)
	n := float64(len(logs))
	floats.Scale(n, shares) // the numbers divided by their mean
	return stat.StdErr(stat.StdDev(shares, nil), n)
}
