package site

import (
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"

	"menace/cmd/internal/language"
)

// maxForm is the usual size limit of requests in bytes.
const maxForm = 64 << 10

// policy lets a page load resources only from this site, and forbids inline scripts and styles. %s is the list of sites
// that may show it in a frame.
const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors %s; object-src 'none'"

// embedded begins the addresses of pages for the frames of other sites.
const embedded = "/embed/"

// ancestors returns the list of sites that may show an address in a frame.
func (s *Server) ancestors(path string) string {
	if !strings.HasPrefix(strings.TrimPrefix(path, s.Base), embedded) {
		return "'self'"
	}
	return strings.Join(append([]string{"'self'"}, s.Embed...), " ")
}

// guard refuses requests from other sites (CSRF), and requests to unknown host names, which could let other sites read
// pages (DNS rebinding).
func (s *Server) guard(next http.Handler) http.Handler {
	own := http.NewCrossOriginProtection()
	own.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "this request came from another site and was refused", http.StatusForbidden)
	}))
	next = own.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{
			"Content-Security-Policy": fmt.Sprintf(policy, s.ancestors(r.URL.Path)),
			"X-Content-Type-Options":  "nosniff", "Referrer-Policy": "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
		} {
			w.Header().Set(name, value)
		}
		if len(s.Embed) > 0 && strings.HasPrefix(strings.TrimPrefix(r.URL.Path, s.Base), embedded) {
			w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin") // pictures
		}
		if !s.ReadOnly && !s.isOwnHost(r.Host) {
			http.Error(w, "this server has no page for this host name", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isOwnHost reports whether a Host header names this site. IP literals are safe: DNS rebinding needs a name.
func (s *Server) isOwnHost(host string) bool {
	host = HostOf(host)
	own := func(name string) bool { return name != "" && strings.EqualFold(host, name) }
	return net.ParseIP(host) != nil || own("localhost") || slices.ContainsFunc(s.Hosts, own)
}

// HostOf returns the host of an address with or without a port.
func HostOf(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return strings.Trim(address, "[]")
}

// Handle returns the handler of a route. It limits the size of requests, admits visitors, and shows the error that a
// handler returns. If the answer has already begun, it cuts the connection, so that the browser does not take the
// answer for complete.
func (s *Server) Handle(do Handler) http.Handler {
	if s.access.Admit != nil {
		do = s.access.Admit(do)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		limit, ok := s.maxBody[r.Pattern]
		if !ok {
			limit = maxForm
		}
		r.Body = http.MaxBytesReader(w, r.Body, limit)
		a := &answer{ResponseWriter: w, language: LanguageOf(r), gzip: acceptsGzip(r)}
		err := do(a, r)
		if err == nil {
			return
		}
		s.noteError(r, err)
		if a.begun {
			panic(http.ErrAbortHandler)
		}
		s.showError(a, r, err)
	})
}

// answer is a [http.ResponseWriter] that knows the visitor's language and whether the answer has begun.
type answer struct {
	http.ResponseWriter
	language *language.Language // of the visitor
	begun    bool
	gzip     bool // the browser takes a compressed answer
}

// Write implements [http.ResponseWriter].
func (a *answer) Write(text []byte) (int, error) {
	a.begun = true
	return a.ResponseWriter.Write(text)
}

// Unwrap lets [http.ResponseController] flush the answer.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
