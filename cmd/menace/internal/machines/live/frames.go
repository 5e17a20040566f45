package live

import (
	"context"
	"math"
	"slices"
	"sync"

	"menace/menace/arena"
)

// maxFrames is the maximum number of frames of a run.
const maxFrames = 120

// frames are points that a run keeps in memory in addition to the stored checkpoints, so that a page can replay the
// run. After a thousand games, checkpoints are too far apart to show a short run.
type frames struct {
	mu     sync.Mutex
	before int64         // games that the machine played before the run
	games  []int64       // numbers of games of the run after which the next frames are due
	points []arena.Point // with the counts of all beads
}

// newFrames returns the frames for a run of a machine that has already played before games.
func newFrames(before, games int64) *frames { return &frames{before: before, games: frameGames(games)} }

// frameGames returns the numbers of games in a run at which it keeps a frame: from 1 to 40, and then equidistant on a
// logarithmic axis that begins with the run.
func frameGames(n int64) (all []int64) {
	const each = 40
	for g := int64(1); g <= min(n, each); g++ {
		all = append(all, g)
	}
	for i := 1; i <= maxFrames-each && n > each; i++ {
		share := float64(i) / (maxFrames - each)
		g := int64(math.Round(each * math.Pow(float64(n)/each, share)))
		if g > all[len(all)-1] {
			all = append(all, min(g, n))
		}
	}
	return all
}

// until returns the number of games until the next frame, given the number played.
func (f *frames) until(played int64) int64 {
	if f == nil || len(f.games) == 0 {
		return math.MaxInt64
	}
	return f.games[0] - played
}

// keep keeps a frame if one is due after this many games of the run.
func (f *frames) keep(played int64, career *arena.Career) {
	if f.until(played) > 0 {
		return
	}
	p := arena.Measure(career.Learner, career.Side, career.Tally)
	p.Counts = career.Learner.Counts()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.games, f.points = f.games[1:], append(f.points, p)
}

// play plays games of the run, whose machines are locked, and keeps the frames that are due. It returns the number of
// games played, which is smaller if a learner goes bankrupt or the context ends.
func (r *Run) play(ctx context.Context, before, games int64) (played int64) {
	for played < games {
		n, _ := r.training.Run(ctx, min(games-played, r.frames.until(before+played))) // fails only with the context
		if played += n; n == 0 {
			break
		}
		r.frames.keep(before+played, r.Agent.Career)
	}
	return played
}

// Film is the history of a machine: its points in the order of games, with the counts of all beads.
type Film struct {
	From   int64 // games before the latest run in the background, or all games if there was none
	Points []arena.Point
}

// Film returns the stored checkpoints of the machine, the frames of its latest run in the background, and its current
// state.
func (m *Machine) Film(ctx context.Context) (*Snapshot, Film, error) {
	now, err := m.Snapshot(ctx)
	if err != nil {
		return nil, Film{}, err
	}
	f := Film{From: now.Tally.Games(), Points: slices.Clone(now.Curve)}
	if b := m.latest.Load(); b != nil && b.run.frames != nil {
		kept := b.run.frames
		kept.mu.Lock()
		f.From, f.Points = kept.before, append(f.Points, kept.points...)
		kept.mu.Unlock()
	}
	last := arena.Measure(now.Machine, now.Machine.Rules().Plays, now.Tally)
	last.Counts = now.Machine.Counts()
	f.Points = append(f.Points, last)
	slices.SortStableFunc(f.Points, func(a, b arena.Point) int { return int(a.Games - b.Games) })
	f.Points = slices.CompactFunc(f.Points, func(a, b arena.Point) bool { return a.Games == b.Games })
	f.Points = slices.DeleteFunc(f.Points, func(p arena.Point) bool { return p.Games > last.Games || p.Counts == nil })
	return now, f, nil
}
