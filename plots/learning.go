package plots

import (
	"cmp"
	"slices"
	"strings"

	"menace/menace/arena"
	"menace/plots/chart"
)

// LearningOptions are the options of a learning figure.
type LearningOptions struct {
	// Against lists the opponents, each of which gets a row of panels. If it is empty, they are the opponents of the
	// series or of the machines. Rates are exact if [Series.Exact] is true for the opponent, and sampled if a machine
	// met it.
	Against []string
	Log     bool // the axis of games is logarithmic
}

// withOpponents returns the options with the opponents that the figure shows.
func (o LearningOptions) withOpponents(s Series) LearningOptions {
	if len(o.Against) == 0 {
		o.Against = slices.Concat(s.Opponents, opponents(s.Lines)) // one of the two is empty
	}
	return o
}

// Learning shows the rates of wins, draws and losses over games. A single machine gets one panel for each opponent,
// several lines get one for each outcome. Exact probabilities are clear lines. Mean rates over a moving window, plotted
// at its middle, are faint lines with their 95 % Wilson band. Opponents without data have no panels.
func (s Series) Learning(o LearningOptions) chart.Figure {
	o = o.withOpponents(s)
	in := s.in()
	f := s.figure(in.Text("Learning curve of {names}", "names", s.whose()), "; exact probabilities")
	exact := slices.DeleteFunc(slices.Clone(o.Against), func(opponent string) bool { return !s.Exact(opponent) })
	finding, faint := "", false
	for _, opponent := range o.Against {
		row := s.learningRow(opponent, o)
		if !slices.ContainsFunc(row, known) {
			continue
		}
		f.Panels = append(f.Panels, row)
		finding = cmp.Or(finding, s.lesson(opponent))
		if !s.Exact(opponent) {
			f.Subtitle += "; " + in.Text("rates against {opponent} are means over {games}", "opponent", opponent,
				"games", s.meansOver(opponent))
			f.Bands = in.Text("bands of 95 % around the means")
		}
		faint = faint || slices.ContainsFunc(s.Lines, func(l Line) bool {
			return s.Exact(opponent) && len(l.sampled(opponent)) > 0
		})
	}
	if s.Sample == "" && len(exact) > 0 {
		f.Subtitle += "; " + in.Text("strong lines against {opponents} are exact", "opponents", and(in, exact))
	}
	if faint {
		f.Subtitle += "; " + in.Text("faint lines are means over {games}, with bands of 95 %",
			"games", s.meansOver(exact...))
	}
	if !slices.ContainsFunc(f.Panels, func(row []chart.Panel) bool { return row[0].Curves != nil }) {
		for i := range f.Panels {
			f.Panels[i] = f.Panels[i][1:]
		}
	}
	if len(f.AllPanels()) == 1 {
		f.Title += " " + f.Panels[0][0].Title
		f.Panels[0][0].Title = ""
	}
	return headed(f, finding)
}

// known reports whether the panel has a line, which needs two points.
func known(p chart.Panel) bool {
	return slices.ContainsFunc(p.Curves, func(c chart.Curve) bool { return len(c.Points) > 1 })
}

// sampled returns the windows for the rates of a line against an opponent.
func (l Line) sampled(opponent string) []window {
	run := l.longestRun(opponent)
	return l.windows(opponent, min(fittingWidth(run), max(1, run/2)))
}

// meansOver describes the sizes of the windows over which the mean rates against opponents are taken.
func (s Series) meansOver(opponents ...string) string {
	var all []window
	for _, l := range s.Lines {
		for _, opponent := range opponents {
			all = append(all, l.sampled(opponent)...)
		}
	}
	return widths(s.in(), all)
}

// learningRow returns the panels of one opponent: only one if there is a single machine.
func (s Series) learningRow(opponent string, o LearningOptions) []chart.Panel {
	in := s.in()
	single := s.Sample == "" && len(s.Lines) == 1
	var row [len(Outcomes)]chart.Panel
	var all []chart.Curve
	for nth, out := range Outcomes {
		if s.Drawless && out.Name == "draw" {
			continue
		}
		row[nth].Title = out.against(in, opponent)
		for i, l := range s.Lines {
			look := chart.Curve{Name: l.Name, Hue: i, Dash: i}
			if single {
				look = chart.Curve{Name: out.title(in), Hue: nth, Dash: nth}
			}
			row[nth].Curves = append(row[nth].Curves, s.rates(l, opponent, out, look, l.sampled(opponent))...)
		}
		all = append(all, row[nth].Curves...)
	}
	never := !slices.ContainsFunc(row[0].Curves, func(c chart.Curve) bool {
		return slices.ContainsFunc(c.Points, func(p chart.Point) bool { return p.Y != 0 })
	})
	panels := slices.DeleteFunc(row[:], func(p chart.Panel) bool { return p.Title == "" })
	if single {
		panels = []chart.Panel{{Title: in.Text("against {opponent}", "opponent", player(in, opponent)), Curves: all}}
	}
	for i, p := range panels {
		if i == 0 && !single && never && opponent == "perfect" && !s.Drawless { // nobody beats perfect play
			panels[0] = chart.Panel{}
			continue
		}
		panels[i] = s.panel(p.Title, gamesAxis(in, s.last(score), o.Log), shareOfGames(in), p.Curves)
		slices.SortStableFunc(panels[i].Curves, func(a, b chart.Curve) int { // faint ones behind the others
			return int(b.Form&chart.Faint) - int(a.Form&chart.Faint)
		})
	}
	return panels
}

// shareOfGames returns the axis of rates.
func shareOfGames(in chart.Language) chart.Axis {
	return chart.Axis{Label: in.Text("share of games"), Max: 1, Percent: true}
}

// Outcome is a way for a game to end.
type Outcome struct {
	Name  string
	Count func(arena.Tally) int64
}

// Outcomes lists the ways for a game to end.
var Outcomes = [...]Outcome{
	{"win", func(t arena.Tally) int64 { return t.Win }},
	{"draw", func(t arena.Tally) int64 { return t.Draw }},
	{"loss", func(t arena.Tally) int64 { return t.Loss }},
}

// title returns the name of the outcome.
func (o Outcome) title(in chart.Language) string {
	name := in.Text("lost")
	switch o.Name {
	case "win":
		name = in.Text("won")
	case "draw":
		name = in.Text("drawn")
	}
	return strings.ReplaceAll(name, "\u00ad", "") // pages may divide words; figures do not
}

// player returns the plain name of an opponent.
func player(in chart.Language, opponent string) string {
	switch opponent {
	case "random":
		return in.Text("random moves")
	case "perfect":
		return in.Text("perfect play")
	case People:
		return in.Text("people")
	case Unknown:
		return in.Text("people or unknown")
	}
	return opponent
}

// against returns the name of the outcome against an opponent.
func (o Outcome) against(in chart.Language, opponent string) string {
	opponent = player(in, opponent)
	switch o.Name {
	case "win":
		return in.Text("won against {opponent}", "opponent", opponent)
	case "draw":
		return in.Text("drawn against {opponent}", "opponent", opponent)
	}
	return in.Text("lost to {opponent}", "opponent", opponent)
}

// rates returns the curves of one outcome: sampled in windows (faint), exact, or both. If there are both, the faint
// ones have no name.
func (s Series) rates(l Line, opponent string, out Outcome, look chart.Curve, windows []window) (curves []chart.Curve) {
	exact := s.Exact(opponent)
	if len(windows) > 0 {
		sampled := look
		for _, w := range windows {
			sampled.Points = append(sampled.Points, w.rate(out.Count))
		}
		sampled.Form = chart.Faint
		if exact {
			sampled.Name, sampled.Dash = "", 0
		}
		curves = append(curves, sampled)
	}
	if exact {
		look.Points = l.points(Measure{Against: opponent, Name: out.Name})
		look.Marked = s.Sample != "" && len(look.Points) <= fewCheckpoints
		curves = append(curves, look)
	}
	return curves
}
