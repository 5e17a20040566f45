package figures

import (
	"maps"
	"slices"
	"testing"

	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/minimax/games"
	"menace/plots"
	"menace/symmetry"
)

func TestSpans(t *testing.T) {
	session := func(opponent string, start, games int64) data.Session {
		return data.Session{Opponent: opponent, Start: start, Games: games}
	}
	met := func(opponent string, games int64) plots.Span {
		return plots.Span{Opponent: opponent, Games: games}
	}
	for _, c := range []struct {
		name     string
		sessions []data.Session
		games    int64
		people   int64
		want     []plots.Span
	}{
		{"nothing", nil, 0, 0, nil},
		{"people alone", nil, 3, 3, []plots.Span{met(plots.People, 3)}},
		{"people before, between and after", []data.Session{session("random", 2, 10), session("perfect", 15, 5)}, 24, 9,
			[]plots.Span{
				met(plots.People, 2), met("random", 10), met(plots.People, 3), met("perfect", 5), met(plots.People, 4),
			}},
		{"fewer games with people than between sessions", []data.Session{session("random", 2, 10)}, 13, 1,
			[]plots.Span{met(plots.Unknown, 2), met("random", 10), met(plots.Unknown, 1)}},
		{"no games with people", nil, 4, 0, []plots.Span{met(plots.Unknown, 4)}},
		{"a session without games", []data.Session{session("random", 0, 0), session("perfect", 0, 5)}, 5, 0,
			[]plots.Span{met("perfect", 5)}},
		{"a schedule in two sessions",
			[]data.Session{session("perfect*4,random", 0, 3), session("perfect*4,random", 3, 3)}, 6, 0,
			[]plots.Span{met("perfect", 3), met("perfect", 1), met("random", 2)}},
		{"a schedule after people and another",
			[]data.Session{
				session("perfect*4,random", 0, 5), session("blocker", 5, 1), session("perfect*4,random", 7, 5),
			}, 12, 1,
			[]plots.Span{
				met("perfect", 4), met("random", 1), met("blocker", 1), met(plots.People, 1),
				met("perfect", 4), met("random", 1),
			}},
		{"very many turns", []data.Session{session("perfect*1,random*1", 0, 5000)}, 5000, 0,
			[]plots.Span{met("perfect*1,random*1", 5000)}},
	} {
		if got := spans(c.sessions, c.games, c.people); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// TestBoxesTurnWithTheirPositions checks every box of either side in each of its orientations.
func TestBoxesTurnWithTheirPositions(t *testing.T) {
	for _, game := range games.Names() {
		for _, plays := range []symmetry.Side{symmetry.First, symmetry.Second} {
			a := trained(t, game, plays)
			for _, moves := range a.Machine.Buckets() {
				for _, o := range a.Machine.Bucket(moves) {
					checkTurned(t, a, o)
				}
			}
		}
	}
}

// trained returns an agent that plays a side of a game by its usual rules, except that it restocks, after 400 games.
func trained(t *testing.T, game string, plays symmetry.Side) *data.Agent {
	t.Helper()
	rules, _ := menace.Usual(game)
	rules.Plays, rules.OnEmpty = plays, menace.Restock
	a, err := data.NewAgent("a", rules, 1)
	if err != nil {
		t.Fatal(err)
	}
	training := arena.Training{Learner: a.Career, Opponent: arena.Random(a.Machine.Graph()), Random: a.Random}
	if _, err := training.Run(t.Context(), 400); err != nil {
		t.Fatal(err)
	}
	return a
}

// matchbox returns the beads in the box of a position for each move in its orientation, read from the machine.
func matchbox(m *menace.Machine, position symmetry.Position) map[symmetry.Move]int64 {
	orbit, to := m.Graph().Find(position)
	own, _ := m.Box(orbit)
	beads := map[symmetry.Move]int64{}
	for i := range m.Moves(orbit).All() {
		beads[to.Inverse().Move(m.Graph().Moves(orbit)[i])] = own.Beads(i)
	}
	return beads
}

// checkTurned compares the end of the history of a box with the machine in each orientation. Its moves must be
// possible, in order, and lead where those of the canonical position lead.
func checkTurned(t *testing.T, a *data.Agent, o symmetry.Orbit) {
	t.Helper()
	graph := a.Machine.Graph()
	own, _ := a.Machine.Box(o)
	for turn := range symmetry.Transform(symmetry.Transforms) {
		position := graph.Transform(graph.Code(o), turn)
		if at, _ := graph.Find(position); at != o {
			continue // not a symmetry of this game
		}
		turned := matchbox(a.Machine, position)
		past := history(a, a.Career.Curve, position)
		now := past.Contents[len(past.Contents)-1].Beads
		if !slices.Equal(past.Moves, slices.Sorted(maps.Keys(turned))) || len(now) != len(turned) {
			t.Fatalf("%s: the history has the moves %v, the box %v", graph.Format(position), past.Moves, turned)
		}
		var total int64
		leads := map[symmetry.Orbit]bool{}
		for i, m := range past.Moves {
			total += now[i]
			if now[i] != turned[m] {
				t.Errorf("%s: the history of %v ends with %d, but the box has %d",
					graph.Format(position), m, now[i], turned[m])
			}
			if !slices.Contains(graph.MovesFrom(position), m) {
				t.Errorf("%s: beads for move %v, which is impossible", graph.Format(position), m)
				continue
			}
			next, _ := graph.Find(graph.Play(position, m))
			leads[next] = true
		}
		if total != own.Total() || len(leads) != a.Machine.Moves(o).Count() {
			t.Errorf("%s: got %d beads for moves to %d orbits, but the canonical position has %d for %d",
				graph.Format(position), total, len(leads), own.Total(), a.Machine.Moves(o).Count())
		}
	}
}

// TestTournamentIsOfTicTacToe checks that no other game shows the games of 1961, whether it can be drawn or not.
func TestTournamentIsOfTicTacToe(t *testing.T) {
	for _, game := range games.Names() {
		for _, drawless := range []bool{false, true} {
			err := Options{Michie: true}.checkMichie(plots.Series{Game: game, Drawless: drawless})
			if own := game == "tic-tac-toe"; (err == nil) != own {
				t.Errorf("%s, without draws %v: got %v", game, drawless, err)
			}
		}
	}
	if err := (Options{}).checkMichie(plots.Series{Game: "hexapawn"}); err != nil {
		t.Errorf("without the games: got %v", err)
	}
}
