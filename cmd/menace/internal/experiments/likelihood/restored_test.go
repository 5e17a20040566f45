package likelihood

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"menace/menace"
	"menace/menace/michie"
	"menace/symmetry"
)

var update = flag.Bool("update", false, "write the games and beads of Michie's machine, which takes minutes")

// restored is the tournament as package michie restores it.
func restored() Tournament {
	t := tournament1961("1961/soonest", michie.Games)
	t.Given = []Given{{Games: 17, Move: symmetry.Place(0)}}
	return t
}

// TestRestored compares the beads of the files with those of a smaller filter, and with what an independent filter
// found: after game 219 the box of ..O/.../X.. holds 38.18 ± 0.04 beads for move 1, with a deviation of 3.71 between
// machines, and 7.20 ± 0.04 for move 2.
func TestRestored(t *testing.T) {
	filter := Filter{Particles: 400, Runs: 4, Seed: 9, Keep: true, At: michie.Games}
	if *update {
		filter = Filter{Particles: 2_500, Runs: 16, Seed: 1, Keep: true, At: michie.Games}
	}
	e, err := filter.Run(context.Background(), restored(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		writeRestored(t, e)
		return
	}
	g := menace.New(menace.Michie()).Graph()
	known := 0
	for _, game := range []int{17, 106, michie.Games} {
		held := michie.Held(game)
		for _, b := range e.History.Beads(int64(game)) {
			now, ok := held[b.Orbit][slices.Index(g.Moves(b.Orbit), b.Move)]
			if !ok {
				box, _ := menace.New(menace.Michie()).Box(b.Orbit)
				now.Mean = float64(box.Beads(slices.Index(g.Moves(b.Orbit), b.Move)))
			} else {
				known++
			}
			// four runs of 400 machines know their error badly, and share ancestors in early games
			if off := math.Abs(now.Mean - b.Smoothed.Mean); off > 0.2+8*b.Smoothed.Error+0.5*now.SD {
				t.Errorf("game %d, %s, move %v: %.2f beads in the file, here %.2f ± %.2f", game,
					g.Format(g.Code(b.Orbit)), b.Move, now.Mean, b.Smoothed.Mean, b.Smoothed.Error)
			}
		}
	}
	if known < 300 {
		t.Errorf("only %d counts are not those of a new machine", known)
	}
	position, err := g.Parse("..O/.../X..")
	if err != nil {
		t.Fatal(err)
	}
	orbit, _ := g.Find(position)
	for move, want := range map[symmetry.Move]michie.Beads{1: {Mean: 38.18, SD: 3.71}, 2: {Mean: 7.20, SD: math.NaN()}} {
		got := michie.Held(michie.Games)[orbit][slices.Index(g.Moves(orbit), move)]
		if math.Abs(got.Mean-want.Mean) > 0.25 || math.Abs(got.SD-want.SD) > 0.25 {
			t.Errorf("move %v: got %+v, want %+v", move, got, want)
		}
	}
}

// writeRestored writes the files of package michie.
func writeRestored(t *testing.T, e *Estimate) {
	const folder = "../../../../../menace/michie/"
	var games, beads bytes.Buffer
	fmt.Fprintf(&games, "# The games of one machine that may have been Michie's in 1961: drawn, by its weight, from all\n"+
		"# machines with the results of the tournament, and with answers like his (1961/soonest), log-likelihood %.2f.\n"+
		"# Moves are squares, row by row, X first. Made by go test, as CONTRIBUTING.md says.\ngame,result,moves\n", e.Log)
	for i, g := range e.History.Sample(1961) {
		fmt.Fprintf(&games, "%d,%v,", i+1, g.Result)
		for _, m := range g.Moves {
			fmt.Fprint(&games, m)
		}
		games.WriteByte('\n')
	}
	fmt.Fprint(&beads, "# What the boxes of Michie's machine may have held in 1961, given all results: mean and deviation of the beads\n"+
		"# for a move of a box, in tenths of a bead, from this game on, within 0.2 before the last game. Boxes are numbers\n"+
		"# of orbits. What is not listed is as in a new machine. Made by go test, as CONTRIBUTING.md says.\ngame,box,move,mean,sd\n")
	fresh := menace.New(menace.Michie())
	g := fresh.Graph()
	last := map[[2]int][2]int{}
	for game := range michie.Games + 1 {
		for _, b := range e.History.Beads(int64(game)) {
			key := [2]int{int(b.Orbit), int(b.Move)}
			box, _ := fresh.Box(b.Orbit)
			first := [2]int{10 * int(box.Beads(slices.Index(g.Moves(b.Orbit), b.Move)))}
			now := [2]int{michie.Round(b.Smoothed.Mean), michie.Round(b.Smoothed.SD)}
			was, ok := last[key]
			moved := max(now[0]-was[0], was[0]-now[0], now[1]-was[1], was[1]-now[1])
			certain := now[1] == 0 != (was[1] == 0)
			if !ok && now != first || ok && (moved >= 3 || certain || moved > 0 && game == michie.Games) {
				last[key] = now
				fmt.Fprintf(&beads, "%d,%d,%d,%d,%d\n", game, b.Orbit, b.Move, now[0], now[1])
			}
		}
	}
	for name, text := range map[string]*bytes.Buffer{"games-1961.csv": &games, "beads-1961.csv": &beads} {
		if err := os.WriteFile(folder+name, text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
