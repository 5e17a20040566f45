package report

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/experiments/wording"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/experiment"
	"menace/menace/learners"
	"menace/menace/option"
	machines "menace/minimax/games"
	"menace/plots"
	"menace/plots/chart"
	"menace/plots/paper"
)

// Figures lists the figures of an experiment.
var Figures = []string{"learning", "score", "hundreds", "strength"}

// Figure selects the content of a figure of an experiment. Each cell is a line.
type Figure struct {
	Name  string // one of Figures
	Cells []int  // all if empty
	Band  string // one of bands; "" is ci for several lines without readings, else range
	Alive bool   // only machines that are alive at the end

	Against []string // learning: opponents; if empty, the training opponents of the cells
	Michie  bool     // score: with the tournament of 1961; hundreds: with the program of 1963
	Log     bool     // a logarithmic axis of games
}

// bands lists the kinds of bands around a line: the middle 90 % of the machines around their median; or the 95 %
// interval of their mean or, for machines that are alive at the end, of their median.
var bands = []string{"range", "ci"}

// Options lists the options of the figure.
func (f *Figure) Options() []option.Option {
	return option.Only([]option.Option{
		{Name: "cell", Meaning: "only the `CELL` with this number", Default: "all",
			Value: option.Ints(&f.Cells, 1, math.MaxInt64)},
		{Name: "band", Default: "ci for several lines; range for one, or beside readings",
			Meaning: "`WHAT` the band shows: range, the middle 90 % of the machines around their median; or ci, the " +
				"95 % interval of their mean, or with --alive of their median",
			Value: option.Word(&f.Band, bands...)},
		{Name: "alive", Meaning: "follow only machines that are alive at the end", Value: option.Switch(&f.Alive)},
		{Name: "against", Meaning: "show rates against this `OPPONENT`", Default: "those the cells trained with",
			Complete: "player", Value: option.Words(&f.Against)},
		{Name: "michie", Meaning: "add what Michie published: every game of his tournament of 1961, " +
			"or runs of his program of 1963",
			Value: option.Switch(&f.Michie)},
		{Name: "log", Meaning: "use a logarithmic axis of games, which spreads out the early ones",
			Value: option.Switch(&f.Log)},
	}, map[string][]string{
		"learning": {"cell", "band", "against", "log"},
		"score":    {"cell", "band", "alive", "michie"},
		"hundreds": {"cell", "band", "alive", "michie"},
		"strength": {"cell", "band", "alive", "log"},
	}[f.Name]...)
}

// Draw draws a figure of an experiment, and returns notes on what it lacks.
func (f Figure) Draw(ctx context.Context, db *data.DB, e *data.Experiment) (paper.Drawing, []string, error) {
	s, err := f.study(ctx, db, e)
	if err != nil {
		return nil, nil, err
	}
	summarize := Course
	if f.Name == "hundreds" {
		summarize = playedShares
	}
	series, err := s.series(ctx, db, summarize)
	if err != nil {
		return nil, nil, err
	}
	shorten(&series)
	if f.Michie && series.Game != menace.Michie().Game {
		return nil, nil, option.Wrong("michie", mistake.Errorf("Michie published results of tic-tac-toe only"))
	}
	switch f.Name {
	case "learning":
		options := plots.LearningOptions{Log: f.Log}
		for _, name := range f.Against {
			opponent := arena.CanonicalName(name)
			if !series.Exact(opponent) {
				return nil, nil, option.Wrong("against", mistake.Errorf(
					"no rates against %s: replicates are measured only against %s",
					opponent, strings.Join(series.Measured, ", ")))
			}
			options.Against = append(options.Against, opponent)
		}
		return series.Learning(options), s.notes, nil
	case "score":
		return series.Score(f.Michie, f.Log), s.notes, nil
	case "hundreds":
		var published []arena.Reading
		if f.Michie {
			published = program1963(e.Cells[s.Cells[0]-1])
		}
		return series.Hundreds(published, f.Log), s.notes, nil
	}
	return series.Strength(f.Log), s.notes, nil
}

// maxLines is the largest number of lines that can be distinguished in one figure.
const maxLines = 7

// study is an experiment as shown in a figure.
type study struct {
	Figure   // with the defaults that depend on the experiment
	e        *data.Experiment
	stored   []int // number of machines shown for each cell
	bankrupt bool  // some of the machines shown go bankrupt
	unbanded bool  // there are too few machines for an interval
	notes    []string
}

// study returns an error if the options do not fit the experiment, or select more than maxLines cells.
func (f Figure) study(ctx context.Context, db *data.DB, e *data.Experiment) (*study, error) {
	if err := CheckCells(e, f.Cells...); err != nil {
		return nil, option.Wrong("cell", err)
	}
	f.Cells = chosen(e, f.Cells)
	if len(f.Cells) > maxLines {
		return nil, option.Wrong("cell", mistake.Errorf(
			"a figure shows up to %d cells, and %s has %d: choose among them", maxLines, e.Name, len(f.Cells)))
	}
	usual := "range"
	if len(f.Cells) > 1 && !f.Michie { // ranges overlap, but published runs should lie in one
		usual = "ci"
	}
	f.Band = cmp.Or(f.Band, usual)
	s := &study{Figure: f, e: e}
	done, err := db.CountStored(ctx, e, 0, e.Replicates())
	if text := wording.Unfinished(e.Name, done, e.Replicates()); text != "" {
		s.notes = append(s.notes, text)
	}
	return s, err
}

// course summarizes machines of a cell at each checkpoint, like [Course].
type course func(
	ctx context.Context, db *data.DB, e *data.Experiment, cell int, alive bool,
) (groups []Group, bankrupt bool, err error)

// series returns a line for each cell.
func (s *study) series(ctx context.Context, db *data.DB, summarize course) (series plots.Series, err error) {
	graph, err := s.e.Graph()
	if err != nil {
		return series, err
	}
	var courses [][]Group
	for _, cell := range s.Cells {
		groups, bankrupt, err := summarize(ctx, db, s.e, cell, s.Alive)
		if err != nil {
			return series, err
		}
		courses, s.stored = append(courses, groups), append(s.stored, groups[0].N)
		s.bankrupt = s.bankrupt || bankrupt
	}
	of, fewest := "mean", 2
	if s.Alive {
		of, fewest = "median", fewestForMedian
	}
	if n := slices.Min(s.stored); s.Band == "ci" && n < fewest {
		s.unbanded = true
		s.notes = slices.Insert(s.notes, 0,
			fmt.Sprintf("the %s of %s has no interval, so there is no band", of, words.Plural(n, "run")))
	}
	series = plots.Series{
		Sample: s.e.Name, Language: language.English, Game: machines.Short(graph.Name()), Drawless: !graph.Drawable(),
		Measured: s.e.Design.Opponents(), Opponents: exactOpponents(s.e),
	}
	series.Note, series.Bands = s.describe()
	names := s.names()
	for i := range s.Cells {
		series.Lines = append(series.Lines, s.line(words.Minus(names[i]), courses[i]))
	}
	return series, nil
}

// names returns the names of the lines: the learner, with its settings if lines would have the same name otherwise.
func (s *study) names() (names []string) {
	var full []string
	others, distinct := false, true
	for _, number := range s.Cells {
		cell := s.e.Cells[number-1]
		name, settings := "Matchboxes", sentences.RulesAndSide(cell.Rules)
		if spec, err := learners.Parse(cell.Learner); err == nil {
			others = true
			title, parameters := spec.Title()
			name, settings = title, title+", "+parameters
			if parameters == "" {
				settings = title
			}
		}
		against := wording.Place(cell) + ", trained against " + cell.Opponent
		if cell.Learner == "" {
			full = append(full, settings+", trained against "+cell.Opponent)
		} else {
			full = append(full, settings+against)
		}
		distinct = distinct && !slices.Contains(names, name+against)
		names = append(names, name+against)
	}
	if others && distinct {
		return names
	}
	return full
}

// fewestForMedian is the smallest number of machines for which the median has a 95 % interval: the whole range of n
// machines misses it with probability 2·2⁻ⁿ.
const fewestForMedian = 6

// line returns the line that shows a cell's groups, one for each checkpoint.
func (s *study) line(name string, groups []Group) plots.Line {
	curves := map[plots.Measure][]chart.Point{}
	for i, g := range groups {
		for m, summary := range g.Summaries {
			curves[plots.Measure(m)] = append(curves[plots.Measure(m)], s.point(s.e.Checkpoints[i], summary))
		}
	}
	return plots.Line{Name: name, Summary: curves}
}

// point returns the point of a line that shows a summary at a checkpoint.
func (f Figure) point(games int64, s experiment.Summary) chart.Point {
	p := chart.Point{X: float64(games), Y: s.Median}
	switch {
	case f.Band == "range":
		p.Low, p.High = s.P5, s.P95
	case f.Alive:
		p.Low, p.High = s.MedianInterval.Low, s.MedianInterval.High
	default:
		p.Y, p.Low, p.High = s.Mean, s.Interval.Low, s.Interval.High
	}
	return p
}

// describe explains the lines, with the number of machines, and the bands; it returns "" for bands if there are none.
func (s *study) describe() (note, bands string) {
	note, bands = "median of "+s.runs(), "bands of 5–95 %"
	switch {
	case s.Band == "ci" && s.Alive:
		bands = "bands of the exact 95 % interval of the median"
	case s.Band == "ci":
		note, bands = "mean of "+s.runs(), "bands of the 95 % t interval of the mean"
	}
	if s.unbanded {
		bands = ""
	}
	if s.bankrupt && !s.Alive {
		note += "; " + wording.Bankrupt
	}
	return note, bands
}

// runs describes the machines that the figure shows.
func (s *study) runs() string {
	fewest, most, planned := slices.Min(s.stored), slices.Max(s.stored), words.Plural(s.e.Runs, "run")
	if len(s.stored) > 1 {
		planned += " of each"
	}
	switch {
	case s.Alive:
		texts := make([]string, len(s.stored))
		for i, n := range s.stored {
			texts[i] = words.Count(n)
		}
		return fmt.Sprintf("the machines that are alive at the end, %s of %s",
			strings.Join(texts, ", "), words.Count(s.e.Runs))
	case int64(fewest) == s.e.Runs:
		return planned
	case fewest == most:
		return fmt.Sprintf("%s of the %s", words.Count(most), planned)
	}
	return fmt.Sprintf("%s to %s of the %s", words.Count(fewest), words.Count(most), planned)
}

// exactOpponents returns the opponents that cells trained with and are measured against, or perfect if there are none.
func exactOpponents(e *data.Experiment) []string {
	met := slices.DeleteFunc(slices.Clone(e.Design.Opponents()), func(name string) bool {
		return !slices.ContainsFunc(e.Cells, func(c experiment.Cell) bool { return c.Opponent == name })
	})
	if len(met) == 0 {
		return []string{"perfect"}
	}
	return met
}

// shorten moves the words that all names of lines begin with, and whole settings that they all end with, to the note.
func shorten(s *plots.Series) {
	names := make([][]string, len(s.Lines))
	before, after := math.MaxInt, math.MaxInt
	for i, l := range s.Lines {
		names[i] = strings.Fields(l.Name)
		before = sharedWords(names[0], names[i], before)
	}
	for i, name := range names {
		names[i] = name[before:]
		slices.Reverse(names[i])
		after = sharedWords(names[0], names[i], after)
	}
	within := func(name []string) bool { return !strings.HasSuffix(name[after], ",") } // the end of name is reversed
	for after > 0 && slices.ContainsFunc(names, within) {
		after--
	}
	if len(names) < 2 || before+after == 0 {
		return
	}
	ends := strings.Fields(s.Lines[0].Name)
	s.Note += "; each line is " +
		strings.TrimSpace(strings.Join(ends[:before], " ")+" … "+strings.Join(ends[len(ends)-after:], " "))
	for i, name := range names {
		slices.Reverse(name)
		s.Lines[i].Name = strings.TrimRight(strings.Join(name[:len(name)-after], " "), ",")
	}
}

// sharedWords returns the number of words, up to most, at the beginning of both names, without taking all words of
// either.
func sharedWords(a, b []string, most int) (n int) {
	for n < min(most, len(a)-1, len(b)-1) && a[n] == b[n] {
		n++
	}
	return n
}
