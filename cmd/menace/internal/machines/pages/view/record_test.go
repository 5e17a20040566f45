package view

import (
	"strings"
	"testing"

	"menace/cmd/menace/internal/sentences"
	"menace/data"
	"menace/menace/arena"
)

// TestRecord checks the headings, the strips and the curve of a projector: halves of the games if they are fewer than
// forty, "still" where nothing changed, and the largest fall.
func TestRecord(t *testing.T) {
	games := func(results string) (all []data.PlayedGame) {
		for _, r := range results {
			all = append(all, data.PlayedGame{Result: map[rune]string{'w': "loss", 'd': "draw", '.': "win"}[r], Learned: true})
		}
		return all
	}
	at := func(games int64, lost float64) arena.Point {
		return arena.Point{Games: games, Perfect: arena.WDL{Loss: lost}}
	}
	const ten, nineOf20 = "wd.w......", "ww.wwwww.ww........."
	fallen := []arena.Point{at(0, 0.9), at(1000, 0.7), at(1001, 0.68), at(1003, 0.4)}
	for _, c := range []struct {
		results          string
		curve            []arena.Point
		now              arena.Point
		heading, strips  string
		fall, from, says string
		still            bool
	}{
		{"", nil, at(0, 0.76), "HER would lose 76 of 100 games to perfect play", "", "", "0",
			"76 after 0 games, and 76 after 0", true},
		{ten[:9], fallen, at(1009, 0.39), "HER would lose 39 of 100 games to perfect play", "All games 2: ✓-.✓.....",
			"games 1,002 to 1,003: from 68 to 40", "1,000", "70 after 1,000 games, and 39 after 1,009", false},
		{ten + ".", fallen[:2], at(1011, 0.715), "The class won 2 of the first 5 games, and 0 of the last 5",
			"First 5 2: ✓-.✓., Last 5 0: .....", "", "1,000", "70 after 1,000 games, and 72 after 1,011", true},
		{ten[5:] + ten[5:], fallen[:2], at(1010, 0.75), "The class won 0 of the first 5 games, and still 0 of the last 5",
			"First 5 0: ....., Last 5 0: .....", "", "1,000", "70 after 1,000 games, and 75 after 1,010", false},
		{nineOf20 + strings.Repeat(".", 25), fallen[:1], at(45, 0.02),
			"The class won 9 of the first 20 games, and 0 of the last 20",
			"First 20 9: ✓✓.✓✓✓✓✓.✓✓........., Last 20 0: ....................", "games 1 to 45: from 90 to 2", "0",
			"90 after 0 games, and 2 after 45", false},
	} {
		r := RecordOf(sentences.English, "The class", "HER", games(c.results), c.curve, c.now)
		var strips []string
		for _, s := range r.Strips {
			line := s.Title + " " + sentences.English.Count(int64(s.Won)) + ": "
			for _, mark := range s.Marks {
				line += map[string]string{"won": "✓", "drawn": "-", "": "."}[mark]
			}
			strips = append(strips, line)
		}
		heading := strings.NewReplacer(`<b class="bad">`, "", "</b>", "").Replace(string(r.Heading))
		if heading != c.heading || strings.Join(strips, ", ") != c.strips || r.Played != len(c.results) {
			t.Errorf("%q: got %q and %q", c.results, heading, strips)
		}
		if e := r.Exact; e.Fall != c.fall || e.From != c.from || e.Still != c.still || !strings.Contains(e.Says, c.says) ||
			(c.fall == "") == strings.Contains(e.Says, "largest fall is in "+c.fall) {
			t.Errorf("%q: got the curve %+v", c.results, e)
		}
	}
	says := RecordOf(sentences.English, "", "", games(ten), nil, at(0, 0)).Strips[0].Says
	if says != "2 won, 1 drawn, 2 lost" {
		t.Errorf("a strip says %q", says)
	}
}
