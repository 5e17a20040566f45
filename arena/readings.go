package arena

import (
	"embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
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

// ReadingMeasures lists the possible measures of a reading.
var ReadingMeasures = []string{"score", "win", "draw", "loss"}

// readingColumns lists the columns of a file of readings, in the order of the fields of [Reading].
var readingColumns = []string{"series", "games", "measure", "value", "games_precision", "value_precision", "source"}

// ParseReadings parses a CSV file of readings whose first line contains the names of its columns. Lines that begin with
// # are comments. An error names the line and what is wrong with it.
func ParseReadings(file io.Reader) (list []Reading, err error) {
	in := csv.NewReader(file)
	in.Comment, in.FieldsPerRecord = '#', -1
	for row := 0; ; row++ {
		fields, err := in.Read()
		var malformed *csv.ParseError
		switch {
		case err == io.EOF && row > 1:
			return list, nil
		case err == io.EOF:
			return nil, errors.New("the file has no readings")
		case errors.As(err, &malformed):
			return nil, fmt.Errorf("line %d: %w", malformed.Line, malformed.Err)
		case err != nil:
			return nil, err
		}
		line, _ := in.FieldPos(0)
		if row == 0 {
			fields[0] = strings.TrimPrefix(fields[0], "\ufeff") // a byte order mark, which spreadsheets write
			if !slices.Equal(fields, readingColumns) {
				return nil, fmt.Errorf("line %d: the columns must be %s", line, strings.Join(readingColumns, ","))
			}
			continue
		}
		r, err := parseReading(fields)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		list = append(list, r)
	}
}

func parseReading(fields []string) (r Reading, err error) {
	if len(fields) != len(readingColumns) {
		return r, fmt.Errorf("%d fields instead of %d", len(fields), len(readingColumns))
	}
	r.Series, r.Measure, r.Source = fields[0], fields[2], fields[6]
	if !slices.Contains(ReadingMeasures, r.Measure) {
		return r, fmt.Errorf("unknown measure %q; choose from %s", r.Measure, strings.Join(ReadingMeasures, ", "))
	}
	var games float64
	share := r.Measure != "score"
	for i, at := range []*float64{1: &games, 3: &r.Value, 4: &r.GamesPrecision, 5: &r.ValuePrecision} {
		if at == nil {
			continue
		}
		name := readingColumns[i]
		v, err := strconv.ParseFloat(strings.TrimSpace(fields[i]), 64)
		switch {
		case err != nil || math.IsInf(v, 0) || math.IsNaN(v):
			return r, fmt.Errorf("%s: %q is not a number", name, fields[i])
		case v < 0 && (name != "value" || share):
			return r, fmt.Errorf("%s: %v is below 0", name, v)
		case v > 100 && name == "value" && share:
			return r, fmt.Errorf("%s: %v is more than 100", name, v)
		case name == "games" && (v != math.Trunc(v) || v > math.MaxInt32):
			return r, fmt.Errorf("games: %v is not a whole number, or is too large", v)
		}
		*at = v
	}
	r.Games = int64(games)
	return r, nil
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

// published returns the readings in one of the embedded files.
func published(name string) []Reading {
	file, err := readings.Open("readings/" + name + ".csv")
	if err != nil {
		panic(err)
	}
	list, err := ParseReadings(file)
	if err != nil {
		panic(err)
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
