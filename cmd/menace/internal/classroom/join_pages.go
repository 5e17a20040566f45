package classroom

import (
	"crypto/rand"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/site"
	"menace/data"
)

// askForCode asks for the code of a class.
func (s *classPages) askForCode(w http.ResponseWriter, r *http.Request) error {
	return s.showCodeForm(w, r, http.StatusOK, "", nil)
}

// showCodeForm shows the form for a code, with what was typed and an error message beside it, if any.
func (s *classPages) showCodeForm(w http.ResponseWriter, r *http.Request, status int, typed string, err error) error {
	s.rememberGuesser(w, r)
	in, code := s.inLanguageOf(r), site.Field{Name: "code", Value: typed}
	code.ShowError(in.Translate(err))
	return s.Show(w, status, "join.html", struct {
		inLanguage
		Code site.Field
	}{in, code})
}

// guesser identifies the client that tries a code.
func (s *classPages) guesser(r *http.Request) Guesser {
	who := Guesser{Browser: cookieOf(r, guesserCookie), Address: clientOf(r, s.Proxies)}
	if !isKey(who.Browser) {
		who.Browser = ""
	}
	return who
}

// rememberGuesser sets the cookie that counts a browser's wrong codes, unless the browser has one.
func (s *classPages) rememberGuesser(w http.ResponseWriter, r *http.Request) {
	if s.guesser(r).Browser == "" {
		s.setCookieFor(w, guesserCookie, rand.Text(), "/", 24*time.Hour)
	}
}

// comesFromElsewhere reports whether a page of another site caused a request, or embeds the answer. Such a request does
// not try a code: otherwise a page with many pictures could use up the attempts of its visitors.
func comesFromElsewhere(r *http.Request) bool {
	switch from, shown := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Sec-Fetch-Dest"); {
	case shown != "" && shown != "document" && shown != "empty":
		return true
	case from != "":
		return from != "none" && from != "same-origin"
	}
	at, err := url.Parse(r.Header.Get("Origin")) // sent by some older browsers
	return err != nil || at.Host != "" && at.Host != r.Host
}

// followLink redirects from the link of a class to the class. A link that restores a lost place leads to the form with
// its code filled in, and so does any link on another site: only a click uses up the code, not a preview of the link.
// Codes are counted by browser, so a browser without a cookie gets one first, and is redirected back at once.
func (s *classPages) followLink(w http.ResponseWriter, r *http.Request) error {
	code := readCode(r.PathValue("code"))
	switch {
	case comesFromElsewhere(r) || isCode(code, placeDigits):
		return s.showCodeForm(w, r, http.StatusOK, code, nil)
	case s.guesser(r).Browser == "" && !r.URL.Query().Has("again"):
		s.rememberGuesser(w, r)
		return s.Redirect(w, r, "%s?again", site.Join("/join", code))
	}
	found, err := s.classes.EnterByCode(code, s.guesser(r))
	if err != nil {
		return s.showRefusal(w, r, code, err)
	}
	return s.enter(w, r, found.Class, code)
}

// enterCode redirects from a code in the form to its class or, if the code restores a lost place, to the page of the
// pupil.
func (s *classPages) enterCode(w http.ResponseWriter, r *http.Request) error {
	code := readCode(r.PostFormValue("code"))
	found, err := s.classes.EnterByCode(code, s.guesser(r))
	if err == nil && found.Pupil > 0 {
		var key string
		if key, err = found.Class.GiveBack(r.Context(), found.Pupil, code); err == nil {
			s.setPupil(w, found.Class, found.Pupil, key)
			return s.Redirect(w, r, "%s", found.Class.placeAddress(found.Pupil))
		}
	}
	if err != nil {
		return s.showRefusal(w, r, r.PostFormValue("code"), err)
	}
	return s.enter(w, r, found.Class, code)
}

// showRefusal shows the form for a code with an error about the typed code.
func (s *classPages) showRefusal(w http.ResponseWriter, r *http.Request, typed string, err error) error {
	if !errors.As(err, new(mistake.Error)) {
		return err
	}
	return s.showCodeForm(w, r, http.StatusUnprocessableEntity, typed, err)
}

// enter redirects to the form for joining a class, with its code.
func (s *classPages) enter(w http.ResponseWriter, r *http.Request, c *Class, code string) error {
	return s.Redirect(w, r, "%s?code=%s", c.playAddress(), url.QueryEscape(code))
}

// playAddress returns the address where the pupils of a class join.
func (c *Class) playAddress() string { return site.Join("/play", c.ID()) }

// placeAddress returns the address of the page of a pupil.
func (c *Class) placeAddress(pupil int) string { return site.Join("/play", c.ID(), pupil) }

// setPupil stores a pupil's key in a browser.
func (s *classPages) setPupil(w http.ResponseWriter, c *Class, pupil int, key string) {
	s.setCookie(w, pupilCookies+strconv.Itoa(pupil), key, s.URL(c.playAddress()))
}

// pupilsOf returns the present and the removed pupils of a class whose keys are in the browser.
func pupilsOf(r *http.Request, state *State) (present, removed []Pupil) {
	for _, cookie := range r.Cookies() {
		number, ok := strings.CutPrefix(cookie.Name, pupilCookies)
		if !ok {
			continue
		}
		id, _ := strconv.Atoi(number)
		switch p, ok := state.WithKey(id, cookie.Value); {
		case ok && p.Removed:
			removed = append(removed, p)
		case ok:
			present = append(present, p)
		}
	}
	return present, removed
}

// inClass returns the handler of a page for pupils of an open class. While the class is not open, it shows a page that
// waits for that. The query may choose the language of the class's pages for this browser.
func (s *classPages) inClass(do classHandler) site.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		c := s.classIn(r)
		if c == nil {
			return s.Show(w, http.StatusNotFound, "closed.html", s.inLanguageOf(r))
		}
		query := r.URL.Query()
		if l, ok := language.Find(query.Get("language")); ok {
			s.setCookie(w, tagCookie, l.Tag, s.URL(c.playAddress()))
			query.Del("language")
			return s.Redirect(w, r, "%s", &url.URL{Path: r.URL.Path, RawQuery: query.Encode()})
		}
		err := do(w, r, c)
		if errors.Is(err, data.ErrNotFound) && c.Closed() { // it was closed or deleted just now
			return s.Show(w, http.StatusNotFound, "closed.html", s.inLanguageOf(r))
		}
		return err
	}
}

// asPupil wraps the handler of a page of one pupil and requires that the browser has the pupil's key.
func (s *classPages) asPupil(do func(http.ResponseWriter, *http.Request, *Class, Pupil) error) site.Handler {
	return s.inClass(func(w http.ResponseWriter, r *http.Request, c *Class) error {
		p, ok := c.pupilIn(r)
		switch {
		case ok:
			c.notice(p.ID)
			if err := c.checkTwin(r.Context()); err != nil {
				return err
			}
			return do(w, r, c, p)
		case r.Method == http.MethodGet && strings.HasSuffix(r.Pattern, "{pupil}"):
			return s.Redirect(w, r, "%s", c.playAddress())
		}
		return s.showWhoPlays(w, r, c, http.StatusForbidden, nil)
	})
}

// pupilIn returns the pupil in the address of a request. It reports whether the browser has the key and the pupil is in
// the class.
func (c *Class) pupilIn(r *http.Request) (Pupil, bool) {
	id, _ := strconv.Atoi(r.PathValue("pupil"))
	p, ok := c.State().WithKey(id, cookieOf(r, pupilCookies+strconv.Itoa(id)))
	return p, ok && !p.Removed
}

// whoPlays is the template data of the page that joins a class.
type whoPlays struct {
	inLanguage
	Settings
	Class, Address string
	Present        []Pupil // pupils whose keys are in the browser
	Removed        []Pupil // the removed ones among them
	Code, Key      string  // of the class, and of a new pupil
	Nickname       site.Field
}

// askWhoPlays asks which pupil plays in this browser: one who has played in it before, or somebody else.
func (s *classPages) askWhoPlays(w http.ResponseWriter, r *http.Request, c *Class) error {
	return s.showWhoPlays(w, r, c, http.StatusOK, nil)
}

// mayJoin returns the pupils whose keys are in the browser. If there are none, the request must contain the code of the
// class, otherwise it returns an error.
func (s *classPages) mayJoin(r *http.Request, c *Class) (present, removed []Pupil, err error) {
	present, removed = pupilsOf(r, c.State())
	if len(present)+len(removed) > 0 {
		return present, removed, nil
	}
	if comesFromElsewhere(r) {
		return nil, nil, errNoCode
	}
	found, err := s.classes.EnterByCode(r.FormValue("code"), s.guesser(r))
	if err == nil && found != (Admission{Class: c}) {
		err = errWrongCode
	}
	return nil, nil, err
}

// showWhoPlays shows the page with an invalid nickname, or asks for the code.
func (s *classPages) showWhoPlays(w http.ResponseWriter, r *http.Request, c *Class, status int, wrong error) error {
	present, removed, err := s.mayJoin(r, c)
	if err != nil {
		if r.FormValue("code") == "" || comesFromElsewhere(r) {
			err = nil // the page itself asks for it
		}
		return s.showCodeForm(w, r, http.StatusForbidden, r.FormValue("code"), err)
	}
	in, nickname := s.inLanguageOf(r), site.Field{Name: "nickname", Value: r.PostFormValue("nickname")}
	nickname.ShowError(in.Translate(wrong))
	key := r.PostFormValue("key")
	if !isKey(key) {
		key = rand.Text()
	}
	return s.Show(w, status, "who.html", whoPlays{
		inLanguage: in, Settings: c.State().Settings, Class: c.Name(), Address: c.playAddress(),
		Present: present, Removed: removed,
		Code: readCode(r.FormValue("code")), Key: key, Nickname: nickname,
	})
}

var errEnded = refuse(language.NewMessage("this class has ended: ask your teacher for a new code"))

// join adds a pupil to the class. The form contains the pupil's key, so that a double click adds one pupil.
func (s *classPages) join(w http.ResponseWriter, r *http.Request, c *Class) error {
	_, removed, err := s.mayJoin(r, c)
	if err != nil {
		return s.showCodeForm(w, r, http.StatusUnprocessableEntity, r.FormValue("code"), err)
	}
	key := r.PostFormValue("key")
	id, err := c.Join(r.Context(), key, r.PostFormValue("nickname"), removed, clientOf(r, s.Proxies))
	switch {
	case errors.Is(err, data.ErrNotFound): // the class was deleted with its machine
		return s.showCodeForm(w, r, http.StatusUnprocessableEntity, r.FormValue("code"), errEnded)
	case errors.As(err, new(mistake.Error)):
		return s.showWhoPlays(w, r, c, http.StatusUnprocessableEntity, err)
	case err != nil:
		return err
	}
	s.setPupil(w, c, id, key)
	c.notice(id)
	c.notify()
	return s.Redirect(w, r, "%s", c.placeAddress(id))
}
