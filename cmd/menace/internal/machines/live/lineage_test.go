package live

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/mistake"
	"menace/data"
	"menace/data/datatest"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
	"menace/symmetry"
)

// lineageOf returns how the agent "a" was taught, and its games.
func lineageOf(t *testing.T, db *data.DB) (*data.Agent, *agents.Lineage, []data.PlayedGame) {
	t.Helper()
	a := load(t, db, "a")
	l, err := agents.NewLineage(t.Context(), db, a)
	if err != nil {
		t.Fatal(err)
	}
	games, err := db.Games(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	return a, l, games
}

// anyMoves plays a game to its end with any moves of the person.
func anyMoves(t *testing.T, g *match.Game, random *rand.Rand) *match.Game {
	t.Helper()
	for !g.Over() {
		if g.MachineMoves() {
			g.Move()
			continue
		}
		moves := g.Graph().MovesFrom(g.Position())
		must(t, g.Play(moves[random.IntN(len(moves))]))
	}
	return g
}

// without returns a machine that learned from the games before one of them, except for one that it never played: with
// the same seeds, and the same moves of the people. It returns the first game in which it moves differently, and the
// ply, or 0 and 0.
func without(t *testing.T, rules menace.Rules, games []data.PlayedGame, never int64) (*menace.Machine, int64, int) {
	t.Helper()
	m := menace.New(rules)
	career := arena.NewCareer(m, rules.Plays)
	for _, stored := range games {
		if stored.ID == never {
			continue
		}
		steps, err := m.Graph().Replay(stored.Moves)
		if err != nil {
			t.Fatal(err)
		}
		g := match.Seeded(m, stored.Seed)
		for ply := 0; !g.Over(); ply++ {
			if !g.MachineMoves() {
				must(t, g.Play(steps[ply].Move))
			} else if move := g.Move().Move; ply == len(steps) != (move == symmetry.Resign) ||
				ply < len(steps) && move != steps[ply].Move {
				return m, stored.ID, ply
			}
		}
		match.Learn(m, career, g)
	}
	return m, 0, 0
}

// TestWithoutAGame leaves each game out of a lineage and compares the replay, draw for draw, with a machine that never
// played it, up to the point that the replay names: there the same luck gives another bead, or the bead is not in the
// box any more. Without the games from there on, both hold the same beads.
func TestWithoutAGame(t *testing.T) {
	restock := menace.Michie()
	restock.OnEmpty, restock.Loss = menace.Restock, -2
	her, _ := menace.Preset("her")
	for name, rules := range map[string]menace.Rules{"michie": menace.Michie(), "restock": restock, "her": her} {
		db, random := datatest.Open(t, ""), rand.New(rand.NewPCG(1, 2))
		if _, err := agents.Make(t.Context(), db, "a", rules, 1); err != nil {
			t.Fatal(err)
		}
		for n := range 25 {
			if finish(t, db, anyMoves(t, begin(t, db, int64(n)), random), true).Bankrupt {
				break
			}
		}
		a, l, games := lineageOf(t, db)
		none, err := l.Without(t.Context(), func(data.PlayedGame) bool { return false })
		if err != nil || !slices.Equal(none.Machine.Counts(), a.Machine.Counts()) || none.Luck != nil || none.Parted != nil {
			t.Errorf("%s: leaving out nothing changes the machine: %+v, %v", name, none, err)
		}
		parts := 0
		for _, never := range games {
			w, err := l.Without(t.Context(), func(g data.PlayedGame) bool { return g.ID == never.ID })
			if err != nil || w.Left != 1 || w.Left+w.Kept+len(w.Parted) != len(games) {
				t.Fatalf("%s without game %d: %+v, %v", name, never.ID, w, err)
			}
			var at agents.Parting // where the replay must part
			if w.Luck != nil {
				at = *w.Luck
			}
			if len(w.Parted) > 0 && (at.Game == 0 || w.Parted[0].Game <= at.Game) {
				at = w.Parted[0]
			}
			m, game, ply := without(t, rules, games, never.ID)
			if at.Game != game || game != 0 && w.Luck != nil && at == *w.Luck && at.Ply != ply {
				t.Errorf("%s without game %d: the replay parts at %+v, a machine that never played it at game %d, ply %d",
					name, never.ID, at, game, ply)
			}
			if game > 0 {
				parts++
			} else {
				game = int64(len(games)) + 1
			}
			before, err := l.Without(t.Context(), func(g data.PlayedGame) bool { return g.ID == never.ID || g.ID >= game })
			if err != nil || !slices.Equal(before.Machine.Counts(), m.Counts()) {
				t.Errorf("%s without game %d: other beads before game %d, %v", name, never.ID, game, err)
			}
		}
		if parts == 0 || parts == len(games) {
			t.Errorf("%s: %d of %d replays part", name, parts, len(games))
		}
	}
}

// TestLineage replays a machine that was taught by several people at once, with training in between, and lists the
// games that changed its opening box: each begins with the beads that the one before has left.
func TestLineage(t *testing.T) {
	db, random := datatest.Open(t, ""), rand.New(rand.NewPCG(3, 4))
	rules := menace.Michie()
	rules.OnEmpty = menace.Restock
	if _, err := agents.Make(t.Context(), db, "a", rules, 1); err != nil {
		t.Fatal(err)
	}
	seed := int64(0)
	together := func(rounds int) {
		for range rounds {
			var open []*match.Game
			for range 4 {
				seed++
				open = append(open, begin(t, db, seed))
			}
			random.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
			for i, g := range open {
				finish(t, db, anyMoves(t, g, random), i > 0 || random.IntN(4) > 0)
			}
		}
	}
	together(6)
	train(t, db, "a", 150)
	together(6)
	train(t, db, "a", 50)
	a, l, games := lineageOf(t, db)
	opening := a.Machine.Openings()[0]
	box, _ := a.Machine.Box(opening)
	last := map[symmetry.Move]int64{}
	for _, c := range l.Teachers(opening) {
		if was, known := last[c.Move]; known && c.ID <= 24 && was != c.Before {
			t.Errorf("game %d finds %d beads for %v, after %d", c.ID, c.Before, c.Move, was)
		}
		gain := map[string]int64{"win": 3, "draw": 1, "loss": -1}[c.Result]
		if c.After != max(0, c.Before+gain) {
			t.Errorf("game %d, a %s, turns %d beads into %d", c.ID, c.Result, c.Before, c.After)
		}
		last[c.Move] = c.After
	}
	if len(last) == 0 || box.Total() == 0 {
		t.Error("no game has taught the opening box")
	}
	w, err := l.Without(t.Context(), func(data.PlayedGame) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if taught := len(games); w.Left > taught || w.Left < taught/2 {
		t.Errorf("%d of %d games were left out", w.Left, taught)
	}

	// Without any of the people, it is the machine of the training alone.
	alone := datatest.Open(t, "")
	if _, err := agents.Make(t.Context(), alone, "a", rules, 1); err != nil {
		t.Fatal(err)
	}
	train(t, alone, "a", 150)
	trained := train(t, alone, "a", 50).Agent
	if !slices.Equal(w.Machine.Counts(), trained.Machine.Counts()) {
		t.Error("without its games with people it is not the machine of its training")
	}

	counted, err := agents.Read("position,move,beads\n.../.../...,1,9\n.../.../...,2,1\n.../.../...,5,7\n", "counted",
		menace.Michie(), nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err = counted.Store(t.Context(), db, "counted")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := agents.NewLineage(t.Context(), db, a); !errors.As(err, new(mistake.Error)) {
		t.Errorf("a machine of counted beads: %v", err)
	}
}
