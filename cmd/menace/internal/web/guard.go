package web

import (
	"net"
	"net/http"
	"slices"
	"strings"
)

// The most bytes that a request may have: of a form, and of an agent to import.
const (
	maxForm   = 64 << 10
	maxImport = 33 << 20
	importing = "POST /import"
)

// policy lets a page load from here alone, and nothing that stands in the page itself be run.
const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

// guard lets through what was meant for this page. A page of another site can neither change anything here nor,
// by a name of its own that leads here, read it.
func (s *Server) guard(next http.Handler) http.Handler {
	own := http.NewCrossOriginProtection()
	own.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "this page can be used from itself only", http.StatusForbidden)
	}))
	next = own.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{
			"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin", "Cache-Control": "no-store",
		} {
			w.Header().Set(name, value)
		}
		if !s.knows(r.Host) {
			http.Error(w, "this page does not go by that name", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// knows reports whether a Host header names this page. Numbers always do: only a name can be made to lead
// elsewhere than its owner said at first.
func (s *Server) knows(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	own := func(name string) bool { return name != "" && strings.EqualFold(host, name) }
	return net.ParseIP(host) != nil || own("localhost") || slices.ContainsFunc(s.hosts, own)
}

// limit bounds what a request may send, and answers with the error if there is one.
func (s *Server) limit(r route) http.Handler {
	most := int64(maxForm)
	if r.pattern == importing {
		most = maxImport
	}
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		q.Body = http.MaxBytesReader(w, q.Body, most)
		if err := r.do(w, q); err != nil {
			s.fail(w, q, err)
		}
	})
}
