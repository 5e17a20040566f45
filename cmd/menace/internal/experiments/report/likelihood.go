package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"menace/cmd/menace/internal/experiments/likelihood"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/tidy"
	"menace/plots"
	"menace/plots/chart"
	"menace/symmetry"
)

// Likelihood is the likelihood of a tournament, with its premises.
type Likelihood struct {
	Tournament likelihood.Tournament
	Filter     likelihood.Filter
	Estimate   *likelihood.Estimate
	From       int64                 // the prediction uses only the results up to this game
	Predicted  *likelihood.Estimate  // or nil
	Simulated  *likelihood.Simulated // or nil
}

// fewUses is the smallest share of a phase's games that must open a box for it to be shown.
const fewUses = 0.1

// surprises is the number of most surprising games shown.
const surprises = 5

// Sentences returns the result in words.
func (l Likelihood) Sentences() []string {
	e := l.Estimate
	first := fmt.Sprintf("log-likelihood of the %s: ", words.Plural(len(l.Tournament.Results), "result"))
	switch machines := words.Plural(l.Filter.Particles*l.Filter.Runs, "machine"); {
	case e.Why != "":
		first += fmt.Sprintf("−∞ (%s)", e.Why)
	case e.Impossible > 0:
		first += fmt.Sprintf("below %s (none of %s had all results up to game %d; more particles may have them)",
			words.Fixed("%.1f", e.Log), machines, e.Impossible)
	default:
		first += logWithError(e.Log, e.Error)
	}
	lines := []string{first}
	if p := l.Predicted; p != nil && p.Impossible == 0 {
		last := p.Rounds[len(p.Rounds)-1]
		text := fmt.Sprintf("predicted from the first %s: after game %d %s of the machines are bankrupt, and the "+
			"total of the others is %s", words.Plural(l.From, "result"), last.Game, words.Percent(last.Bankrupt),
			spread(last.Alive, "%.0f"))
		lines = append(lines, words.Minus(text))
	}
	if s := l.Simulated; s != nil {
		n := len(s.Logs)
		low, high := arena.Wilson(int64(s.Below), int64(n), 0.95)
		moments := s.Moments()
		text := fmt.Sprintf("%s like these: log-likelihood %.2f ± %.2f, deviation %.2f; %.0f %% of them "+
			"(%.0f to %.0f %%) are less probable", words.Plural(n, "simulated tournament"), moments.Mean,
			moments.Error, moments.SD, 100*float64(s.Below)/float64(n), 100*low, 100*high)
		lines = append(lines, words.Minus(text))
	}
	return lines
}

// logWithError formats a log-likelihood with its standard error, if that is known.
func logWithError(log, error float64) string {
	switch {
	case math.IsInf(log, -1):
		return "−∞"
	case math.IsNaN(error):
		return words.Fixed("%.2f", log)
	}
	return words.Minus(fmt.Sprintf("%.2f ± %.2f", log, error))
}

// spread formats a mean with the 5th and 95th percentiles.
func spread(s likelihood.Summary, format string) string {
	return fmt.Sprintf(format+" (%d to %d)", s.Mean, s.P5, s.P95)
}

// Tables returns the likelihood by phase, the most surprising games, and the contents of the boxes.
func (l Likelihood) Tables() []tables.Text {
	if len(l.Estimate.Phases) == 0 {
		return nil
	}
	return []tables.Text{l.phases(), l.surprising(), l.boxes()}
}

func (l Likelihood) phases() tables.Text {
	t := tables.Text{Right: 1, Headings: []string{"opponent", "games", "won", "drawn", "lost", "log-likelihood"},
		Note: fmt.Sprintf("± is a standard error, over %s of %s; their effective number was never below %s",
			words.Plural(l.Filter.Runs, "run"), words.Plural(l.Filter.Particles, "machine"),
			words.Count(int64(l.Estimate.Effective)))}
	for _, p := range l.Estimate.Phases {
		counts := map[likelihood.Result]int64{}
		for _, r := range l.Tournament.Results[p.First-1 : p.Last] {
			counts[r]++
		}
		t.Lines = append(t.Lines, slices.Concat([]string{p.Opponent, fmt.Sprintf("%d–%d", p.First, p.Last)},
			words.Counts(counts[likelihood.Win], counts[likelihood.Draw], counts[likelihood.Loss]),
			[]string{logWithError(p.Log, p.Error)}))
	}
	return t
}

// Surprising returns the games with the least probable results, given all results before them.
func (l Likelihood) Surprising() []likelihood.Round {
	games := slices.Clone(l.Estimate.Rounds)
	slices.SortStableFunc(games, func(a, b likelihood.Round) int { return cmp.Compare(a.Probability, b.Probability) })
	return games[:min(surprises, len(games))]
}

func (l Likelihood) surprising() tables.Text {
	t := tables.Text{Right: 2, Headings: []string{"most surprising", "opponent", "result", "probability"}}
	for _, g := range l.Surprising() {
		t.Lines = append(t.Lines, []string{fmt.Sprintf("game %d", g.Game), g.Opponent, g.Result.String(),
			words.Percent(g.Probability)})
	}
	return t
}

func (l Likelihood) boxes() tables.Text {
	t := tables.Text{
		Right: 4, Headings: []string{"after game", "box", "opened in", "beads of its moves: mean (5 % to 95 %)"},
	}
	graph := menace.New(l.Tournament.Rules).Graph()
	for _, p := range l.Estimate.Phases {
		for _, box := range p.Boxes {
			if games := float64(p.Last - p.First + 1); box.Used < fewUses*games {
				continue
			}
			var moves []string
			for _, held := range box.Held {
				moves = append(moves, place(box.Orbit, held.Move)+": "+spread(held.Beads, "%.1f"))
			}
			t.Lines = append(t.Lines, []string{fmt.Sprint(p.Last), graph.Format(graph.Code(box.Orbit)),
				fmt.Sprintf("%.1f games", box.Used), strings.Join(moves, ", ")})
		}
	}
	return t
}

// place names a move; an opening of tic-tac-toe has the name of its place.
func place(o symmetry.Orbit, m symmetry.Move) string {
	if o == symmetry.Start {
		return likelihood.Place(m)
	}
	return m.String()
}

// CSV returns a row for each game.
func (l Likelihood) CSV() tidy.Table {
	return tidy.FromRows(tidy.Rows(l.Estimate.Rounds), func(c *tidy.Columns, g likelihood.Round) {
		c.Add("game", g.Game)
		c.Add("opponent", g.Opponent)
		c.Add("result", g.Result.String())
		c.Add("result_probability", g.Probability)
		c.Add("log_likelihood", g.Log)
		summary := func(name string, s likelihood.Summary, known bool) {
			c.Add(name+"_mean", tidy.Unless(!known, s.Mean))
			c.Add(name+"_p5", tidy.Unless(!known, s.P5))
			c.Add(name+"_median", tidy.Unless(!known, s.Median))
			c.Add(name+"_p95", tidy.Unless(!known, s.P95))
		}
		possible := g.Game != l.Estimate.Impossible
		summary("total", g.Total, possible)
		c.Add("bankrupt_probability", tidy.Unless(!possible, g.Bankrupt))
		for i, opening := range l.Estimate.Rounds[0].Opening {
			var held likelihood.Summary
			if i < len(g.Opening) {
				held = g.Opening[i].Beads
			}
			summary("beads_"+place(symmetry.Start, opening.Move), held, i < len(g.Opening))
		}
		if l.Predicted == nil {
			return
		}
		var predicted likelihood.Summary
		known := g.Game >= l.From && g.Game >= 1 && int(g.Game) <= len(l.Predicted.Rounds)
		if known {
			predicted = l.Predicted.Rounds[g.Game-1].Alive
		}
		summary("predicted_alive_total", predicted, known)
	})
}

// BeadsCSV returns a row for each move of each box, with its beads in the machines after a game: given the results up
// to this game (filtered) and given all results (smoothed).
func (l Likelihood) BeadsCSV(game int64) tidy.Table {
	graph := menace.New(l.Tournament.Rules).Graph()
	return tidy.FromRows(tidy.Rows(l.Estimate.History.Beads(game)), func(c *tidy.Columns, b likelihood.Beads) {
		c.Add("game", game)
		c.Add("position", graph.Format(graph.Code(b.Orbit)))
		c.Add("move", b.Move.String())
		moments := func(name string, m likelihood.Moments) {
			c.Add(name+"_mean", m.Mean)
			c.Add(name+"_sd", m.SD)
			c.Add(name+"_standard_error", m.Error)
		}
		moments("filtered", b.Filtered)
		moments("smoothed", b.Smoothed)
	})
}

// JSON returns a document with everything.
func (l Likelihood) JSON() any {
	summary := func(s likelihood.Summary) object {
		return object{{"mean", s.Mean}, {"p5", s.P5}, {"median", s.Median}, {"p95", s.P95}}
	}
	graph := menace.New(l.Tournament.Rules).Graph()
	held := func(o symmetry.Orbit, all []likelihood.MoveBeads) (list []object) {
		for _, h := range all {
			list = append(list, object{{"move", place(o, h.Move)}, {"beads", summary(h.Beads)}})
		}
		return list
	}
	var given []string
	for _, g := range l.Tournament.Given {
		given = append(given, g.String())
	}
	phases, games, surprising, predicted := []object{}, []object{}, []int64{}, []object{}
	for _, p := range l.Estimate.Phases {
		boxes := []object{}
		for _, b := range p.Boxes {
			boxes = append(boxes, object{{"position", graph.Format(graph.Code(b.Orbit))}, {"opened_games", b.Used},
				{"moves", held(b.Orbit, b.Held)}})
		}
		phases = append(phases, object{{"opponent", p.Opponent}, {"first_game", p.First}, {"last_game", p.Last},
			{"log_likelihood", p.Log}, {"standard_error", p.Error}, {"boxes", boxes}})
	}
	for _, g := range l.Estimate.Rounds {
		o := object{{"game", g.Game}, {"opponent", g.Opponent}, {"result", g.Result.String()},
			{"result_probability", g.Probability}, {"log_likelihood", g.Log}}
		if g.Game != l.Estimate.Impossible {
			var opening object
			for _, h := range g.Opening {
				opening = append(opening, member{place(symmetry.Start, h.Move), summary(h.Beads)})
			}
			o = append(o, object{{"total", summary(g.Total)}, {"bankrupt_probability", g.Bankrupt},
				{"beads", opening}}...)
		}
		games = append(games, o)
	}
	for _, g := range l.Surprising() {
		surprising = append(surprising, g.Game)
	}
	unknown := l.Estimate.Impossible > 0 && l.Estimate.Why == ""
	document := object{{"rules", l.Tournament.Rules}, {"opponent", l.Tournament.Opponents}, {"given", given},
		{"particles", l.Filter.Particles}, {"runs", l.Filter.Runs}, {"seed", l.Filter.Seed},
		{"log_likelihood", tidy.Unless(unknown, l.Estimate.Log)}, {"standard_error", l.Estimate.Error},
		{"log_likelihood_below", tidy.Unless(!unknown, l.Estimate.Log)}, {"effective_particles", l.Estimate.Effective},
		{"impossible_at", tidy.Unless(l.Estimate.Impossible == 0, l.Estimate.Impossible)},
		{"phases", phases}, {"surprising_games", surprising}, {"games", games}}
	if s := l.Simulated; s != nil {
		moments := s.Moments()
		document = append(document, member{"simulated", object{{"tournaments", len(s.Logs)}, {"tried", s.Tried},
			{"mean", moments.Mean}, {"standard_error", moments.Error}, {"sd", moments.SD}, {"below", s.Below}}})
	}
	if l.Predicted != nil {
		for _, g := range l.Predicted.Rounds[min(l.From, int64(len(l.Predicted.Rounds))):] {
			predicted = append(predicted,
				object{{"game", g.Game}, {"alive_total", summary(g.Alive)}, {"bankrupt_probability", g.Bankrupt}})
		}
		document = append(document, member{"predicted_from", l.From}, member{"predicted", predicted})
	}
	return document
}

// Figure draws the running total, the prediction and the opening box.
func (l Likelihood) Figure() chart.Figure {
	title := fmt.Sprintf("%s of %s against %s", words.Plural(len(l.Tournament.Results), "game"),
		sentences.Rules(l.Tournament.Rules), l.Tournament.Opponents)
	predicted := chart.Curve{Name: fmt.Sprintf("predicted from the first %d games, if not bankrupt", l.From)}
	if l.Predicted != nil {
		for _, g := range l.Predicted.Rounds {
			if g.Game >= l.From && g.Game != l.Predicted.Impossible {
				predicted.Points = append(predicted.Points, point(g.Game, g.Alive))
			}
		}
	}
	var totals []chart.Point
	var beads []chart.Curve
	for _, g := range l.Estimate.Rounds {
		if g.Game == l.Estimate.Impossible {
			break
		}
		totals = append(totals, point(g.Game, g.Total))
		for i, held := range g.Opening {
			if i == len(beads) {
				beads = append(beads, chart.Curve{Name: "beads for the " + likelihood.Place(held.Move)})
			}
			beads[i].Points = append(beads[i].Points, point(g.Game, held.Beads))
		}
	}
	f := plots.Tournament(title, len(l.Estimate.Rounds), totals, predicted, beads)
	if n := len(totals); n > 0 {
		f.Title, f.Subtitle = l.finding(totals[n-1], predicted.Points), title+"; "+f.Subtitle
	}
	return f
}

// finding compares the last total with the band predicted for it, if there is one.
func (l Likelihood) finding(last chart.Point, predicted []chart.Point) string {
	total := fmt.Sprintf("The total of %s after %s", words.Fixed("%.0f", last.Y), words.Plural(int64(last.X), "game"))
	i := slices.IndexFunc(predicted, func(p chart.Point) bool { return p.X == last.X })
	if i < 0 || predicted[i].Low >= predicted[i].High {
		return total
	}
	where, band := "lies in", predicted[i]
	if last.Y < band.Low || last.Y > band.High {
		where = "lies outside"
	}
	return fmt.Sprintf("%s %s the band from %s to %s that the first %d games predict", total, where,
		words.Fixed("%.0f", band.Low), words.Fixed("%.0f", band.High), l.From)
}

func point(game int64, s likelihood.Summary) chart.Point {
	return chart.Point{X: float64(game), Y: s.Mean, Low: float64(s.P5), High: float64(s.P95)}
}
