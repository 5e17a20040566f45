package arena

import (
	"embed"
	"encoding/csv"
	"slices"
	"strconv"
	"sync"
)

// Reading is a number read off a published drawing.
type Reading struct {
	Series         string  // readings of the same series belong to the same machine or run
	Games          int64   // games played so far
	Measure        string  // win, draw or loss
	Value          float64 // a percentage of the games since the previous reading
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

// Pegasus returns the readings from figure 7, 8 or 9 of Michie's paper about his program of 1963 (The Computer Journal
// 6(3), 1963, 232–236). In figure 7 the program moves first and learns from a random player, in figure 8 it moves
// second, and in figure 9 two programs learn from each other.
func Pegasus(figure int) []Reading { return pegasus()[figure] }

var pegasus = sync.OnceValue(func() map[int][]Reading {
	return map[int][]Reading{7: published("program-1963-first"), 8: published("program-1963-second"),
		9: published("program-1963-both")}
})
