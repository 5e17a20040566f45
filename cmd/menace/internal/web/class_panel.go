package web

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/live"
	"menace/cmd/menace/internal/web/view"
	"menace/cmd/menace/internal/words"
	"menace/menace"
)

// classPage is what pages of the machine of a class show of the class.
type classPage struct {
	live.Standing
	Invite      *view.Invite
	TeacherLink string
}

// plays reports whether the class plays against a machine.
func (s *Server) plays(owner *live.Owner) bool { return s.class != nil && s.class.Owner() == owner }

// classPage returns what pages show of the class if it plays against a machine, or nil.
func (s *Server) classPage(owner *live.Owner) *classPage {
	if !s.plays(owner) {
		return nil
	}
	return &classPage{s.class.Standing(), s.invite(s.class.PupilToken()), s.address + "/join/" + s.class.TeacherToken()}
}

// invite returns how pupils join by a token.
func (s *Server) invite(token string) *view.Invite {
	return view.InviteTo(s.address, token, s.class.Settings().Locked)
}

// changeClass makes the change named by the last part of the address, and leads back to the panel.
func (s *Server) changeClass(w http.ResponseWriter, r *http.Request) error {
	ctx, c, do := r.Context(), s.class, r.PathValue("do")
	var kept string
	var err error
	switch do {
	case "code":
		err = c.ChangeCode(ctx)
	case "reset":
		kept, err = c.Reset(ctx, r.FormValue("restock") != "")
	case "undo":
		kept, err = c.Undo(ctx)
	default:
		err = c.Set(ctx, do, r.FormValue("on") != "")
	}
	if err != nil {
		return err
	}
	c.Owner().Notify()
	return toPanel(w, r, kept)
}

// toPanel redirects to the panel, which reports the name under which a machine was kept, unless it is "".
func toPanel(w http.ResponseWriter, r *http.Request, kept string) error {
	if kept != "" {
		return to(w, r, "/class?kept=%s", url.QueryEscape(kept))
	}
	return to(w, r, "/class")
}

// pupilPage is the content of the page on which the teacher manages a pupil.
type pupilPage struct {
	live.Pupil
	Shown            string       // the name that may be projected
	Seat             *view.Invite // the offered place, or nil
	Nickname, Reason field
}

// showPupil shows the page on which the teacher manages a pupil, with the fields of its forms.
func (s *Server) showPupil(w http.ResponseWriter, r *http.Request, nickname, reason field) error {
	id, _ := strconv.Atoi(r.PathValue("id"))
	p, ok := s.class.Pupil(id)
	if !ok {
		return errNowhere
	}
	nickname.Name, reason.Name = "nickname", "own"
	page := pupilPage{Pupil: p, Shown: p.Animal(), Nickname: nickname, Reason: reason}
	if s.class.Settings().ShowNames {
		page.Shown = p.Name
	}
	if p.Seat != "" {
		page.Seat = s.invite(p.Seat)
	}
	return s.show(w, statusOf(nickname.Wrong+reason.Wrong == ""), "class_pupil.html", page)
}

// changePupil makes the change named by the last part of the address.
func (s *Server) changePupil(w http.ResponseWriter, r *http.Request) error {
	id, _ := strconv.Atoi(r.PathValue("id"))
	do, text := r.PathValue("do"), field{}
	switch do {
	case "rename":
		text.Value = strings.TrimSpace(r.PostFormValue("nickname"))
	case "remove":
		reason := cmp.Or(strings.TrimSpace(r.PostFormValue("own")), r.PostFormValue("reason"))
		if text.Value = fmt.Sprintf("%.200s", reason); reason == "" {
			text.Wrong = "Choose a reason, or write one."
			return s.showPupil(w, r, field{}, text)
		}
	}
	err := s.class.Manage(r.Context(), id, do, text.Value)
	switch {
	case errors.As(err, new(lab.Mistake)):
		text.Blame(err)
		return s.showPupil(w, r, text, field{})
	case err != nil:
		return err
	case do == "seat":
		return to(w, r, "/class/pupils/%d", id)
	}
	s.class.Owner().Notify()
	return to(w, r, "/class")
}

// question is the content of a page that asks before something is done.
type question struct {
	Title, Text, Button string
	Action, Back        string // addresses
	Class               bool   // it concerns the class
	Restock, Checked    bool   // offers to refill empty boxes, and recommends it
}

// askClass asks for confirmation before the class begins afresh, or the latest training or reset is undone.
func (s *Server) askClass(w http.ResponseWriter, r *http.Request) error {
	q := question{Action: r.URL.Path, Back: "/class", Class: true}
	switch r.PathValue("do") {
	case "reset":
		now, err := s.class.Owner().Snapshot(r.Context())
		if err != nil {
			return err
		}
		q.Title, q.Button = "A fresh machine?", "Start again"
		q.Text = "The class starts again, at zero, against a new machine that has learned nothing. " +
			"Nothing is lost: the machine so far is kept under another name, and you can undo this."
		q.Restock, q.Checked = true, lab.ForClass(now.Machine.Rules()).OnEmpty == menace.Restock
	case "undo":
		games, err := s.class.Undone(r.Context())
		if err != nil {
			return err
		}
		q.Title, q.Button = "Undo the "+s.class.Standing().Undo.Done+"?", "Undo it"
		q.Text = "The machine goes back to what it was before. What pupils have played since then (" +
			words.Plural(games, "game") + ") will not count, and unfinished games end. The machine as it is now is " +
			"kept under another name."
	default:
		return errNowhere
	}
	return s.show(w, http.StatusOK, "sure.html", q)
}
