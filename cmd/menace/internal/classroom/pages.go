package classroom

import (
	"context"
	"embed"
	"html/template"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/pages"
	"menace/cmd/menace/internal/site"
	"menace/data"
)

//go:embed templates static
var files embed.FS

// Site describes how people reach the pages of classes.
type Site struct {
	// Address returns the address at which pupils find the site, such as http://10.0.0.2:1961.
	Address func() string

	// Network lets other devices reach the site, if they cannot do so already. It is called when a class opens.
	Network func(context.Context) error

	Proxies []netip.Addr // proxies trusted to report their clients

	Page func() string // returns the address of the list of classes on this computer
}

// classPages holds the pages of all classes.
type classPages struct {
	*site.Server
	Site
	classes  *Classes
	machines *pages.Machines
	db       *data.DB
}

// The parts of pages that are updated while they are open, and their templates.
var (
	classParts = []string{"standing", "progress", "train-buttons", "invite", "options", "switches", "roster"}
	pupilParts = []string{"board", "prompt", "messages", "score", "buttons", "opened", "notice"}

	projectorParts = []string{
		"screen-head", "screen-board", "screen-story", "screen-box", "screen-score", "screen-line", "class-screen-foot",
		"class-screen-code",
	}
)

// Pages returns the pages of classes. After [Classes.Restrict], only the teacher can use the other pages of the site.
func Pages(m *pages.Machines, db *data.DB, classes *Classes, shown Site) site.Pages {
	s := &classPages{Server: m.Server, Site: shown, classes: classes, machines: m, db: db}
	pages := site.Pages{
		Name: "classroom", Templates: site.Folder(files, "templates"), Static: site.Folder(files, "static"),
		Functions: func(*language.Language) template.FuncMap {
			return template.FuncMap{
				"address": s.bareAddress, "local": s.isLocal, "teaches": s.hasTeacher,
			}
		},
	}
	pages.Routes = map[string]site.Handler{
		"GET /join":        s.askForCode,
		"POST /join":       s.enterCode,
		"GET /join/{code}": s.followLink,

		"GET /play/{class}":                s.inClass(s.askWhoPlays),
		"POST /play/{class}":               s.inClass(s.join),
		"GET /play/{class}/{pupil}":        s.asPupil(s.pupil),
		"POST /play/{class}/{pupil}/{do}":  s.asPupil(s.play),
		"GET /play/{class}/{pupil}/events": s.asPupil(s.pupilEvents),
		"GET /play/{class}/{pupil}/boxes":  s.asPupil(s.pupilBoxes),

		"GET /play/{class}/{pupil}/paper/events": s.asPupil(s.paperEvents),

		"GET /teacher/{key}":       s.becomeTeacher,
		"GET /teacher/{key}/phone": s.becomeTeacher,

		"GET /class":                 s.list,
		"POST /class":                s.makeClass,
		"GET /class/phone":           s.phone,
		"GET /class/phone/qr.png":    s.phoneQR,
		"POST /class/{class}/open":   s.openClass,
		"POST /class/{class}/close":  s.closeClass,
		"GET /class/{class}/delete":  s.askToDelete,
		"POST /class/{class}/delete": s.deleteClass,

		"GET /class/{class}":                    s.asTeacher(s.panel),
		"GET /class/{class}/events":             s.asTeacher(s.panelEvents),
		"GET /class/{class}/qr.png":             s.asTeacher(s.classQR),
		"GET /class/{class}/projector":          s.asTeacher(s.projector),
		"GET /class/{class}/projector/boxes":    s.asTeacher(s.projectorBoxes),
		"GET /class/{class}/projector/events":   s.asTeacher(s.projectorEvents),
		"GET /class/{class}/paper/events":       s.asTeacher(s.chartEvents),
		"GET /class/{class}/trial":              s.asTeacher(s.askAboutTrial),
		"POST /class/{class}/trial/{do}":        s.asTeacher(s.changeTrial),
		"GET /class/{class}/trial/events":       s.asTeacher(s.trialEvents),
		"GET /class/{class}/reset":              s.asTeacher(s.askToReset),
		"POST /class/{class}/reset":             s.asTeacher(s.resetClass),
		"POST /class/{class}/{do}":              s.asTeacher(s.changeClass),
		"POST /class/{class}/copy":              s.asTeacher(s.copyMachine),
		"GET /class/{class}/pupils/{id}":        s.asTeacher(s.managePupil),
		"GET /class/{class}/pupils/{id}/qr.png": s.asTeacher(s.placeQR),
		"POST /class/{class}/pupils/{id}/{do}":  s.asTeacher(s.managePupil),
	}
	pages.Navigation = []site.Entry{{Name: language.NewMessage("Class"), Address: "/class"}}
	pages.Access = &site.Access{Admit: s.admit, Message: s.messageFor}
	return pages
}

// public lists the first parts of the addresses of pages that do not require the teacher's rights.
var public = map[string]bool{"static": true, "join": true, "play": true, "teacher": true, "language": true}

// firstPart returns the first part of an address or of a route.
func firstPart(of string) string { return append(strings.Split(of, "/"), "")[1] }

// admit lets the teacher use all pages, and everybody else only the public ones.
func (s *classPages) admit(do site.Handler) site.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if s.isEncrypted() {
			w.Header().Set("Strict-Transport-Security", "max-age=31536000") // browsers never ask without TLS again
		}
		switch {
		case public[firstPart(r.Pattern)], s.isTeacher(r):
			return do(w, r)
		case r.Pattern == "GET /{$}": // the bare address of the site, without /join
			return s.Redirect(w, r, "/join")
		default:
			return s.Show(w, http.StatusForbidden, "refused.html", s.inLanguageOf(r))
		}
	}
}

// messageFor returns the template that shows an error, the address of the link back, and the language.
func (s *classPages) messageFor(r *http.Request) (template, back string, l *language.Language) {
	parts := strings.Split(r.URL.Path, "/")
	switch first := firstPart(r.URL.Path); {
	case first == "play" && len(parts) > 2:
		return "class_message.html", strings.Join(parts[:min(len(parts), 4)], "/"), s.languageOf(r)
	case public[first]:
		return "class_message.html", "/join", s.languageOf(r)
	case first == "class":
		return "message.html", "/", s.languageOf(r)
	}
	return "message.html", "/", site.LanguageOf(r)
}

// Names of cookies. The cookies of pupils are sent only to the pages of their class.
const (
	teacherCookie = "menace_teacher"  // the teacher's key
	namesCookie   = "menace_names"    // set on a device that is not projected, so that it shows nicknames
	pupilCookies  = "menace_pupil_"   // followed by a pupil's ID; the pupil's key
	guesserCookie = "menace_guesser"  // distinguishes browsers that try codes, and nothing else; lasts a day
	tagCookie     = "menace_language" // tag of the language chosen by a pupil; sent to the same pages as keys
)

// languageOf returns the language of a page: the one that a pupil has chosen, or else the class's or, outside open
// classes, the browser's.
func (s *classPages) languageOf(r *http.Request) *language.Language {
	if l, ok := language.Find(cookieOf(r, tagCookie)); ok {
		return l
	}
	if c := s.classIn(r); c != nil {
		return c.Language()
	}
	return site.LanguageOf(r)
}

// inLanguage is a page in a language, or a part of one.
type inLanguage struct{ language *language.Language }

func (s *classPages) inLanguageOf(r *http.Request) inLanguage { return inLanguage{s.languageOf(r)} }

// Language implements [site.Translated].
func (in inLanguage) Language() *language.Language { return in.language }

// Translate translates an error for the page.
func (in inLanguage) Translate(err error) error { return in.language.Translate(err) }

// setCookie stores a text in a browser for half a year, because a class may continue in later lessons. The browser also
// sends it after a click on a link in a message, but not with forms of other sites.
func (s *classPages) setCookie(w http.ResponseWriter, name, value, path string) {
	s.setCookieFor(w, name, value, path, 180*24*time.Hour)
}

func (s *classPages) setCookieFor(w http.ResponseWriter, name, value, path string, lasts time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: path, MaxAge: int(lasts.Seconds()), HttpOnly: true,
		SameSite: http.SameSiteLaxMode, Secure: s.isEncrypted(),
	})
}

func cookieOf(r *http.Request, name string) string {
	found, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return found.Value
}

func (s *classPages) isTeacher(r *http.Request) bool {
	return s.classes.IsTeacher(r.Context(), cookieOf(r, teacherCookie))
}

// isPrivate reports whether a request came from a device that is not projected.
func isPrivate(r *http.Request) bool { return cookieOf(r, namesCookie) != "" }

// becomeTeacher gives the teacher's rights to a browser that has followed the teacher's link. A browser that already
// has them can follow a used link again.
func (s *classPages) becomeTeacher(w http.ResponseWriter, r *http.Request) error {
	if r.Method == http.MethodHead { // a program that previews links
		return nil
	}
	key := r.PathValue("key")
	if !s.classes.OpensLink(key) {
		if s.hasTeacher() && s.isTeacher(r) {
			return s.Redirect(w, r, "/class")
		}
		return refuse(language.NewMessage("this is not the teacher’s link of this program, or not any more"))
	}
	key, err := s.classes.NewTeacher(r.Context())
	if err != nil {
		return err
	}
	s.setCookie(w, teacherCookie, key, "/")
	if strings.HasSuffix(r.Pattern, "/phone") {
		s.setCookie(w, namesCookie, "shown", "/")
	}
	return s.Redirect(w, r, "/class")
}

// classIn returns the open class in the address of a request, or nil.
func (s *classPages) classIn(r *http.Request) *Class {
	id, _ := strconv.ParseInt(r.PathValue("class"), 10, 64)
	return s.classes.Get(id)
}

// classHandler answers a request to the pages of an open class.
type classHandler = func(http.ResponseWriter, *http.Request, *Class) error

// asTeacher returns the handler of a page for the teacher. If the class is not open, it redirects to the list of
// classes.
func (s *classPages) asTeacher(do classHandler) site.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		c := s.classIn(r)
		if c == nil {
			return s.Redirect(w, r, "/class")
		}
		if err := c.checkTwin(r.Context()); err != nil {
			return err
		}
		return do(w, r, c)
	}
}

// bareAddress returns the address of the site in the form that people type.
func (s *classPages) bareAddress() string {
	_, bare, _ := strings.Cut(s.Address(), "://")
	return bare
}

// isEncrypted reports whether people reach the site with TLS.
func (s *classPages) isEncrypted() bool { return strings.HasPrefix(s.Address(), "https://") }

// isLocal reports whether only this computer can reach the site, because it is not on a network.
func (s *classPages) isLocal() bool { return isLocal(s.Address()) }

// hasTeacher reports whether only the teacher can use all pages.
func (s *classPages) hasTeacher() bool { return s.classes.Restricted() }

// address returns the address of the teacher's page of a class.
func (c *Class) address() string { return site.Join("/class", c.ID()) }

// joinLink returns the link that contains a code for joining, or for a lost place.
func (s *classPages) joinLink(code string) string { return s.Address() + site.Join("/join", code) }

// showQR answers with the QR code of a link.
func showQR(w http.ResponseWriter, link string) error {
	code, err := site.QR(link)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "image/png")
	w.Write(code)
	return nil
}
