package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/symmetry"
)

// act returns what is done for a button beside the board: it changes what happens at the table of a machine, and
// leads back to its page.
func (s *Server) act(do func(ctx context.Context, t *table, a *data.Agent, r *http.Request) error) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		a, err := s.lab.Agent(r.Context(), r.PathValue("name"))
		if err != nil {
			return err
		}
		t := s.tables.at(a.Name)
		t.mutex.Lock()
		defer t.notify()
		defer t.mutex.Unlock()
		if t.welcome(a); t.busy() {
			t.said = "MENACE is training: stop that, and play."
			return to(w, r, "/agents/%s", url.PathEscape(a.Name))
		}
		err = s.prepare(r.Context(), t, a)
		if t.said, t.hint = "", nil; err == nil {
			err = do(r.Context(), t, a, r)
		}
		if bankrupt := new(lab.BankruptError); errors.As(err, &bankrupt) {
			t.said, err = sayError(err), nil
		}
		if err != nil {
			return err
		}
		return to(w, r, "/agents/%s", url.PathEscape(a.Name))
	}
}

// move makes the move of a form, or says why that is impossible.
func (s *Server) move(ctx context.Context, t *table, a *data.Agent, r *http.Request) error {
	m, err := symmetry.ParseMove(r.PostFormValue("move"))
	if err != nil {
		return lab.AsMistake(err)
	}
	if err := t.game.Play(m); err != nil {
		t.said = words.Sentence(err.Error()) + "."
		if moves := t.game.Graph().MovesFrom(t.game.Position()); len(moves) > 0 {
			t.said = words.Impossible(err, moves)
		}
		return nil
	}
	return s.answer(ctx, t, a.Name)
}

// undo takes back the last move and its answer.
func (s *Server) undo(_ context.Context, t *table, _ *data.Agent, _ *http.Request) error {
	t.said = words.NothingYet
	if t.game.TakeBack() {
		t.said = words.TakenBack
	}
	return nil
}

// hint asks the perfect player.
func (s *Server) hint(_ context.Context, t *table, _ *data.Agent, _ *http.Request) error {
	if !t.game.Over() {
		hint := lab.NewHint(t.game)
		t.hint = &hint
	}
	return nil
}

// resign gives the game up.
func (s *Server) resign(ctx context.Context, t *table, a *data.Agent, _ *http.Request) error {
	if t.game.Over() {
		return nil
	}
	t.game.Resign()
	return s.finish(ctx, t, a.Name)
}

// next begins another game, from which the machine learns if the form says so.
func (s *Server) next(ctx context.Context, t *table, a *data.Agent, r *http.Request) error {
	t.learn = r.PostFormValue("learn") != ""
	return s.begin(ctx, t, a.Name)
}

// sayError says why no game can begin or end.
func sayError(err error) string {
	if bankrupt := new(lab.BankruptError); errors.As(err, &bankrupt) {
		return words.Bankruptcy
	}
	return words.Sentence(err.Error()) + "."
}
