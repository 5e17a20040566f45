package web

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"rsc.io/qr"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/live"
	"menace/menace"
)

// invite holds the ways to join with a token, for templates.
type invite struct {
	Address string // address to type
	Code    string
	Link    string // link that includes the code
}

// Local reports whether only this computer can reach the address.
func (i invite) Local() bool { return strings.HasPrefix(i.Address, "localhost:") }

func (s *Server) invite(token string) invite {
	return invite{strings.TrimPrefix(s.address, "http://"), token[:4] + "-" + token[4:], s.address + "/join/" + token}
}

// plays reports whether the class plays against a machine.
func (s *Server) plays(owner *live.Owner) bool { return s.class != nil && s.class.Owner() == owner }

// standing returns the score of the class if it plays against a machine, or nil.
func (s *Server) standing(owner *live.Owner) *live.Standing {
	if !s.plays(owner) {
		return nil
	}
	return s.class.Standing()
}

// qrCode answers with the QR code of a link that includes a code for joining.
func (s *Server) qrCode(w http.ResponseWriter, r *http.Request) error {
	code, err := qr.Encode(s.address+"/join/"+strings.ReplaceAll(r.FormValue("code"), "-", ""), qr.M)
	if err != nil {
		return lab.AsMistake(err)
	}
	code.Scale = 16 // large, because the page shrinks it
	w.Header().Set("Content-Type", "image/png")
	_, err = w.Write(code.PNG())
	return ignore(err)
}

// changeClass makes the change named by the last part of the address, and redirects to the panel, which reports under
// which name the former machine was kept, if any.
func (s *Server) changeClass(w http.ResponseWriter, r *http.Request) (err error) {
	do := r.PathValue("do")
	switch do {
	case "reset":
		err = s.class.Reset(r.Context(), r.FormValue("restock") != "")
	case "undo":
		err = s.class.Undo(r.Context())
	default:
		err = s.class.Set(r.Context(), do, r.FormValue("on") != "")
	}
	if err != nil {
		return err
	}
	s.class.Owner().Notify()
	if do == "reset" || do == "undo" {
		return to(w, r, "/class?kept=%s", url.QueryEscape(s.class.State().Undo.Name))
	}
	return to(w, r, "/class")
}

// Refills reports whether a fresh machine for the class should refill its empty boxes.
func (page *agentPage) Refills() bool {
	return lab.ForClass(page.now.Machine.Rules()).OnEmpty == menace.Restock
}

// askToUndo asks for confirmation before the latest training or reset is undone.
func (s *Server) askToUndo(w http.ResponseWriter, _ *http.Request) error {
	standing := s.class.Standing()
	if standing.Undo == nil {
		return live.ErrNothingToUndo
	}
	return s.show(w, http.StatusOK, "class_undo.html", standing)
}

// managePupil makes the change to a pupil that is named by the last part of the address, if any, and shows the page on
// which the teacher manages the pupil, or redirects.
func (s *Server) managePupil(w http.ResponseWriter, r *http.Request) (err error) {
	id, _ := strconv.Atoi(r.PathValue("id"))
	f := field{Name: r.PathValue("do"), Value: cmp.Or(r.PostFormValue("nickname"),
		strings.TrimSpace(r.PostFormValue("own")), r.PostFormValue("reason"))}
	if f.Name != "" {
		err = s.class.Manage(r.Context(), id, f.Name, f.Value)
	}
	switch f.Blame(err); {
	case err != nil && !errors.As(err, new(lab.Mistake)):
		return err
	case err == nil && f.Name == "seat":
		return to(w, r, "/class/pupils/%d", id)
	case err == nil && f.Name != "":
		s.class.Owner().Notify()
		return to(w, r, "/class")
	}
	p, err := s.class.State().Pupil(id)
	if err != nil {
		return err
	}
	return s.show(w, statusOf(f.Wrong == ""), "class_pupil.html", struct {
		*live.Pupil
		Wrong field
	}{p, f})
}
