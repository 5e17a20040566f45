package view

import (
	"strings"
	"testing"
	"time"

	"menace/cmd/menace/internal/sentences"
	"menace/data"
)

// TestLine checks that a curve goes from 0 through the totals after each game, and that training is marked between the
// games around it.
func TestLine(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var games []data.PlayedGame
	for i, result := range []string{"win", "draw", "loss", "loss", "loss", "loss", "loss", "loss", "win", "win"} { // 3 4 3 2 1 0 −1 −2 1 4
		games = append(games, data.PlayedGame{Result: result, Played: at.Add(time.Duration(i) * time.Minute)})
	}
	sessions := []data.Session{
		{Games: 100, Started: at.Add(-time.Hour)}, {Games: 0, Started: at.Add(90 * time.Second)},
		{Games: 20, Started: at.Add(270 * time.Second)}, {Games: 30, Started: at.Add(280 * time.Second)},
	}
	l := ScoreCurveOf(sentences.English, games, sessions)
	step := (lineRight - lineLeft) / 10
	if x := lineLeft + 5*step; len(l.Marks) != 2 || l.Marks[0].At != lineLeft || l.Marks[1].At != x ||
		l.Marks[1].Label != "trained 50 games" {
		t.Errorf("training is marked at %v, want %v and %v", l.Marks, lineLeft, x)
	}
	if l.X != lineRight || l.Y != lineTop || strings.Count(l.Path, "L") < 10 { // 4 is the highest total
		t.Errorf("the curve ends at %v %v: %s", l.X, l.Y, l.Path)
	}
	if len(l.Grid) != 4 || l.Grid[0].Label != "−2" || l.Grid[0].At != lineBottom || l.Grid[3].Label != "4" {
		t.Errorf("got the lines %v", l.Grid)
	}
	if l := ScoreCurveOf(sentences.English, nil, nil); l.X != lineLeft || l.Y != lineBottom || len(l.Marks) > 0 {
		t.Errorf("without games: got %v", l)
	}
	many := ScoreCurveOf(sentences.English, make100k(), nil)
	if len(many.Path) > 20_000 {
		t.Errorf("100,000 games give a path of %d bytes", len(many.Path))
	}
}

// make100k returns 100,000 games that MENACE won.
func make100k() []data.PlayedGame {
	games := make([]data.PlayedGame, 100_000)
	for i := range games {
		games[i].Result = "win"
	}
	return games
}
