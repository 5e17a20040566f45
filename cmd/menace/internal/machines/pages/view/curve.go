package view

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// Curve is a learning curve in a drawing of curveWidth by curveHeight.
type Curve struct {
	Random, Perfect string // points of polylines: wins against random play, and losses to perfect play
	Ticks           []Tick
}

// Tick is a mark on the axis of games.
type Tick struct{ At, Label string }

const curveWidth, curveHeight = 300.0, 84.0

// CurveOf draws a learning curve. The axis of games is logarithmic and starts at 1.
func CurveOf(in sentences.In, curve []arena.Point) (g Curve) {
	if len(curve) < 2 {
		return g
	}
	to := axis(curve[len(curve)-1].Games)
	var random, perfect strings.Builder
	for _, p := range curve {
		if p.Games > 0 {
			fmt.Fprintf(&random, "%.1f,%.1f ", to.at(p.Games), curveHeight*(1-p.Random.Win))
			fmt.Fprintf(&perfect, "%.1f,%.1f ", to.at(p.Games), curveHeight*(1-p.Perfect.Loss))
		}
	}
	g.Random, g.Perfect = random.String(), perfect.String()
	g.Ticks = to.ticks(in)
	return g
}

// axis is a logarithmic axis of games that ends at its value.
type axis int64

// at returns the position of a number of games.
func (a axis) at(games int64) float64 {
	return curveWidth * math.Log10(float64(max(games, 1))) / math.Log10(float64(max(a, 10)))
}

// ticks returns marks at the powers of ten, labelled if there is room, and at the end.
func (a axis) ticks(in sentences.In) (all []Tick) {
	const room = 38 // width of a label
	end := max(int64(a), 10)
	each := 1
	if end >= 100_000_000 {
		each = 3
	}
	mark := func(games int64, label string) { all = append(all, Tick{fmt.Sprintf("%.1f", a.at(games)), label}) }
	for decade, games := 0, int64(1); games <= end; decade, games = decade+1, 10*games {
		label := []string{"1", "10", "100"}[decade%3] + []string{"", "k", "M", "G", "T", "P", "E"}[decade/3]
		if decade%each != 0 || games < end && a.at(end)-a.at(games) < room {
			label = ""
		}
		if mark(games, label); games == end {
			return all
		}
	}
	mark(end, strings.Replace(words.Short(end), ".", in.Decimal, 1))
	return all
}

// Area is the share of a move in a box over the games. It reaches down to the bottom, so later areas cover part of it.
type Area struct {
	Colour int // index from [menace.Colour]
	Path   string
}

const historyHeight = 56 // of a drawing of areas, which is as wide as the curve

// history draws what was in the box of a canonical position at each checkpoint, and what is in it now.
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
	const near = 2.5 // minimum distance between two points
	last := -near
	for _, p := range curve {
		if x := axis(games).at(p.Games); x >= last+near && len(p.Counts) == nth && p.Games > 0 {
			draw(x, p.Counts)
			last = x
		}
	}
	draw(curveWidth, m.Counts())
	for i := range areas {
		areas[i].Path = fmt.Sprintf("M0 %d%sV%dZ", historyHeight, paths[i].String(), historyHeight)
	}
	slices.Reverse(areas)
	return areas, axis(games).ticks(in)
}

// ScoreCurve is the running total of games that people played, with Michie's 3, 1 and −1 points, as a curve of 770 by
// 180.
type ScoreCurve struct {
	Score arena.Tally // counts the games for MENACE
	Games int         // at the end of the axis
	Path  string
	X, Y  float64 // coordinates of its end
	Grid  []ScoreMark
	Marks []ScoreMark // training, the latest with a label
}

type ScoreMark struct {
	At    float64
	Label string
	Left  bool // the label is on the left
}

const lineLeft, lineRight, lineTop, lineBottom = 66.0, 750.0, 34.0, 142.0 // the area of the curve

// ScoreCurveOf returns the curve of games, oldest first, with marks where sessions of training lay between them.
func ScoreCurveOf(in sentences.In, games []data.PlayedGame, sessions []data.Session) (l ScoreCurve) {
	totals := []float64{0}
	for _, g := range games {
		l.Score = l.Score.Plus(g.Tally())
		totals = append(totals, float64(l.Score.Score()))
	}
	low, high := slices.Min(totals), max(4, slices.Max(totals))
	l.Games = max(len(games), 10)
	x := func(n int) float64 { return lineLeft + (lineRight-lineLeft)*float64(n)/float64(l.Games) }
	y := func(v float64) float64 { return lineBottom - (lineBottom-lineTop)*(v-low)/(high-low) }

	var path strings.Builder
	const points = 400
	for n := 0; n <= len(games); n += max(1, len(games)/points) {
		fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(n, 1)], x(n), y(totals[n]))
	}
	l.X, l.Y = x(len(games)), y(totals[len(games)])
	fmt.Fprintf(&path, "L%.1f %.1f", l.X, l.Y)
	l.Path = path.String()

	step := math.Pow(10, math.Floor(math.Log10(high-low)))
	for (high-low)/step < 2 {
		step /= 2
	}
	for (high-low)/step > 4 {
		step *= 2
	}
	for v := math.Ceil(low/step) * step; v <= high; v += step {
		l.Grid = append(l.Grid, ScoreMark{At: y(v), Label: in.Count(int64(v))})
	}

	played, trained := 0, int64(0)
	for i, s := range sessions {
		for played < len(games) && games[played].Played.Before(s.Started) {
			played++
		}
		if n := len(l.Marks); n > 0 && l.Marks[n-1].At == x(played) {
			l.Marks = l.Marks[:n-1]
		} else {
			trained = 0
		}
		if trained += s.Games; trained > 0 {
			l.Marks = append(l.Marks, ScoreMark{At: x(played), Left: x(played) > (lineLeft+lineRight)/2})
			if i == len(sessions)-1 {
				l.Marks[len(l.Marks)-1].Label = in.Text("trained {n} games", "n", trained)
			}
		}
	}
	return l
}
