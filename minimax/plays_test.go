package minimax_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	. "menace/minimax"
	"menace/minimax/games"
)

func TestCountPlays(t *testing.T) {
	plays, err := CountPlays(t.Context(), games.TicTacToe{}, games.TicTacToe{}.Start(), 0)
	if err != nil || plays.Nodes != 549946 || plays.Total != 255168 ||
		plays.Won != 131184 || plays.Lost != 77904 || plays.Drawn != 46080 {
		t.Errorf("got %+v, %v", plays, err)
	}
	if want := []int64{0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872}; !slices.Equal(complete(plays), want) {
		t.Errorf("by length: got %v, want %v", complete(plays), want)
	}
	var hexapawn games.Hexapawn
	plays, err = CountPlays(t.Context(), hexapawn, hexapawn.Start(), 0)
	if want := []int64{0, 0, 0, 6, 22, 38, 48, 20}; err != nil || plays.Nodes != 252 || plays.Won != 64 ||
		plays.Lost != 70 ||
		!slices.Equal(complete(plays), want) {
		t.Errorf("hexapawn: got %+v, %v", plays, err)
	}
	stones := must(games.ParseStones("1,2,3,6"))
	if plays, _ := CountPlays(t.Context(), stones, games.Takings{}, 0); plays.Total != 7 {
		t.Errorf("stones: got %d ways to the end, want 7", plays.Total)
	}
}

// complete returns the numbers of plays that end, by length.
func complete(plays Plays) (ended []int64) {
	for _, n := range plays.Lengths {
		ended = append(ended, n.Complete)
	}
	return ended
}

func TestCountPlaysOfConnectFour(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		width, height int
		want          int64
	}{{2, 1, 2}, {3, 2, 90}, {4, 3, 356232}} {
		g := must(games.NewConnectFour(c.width, c.height))
		if plays, _ := CountPlays(t.Context(), g, games.Discs{}, 0); plays.Total != c.want {
			t.Errorf("%dx%d: got %d games, want %d", c.width, c.height, plays.Total, c.want)
		}
	}
	sequences := []int64{1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234}
	if testing.Short() {
		sequences = sequences[:8]
	}
	plays, err := CountPlays(t.Context(), must(games.NewConnectFour(7, 6)), games.Discs{}, len(sequences)-1)
	for plies, want := range sequences {
		if n := plays.Lengths[plies]; n.Ways != want || n.Plies != plies || err != nil {
			t.Errorf("7x6: got %+v, %v, want %d ways", n, err, want)
		}
	}
}

func TestCountPlaysStops(t *testing.T) {
	plays, err := CountPlays(&patience{t.Context(), 20}, must(games.NewConnectFour(7, 6)), games.Discs{}, 0)
	if !errors.Is(err, context.Canceled) || plays.Nodes == 0 {
		t.Errorf("got %+v, %v", plays, err)
	}
}
