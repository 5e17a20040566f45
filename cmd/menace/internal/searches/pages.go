package searches

import (
	"embed"
	"net/http"
	"slices"

	"golang.org/x/sync/semaphore"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/site"
)

//go:embed pages static
var files embed.FS

// pages holds the pages of searches.
type pages struct {
	*site.Server
	comparing *semaphore.Weighted // admits one comparison at a time, so that times can be measured
	searching *semaphore.Weighted // limits concurrent searches
}

// Pages returns the pages of searches.
func Pages(server *site.Server) site.Pages {
	s := &pages{server, semaphore.NewWeighted(1), semaphore.NewWeighted(8)}
	all := site.Pages{
		Name: "searches", Templates: site.Folder(files, "pages"), Static: site.Folder(files, "static"),
		Routes: map[string]site.Handler{
			"GET /search": s.showSteps, "GET /search/{file}": s.drawStep,
			"GET /search/compare": s.showComparison,
			"GET /embed/steps":    s.embedSteps, "GET /embed/tree": s.embedSteps,
			"GET /embed/exercise": s.embedExercise, "GET /embed/{file}": s.drawStep,
			"GET /search/play": s.showPlay, "GET /search/play/{file}": s.drawPlay,
			"GET /search/course": s.showCourse, "GET /search/course/{chapter}": s.showChapter,
			"GET /search/exercise": s.showExercise, "GET /search/exercise/{file}": s.drawExercise,
		},
		Navigation: []site.Entry{
			{Name: language.NewMessage("Search"), Address: "/search", Titles: []*language.Message{
				language.NewMessage("Compare searches"), language.NewMessage("Exercise"),
				language.NewMessage("Course"), language.NewMessage("Play against a search")}},
		},
	}
	for pattern, show := range all.Routes {
		all.Public = append(all.Public, pattern)
		all.Routes[pattern] = s.bounded(show)
	}
	return all
}

// bounded limits the number of pages that search concurrently, because on a site for everybody anyone can request them.
func (s *pages) bounded(show site.Handler) site.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := s.searching.Acquire(r.Context(), 1); err != nil {
			return err
		}
		defer s.searching.Release(1)
		return show(w, r)
	}
}

// gamesInOrder lists the games in the order of the page: trees first, because courses begin with them.
var gamesInOrder = func() (all []listed) {
	last := len(gametree.Games) - 1
	for _, g := range slices.Concat(gametree.Games[last:], gametree.Games[:last]) {
		all = append(all, listed{g})
	}
	return all
}()
