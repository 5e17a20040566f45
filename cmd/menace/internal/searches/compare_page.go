package searches

import (
	"context"
	"net/http"
	"slices"
	"time"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/tables"
	"menace/minimax"
)

// comparePage is the content of the page of a comparison of searches.
type comparePage struct {
	Games      []listed
	Form       *Form
	Comparison *Comparison // nil if the form is invalid
}

// Comparison compares the searches of a position, and shows its attractors, its estimate and its keys.
type Comparison struct {
	Title    string
	Ending   string // how the game has ended, or ""; if it has, there are only keys
	Searches tables.Text
	Best     string   // a line of best play, or ""
	Stopped  []string // searches that ran out of time
	Layers   []tables.Text
	Summary  string // summary of the attractors, or the reason why there are none
	Estimate *gametree.Estimate
	Points   tables.Text // of the estimate
	Values   string      // summary of the values of the parts, or "" unless the game is a sum
	Nimbers  []tables.Text
	Keys     []tables.Text
}

// showComparison compares searches of a position. It serves one visitor at a time, so that visitors neither slow down
// the computer nor disturb each other's measurements.
func (s *pages) showComparison(w http.ResponseWriter, r *http.Request) error {
	f, err := readForm(site.LanguageOf(r), r.URL.Query(), func(o *Options) list {
		return slices.Concat(treeText(o, ""), setup(o), position(o, o.Game.Position), depth(o))
	}, func(o *Options) list { return slices.Concat(quiescence(o), players(o), win(o)) })
	if err != nil {
		return err
	}
	page := comparePage{Games: gamesInOrder, Form: f}
	if f.setUp(); f.Valid() {
		if err := s.comparing.Acquire(r.Context(), 1); err != nil {
			return err
		}
		defer s.comparing.Release(1)
		if page.Comparison, err = f.compare(r.Context(), site.LanguageOf(r)); err != nil {
			return err
		}
	}
	return s.Show(w, site.FormStatus(page.Comparison != nil), "compare.html", page)
}

const compareTime = time.Second // for each search of a comparison, and for its attractors

// compare searches with the usual algorithms, and describes the position.
func (f *Form) compare(ctx context.Context, l *language.Language) (*Comparison, error) {
	keys, err := f.Problem.Keys(nil)
	if err != nil {
		return nil, err
	}
	o := f.Options.Options
	c := &Comparison{Title: gametree.TitleIn(l, f.Problem, o.Depth), Ending: f.Ending(), Keys: gametree.KeyTables(keys)}
	titled(l, c.Keys, []string{l.Text("numbers of the pieces"), l.Text("keys")}[2-len(c.Keys):]...)
	if c.Ending != "" {
		return c, nil
	}
	o.Algorithms, o.Timeout = f.Game.UsualAlgorithms(), compareTime
	if f.Problem.Chancy() {
		o.Algorithms = minimax.ChanceAlgorithms()
	}
	reports, err := gametree.Compare(ctx, f.Problem, o, time.Now, func(string) {})
	if err != nil {
		return nil, err
	}
	c.Best = gametree.BestPlayIn(l, reports)
	c.Searches = titled(l, []tables.Text{gametree.CompareTableIn(l, reports, false)}, l.Text("searches"))[0]
	for _, r := range reports {
		if r.Stopped != "" {
			c.Stopped = append(c.Stopped, r.Algorithm)
		}
	}
	if o.Depth == 0 && !f.Problem.Chancy() {
		a, err := f.Problem.Attractors(gametree.WithTimeout(ctx, time.Now, compareTime))
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			c.Summary = l.Text("The graph is too large to explore here.")
		default:
			c.Summary = a.SummaryIn(l)
			c.Layers = titled(l, a.TablesIn(l), l.Text("layers"), l.Text("positions of the layers"))
		}
	}
	if e, err := f.Problem.Estimate(); err == nil {
		c.Estimate = &e
		c.Points = titled(l, []tables.Text{e.Table()}, "")[0]
	}
	if v, err := f.Problem.Values(); err == nil {
		c.Values = v.SummaryIn(l)
		c.Nimbers = titled(l, v.Tables(), "", "")
	}
	return c, nil
}

// titled sets the titles of tables, and translates their headings and the words in their first columns.
func titled(l *language.Language, tables []tables.Text, titles ...string) []tables.Text {
	for i := range tables {
		t := &tables[i]
		t.Title = titles[i]
		for j, heading := range t.Headings {
			t.Headings[j] = l.Name(heading)
		}
		for _, line := range t.Lines {
			for j := range min(2, len(line)) {
				line[j] = l.Name(line[j])
			}
		}
	}
	return tables
}

// Words in the tables of package gametree.
var _ = []*language.Message{
	language.NewMessage("algorithm"), language.NewMessage("value"), language.NewMessage("best"),
	language.NewMessage("nodes"), language.NewMessage("leaves"), language.NewMessage("cut-offs"),
	language.NewMessage("time"), language.NewMessage("plies"), language.NewMessage("layer"),
	language.NewMessage("to move"), language.NewMessage("wins"), language.NewMessage("positions"),
	language.NewMessage("part"), language.NewMessage("nimber"), language.NewMessage("in binary"),
	language.NewMessage("nim-sum"), language.NewMessage("nimbers after its moves"), language.NewMessage("no moves"),
	language.NewMessage("estimate"), language.NewMessage("points"), language.NewMessage("move"),
	language.NewMessage("key"), language.NewMessage("changed by"), language.NewMessage("up to symmetry"),
	language.NewMessage("piece"), language.NewMessage("number"), language.NewMessage("exclusive or"),
	language.NewMessage("none"), language.NewMessage("visits"), language.NewMessage("mean"),
	language.NewMessage("upper bound"),
}
