package report

import (
	"fmt"
	"strings"

	"menace/cmd/menace/internal/experiments/law"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/words"
)

// LawTables returns a law as tables: the points, the last lost game, and the total number of lost games. For the
// fastest teacher, two more tables compare others and show a card to teach with.
func LawTables(l *law.Law) []tables.Text {
	points := tables.Text{Headings: []string{"games", "unbeatable", "bankrupt", "loses no more beads", "games lost",
		"loses next game"}}
	for _, p := range l.Points {
		points.Lines = append(points.Lines, []string{words.Count(p.Games), words.Percent(p.Unbeatable),
			words.Percent(p.Bankrupt), words.Percent(p.Settled), fmt.Sprintf("%.2f", p.Lost),
			words.Percent(p.Next.Loss)})
	}
	last := tables.Text{
		Headings: []string{"share of the machines", "last game lost, at the latest"},
		Note:     "until nobody can beat the machine: " + meanGames(l) + " games on average",
	}
	for _, q := range l.LastLoss {
		games := "never"
		if q.Games != nil {
			games = words.Count(*q.Games)
		}
		last.Lines = append(last.Lines, []string{fmt.Sprintf("%.0f %%", 100*q.Share), games})
	}
	losses := tables.Text{
		Headings: []string{"games lost in all", "share of the machines"},
		Note:     fmt.Sprintf("on average: %s games", MeanLosses(l)),
	}
	for _, n := range l.Losses {
		if n.Probability >= 5e-5 {
			losses.Lines = append(losses.Lines, []string{fmt.Sprint(n.Games), words.Percent(n.Probability)})
		}
	}
	all := []tables.Text{points, last, losses}
	if l.Teaching != nil {
		all = append(all, teachers(l), card(l.Teaching))
	}
	return all
}

// teachers compares the fastest teacher with the others, one column each.
func teachers(l *law.Law) tables.Text {
	t := tables.Text{
		Right: 1, Headings: []string{"unbeatable after games"},
		Note: "The slowest teacher need never end: somebody who wants to can keep the machine beatable for ever.",
	}
	if !l.Teaching.Endless {
		t.Note = "Nobody is certain to keep the machine beatable for ever."
	}
	for _, p := range l.Points {
		t.Lines = append(t.Lines, []string{words.Count(p.Games)})
	}
	needed, lost := []string{"games needed, on average"}, []string{"games lost, on average"}
	for _, by := range append([]*law.Law{l}, l.Teaching.Others...) {
		t.Headings = append(t.Headings, by.Opponent)
		for i, p := range by.Points {
			t.Lines[i] = append(t.Lines[i], words.Percent(p.Unbeatable))
		}
		needed, lost = append(needed, meanGames(by)), append(lost, MeanLosses(by))
	}
	t.Lines = append(t.Lines, needed, lost)
	return t
}

// card returns the table of the best fixed ways to teach.
func card(teaching *law.Teaching) tables.Text {
	t := tables.Text{
		Right: 3, Headings: []string{"position", "the die says", "the card says"},
		Note: "in all other positions: any move",
	}
	for _, line := range teaching.Card {
		var die, best []string
		for _, m := range line.Moves {
			switch {
			case m.Die != "":
				die = append(die, m.Die+": "+m.Move)
			case m.Faces > 0:
				die = append(die, m.Move)
			}
			switch {
			case m.Share == 1:
				best = append(best, m.Move)
			case m.Share > 0:
				best = append(best, fmt.Sprintf("%s %.1f %%", m.Move, 100*m.Share))
			}
		}
		t.Lines = append(t.Lines, []string{line.Position, strings.Join(die, ", "), strings.Join(best, ", ")})
	}
	return t
}

// meanGames formats the mean number of games until a machine is unbeatable.
func meanGames(l *law.Law) string {
	if l.MeanGames == nil {
		return "∞"
	}
	return fmt.Sprintf("%.2f", *l.MeanGames)
}

// MeanLosses formats the mean total number of lost games.
func MeanLosses(l *law.Law) string {
	if l.MeanLost == nil {
		return "∞"
	}
	return fmt.Sprintf("%.2f", *l.MeanLost)
}

// DriftTable returns the table of the expected changes in the beads of a box.
func DriftTable(d *law.Drift) tables.Text {
	t := tables.Text{
		Right: 2, Headings: []string{"move", "", "at least", "kept", "at most"},
		Note: "At least and at most: however the machine plays on. Kept: if it keeps to moves that gain on average, " +
			"or in safe positions to any safe moves, and elsewhere does its worst.",
	}
	for _, m := range d.Moves {
		safe := "unsafe"
		if m.Safe {
			safe = "safe"
		}
		line := []string{m.Move, safe}
		for _, v := range []float64{m.Least, m.Kept, m.Most} {
			line = append(line, words.Signed(v))
		}
		t.Lines = append(t.Lines, line)
	}
	return t
}
