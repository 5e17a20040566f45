package searches

import (
	"context"
	"net/http"
	"slices"
	"time"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/tables"
)

// comparePage is the content of the page of a comparison of searches.
type comparePage struct {
	Games      []gametree.Game
	Form       *Form
	Comparison *Comparison // nil if the form is wrong
}

// Comparison compares the searches of a position, and shows its attractors, its estimate and its keys.
type Comparison struct {
	Title    string
	Ending   string // how the game has ended; then there are only keys
	Searches tables.Text
	Best     string   // a line of best play, or ""
	Stopped  []string // searches that ran out of time
	Layers   []tables.Text
	Summary  string // summary of the attractors, or why there are none
	Estimate *gametree.Estimate
	Values   *gametree.Values // in sums, else nil
	Keys     []tables.Text
}

// showComparison compares searches of a position, for one visitor at a time, so that visitors neither slow down the
// computer nor affect each other's measurements.
func (s *pages) showComparison(w http.ResponseWriter, r *http.Request) error {
	f, err := readForm(r.URL.Query(), func(o *Options) list {
		return slices.Concat(treeText(o, ""), setup(o), position(o, o.Game.Position), depth(o))
	}, func(o *Options) list { return slices.Concat(players(o), win(o)) })
	if err != nil {
		return err
	}
	page := comparePage{Games: gamesInOrder, Form: f}
	if f.setUp(); f.Valid() {
		if err := s.comparing.Acquire(r.Context(), 1); err != nil {
			return err
		}
		defer s.comparing.Release(1)
		if page.Comparison, err = f.compare(r.Context()); err != nil {
			return err
		}
	}
	return s.Show(w, site.FormStatus(page.Comparison != nil), "compare.html", page)
}

const compareTime = time.Second // for each search of a comparison, and for its attractors

// compare searches with the usual algorithms, and describes the position.
func (f *Form) compare(ctx context.Context) (*Comparison, error) {
	keys, err := f.Problem.Keys(nil)
	if err != nil {
		return nil, err
	}
	o := f.Options.Options
	c := &Comparison{Title: gametree.Title(f.Problem, o.Depth), Ending: f.Ending(), Keys: gametree.KeyTables(keys)}
	titled(c.Keys, []string{"numbers of the pieces", "keys"}[2-len(c.Keys):]...)
	if c.Ending != "" {
		return c, nil
	}
	o.Algorithms, o.Timeout = f.Game.UsualAlgorithms(), compareTime
	reports, err := gametree.Compare(ctx, f.Problem, o, time.Now, func(string) {})
	if err != nil {
		return nil, err
	}
	c.Best, c.Searches = gametree.BestPlay(reports), gametree.CompareTable(reports, false)
	c.Searches.Title = "searches"
	for _, r := range reports {
		if r.Stopped != "" {
			c.Stopped = append(c.Stopped, r.Algorithm)
		}
	}
	if o.Depth == 0 {
		a, err := f.Problem.Attractors(gametree.WithTimeout(ctx, time.Now, compareTime))
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			c.Summary = "The graph is too large to explore here."
		default:
			c.Summary, c.Layers = a.Summary(), titled(a.Tables(), "layers", "positions of the layers")
		}
	}
	if e, err := f.Problem.Estimate(); err == nil {
		c.Estimate = &e
	}
	if v, err := f.Problem.Values(); err == nil {
		c.Values = &v
	}
	return c, nil
}

// titled gives titles to tables.
func titled(tables []tables.Text, titles ...string) []tables.Text {
	for i := range tables {
		tables[i].Title = titles[i]
	}
	return tables
}
