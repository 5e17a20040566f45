package classroom

import (
	"embed"
	"errors"
	"html/template"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rsc.io/qr"

	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/machines/pages"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/site"
	"menace/data"
)

//go:embed templates static
var files embed.FS

// Site is what a site shows of a class.
type Site struct {
	Class   *Class // the class to which access is restricted, or nil
	Address string // where pupils find the site, such as http://10.0.0.2:1961
	Program string // where to find the program, if the site runs without it in a browser, or ""
}

// classPages holds the pages of a class.
type classPages struct {
	*site.Server
	Site
	machines *pages.Machines
	db       *data.DB
	registry *live.Registry
}

const maxPupilStreams = 4 // open streams of one pupil

// The parts of pages that are updated while they are open, and their templates.
var (
	classParts = []string{"standing", "progress", "train-buttons", "invite", "animals", "switches", "roster"}
	pupilParts = []string{"board", "prompt", "messages", "score", "buttons", "opened", "notice"}

	projectorParts = []string{
		"screen-board", "screen-story", "screen-box", "screen-score", "screen-line", "class-screen-foot",
	}
)

// Pages returns the pages of a class that plays against a machine, and lets only its people use the pages of the site.
// Without a class there is only one page, which explains how to start one.
func Pages(m *pages.Machines, db *data.DB, r *live.Registry, shown Site) site.Pages {
	s := &classPages{Server: m.Server, Site: shown, machines: m, db: db, registry: r}
	templates, _ := fs.Sub(files, "templates")
	static, _ := fs.Sub(files, "static")
	pages := site.Pages{
		Name: "classroom", Templates: templates, Static: static,
		Functions: template.FuncMap{"invite": s.invite, "class": s.classState},
	}
	if s.Class == nil {
		pages.Routes = map[string]site.Handler{"GET /class": s.explainClass}
		return pages
	}
	s.machines.SuggestedGames = 1000 // which take a moment in a lesson
	pages.Routes = map[string]site.Handler{
		"GET /join":                    s.askToJoin,
		"POST /join":                   s.join,
		"GET /join/{token}":            s.enter,
		"GET /play":                    s.pupil,
		"POST /play/{do}":              s.play,
		"GET /play/events":             s.pupilEvents,
		"GET /play/boxes":              s.pupilBoxes,
		"GET /class":                   s.panel,
		"GET /class/events":            s.panelEvents,
		"GET /class/qr.png":            s.qrCode,
		"GET /class/projector":         s.projector,
		"GET /class/projector/boxes":   s.projectorBoxes,
		"GET /class/projector/events":  s.projectorEvents,
		"GET /class/reset":             s.askToReset,
		"POST /class/reset":            s.resetClass,
		"POST /class/{do}":             s.changeClass,
		"POST /class/copy":             s.copyMachine,
		"GET /class/pupils/{id}":       s.managePupil,
		"POST /class/pupils/{id}/{do}": s.managePupil,
	}
	pages.Navigation = []site.Entry{{Name: "Class", Address: "/class"}}
	pages.Access = &site.Access{Admit: s.admit, Message: func(r *http.Request) string {
		if s.visitor(r).role == Teacher {
			return ""
		}
		return "class_message.html"
	}}
	return pages
}

// classState returns the state of the class for templates, or nil.
func (s *classPages) classState() *ClassState {
	if s.Class == nil {
		return nil
	}
	return s.Class.State()
}

// explainClass explains how to start a class.
func (s *classPages) explainClass(w http.ResponseWriter, r *http.Request) error {
	stored, err := StoredClasses(r.Context(), s.db, s.registry)
	if err != nil {
		return err
	}
	return s.Show(w, http.StatusOK, "no_class.html", struct {
		Program string
		Stored  map[string]int // pupils by machine
	}{s.Program, stored})
}

// access lists who may use pages, by the first part of their addresses. All other pages are for the teacher.
var access = map[string][]Role{
	"static": {Nobody, Invited, Removed, Player, Teacher},
	"join":   {Nobody, Invited, Player, Teacher},
	"play":   {Player},
}

// mayUse returns who may use a page with a pattern such as "GET /play/{do}", or nil for only the teacher.
func mayUse(r *http.Request) []Role { return access[strings.Split(r.Pattern, "/")[1]] }

func (s *classPages) admit(do site.Handler) site.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		may := mayUse(r)
		switch v := s.visitor(r); {
		case slices.Contains(may, v.role), may == nil && v.role == Teacher:
			return do(w, r)
		case v.role <= Invited:
			return s.showJoin(w, r, http.StatusForbidden, "code", nil)
		case v.role == Player && r.Pattern == "GET /{$}": // the address of the class, typed again
			return s.Redirect(w, r, "/play")
		default:
			return s.Show(w, http.StatusForbidden, "refused.html", v.pupil)
		}
	}
}

const cookie = "menace_class" // holds a person's key to the class

// visitor is the person behind a request.
type visitor struct {
	role  Role
	key   string // identifies them in the class
	pupil Pupil  // the zero value for others
}

// keyHolder returns the person whose key is in a request.
func (s *classPages) keyHolder(r *http.Request) (v visitor) {
	if found, err := r.Cookie(cookie); err == nil {
		v.key = found.Value
	}
	v.role, v.pupil = s.Class.State().Who(v.key)
	return v
}

// visitor returns the person behind a request. Anyone at this computer is a teacher, except pupils on pages for pupils.
func (s *classPages) visitor(r *http.Request) visitor {
	v := s.keyHolder(r)
	if (v.role == Nobody || mayUse(r) == nil) && atThisComputer(r) {
		return visitor{role: Teacher}
	}
	return v
}

// atThisComputer reports whether a browser on this computer made a request, not a proxy or tunnel for somebody else.
func atThisComputer(r *http.Request) bool {
	for name := range r.Header {
		if strings.HasPrefix(name, "X-Forwarded-") ||
			slices.Contains([]string{"Forwarded", "Via", "X-Real-Ip", "True-Client-Ip", "Cf-Connecting-Ip"}, name) {
			return false
		}
	}
	own := slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, strings.ToLower(site.HostOf(r.Host)))
	return own && net.ParseIP(site.HostOf(r.RemoteAddr)).IsLoopback()
}

// setKey stores a visitor's key in their browser for thirty days, because a class may continue in another lesson. The
// browser also sends it after a click on a link to the class in a message, but not with the forms of other sites.
func setKey(w http.ResponseWriter, key string) {
	http.SetCookie(w, &http.Cookie{
		Name: cookie, Value: key, Path: "/", MaxAge: 30 * 24 * 60 * 60,
		HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// enter admits a visitor through a link with a token. Anyone already in the class keeps their role, unless the link is
// the teacher's or gives back a place.
func (s *classPages) enter(w http.ResponseWriter, r *http.Request) error {
	before := s.keyHolder(r).role
	key, err := s.Class.Admit(r.Context(), r.PathValue("token"))
	switch now, _ := s.Class.State().Who(key); {
	case err != nil && (before <= Invited || !errors.As(err, new(mistake.Error))):
		return s.showJoin(w, r, http.StatusForbidden, "code", err)
	case now >= Player, now == Invited && before == Nobody:
		setKey(w, key)
	}
	return s.Redirect(w, r, "/join")
}

// askToJoin asks for a nickname, or redirects visitors who are in the class to their page.
func (s *classPages) askToJoin(w http.ResponseWriter, r *http.Request) error {
	switch s.visitor(r).role {
	case Teacher:
		return s.Redirect(w, r, "/class")
	case Player:
		return s.Redirect(w, r, "/play")
	}
	return s.showJoin(w, r, http.StatusOK, "code", nil)
}

// showJoin shows the form for joining, with the error in one of its fields, if any. It returns any other error.
func (s *classPages) showJoin(w http.ResponseWriter, r *http.Request, status int, wrong string, err error) error {
	if errors.Is(err, data.ErrNotFound) { // the class was deleted with its machine
		wrong, err = "code", mistake.Errorf("this class has ended. Ask your teacher for a new code")
	}
	if err != nil && !errors.As(err, new(mistake.Error)) {
		return err
	}
	code := site.Field{Name: "code", Value: r.PostFormValue("code")}
	nickname := site.Field{Name: "nickname", Value: r.PostFormValue("nickname")}
	if wrong == "nickname" {
		nickname.ShowError(err)
	} else {
		code.ShowError(err)
	}
	return s.Show(w, status, "join.html", struct {
		Settings
		Invited        bool
		Code, Nickname site.Field
	}{s.Class.State().Settings, s.keyHolder(r).role == Invited, code, nickname})
}

// join adds a visitor to the class who enters its code or has entered it before.
func (s *classPages) join(w http.ResponseWriter, r *http.Request) (err error) {
	v, wrong := s.keyHolder(r), "code"
	if v.role == Nobody || v.role == Invited && r.PostFormValue("code") != "" {
		v.key, err = s.Class.Admit(r.Context(), r.PostFormValue("code"))
		if err == nil {
			v.role, _ = s.Class.State().Who(v.key)
			setKey(w, v.key)
		}
	}
	if v.role == Invited {
		wrong = "nickname"
		err = s.Class.Join(r.Context(), v.key, r.PostFormValue("nickname"), site.HostOf(r.RemoteAddr))
	}
	if err != nil {
		return s.showJoin(w, r, http.StatusUnprocessableEntity, wrong, err)
	}
	s.Class.Owner().Notify()
	return s.Redirect(w, r, "/join")
}

// invite holds the ways to join with a token, for templates.
type invite struct {
	Address string // address to type
	Code    string
	Link    string // link that includes the code
}

func (i invite) Local() bool { return strings.HasPrefix(i.Address, "localhost:") }

func (s *classPages) invite(token string) invite {
	return invite{strings.TrimPrefix(s.Address, "http://"), token[:4] + "-" + token[4:], s.Address + "/join/" + token}
}

// qrCode answers with the QR code of a link that includes a code for joining.
func (s *classPages) qrCode(w http.ResponseWriter, r *http.Request) error {
	code, err := qr.Encode(s.Address+"/join/"+strings.ReplaceAll(r.FormValue("code"), "-", ""), qr.M)
	if err != nil {
		return mistake.Wrap(err)
	}
	code.Scale = 16 // large, because the page shrinks it
	w.Header().Set("Content-Type", "image/png")
	w.Write(code.PNG())
	return nil
}

// changeClass switches the setting that the last part of the address names.
func (s *classPages) changeClass(w http.ResponseWriter, r *http.Request) error {
	if err := s.Class.Set(r.Context(), r.PathValue("do"), r.FormValue("on") != ""); err != nil {
		return err
	}
	s.Class.Owner().Notify()
	return s.Redirect(w, r, "/class")
}

// resetClass starts the class again with a fresh machine.
func (s *classPages) resetClass(w http.ResponseWriter, r *http.Request) error {
	kept, err := s.Class.Reset(r.Context(), r.FormValue("restock") != "")
	if err != nil {
		return err
	}
	s.Class.Owner().Notify()
	return s.Redirect(w, r, "/class?kept=%s", url.QueryEscape(kept))
}

// managePupil makes the change to a pupil that the last part of the address names, or shows the page for making them.
func (s *classPages) managePupil(w http.ResponseWriter, r *http.Request) (err error) {
	id, _ := strconv.Atoi(r.PathValue("id"))
	do, nickname := r.PathValue("do"), site.Field{Name: "nickname", Value: r.PostFormValue("nickname")}
	if do != "" {
		err = s.Class.Manage(r.Context(), id, do, nickname.Value)
	}
	nickname.ShowError(err)
	switch {
	case err != nil && !errors.As(err, new(mistake.Error)):
		return err
	case err == nil && do == "place":
		return s.Redirect(w, r, "/class/pupils/%d", id)
	case err == nil && do != "":
		s.Class.Owner().Notify()
		return s.Redirect(w, r, "/class")
	}
	p, err := s.Class.State().Pupil(id)
	if err != nil {
		return err
	}
	return s.Show(w, site.FormStatus(nickname.Wrong == ""), "class_pupil.html", struct {
		*Pupil
		Nickname site.Field
	}{p, nickname})
}
