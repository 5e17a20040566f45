package plots

import "menace/arena/experiment"

// NotYet is the measure shown by [Series.Survival]: the share of the machines that have not reached an event.
var NotYet = experiment.Measure{Against: "event", Name: "not yet"}

// Steps returns the points of a survival curve up to a number of games. The curve is level between the times at which
// machines reach the event, so each time has two points. The lower end of the band falls at the time since which
// machines may have reached it.
func Steps(s experiment.Survival, games int64, since func(float64) float64) []Point {
	at := Point{Value: 1, Low: 1, High: 1}
	points := []Point{at}
	to := func(games float64) {
		if at.Games < 1 && games > 1 { // where a logarithmic axis begins
			at.Games = 1
			points = append(points, at)
		}
		at.Games = games
		points = append(points, at)
	}
	for _, step := range s.Steps {
		if start := since(float64(step.Games)); start < float64(step.Games) {
			to(start)
			at.Low = step.Interval.Low
			points = append(points, at)
		}
		to(float64(step.Games))
		at.Value, at.Low, at.High = step.Left, step.Interval.Low, step.Interval.High
		points = append(points, at)
	}
	to(float64(games))
	return points
}

// Survival shows the share of the machines that have not yet reached an event, over games. The lines need [NotYet].
func (s Series) Survival(event string, log bool) Figure {
	f := s.figure("", "", "")
	f.Title = s.Experiment + ": games until " + event
	y := Axis{Label: "share that has not reached it", Max: 1, Percent: true}
	f.Panels = [][]Panel{{s.panel("", gamesAxis(s.last(NotYet), log), y, s.curves(NotYet))}}
	return f
}
