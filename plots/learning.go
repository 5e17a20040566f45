package plots

import (
	"cmp"
	"fmt"
	"slices"
)

// LearningOptions choose what a learning figure shows.
type LearningOptions struct {
	// Against names the opponents, a row of panels each; those met in training when empty.
	// Exact probabilities are known against "random" and "perfect", sampled rates against
	// those that a learner trained with.
	Against []string

	// Window is the fewest games over which a rate is sampled; 0 chooses for each learner by the most
	// games in a row that it played against the opponent.
	Window int64

	// Log makes the games axis logarithmic.
	Log bool
}

// exact returns the opponents against whom exact probabilities are known.
func (o LearningOptions) exact() (names []string) {
	for _, opponent := range o.Against {
		if Exact(opponent) {
			names = append(names, opponent)
		}
	}
	return names
}

// Learning shows the rates of wins, draws and losses over games: for one learner in one panel an
// opponent, for several in a panel an outcome. The exact probabilities are the clear lines; the
// mean rates of a moving window, at its middle, are the faint ones, with the 95 % Wilson band of the
// mean. Opponents against whom nothing is known have no panels.
func Learning(learners []Learner, o LearningOptions) Figure {
	if len(o.Against) == 0 {
		o.Against = opponents(learners)
	}
	f := Figure{Title: "Learning curve of " + names(learners), Subtitle: trained(learners)}
	for _, opponent := range o.Against {
		row := learningRow(learners, opponent, o)
		if !slices.ContainsFunc(row, Panel.known) {
			continue
		}
		f.Panels = append(f.Panels, row)
		if !Exact(opponent) {
			f.Subtitle += "; rates against " + opponent + " are " + o.meansOver(learners, opponent)
			f.Bands = "bands of 95 % around the means"
		}
	}
	if exact := o.exact(); len(exact) > 0 {
		f.Subtitle += "; strong lines against " + and(exact) + " are exact"
	}
	if len(f.rows()) == 1 {
		f.Title += " " + f.Panels[0][0].Title
		f.Panels[0][0].Title = ""
	}
	return f
}

// Exact tells whether exact probabilities against the opponent are known at every checkpoint.
func Exact(opponent string) bool { return exactly[opponent] != nil }

// known tells whether there is anything on the panel.
func (p Panel) known() bool {
	return slices.ContainsFunc(p.Curves, func(c Curve) bool { return len(c.Points) > 0 })
}

// sampled returns the windows for the rates of a learner against an opponent.
func (o LearningOptions) sampled(l Learner, opponent string) []window {
	width := o.Window
	if width < 1 {
		run := l.longestRun(opponent)
		width = min(fittingWidth(run), max(1, run/2))
	}
	return l.windows(opponent, width)
}

// LongestRun returns the most games in a row that one of the learners played against one of the
// opponents of the figure.
func (o LearningOptions) LongestRun(learners []Learner) (games int64) {
	if len(o.Against) == 0 {
		o.Against = opponents(learners)
	}
	for _, l := range learners {
		for _, opponent := range o.Against {
			games = max(games, l.longestRun(opponent))
		}
	}
	return games
}

// Unsampled tells of each learner that played against an opponent of the figure, and never as many games
// in a row as a window holds, so that the figure shows no mean rates of it.
func (o LearningOptions) Unsampled(learners []Learner) (notes []string) {
	if len(o.Against) == 0 {
		o.Against = opponents(learners)
	}
	for _, l := range learners {
		for _, opponent := range o.Against {
			if run := l.longestRun(opponent); run > 0 && len(o.sampled(l, opponent)) == 0 {
				notes = append(notes, fmt.Sprintf("no mean rates of %s against %s, which it met in %s games in a row at most: too few for the window",
					l.Name, opponent, thousands(float64(run))))
			}
		}
	}
	return notes
}

// meansOver tells of how many games the mean rates of the learners against opponents are.
func (o LearningOptions) meansOver(learners []Learner, opponents ...string) string {
	var all []window
	for _, l := range learners {
		for _, opponent := range opponents {
			all = append(all, o.sampled(l, opponent)...)
		}
	}
	return "means over " + widths(all)
}

// learningRow returns the panels of one opponent.
func learningRow(learners []Learner, opponent string, o LearningOptions) (row []Panel) {
	faint := ""
	if len(o.exact()) > 0 {
		faint = o.meansOver(learners, o.Against...) + ", with 95 % band of the mean"
	}
	panel := Panel{
		Title: "against " + opponent,
		X:     gamesAxis(last(learners), o.Log),
		Y:     Axis{Label: "share of games", Max: 1, Percent: true},
	}
	if len(learners) == 1 {
		for i, out := range outcomes {
			s := style{out.name, faint, i}
			panel.Curves = append(panel.Curves, learners[0].rates(opponent, out, o.sampled(learners[0], opponent), s)...)
		}
		return []Panel{panel.faintFirst()}
	}
	for _, out := range outcomes {
		panel := panel
		panel.Title = out.name + " " + panel.Title
		for i, l := range learners {
			s := style{l.Name, faint, i}
			panel.Curves = append(panel.Curves, l.rates(opponent, out, o.sampled(l, opponent), s)...)
		}
		row = append(row, panel.faintFirst())
	}
	return row
}

// outcome is one way for a game to end, among exact probabilities and among counted games.
type outcome struct {
	name  string
	exact func(WDL) float64
	count func(Checkpoint) int64
}

var outcomes = [...]outcome{
	{"win", func(o WDL) float64 { return o.Win }, func(c Checkpoint) int64 { return c.Wins }},
	{"draw", func(o WDL) float64 { return o.Draw }, func(c Checkpoint) int64 { return c.Draws }},
	{"loss", func(o WDL) float64 { return o.Loss }, func(c Checkpoint) int64 { return c.Losses }},
}

// exactly holds the opponents against whom exact probabilities are known.
var exactly = map[string]func(Checkpoint) WDL{
	"random":  func(c Checkpoint) WDL { return c.Random },
	"perfect": func(c Checkpoint) WDL { return c.Perfect },
}

// style is what tells the curves of one rate from those of the next: their name, their colour and
// dash. The faint ones share a name where there are clear ones, whose names tell the colours.
type style struct {
	name, faint string
	nth         int
}

func (s style) curve(points []Point) Curve {
	return Curve{Name: s.name, Points: points, Hue: s.nth, Dash: s.nth}
}

// rates returns the curves of one outcome against an opponent: sampled, exact, or both. No sampled one
// is clear.
func (l Learner) rates(opponent string, out outcome, windows []window, s style) (curves []Curve) {
	wdl, known := exactly[opponent]
	if len(windows) > 0 {
		sampled := s.curve(make([]Point, len(windows)))
		for i, w := range windows {
			sampled.Points[i] = w.rate(out.count)
		}
		sampled.Form, sampled.Alone = Faint, s.name+", mean rate"
		sampled.Name = cmp.Or(s.faint, sampled.Alone)
		if known {
			sampled.Dash = 0
		}
		curves = append(curves, sampled)
	}
	if known {
		curves = append(curves, s.curve(l.points(func(c Checkpoint) float64 { return out.exact(wdl(c)) })))
	}
	return curves
}
