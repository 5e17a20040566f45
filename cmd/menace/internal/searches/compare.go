package searches

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/minimax"
)

// compare searches with each algorithm and prints the results.
func (t task) compare(ctx context.Context, con *term.IO) error {
	if advice := t.tooLarge(); advice != "" {
		con.Note("%s", advice)
	}
	reports, err := t.reports(ctx, con)
	if reports == nil {
		return err
	}
	shown := []tables.Text{gametree.CompareTable(reports, t.Table > 0)}
	if last := reports[len(reports)-1]; last.Moves != nil {
		shown = append(shown, last.Moves.Table())
	}
	return errors.Join(t.print(con, reports, t.describe()+"\n", shown, gametree.BestPlay(reports)), err)
}

// reports searches with each algorithm. It returns an error if searches are stopped by the timeout, unless all of them
// have a value, or the timeout is the default and at least one search finished.
func (t task) reports(ctx context.Context, con *term.IO) ([]gametree.Report, error) {
	o := t.Options.Options
	o.Algorithms = t.algorithms()
	reports, err := gametree.Compare(t.withHint(ctx, con), t.problem, o, t.now, con.Status)
	if t.Game.Orders != nil {
		for i := range reports {
			reports[i].Order = t.Setup.Order
		}
	}
	switch {
	case reports != nil && err != nil:
		return reports, term.Interruption("in " + reports[len(reports)-1].Stopped)
	case err != nil:
		return nil, term.AsUsage(err)
	}
	var stopped []string
	valued := true
	for _, r := range reports {
		valued = valued && r.Value != nil
		if r.Stopped != "" {
			stopped = append(stopped, r.Stopped)
		}
	}
	if stopped == nil {
		return reports, nil
	}
	far := ": " + strings.Join(stopped, "; ")
	if !t.wasGiven("timeout") { // be brief: the rows of the table show how far the searches got
		far = fmt.Sprintf(" in %d of %d searches", len(stopped), len(reports))
	}
	err = t.timeoutError(far)
	if valued || !t.wasGiven("timeout") && len(stopped) < len(reports) {
		con.Note("%v", err)
		return reports, nil
	}
	return reports, err
}

// algorithms returns the searches that were given, or else the usual ones, the most efficient last.
func (o Options) algorithms() []minimax.Algorithm {
	if o.Algorithms == nil {
		return o.Game.UsualAlgorithms()
	}
	return slices.Sorted(slices.Values(o.Algorithms))
}

// timeoutError returns an error about the timeout. far describes how far the searches got.
func (o Options) timeoutError(far string) error {
	if o.wasGiven("timeout") {
		return fmt.Errorf("stopped by --timeout %v%s", o.Timeout, far)
	}
	return fmt.Errorf("stopped by the default --timeout %v%s; %s", o.Timeout, far, o.advice())
}

// advice suggests options for searches that take too long.
func (o Options) advice() string {
	depth := 6
	if o.Depth > 0 {
		depth = min(depth, o.Depth-1)
	}
	text := "--timeout 1m gives more time"
	if o.topic != "attractor" && depth > 0 {
		text += fmt.Sprintf(", --depth %d looks less deep", depth)
	}
	if o.Game.Sum {
		text += fmt.Sprintf(", `menace search values %s` needs no search", o.Game.Name)
	}
	return text
}

// withHint returns a context for searches. On a terminal it prints a hint after two seconds, unless the user set the
// timeout.
func (t task) withHint(ctx context.Context, con *term.IO) context.Context {
	if !con.ErrScreen.Terminal || t.wasGiven("timeout") {
		return ctx
	}
	hint := sync.OnceFunc(func() {
		con.Status("")
		what := "this"
		if t.topic == "" {
			what = "each search"
		}
		con.Note("%s takes up to %v; %s", what, t.Timeout, t.advice())
	})
	return gametree.CallAfter(ctx, t.now, 2*time.Second, func() error { hint(); return nil })
}

// compareOrders searches a tree in each order, and prints how many leaves each search visits.
func (t task) compareOrders(ctx context.Context, con *term.IO) error {
	var all []gametree.Report
	heading, rows := []string{"algorithm", "value"}, [][]string(nil)
	for _, t.Setup.Order = range t.Orders {
		next, err := t.setUp()
		if err != nil {
			return err
		}
		reports, err := next.reports(ctx, con)
		if err != nil {
			return err
		}
		heading = append(heading, t.Setup.Order)
		for i, r := range reports {
			if len(rows) == i {
				rows = append(rows, []string{r.Algorithm, r.Text})
			}
			if rows[i][1] != r.Text {
				rows[i][1] = "differs" // a random order
			}
			rows[i] = append(rows[i], words.Count(r.Leaves))
		}
		all = append(all, reports...)
	}
	leaves := []tables.Text{{Right: 1, Headings: heading, Lines: rows}}
	return t.print(con, all, t.describe()+": leaves looked at, by the order of the children\n", leaves, "")
}
