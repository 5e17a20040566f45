package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"menace/minimax"
)

// playsReport is a count of plays as JSON.
type playsReport struct {
	Game     string   `json:"game"`
	Position string   `json:"position"`
	Plays    int64    `json:"plays"` // that end
	Won      int64    `json:"won"`   // by the player to move
	Drawn    int64    `json:"drawn"`
	Lost     int64    `json:"lost"`
	Nodes    int64    `json:"nodes"`
	Lengths  []length `json:"lengths"`
	Seconds  float64  `json:"seconds"`
}

// length counts the plays of a length.
type length struct {
	Plies    int   `json:"plies"`
	Ways     int64 `json:"ways"`  // to make so many moves
	Complete int64 `json:"plays"` // of them that end there
}

// countPlays counts the ways to play on, and prints them.
func countPlays[P, M comparable](ctx context.Context, p *program, s subject[P, M], o searchOptions) error {
	if !o.limited() && s.rules.Size(s.start) > s.limits.tree {
		return s.tooLarge("to count the plays")
	}
	timed, cancel := o.within(ctx)
	defer cancel()
	began := time.Now()
	p.tell("counting")
	plays, err := minimax.CountPlays(timed, s.rules, s.start, o.Depth)
	p.tell("")
	if err != nil {
		return stoppedCount(ctx, plays, o)
	}
	report := playsReport{
		Game: s.game, Position: s.rules.Format(s.start), Plays: plays.Total(), Won: plays.Won, Drawn: plays.Drawn,
		Lost: plays.Lost, Nodes: plays.Nodes, Seconds: time.Since(began).Seconds(),
	}
	for n, ways := range plays.ByPlies {
		report.Lengths = append(report.Lengths, length{n, ways, plays.Complete[n]})
	}
	if o.json {
		return p.printJSON(report)
	}
	p.printPlays(report, o)
	return nil
}

// stoppedCount says how far a count came that was stopped.
func stoppedCount(ctx context.Context, plays minimax.Plays, o searchOptions) error {
	far := fmt.Sprintf("after %s and %s to the end", plural(plays.Nodes, "node"), plural(plays.Total(), "play"))
	if ctx.Err() != nil {
		return interruption(far)
	}
	return fmt.Errorf("stopped by --timeout %v %s", o.timeout, far)
}

func (p *program) printPlays(r playsReport, o searchOptions) {
	fmt.Fprintf(p.stdout, "%s %s, %s: %s to the end, %s won by the player to move, %s drawn, %s lost\n\n",
		bold.Render(r.Game), r.Position, ahead(o.Depth), plural(r.Plays, "play"), count(r.Won), count(r.Drawn), count(r.Lost))
	var rows [][]string
	for _, n := range r.Lengths {
		rows = append(rows, []string{strconv.Itoa(n.Plies), count(n.Ways), count(n.Complete)})
	}
	printTable(p.stdout, 0, []string{"moves", "ways to make them", "plays that end there"}, rows)
	fmt.Fprintf(p.stdout, "\n%s in %s\n", plural(r.Nodes, "node"), secondsText(r.Seconds))
}

// mostDrawn is the most positions of a tree that is drawn.
const mostDrawn = 500

// drawTrees draws the tree of each search.
func drawTrees[P, M comparable](ctx context.Context, p *program, s subject[P, M], o searchOptions) error {
	if len(o.algorithms) == 0 {
		o.algorithms = []minimax.Algorithm{minimax.AlphaBeta}
	}
	for i, a := range o.algorithms {
		o.Algorithm = a
		tree, err := minimax.Trace(ctx, s.rules, s.start, o.Options, mostDrawn)
		switch {
		case errors.Is(err, minimax.ErrTreeTooLarge):
			return usagef("%v of %s %s: %w, with more than %d positions; --depth makes it smaller, or a later --position",
				a, s.game, s.rules.Format(s.start), err, mostDrawn)
		case ctx.Err() != nil:
			return interruption("before the tree was complete")
		case err != nil:
			return asUsage(err)
		}
		if i > 0 {
			fmt.Fprintln(p.stdout)
		}
		fmt.Fprintf(p.stdout, "%s %s, %s, by %v\n\n%s", bold.Render(s.game), s.rules.Format(s.start), ahead(o.Depth), a, tree.Draw(s.rules.Name))
	}
	return nil
}
