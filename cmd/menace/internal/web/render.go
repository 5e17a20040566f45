package web

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"

	"menace/cmd/menace/internal/classroom"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/web/view"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
)

var functions = template.FuncMap{
	"count": words.Count[int64], "percent": words.Percent,
	"signed": func(v float64) string { return words.Minus(words.Signed(v)) }, "minus": words.Minus,
	"beads": words.Beads, "short": words.Short, "label": view.MoveLabel, "move": sentences.Move,
	"share": words.Share[int64], "plural": words.Plural[int], "plural64": words.Plural[int64],
	"sentence": words.Sentence,
	"tie":      func(text string) string { return strings.ReplaceAll(text, " %", "\u00a0%") }, // prevents line breaks
	"right":    site.Right, "menu": site.MenuOf, "you": you, "plain": site.Plain,
	"rules": func() []menace.Rule { return menace.Table },
}

// you returns the choices for an opponent, with the viewer first.
func you(choices []sentences.Choice) []sentences.Choice {
	return append([]sentences.Choice{{Name: strings.ToLower(sentences.You), Label: "you"}}, choices...)
}

// show answers with a page. It renders the whole page before it sends the first byte.
func (s *Server) show(w http.ResponseWriter, status int, page string, content any) error {
	var text bytes.Buffer
	if err := s.pages.ExecuteTemplate(&text, page, content); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	text.WriteTo(w)
	return nil
}

// statusOf returns the HTTP status of a page whose form is right or wrong.
func statusOf(right bool) int {
	if right {
		return http.StatusOK
	}
	return http.StatusUnprocessableEntity
}

var errNowhere = errors.New("there is nothing at this address")

// backFrom returns a handler that redirects from the address of a form, which somebody typed or reloaded, to the page
// with the form.
func backFrom(routes map[string]handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		name, do := r.PathValue("name"), r.PathValue("do")
		switch {
		case name == "":
			return to(w, r, "/")
		case do == "" || routes["POST /agents/{name}/"+do] != nil:
			return to(w, r, "/agents/%s", url.PathEscape(name))
		}
		return errNowhere
	}
}

func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	status := status(err)
	w.Header().Del("Content-Disposition") // a page, not the file that could not be made
	failed := s.show(w, status, "message.html", struct {
		Status  int
		Text    string
		InClass bool // the visitor is or was in a class, but is not its teacher
	}{status, words.Sentence(err.Error()) + ".", s.visitor(r).role != classroom.Teacher})
	if failed != nil {
		http.Error(w, failed.Error(), http.StatusInternalServerError)
	}
}

// failed reports whether an error concerns the whole database, so that nobody can mend it in a form.
func failed(err error) bool {
	return errors.Is(err, data.ErrBusy) || errors.Is(err, data.ErrReadOnly) || errors.Is(err, data.ErrFull) ||
		errors.Is(err, data.ErrReplaced)
}

func status(err error) int {
	switch {
	case errors.Is(err, errNowhere), errors.Is(err, view.ErrUnknown), errors.Is(err, data.ErrNotFound):
		return http.StatusNotFound
	case errors.As(err, new(*http.MaxBytesError)):
		return http.StatusRequestEntityTooLarge
	case errors.As(err, new(mistake.Error)):
		return http.StatusUnprocessableEntity
	case errors.Is(err, data.ErrConflict), errors.Is(err, data.ErrExists):
		return http.StatusConflict
	case errors.Is(err, data.ErrBusy):
		return http.StatusServiceUnavailable
	case errors.Is(err, data.ErrFull):
		return http.StatusInsufficientStorage
	}
	return http.StatusInternalServerError
}

// kinds holds the types of the static files. On Windows, the registry may change those of package mime.
var kinds = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml"}

func static(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("file")
	text, err := files.ReadFile("static/" + name)
	if err != nil {
		return errNowhere
	}
	w.Header().Set("Content-Type", kinds[path.Ext(name)])
	w.Header().Set("Cache-Control", "no-cache")
	w.Write(text)
	return nil
}

// download sets the headers of an answer that the browser stores as a file.
func download(w http.ResponseWriter, kind, name string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
}

// to redirects the browser to another page after a change.
func to(w http.ResponseWriter, r *http.Request, format string, args ...any) error {
	http.Redirect(w, r, fmt.Sprintf(format, args...), http.StatusSeeOther)
	return nil
}
