package likelihood

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"

	"menace/menace/arena"
)

// Simulated compares a tournament with simulated ones: a predictive check (D. Rubin, Annals of Statistics 12, 1984). If
// the results are typical under the assumed rules and opponents, so is their log-likelihood.
type Simulated struct {
	Logs  []float64 // log-likelihoods of the simulated tournaments
	Below int       // number of them that are less probable than the results
	Tried int       // number of all simulated tournaments; only comparable ones are kept
}

// Moments returns the mean log-likelihood, the deviation between tournaments, and the standard error of the mean.
func (s *Simulated) Moments() Moments {
	mean, sd := stat.MeanStdDev(s.Logs, nil)
	return Moments{mean, sd, stat.StdErr(sd, float64(len(s.Logs)))}
}

// MaxSimulated is the largest number of tournaments for [Filter.Simulate].
const MaxSimulated = 10_000

// maxTries is the number of tournaments simulated at most for each one that is kept.
const maxTries = 10_000

// Simulate compares a tournament, whose estimate is given, with n simulated ones. These also satisfy the tournament's
// conditions, and their machine is bankrupt at the end if and only if the tournament's is, because games of a bankrupt
// machine are no surprise. If all particles are lost, it uses more of them. It calls progress, if it is not nil, with
// the number of simulated games filtered so far.
func (f Filter) Simulate(ctx context.Context, t Tournament, e *Estimate, n int,
	progress func(games int64)) (*Simulated, error) {
	if e.Impossible > 0 {
		return nil, errors.New("results of unknown likelihood cannot be compared with simulated ones")
	}
	unknown := t
	unknown.Results = slices.Repeat([]Result{Unknown}, len(t.Results))
	m, err := newModel(unknown)
	if err != nil {
		return nil, err
	}
	m.Filter = Filter{Keep: true}
	s := &Simulated{}
	random := arena.NewRandom(f.Seed)
	games := int64(len(t.Results) * f.Runs)
	for i := range n {
		simulated := t
		bankrupt := e.Rounds[len(e.Rounds)-1].Bankrupt
		for tried := 1; ; tried++ {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if tried > maxTries {
				return nil, fmt.Errorf("none of %d simulated tournaments fulfils the conditions", maxTries)
			}
			s.Tried++
			r := newRun(m, 1, random)
			if simulated.Results = r.simulate(); simulated.Results == nil {
				continue
			}
			if is := r.bankrupt(r.particle(0)); is && bankrupt > 0 || !is && bankrupt < 1 {
				break
			}
		}
		f.Seed++
		one, err := f.enough(ctx, simulated, func(done int64) {
			if progress != nil {
				progress(int64(i)*games + min(done, games))
			}
		})
		if err != nil {
			return nil, err
		}
		s.Logs = append(s.Logs, one.Log)
		if one.Log < e.Log {
			s.Below++
		}
	}
	return s, nil
}

// enough runs the filter with enough particles for some to be left.
func (f Filter) enough(ctx context.Context, t Tournament, progress func(games int64)) (*Estimate, error) {
	for ; f.Particles <= MaxParticles; f.Particles *= 4 {
		if e, err := f.Run(ctx, t, progress); err != nil || e.Impossible == 0 {
			return e, err
		}
	}
	return nil, fmt.Errorf("%d particles were not enough for a simulated tournament", MaxParticles)
}

// simulate plays all games of a run with a single particle and unknown results, and returns the results, or nil if the
// particle does not satisfy the conditions.
func (r *run) simulate() (results []Result) {
	for game := range r.Results {
		if !r.play(game) {
			return nil
		}
		_, end := r.replay(r.genealogy.games[game].turnsOf(0))
		results = append(results, resultOf(end, r.Rules.Plays))
	}
	return results
}
