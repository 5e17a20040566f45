package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/gametree"
	"menace/cmd/menace/internal/words"
	"menace/minimax"
)

// within returns a context that ends after a time.
func (t task) within(ctx context.Context, limit time.Duration) context.Context {
	return gametree.Within(ctx, t.now, limit)
}

// searchAll searches by one algorithm after the other, each for at most half of the time that is left, the
// last for all of it. The most economical go first: they leave most of their time, or need it to get
// anywhere. Searches look at the clock every few thousand nodes, so however short the time, all begin and
// small ones end. It also returns which were stopped. An interruption ends all.
func (t task) searchAll(ctx context.Context, con *console.IO, algorithms []minimax.Algorithm) (
	reports []Report, stopped []string, err error) {
	end := t.now().Add(t.Timeout)
	for others, a := range slices.Backward(algorithms) {
		con.Status("searching by " + a.String())
		found, err := t.searchBy(ctx, a, end.Sub(t.now())/time.Duration(min(others+1, 2)))
		con.Status("")
		late := errors.Is(err, context.DeadlineExceeded)
		if err != nil && !late && !errors.Is(err, context.Canceled) {
			return nil, nil, cli.AsUsage(err)
		}
		reports = slices.Insert(reports, 0, t.report(a, found))
		switch far := progress(a, found); {
		case ctx.Err() != nil:
			return reports, stopped, cli.Interruption("in " + far)
		case late && t.TimeoutGiven:
			stopped = slices.Insert(stopped, 0, far)
		case late:
			stopped = slices.Insert(stopped, 0, a.String()) // its row says how far it got
		}
	}
	return reports, stopped, nil
}

// searchBy searches once, after a rehearsal.
func (t task) searchBy(ctx context.Context, a minimax.Algorithm, limit time.Duration) (minimax.Result[string], error) {
	ctx, t.Algorithm = t.within(ctx, limit), a
	gametree.Rehearse(ctx, t.problem, t.Options.Options, t.now, limit)
	return t.problem.Search(ctx, t.Options.Options)
}

// progress says how far a stopped search got.
func progress(a minimax.Algorithm, r minimax.Result[string]) string {
	text := fmt.Sprintf("%v after %s, with %d of %s searched",
		a, words.Plural(r.Nodes, "node"), r.Searched, words.Plural(r.Moves, "move"))
	switch {
	case r.PVCut:
		text += " but the line of play incomplete"
	case r.Depth > 0:
		text += fmt.Sprintf(" %s deep", words.Plural(r.Depth+1, "ply"))
	}
	return text
}

// enough reports whether the call succeeds though searches were stopped: each has a value, or the default
// timeout has let one finish.
func (o Options) enough(reports []Report, stopped int) bool {
	return !o.TimeoutGiven && stopped < len(reports) ||
		!slices.ContainsFunc(reports, func(r Report) bool { return r.Value == nil })
}

// stopped returns the error that the time ran out, with how far the searches got.
func (o Options) stopped(far string) error {
	if o.TimeoutGiven {
		return fmt.Errorf("stopped by --timeout %v%s", o.Timeout, far)
	}
	return fmt.Errorf("stopped by the default --timeout %v%s; --timeout 1m gives more time, --depth 6 looks less deep",
		o.Timeout, far)
}
