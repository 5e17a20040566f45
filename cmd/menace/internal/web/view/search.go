package view

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"menace/cmd/menace/internal/gametree"
	"menace/cmd/menace/internal/lab"
	"menace/menace/option"
	"menace/minimax"
)

// searchTime bounds a search that a page shows.
const searchTime = 5 * time.Second

// opening is what the page shows of a game until something else is asked for: a tree that can be taken in.
var opening = map[string]map[string]string{
	"tree": {"tree": "A(B(3 12 8) C(2 4 6) D(14 5 2))"}, "tictactoe": {"position": "XOX/.O./.X."}, "nim": {"rows": "1,2"}, "domineering": {"size": "3x3", "depth": "2"},
	"connect4": {"size": "4x4", "depth": "2"}, "hexapawn": {"depth": "2"}, "uniform": {"height": "3"}, "grundy": {}, "stones": {},
}

// Search is the form of a search, as it was filled in.
type Search struct {
	Game     string
	About    gametree.Game
	Fields   []Field // of the game
	Search   []Field
	Fine     []Field // that are seldom changed
	Finer    bool    // one of these was
	Problem  gametree.Problem
	Answered bool // nothing is wrong

	options gametree.Options
	first   map[string]string // what is filled in before anything was
}

// NewSearch reads what was filled in for a search, or for a figure of searches.
func NewSearch(filled url.Values, figure bool) (*Search, error) {
	f := &Search{Game: cmp.Or(filled.Get("game"), "tree"), options: gametree.DefaultOptions}
	i := slices.IndexFunc(gametree.Games, func(g gametree.Game) bool { return g.Name == f.Game })
	if i < 0 {
		return nil, ErrUnknown
	}
	f.About, f.first = gametree.Games[i], opening[f.Game]
	if figure {
		f.first = map[string]string{"tree": opening["tree"]["tree"], "algorithm": "minimax, alphabeta, alphabeta-tt, deepening", "time": "1"}
		f.options.Timeout = time.Second
	} else {
		f.options.Algorithms = []minimax.Algorithm{minimax.AlphaBeta}
	}
	setup, table := f.About.Usual, searchTable(f.About, figure)
	values := url.Values{}
	fill := func(name, usual string) {
		value := f.first[name]
		if filled.Has(name) {
			value = strings.TrimSpace(filled.Get(name))
		}
		values.Set(name, cmp.Or(value, usual))
	}
	for _, o := range f.About.Options {
		fill(o.Name, o.Text(setup))
	}
	for _, o := range table {
		fill(o.Name, "")
	}
	f.Fields = Read(f.About.Options, &setup, values)
	f.Search = Read(option.Only(table, "position", "algorithm", "time", "depth"), &f.options, values)
	f.Fine = Read(option.Only(table, "prefer", "window", "table", "for"), &f.options, values)
	f.Search[0].Meaning = f.About.Position
	for _, fine := range f.Fine {
		f.Finer = f.Finer || fine.Value != "" && !slices.Contains(fine.Words[:min(1, len(fine.Words))], fine.Value)
	}
	if algorithm := f.field("algorithm"); algorithm.Value == "" {
		algorithm.Blame(errors.New("an algorithm is needed"))
	}
	if Right(f.Fields) {
		f.setUp(setup)
	}
	f.Answered = Right(f.Fields, f.Search, f.Fine)
	return f, nil
}

// searchTable lists the options of a search that pages offer: one algorithm for steps, several for a figure, and a time and
// a table that a server can afford.
func searchTable(g gametree.Game, figure bool) (table []option.Option[gametree.Options]) {
	for _, o := range g.SearchTable() {
		in := o.In
		switch {
		case o.Name == "algorithm" && !figure:
			o.In = func(s *gametree.Options) option.Value {
				v := in(s)
				v.List = false
				return v
			}
		case o.Name == "timeout" && figure:
			o.Name, o.Meaning = "time", o.Meaning+", 10s at most"
			o.In = func(s *gametree.Options) option.Value {
				return option.Time(&s.Timeout, 100*time.Millisecond, 10*time.Second)
			}
		case o.Name == "table" && figure:
			o.In = func(s *gametree.Options) option.Value { return option.Whole(&s.Table, 1, 1<<20) }
		case o.Name == "timeout", o.Name == "table", o.Name == "for" && figure:
			continue
		}
		table = append(table, o)
	}
	return table
}

// field returns a field by its name.
func (f *Search) field(name string) *Field { return Find(name, f.Fields, f.Search, f.Fine) }

// setUp sets the game up.
func (f *Search) setUp(setup gametree.Setup) {
	begins, position := f.field(f.About.Begins), f.field("position")
	problem, err := f.About.SetUp(setup)
	switch {
	case err != nil:
		f.Fields[0].Blame(err)
		return
	case begins != nil && position.Value != "":
		begins.Value = ""
	}
	f.Problem, err = problem.At(position.Value)
	position.Blame(err)
}

// Trace searches, and says in the form if that is too much.
func (f *Search) Trace(ctx context.Context) (gametree.Trace, error) {
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	f.options.Algorithm = f.options.Algorithms[0]
	t, err := f.Problem.Trace(ctx, f.options.TraceOptions)
	switch {
	case errors.Is(err, minimax.ErrTreeTooLarge):
		f.field("depth").Blame(fmt.Errorf("%w: a smaller depth helps, or a later position", err))
	case err != nil && ctx.Err() == nil:
		f.field("algorithm").Blame(err)
	case err != nil:
		return nil, lab.Mistakef("the search was stopped after %v", searchTime)
	}
	return t, nil
}

// Asked returns the fields as an address has them.
func (f *Search) Asked() url.Values {
	asked := url.Values{"game": {f.Game}}
	for _, own := range slices.Concat(f.Fields, f.Search, f.Fine) {
		if own.Value != "" || f.first[own.Name] != "" {
			asked.Set(own.Name, own.Value)
		}
	}
	return asked
}

// Share returns the time of each algorithm.
func (f *Search) Share() time.Duration {
	return f.options.Timeout / time.Duration(len(f.options.Algorithms))
}

// Courses searches by each algorithm for its share of the time.
func (f *Search) Courses(ctx context.Context) (courses []gametree.Course, err error) {
	for _, a := range f.options.Algorithms {
		f.options.Algorithm = a
		c, err := gametree.Deeper(ctx, f.Problem, f.options.TraceOptions.Options, f.Share(), time.Now)
		switch {
		case errors.Is(err, context.Canceled):
			return nil, err
		case err != nil:
			return nil, lab.AsMistake(err)
		}
		courses = append(courses, c)
	}
	return courses, nil
}
