package gametree

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"menace/cmd/menace/internal/words"
	"menace/minimax"
	"menace/plots/chart"
)

// Cost holds the cost of an algorithm at each depth, from 1 on.
type Cost struct {
	Algorithm minimax.Algorithm
	Nodes     []int64
	Seconds   []float64
	Ended     bool // deeper searches visit no more nodes
}

// deepen searches deeper and deeper until the time is up, the depth of the options is reached, or a deeper
// search visits no more nodes. It fails if the context ends or the options are invalid.
func deepen(ctx context.Context, p Problem, o Options, now func() time.Time) (Cost, error) {
	c, most := Cost{Algorithm: o.Algorithm}, cmp.Or(o.Depth, minimax.MaxDepth)
	warmUp(ctx, p, o.Options, now, o.Timeout)
	for end, depth := now().Add(o.Timeout), 1; depth <= most; depth++ {
		o.Depth = depth
		r, err := p.Search(WithTimeout(ctx, now, end.Sub(now())), o.Options)
		switch {
		case ctx.Err() != nil:
			return c, ctx.Err()
		case errors.Is(err, context.DeadlineExceeded):
			return c, nil
		case err != nil:
			return c, err
		}
		if n := len(c.Nodes); n > 0 && c.Nodes[n-1] == r.Nodes {
			c.Ended = true
			return c, nil
		}
		c.Nodes, c.Seconds = append(c.Nodes, r.Nodes), append(c.Seconds, r.Seconds)
	}
	return c, nil
}

// Costs searches deeper and deeper with one algorithm after another, each until the timeout. It calls status like
// [Compare]. If an algorithm fails, its course comes last.
func Costs(
	ctx context.Context, p Problem, o Options, now func() time.Time, status func(string),
) (costs []Cost, err error) {
	for _, o.Algorithm = range o.Algorithms {
		status("searching by " + o.Algorithm.String())
		c, err := deepen(ctx, p, o, now)
		status("")
		if costs = append(costs, c); err != nil {
			return costs, err
		}
	}
	return costs, nil
}

// CostFigure returns a figure of costs: nodes by depth. Unlike times, nodes are the same in every run.
func CostFigure(p Problem, timeout time.Duration, costs []Cost) chart.Figure {
	nodes := chart.Panel{
		X: chart.Axis{Label: "depth in plies", Min: 1, Max: 2},
		Y: chart.Axis{Label: "nodes", Min: 1, Max: 10, Log: true},
	}
	for i, c := range costs {
		name := fmt.Sprintf("%v (%d)", c.Algorithm, len(c.Nodes))
		if c.Ended {
			name = fmt.Sprintf("%v (%d, the end)", c.Algorithm, len(c.Nodes))
		}
		curve := chart.Curve{Name: name, Hue: i, Dash: i}
		for j, n := range c.Nodes {
			curve.Points = append(curve.Points, chart.Point{X: float64(j + 1), Y: float64(n)})
		}
		nodes.Curves = append(nodes.Curves, curve)
	}
	return chart.Figure{
		Title:    "Searches of " + p.Game() + " " + p.Position(),
		Subtitle: "each for " + words.Seconds(timeout.Seconds()) + "; in brackets the depth that it reached",
		Panels:   [][]chart.Panel{{nodes}},
	}
}

// timed is a context that asks late for its error once a clock has reached the end of a time limit.
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

// warmUp runs a short search, for at most a tenth of the limit. Without it the first search would seem slower, because
// the processor wakes up and memory is touched for the first time.
func warmUp(ctx context.Context, p Problem, o minimax.Options, now func() time.Time, limit time.Duration) {
	const rehearsal = 20 * time.Millisecond
	p.Search(WithTimeout(ctx, now, min(rehearsal, limit/10)), o)
}
