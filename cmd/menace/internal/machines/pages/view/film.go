package view

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"html/template"
	"math"
	"slices"

	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/sentences"
	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// filmHead describes a film to the script of the page. It is followed by the counts of all beads: those of the first
// frame, then the differences from frame to frame, as signed varints.
type filmHead struct {
	From  int64     `json:"from"` // games before the run that the page replays
	Games []int64   `json:"games"`
	Won   []float64 `json:"won"`  // against random play
	Lost  []float64 `json:"lost"` // to perfect play

	// Sentences about each frame, and about what the run has changed.
	Findings []template.HTML `json:"findings"`
	Captions []string        `json:"captions"`
	Says     []string        `json:"says"`
	End      string          `json:"end"`

	Boxes []filmBox `json:"boxes"` // in the order of the counts
}

// filmBox describes a box: its code, and for each of its moves the cell where it is shown and whether it is a move of
// perfect play.
type filmBox struct {
	Code symmetry.Position `json:"code"`
	To   []int             `json:"to"`
	Wise []int             `json:"wise"` // 1 or 0
}

// FilmOf encodes a film of a machine: one line of JSON, and then the counts, all compressed by gzip.
func FilmOf(in sentences.In, m *menace.Machine, f live.Film) ([]byte, error) {
	head := filmHead{From: f.From, End: change(in, m, f)}
	for bead := range m.Beads() {
		if n := len(head.Boxes); n == 0 || head.Boxes[n-1].Code != bead.Code {
			head.Boxes = append(head.Boxes, filmBox{Code: bead.Code})
		}
		box := &head.Boxes[len(head.Boxes)-1]
		box.To = append(box.To, m.Graph().Cell(bead.Code, bead.Move))
		isWise := 0
		if wise(m.Graph(), bead.Code)(bead.Move) {
			isWise = 1
		}
		box.Wise = append(box.Wise, isWise)
	}
	var counts []byte
	last := make([]int64, len(m.Counts()))
	for i, p := range f.Points {
		head.Games = append(head.Games, p.Games)
		head.Won = append(head.Won, math.Round(1e4*p.Random.Win)/1e4)
		head.Lost = append(head.Lost, math.Round(1e4*p.Perfect.Loss)/1e4)
		head.Findings = append(head.Findings, FindingOf(f.Points[:i+1], p).Heading(in))
		head.Captions = append(head.Captions, caption(in, m, f.Points[max(i-1, 0)], p))
		head.Says = append(head.Says, in.Text("Game {game}: loses {lost} of 100 to perfect play", "game", p.Games,
			"lost", outOf100(p.Perfect.Loss)))
		for k, n := range p.Counts {
			counts = binary.AppendVarint(counts, n-last[k])
		}
		last = p.Counts
	}
	text, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	var film bytes.Buffer
	packed := gzip.NewWriter(&film)
	packed.Write(append(text, '\n'))
	packed.Write(counts)
	err = packed.Close()
	return film.Bytes(), err
}

// caption describes the games between two points of a film, and their effect.
func caption(in sentences.In, m *menace.Machine, before, now arena.Point) string {
	games := now.Tally.Minus(before.Tally)
	numbers, difference := changed(m, before, now)
	switch {
	case now.Games == 0:
		return in.Text("Before the first game the machine prefers no move.")
	case games.Games() != 1:
		return in.Text("Games {from} to {to}: {won} won, {drawn} drawn, {lost} lost. Beads changed in {n} boxes.",
			"from", before.Games+1, "to", now.Games, "won", games.Win, "drawn", games.Draw, "lost", games.Loss,
			"n", len(numbers))
	case len(numbers) == 0:
		return in.Text("Game {game} changed no box.", "game", now.Games)
	}
	var list []string
	for _, n := range numbers {
		list = append(list, in.Count(int64(n)))
	}
	places := []any{"game", now.Games, "boxes", in.List(list, in.And), "gain", in.Gain(difference)}
	switch {
	case games.Win == 1:
		return in.Text("Game {game}: won. Beads in the boxes {boxes}: {gain} each.", places...)
	case games.Draw == 1:
		return in.Text("Game {game}: drawn. Beads in the boxes {boxes}: {gain} each.", places...)
	}
	return in.Text("Game {game}: lost. Beads in the boxes {boxes}: {gain} each.", places...)
}

// changed returns the numbers of the boxes that differ between two points, and the change of the first bead that
// differs.
func changed(m *menace.Machine, before, now arena.Point) (numbers []int, difference int64) {
	nth := 0
	for bead := range m.Beads() {
		if d := now.Counts[nth] - before.Counts[nth]; d != 0 {
			o, _ := m.Graph().Find(bead.Code)
			if number := m.Number(o); !slices.Contains(numbers, number) {
				numbers = append(numbers, number)
			}
			if difference == 0 {
				difference = d
			}
		}
		nth++
	}
	return numbers, difference
}

// change describes the effect of a run: how many boxes changed, and the mean share of beads for mistakes in the boxes
// where a mistake is possible.
func change(in sentences.In, m *menace.Machine, f live.Film) string {
	first, last := f.Points[0], f.Points[len(f.Points)-1]
	for _, p := range f.Points {
		if p.Games <= f.From {
			first = p
		}
	}
	if first.Games == last.Games {
		first = f.Points[0]
	}
	numbers, _ := changed(m, first, last)
	return in.Text("{boxes} of {all} boxes changed. In the average box {now} of 100 beads are now for mistakes; "+
		"before, {before}.", "boxes", len(numbers), "all", m.Boxes(), "now", outOf100(mistakes(m, last.Counts)),
		"before", outOf100(mistakes(m, first.Counts)))
}

// mistakes returns the mean share of beads for mistakes in the boxes that are not empty and where a mistake is
// possible.
func mistakes(m *menace.Machine, counts []int64) float64 {
	sum, boxes := 0.0, 0
	at := 0
	for _, o := range m.Graph().Choices(m.Rules().Plays) {
		right, wrong, can := int64(0), int64(0), false
		best := solution(m.Graph()).Best(o)
		for i := range m.Moves(o).All() {
			if best.Has(i) {
				right += counts[at]
			} else {
				wrong, can = wrong+counts[at], true
			}
			at++
		}
		if can && right+wrong > 0 {
			sum += float64(wrong) / float64(right+wrong)
			boxes++
		}
	}
	return sum / float64(max(boxes, 1))
}

// Moment is a machine in its state after the games of one of its points.
type Moment struct {
	Machine                 *menace.Machine
	Game                    int64
	First, Back, Next, Last int64 // games of other points
	Finding                 Finding
	Caption                 string
	Curve                   Curve
}

// MomentOf returns the last point of a machine at or before a game, or the first point.
func MomentOf(in sentences.In, now *menace.Machine, points []arena.Point, game int64) (*Moment, error) {
	i := 0
	for i+1 < len(points) && points[i+1].Games <= game {
		i++
	}
	m := &Moment{
		Machine: now.Copy(), Game: points[i].Games, First: points[0].Games, Back: points[max(i-1, 0)].Games,
		Next: points[min(i+1, len(points)-1)].Games, Last: points[len(points)-1].Games,
		Finding: FindingOf(points[:i+1], points[i]), Caption: caption(in, now, points[max(i-1, 0)], points[i]),
		Curve: curveAt(in, points, points[i]),
	}
	return m, m.Machine.SetCounts(points[i].Counts)
}
