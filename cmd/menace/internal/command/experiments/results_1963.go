package experiments

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
)

// runs1963 is how many of each hundred games two runs of Michie's program won against a random player (The Computer
// Journal 6(3), 1963, 232–236, figure 7), read off the drawing, to a game or so.
var runs1963 = [][]float64{{56, 78, 88, 90, 98, 86, 93, 95, 97, 94}, {65, 89, 89, 93, 94, 94, 94, 95}}

// pegasus simulates Michie's program of 1963.
func pegasus(p *page) any {
	alone := p.replicates("pegasus")
	both := p.replicates("pegasus-both")
	return map[string]any{
		"Figure7": figure7(alone[0]), "Figure9": figure9(both), "Fit": p.fit(), "Infallible": p.infallible(),
		"Drawn": stat.Mean(hundred(both[0], 10, drawn), nil), "Held": stat.Mean(each(both[1], 1000, drawsPerfect), nil),
	}
}

// won, drawn and lost are counts of games.
func won(t arena.Tally) int64   { return t.Win }
func drawn(t arena.Tally) int64 { return t.Draw }
func lost(t arena.Tally) int64  { return t.Loss }

// hundred returns the games of an outcome in the nth hundred of each replicate, from 1.
func hundred(runs []experiment.Replicate, nth int64, of func(arena.Tally) int64) (values []float64) {
	for _, r := range runs {
		values = append(values, float64(of(at(r, 100*nth).Tally.Minus(at(r, 100*nth-100).Tally))))
	}
	return values
}

// hundreds names the nth hundred games.
func hundreds(nth int64) string { return fmt.Sprintf("%d–%d", 100*nth-99, 100*nth) }

// figure7 compares the games won with Michie's readings.
func figure7(runs []experiment.Replicate) (rows [][]string) {
	for nth := int64(1); nth <= 10; nth++ {
		row := []string{hundreds(nth)}
		for _, run := range runs1963 {
			text := "–"
			if int(nth) <= len(run) {
				text = fmt.Sprint(run[nth-1])
			}
			row = append(row, text)
		}
		values := hundred(runs, nth, won)
		mean := stat.Mean(values, nil)
		slices.Sort(values)
		rows = append(rows, append(row, fmt.Sprintf("%.1f", mean),
			fmt.Sprintf("%.0f–%.0f", quantile(values, 0.05), quantile(values, 0.95))))
	}
	return rows
}

// figure9 shows how the games of two programs that learn from each other end.
func figure9(sides [][]experiment.Replicate) (rows [][]string) {
	for _, nth := range []int64{1, 2, 3, 5, 10} {
		row := []string{hundreds(nth)}
		for _, of := range []func(arena.Tally) int64{won, drawn, lost} {
			row = append(row, fmt.Sprintf("%.1f", stat.Mean(hundred(sides[0], nth, of), nil)))
		}
		for _, side := range sides {
			row = append(row, percent(mean(each(side, 100*nth, drawsPerfect))))
		}
		rows = append(rows, row)
	}
	return rows
}

// fitting says which pairs of A and B agree with figure 7.
type fitting struct {
	Pairs, Left int // left are the pairs that are not excluded
	Best        string
	Most, Own   float64 // resemblance of the best pair and of our reading
	Excluded    []string
}

// fit looks for A and B with which simulated runs resemble Michie's two.
func (p *page) fit() (f fitting) {
	cells := try(p.cellsAt("pegasus-fit", lab.AtEnd))
	runs := p.replicates("pegasus-fit")
	f = fitting{Pairs: len(cells), Most: -1}
	for i, c := range cells {
		r, name := resemblance(runs[i]), letters(c.Settings.Learner)
		if r < 0.05 {
			f.Excluded = append(f.Excluded, name)
		}
		if r > f.Most {
			f.Most, f.Best = r, name
		}
		if c.Settings.Learner == "pegasus" {
			f.Own = r
		}
	}
	f.Left = f.Pairs - len(f.Excluded)
	return f
}

// letters writes the base and the exponent of a program.
func letters(learner string) string {
	a, b := "1.025", "2"
	_, list, _ := strings.Cut(learner, ":")
	for word := range strings.SplitSeq(list, ",") {
		if v, ok := strings.CutPrefix(word, "a="); ok {
			a = v
		}
		if v, ok := strings.CutPrefix(word, "b="); ok {
			b = v
		}
	}
	return "A = " + a + ", B = " + b
}

// resemblance returns the share of pairs of simulated runs that are at least as far from their mean as Michie's two.
func resemblance(runs []experiment.Replicate) float64 {
	var means, variances [10]float64
	wins := make([][]float64, 10) // by hundred
	for i := range wins {
		wins[i] = hundred(runs, int64(i+1), won)
		m, sd := stat.MeanStdDev(wins[i], nil)
		means[i], variances[i] = m, sd*sd+1.0/3
	}
	distance := func(hundreds int, won func(int) float64) (sum float64) {
		for i := range hundreds {
			sum += (won(i) - means[i]) * (won(i) - means[i]) / variances[i]
		}
		return sum
	}
	michie, farther := 0.0, 1.0
	for _, run := range runs1963 {
		michie += distance(len(run), func(i int) float64 { return run[i] })
	}
	for r := range runs {
		pair := 0.0
		for k, run := range runs1963 {
			pair += distance(len(run), func(i int) float64 { return wins[i][(r+k)%len(runs)] })
		}
		if pair >= michie {
			farther++
		}
	}
	return farther / float64(len(runs)+1)
}

// infallibles1963 is what becomes of programs with strong reinforcements and weak ones.
type infallibles1963 struct {
	Rows      [][]string
	Own, Weak [2]report.Share // A = 1.025 and 1.005 with random play: infallible after 1,000 games, and 100,000
	Noisy     report.Share    // A = 1.025 with noisy:0.2: infallible after 100,000 games
}

// infallible counts the programs that lose less than one game in a thousand, whatever the other does.
func (p *page) infallible() (f infallibles1963) {
	holds := func(p arena.Point) bool { return p.MostLosses.Loss < 0.001 }
	for _, name := range []string{"pegasus-long", "pegasus-noisy"} {
		e := try(p.lab.Experiment(p.ctx, name))
		cells := p.replicates(name)
		for i, c := range e.Cells {
			row := []string{c.Opponent, letters(c.Learner)}
			if strings.Contains(c.Learner, "d=") {
				row[1] += ", sliding origin, D = 0.9"
			}
			for _, games := range []int64{1000, 10_000, 100_000} {
				row = append(row, inPercent(counted(cells[i], games, holds)))
			}
			s := mean(each(cells[i], 100_000, func(p arena.Point) float64 { return p.Random.Loss }))
			f.Rows = append(f.Rows, append(row, fmt.Sprintf("%.2f ± %.2f", 100*s.Mean,
				50*(s.Interval.High-s.Interval.Low))))
			shares := [2]report.Share{counted(cells[i], 1000, holds), counted(cells[i], 100_000, holds)}
			switch c.Opponent + " " + c.Learner {
			case "random pegasus":
				f.Own = shares
			case "random pegasus:a=1.005":
				f.Weak = shares
			case "noisy:0.2 pegasus":
				f.Noisy = shares[1]
			}
		}
	}
	return f
}

// Conclusion says what weaker reinforcements do over 1,000 games, as many as Michie's, and over 100,000.
func (f infallibles1963) Conclusion() string {
	early, long := helped(f.Own[0], f.Weak[0]), helped(f.Own[1], f.Weak[1])
	but := "but"
	if early == long {
		but = "and"
	}
	return fmt.Sprintf("So weaker ones %s over 100,000 games, %s %s over 1,000.", long, but, early)
}

// helped describes the difference of two shares of equally many machines.
func helped(own, weak report.Share) string {
	p, q := own.Value, weak.Value
	// Two equal shares differ by more than the margin in one case of twenty.
	margin := 1.96 * math.Sqrt((p*(1-p)+q*(1-q))/float64(own.Whole))
	switch {
	case q-p > margin:
		return "help"
	case p-q > margin:
		return "hinder"
	}
	return "make no clear difference"
}
