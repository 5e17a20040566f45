package plots

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"menace/menace/arena"
	"menace/plots/chart"
)

// Measure names a number that changes as machines learn.
type Measure struct {
	Against string // an opponent, "worst" for the worst reply, or "played" for the games that were played
	Name    string // "win", "draw", "loss", "value" for wins minus losses, or "score" for 3·wins + draws − losses
}

// Series is the data for the curves of a figure. Each line is a machine, or summarizes many machines.
type Series struct {
	Lines    []Line
	Game     string         // name of the game
	Drawless bool           // the game cannot be drawn
	Language chart.Language // English if nil

	// The following fields are for lines that summarize many machines, and empty for machines.
	Sample    string   // what the lines belong to, such as the name of an experiment
	Note      string   // meaning of the lines, and the number of machines
	Bands     string   // meaning of the bands, or empty if there are none
	Measured  []string // opponents with known exact probabilities
	Opponents []string // default opponents of a learning figure
}

// Line is one machine, or a summary of many.
type Line struct {
	Name string

	// The following fields are for a machine.
	Met   []Span        // its opponents in order, covering all its games
	Curve []arena.Point // in order of games

	// Summary holds, for many machines, a value and a band for each measure at the checkpoints, in order of games.
	Summary map[Measure][]chart.Point
}

// Span is a number of consecutive games against one opponent.
type Span struct {
	Opponent string // its name on the command line, such as "noisy:0.2", or People or Unknown
	Games    int64
}

// People is the opponent name for games against people.
const People = "people"

// Unknown is the opponent of games whose opponent is not recorded.
const Unknown = "people or unknown"

// Exact reports whether exact probabilities against the opponent are known at every checkpoint.
func (s Series) Exact(opponent string) bool {
	if s.Sample != "" {
		return slices.Contains(s.Measured, opponent)
	}
	return opponent == "random" || opponent == "perfect" // see arena.Point
}

func (s Series) in() chart.Language { return cmp.Or(s.Language, chart.English) }

// whose returns the names of the machines, or of the sample, that a figure is about.
func (s Series) whose() string { return cmp.Or(s.Sample, s.names()) }

// figure returns a figure with a title and without panels. The note applies to samples only.
func (s Series) figure(title, note string) chart.Figure {
	if s.Sample == "" {
		return chart.Figure{Title: title, Subtitle: s.trained(), Language: s.in()}
	}
	return chart.Figure{Title: title, Subtitle: s.Note + note, Bands: s.Bands, Language: s.in()}
}

// fewCheckpoints is the largest number of checkpoints that get marks, because a line through them is not a curve.
const fewCheckpoints = 12

// curves returns a clear curve for each line, with its own colour and dash.
func (s Series) curves(m Measure) []chart.Curve {
	curves := make([]chart.Curve, len(s.Lines))
	for i, l := range s.Lines {
		points := l.points(m)
		marked := s.Sample != "" && len(points) <= fewCheckpoints
		curves[i] = chart.Curve{Name: l.Name, Points: points, Hue: i, Dash: i, Marked: marked}
	}
	return curves
}

// panel returns a panel of the series' curves. A logarithmic axis begins at the first checkpoint.
func (s Series) panel(title string, x, y chart.Axis, curves []chart.Curve) chart.Panel {
	first := math.Inf(1)
	for _, c := range curves {
		if points := x.Visible(c.Points); len(points) > 0 && x.Log {
			first = min(first, points[0].X)
		}
	}
	if first < x.Max {
		x.Min = first
	}
	return chart.Panel{Title: title, X: x, Y: y, Curves: curves}
}

func (l Line) points(m Measure) []chart.Point {
	if l.Summary != nil {
		return l.Summary[m]
	}
	points := make([]chart.Point, len(l.Curve))
	for i, p := range l.Curve {
		points[i] = chart.Point{X: float64(p.Games), Y: p.Number(m.Against, m.Name)}
	}
	return points
}

var score = Measure{Against: "played", Name: "score"}

// last returns the number of games at the end of the longest line of a measure.
func (s Series) last(m Measure) (games float64) {
	for _, l := range s.Lines {
		if points := l.points(m); len(points) > 0 {
			games = max(games, points[len(points)-1].X)
		}
	}
	return games
}

// minLesson is the smallest number of consecutive games against people that gets a panel.
const minLesson = 10

// opponents returns the names of the machines' opponents, in the order in which they were first met. It omits Unknown,
// and also People if there were fewer than minLesson consecutive games, unless there are no others.
func opponents(lines []Line) (names []string) {
	var others []string
	for _, l := range lines {
		for _, s := range l.Met {
			list := &names
			if s.Opponent == People && l.longestRun(People) < minLesson || s.Opponent == Unknown {
				list = &others
			}
			if !slices.Contains(*list, s.Opponent) {
				*list = append(*list, s.Opponent)
			}
		}
	}
	if len(names) == 0 {
		return others
	}
	return names
}

// longestRun returns the largest number of consecutive games against the opponent.
func (l Line) longestRun(opponent string) (games int64) {
	for _, s := range merged(l.Met) {
		if s.Opponent == opponent {
			games = max(games, s.Games)
		}
	}
	return games
}

// faced reports whether all games from+1 to to were against the opponent.
func (l Line) faced(opponent string, from, to int64) bool {
	start := int64(0)
	for _, s := range l.Met {
		end := start + s.Games
		if start < to && from < end && s.Opponent != opponent {
			return false
		}
		start = end
	}
	return start >= to
}

func (s Series) names() string {
	list := make([]string, len(s.Lines))
	for i, l := range s.Lines {
		list[i] = l.Name
	}
	return and(s.in(), list)
}

// maxListed is the largest number of words in a heading's list.
const maxListed = 6

// shortened returns the first maxListed words, and the number of the rest.
func shortened(in chart.Language, words []string) []string {
	if len(words) <= maxListed {
		return words
	}
	rest := in.Count(int64(len(words) - maxListed + 1))
	return append(slices.Clone(words[:maxListed-1]), in.Text("{rest} more", "rest", rest))
}

// and joins words, such as "a, b and c", or "a, b, c, d, e and 5 more".
func and(in chart.Language, words []string) string {
	words = shortened(in, words)
	if n := len(words); n > 1 {
		return in.Text("{list} and {last}", "list", strings.Join(words[:n-1], ", "), "last", words[n-1])
	}
	return strings.Join(words, "")
}

// trained describes the opponents of the machines, only once if all machines had the same.
func (s Series) trained() string {
	var stories, named []string
	for _, l := range s.Lines {
		story := l.story(s.in())
		stories, named = append(stories, story), append(named, l.Name+": "+story)
	}
	switch {
	case len(s.Lines) == 1:
		return stories[0]
	case len(distinct(stories)) == 1:
		return s.in().Text("each {story}", "story", stories[0])
	}
	return strings.Join(shortened(s.in(), named), "; ")
}

// story describes the opponents of a machine, such as "5,000 games against random moves, then 100 games
// against perfect play".
func (l Line) story(in chart.Language) string {
	var parts []string
	for _, s := range merged(l.Met) {
		parts = append(parts, in.Text("{n} games against {opponent}", "n", s.Games, "opponent", player(in, s.Opponent)))
	}
	return strings.Join(shortened(in, parts), in.Text(", then "))
}

func merged(spans []Span) (joined []Span) {
	for _, s := range spans {
		if n := len(joined); n > 0 && joined[n-1].Opponent == s.Opponent {
			joined[n-1].Games += s.Games
			continue
		}
		joined = append(joined, s)
	}
	return joined
}
