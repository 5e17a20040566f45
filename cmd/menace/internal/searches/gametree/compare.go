package gametree

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/words"
	"menace/minimax"
)

// Report is a search as JSON.
type Report struct {
	Game       string   `json:"game"`
	Order      string   `json:"order,omitempty"` // order of the children of a tree
	Position   string   `json:"position"`
	Algorithm  string   `json:"algorithm"`
	Depth      int      `json:"depth"`           // plies looked ahead; 0 for the end of the game
	Value      any      `json:"value"`           // null when the search was stopped before it had one
	Bound      string   `json:"bound,omitempty"` // "at most" or "at least" if the value is outside the window
	Proved     bool     `json:"proved"`
	Plies      int      `json:"plies,omitempty"`  // to the end of a won or lost game, if fast wins are preferred
	Ending     string   `json:"ending,omitempty"` // how the game has ended, if it is over at the position
	Best       []string `json:"best"`
	PV         []string `json:"pv"`
	PVComplete bool     `json:"pv_complete"` // false when the search was stopped before it had the line
	minimax.Stats
	Playouts int64        `json:"playouts,omitempty"` // of Monte-Carlo tree search
	Moves    MovesVisited `json:"moves,omitempty"`    // of Monte-Carlo tree search, the most visited first
	Seconds  float64      `json:"seconds"`

	Text        string `json:"-"` // the value as text, with a mark if it is an estimate
	Stopped     string `json:"-"` // how far a stopped search got, or ""
	moves       int    // number of moves in the position
	horizon     bool   // the horizon was reached
	unestimated string // sentence about positions at the horizon without an estimate, or ""
}

func (t problem[P, M]) Unestimated(depth int) string {
	none := t.in().Text("There are no estimates here: unfinished positions at the horizon count as 0.")
	tree, isTree := t.rules.(interface {
		Unestimated(p P, depth int) (missing, all int)
	})
	if !isTree {
		if _, ok := t.rules.(minimax.Estimator[P]); ok || depth == 0 {
			return ""
		}
		return none
	}
	switch missing, all := tree.Unestimated(t.start, depth); {
	case depth == 0 || missing == 0:
		return ""
	case missing == all:
		return none
	default:
		return t.in().Text("{missing} of {n} unfinished positions at the horizon have no estimate: they count as 0.",
			"missing", missing, "n", all)
	}
}

func (t problem[P, M]) Search(ctx context.Context, o minimax.Options) (Report, error) {
	switch ending := t.Ending(); {
	case ending != "":
		text := t.text(t.toMax(t.rules.Payoff(t.start)), o.Depth > 0 && t.outweighs())
		return Report{
			Game: t.game, Position: t.Position(), Algorithm: o.Algorithm.String(), Value: jsonNumber(text), Text: text,
			Proved: true, Ending: ending, Best: []string{}, PV: []string{}, PVComplete: true,
			Stats: minimax.Stats{Nodes: 1, Leaves: 1},
		}, nil
	case o.Algorithm == minimax.MCTS:
		return t.sample(ctx, o)
	}
	o, err := t.searched(o)
	if err != nil {
		return Report{}, err
	}
	found, err := minimax.Search(ctx, t.rules, t.start, o)
	r := Report{
		Game: t.game, Position: t.Position(), Algorithm: o.Algorithm.String(), Depth: found.Depth,
		Proved: found.Proved, Best: t.names(found.Best), PV: t.names(found.PV),
		PVComplete: found.Best != nil && !found.PVCut, Stats: found.Stats, Seconds: found.Elapsed.Seconds(),
		Text: "?", moves: found.Moves, horizon: found.Horizon,
		unestimated: t.Unestimated(cmp.Or(o.Depth, found.Depth)),
	}
	if err != nil {
		r.Stopped = progress(o.Algorithm, found)
	}
	if found.Best == nil {
		return r, err
	}
	found.Value = t.toMax(found.Value)
	r.Text, r.Plies = t.text(found.Value, o.Depth > 0 && t.outweighs()), found.Plies
	if !r.Proved && t.outweighs() {
		r.Text = words.Minus(strconv.Itoa(found.Value)) // an estimate
	}
	if r.Value = jsonNumber(r.Text); !r.Proved {
		r.Text = "≈ " + r.Text
	}
	r.bound(found.Fails, t.minAtRoot())
	return r, err
}

// bound marks the value as a bound if it is outside the window: as an upper bound if fails is -1, as a lower bound if
// it is 1, for the player to move.
func (r *Report) bound(fails int, flips bool) {
	if flips {
		fails = -fails
	}
	switch fails {
	case -1:
		r.Bound, r.Text = "at most", "≤ "+r.Text
	case 1:
		r.Bound, r.Text = "at least", "≥ "+r.Text
	}
}

// Compare searches with one algorithm after another. A search reads the clock only every few thousand nodes, so a small
// one finishes however short the timeout is. A search that is stopped has a report too. Compare calls status with what
// it is doing, and with "" after each search. If the context ends, Compare returns its error and the reports so far;
// the last of them belongs to the interrupted search.
func Compare(ctx context.Context, p Problem, o Options, now func() time.Time, status func(string)) ([]Report, error) {
	var reports []Report
	for _, o.Algorithm = range o.Algorithms {
		status("searching by " + o.Algorithm.String())
		warmUp(ctx, p, o.Options, now, o.Timeout)
		r, err := p.Search(WithTimeout(ctx, now, o.Timeout), o.Options)
		status("")
		if errors.Is(err, minimax.ErrInfinite) && len(o.Algorithms) > 1 {
			continue // the other algorithms need no means
		}
		late := errors.Is(err, context.DeadlineExceeded)
		if err != nil && !late && !errors.Is(err, context.Canceled) {
			return nil, err
		}
		if reports = append(reports, r); ctx.Err() != nil {
			return reports, ctx.Err()
		}
	}
	return reports, nil
}

// progress describes how far a stopped search got.
func progress[M any](a minimax.Algorithm, r minimax.Result[M]) string {
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

// CompareTable returns a row for each search. It has hits and collisions if the transposition tables are limited, and
// the plies to the end of the game if the searches count them.
func CompareTable(reports []Report, limited bool) tables.Text {
	return CompareTableIn(language.English, reports, limited)
}

// CompareTableIn is CompareTable with cells, but not headings, in a language.
func CompareTableIn(l *language.Language, reports []Report, limited bool) tables.Text {
	headings := []string{"algorithm", "value", "best", "nodes", "leaves", "cut-offs", "table", "time"}
	if limited {
		headings = []string{"algorithm", "value", "best", "nodes", "table", "hits", "collisions", "time"}
	}
	fast := slices.ContainsFunc(reports, func(r Report) bool { return r.Plies > 0 })
	if fast {
		headings = slices.Insert(headings, 3, "plies")
	}
	var lines [][]string
	for _, r := range reports {
		counts := words.Counts(r.Nodes, r.Leaves, r.Cutoffs, r.TableEntries)
		if limited {
			counts = words.Counts(r.Nodes, r.TableEntries, r.TableHits, r.Collisions)
		}
		row := []string{r.Algorithm, r.Text, r.best(l)}
		if fast && r.Plies > 0 {
			row = append(row, strconv.Itoa(r.Plies))
		} else if fast {
			row = append(row, "")
		}
		row = append(row, counts...)
		lines = append(lines, append(row, words.Seconds(r.Seconds)))
	}
	spare := []string{"table", "cut-offs", "leaves", "collisions", "hits"}
	return tables.Text{Right: 3, Headings: headings, Lines: lines, Spare: spare}
}

// best lists the best moves. If there are many, it lists the first few, or only states their number if all moves are
// best.
func (r Report) best(l *language.Language) string {
	const most = 5
	switch n := len(r.Best); {
	case n > most && n == r.moves:
		return l.Text("all {count}", "count", n)
	case n > most:
		return l.Text("{moves} and {more} more", "moves", strings.Join(r.Best[:most], " "), "more", n-most)
	}
	return strings.Join(r.Best, " ")
}

// BestPlay describes a line of best play found by one of the searches, or returns "" if none has a value.
func BestPlay(reports []Report) string { return BestPlayIn(language.English, reports) }

// BestPlayIn is BestPlay in a language.
func BestPlayIn(l *language.Language, reports []Report) string {
	i := slices.IndexFunc(reports, func(r Report) bool { return r.PVComplete })
	if i < 0 {
		i = slices.IndexFunc(reports, func(r Report) bool { return r.Value != nil })
	}
	if i < 0 {
		return ""
	}
	best, title := reports[i], l.Text("Best play")
	if best.Moves != nil {
		return l.Text("Most visited:") + " " + strings.Join(best.PV, " ")
	}
	if !best.Proved {
		title = l.Text("Best play as far as seen, {depth}", "depth", aheadIn(l, best.Depth))
	}
	if !best.PVComplete {
		title += ", " + l.Text("only its beginning")
	}
	if len(best.PV) == 0 { // chance moves, or no move is proved best
		return ""
	}
	text := title + ": " + strings.Join(best.PV, " ")
	if !best.Proved && best.unestimated != "" {
		text += "\n" + best.unestimated
	}
	return text
}
