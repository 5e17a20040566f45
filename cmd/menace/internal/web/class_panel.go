package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"rsc.io/qr"

	"menace/arena"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/live"
	"menace/cmd/menace/internal/words"
	"menace/menace"
)

// panel is the content of the teacher's page.
type panel struct {
	*agentPage
	TeacherLink string
	Said        string // what has just been done, or ""
	Restocks    bool   // the machine refills empty boxes
}

// invite is how pupils join.
type invite struct {
	Address, Code, Link string
	Locked              bool
}

// invite returns how pupils join by a token.
func (s *Server) invite(token string) *invite {
	return &invite{
		Address: strings.TrimPrefix(s.address, "http://"), Code: token[:4] + "-" + token[4:],
		Link: s.address + "/join/" + token, Locked: s.class.Settings().Locked,
	}
}

// panel shows the teacher the pupils, and the link by which pupils join.
func (s *Server) panel(w http.ResponseWriter, r *http.Request) error {
	return s.showPanel(w, r, http.StatusOK, field{Name: "copy"})
}

// showPanel shows the teacher's page. The form that copies the machine may have an error message.
func (s *Server) showPanel(w http.ResponseWriter, r *http.Request, status int, copy field) error {
	page, err := s.agentPage(r)
	if err == nil {
		err = s.addForms(r, page)
	}
	if err != nil {
		return err
	}
	page.Copy = copy
	p := panel{
		agentPage: page, TeacherLink: s.address + "/join/" + s.class.TeacherToken(),
		Restocks: page.now.Machine.Rules().OnEmpty == menace.Restock,
	}
	if kept := r.FormValue("kept"); kept != "" {
		p.Said = "Kept as " + kept + "."
	}
	return s.show(w, status, "class.html", p)
}

// copyMachine copies the machine of the class.
func (s *Server) copyMachine(w http.ResponseWriter, r *http.Request) error {
	f, err := readName(r, "copy", func(name string) error {
		now, err := s.class.Owner().Snapshot(r.Context())
		if err != nil {
			return err
		}
		return s.lab.Copy(r.Context(), now.Name, name)
	})
	switch {
	case err != nil:
		return err
	case f.Wrong != "":
		return s.showPanel(w, r, http.StatusUnprocessableEntity, f)
	}
	return to(w, r, "/class?kept=%s", url.QueryEscape(f.Value))
}

// qrCode is a QR code as an SVG path of dark unit squares.
type qrCode struct {
	Path string
	Size int // with the margin
}

// QR encodes the link.
func (i *invite) QR() (qrCode, error) {
	const quiet = 4 // width of the light margin, in modules (ISO/IEC 18004)
	code, err := qr.Encode(i.Link, qr.M)
	if err != nil {
		return qrCode{}, err
	}
	var path strings.Builder
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", quiet+x, quiet+y)
			}
		}
	}
	return qrCode{path.String(), code.Size + 2*quiet}, nil
}

// set switches a setting of the class on or off.
func (s *Server) set(w http.ResponseWriter, r *http.Request) error {
	return s.done(w, r, s.class.Set(r.Context(), r.PathValue("setting"), r.FormValue("on") != ""))
}

// changeCode replaces the code of the class.
func (s *Server) changeCode(w http.ResponseWriter, r *http.Request) error {
	return s.done(w, r, s.class.ChangeCode(r.Context()))
}

// done notifies everybody of a change to the class, unless it failed, and redirects to the panel.
func (s *Server) done(w http.ResponseWriter, r *http.Request, err error) error {
	if err != nil {
		return err
	}
	s.class.Owner().Notify()
	return to(w, r, "/class")
}

// pupilPage is the content of the page on which the teacher manages a pupil.
type pupilPage struct {
	live.Pupil
	Shown    string  // the name that may be projected
	Seat     *invite // the offered place, or nil
	Nickname field
	Reasons  []string
	Wrong    string // what is wrong with the reason for removing
}

// reasons are suggested to teachers who remove a pupil.
var reasons = []string{
	"Your nickname is not one for school. Come back with another.", "You are here twice.",
	"You do not belong to this class.",
	"Talk to your teacher.",
}

// managePupil shows the page on which the teacher manages a pupil.
func (s *Server) managePupil(w http.ResponseWriter, r *http.Request) error {
	return s.showPupil(w, r, http.StatusOK, field{}, "")
}

// showPupil shows the page of a pupil, with error messages.
func (s *Server) showPupil(w http.ResponseWriter, r *http.Request, status int, nickname field, wrong string) error {
	id, _ := strconv.Atoi(r.PathValue("id"))
	p, ok := s.class.Pupil(id)
	if !ok {
		return errNowhere
	}
	page := pupilPage{Pupil: p, Shown: p.Animal(), Nickname: nickname, Reasons: reasons, Wrong: wrong}
	if s.class.Settings().ShowNames {
		page.Shown = p.Name
	}
	if p.Seat != "" {
		page.Seat = s.invite(p.Seat)
	}
	page.Nickname.Name = "nickname"
	return s.show(w, status, "class_pupil.html", page)
}

// changePupil changes a pupil as the last part of the address says.
func (s *Server) changePupil(w http.ResponseWriter, r *http.Request) error {
	ctx, c := r.Context(), s.class
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		return errNowhere
	}
	switch r.PathValue("do") {
	case "pause":
		return s.done(w, r, c.PausePupil(ctx, id, r.FormValue("on") != ""))
	case "return":
		return s.done(w, r, c.Return(ctx, id))
	case "rename":
		f := field{Value: strings.TrimSpace(r.PostFormValue("nickname"))}
		if err = c.Rename(ctx, id, f.Value); errors.As(err, new(lab.Mistake)) {
			f.Blame(err)
			return s.showPupil(w, r, http.StatusUnprocessableEntity, f, "")
		}
	case "seat":
		if err = c.OfferSeat(ctx, id); err == nil {
			return to(w, r, "/class/pupils/%d", id)
		}
	case "remove":
		reason := strings.TrimSpace(r.PostFormValue("own"))
		if reason == "" {
			reason = r.PostFormValue("reason")
		}
		if reason == "" {
			return s.showPupil(w, r, http.StatusUnprocessableEntity, field{}, "Choose a reason, or write one.")
		}
		const most = 200
		err = c.Remove(ctx, id, fmt.Sprintf("%.*s", most, reason))
		s.streams.forget(stream{machine: c.Owner().ID(), player: live.Pupil{ID: id}.Player()})
	default:
		return errNowhere
	}
	return s.done(w, r, err)
}

// question is the content of a page that asks before something is done.
type question struct {
	Title, Text, Action, Button string
	Restock                     bool // offers to refill empty boxes
	Checked                     bool
}

// askToReset asks for confirmation before the class begins afresh.
func (s *Server) askToReset(w http.ResponseWriter, r *http.Request) error {
	now, err := s.class.Owner().Snapshot(r.Context())
	if err != nil {
		return err
	}
	return s.show(w, http.StatusOK, "sure.html", question{
		Title: "A fresh machine?", Action: "/class/reset", Button: "Begin afresh", Restock: true,
		Checked: lab.ForClass(now.Machine.Rules()).OnEmpty == menace.Restock,
		Text: "The class begins again against a new machine that has learned nothing, and the score is zero. " +
			"Nothing is lost: the machine so far is kept under another name, and you can undo this.",
	})
}

// reset lets the class begin afresh.
func (s *Server) reset(w http.ResponseWriter, r *http.Request) error {
	kept, err := s.class.Reset(r.Context(), r.FormValue("restock") != "")
	return s.tookOver(w, r, kept, err)
}

// askToUndo asks for confirmation before the latest training or reset is undone.
func (s *Server) askToUndo(w http.ResponseWriter, r *http.Request) error {
	undo := s.class.Standing().Undo
	games, err := s.class.Undone(r.Context())
	if err != nil {
		return err
	}
	if undo == nil {
		return lab.Mistakef("there is nothing to undo")
	}
	return s.show(w, http.StatusOK, "sure.html", question{
		Title: "Undo the " + undo.Done + "?", Action: "/class/undo", Button: "Undo it",
		Text: "The machine is again as it was before. " + words.Plural(games,
			"game") + " that pupils have played since " +
			"then " + map[bool]string{true: "is",
			false: "are"}[games == 1] + " undone with it, and unfinished games end. " +
			"The machine as it is now is kept under another name.",
	})
}

// undo undoes the latest training or reset.
func (s *Server) undo(w http.ResponseWriter, r *http.Request) error {
	kept, err := s.class.Undo(r.Context())
	return s.tookOver(w, r, kept, err)
}

// tookOver redirects to the panel after another machine has taken over.
func (s *Server) tookOver(w http.ResponseWriter, r *http.Request, kept string, err error) error {
	if err != nil {
		return err
	}
	return to(w, r, "/class?kept=%s", url.QueryEscape(kept))
}

// share is a part of a bar that is 100 wide.
type share struct{ Class, From, Width string }

// bar divides a bar among the games that the class has won, drawn and lost.
func bar(t arena.Tally) (all []share) {
	from, games := 0.0, float64(max(t.Games(), 1))
	for _, part := range []struct {
		class string
		games int64
	}{{"ours", t.Loss}, {"drawn", t.Draw}, {"theirs", t.Win}} {
		width := 100 * float64(part.games) / games
		all = append(all, share{part.class, fmt.Sprintf("%.2f", from), fmt.Sprintf("%.2f", width)})
		from += width
	}
	return all
}
