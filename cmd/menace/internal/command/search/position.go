package search

import (
	"context"
	"fmt"
	"math/big"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/gametree"
	"menace/cmd/menace/internal/words"
	"menace/minimax/games"
)

// EstimateReport is the estimate of a position as JSON, in points.
type EstimateReport struct {
	Game     string `json:"game"`
	Position string `json:"position"`
	ToMove   string `json:"to_move"`  // Max, who moves first in the game, or Min
	Estimate int    `json:"estimate"` // as the player to move sees it
	ToMax    int    `json:"to_max"`   // as Max sees it
	Won      bool   `json:"won"`      // the game is certainly won or lost
}

// printEstimate estimates the position.
func (t task) printEstimate(con *console.IO) error {
	e, err := t.problem.Estimate()
	if err != nil {
		return cli.AsUsage(err)
	}
	r := EstimateReport{
		Game: t.Game.Name, Position: e.Position, ToMove: "Max", Estimate: e.Points, ToMax: e.Points, Won: e.Won,
	}
	if !e.MaxToMove {
		r.ToMove, r.ToMax = "Min", -e.Points
	}
	if t.JSON {
		return con.JSON(r)
	}
	con.Say("%s %s, %s to move", console.Bold(t.Game.Name), r.Position, r.ToMove)
	con.Table(1, []string{"estimate", "points"}, [][]string{
		{"as the player to move sees it", formatted(r.Estimate, r.Won)}, {"as Max sees it", formatted(r.ToMax, r.Won)},
	})
	return nil
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
	con.Say("%s %s", console.Bold(t.Game.Name), t.problem.Position())
	rows := [][]string{{"none", reports[0].Key, "", reports[0].Canonical}}
	for _, r := range reports[1:] {
		rows = append(rows, []string{r.Move, r.Key, r.Change, r.Canonical})
	}
	con.Table(1, []string{"move", "key", "changed by", "up to symmetry"}, rows)
	return nil
}

// hex formats a key.
func hex(key uint64) string { return fmt.Sprintf("%016x", key) }

// PlaysReport is a count of plays as JSON.
type PlaysReport struct {
	Game     string   `json:"game"`
	Position string   `json:"position"`
	Plays    int64    `json:"plays"` // that end
	Won      int64    `json:"won"`   // by the player to move
	Drawn    int64    `json:"drawn"`
	Lost     int64    `json:"lost"`
	Nodes    int64    `json:"nodes"`
	Lengths  []Length `json:"lengths"`
	Seconds  float64  `json:"seconds"`
}

// Length counts the plays of a length.
type Length struct {
	Plies    int   `json:"plies"`
	Ways     int64 `json:"ways"`  // to make this many moves
	Complete int64 `json:"plays"` // of them that end there
}

// printPlays counts the ways to play on, and prints them.
func (t task) printPlays(ctx context.Context, con *console.IO) error {
	began := t.now()
	con.Status("counting")
	plays, err := t.problem.CountPlays(gametree.Within(ctx, t.now, t.Timeout), t.Depth)
	con.Status("")
	if err != nil {
		far := fmt.Sprintf("after %s and %s to the end",
			words.Plural(plays.Nodes, "node"), words.Plural(plays.Total(), "play"))
		if ctx.Err() != nil {
			return cli.Interruption(far)
		}
		return t.stopped(" " + far)
	}
	r := PlaysReport{
		Game: t.Game.Name, Position: t.problem.Position(), Plays: plays.Total(), Won: plays.Won, Drawn: plays.Drawn,
		Lost: plays.Lost, Nodes: plays.Nodes, Seconds: t.now().Sub(began).Seconds(),
	}
	for n, ways := range plays.ByPlies {
		r.Lengths = append(r.Lengths, Length{n, ways, plays.Complete[n]})
	}
	if t.JSON {
		return con.JSON(r)
	}
	con.Say("%s: %s to the end, %s won by the player to move, %s drawn, %s lost\n", t.describe(),
		words.Plural(r.Plays, "play"), words.Count(r.Won), words.Count(r.Drawn), words.Count(r.Lost))
	var rows [][]string
	for _, n := range r.Lengths {
		rows = append(rows, words.Counts(int64(n.Plies), n.Ways, n.Complete))
	}
	con.Table(0, []string{"moves", "ways to make them", "plays that end there"}, rows)
	con.Say("\n%s in %s", words.Plural(r.Nodes, "node"), words.Seconds(r.Seconds))
	return nil
}

// SizeReport is the size of a uniform tree as JSON.
type SizeReport struct {
	Game   string   `json:"game"`
	Width  int      `json:"width"`
	Height int      `json:"height"`
	Leaves *big.Int `json:"leaves"`
	Nodes  *big.Int `json:"nodes"`
	Least  *big.Int `json:"alphabeta_leaves"` // in the best order
}

// printSize prints the size of a uniform tree that is too large to search.
func (o Options) printSize(con *console.IO) error {
	b, d := o.Setup.Width, o.Setup.Height
	leaves, nodes, least := games.UniformSize(b, d)
	if o.JSON {
		return con.JSON(SizeReport{o.Game.Name, b, d, leaves, nodes, least})
	}
	about := func(n *big.Int) string { return new(big.Float).SetInt(n).Text('g', 4) }
	con.Say("%s, width b = %d, height d = %d: by formula, too large to search\n", console.Bold(o.Game.Name), b, d)
	con.Table(2, []string{"what", "formula", "about"}, [][]string{
		{"leaves", "b^d", about(leaves)},
		{"nodes", "1 + b + … + b^d", about(nodes)},
		{"leaves of alpha-beta at best", "b^⌈d/2⌉ + b^⌊d/2⌋ - 1", about(least)},
	})
	return nil
}
