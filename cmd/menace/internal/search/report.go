package search

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/words"
	"menace/minimax"
)

// Report is a search as JSON.
type Report struct {
	Game         string   `json:"game"`
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
func (t task[P, M]) report(a minimax.Algorithm, r minimax.Result[M]) Report {
	report := Report{
		Game: t.Game, Position: t.rules.Format(t.start), Algorithm: a.String(), Depth: r.Depth, Proved: r.Proved,
		Best: t.names(r.Best), PV: t.names(r.PV), PVComplete: r.Best != nil && !r.PVCut,
		Nodes: r.Nodes, Leaves: r.Leaves, Cutoffs: r.Cutoffs, TableEntries: r.TableEntries, TableHits: r.TableHits, Collisions: r.Collisions,
		Seconds: r.Elapsed.Seconds(), moves: r.Moves,
	}
	if r.Best != nil {
		report.Value = &r.Value
	}
	if t.toMax && !t.maxToMove(t.start) {
		r.Value = -r.Value
	}
	if e, ok := t.rules.(minimax.Estimator[P]); ok {
		report.infinite = t.Depth > 0 && e.Weight() > 1
	}
	return report
}

// maxToMove reports whether Max is to move. In games whose positions do not tell, the player to move is Max.
func (t task[P, M]) maxToMove(p P) bool {
	g, ok := t.rules.(interface{ ForMax(P) bool })
	return !ok || g.ForMax(p)
}

// names writes moves; none are an empty list, not null.
func (t task[P, M]) names(moves []M) []string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = t.rules.Name(m)
	}
	return names
}

// print prints a row for each search, and a line of best play.
func (t task[P, M]) print(con *console.IO, reports []Report) {
	con.Say("%s %s, %s\n", console.Bold(t.Game), t.rules.Format(t.start), ahead(t.Depth))
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
		rows = append(rows, append(row, secondsText(r.Seconds)))
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
		title += " as far as seen, " + ahead(r.Depth)
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

// ahead says how far a search looks.
func ahead(depth int) string {
	if depth == 0 {
		return "to the end"
	}
	return words.Plural(depth, "ply") + " ahead"
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

// secondsText writes a time in the unit that suits it, to three digits or so.
func secondsText(seconds float64) string {
	digits := 1
	if value, _ := humanize.ComputeSI(seconds); value >= 100 {
		digits = 0
	}
	return humanize.SIWithDigits(seconds, digits, "s")
}
