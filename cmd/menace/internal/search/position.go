package search

import (
	"fmt"
	"strconv"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/minimax"
)

// EstimateReport is the estimate of a position as JSON, in points.
type EstimateReport struct {
	Game     string `json:"game"`
	Position string `json:"position"`
	ToMove   string `json:"to_move"`  // Max, who moves first in the game, or Min
	Estimate int    `json:"estimate"` // as the player to move sees it
	ToMax    int    `json:"to_max"`   // as Max sees it
	Won      bool   `json:"won"`      // the estimate says that the game is won or lost for certain
}

// printEstimate estimates the position.
func (t task[P, M]) printEstimate(con *console.IO) error {
	e, ok := t.rules.(minimax.Estimator[P])
	if !ok {
		return cli.Usagef("%s has no estimates: a search with --depth takes every unfinished position for 0", t.Game)
	}
	r := EstimateReport{Game: t.Game, Position: t.rules.Format(t.start), ToMove: "Max", Estimate: e.Estimate(t.start)}
	r.ToMax, r.Won = r.Estimate, e.Weight() > 1 && max(r.Estimate, -r.Estimate) >= e.Weight()
	if !t.maxToMove(t.start) {
		r.ToMove, r.ToMax = "Min", -r.Estimate
	}
	if t.JSON {
		return con.JSON(r)
	}
	con.Say("%s %s, %s to move", console.Bold(t.Game), r.Position, r.ToMove)
	con.Table(1, []string{"estimate", "points"}, [][]string{
		{"as the player to move sees it", r.points(r.Estimate)}, {"as Max sees it", r.points(r.ToMax)},
	})
	return nil
}

// points writes an estimate.
func (r EstimateReport) points(estimate int) string {
	switch {
	case r.Won && estimate > 0:
		return "+∞"
	case r.Won:
		return "-∞"
	}
	return strconv.Itoa(estimate)
}

// KeyReport is a position with its keys as JSON: 16 hexadecimal digits each.
type KeyReport struct {
	Move      string `json:"move"` // that leads there, or "" for the position itself
	Position  string `json:"position"`
	Key       string `json:"key"`
	Change    string `json:"change"`              // of the key by the move: the exclusive or
	Canonical string `json:"canonical,omitempty"` // the key that symmetric positions share
}

// printKeys prints the keys of the position and of those that follow.
func (t task[P, M]) printKeys(con *console.IO) error {
	g, ok := t.rules.(minimax.Keyed[P])
	if !ok {
		return cli.Usagef("%s has no keys", t.Game)
	}
	symmetric, _ := t.rules.(minimax.Symmetric[P])
	start := g.Key(t.start)
	report := func(move string, p P) KeyReport {
		r := KeyReport{Move: move, Position: t.rules.Format(p), Key: hex(g.Key(p)), Change: hex(g.Key(p) ^ start)}
		if symmetric != nil {
			r.Canonical = hex(symmetric.CanonicalKey(p))
		}
		return r
	}
	reports := []KeyReport{report("", t.start)}
	for _, m := range t.rules.Moves(t.start, nil) {
		reports = append(reports, report(t.rules.Name(m), t.rules.Apply(t.start, m)))
	}
	if t.JSON {
		return con.JSON(reports)
	}
	con.Say("%s %s", console.Bold(t.Game), t.rules.Format(t.start))
	rows := [][]string{{"none", reports[0].Key, "", reports[0].Canonical}}
	for _, r := range reports[1:] {
		rows = append(rows, []string{r.Move, r.Key, r.Change, r.Canonical})
	}
	con.Table(1, []string{"move", "key", "changed by", "up to symmetry"}, rows)
	return nil
}

// hex writes a key.
func hex(key uint64) string { return fmt.Sprintf("%016x", key) }
