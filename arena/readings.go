package arena

import (
	"embed"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
)

// Reading is a number read off a published drawing.
type Reading struct {
	Series string // readings of the same series belong to the same machine or run
	Games  int64  // games played so far
	// Measure is score, the running total of [Tally.Score], or win, draw or loss, whose values are percentages of the
	// games since the previous reading.
	Measure        string
	Value          float64
	GamesPrecision float64 // largest error of Games
	ValuePrecision float64 // largest error of Value
	Source         string
}

// BySeries returns the readings of a measure, one list for each series, in the order of the file.
func BySeries(list []Reading, measure string) (all [][]Reading) {
	for _, r := range list {
		if r.Measure != measure {
			continue
		}
		i := slices.IndexFunc(all, func(known []Reading) bool { return known[0].Series == r.Series })
		if i < 0 {
			all = append(all, []Reading{r})
		} else {
			all[i] = append(all[i], r)
		}
	}
	return all
}

//go:embed readings/*.csv
var readings embed.FS

// published returns the readings in one of the embedded files. Their columns are the fields of [Reading], in its order.
func published(name string) (list []Reading) {
	file, err := readings.Open("readings/" + name + ".csv")
	if err != nil {
		panic(err)
	}
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		panic(err)
	}
	number := func(text string) float64 {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			panic(err)
		}
		return v
	}
	for _, row := range rows[1:] { // below the names of the columns
		list = append(list, Reading{
			Series: row[0], Games: int64(number(row[1])), Measure: row[2], Value: number(row[3]),
			GamesPrecision: number(row[4]), ValuePrecision: number(row[5]), Source: row[6],
		})
	}
	return list
}

// Tournament holds what can be read off the drawing of the tournament of 1961 (Michie, The Computer Journal 6(3), 1963,
// 232–236). Its line "drops one level for a defeat, rises one level for a draw and rises three levels for a victory".
// Each number may be off by one. Every game adds 3, 1 or −1 to the total, so the total is odd after an odd number of
// games. Three of the readings break this rule, so they cannot be exact.
var Tournament = published("tournament-1961")

// TournamentGames is the number of games that Michie played against his MENACE.
const TournamentGames = 220

// Pegasus holds, by number of the figure, what can be read off the figures of the same paper about Michie's program of
// 1963. In figure 7 the program moves first and learns from a random player, in figure 8 it moves second, and in figure
// 9 two programs learn from each other.
var Pegasus = map[int][]Reading{
	7: published("program-1963-first"), 8: published("program-1963-second"), 9: published("program-1963-both"),
}

// TotalPrecision returns the largest difference between a reading of a running total and the true total after r.Games
// games. A misread number of games contributes, because most games change the total by one.
func (r Reading) TotalPrecision() float64 { return r.ValuePrecision + r.GamesPrecision }

// Agrees reports whether a total after r.Games games agrees with the reading.
func (r Reading) Agrees(total int64) bool {
	return math.Abs(float64(total)-r.Value) <= r.TotalPrecision()
}
