package search

import (
	"context"
	"fmt"
	"time"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/gametree"
	"menace/cmd/menace/internal/words"
)

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
	r, err := t.countPlays(ctx, con)
	if err != nil {
		return err
	}
	if t.JSON {
		return con.JSON(r)
	}
	con.Say("%s %s, %s: %s to the end, %s won by the player to move, %s drawn, %s lost\n", console.Bold(r.Game), r.Position,
		gametree.Ahead(t.Depth), words.Plural(r.Plays, "play"), words.Count(r.Won), words.Count(r.Drawn), words.Count(r.Lost))
	var rows [][]string
	for _, n := range r.Lengths {
		rows = append(rows, words.Counts(int64(n.Plies), n.Ways, n.Complete))
	}
	con.Table(0, []string{"moves", "ways to make them", "plays that end there"}, rows)
	con.Say("\n%s in %s", words.Plural(r.Nodes, "node"), words.Seconds(r.Seconds))
	return nil
}

// countPlays counts the ways to play on.
func (t task) countPlays(ctx context.Context, con *console.IO) (r PlaysReport, err error) {
	began := time.Now()
	con.Status("counting")
	plays, err := t.problem.CountPlays(t.within(ctx, t.Timeout), t.Depth)
	con.Status("")
	if err != nil {
		far := fmt.Sprintf("after %s and %s to the end", words.Plural(plays.Nodes, "node"), words.Plural(plays.Total(), "play"))
		if ctx.Err() != nil {
			return r, cli.Interruption(far)
		}
		return r, t.stopped(" " + far)
	}
	r = PlaysReport{
		Game: t.Game, Position: t.problem.Position(), Plays: plays.Total(), Won: plays.Won, Drawn: plays.Drawn,
		Lost: plays.Lost, Nodes: plays.Nodes, Seconds: time.Since(began).Seconds(),
	}
	for n, ways := range plays.ByPlies {
		r.Lengths = append(r.Lengths, Length{n, ways, plays.Complete[n]})
	}
	return r, nil
}
