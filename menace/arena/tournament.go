package arena

import (
	_ "embed"
	"encoding/csv"
	"strconv"
	"strings"
	"sync"
)

// TournamentGame is a game that MENACE played against Michie in 1961, as read off his drawing.
type TournamentGame struct {
	Game   int64
	Result byte  // W, D or L, for MENACE
	Total  int64 // the running total after the game; see [Tally.Score]
	Doubt  string
	Label  string // of an arrow in the drawing at this game: a change that follows
}

// TournamentCSV is the file from which [Tournament] is read. It begins with its source and method.
//
//go:embed tournament-1961.csv
var TournamentCSV string

// Tournament returns the games of the tournament of 1961 that the drawing shows one by one.
func Tournament() []TournamentGame { return tournament() }

var tournament = sync.OnceValue(func() (games []TournamentGame) {
	file := csv.NewReader(strings.NewReader(TournamentCSV))
	file.Comment = '#'
	rows, err := file.ReadAll()
	if err != nil {
		panic(err)
	}
	for _, row := range rows[1:] { // below the names of the columns
		game, err := strconv.ParseInt(row[0], 10, 64)
		if err != nil {
			panic(err)
		}
		total, err := strconv.ParseInt(row[2], 10, 64)
		if err != nil {
			panic(err)
		}
		games = append(games, TournamentGame{Game: game, Result: row[1][0], Total: total, Doubt: row[3], Label: row[4]})
	}
	return games
})

// TournamentGames is the number of games that Michie played against his MENACE. The last one has no dot of its own.
const TournamentGames = 220
