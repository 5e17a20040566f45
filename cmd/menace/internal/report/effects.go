package report

import (
	"slices"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/menace"
)

// Factor is a setting that differs among cells.
type Factor struct {
	Name   string
	Values []string // in the order of the cells
	Of     []int    // the value of each cell
}

// level is a value of a factor, or of several factors together.
type level struct {
	name    string
	weights []float64 // weights of the cells, which compare those that have the level with all cells
	has     []bool    // whether each cell has the level
}

// levels returns the values whose effects are listed. Of two values this is only the second, because the first has the
// opposite effect.
func (f Factor) levels() (list []level) {
	n := len(f.Values)
	for value, text := range f.Values {
		l := level{name: f.Name + " " + text}
		for _, own := range f.Of {
			weight := -1.0
			if own == value {
				weight += float64(n)
			}
			l.weights, l.has = append(l.weights, weight/float64(len(f.Of))), append(l.has, own == value)
		}
		if value > 0 || n > 2 {
			list = append(list, l)
		}
	}
	return list
}

// times returns the level of having both levels, with the weights of their interaction.
func (l level) times(other level) level {
	both := level{name: l.name + " × " + other.name}
	for i, w := range l.weights {
		both.weights = append(both.weights, w*other.weights[i]*float64(len(l.weights)))
		both.has = append(both.has, l.has[i] && other.has[i])
	}
	return both
}

// Factors returns the factors of cells that are every combination of them: rules, learner and opponent. If the rules do
// not vary independently, as with presets, the machine as a whole is one factor.
func Factors(cells []Cell) ([]Factor, error) {
	var rules []Factor
	for _, rule := range menace.Table {
		rules = append(rules, newFactor(rule.Name, cells, func(c experiment.Cell) string { return rule.Text(c.Rules) }))
	}
	rules = append(rules, newFactor("learner", cells, experiment.Cell.Learns))
	opponent := newFactor("opponent", cells, func(c experiment.Cell) string { return c.Opponent })
	for _, all := range [][]Factor{append(rules, opponent), {newFactor("machine", cells, words.Learner), opponent}} {
		all = slices.DeleteFunc(all, func(f Factor) bool { return len(f.Values) == 1 })
		combinations := 1
		for _, f := range all {
			combinations *= len(f.Values)
		}
		if combinations == len(cells) && len(all) > 0 {
			return all, nil
		}
	}
	return nil, lab.Mistakef("effects need several cells that are every combination of some settings: choose such")
}

func newFactor(name string, cells []Cell, value func(experiment.Cell) string) Factor {
	f := Factor{Name: name}
	for _, c := range cells {
		text := value(c.Settings)
		if !slices.Contains(f.Values, text) {
			f.Values = append(f.Values, text)
		}
		f.Of = append(f.Of, slices.Index(f.Values, text))
	}
	return f
}

// Effects holds the effects of settings on a measure or on a share of machines: the mean of the cells that have the
// setting minus that of all cells. For pairs of settings it holds their interaction, by which the cells with both
// differ beyond the sum of the effects.
type Effects struct {
	Against string `json:"against"` // "" for a share
	Measure string `json:"measure"` // or the key of a property
	List    []Test `json:"effects"`

	title string
}

// effects returns the effects of settings on the measures and shares shown. All cells have the same weight.
func (r Experiment) effects() (list []Effects, err error) {
	factors, err := Factors(r.Cells)
	if i := slices.IndexFunc(r.Cells, func(c Cell) bool { return c.All.N == 0 }); err == nil && i >= 0 {
		err = lab.Mistakef("cell %d of %s has no replicates yet", r.Cells[i].Number, r.Name)
	}
	if err != nil {
		return nil, err
	}
	levels := allLevels(factors)
	for _, m := range r.shownMeasures(r.Cells...) {
		var means []float64
		var summaries []experiment.Summary
		for _, c := range r.Cells {
			means, summaries = append(means, c.All.Of(m).Mean), append(summaries, c.All.Of(m))
		}
		tests := effectsOf(levels, m, means, func(weights []float64) experiment.Difference {
			return m.Contrast(weights, summaries)
		})
		list = append(list, Effects{m.Against, m.Name, tests, words.Measure(m)})
	}
	for _, p := range r.shownProperties() {
		var means []float64
		var parts, wholes []int
		for _, c := range r.Cells {
			s := p.Of(c)
			means, parts, wholes = append(means, s.Value), append(parts, s.Part), append(wholes, s.Whole)
		}
		if slices.Contains(wholes, 0) || slices.Max(parts) == 0 { // unknown, or the same in all cells
			continue
		}
		tests := effectsOf(levels, share, means, func(weights []float64) experiment.Difference {
			return experiment.ContrastShares(weights, parts, wholes)
		})
		list = append(list, Effects{"", p.Key, tests, "the share of the machines that " + p.Meaning})
	}
	return list, nil
}

// allLevels returns the levels of all factors and of all pairs of factors.
func allLevels(factors []Factor) (levels []level) {
	for _, f := range factors {
		levels = append(levels, f.levels()...)
	}
	for i, f := range factors {
		for _, g := range factors[i+1:] {
			for _, l := range f.levels() {
				for _, other := range g.levels() {
					levels = append(levels, l.times(other))
				}
			}
		}
	}
	return levels
}

// effectsOf returns the effects of levels on a number of each cell, whose weighted sum contrast estimates.
func effectsOf(
	levels []level, m experiment.Measure, means []float64, contrast func(weights []float64) experiment.Difference,
) []Test {
	tests, family := make([]Test, len(levels)), make([]*Test, len(levels))
	for i, l := range levels {
		sum, n := 0.0, 0.0
		for cell, has := range l.has {
			if has {
				sum, n = sum+means[cell], n+1
			}
		}
		tests[i] = Test{Title: l.name, Values: []float64{sum / n}, Difference: contrast(l.weights), measure: m}
		family[i] = &tests[i]
	}
	correctHolm(map[string][]*Test{"": family})
	return tests
}
