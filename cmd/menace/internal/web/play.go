package web

import (
	"context"
	"net/http"
	"net/url"

	"menace/cmd/menace/internal/hall"
	"menace/cmd/menace/internal/lab"
	"menace/symmetry"
)

// act returns what is done for a button beside the board: it changes what happens at the table of a machine, and
// leads back to its page.
func (s *Server) act(do func(ctx context.Context, seat *hall.Seat, name string, form url.Values) error) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		a, err := s.lab.Agent(r.Context(), r.PathValue("name"))
		if err != nil {
			return err
		}
		r.ParseForm() // of what is no form nothing is read
		err = s.hall.At(a.Name).Act(r.Context(), a, hall.Host, func(seat *hall.Seat) error {
			return do(r.Context(), seat, a.Name, r.PostForm)
		})
		if err != nil {
			return err
		}
		return to(w, r, "/agents/%s", url.PathEscape(a.Name))
	}
}

// move makes the move of a form.
func move(ctx context.Context, seat *hall.Seat, name string, form url.Values) error {
	m, err := symmetry.ParseMove(form.Get("move"))
	if err != nil {
		return lab.AsMistake(err)
	}
	return seat.Move(ctx, name, m)
}

// undo takes back the last move and its answer.
func undo(_ context.Context, seat *hall.Seat, _ string, _ url.Values) error {
	seat.Undo()
	return nil
}

// hint asks the perfect player.
func hint(_ context.Context, seat *hall.Seat, _ string, _ url.Values) error {
	seat.Ask()
	return nil
}

// resign gives the game up.
func resign(ctx context.Context, seat *hall.Seat, name string, _ url.Values) error {
	return seat.Resign(ctx, name)
}

// next begins another game, from which the machine learns if the form says so.
func next(ctx context.Context, seat *hall.Seat, name string, form url.Values) error {
	return seat.Next(ctx, name, form.Get("learn") != "")
}
