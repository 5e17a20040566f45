package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/live"
	"menace/cmd/menace/internal/words"
)

// Hold restricts the page to the class of a machine, which reaches it at an address such as http://10.0.0.2:1961. If
// fresh is set, another class begins. It must be called before Handler.
func (s *Server) Hold(ctx context.Context, machine string, fresh bool, address string) (c *live.Class, err error) {
	s.class, err = s.registry.OpenClass(ctx, machine, fresh)
	s.address = address
	return s.class, err
}

// classRoutes returns the routes for a class, or the one that explains how to start a class if there is none.
func (s *Server) classRoutes() []route {
	if s.class == nil {
		return []route{{"GET /class", s.explainClass}}
	}
	return []route{
		{"GET /join", s.askToJoin},
		{"POST /join", s.join},
		{"GET /join/{token}", s.enter},
		{"GET /welcome", s.welcome},
		{"GET /play", s.pupil},
		{"POST /play/{do}", s.act},
		{"GET /play/events", s.events("", s.draw)},
		{"GET /play/cabinet", s.boxes("pupil_cabinet.html")},
		{"GET /class", s.agent},
		{"GET /class/{do}", s.askClass},
		{"POST /class/{do}", s.changeClass},
		{"POST /class/copy", s.copy},
		{"GET /class/pupils/{id}", func(w http.ResponseWriter, r *http.Request) error {
			return s.showPupil(w, r, field{}, field{})
		}},
		{"POST /class/pupils/{id}/{do}", s.changePupil},
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
		switch role, p := s.visitor(q); role {
		case may:
			next.ServeHTTP(w, q)
		case live.Teacher, live.Player, live.Removed:
			s.refuse(w, role, p)
		default:
			s.showJoin(w, q, http.StatusForbidden, field{}, field{})
		}
	})
}

// refuse explains to somebody in the class why a page is not for them.
func (s *Server) refuse(w http.ResponseWriter, role live.Role, p live.Pupil) error {
	m := message{
		Title: "This is for your teacher", Text: "Pupils play, and look at the cabinet.", InClass: true,
		Address: "/play", Link: "Back to my game",
	}
	switch role {
	case live.Removed:
		m = message{Title: "You are not in the class any more", Text: p.Removed, InClass: true}
	case live.Teacher:
		m.Title, m.Text = "This is for pupils", "Come in as a pupil in another browser, or in a private window."
		m.Address, m.Link = "/class", "To the class"
	}
	return s.show(w, http.StatusForbidden, "message.html", m)
}

// cookie is the name of the cookie that holds a person's key to the class.
const cookie = "menace_class"

// holder returns the role of the person with the key in a request, the pupil if they are one, and the key.
func (s *Server) holder(r *http.Request) (role live.Role, p live.Pupil, key string) {
	if found, err := r.Cookie(cookie); err == nil {
		key = found.Value
		role, p = s.class.Who(key)
	}
	return role, p, key
}

// visitor returns the role of the person behind a request, and for a player the pupil. Without a class, everybody has
// the rights of a teacher. Anyone at this computer is the teacher, except on pages for pupils with a pupil's key.
func (s *Server) visitor(r *http.Request) (live.Role, live.Pupil) {
	if s.class == nil {
		return live.Teacher, live.Pupil{}
	}
	role, p, _ := s.holder(r)
	forPupils := slices.ContainsFunc([]string{"/play", "/join", "/welcome"},
		func(path string) bool { return strings.HasPrefix(r.URL.Path, path) })
	if (role == live.Nobody || !forPupils) && atThisComputer(r) {
		return live.Teacher, live.Pupil{}
	}
	return role, p
}

// atThisComputer reports whether a request was made by a browser on this computer, and not by a proxy or tunnel that
// passes on the requests of others.
func atThisComputer(r *http.Request) bool {
	for name := range r.Header {
		if strings.HasPrefix(name, "X-Forwarded-") ||
			slices.Contains([]string{"Forwarded", "Via", "X-Real-Ip", "True-Client-Ip", "Cf-Connecting-Ip"}, name) {
			return false
		}
	}
	own := slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, strings.ToLower(hostOf(r.Host)))
	return own && net.ParseIP(hostOf(r.RemoteAddr)).IsLoopback()
}

// setKey stores a visitor's key in their browser for thirty days, since a class may go on in another lesson.
func setKey(w http.ResponseWriter, key string) {
	http.SetCookie(w, &http.Cookie{
		Name: cookie, Value: key, Path: "/", MaxAge: 30 * 24 * 60 * 60,
		HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
}

// enter admits a visitor by a link with a token, and redirects. A visitor who is already in the class keeps their role,
// unless the link is the teacher's or gives a place back.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) error {
	before, p, _ := s.holder(r)
	if before == live.Removed {
		return s.refuse(w, before, p)
	}
	key, err := s.class.Admit(r.Context(), r.PathValue("token"))
	wrong := "This link is for another class. Ask your teacher for the code."
	if errors.Is(err, live.ErrLocked) {
		wrong, err = words.Sentence(err.Error())+".", nil
	}
	if err != nil {
		return err
	}
	if key == "" && before <= live.Invited {
		return s.showJoin(w, r, http.StatusForbidden, field{}, field{Wrong: wrong})
	}
	if now, _ := s.class.Who(key); now >= live.Player || before == live.Nobody {
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
	switch role, p := s.visitor(r); role {
	case live.Teacher:
		return to(w, r, "/class")
	case live.Player:
		return to(w, r, "/play")
	case live.Removed:
		return s.refuse(w, role, p)
	}
	return s.showJoin(w, r, http.StatusOK, field{}, field{})
}

// showJoin shows the form for joining, with error messages.
func (s *Server) showJoin(w http.ResponseWriter, r *http.Request, status int, nickname, code field) error {
	role, _, _ := s.holder(r)
	settings := s.class.Settings()
	nickname.Name, code.Name = "nickname", "code"
	return s.show(w, status, "join.html", struct {
		Invited, Animals, Locked bool
		Nickname, Code           field
	}{role == live.Invited, settings.Animals, settings.Locked, nickname, code})
}

// join adds a visitor to the class who gives the code, or has given it before.
func (s *Server) join(w http.ResponseWriter, r *http.Request) error {
	nickname, code := field{Value: r.PostFormValue("nickname")}, field{Value: r.PostFormValue("code")}
	role, p, key := s.holder(r)
	if role == live.Nobody {
		var err error
		key, err = s.class.Admit(r.Context(), code.Value)
		if err != nil && !errors.Is(err, live.ErrLocked) {
			return err
		}
		if code.Blame(err); err == nil && key == "" {
			code.Wrong = "That is not the code of this class."
		}
		if role, p = s.class.Who(key); key != "" {
			setKey(w, key)
		}
	}
	switch role {
	case live.Nobody:
		return s.showJoin(w, r, http.StatusUnprocessableEntity, nickname, code)
	case live.Teacher, live.Player:
		return to(w, r, "/join")
	case live.Removed:
		return s.refuse(w, role, p)
	}
	key, err := s.class.Join(r.Context(), key, nickname.Value, hostOf(r.RemoteAddr))
	if err != nil && !errors.As(err, new(lab.Mistake)) {
		return err
	}
	if nickname.Blame(err); err != nil {
		return s.showJoin(w, r, http.StatusUnprocessableEntity, nickname, code)
	}
	setKey(w, key)
	s.class.Owner().Notify()
	return to(w, r, "/play")
}

// checkFree returns an error if a machine can be neither renamed nor deleted because the class uses it.
func (s *Server) checkFree(ctx context.Context, machine string) error {
	if s.class == nil {
		return nil
	}
	if id, err := s.lab.ID(ctx, machine); err != nil || id != s.class.Owner().ID() {
		return nil // an unknown machine is reported by what follows
	}
	return lab.Mistakef(
		"the class plays against %s, so it keeps its name and is not deleted while the class goes on", machine)
}
