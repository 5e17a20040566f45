package web

import (
	"net"
	"net/http"
	"slices"
	"strings"
)

// Limits of the size of requests in bytes: of forms, and of agents to import.
const (
	maxForm   = 64 << 10
	maxImport = 33 << 20
	importing = "POST /import"
)

// policy lets a page load only from this site, and forbids inline scripts and styles.
const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'; object-src 'none'"

// guard refuses requests from other sites, and to unknown host names, through which other sites could read pages.
func (s *Server) guard(next http.Handler) http.Handler {
	own := http.NewCrossOriginProtection()
	own.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "this request came from another site and was refused", http.StatusForbidden)
	}))
	next = own.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{
			"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
		} {
			w.Header().Set(name, value)
		}
		if !s.knows(r.Host) {
			http.Error(w, "this server has no page for this host name", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// knows reports whether a Host header names this site. IP addresses do: only a name can later resolve to another.
func (s *Server) knows(host string) bool {
	host = hostOf(host)
	own := func(name string) bool { return name != "" && strings.EqualFold(host, name) }
	return net.ParseIP(host) != nil || own("localhost") || slices.ContainsFunc(s.hosts, own)
}

// hostOf returns the host of an address with or without a port.
func hostOf(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return strings.Trim(address, "[]")
}

// handle limits the size of requests, admits people, and shows the error that the handler of the route returns.
func (s *Server) handle(r route) http.Handler {
	most, answer := int64(maxForm), s.admit(r.do)
	if r.pattern == importing {
		most = maxImport
	}
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		q.Body = http.MaxBytesReader(w, q.Body, most)
		if err := answer(w, q); err != nil {
			s.fail(w, q, err)
		}
	})
}
