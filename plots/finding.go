package plots

// This file writes the titles of figures: the finding, with its numbers. Probabilities are stated per 100 games.

import (
	"cmp"
	"slices"

	"menace/menace/arena"
	"menace/plots/chart"
)

// ended is a line with the first and the last point of a measure.
type ended struct {
	name        string
	first, last chart.Point
}

// ends returns the ends of the lines that have two points of a measure.
func (s Series) ends(m Measure) (all []ended) {
	for _, l := range s.Lines {
		if points := l.points(m); len(points) > 1 {
			all = append(all, ended{l.Name, points[0], points[len(points)-1]})
		}
	}
	return all
}

// best returns the ends with the lowest and the highest last value.
func best(all []ended) (lowest, highest ended) {
	byValue := func(a, b ended) int { return cmp.Compare(a.last.Y, b.last.Y) }
	return slices.MinFunc(all, byValue), slices.MaxFunc(all, byValue)
}

// of100 formats a share as a number out of 100 games.
func (s Series) of100(share float64) string { return s.in().Fixed(100*share, chart.Digits(share)) }

// games formats the number of games at a point.
func (s Series) games(p chart.Point) string { return s.in().Count(int64(p.X)) }

// lesson returns the finding of a learning figure for one opponent: losses against perfect play, and wins against
// others. It returns "" if too little is known.
func (s Series) lesson(opponent string) string {
	outcome := "win"
	if opponent == "perfect" && !s.Drawless {
		outcome = "loss"
	}
	if !s.Exact(opponent) {
		return s.sampledLesson(opponent)
	}
	all := s.ends(Measure{Against: opponent, Name: outcome})
	if len(all) == 0 {
		return ""
	}
	in, one := s.in(), all[0]
	opponent = player(in, opponent)
	low, high := best(all)
	games, now, before := s.games(one.last), s.of100(one.last.Y), s.of100(one.first.Y)
	fewest, most := s.of100(low.last.Y), s.of100(high.last.Y)
	switch lost := outcome == "loss"; {
	case len(all) > 1 && fewest == most && lost:
		return in.Text("Against {opponent} they all lose {now} of 100 games at the end",
			"opponent", opponent, "now", most)
	case len(all) > 1 && fewest == most:
		return in.Text("Against {opponent} they all win {now} of 100 games at the end",
			"opponent", opponent, "now", most)
	case len(all) > 1 && lost:
		return in.Text("Fewest losses against {opponent} at the end: {best}, {fewest} of 100; most: {worst}, {most}",
			"opponent", opponent, "best", low.name, "fewest", fewest, "worst", high.name, "most", most)
	case len(all) > 1:
		return in.Text("Most wins against {opponent} at the end: {best}, {most} of 100; fewest: {worst}, {fewest}",
			"opponent", opponent, "best", high.name, "most", most, "worst", low.name, "fewest", fewest)
	case s.Sample != "" && lost:
		return in.Text("{now} of 100 games are lost to {opponent} after {games} games of training, "+
			"{first} after {start}",
			"now", now, "opponent", opponent, "games", games, "start", s.games(one.first), "first", before)
	case s.Sample != "":
		return in.Text("{now} of 100 games are won against {opponent} after {games} games of training, "+
			"{first} after {start}",
			"now", now, "opponent", opponent, "games", games, "start", s.games(one.first), "first", before)
	case lost:
		return in.Text("After {games} games {machine} loses {now} of 100 games to {opponent}; it began at {first}",
			"games", games, "machine", one.name, "now", now, "opponent", opponent, "first", before)
	}
	return in.Text("After {games} games {machine} wins {now} of 100 games against {opponent}; it began at {first}",
		"games", games, "machine", one.name, "now", now, "opponent", opponent, "first", before)
}

// sampledLesson is lesson for an opponent known only from played games, those of the first machine that met it.
func (s Series) sampledLesson(opponent string) string {
	for _, l := range s.Lines {
		if windows := l.sampled(opponent); len(windows) > 1 {
			first, last := windows[0], windows[len(windows)-1]
			won := func(w window) string { return s.of100(w.rate(func(t arena.Tally) int64 { return t.Win }).Y) }
			return s.in().Text("Of its last {games} games against {opponent} {machine} won {now} of 100, "+
				"of the first {first}",
				"games", s.in().Count(last.to.Games-last.from.Games), "opponent", player(s.in(), opponent),
				"machine", l.Name,
				"now", won(last), "first", won(first))
		}
	}
	return ""
}

// totals returns the finding about running totals; if michie is true, Michie's own are among them.
func (s Series) totals(curves []chart.Curve, michie bool) string {
	var all []ended
	for _, c := range curves {
		if n := len(c.Points); n > 1 {
			all = append(all, ended{c.Name, c.Points[0], c.Points[n-1]})
		}
	}
	if len(all) == 0 {
		return ""
	}
	in, one := s.in(), all[0]
	low, high := best(all)
	points := func(v float64) string { return in.Fixed(v, 0) }
	switch {
	case michie && len(all) == 1:
		games := arena.Tournament()
		final := games[len(games)-1]
		return in.Text("Michie’s machine has {michie} points after {until} games, and {machine} {now} after {games}",
			"michie", in.Count(int64(final.Total)), "until", in.Count(int64(final.Game)), "machine", one.name,
			"now", points(one.last.Y), "games", s.games(one.last))
	case len(all) > 1:
		return in.Text("Most points at the end: {best}, {most}; fewest: {worst}, {fewest}", "best", high.name,
			"most", points(high.last.Y), "worst", low.name, "fewest", points(low.last.Y))
	}
	middle := upTo(one.last.X/2, curves[0].Points)
	half := middle[len(middle)-1]
	if half.X <= one.first.X || half.X >= one.last.X {
		return ""
	}
	return in.Text("After {games} games {machine} has {now} points: {late} a game in the second half, "+
		"{early} in the first",
		"games", s.games(one.last), "machine", one.name, "now", points(one.last.Y),
		"late", in.Fixed((one.last.Y-half.Y)/(one.last.X-half.X), 1),
		"early", in.Fixed((half.Y-one.first.Y)/(half.X-one.first.X), 1))
}

// worst returns the finding about worst cases.
func (s Series) worst(m Measure) string {
	all := s.ends(m)
	if len(all) == 0 {
		return ""
	}
	in, one := s.in(), all[0]
	low, high := best(all)
	value := func(v float64) string { return in.Fixed(v, 2) }
	least, most := value(low.last.Y), value(high.last.Y)
	switch {
	case len(all) > 1 && least == most:
		return in.Text("At the end the worst case of all is {now}", "now", most)
	case len(all) > 1:
		return in.Text("Best worst case at the end: {best}, {most}; poorest: {worst}, {least}", "best", high.name,
			"most", most, "worst", low.name, "least", least)
	case s.Sample != "":
		return in.Text("After {games} games the worst case is {now}; after {start} it was {first}",
			"games", s.games(one.last), "now", most, "start", s.games(one.first), "first", value(one.first.Y))
	}
	return in.Text("After {games} games the worst case of {machine} is {now}; it began at {first}",
		"games", s.games(one.last), "machine", one.name, "now", most, "first", value(one.first.Y))
}

// hundreds returns the finding about the shares of played games.
func (s Series) hundreds() string {
	all := s.ends(PlayedShare("win"))
	if len(all) == 0 {
		return ""
	}
	if low, high := best(all); len(all) > 1 {
		return s.in().Text("Most wins at the end: {best}, {most} of 100; fewest: {worst}, {fewest}", "best", high.name,
			"most", s.of100(high.last.Y), "worst", low.name, "fewest", s.of100(low.last.Y))
	}
	return s.in().Text("{now} of 100 games are won before game {games}, {first} before game {start}",
		"games", s.games(all[0].last), "now", s.of100(all[0].last.Y), "start", s.games(all[0].first),
		"first", s.of100(all[0].first.Y))
}

// favourite returns the finding about the histories of boxes: the most decided box at the end.
func favourite(in chart.Language, histories []History) string {
	var of History
	var now Contents
	favourite, share := 0, -1.0
	for _, h := range histories {
		if len(h.Contents) == 0 || len(h.Moves) == 0 {
			continue
		}
		last := h.Contents[len(h.Contents)-1]
		i := slices.Index(last.Beads, slices.Max(last.Beads))
		if v, _ := last.value(i, true); v > share {
			of, now, favourite, share = h, last, i, v
		}
	}
	if share < 0 {
		return ""
	}
	box := boxName(in, of.Graph, of.Position)
	if total(now.Beads) == 0 {
		return in.Text("After {games} games the {box} of {machine} is empty", "games", in.Count(now.Games), "box", box,
			"machine", of.Name)
	}
	return in.Text("After {games} games the {box} of {machine} has {beads} of {all} beads for {move}: {chance}",
		"games", in.Count(now.Games), "box", box, "machine", of.Name, "beads", in.Count(now.Beads[favourite]),
		"all", in.Count(total(now.Beads)), "move", moveName(in, of.Graph, of.Position, of.Moves[favourite]),
		"chance", in.Share(share, chart.Digits(share)))
}

// headed returns a figure with its finding as the title, and with what is drawn at the beginning of the subtitle.
// Without a finding, the title is what is drawn.
func headed(f chart.Figure, finding string) chart.Figure {
	if finding == "" {
		return f
	}
	drawn := f.Title
	if f.Title = finding; f.Subtitle != "" {
		drawn += "; " + f.Subtitle
	}
	f.Subtitle = drawn
	return f
}
