package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"menace/minimax"
)

// searchReport is a search as JSON.
type searchReport struct {
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
	Seconds      float64  `json:"seconds"`
}

func (s subject[P, M]) report(a minimax.Algorithm, r minimax.Result[M]) searchReport {
	report := searchReport{
		Game: s.game, Position: s.rules.Format(s.start), Algorithm: a.String(), Depth: r.Depth, Proved: r.Proved,
		Best: s.names(r.Best), PV: s.names(r.PV), PVComplete: r.Best != nil && !r.PVCut,
		Nodes: r.Nodes, Leaves: r.Leaves, Cutoffs: r.Cutoffs, TableEntries: r.TableEntries, TableHits: r.TableHits,
		Seconds: r.Elapsed.Seconds(),
	}
	if r.Best != nil {
		report.Value = &r.Value
	}
	return report
}

// names writes moves; none are an empty list, not null.
func (s subject[P, M]) names(moves []M) []string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = s.rules.Name(m)
	}
	return names
}

func (s subject[P, M]) printSearches(p *program, reports []searchReport, o searchOptions) {
	fmt.Fprintf(p.stdout, "%s %s, %s\n\n", bold.Render(s.game), s.rules.Format(s.start), ahead(o.Depth))
	var rows [][]string
	for _, r := range reports {
		rows = append(rows, []string{
			r.Algorithm, valueText(r), movesText(r.Best),
			count(r.Nodes), count(r.Leaves), count(r.Cutoffs), count(r.TableEntries), secondsText(r.Seconds),
		})
	}
	printTable(p.stdout, 3, []string{"algorithm", "value", "best", "nodes", "leaves", "cut-offs", "table", "time"}, rows)
	if r, ok := lineToShow(reports); ok {
		fmt.Fprintf(p.stdout, "\n%s: %s\n", lineTitle(r), strings.Join(r.PV, " "))
	}
}

// lineToShow returns the first search that has its whole line, or else one with a beginning.
func lineToShow(reports []searchReport) (r searchReport, ok bool) {
	i := slices.IndexFunc(reports, func(r searchReport) bool { return r.PVComplete })
	if i < 0 {
		i = slices.IndexFunc(reports, func(r searchReport) bool { return r.Value != nil })
	}
	if i < 0 {
		return r, false
	}
	return reports[i], true
}

// ahead says how far a search looks.
func ahead(depth int) string {
	if depth == 0 {
		return "to the end"
	}
	return plies(depth) + " ahead"
}

// plies returns a number of plies.
func plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", n)
}

// lineTitle says what the principal variation of a search is.
func lineTitle(r searchReport) string {
	title := "Best play"
	if !r.Proved {
		title += " as far as seen, " + ahead(r.Depth)
	}
	if !r.PVComplete {
		title += ", only its beginning"
	}
	return title
}

// valueText writes the value of a search, with a sign for an estimate.
func valueText(r searchReport) string {
	switch {
	case r.Value == nil:
		return "?"
	case r.Proved:
		return strconv.Itoa(*r.Value)
	}
	return "≈ " + strconv.Itoa(*r.Value)
}

// movesText writes moves, the first of them if there are many.
func movesText(names []string) string {
	const many, few = 9, 5
	if len(names) > many {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:few], " "), len(names)-few)
	}
	return strings.Join(names, " ")
}

// secondsText writes a time in the unit that suits it.
func secondsText(seconds float64) string { return humanize.SIWithDigits(seconds, 1, "s") }
