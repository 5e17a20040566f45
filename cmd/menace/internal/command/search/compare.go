package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/gametree"
	"menace/cmd/menace/internal/words"
	"menace/minimax"
)

// Report is a search as JSON.
type Report struct {
	Game         string   `json:"game"`
	Order        string   `json:"order,omitempty"` // of the children of a tree
	Position     string   `json:"position"`
	Algorithm    string   `json:"algorithm"`
	Depth        int      `json:"depth"` // plies looked ahead; 0 for the end of the game
	Value        *int     `json:"value"` // null when the search was stopped before it had one
	Proved       bool     `json:"proved"`
	Best         []string `json:"best"`
	PV           []string `json:"pv"`
	PVComplete   bool     `json:"pv_complete"` // false when the search was stopped before it had the line
	Nodes        int64    `json:"nodes"`
	Leaves       int64    `json:"leaves"`
	Cutoffs      int64    `json:"cutoffs"`
	TableEntries int64    `json:"table_entries"`
	TableHits    int64    `json:"table_hits"`
	Collisions   int64    `json:"table_collisions"`
	Seconds      float64  `json:"seconds"`

	moves    int  // number of moves in the position
	infinite bool // a win is worth more than any estimate, and is written as infinite
}

// report returns the report of a search.
func (t task) report(r minimax.Result[string]) Report {
	listed := func(moves []string) []string { return append([]string{}, moves...) } // never null in JSON
	report := Report{
		Game: t.Game.Name, Position: t.problem.Position(), Algorithm: t.Algorithm.String(), Depth: r.Depth,
		Proved: r.Proved, Best: listed(r.Best), PV: listed(r.PV), PVComplete: r.Best != nil && !r.PVCut,
		Nodes: r.Nodes, Leaves: r.Leaves, Cutoffs: r.Cutoffs, TableEntries: r.TableEntries, TableHits: r.TableHits,
		Collisions: r.Collisions, Seconds: r.Elapsed.Seconds(),
		moves: r.Moves, infinite: t.Depth > 0 && t.problem.Outweighs(),
	}
	if t.Orders != nil {
		report.Order = t.Setup.Order
	}
	if r.Best != nil {
		report.Value = &r.Value
	}
	return report
}

// compare searches by each algorithm and prints what they find.
func (t task) compare(ctx context.Context, con *console.IO) error {
	reports, err := t.reports(ctx, con)
	switch {
	case reports == nil:
	case t.JSON:
		err = errors.Join(con.JSON(reports), err)
	default:
		t.print(con, reports)
	}
	return err
}

// reports searches by one algorithm after another, each for at most half of the time that is left, the last for all
// of it. The most economical go first: they leave most of their time, or need it to get anywhere. Searches look at
// the clock every few thousand nodes, so however short the time, all begin and small ones end. Searches that were
// stopped have reports too. They are an error, unless each has a value, or the default timeout has let one finish.
func (t task) reports(ctx context.Context, con *console.IO) (reports []Report, err error) {
	var stopped []string
	end := t.now().Add(t.Timeout)
	for others, a := range slices.Backward(t.algorithms()) {
		t.Algorithm = a
		con.Status("searching by " + a.String())
		limit := end.Sub(t.now()) / time.Duration(min(others+1, 2))
		within := gametree.Within(ctx, t.now, limit)
		gametree.Rehearse(within, t.problem, t.TraceOptions.Options, t.now, limit)
		found, err := t.problem.Search(within, t.TraceOptions.Options)
		con.Status("")
		late := errors.Is(err, context.DeadlineExceeded)
		if err != nil && !late && !errors.Is(err, context.Canceled) {
			return nil, cli.AsUsage(err)
		}
		reports = slices.Insert(reports, 0, t.report(found))
		switch far := progress(a, found); {
		case ctx.Err() != nil:
			return reports, cli.Interruption("in " + far)
		case late && t.wasGiven("timeout"):
			stopped = slices.Insert(stopped, 0, far)
		case late:
			stopped = slices.Insert(stopped, 0, a.String()) // its row shows how far it got
		}
	}
	if stopped == nil {
		return reports, nil
	}
	err = t.stopped(": " + strings.Join(stopped, "; "))
	if !t.wasGiven("timeout") && len(stopped) < len(reports) ||
		!slices.ContainsFunc(reports, func(r Report) bool { return r.Value == nil }) {
		con.Note("%v", err)
		return reports, nil
	}
	return reports, err
}

// algorithms returns those that were given, or all that suit the game, from the plainest to the most economical.
func (o Options) algorithms() []minimax.Algorithm {
	if o.Algorithms == nil {
		return o.Game.Algorithms()
	}
	return slices.Sorted(slices.Values(o.Algorithms))
}

// progress describes how far a stopped search got.
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

// stopped returns the error that the time ran out, with how far the searches got.
func (o Options) stopped(far string) error {
	if o.wasGiven("timeout") {
		return fmt.Errorf("stopped by --timeout %v%s", o.Timeout, far)
	}
	return fmt.Errorf("stopped by the default --timeout %v%s; --timeout 1m gives more time, --depth 6 looks less deep",
		o.Timeout, far)
}

// print prints a row for each search, and a line of best play.
func (t task) print(con *console.IO, reports []Report) {
	con.Say("%s\n", t.describe())
	heading := []string{"algorithm", "value", "best", "nodes", "leaves", "cut-offs", "table", "time"}
	var rows [][]string
	if t.Table > 0 {
		heading = []string{"algorithm", "value", "best", "nodes", "table", "hits", "collisions", "time"}
	}
	for _, r := range reports {
		counts := words.Counts(r.Nodes, r.Leaves, r.Cutoffs, r.TableEntries)
		if t.Table > 0 {
			counts = words.Counts(r.Nodes, r.TableEntries, r.TableHits, r.Collisions)
		}
		row := append([]string{r.Algorithm, r.value(), r.best()}, counts...)
		rows = append(rows, append(row, words.Seconds(r.Seconds)))
	}
	con.Table(3, heading, rows, "table", "cut-offs", "leaves", "collisions", "hits")
	i := slices.IndexFunc(reports, func(r Report) bool { return r.PVComplete })
	if i < 0 {
		i = slices.IndexFunc(reports, func(r Report) bool { return r.Value != nil })
	}
	if i < 0 {
		return
	}
	best, title := reports[i], "Best play"
	if !best.Proved {
		title += " as far as seen, " + gametree.Ahead(best.Depth)
	}
	if !best.PVComplete {
		title += ", only its beginning"
	}
	con.Say("\n%s: %s", title, strings.Join(best.PV, " "))
}

// value formats the value, and marks an estimate.
func (r Report) value() string {
	switch {
	case r.Value == nil:
		return "?"
	case r.Proved:
		return formatted(*r.Value, r.infinite)
	}
	return "≈ " + strconv.Itoa(*r.Value)
}

// formatted formats a value, which is infinite for a player who certainly wins if decided is set.
func formatted(value int, decided bool) string {
	switch {
	case decided && value > 0:
		return "+∞"
	case decided && value < 0:
		return "-∞"
	}
	return strconv.Itoa(value)
}

// best lists the best moves: of many the first, or their number if all moves are best.
func (r Report) best() string {
	const most = 5
	switch n := len(r.Best); {
	case n > most && n == r.moves:
		return fmt.Sprintf("all %d", n)
	case n > most:
		return fmt.Sprintf("%s and %d more", strings.Join(r.Best[:most], " "), n-most)
	}
	return strings.Join(r.Best, " ")
}

// sideBySide searches a tree in each order, and prints how many leaves each search looks at.
func sideBySide(ctx context.Context, con *console.IO, tasks []task) error {
	var all []Report
	heading, rows := []string{"algorithm", "value"}, [][]string(nil)
	for _, t := range tasks {
		reports, err := t.reports(ctx, con)
		if err != nil {
			return err
		}
		heading = append(heading, t.Setup.Order)
		for i, r := range reports {
			if len(rows) == i {
				rows = append(rows, []string{r.Algorithm, r.value()})
			}
			if rows[i][1] != r.value() {
				rows[i][1] = "differs" // in a random order
			}
			rows[i] = append(rows[i], words.Count(r.Leaves))
		}
		all = append(all, reports...)
	}
	if tasks[0].JSON {
		return con.JSON(all)
	}
	con.Say("%s: leaves looked at, by the order of the children\n", tasks[0].describe())
	con.Table(1, heading, rows)
	return nil
}
