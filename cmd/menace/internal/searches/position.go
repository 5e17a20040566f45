package searches

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/menace/option"
	"menace/minimax"
	"menace/minimax/games"
)

// printEstimate prints the estimate of the position.
func (t task) printEstimate(_ context.Context, con *term.IO) error {
	e, err := t.problem.Estimate()
	if err != nil {
		return term.AsUsage(err)
	}
	heading := fmt.Sprintf("%s, %s to move", t.named(), e.ToMove)
	return t.print(con, e, heading, []tables.Text{e.Table()}, "")
}

// printKeys prints the Zobrist keys of the position and of its successors.
func (t task) printKeys(_ context.Context, con *term.IO) error {
	keys, err := t.problem.Keys(t.Numbers)
	if err != nil {
		return term.AsUsage(option.Wrong("numbers", err))
	}
	return t.print(con, keys, t.named(), gametree.KeyTables(keys), "")
}

// printValues prints the Sprague-Grundy values.
func (t task) printValues(_ context.Context, con *term.IO) error {
	v, err := t.problem.Values()
	if err != nil {
		return term.AsUsage(err)
	}
	return t.print(con, v, t.named()+"\n", v.Tables(), v.Summary())
}

// printAttractors counts the positions from which a player can force a win, by the number of plies needed.
func (t task) printAttractors(ctx context.Context, con *term.IO) error {
	con.Status("working back from finished games")
	a, err := t.problem.Attractors(gametree.WithTimeout(t.withHint(ctx, con), t.now, t.Timeout))
	con.Status("")
	switch {
	case ctx.Err() != nil:
		return term.Interruption("before the graph was complete")
	case errors.Is(err, context.DeadlineExceeded):
		return t.timeoutError(fmt.Sprintf(" after %s", words.Plural(a.Positions, "position")))
	case err != nil:
		return err
	}
	note := a.Summary() + "\n\nexplored in " + words.Seconds(a.Seconds)
	return t.print(con, a, t.describe()+"\n", a.Tables(), note)
}

// PlaysReport is the JSON form of a count of plays.
type PlaysReport struct {
	Game     string `json:"game"`
	Position string `json:"position"`
	Ending   string `json:"ending,omitempty"` // how the game has ended, if it is over at the position
	minimax.Plays
	Seconds float64 `json:"seconds"`
}

// printPlays counts the ways to continue from the position, and prints the numbers.
func (t task) printPlays(ctx context.Context, con *term.IO) error {
	began := t.now()
	con.Status("counting")
	plays, err := t.problem.CountPlays(gametree.WithTimeout(t.withHint(ctx, con), t.now, t.Timeout), t.Depth)
	con.Status("")
	if err != nil {
		far := fmt.Sprintf("after %s and %s to the end",
			words.Plural(plays.Nodes, "node"), words.Plural(plays.Total, "play"))
		if ctx.Err() != nil {
			return term.Interruption(far)
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			return term.AsUsage(err)
		}
		return t.timeoutError(" " + far)
	}
	r := PlaysReport{t.Game.Name, t.problem.Position(), t.problem.Ending(), plays, t.now().Sub(began).Seconds()}
	heading := fmt.Sprintf("%s: %s to the end, %s won by the player to move, %s drawn, %s lost\n", t.describe(),
		words.Plural(r.Total, "play"), words.Count(r.Won), words.Count(r.Drawn), words.Count(r.Lost))
	var rows [][]string
	for _, n := range r.Lengths {
		rows = append(rows, words.Counts(int64(n.Plies), n.Ways, n.Complete))
	}
	lengths := tables.Text{Headings: []string{"moves", "ways to make them", "plays that end there"}, Lines: rows}
	note := fmt.Sprintf("%s in %s", words.Plural(r.Nodes, "node"), words.Seconds(r.Seconds))
	return t.print(con, r, heading, []tables.Text{lengths}, note)
}

// printSize prints the size of a uniform tree that is too large to set up. The size follows from formulas.
func (o Options) printSize(con *term.IO) error {
	b, d := o.Setup.Size.First, o.Setup.Size.Second
	leaves, nodes, least := games.UniformSize(b, d)
	rounded := func(n *big.Int) string { return new(big.Float).SetInt(n).Text('g', 4) }
	heading := fmt.Sprintf("%s, width b = %d, height d = %d: by formula, too large to search\n",
		term.Bold(o.Game.Name), b, d)
	sizes := tables.Text{Right: 2, Headings: []string{"what", "formula", "about"}, Lines: [][]string{
		{"leaves", "b^d", rounded(leaves)},
		{"nodes", "1 + b + … + b^d", rounded(nodes)},
		{"leaves of alpha-beta at best", "b^⌈d/2⌉ + b^⌊d/2⌋ - 1", rounded(least)},
	}}
	document := struct {
		Game   string   `json:"game"`
		Width  int      `json:"width"`
		Height int      `json:"height"`
		Leaves *big.Int `json:"leaves"`
		Nodes  *big.Int `json:"nodes"`
		Least  *big.Int `json:"alphabeta_leaves"` // with the best order
	}{o.Game.Name, b, d, leaves, nodes, least}
	return o.print(con, document, heading, []tables.Text{sizes}, "")
}
