package figures

import (
	"slices"
	"testing"

	"menace/arena"
	"menace/board"
	"menace/data"
	"menace/menace"
	"menace/plots"
	"menace/symmetry"
)

func TestStretches(t *testing.T) {
	session := func(opponent string, start, games int64) data.Session {
		return data.Session{Opponent: opponent, Start: start, Games: games}
	}
	met := func(opponent string, games int64) plots.Stretch {
		return plots.Stretch{Opponent: opponent, Games: games}
	}
	for _, c := range []struct {
		name     string
		sessions []data.Session
		games    int64
		people   int64
		want     []plots.Stretch
	}{
		{"nothing", nil, 0, 0, nil},
		{"people alone", nil, 3, 3, []plots.Stretch{met(plots.People, 3)}},
		{"people before, between and after", []data.Session{session("random", 2, 10), session("perfect", 15, 5)}, 24, 9,
			[]plots.Stretch{met(plots.People, 2), met("random", 10), met(plots.People, 3), met("perfect", 5), met(plots.People, 4)}},
		{"fewer games with people than between sessions", []data.Session{session("random", 2, 10)}, 13, 1,
			[]plots.Stretch{met(plots.Unknown, 2), met("random", 10), met(plots.Unknown, 1)}},
		{"no games with people", nil, 4, 0, []plots.Stretch{met(plots.Unknown, 4)}},
		{"a session without games", []data.Session{session("random", 0, 0), session("perfect", 0, 5)}, 5, 0,
			[]plots.Stretch{met("perfect", 5)}},
	} {
		if got := stretches(c.sessions, c.games, c.people); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// TestBoxesTurnWithTheirPositions asks for every box of either side in each of its orientations.
func TestBoxesTurnWithTheirPositions(t *testing.T) {
	for _, plays := range []menace.Side{menace.First, menace.Second} {
		rules := menace.Michie()
		rules.Plays, rules.OnEmpty = plays, menace.Restock
		a, err := data.NewAgent("a", rules, 1)
		if err != nil {
			t.Fatal(err)
		}
		training := arena.Training{Learner: a.Career, Opponent: arena.Random, Random: a.Random}
		if _, err := training.Run(t.Context(), 400); err != nil {
			t.Fatal(err)
		}
		for _, moves := range a.Machine.Buckets() {
			for _, o := range a.Machine.Bucket(moves) {
				checkTurned(t, a, o)
			}
		}
	}
}

// matchbox returns the box of a position as it is now, read from the machine.
func matchbox(m *menace.Machine, b board.Board) plots.Box {
	orbit, to := symmetry.Find(b)
	own, _ := m.Box(orbit)
	drawn := plots.Box{Position: b, Squares: to.Inverse().Mask(m.Squares(orbit))}
	for s := range b.Empty().All() {
		drawn.Beads[s] = own.Beads(to.Square(s))
	}
	return drawn
}

func checkTurned(t *testing.T, a *data.Agent, o symmetry.Orbit) {
	t.Helper()
	own := matchbox(a.Machine, o.Board())
	for u := range symmetry.Transform(symmetry.Transforms) {
		b := u.Board(o.Board())
		turned := matchbox(a.Machine, b)
		past := history(a, a.Career.Curve, b)
		now := past.Contents[len(past.Contents)-1]
		if past.Squares != turned.Squares || now.Beads != turned.Beads {
			t.Errorf("%v: the history ends with %v, the box holds %v", b, now.Beads, turned.Beads)
		}
		var total, turnedTotal int64
		for s := range o.Board().Empty().All() {
			total += own.Beads[s]
			turnedTotal += turned.Beads[u.Square(s)]
			if turned.Beads[s] > 0 && !turned.Squares.Has(s) {
				t.Errorf("%v: beads for square %d, which has none", b, s.Number())
			}
		}
		if total != turnedTotal || turned.Squares&^b.Empty() != 0 || turned.Squares.Count() != own.Squares.Count() {
			t.Errorf("%v: %d beads on %d squares, its canonical twin has %d on %d",
				b, turnedTotal, turned.Squares.Count(), total, own.Squares.Count())
		}
	}
}
