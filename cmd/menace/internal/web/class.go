package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rsc.io/qr"

	"menace/arena"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/live"
)

// Hold restricts the page to a class, which reaches it at an address such as http://10.0.0.2:1961. It must be called
// before Handler.
func (s *Server) Hold(c *live.Class, address string) {
	s.class, s.address, s.registry.Finished = c, address, c.Count
}

// classRoutes returns the routes for a class, if there is one.
func (s *Server) classRoutes() []route {
	if s.class == nil {
		return nil
	}
	return []route{
		{"GET /join", s.askToJoin},
		{"POST /join", s.join},
		{"GET /join/{token}", s.enter},
		{"GET /welcome", s.welcome},
		{"GET /play", s.pupil},
		{"POST /play/{do}", s.act},
		{"GET /play/events", s.events},
		{"GET /play/cabinet", s.pupilCabinet},
		{"GET /class", s.panel},
		{"POST /class/copy", s.copyMachine},
		{"POST /class/pause", s.pause},
		{"POST /class/pause/{id}", s.pause},
		{"POST /class/remove/{id}", s.remove},
	}
}

// Access to routes in a class: everybodys are open to everybody, pupils to pupils, and all others to the teacher.
var (
	everybodys = []string{"GET /static/{file}", "GET /join", "POST /join", "GET /join/{token}", "GET /welcome"}
	pupils     = []string{"GET /play", "POST /play/{do}", "GET /play/events", "GET /play/cabinet"}
)

// admit restricts a route to the people who may use it.
func (s *Server) admit(r route, next http.Handler) http.Handler {
	if s.class == nil || slices.Contains(everybodys, r.pattern) {
		return next
	}
	may := live.Teacher
	if slices.Contains(pupils, r.pattern) {
		may = live.Player
	}
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		switch role, _ := s.visitor(q); role {
		case may:
			next.ServeHTTP(w, q)
		case live.Teacher, live.Player:
			s.show(w, http.StatusForbidden, "refused.html", role == live.Player)
		default:
			s.showJoin(w, q, http.StatusForbidden, field{}, field{})
		}
	})
}

// cookie is the name of the cookie that holds a person's key to the class.
const cookie = "menace_class"

// visitor returns the role of the person behind a request, and for a player the pupil. Without a class, everybody has
// the rights of a teacher.
func (s *Server) visitor(r *http.Request) (live.Role, live.Pupil) {
	if s.class == nil {
		return live.Teacher, live.Pupil{}
	}
	found, err := r.Cookie(cookie)
	if err != nil {
		return live.Nobody, live.Pupil{}
	}
	return s.class.Who(found.Value)
}

// setKey stores a visitor's key in their browser for half a day.
func setKey(w http.ResponseWriter, key string) {
	const seconds = 12 * 60 * 60
	http.SetCookie(w, &http.Cookie{
		Name: cookie, Value: key, Path: "/", MaxAge: seconds, HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
}

// enter admits a visitor by a link with a token, and redirects. A visitor who is already in the class keeps their role.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) error {
	key := s.class.Admit(r.PathValue("token"))
	before, _ := s.visitor(r)
	if key == "" && before <= live.Invited {
		return s.showJoin(w, r, http.StatusForbidden, field{},
			field{Wrong: "This link is not of this class. Ask for its code."})
	}
	if now, _ := s.class.Who(key); now == live.Teacher || before == live.Nobody {
		setKey(w, key)
	}
	return to(w, r, "/welcome")
}

// welcome leads new visitors to their page. A browser that follows a link from another site sends no strict cookies
// until a page of this site redirects it.
func (s *Server) welcome(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Refresh", "0; url=/join")
	return s.show(w, http.StatusOK, "welcome.html", nil)
}

// askToJoin asks for a nickname, or redirects visitors who are in the class to their page.
func (s *Server) askToJoin(w http.ResponseWriter, r *http.Request) error {
	switch role, _ := s.visitor(r); role {
	case live.Teacher:
		return to(w, r, "/class")
	case live.Player:
		return to(w, r, "/play")
	}
	return s.showJoin(w, r, http.StatusOK, field{}, field{})
}

// showJoin shows the form for joining, with error messages.
func (s *Server) showJoin(w http.ResponseWriter, r *http.Request, status int, nickname, code field) error {
	role, _ := s.visitor(r)
	nickname.Name, code.Name = "nickname", "code"
	return s.show(w, status, "join.html", struct {
		Invited        bool
		Nickname, Code field
	}{role == live.Invited, nickname, code})
}

// join adds a visitor to the class who gives the code, or has given it before.
func (s *Server) join(w http.ResponseWriter, r *http.Request) error {
	nickname, code := field{Value: r.PostFormValue("nickname")}, field{Value: r.PostFormValue("code")}
	role, _ := s.visitor(r)
	if role == live.Nobody {
		key := s.class.Admit(code.Value)
		if role, _ = s.class.Who(key); key != "" {
			setKey(w, key)
		}
	}
	switch role {
	case live.Nobody:
		code.Wrong = "That is not the code of this class."
		return s.showJoin(w, r, http.StatusUnprocessableEntity, nickname, code)
	case live.Teacher, live.Player:
		return to(w, r, "/join")
	}
	key, err := s.class.Join(nickname.Value)
	if nickname.Blame(err); err != nil {
		return s.showJoin(w, r, http.StatusUnprocessableEntity, nickname, code)
	}
	setKey(w, key)
	s.changed(r)
	return to(w, r, "/play")
}

// changed notifies all subscribers that the class has changed.
func (s *Server) changed(r *http.Request) {
	if owner, err := s.owner(r); err == nil {
		owner.Notify()
	}
}

// checkFree returns an error if a machine can be neither renamed nor deleted because the class uses it.
func (s *Server) checkFree(machine string) error {
	if s.class == nil || s.class.Machine() != machine {
		return nil
	}
	return lab.Mistakef(
		"the class plays against %s, so it keeps its name and is not deleted while the class goes on", machine)
}

// standing returns the standing of the class if it plays against the machine, or nil.
func (s *Server) standing(machine string) *live.Standing {
	if s.class == nil || s.class.Machine() != machine {
		return nil
	}
	standing := s.class.Standing()
	return &standing
}

// panel is the content of the teacher's page.
type panel struct {
	*agentPage
	Address, Code, QR string
	Size              int    // size of the QR code with its margin
	Kept              string // the name of the copy just made, or ""
}

// panel shows the teacher the pupils, and the link by which pupils join.
func (s *Server) panel(w http.ResponseWriter, r *http.Request) error {
	return s.showPanel(w, r, http.StatusOK, field{Name: "copy"})
}

// showPanel shows the teacher's page. The form that copies the machine may have an error message.
func (s *Server) showPanel(w http.ResponseWriter, r *http.Request, status int, copy field) error {
	token := s.class.PupilToken
	code, err := qr.Encode(s.address+"/join/"+token, qr.M)
	if err != nil {
		return err
	}
	page, err := s.agentPage(r)
	if err == nil {
		err = s.addForms(r, page)
	}
	if err != nil {
		return err
	}
	page.Copy = copy
	return s.show(w, status, "class.html", panel{
		page, strings.TrimPrefix(s.address, "http://"), token[:4] + "-" + token[4:],
		dark(code), code.Size + 2*quiet, r.FormValue("kept"),
	})
}

// copyMachine copies the machine of the class.
func (s *Server) copyMachine(w http.ResponseWriter, r *http.Request) error {
	f, err := readName(r, "copy", func(name string) error { return s.lab.Copy(r.Context(), s.class.Machine(), name) })
	switch {
	case err != nil:
		return err
	case f.Wrong != "":
		return s.showPanel(w, r, http.StatusUnprocessableEntity, f)
	}
	return to(w, r, "/class?kept=%s", url.QueryEscape(f.Value))
}

// quiet is the width of the light margin around a QR code, in modules (ISO/IEC 18004).
const quiet = 4

// dark returns the dark modules of a QR code as an SVG path of unit squares.
func dark(code *qr.Code) string {
	var path strings.Builder
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", quiet+x, quiet+y)
			}
		}
	}
	return path.String()
}

// pause stops all pupils or one from playing, or lets them play again.
func (s *Server) pause(w http.ResponseWriter, r *http.Request) error {
	paused := r.FormValue("paused") != ""
	if id, err := strconv.Atoi(r.PathValue("id")); err == nil {
		s.class.PausePupil(id, paused)
	} else {
		s.class.Pause(paused)
	}
	s.changed(r)
	return to(w, r, "/class")
}

// remove removes a pupil.
func (s *Server) remove(w http.ResponseWriter, r *http.Request) error {
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil || !s.class.Remove(id) {
		return errNowhere
	}
	if owner, err := s.owner(r); err == nil {
		player := live.Pupil{ID: id}.Player()
		owner.Leave(player)
		s.streams.forget(stream{machine: owner.ID(), player: player})
	}
	s.changed(r)
	return to(w, r, "/class")
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
