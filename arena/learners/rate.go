package learners

import "math"

// rate is a step size α, a rate of exploration ε or a temperature τ. It may fall from game to game by one of the three
// schedules that most courses teach. The step sizes of a harmonic fall have an infinite sum, but their squares have a
// finite one: the conditions of H. Robbins & S. Monro, A stochastic approximation method, Annals of Mathematical
// Statistics 22, 1951 (Sutton & Barto, equation 2.7).
type rate struct {
	now   float64 // in the current game
	first float64 // in the first game
	games float64 // learned from so far

	harmonic, linear, exponential float64 // games that a fall takes, or 0
}

// falls returns the parameters for the falls of the rate with this name and letter.
func falls(name, letter string) []Parameter {
	row := func(shape, meaning string) Parameter {
		return Parameter{
			Name: name + "-" + shape, Most: 1e9, Whole: true,
			Meaning: "after n games, multiply " + letter + " by " + meaning + "; 0 is off",
		}
	}
	return []Parameter{
		row("harmonic", "N/(N+n), so N=1 gives 1, 1/2, 1/3 …"),
		row("linear", "1−n/N, or by 0 once n reaches N"),
		row("exponential", "2^(−n/N), which halves it every N games"),
	}
}

// rate returns the rate with this name.
func (p given) rate(name string) rate {
	return rate{
		now: p[name], first: p[name], harmonic: p[name+"-harmonic"], linear: p[name+"-linear"],
		exponential: p[name+"-exponential"],
	}
}

// fall ends a game, and reports whether the rate changed. Several falls multiply.
func (r *rate) fall() bool {
	if r.harmonic+r.linear+r.exponential == 0 {
		return false
	}
	r.games++
	r.now = r.first
	if r.harmonic > 0 {
		r.now *= r.harmonic / (r.harmonic + r.games)
	}
	if r.linear > 0 {
		r.now *= max(0, 1-r.games/r.linear)
	}
	if r.exponential > 0 {
		r.now *= exp(-math.Ln2 * r.games / r.exponential)
	}
	return true
}
