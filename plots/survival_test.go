package plots

import (
	"slices"
	"testing"

	"menace/arena/experiment"
)

// exact is for events whose times are known.
func exact(games float64) float64 { return games }

// remissions returns a line of remissions under 6-mercaptopurine in weeks: E. J. Freireich et al., Blood 21, 1963.
func remissions() Line {
	var times []experiment.Time
	for _, weeks := range []int64{
		6, 6, 6, -6, 7, -9, 10, -10, -11, 13, 16, -17, -19, -20, 22, 23, -25, -32, -32, -34, -35,
	} {
		times = append(times, experiment.Time{Games: max(weeks, -weeks), Censored: weeks < 0})
	}
	return Line{Name: "6-MP", Cell: map[experiment.Measure][]Point{NotYet: Steps(experiment.KaplanMeier(times), 35, exact)}}
}

// TestSteps checks that the line is level between events, and begins at 1 game on a logarithmic axis. The
// lower end of the band falls as soon as the event may have happened.
func TestSteps(t *testing.T) {
	s := experiment.KaplanMeier([]experiment.Time{{Games: 4}, {Games: 10, Censored: true}})
	want := []Point{{0, 1, 1, 1}, {1, 1, 1, 1}, {4, 1, 1, 1}, {4, 0.5, 0, 0}, {10, 0.5, 0, 0}}
	want[3].Low, want[3].High = s.Steps[0].Interval.Low, s.Steps[0].Interval.High
	want[4].Low, want[4].High = want[3].Low, want[3].High
	if got := Steps(s, 10, exact); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	want = slices.Insert(want, 2, Point{3, 1, 1, 1}, Point{3, 1, want[3].Low, 1})
	want[4].Low = want[3].Low
	if got := Steps(s, 10, func(float64) float64 { return 3 }); !slices.Equal(got, want) {
		t.Errorf("an event between 3 and 4 games: got %v, want %v", got, want)
	}
	atOnce := experiment.KaplanMeier([]experiment.Time{{Games: 0}, {Games: 10, Censored: true}})
	got := gamesAxis(10, true).visible(Steps(atOnce, 10, exact))
	if len(got) != 2 || got[0].Games != 1 || got[0].Value != 0.5 || got[1].Games != 10 {
		t.Errorf("an event before the first game: got %v", got)
	}
}
