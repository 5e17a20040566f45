package pagetest

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/site"
	"menace/data"
)

// testSite is a site with all pages in a test.
type testSite struct {
	*machinestest.Site
	server *Server
	cut    atomic.Bool // connections were cut on purpose
}

// newSite serves a new laboratory with the machine a, by Michie's rules, trained for 100 games.
func newSite(t *testing.T) *testSite {
	t.Helper()
	return siteOf(t, machinestest.File(t))
}

// otherFeatures are the pages of features that tests look at too, as long as they are there.
var otherFeatures []func(*site.Server, *data.DB) site.Pages

func others(db *data.DB) (list []func(*site.Server) site.Pages) {
	for _, pages := range otherFeatures {
		list = append(list, func(s *site.Server) site.Pages { return pages(s, db) })
	}
	return list
}

// siteOf serves the laboratory in a file.
func siteOf(t *testing.T, file string) *testSite {
	t.Helper()
	s := &testSite{Site: machinestest.Of(t, file)}
	s.server = New(s.DB, site.Config{Hosts: []string{"laboratory"}}, others(s.DB)...)
	t.Cleanup(s.server.Close)
	s.Machines, s.Handler = s.server.live, s.server.Handler()
	return s
}

// withHer adds the machine her, whose kit is small.
func (s *testSite) withHer() *testSite {
	s.WithHer()
	return s
}

// request is a request for a route, with the expected statuses for the page itself and for a stranger.
type request struct {
	path          string
	form          url.Values
	own, stranger int
}

// requests returns a request for every route, by its pattern.
func requests() map[string]request {
	const ok, other, refused = http.StatusOK, http.StatusSeeOther, http.StatusForbidden
	const none, wrong, closed = http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusNotFound
	return map[string]request{
		"GET /{$}":                {"/", nil, ok, ok}, // no stranger can read it, because of the browser
		"POST /{$}":               {"/", nil, other, refused},
		"GET /static/{file}":      {"/static/style.css", nil, ok, ok},
		"GET /language":           {"/language", nil, ok, ok},
		"GET /language/{tag}":     {"/language/de", nil, other, other},
		"GET /new":                {"/new", nil, ok, ok},
		"GET /new.svg":            {"/new.svg", nil, ok, ok},
		"POST /agents":            {"/agents", url.Values{"name": {"new"}, "preset": {"her"}}, other, refused},
		"POST /import":            {"/import", url.Values{}, http.StatusUnprocessableEntity, refused},
		"GET /agents/{name}":      {"/agents/a", nil, ok, ok},
		"GET /agents":             {"/agents", nil, other, other},
		"GET /agents/{$}":         {"/agents/", nil, other, other},
		"GET /agents/{name}/{$}":  {"/agents/a/", nil, other, other},
		"GET /agents/{name}/{do}": {"/agents/a/train", nil, other, other},
		"GET /class":              {"/class", nil, ok, ok},
		"POST /class":             {"/class", url.Values{"name": {"8"}, "machine": {"him"}}, other, refused},

		"GET /join":                              {"/join", nil, ok, ok},
		"POST /join":                             {"/join", url.Values{"code": {"1"}}, wrong, refused},
		"GET /join/{code}":                       {"/join/1?again", nil, wrong, ok},
		"GET /teacher/{key}":                     {"/teacher/1", nil, wrong, wrong},
		"GET /teacher/{key}/phone":               {"/teacher/1/phone", nil, wrong, wrong},
		"GET /play/{class}":                      {"/play/1", nil, closed, closed},
		"POST /play/{class}":                     {"/play/1", url.Values{}, closed, refused},
		"GET /play/{class}/{pupil}":              {"/play/1/1", nil, closed, closed},
		"GET /play/{class}/{pupil}/boxes":        {"/play/1/1/boxes", nil, closed, closed},
		"GET /play/{class}/{pupil}/paper/events": {"/play/1/1/paper/events", nil, closed, closed},
		"GET /class/{class}/paper/events":        {"/class/1/paper/events", nil, other, other},
		"GET /play/{class}/{pupil}/events":       {"/play/1/1/events", nil, closed, closed},
		"POST /play/{class}/{pupil}/{do}":        {"/play/1/1/hint", url.Values{}, closed, refused},
		"GET /class/phone":                       {"/class/phone", nil, other, other},
		"GET /class/phone/qr.png":                {"/class/phone/qr.png", nil, other, other},
		"POST /class/{class}/open":               {"/class/1/open", url.Values{}, none, refused},
		"POST /class/{class}/close":              {"/class/1/close", url.Values{}, other, refused},
		"GET /class/{class}/delete":              {"/class/1/delete", nil, other, other},
		"POST /class/{class}/delete":             {"/class/1/delete", url.Values{}, other, refused},
		"GET /class/{class}":                     {"/class/1", nil, other, other},
		"GET /class/{class}/events":              {"/class/1/events", nil, other, other},
		"GET /class/{class}/qr.png":              {"/class/1/qr.png", nil, other, other},
		"GET /class/{class}/projector":           {"/class/1/projector", nil, other, other},
		"GET /class/{class}/projector/boxes":     {"/class/1/projector/boxes", nil, other, other},
		"GET /class/{class}/projector/events":    {"/class/1/projector/events", nil, other, other},
		"GET /class/{class}/trial":               {"/class/1/trial", nil, other, other},
		"POST /class/{class}/trial/{do}":         {"/class/1/trial/begin", url.Values{}, other, refused},
		"GET /class/{class}/trial/events":        {"/class/1/trial/events", nil, other, other},
		"GET /class/{class}/reset":               {"/class/1/reset", nil, other, other},
		"POST /class/{class}/reset":              {"/class/1/reset", url.Values{}, other, refused},
		"POST /class/{class}/{do}":               {"/class/1/paused", url.Values{}, other, refused},
		"POST /class/{class}/copy":               {"/class/1/copy", url.Values{}, other, refused},
		"GET /class/{class}/pupils/{id}":         {"/class/1/pupils/1", nil, other, other},
		"GET /class/{class}/pupils/{id}/qr.png":  {"/class/1/pupils/1/qr.png", nil, other, other},
		"POST /class/{class}/pupils/{id}/{do}":   {"/class/1/pupils/1/pause", url.Values{}, other, refused},

		"GET /shared":                   {"/shared", nil, other, other},
		"POST /shared":                  {"/shared", url.Values{"link": {"#m="}}, wrong, refused},
		"GET /shared/keep":              {"/shared/keep", nil, other, other},
		"POST /shared/keep":             {"/shared/keep", url.Values{"link": {"#m="}}, wrong, refused},
		"GET /agents/{name}/share":      {"/agents/a/share", nil, ok, ok},
		"GET /agents/{name}/qr.png":     {"/agents/a/qr.png", nil, ok, ok},
		"GET /agents/{name}/taught":     {"/agents/a/taught", nil, ok, ok},
		"GET /agents/{name}/add":        {"/agents/a/add", nil, ok, ok},
		"POST /agents/{name}/add":       {"/agents/a/add", url.Values{}, wrong, refused},
		"GET /agents/{name}/box":        {"/agents/a/box", nil, ok, ok},
		"GET /kit":                      {"/kit", nil, ok, ok},
		"GET /guide":                    {"/guide", nil, ok, ok},
		"GET /guide/{picture}":          {"/guide/class.png", nil, ok, ok},
		"GET /kit/kit.pdf":              {"/kit/kit.pdf?parts=labels", nil, ok, ok},
		"GET /kit/worksheet.html":       {"/kit/worksheet.html?parts=worksheet", nil, ok, ok},
		"GET /agents/{name}/games":      {"/agents/a/games", nil, ok, ok},
		"GET /agents/{name}/games/{id}": {"/agents/a/games/1", nil, http.StatusNotFound, http.StatusNotFound},
		"GET /agents/{name}/export":     {"/agents/a/export", nil, ok, ok},
		"GET /agents/{name}/beads":      {"/agents/a/beads", nil, ok, ok},
		"POST /agents/{name}/rename":    {"/agents/a/rename", url.Values{"to": {"b"}}, other, refused},
		"POST /agents/{name}/again":     {"/agents/a/again", url.Values{}, other, refused},
		"POST /agents/{name}/copy":      {"/agents/a/copy", url.Values{"to": {"b"}}, other, refused},
		"GET /agents/{name}/delete":     {"/agents/a/delete", nil, ok, ok},
		"POST /agents/{name}/delete":    {"/agents/a/delete", nil, other, refused},
		"POST /agents/{name}/train": {"/agents/a/train",
			url.Values{"opponent": {"random"}, "games": {"1"}}, other, refused},
		"POST /agents/{name}/stop":            {"/agents/a/stop", nil, other, refused},
		"GET /agents/{name}/events":           {"/agents/a/events", nil, ok, ok},
		"POST /agents/{name}/move":            {"/agents/a/move", url.Values{"move": {"99"}}, other, refused},
		"POST /agents/{name}/step":            {"/agents/a/step", nil, other, refused},
		"POST /agents/{name}/undo":            {"/agents/a/undo", nil, other, refused},
		"POST /agents/{name}/hint":            {"/agents/a/hint", nil, other, refused},
		"POST /agents/{name}/resign":          {"/agents/a/resign", nil, other, refused},
		"GET /agents/{name}/resign":           {"/agents/a/resign", nil, ok, ok},
		"POST /agents/{name}/new":             {"/agents/a/new", nil, other, refused},
		"GET /agents/{name}/film":             {"/agents/a/film", nil, ok, ok},
		"GET /first.bin":                      {"/first.bin", nil, ok, ok},
		"GET /agents/{name}/print.svg":        {"/agents/a/print.svg", nil, ok, ok},
		"GET /agents/{name}/film.bin":         {"/agents/a/film.bin", nil, ok, ok},
		"GET /agents/{name}/projector":        {"/agents/a/projector", nil, ok, ok},
		"GET /agents/{name}/projector/events": {"/agents/a/projector/events", nil, ok, ok},
		"GET /agents/{name}/projector/boxes":  {"/agents/a/projector/boxes", nil, ok, ok},
		"GET /figures":                        {"/figures", nil, ok, ok},
		"GET /figures/{figure}":               {"/figures/score.svg", nil, ok, ok},
		"GET /search":                         {"/search", nil, ok, ok},
		"GET /search/{file}":                  {"/search/tree.svg", nil, ok, ok},
		"GET /search/compare":                 {"/search/compare", nil, ok, ok},
		"GET /embed/steps":                    {"/embed/steps", nil, ok, ok},
		"GET /embed/tree":                     {"/embed/tree", nil, ok, ok},
		"GET /embed/exercise":                 {"/embed/exercise", nil, ok, ok},
		"GET /embed/{file}":                   {"/embed/tree.svg", nil, ok, ok},
		"GET /search/play":                    {"/search/play", nil, ok, ok},
		"GET /search/play/{file}":             {"/search/play/position.svg", nil, ok, ok},
		"GET /search/course":                  {"/search/course", nil, ok, ok},
		"GET /search/course/{chapter}":        {"/search/course/minimax", nil, ok, ok},
		"GET /search/exercise":                {"/search/exercise", nil, ok, ok},
		"GET /search/exercise/{file}":         {"/search/exercise/tree.svg", nil, ok, ok},
		"GET /docs":                           {"/docs", nil, ok, ok},
		"GET /docs/{name}":                    {"/docs/START.md", nil, ok, ok},
		"/":                                   {"/etc/passwd", nil, http.StatusNotFound, http.StatusNotFound},
	}
}

// method returns the method of a route, given its pattern.
func method(pattern string) string {
	if method, _, ok := strings.Cut(pattern, " "); ok {
		return method
	}
	return "GET"
}

// policyOf returns the expected policy of an answer.
func policyOf(path string, status int) string {
	if strings.HasSuffix(path, ".svg") && status == http.StatusOK {
		return "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"
	}
	return "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'; object-src 'none'"
}

// TestRoutes requests every route as the page itself, as a page of another origin, and by a host name that is not the
// page's. It fails for a route that is missing from its table.
func TestRoutes(t *testing.T) {
	t.Parallel()
	const other = http.StatusSeeOther
	table := requests()
	s := newSite(t).withHer()
	for _, pattern := range s.server.Routes() {
		c, known := table[pattern]
		if !known {
			t.Errorf("the table does not say who may use %s", pattern)
			continue
		}
		for who, try := range map[string]struct {
			change func(*http.Request)
			want   int
		}{
			"the page":     {func(*http.Request) {}, c.own},
			"another site": {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, c.stranger},
			"an old browser elsewhere": {func(r *http.Request) {
				r.Header.Del("Sec-Fetch-Site")
				r.Header.Set("Origin", "http://evil.example")
			}, c.stranger},
			"another name": {func(r *http.Request) { r.Host = "evil.example:1961" }, http.StatusMisdirectedRequest},
		} {
			w := s.Ask(method(pattern), c.path, c.form, try.change)
			if w.Code != try.want {
				t.Errorf("%s by %s: status %d, want %d: %s", pattern, who, w.Code, try.want, w.Body)
			}
			if w.Header().Get("Content-Security-Policy") != policyOf(c.path, w.Code) {
				t.Errorf("%s by %s has the wrong policy", pattern, who)
			}
			if method(pattern) == "POST" && w.Code == other { // it has changed something
				s = newSite(t).withHer()
			}
		}
	}
	for _, host := range []string{"Laboratory:1961", "[::1]:1961"} {
		w := s.Ask("GET", "/", nil, func(r *http.Request) { r.Host = host })
		if w.Code != http.StatusOK {
			t.Errorf("under the name %s: status %d", host, w.Code)
		}
	}
}

// copied matches a text that a page offers for copying, such as a link.
var copied = regexp.MustCompile(`<input [^>]*readonly[^>]*>`)

// TestNothingInline checks that no page has inline scripts, styles or handlers, which the policy would forbid.
func TestNothingInline(t *testing.T) {
	s := newSite(t)
	table, pages := requests(), 0
	for _, pattern := range s.server.Routes() {
		c := table[pattern]
		if method(pattern) != "GET" || c.own != http.StatusOK || strings.HasSuffix(c.path, "/events") ||
			strings.HasPrefix(c.path, "/docs") { // documents name addresses
			continue
		}
		w := s.Ask("GET", c.path, nil)
		if !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") || w.Header().Get("Content-Disposition") != "" {
			continue // a file to download is read without the policy
		}
		pages++
		body := copied.ReplaceAllString(w.Body.String(), "")
		for _, never := range []string{" style=", "<style", " onclick=", "<script>", "http://", "https://"} {
			if strings.Contains(body, never) {
				t.Errorf("%s contains %q", c.path, never)
			}
		}
	}
	if pages < 8 {
		t.Errorf("only %d pages were looked at", pages)
	}
}
