package wording

import (
	"menace/menace"
	"menace/menace/experiment"
	"menace/symmetry"
	"testing"
)

func TestLearner(t *testing.T) {
	second := menace.Michie()
	second.Plays = symmetry.Second
	her, _ := menace.Preset("her")
	for want, cell := range map[string]experiment.Cell{
		"michie, trained against random":                      {Rules: menace.Michie(), Opponent: "random"},
		"q, trained against perfect":                          {Rules: menace.Michie(), Opponent: "perfect", Learner: "q"},
		"q:alpha=0.3, plays second, trained against rival":    {Rules: second, Opponent: "rival", Learner: "q:alpha=0.3"},
		"mc, hexapawn, plays second, trained against perfect": {Rules: her, Opponent: "perfect", Learner: "mc"},
	} {
		if got := Cell(cell); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for want, got := range map[string]string{
		"−0.841, +0.001":  Figures(experiment.Measure{Against: "worst", Name: "value"}, -0.8406, 0.0009),
		"7.00–12.35":      Figures(experiment.Measure{Against: "perfect", Name: "draw"}, 0.07, 0.12345),
		"99.8 % interval": IntervalOf(0.998), "95": Level(0.95),
		"draw against perfect is at least 90 %": Event("draws:0.9"),
		"loss, most losses is below 0.1 %":      Event("losses:0.001:most_losses"), "bankrupt": Event("bankrupt"),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
