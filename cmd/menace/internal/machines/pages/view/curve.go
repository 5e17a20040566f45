package view

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// Curve is a learning curve, in percent of the width and the height of a drawing. Its lines are wins against random
// play and losses to perfect play.
type Curve struct {
	Random, Perfect string // points of polylines
	Ticks           []Tick
	At, Past        string // position of the game that is shown, and the width of the lines up to it
	Later           bool   // there are later games
	Won, Lost       int    // of 100 games, after that game
	WonY, LostY     string // of the lines at that game
	WonAt, LostAt   string // positions of their labels, which do not overlap
	Says            string // the finding of the curve, in a sentence
}

// Tick is a mark on the axis of games.
type Tick struct {
	At, Label string
	Near      bool // so close to the end that a narrow drawing has no space for the label
}

// CurveOf draws the learning curve of a machine, given its checkpoints and how strong it is now. The axis of games is
// logarithmic and begins with the first game.
func CurveOf(in sentences.In, curve []arena.Point, now arena.Point) (g Curve) {
	return curveAt(in, upTo(curve, now), now)
}

// curveAt draws a learning curve after the games of one of its points.
func curveAt(in sentences.In, curve []arena.Point, now arena.Point) (g Curve) {
	end := curve[len(curve)-1].Games
	to := axis(end)
	var random, perfect strings.Builder
	last := -1.0
	for i, p := range curve {
		x := 100 * to.at(p.Games)
		if x < last+0.3 && i < len(curve)-1 {
			continue // a pixel or two
		}
		last = x
		fmt.Fprintf(&random, "%.1f,%.1f ", x, 100*(1-p.Random.Win))
		fmt.Fprintf(&perfect, "%.1f,%.1f ", x, 100*(1-p.Perfect.Loss))
	}
	won, lost := 100*(1-now.Random.Win), 100*(1-now.Perfect.Loss)
	percent := func(y float64) string { return fmt.Sprintf("%.1f", y) }
	wonAt, lostAt := apart(won, lost)
	return Curve{
		Random: random.String(), Perfect: perfect.String(), Ticks: to.ticks(in, 100, 9),
		At: fmt.Sprintf("%.2f", 100*to.at(now.Games)), Past: fmt.Sprintf("%.2f", 100*to.at(now.Games)+1),
		Later: now.Games < end, Won: outOf100(now.Random.Win), Lost: outOf100(now.Perfect.Loss),
		WonY: percent(won), LostY: percent(lost), WonAt: percent(wonAt), LostAt: percent(lostAt),
		Says: in.Text("After {n} games it wins {won} of 100 games against random moves and loses {lost} of 100 to "+
			"perfect play; at first it won {won0} and lost {lost0}", "n", now.Games, "won", outOf100(now.Random.Win),
			"lost", outOf100(now.Perfect.Loss), "won0", outOf100(curve[0].Random.Win),
			"lost0", outOf100(curve[0].Perfect.Loss)),
	}
}

// upTo returns a curve that ends with the point now.
func upTo(curve []arena.Point, now arena.Point) []arena.Point {
	curve = slices.DeleteFunc(slices.Clone(curve), func(p arena.Point) bool { return p.Games >= now.Games })
	return append(curve, now)
}

// outOf100 rounds a probability to a number of games out of 100.
func outOf100(p float64) int { return int(math.Round(100 * p)) }

// apart returns the positions of the labels of two lines, in percent of the height.
func apart(a, b float64) (float64, float64) {
	const room, top, bottom = 38.0, 4.0, 84.0
	below := a > b
	a, b = min(max(a, top), bottom), min(max(b, top), bottom)
	if math.Abs(a-b) >= room {
		return a, b
	}
	middle := min(max((a+b)/2, top+room/2), bottom-room/2)
	if below {
		return middle + room/2, middle - room/2
	}
	return middle - room/2, middle + room/2
}

// axis is a logarithmic axis of games from 0 to its value, but at least to 10.
type axis int64

// at returns the position of a number of games, from 0 to 1.
func (a axis) at(games int64) float64 {
	return math.Log1p(float64(games)) / math.Log1p(float64(max(a, 10)))
}

// ticks returns marks at 0, the powers of ten and the end, on an axis of this width. A mark has a label if there is
// space for a label of width room.
func (a axis) ticks(in sentences.In, width, room float64) (all []Tick) {
	end := max(int64(a), 10)
	mark := func(games int64, label string) {
		x := width * a.at(games)
		near := games < end && width-x < 2*room
		all = append(all, Tick{fmt.Sprintf("%.1f", x), label, near})
	}
	name := func(games int64) string {
		if games < 100_000 {
			return in.Count(games)
		}
		return strings.Replace(words.Short(games), ".", in.Decimal, 1)
	}
	mark(0, "0")
	last := 0.0
	for games := int64(10); games < end && games > 0; games *= 10 {
		label := ""
		if x := width * a.at(games); x-last >= room && width-x >= room {
			label, last = name(games), x
		}
		mark(games, label)
	}
	mark(end, name(end))
	return all
}

// Area is the share of a move in a box, over the games. It extends down to the bottom, so later areas cover part of it.
type Area struct {
	Colour int // index from [menace.Colour]
	Path   string
}

const historyWidth, historyHeight = 300.0, 56 // of a drawing of areas

// history draws the content of the box of a canonical position at each checkpoint, and its present content.
func history(in sentences.In, m *menace.Machine, curve []arena.Point, games int64,
	code symmetry.Position) (areas []Area, ticks []Tick) {
	var columns []int // indices of the box's moves among all beads
	nth := 0
	for bead := range m.Beads() {
		if bead.Code == code {
			columns = append(columns, nth)
			areas = append(areas, Area{Colour: menace.Colour(bead.Move)})
		}
		nth++
	}
	if games < 2 {
		return nil, nil
	}
	paths := make([]strings.Builder, len(areas))
	draw := func(x float64, counts []int64) {
		total, sum := int64(0), int64(0)
		for _, c := range columns {
			total += counts[c]
		}
		for i, c := range columns {
			sum += counts[c]
			fmt.Fprintf(&paths[i], "L%.0f %.0f", x, historyHeight*(1-float64(sum)/float64(max(total, 1))))
		}
	}
	const near = 5.0 // minimum distance between two points
	last := -near
	for _, p := range curve {
		if x := historyWidth * axis(games).at(p.Games); x >= last+near && len(p.Counts) == nth {
			draw(x, p.Counts)
			last = x
		}
	}
	draw(historyWidth, m.Counts())
	for i := range areas {
		areas[i].Path = fmt.Sprintf("M0 %d%sV%dZ", historyHeight, paths[i].String(), historyHeight)
	}
	slices.Reverse(areas)
	return areas, axis(games).ticks(in, historyWidth, 42)
}
