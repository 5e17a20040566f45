package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"menace/cmd/menace/internal/class"
	"menace/cmd/menace/internal/hall"
	"menace/cmd/menace/internal/live"
	"menace/cmd/menace/internal/web/view"
)

// pupil is what the page of a pupil shows.
type pupil struct {
	Name, Machine string
	Play          view.Play
	Paused        bool
}

// pupilParts are the parts of the page of a pupil that change, by name, and the templates that draw them.
var pupilParts = map[string]string{
	"board": "board", "told": "told", "score": "score", "buttons": "pupil-buttons", "opened": "opened", "notice": "pupil-notice",
}

// seatOf names the seat of a pupil.
func seatOf(id int) string { return fmt.Sprint("pupil ", id) }

// aboutPupil describes what happens at the seat of a pupil.
func (s *Server) aboutPupil(ctx context.Context, p class.Pupil) (*pupil, error) {
	a, err := s.lab.Agent(ctx, s.class.Machine())
	if err != nil {
		return nil, err
	}
	page := &pupil{Name: p.Name, Machine: a.Name, Paused: !s.class.MayPlay(p.ID)}
	err = s.table().Look(ctx, a, seatOf(p.ID), func(seat *hall.Seat) error {
		s.class.Count(p.ID, seat.Score)
		page.Play = view.PlayOf(a.Name, seat)
		page.Play.Close(a.Machine.Bankrupt())
		page.Play.Cabinet, page.Play.Total = "/play/cabinet", ""
		return nil
	})
	if page.Paused {
		page.Play.Rest()
	}
	return page, err
}

// play shows a pupil their game.
func (s *Server) play(w http.ResponseWriter, r *http.Request) error {
	_, p := s.visitor(r)
	page, err := s.aboutPupil(r.Context(), p)
	if err != nil {
		return err
	}
	return s.show(w, http.StatusOK, "pupil.html", page)
}

// pupilDoes is what a pupil can do. The machine learns from every game.
var pupilDoes = map[string]func(context.Context, *hall.Seat, string, url.Values) error{
	"move": move, "undo": undo, "hint": hint, "resign": resign,
	"new": func(ctx context.Context, seat *hall.Seat, name string, _ url.Values) error {
		return seat.Next(ctx, name, true)
	},
}

// pupilActs does what a pupil wants at their seat, unless they are paused.
func (s *Server) pupilActs(w http.ResponseWriter, r *http.Request) error {
	do, ok := pupilDoes[r.PathValue("do")]
	_, p := s.visitor(r)
	a, err := s.lab.Agent(r.Context(), s.class.Machine())
	if err != nil || !ok {
		return orNowhere(err)
	}
	r.ParseForm() // of what is no form nothing is read
	err = s.table().Act(r.Context(), a, seatOf(p.ID), func(seat *hall.Seat) error {
		if !s.class.MayPlay(p.ID) {
			return nil
		}
		err := do(r.Context(), seat, a.Name, r.PostForm)
		s.class.Count(p.ID, seat.Score)
		return err
	})
	if err != nil {
		return err
	}
	return to(w, r, "/play")
}

// orNowhere returns an error, or that there is nothing.
func orNowhere(err error) error {
	if err == nil {
		return errNowhere
	}
	return err
}

// maxPupilStreams is how many windows a pupil may have open.
const maxPupilStreams = 4

// pupilEvents streams what changes on the page of a pupil, until they are removed.
func (s *Server) pupilEvents(w http.ResponseWriter, r *http.Request) error {
	_, p := s.visitor(r)
	return s.follow(w, r, live.View{What: s.class.Machine(), Who: seatOf(p.ID), Streams: maxPupilStreams, Draw: func(ctx context.Context) (*live.Frame, error) {
		if role, _ := s.visitor(r); role != class.Player {
			return nil, errNowhere
		}
		page, err := s.aboutPupil(ctx, p)
		if err != nil {
			return nil, err
		}
		return s.drawParts(pupilParts, page)
	}})
}

// pupilCabinet shows a pupil all boxes, and one of them large if that was asked for.
func (s *Server) pupilCabinet(w http.ResponseWriter, r *http.Request) error {
	_, p := s.visitor(r)
	a, err := s.lab.Agent(r.Context(), s.class.Machine())
	if err != nil {
		return err
	}
	var page *about
	err = s.table().Look(r.Context(), a, seatOf(p.ID), func(seat *hall.Seat) (err error) {
		if page, err = s.about(r.Context(), a.Name); err == nil {
			page.Cabinet = view.CabinetOf(page.machine, seat.Game)
		}
		return err
	})
	if err != nil {
		return err
	}
	page.find(r)
	return s.show(w, http.StatusOK, "pupil_cabinet.html", page)
}
