package view

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"menace/cmd/menace/internal/sentences"
	"menace/data"
	"menace/menace/arena"
)

// Record shows a machine's learning to people across the room: the results of their first and last games, and the exact
// strength of the machine.
type Record struct {
	Played  int           // games of people
	Games   int64         // games of the machine, with and without people
	Heading template.HTML // the finding
	Strips  []Strip
	Exact   ExactCurve
}

// Strip shows the results of some games in a row.
type Strip struct {
	Title string
	Won   int      // by people
	Says  string   // all results in words
	Marks []string // classes: won by people, drawn, or "" for won by the machine
}

const (
	stripGames    = 20   // most games in a strip
	fewestHalves  = 10   // fewest games whose first half is compared with the last
	smallestShift = 0.02 // smallest change of a share that is worth mentioning
)

// RecordOf compares the first with the last of people's games, oldest first, and follows the machine's losses to
// perfect play since their first game. Sentences call the people who.
func RecordOf(in sentences.In, who, machine string, games []data.PlayedGame, curve []arena.Point,
	now arena.Point) Record {
	r := Record{Played: len(games), Games: now.Games, Exact: exactCurve(in, since(games, curve, now))}
	if len(games) < fewestHalves {
		r.Heading = in.HTML("{machine} would lose <b class=\"bad\">{loss} of 100</b> games to perfect play", "machine",
			machine, "loss", r.Exact.Now)
		if len(games) > 0 {
			r.Strips = []Strip{stripOf(in, in.Text("All games"), games)}
		}
		return r
	}
	each := min(len(games)/2, stripGames)
	first := stripOf(in, in.Text("First {each}", "each", each), games[:each])
	last := stripOf(in, in.Text("Last {each}", "each", each), games[len(games)-each:])
	r.Strips = []Strip{first, last}
	places := []any{"who", who, "first", first.Won, "last", last.Won, "each", each}
	r.Heading = in.HTML("{who} won <b class=\"bad\">{first}</b> of the first {each} games, and "+
		"<b class=\"bad\">{last}</b> of the last {each}", places...)
	if first.Won == last.Won {
		r.Heading = in.HTML("{who} won <b class=\"bad\">{first}</b> of the first {each} games, and still "+
			"<b class=\"bad\">{last}</b> of the last {each}", places...)
	}
	return r
}

func stripOf(in sentences.In, title string, games []data.PlayedGame) Strip {
	s := Strip{Title: title}
	var sum arena.Tally
	for _, g := range games {
		mark, t := "", g.Tally()
		switch {
		case t.Loss > 0:
			mark = "won"
		case t.Draw > 0:
			mark = "drawn"
		}
		s.Marks = append(s.Marks, mark)
		sum = sum.Plus(t)
	}
	s.Won = int(sum.Loss)
	s.Says = in.Text("{won} won, {drawn} drawn, {lost} lost", "won", sum.Loss, "drawn", sum.Draw, "lost", sum.Win)
	return s
}

// since returns the checkpoints since the first game of people, and the present state. If the machine has not learned
// from their games, it returns all checkpoints.
func since(games []data.PlayedGame, curve []arena.Point, now arena.Point) []arena.Point {
	learned := int64(0)
	for _, g := range games {
		if g.Learned {
			learned++
		}
	}
	all := upTo(curve, now)
	from := 0
	for i, p := range all {
		if learned > 0 && p.Games <= now.Games-learned {
			from = i
		}
	}
	return all[from:]
}

// ExactCurve shows the share of games that a machine loses to perfect play, over its games, as a drawing of 760 by 200.
type ExactCurve struct {
	Line, Area  string // paths
	Now, First  int    // of 100
	Still       bool   // they are about the same
	X, Y        string // the end of the line
	NowY        string // Y of the label there
	From, Games string // at the ends of the axis
	Fall        string // the largest fall, in words, or ""
	FallX       string
	FallY       string
	TextX       string // position of those words
	TextY       string
	Before      bool // the words are left of the fall
	Says        string
}

const (
	exactLeft, exactRight = 52.0, 695.0
	exactTop, exactBottom = 14.0, 160.0
)

func exactCurve(in sentences.In, points []arena.Point) ExactCurve {
	first, last := points[0], points[len(points)-1]
	span := float64(max(last.Games-first.Games, 1))
	x := func(p arena.Point) float64 {
		return exactLeft + (exactRight-exactLeft)*float64(p.Games-first.Games)/span
	}
	y := func(share float64) float64 { return exactBottom - (exactBottom-exactTop)*share }
	var line strings.Builder
	fall := 0
	for i, p := range points {
		if i == 0 {
			fmt.Fprintf(&line, "M%.1f %.1f", x(p), y(p.Perfect.Loss))
			continue
		}
		fmt.Fprintf(&line, "H%.1fV%.1f", x(p), y(p.Perfect.Loss))
		if drop(points, i) > drop(points, fall) {
			fall = i
		}
	}
	c := ExactCurve{
		Line: line.String(), Now: outOf100(last.Perfect.Loss), First: outOf100(first.Perfect.Loss),
		Still: math.Abs(last.Perfect.Loss-first.Perfect.Loss) < smallestShift,
		X:     fmt.Sprintf("%.1f", x(last)), Y: fmt.Sprintf("%.1f", y(last.Perfect.Loss)),
		NowY: fmt.Sprintf("%.1f", min(max(y(last.Perfect.Loss), exactTop+12), exactBottom-8)),
		From: in.Count(first.Games), Games: in.Text("{n} games", "n", last.Games),
	}
	c.Area = fmt.Sprintf("%sV%gH%gZ", c.Line, exactBottom, exactLeft)
	c.Says = in.Text("Lost to perfect play, of 100 games: {first} after {from} games, and {now} after {to}", "first",
		c.First, "from", first.Games, "now", c.Now, "to", last.Games)
	if drop(points, fall) < smallestShift {
		return c
	}
	before, after := points[fall-1], points[fall]
	places := []any{"game", after.Games, "from", before.Games + 1, "high", outOf100(before.Perfect.Loss), "low",
		outOf100(after.Perfect.Loss)}
	c.Fall = in.Text("game {game}: from {high} to {low}", places...)
	if before.Games+1 != after.Games {
		c.Fall = in.Text("games {from} to {game}: from {high} to {low}", places...)
	}
	c.FallX = fmt.Sprintf("%.1f", x(after))
	c.FallY = fmt.Sprintf("%.1f", y((before.Perfect.Loss+after.Perfect.Loss)/2))
	c.Before = x(after) > (exactLeft+exactRight)/2
	c.TextX = fmt.Sprintf("%.1f", x(after)+14)
	c.TextY = fmt.Sprintf("%.1f", max(exactTop, y(after.Perfect.Loss)-24))
	if c.Before {
		c.TextX = fmt.Sprintf("%.1f", x(after)-14)
		c.TextY = fmt.Sprintf("%.1f", min(exactBottom-16, y(before.Perfect.Loss)+24))
	}
	c.Says += "; " + in.Text("the largest fall is in {where}", "where", c.Fall)
	return c
}

// drop returns by how much the share of losses falls up to a point.
func drop(points []arena.Point, i int) float64 {
	if i == 0 {
		return 0
	}
	return points[i-1].Perfect.Loss - points[i].Perfect.Loss
}
