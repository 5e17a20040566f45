package live

import (
	"slices"
	"sync"
	"testing"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/sentences"
	"menace/data"
	"menace/menace/arena"
	"menace/symmetry"
)

// testGuests signs games, forbids one action, and records what it is told.
type testGuests struct {
	forbidden  Action
	score      arena.Tally
	unfinished Unfinished

	mu      sync.Mutex
	changes int
	ended   []data.PlayedGame
}

func (p *testGuests) Resume(int) (arena.Tally, Unfinished) { return p.score, p.unfinished }

func (p *testGuests) Allow(_ int, do Action, _ *MatchView) (bool, sentences.Sentence) {
	if do == p.forbidden {
		return false, func(sentences.In) string { return "This is forbidden." }
	}
	return true, nil
}

func (p *testGuests) Sign(player int, g *data.PlayedGame) { g.Class, g.Pupil = 7, player }

func (p *testGuests) Language() *language.Language { return language.English }

func (p *testGuests) Changed(int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.changes++
}

func (p *testGuests) Ended(_ int, g data.PlayedGame) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = append(p.ended, g)
}

// TestGuestsForbid checks that a forbidden action changes nothing but the message, and only for guests.
func TestGuestsForbid(t *testing.T) {
	actions := map[Action]func(m *Match) error{
		Move: func(m *Match) error {
			g := m.View(t.Context()).Game
			return m.Play(t.Context(), g.Graph().MovesFrom(g.Position())[0])
		},
		TakeBack: func(m *Match) error { return m.TakeBack(t.Context()) },
		SeeHint:  func(m *Match) error { return m.AskHint(t.Context()) },
		Resign:   func(m *Match) error { return m.Resign(t.Context()) },
		Begin:    func(m *Match) error { return m.New(t.Context(), "", true) },
	}
	for forbidden := range actions {
		_, machine := inUse(t)
		machine.SetGuests(&testGuests{forbidden: forbidden})
		for _, player := range []int{Host, ann} {
			m := machine.Match(player)
			if forbidden != Move {
				must(t, actions[Move](m))
			}
			before := m.View(t.Context())
			must(t, actions[forbidden](m))
			now := m.View(t.Context())
			same := now.Game.Seed() == before.Game.Seed() && now.Game.Over() == before.Game.Over() && now.Hint == nil &&
				slices.Equal(now.Game.Moves(), before.Game.Moves())
			if refused := now.Message.In(sentences.English) == "This is forbidden."; refused != (player == ann) || same != refused {
				t.Errorf("action %d of player %d: refused is %t, unchanged %t", forbidden, player, refused, same)
			}
		}
	}
}

// TestGuestsHear checks that [Guests] signs the finished games of guests, also those resigned by beginning another,
// and is told of changes and ends.
func TestGuestsHear(t *testing.T) {
	r, machine := inUse(t)
	p := &testGuests{forbidden: -1}
	machine.SetGuests(p)
	machine.playOut(t, Host)
	if p.changes > 0 || len(p.ended) > 0 {
		t.Error("Guests is told of the host's games")
	}
	machine.playOut(t, ben)
	changes := p.changes
	m := machine.Match(ben)
	must(t, m.New(t.Context(), "", true))
	g := m.View(t.Context()).Game
	must(t, m.Play(t.Context(), g.Graph().MovesFrom(g.Position())[0]))
	must(t, m.New(t.Context(), "", true))
	if changes == 0 || p.changes < changes+3 || len(p.ended) != 2 || p.ended[1].Resigned != "person" {
		t.Errorf("Guests is told of %d changes, and the games %+v", p.changes, p.ended)
	}
	stored, err := r.db.ClassGames(t.Context(), 7, machine.ID())
	if err != nil || len(stored) != 2 || stored[0].Pupil != ben {
		t.Errorf("got the signed games %+v, %v", stored, err)
	}
}

// TestGuestsResume checks that a match continues with the score and the game that [Guests] has kept, once.
func TestGuestsResume(t *testing.T) {
	_, machine := inUse(t)
	graph := machine.stored(t).Machine.Graph()
	play := symmetry.FormatMoves(graph.MovesFrom(graph.Code(symmetry.Start))[:1])
	p := &testGuests{forbidden: -1, score: arena.Tally{Draw: 3}, unfinished: Unfinished{42, play}}
	machine.SetGuests(p)
	if u, ok := machine.Unfinished(ann); ok {
		t.Errorf("nobody has a match, but got the game %v", u)
	}
	m := machine.Match(ann)
	if u, ok := machine.Unfinished(ann); !ok || u != p.unfinished {
		t.Errorf("before anybody looks: got the game %v, %t", u, ok)
	}
	v := m.View(t.Context())
	if v.Score != p.score || v.Game.Seed() != 42 || symmetry.FormatMoves(v.Game.Moves()[:1]) != play {
		t.Errorf("got the score %v and the moves %v", v.Score, v.Game.Moves())
	}
	must(t, m.New(t.Context(), "", true))
	if m.View(t.Context()).Game.Seed() == 42 {
		t.Error("the game is resumed twice")
	}
}
