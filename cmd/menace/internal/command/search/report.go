package search

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/gametree"
	"menace/cmd/menace/internal/words"
	"menace/minimax"
)

// Report is a search as JSON.
type Report struct {
	Game         string   `json:"game"`
	Order        string   `json:"order,omitempty"` // of the children of a tree, if there are several
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

	moves    int  // that there are
	infinite bool // a win is worth more than any estimate, and is written so
}

// report returns the report of a search.
func (t task) report(a minimax.Algorithm, r minimax.Result[string]) Report {
	report := Report{
		Game: t.Game, Order: t.order, Position: t.problem.Position(), Algorithm: a.String(), Depth: r.Depth, Proved: r.Proved,
		Best: listed(r.Best), PV: listed(r.PV), PVComplete: r.Best != nil && !r.PVCut,
		Nodes: r.Nodes, Leaves: r.Leaves, Cutoffs: r.Cutoffs, TableEntries: r.TableEntries, TableHits: r.TableHits, Collisions: r.Collisions,
		Seconds: r.Elapsed.Seconds(), moves: r.Moves,
	}
	if r.Best != nil {
		report.Value = &r.Value
	}
	report.infinite = t.Depth > 0 && t.problem.Outweighs()
	return report
}

// listed returns moves; none are an empty list, not null.
func listed(moves []string) []string { return append([]string{}, moves...) }

// print prints a row for each search, and a line of best play.
func (t task) print(con *console.IO, reports []Report) {
	con.Say("%s %s, %s\n", console.Bold(t.Game), t.problem.Position(), gametree.Ahead(t.Depth))
	heading, rows := []string{"algorithm", "value", "best", "nodes", "leaves", "cut-offs", "table", "time"}, [][]string(nil)
	if t.Table > 0 {
		heading = []string{"algorithm", "value", "best", "nodes", "table", "hits", "collisions", "time"}
	}
	for _, r := range reports {
		row := []string{r.Algorithm, r.value(), movesText(r.Best, r.moves)}
		if t.Table > 0 {
			row = append(row, words.Counts(r.Nodes, r.TableEntries, r.TableHits, r.Collisions)...)
		} else {
			row = append(row, words.Counts(r.Nodes, r.Leaves, r.Cutoffs, r.TableEntries)...)
		}
		rows = append(rows, append(row, words.Seconds(r.Seconds)))
	}
	con.Table(3, heading, rows, "table", "cut-offs", "leaves", "collisions", "hits")
	i := slices.IndexFunc(reports, func(r Report) bool { return r.PVComplete })
	if i < 0 {
		i = slices.IndexFunc(reports, func(r Report) bool { return r.Value != nil })
	}
	if i >= 0 {
		con.Say("\n%s: %s", reports[i].lineTitle(), strings.Join(reports[i].PV, " "))
	}
}

// lineTitle says what the line of play of a search is.
func (r Report) lineTitle() string {
	title := "Best play"
	if !r.Proved {
		title += " as far as seen, " + gametree.Ahead(r.Depth)
	}
	if !r.PVComplete {
		title += ", only its beginning"
	}
	return title
}

// value writes the value of a search, with a sign for an estimate.
func (r Report) value() string {
	switch {
	case r.Value == nil:
		return "?"
	case r.Proved && r.infinite && *r.Value > 0:
		return "+∞"
	case r.Proved && r.infinite && *r.Value < 0:
		return "-∞"
	case r.Proved:
		return strconv.Itoa(*r.Value)
	}
	return "≈ " + strconv.Itoa(*r.Value)
}

// movesText writes the best of so many moves: of many the first, and all of many as their number.
func movesText(names []string, moves int) string {
	const many, few = 5, 5
	switch n := len(names); {
	case n > many && n == moves:
		return fmt.Sprintf("all %d", n)
	case n > many:
		return fmt.Sprintf("%s and %d more", strings.Join(names[:few], " "), n-few)
	}
	return strings.Join(names, " ")
}
