// Package machinestest helps tests of pages with machines: it opens a database, makes machines, requests their pages
// and reads the answers.
package machinestest

import (
	"html"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/machines/pages"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/site/sitetest"
	"menace/data"
	"menace/data/datatest"
	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// Tests allocate much and keep little, so the garbage collector need not run as often as in a long session.
var _ = debug.SetGCPercent(400)

// Patience is the time limit for one action or condition, not for a whole test. It is far more than either takes on a
// busy computer.
const Patience = 2 * time.Minute

// Site is a site with the pages of machines in a test.
type Site struct {
	*sitetest.Site
	DB       *data.DB
	Machines *live.Machines
	Close    func() // ends all streams and training runs, and waits until their games are saved
}

// New serves a new laboratory with the machine a, by Michie's rules, trained for 100 games.
func New(t *testing.T) *Site {
	t.Helper()
	s := Of(t, File(t))
	server := Pages(t, s.DB, s.Machines)
	s.Handler = server.Handler()
	s.Close = func() { server.EndStreams(); s.Machines.Close() }
	t.Cleanup(s.Close)
	return s
}

// Pages returns a site with the pages of the machines in a laboratory.
func Pages(t testing.TB, db *data.DB, r *live.Machines) *site.Server {
	t.Helper()
	server := site.New(site.Config{Name: "menace", Hosts: []string{"laboratory"}, Status: database.HTTPStatus,
		Explain: database.Explain})
	if err := server.Add(pages.New(server, db, r).Pages()); err != nil {
		t.Fatal(err)
	}
	return server
}

// Of opens the laboratory in a file. The site has no pages yet.
func Of(t *testing.T, file string) *Site {
	t.Helper()
	db := datatest.Open(t, file)
	return &Site{Site: &sitetest.Site{T: t, Handler: http.NotFoundHandler()}, DB: db, Machines: live.NewMachines(db)}
}

// laboratory is the file of a trained laboratory, created only once because some tests need hundreds of copies.
var (
	prepared   sync.Once
	laboratory []byte
)

// File returns the file of a new laboratory with the machine a, by Michie's rules, trained for 100 games.
func File(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "menace.db")
	prepared.Do(func() {
		s := Of(t, filepath.Join(t.TempDir(), "menace.db"))
		s.Train("a", menace.Michie(), 100)
		err := s.DB.Close()
		if err == nil {
			laboratory, err = os.ReadFile(s.DB.Path())
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	if err := os.WriteFile(file, laboratory, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// Train trains a machine against random play with seed 1.
func (s *Site) Train(name string, rules menace.Rules, games int64) {
	s.Helper()
	run, err := live.NewMachines(s.DB).NewRun(s.Context(),
		live.TrainOptions{Agent: name, Rules: rules, Seed: 1, Games: games, Opponent: "random"})
	if err == nil {
		err = run.Do(s.Context(), live.Unobserved{})
	}
	if err != nil {
		s.Fatal(err)
	}
}

// WithHer adds the machine her, whose kit is small.
func (s *Site) WithHer() *Site {
	s.Helper()
	rules, err := menace.Preset("her")
	if err == nil {
		_, err = agents.Make(s.Context(), s.DB, "her", rules, 1)
	}
	if err != nil {
		s.Fatal(err)
	}
	return s
}

// Games returns the number of games that a stored machine has played.
func (s *Site) Games(name string) int64 {
	s.Helper()
	a, err := s.DB.Load(s.Context(), name)
	if err != nil {
		s.Fatal(err)
	}
	return a.Career.Tally.Games()
}

// machine returns a machine in use.
func machine(t testing.TB, r *live.Machines, name string) *live.Machine {
	t.Helper()
	m, err := r.ByName(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Subscribe returns a channel that receives a signal after each change of a machine.
func (s *Site) Subscribe(name string) <-chan struct{} {
	s.Helper()
	changed, cancel := machine(s, s.Machines, name).Subscribe(live.Host)
	s.Cleanup(cancel)
	return changed
}

// Wait waits until the page of a machine contains a text, and returns the page.
func (s *Site) Wait(name, text string) string {
	s.Helper()
	changed, late := s.Subscribe(name), time.After(Patience)
	for {
		page := s.Get("/agents/" + name)
		if strings.Contains(page, text) {
			return page
		}
		select {
		case <-changed:
		case <-late:
			s.Fatalf("%q does not appear: %s", text, page)
		}
	}
}

// StartTraining trains a machine until it is stopped.
func StartTraining(t testing.TB, r *live.Machines, name string) *live.Machine {
	t.Helper()
	m := machine(t, r, name)
	forever := live.TrainOptions{Opponent: "random", Games: 1_000_000_000, Seed: arena.NoSeed}
	if err := m.Train(t.Context(), forever, live.Paces[0]); err != nil {
		t.Fatal(err)
	}
	return m
}

// Played returns the number of games that a machine has played in the current training run.
func Played(t testing.TB, r *live.Machines, name string) int64 {
	t.Helper()
	return machine(t, r, name).Progress().Played
}

// WaitForTraining waits until the machine a, which is training, has played.
func (s *Site) WaitForTraining() {
	s.Helper()
	for Played(s, s.Machines, "a") == 0 {
		time.Sleep(time.Millisecond)
	}
}

// PlayOut makes the first possible move until the game is over, and returns the last page.
func (s *Site) PlayOut(name string) string {
	s.Helper()
	for range symmetry.MaxMoves {
		can := Choices(s.Get, "/agents/"+name)
		if len(can) == 0 {
			break
		}
		s.Post("/agents/"+name+"/move", url.Values{"move": {can[0]}})
	}
	return s.Get("/agents/" + name)
}

var (
	free   = regexp.MustCompile(`<button name="move" value="([0-9-]+)"[^>]*>`)
	pawn   = regexp.MustCompile(`<button name="from" value="([1-9]?)"[^>]*>`)
	saying = regexp.MustCompile(`(?s)<div role="status"[^>]*>(.*?)</div>`)
	tag    = regexp.MustCompile(`<[^>]*>`)
)

// Moves returns the moves that can be made on a page.
func Moves(page string) (all []string) {
	for _, m := range free.FindAllStringSubmatch(page, -1) {
		if !strings.Contains(m[0], "disabled") && !slices.Contains(all, m[1]) {
			all = append(all, m[1])
		}
	}
	return all
}

// Pawns returns the squares of the pawns that can be tapped on a page. The square of a pawn that is picked up is "".
func Pawns(page string) (all []string) {
	for _, m := range pawn.FindAllStringSubmatch(page, -1) {
		if !strings.Contains(m[0], "disabled") {
			all = append(all, m[1])
		}
	}
	return all
}

// Choices returns all moves that can be made from a page: with one tap, or by tapping a pawn first.
func Choices(get func(path string) string, path string) []string {
	page := get(path)
	all := Moves(page)
	for _, from := range Pawns(page) {
		all = append(all, Moves(get(path+"?from="+from))...)
	}
	return all
}

// Messages returns the messages on a page.
func Messages(page string) string {
	found := saying.FindStringSubmatch(page)
	if found == nil {
		return ""
	}
	return html.UnescapeString(strings.TrimSpace(tag.ReplaceAllString(strings.ReplaceAll(found[1], "</p>", " "), "")))
}
