package search

import (
	"fmt"
	"strconv"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
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
func (t task) printEstimate(con *console.IO) error {
	e, err := t.problem.Estimate()
	if err != nil {
		return cli.AsUsage(err)
	}
	r := EstimateReport{Game: t.Game, Position: e.Position, ToMove: "Max", Estimate: e.Points, ToMax: e.Points, Won: e.Won}
	if !e.MaxToMove {
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
func (t task) printKeys(con *console.IO) error {
	keys, err := t.problem.Keys()
	if err != nil {
		return cli.AsUsage(err)
	}
	var reports []KeyReport
	for _, k := range keys {
		r := KeyReport{Move: k.Move, Position: k.Position, Key: hex(k.Key), Change: hex(k.Key ^ keys[0].Key)}
		if k.Canonical != nil {
			r.Canonical = hex(*k.Canonical)
		}
		reports = append(reports, r)
	}
	if t.JSON {
		return con.JSON(reports)
	}
	con.Say("%s %s", console.Bold(t.Game), t.problem.Position())
	rows := [][]string{{"none", reports[0].Key, "", reports[0].Canonical}}
	for _, r := range reports[1:] {
		rows = append(rows, []string{r.Move, r.Key, r.Change, r.Canonical})
	}
	con.Table(1, []string{"move", "key", "changed by", "up to symmetry"}, rows)
	return nil
}

// hex writes a key.
func hex(key uint64) string { return fmt.Sprintf("%016x", key) }
