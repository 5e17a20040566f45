package plots

// LearningOptions choose what a learning figure shows.
type LearningOptions struct {
	// Against names the opponents, a row of panels each; those met in training when empty.
	// Exact probabilities are known against "random" and "perfect", sampled rates against
	// those that a learner trained with.
	Against []string

	// Window is the fewest games over which a rate is sampled; 0 chooses by the curve's length.
	Window int64

	// Log makes the games axis logarithmic.
	Log bool
}

// exact returns the opponents against whom exact odds are known.
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
// mean. Where nothing exact is known the mean rates are the clear lines.
func Learning(learners []Learner, o LearningOptions) Figure {
	if len(o.Against) == 0 {
		o.Against = opponents(learners)
	}
	if o.Window < 1 {
		o.Window = fittingWidth(last(learners))
	}
	f := Figure{Title: "Learning curve of " + names(learners), Subtitle: trained(learners)}
	for _, opponent := range o.Against {
		f.Panels = append(f.Panels, learningRow(learners, opponent, o))
		if !Exact(opponent) {
			f.Subtitle += "; rates against " + opponent + ": " + meansOver(learners, o.Window, opponent)
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

// Exact tells whether exact odds against the opponent are known at every checkpoint.
func Exact(opponent string) bool { return exactly[opponent] != nil }

// meansOver tells of how many games the mean rates of the learners against opponents are.
func meansOver(learners []Learner, width int64, opponents ...string) string {
	var all []window
	for _, l := range learners {
		for _, opponent := range opponents {
			all = append(all, l.windows(opponent, width)...)
		}
	}
	return "means over " + widths(all) + ", with 95 % band of the mean"
}

// learningRow returns the panels of one opponent.
func learningRow(learners []Learner, opponent string, o LearningOptions) (row []Panel) {
	faint := meansOver(learners, o.Window, o.exact()...)
	panel := Panel{
		Title: "against " + opponent,
		X:     gamesAxis(last(learners), o.Log),
		Y:     Axis{Label: "share of games", Max: 1, Percent: true},
	}
	if len(learners) == 1 {
		for i, out := range outcomes {
			s := style{out.name, faint, i}
			panel.Curves = append(panel.Curves, learners[0].rates(opponent, out, o.Window, s)...)
		}
		return []Panel{panel.faintFirst()}
	}
	for _, out := range outcomes {
		panel := panel
		panel.Title = out.name + " " + panel.Title
		for i, l := range learners {
			s := style{l.Name, faint, i}
			panel.Curves = append(panel.Curves, l.rates(opponent, out, o.Window, s)...)
		}
		row = append(row, panel.faintFirst())
	}
	return row
}

// outcome is one way for a game to end, among exact odds and among counted games.
type outcome struct {
	name  string
	exact func(Odds) float64
	count func(Checkpoint) int64
}

var outcomes = [...]outcome{
	{"win", func(o Odds) float64 { return o.Win }, func(c Checkpoint) int64 { return c.Wins }},
	{"draw", func(o Odds) float64 { return o.Draw }, func(c Checkpoint) int64 { return c.Draws }},
	{"loss", func(o Odds) float64 { return o.Loss }, func(c Checkpoint) int64 { return c.Losses }},
}

// exactly holds the opponents against whom exact odds are known.
var exactly = map[string]func(Checkpoint) Odds{
	"random":  func(c Checkpoint) Odds { return c.Random },
	"perfect": func(c Checkpoint) Odds { return c.Perfect },
}

// style is what tells the curves of one rate from those of the next: their name, that of the faint
// one beside a clear one, and their colour and dash.
type style struct {
	name, faint string
	nth         int
}

func (s style) curve(points []Point) Curve {
	return Curve{Name: s.name, Points: points, Hue: s.nth, Dash: s.nth}
}

// rates returns the curves of one outcome against an opponent: sampled, exact, or both.
func (l Learner) rates(opponent string, out outcome, width int64, s style) (curves []Curve) {
	windows := l.windows(opponent, width)
	odds, known := exactly[opponent]
	if len(windows) > 0 {
		sampled := s.curve(make([]Point, len(windows)))
		for i, w := range windows {
			sampled.Points[i] = w.rate(out.count)
		}
		if known {
			sampled.Form, sampled.Dash = Faint, 0
			sampled.Name = s.faint
		}
		curves = append(curves, sampled)
	}
	if known {
		curves = append(curves, s.curve(l.points(func(c Checkpoint) float64 { return out.exact(odds(c)) })))
	}
	return curves
}
