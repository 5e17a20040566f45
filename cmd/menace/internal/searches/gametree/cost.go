package gametree

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"menace/cmd/menace/internal/words"
	"menace/minimax"
	"menace/plots/chart"
)

// Cost holds the cost of an algorithm at each depth, from 1 on.
type Cost struct {
	Algorithm minimax.Algorithm
	Levels    []Level
	Ended     bool // the last search reached the end of every line of play
}

// Level is the cost of a search to one depth, or the mean cost of searches of several trees. The interval contains the
// mean of all such trees with 95 % confidence; for a single tree it is empty.
type Level struct{ Nodes, Low, High, Seconds float64 }

// Growth measures cost by the height of trees searched to the end, instead of by the depth of search from one position.
type Growth struct {
	Height int // the last height; the first is 1
	Trees  int // number of trees of each height
	At     func(height, tree int) (Problem, error)
}

// deepen searches to greater and greater depths, or higher and higher trees, until the time is up, the depth of the
// options is reached, or the search has reached the end of every line. It fails if the context ends or the options are
// invalid.
func deepen(ctx context.Context, p Problem, g *Growth, o Options, now func() time.Time) (Cost, error) {
	c, most, trees := Cost{Algorithm: o.Algorithm}, cmp.Or(o.Depth, minimax.MaxDepth), 1
	if g != nil {
		most, trees, o.Depth = min(most, g.Height), g.Trees, 0
	}
	const enough = 0.02 // number of seconds for which a short search is measured
	warmUp(ctx, p, o.Options, now, o.Timeout)
	for end, depth := now().Add(o.Timeout), 1; depth <= most; depth++ {
		nodes, seconds, horizon := make([]float64, trees), 0.0, g != nil && depth < most
		for tree := range trees {
			if g == nil {
				o.Depth = depth
			} else if higher, err := g.At(depth, tree); err != nil {
				return c, err
			} else {
				p = higher
			}
			r, err := timedSearch(ctx, p, o, now, end, enough/float64(trees))
			switch {
			case ctx.Err() != nil:
				return c, ctx.Err()
			case errors.Is(err, context.DeadlineExceeded):
				return c, nil
			case err != nil:
				return c, err
			}
			nodes[tree], seconds, horizon = float64(r.Nodes), seconds+r.Seconds, horizon || r.horizon
		}
		level := Level{Nodes: nodes[0], Seconds: seconds / float64(trees)}
		if trees > 1 {
			mean, deviation := stat.MeanStdDev(nodes, nil)
			t := distuv.StudentsT{Sigma: 1, Nu: float64(trees - 1)}.Quantile(0.975)
			half := t * deviation / math.Sqrt(float64(trees))
			level.Nodes, level.Low, level.High = mean, mean-half, mean+half
		}
		// If the value is proved, iterative deepening stops at the same depth as before.
		if n := len(c.Levels); n > 0 && g == nil && c.Levels[n-1].Nodes == level.Nodes {
			c.Ended = true
			return c, nil
		}
		if c.Levels = append(c.Levels, level); !horizon {
			c.Ended = true
			return c, nil
		}
	}
	return c, nil
}

// timedSearch searches. It repeats a short search for a while, because a single measurement of it means little, and
// reports the shortest time.
func timedSearch(
	ctx context.Context, p Problem, o Options, now func() time.Time, end time.Time, enough float64,
) (Report, error) {
	const most = 100 // searches
	search := func() (Report, error) { return p.Search(WithTimeout(ctx, now, end.Sub(now())), o.Options) }
	best, err := search()
	for spent, n := best.Seconds, 1; err == nil && spent < enough && n < most; n++ {
		again, err := search()
		if err != nil {
			break // the first search was complete
		}
		spent, best.Seconds = spent+again.Seconds, min(best.Seconds, again.Seconds)
	}
	return best, err
}

// Costs searches a position to growing depths, or trees of growing height, with one algorithm after another, each until
// the timeout. It calls status like [Compare]. If an algorithm fails, its cost comes last.
func Costs(
	ctx context.Context, p Problem, g *Growth, o Options, now func() time.Time, status func(string),
) (costs []Cost, err error) {
	for _, o.Algorithm = range o.Algorithms {
		status("searching by " + o.Algorithm.String())
		c, err := deepen(ctx, p, g, o, now)
		status("")
		if costs = append(costs, c); err != nil {
			return costs, err
		}
	}
	return costs, nil
}

// CostFigure returns a figure of costs: nodes by depth, or by the height of the trees. Unlike times, nodes are the same
// in every run.
func CostFigure(p Problem, g *Growth, timeout time.Duration, costs []Cost) chart.Figure {
	nodes := chart.Panel{
		X: chart.Axis{Label: "depth in plies", Min: 1, Max: 2},
		Y: chart.Axis{Label: "nodes", Min: 1, Max: 10, Log: true},
	}
	figure := chart.Figure{
		Title:    "Searches of " + p.Game() + " " + p.Position(),
		Subtitle: "each for " + words.Seconds(timeout.Seconds()) + "; in brackets the depth that it reached",
	}
	if g != nil {
		nodes.X.Label, figure.Title = "height of the tree in plies", "Searches of uniform trees"
	}
	if g != nil && g.Trees > 1 {
		figure.Subtitle = fmt.Sprintf(
			"means of %d trees with 95 %% confidence intervals; in brackets the height reached", g.Trees)
	}
	for i, c := range costs {
		name := fmt.Sprintf("%v (%d)", c.Algorithm, len(c.Levels))
		if c.Ended {
			name = fmt.Sprintf("%v (%d, the end)", c.Algorithm, len(c.Levels))
		}
		curve := chart.Curve{Name: name, Hue: i, Dash: i}
		for j, l := range c.Levels {
			curve.Points = append(curve.Points, chart.Point{X: float64(j + 1), Y: l.Nodes, Low: l.Low, High: l.High})
		}
		nodes.Curves = append(nodes.Curves, curve)
	}
	figure.Panels = [][]chart.Panel{{nodes}}
	if finding := costFinding(costs, g != nil); finding != "" {
		figure.Title, figure.Subtitle = finding, figure.Title+"; "+figure.Subtitle
	}
	return figure
}

// costFinding compares the costs at the greatest depth, or height, that all algorithms have reached. If any has reached
// none, it returns "".
func costFinding(costs []Cost, height bool) string {
	if len(costs) == 0 {
		return ""
	}
	depth, measure := math.MaxInt, "depth"
	for _, c := range costs {
		depth = min(depth, len(c.Levels))
	}
	if depth == 0 {
		return ""
	}
	if height {
		measure = "height"
	}
	nodes := func(c Cost) float64 { return c.Levels[depth-1].Nodes }
	byNodes := func(a, b Cost) int { return cmp.Compare(nodes(a), nodes(b)) }
	least, most := slices.MinFunc(costs, byNodes), slices.MaxFunc(costs, byNodes)
	count := func(c Cost) string { return words.Plural(int64(math.Round(nodes(c))), "node") }
	if nodes(least) == nodes(most) {
		return fmt.Sprintf("At %s %d %v searches %s", measure, depth, least.Algorithm, count(least))
	}
	return fmt.Sprintf("At %s %d %v searches %s, and %v %s: %s times as many", measure, depth, least.Algorithm,
		count(least), most.Algorithm, count(most), words.Fixed("%.1f", nodes(most)/nodes(least)))
}

// timed is a context that has the error of late once a clock has reached the time limit.
type timed struct {
	context.Context
	now  func() time.Time
	end  time.Time
	late func() error
}

func (t timed) Err() error {
	if err := t.Context.Err(); err != nil || t.now().Before(t.end) {
		return err
	}
	return t.late()
}

// CallAfter returns a context for searches, which poll its method Err. Once the limit has passed on the given clock,
// Err calls late and returns its error, which may be nil. The Done channel ignores the limit.
func CallAfter(
	ctx context.Context, now func() time.Time, limit time.Duration, late func() error,
) context.Context {
	return timed{ctx, now, now().Add(limit), late}
}

// WithTimeout is like CallAfter, and the error after the limit is [context.DeadlineExceeded].
func WithTimeout(ctx context.Context, now func() time.Time, limit time.Duration) context.Context {
	return CallAfter(ctx, now, limit, func() error { return context.DeadlineExceeded })
}

// warmUp runs a short search, for at most a tenth of the limit. Otherwise the first search would seem slower, because
// the processor speeds up and memory is touched for the first time.
func warmUp(ctx context.Context, p Problem, o minimax.Options, now func() time.Time, limit time.Duration) {
	const rehearsal = 20 * time.Millisecond
	p.Search(WithTimeout(ctx, now, min(rehearsal, limit/10)), o)
}
