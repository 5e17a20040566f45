package minimax_test

import (
	"context"
	"errors"
	"testing"

	. "menace/minimax"
	"menace/minimax/games"
)

// attract finds the attractors, and fails the test on an error.
func attract[P, M any](t *testing.T, game Game[P, M], p P) Attractors {
	t.Helper()
	listed := map[int]Layer{}
	a, err := Attract(t.Context(), game, p, func(d Decided[P]) {
		layer := listed[d.Plies]
		if d.Winner > 0 {
			layer.Mover++
		} else {
			layer.Other++
		}
		listed[d.Plies] = layer
		if game.Finished(d.At) != (d.Plies == 0) {
			t.Errorf("%v is in layer %d", d.At, d.Plies)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for plies, layer := range a.Layers {
		if listed[plies] != layer {
			t.Errorf("layer %d: got %v positions, but a count of %v", plies, listed[plies], layer)
		}
	}
	return a
}

// TestAttractorsCounted compares the graphs of games with known numbers of positions: tic-tac-toe has 5,478, of which
// 958 are finished, 626 won by X and 316 by O; hexapawn has 135.
func TestAttractorsCounted(t *testing.T) {
	a := attract(t, games.TicTacToe{}, games.TicTacToe{}.Start())
	if a.Positions != 5478 || a.Finished != 958 || a.Layers[0] != (Layer{626, 316}) || a.Winner != 0 {
		t.Errorf("tic-tac-toe: %+v", a)
	}
	a = attract(t, games.Hexapawn{}, games.Hexapawn{}.Start())
	if a.Positions != 135 || a.Winner != -1 || a.Free != 0 {
		t.Errorf("hexapawn: %+v", a)
	}
}

// TestAttractorByHand compares with a graph drawn by hand. In Nim with rows of 1 and 2, Max can leave 02, 11 or 10. Min
// then leaves 01 or 00, 01 or 10, or 00. From 01 and 10, Max leaves 00. So 10 and 00 are reached with either player to
// move.
func TestAttractorByHand(t *testing.T) {
	a := attract(t, games.Nim{}, must(games.Nim{}.Parse("1,2")))
	// Layer 0: 00 with Min to move is won for Max, and 00 with Max to move for Min. Layer 1: Max may take the last from
	// 01 and 10, and Min from 02 and 10. Layer 2: from 11, Min must leave one. Layer 3: from 12, Max leaves 11.
	want := []Layer{{1, 1}, {2, 2}, {1, 0}, {1, 0}}
	if a.Positions != 8 || a.Moves != 10 || a.Finished != 2 || a.Free != 0 || a.Winner != 1 || a.Plies != 3 ||
		len(a.Layers) != len(want) {
		t.Fatalf("%+v", a)
	}
	for i, layer := range a.Layers {
		if layer != want[i] {
			t.Errorf("layer %d: got %v, want %v", i, layer, want[i])
		}
	}
}

// winnersAgree compares the attractor to which each position belongs, and its layer, with a search that prefers fast
// wins and long losses.
func winnersAgree[P, M comparable](t *testing.T, name string, game Game[P, M], start P) {
	t.Helper()
	met, layers := map[P]bool{}, 0
	var visit func(p P)
	visit = func(p P) {
		if met[p] || game.Finished(p) {
			return
		}
		met[p] = true
		a := attract(t, game, p)
		layers = max(layers, len(a.Layers))
		r := find(t, game, p, Options{Algorithm: Minimax, Prefer: Fast})
		if a.Winner != r.Value {
			t.Errorf("%s, %v: got winner %d, but a search finds the value %d", name, p, a.Winner, r.Value)
		}
		if r.Value != 0 && a.Plies != len(r.PV) {
			t.Errorf("%s, %v: won in %d plies, but a search wins by %v", name, p, a.Plies, r.PV)
		}
		sum := a.Free
		for _, layer := range a.Layers {
			sum += layer.Mover + layer.Other
		}
		if sum != a.Positions {
			t.Errorf("%s, %v: the counts of %+v do not add up", name, p, a)
		}
		for _, m := range game.Moves(p, nil) {
			visit(game.Apply(p, m))
		}
	}
	visit(start)
	if layers < 4 {
		t.Errorf("%s: only %d layers", name, layers)
	}
}

func TestAttractorsAgreeWithSearches(t *testing.T) {
	winnersAgree(t, "nim", games.Nim{}, must(games.Nim{}.Parse("1,2,2")))
	winnersAgree(t, "grundy", games.Grundy{}, must(games.Grundy{}.Parse("9")))
	winnersAgree(t, "hexapawn", games.Hexapawn{}, games.Hexapawn{}.Start())
	winnersAgree(t, "tictactoe", games.TicTacToe{}, must(games.TicTacToe{}.Parse("X../.O./...")))
	domineering := must(games.NewDomineering(3, 3))
	winnersAgree(t, "domineering", domineering, domineering.Start(false))
}

// TestAttractorStops checks that Attract stops if the graph is too large or the context ends.
func TestAttractorStops(t *testing.T) {
	four := must(games.NewConnectFour(7, 6))
	defer LimitGraph(5477)()
	if _, err := Attract(t.Context(), games.TicTacToe{}, games.TicTacToe{}.Start(), nil); err == nil {
		t.Error("no error for a graph that is too large")
	}
	LimitGraph(5478)
	attract(t, games.TicTacToe{}, games.TicTacToe{}.Start())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Attract(ctx, four, games.Discs{}, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
