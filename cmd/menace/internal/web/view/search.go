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
	options  gametree.TraceOptions
	Answered bool // nothing is wrong

	Algorithms []minimax.Algorithm // of a figure
	limit      time.Duration       // for all of them
	first      map[string]string   // what is filled in before anything was
}

// NewSearch reads what was filled in for a search, or for a figure of searches.
func NewSearch(filled url.Values, figure bool) (*Search, error) {
	f := &Search{Game: cmp.Or(filled.Get("game"), "tree")}
	i := slices.IndexFunc(gametree.Games, func(g gametree.Game) bool { return g.Name == f.Game })
	if i < 0 {
		return nil, ErrUnknown
	}
	f.About, f.first = gametree.Games[i], opening[f.Game]
	if figure {
		f.first = map[string]string{"tree": opening["tree"]["tree"], "algorithm": "minimax, alphabeta, alphabeta-tt, deepening", "time": "1"}
	}
	f.fill(figure, func(name, meaning string, words ...string) Field {
		value := f.first[name]
		if filled.Has(name) {
			value = strings.TrimSpace(filled.Get(name))
		}
		return Field{Name: name, Meaning: meaning, Words: words, Value: value}
	})
	f.check(f.readGame(filled))
	return f, nil
}

// readGame reads the fields that set the game up, as they were filled in, at first or usually.
func (f *Search) readGame(filled url.Values) gametree.Setup {
	values, setup := url.Values{}, f.About.Usual
	for _, o := range f.About.Options {
		value := f.first[o.Name]
		if filled.Has(o.Name) {
			value = strings.TrimSpace(filled.Get(o.Name))
		}
		values.Set(o.Name, cmp.Or(value, o.Text(setup)))
	}
	f.Fields = Read(f.About.Options, &setup, values)
	return setup
}

// fill fills in the fields of a search, or those of a figure.
func (f *Search) fill(figure bool, get func(name, meaning string, words ...string) Field) {
	f.Search = []Field{get("position", f.About.Position)}
	f.Fine = []Field{get("window", "to start with", "usual", "open", "narrow"), get("prefer", "between moves of the same value", "any", "fast")}
	if figure {
		f.Search = append(f.Search, get("algorithm", "several with commas"), get("time", "seconds for all of them, up to 10"), get("depth", "plies to look ahead at most"))
		f.Fine = append(f.Fine, get("table", "entries of a transposition table"))
	} else {
		f.Search = append(f.Search, get("algorithm", "", algorithmNames()...), get("depth", "plies to look ahead, or to the end"))
		f.Fine = append(f.Fine, get("for", "whom values are written", "usual", "max", "mover"))
		f.field("algorithm").Value = cmp.Or(f.field("algorithm").Value, minimax.AlphaBeta.String())
	}
	for _, fine := range f.Fine {
		f.Finer = f.Finer || fine.Value != "" && !slices.Contains(fine.Words[:min(1, len(fine.Words))], fine.Value)
	}
}

// algorithmNames lists the algorithms.
func algorithmNames() (names []string) {
	for _, a := range minimax.Algorithms() {
		names = append(names, a.String())
	}
	return names
}

// field returns a field by its name.
func (f *Search) field(name string) *Field { return Find(name, f.Fields, f.Search, f.Fine) }

// check reads the fields, and says beside each what is wrong with it.
func (f *Search) check(setup gametree.Setup) {
	for _, fields := range [][]Field{f.Search, f.Fine} {
		for i := range fields {
			fields[i].Blame(f.take(fields[i].Name, fields[i].Value))
		}
	}
	if Right(f.Fields) {
		f.setUp(setup)
	}
	f.Answered = Right(f.Fields, f.Search, f.Fine)
}

// take reads the value of a field of the search.
func (f *Search) take(name, value string) (err error) {
	o, n := &f.options, int64(0)
	switch name {
	case "algorithm":
		var names []string
		_ = option.Words(&names).Set(value) // takes any words
		for _, name := range names {
			if o.Algorithm, err = minimax.ParseAlgorithm(name); err != nil {
				return err
			}
			if !slices.Contains(f.Algorithms, o.Algorithm) {
				f.Algorithms = append(f.Algorithms, o.Algorithm)
			}
		}
		if len(f.Algorithms) == 0 {
			return errors.New("an algorithm is needed")
		}
	case "depth":
		n, err = number(value, 1, minimax.MaxDepth)
		o.Depth = int(n)
	case "table":
		n, err = number(value, 1, 1<<20)
		o.Table = int(n)
	case "time":
		n, err = number(value, 1, 10)
		f.limit = time.Duration(max(n, 1)) * time.Second
	case "window":
		o.Window = map[string]minimax.Window{"open": minimax.Open, "narrow": minimax.Narrow}[value]
	case "prefer":
		o.Prefer = map[string]minimax.Prefer{"fast": minimax.Fast}[value]
	case "for":
		if o.Values = value; value == "usual" {
			o.Values = ""
		}
	}
	return err
}

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
	if position.Blame(err); err == nil {
		for _, a := range f.Algorithms {
			f.field("algorithm").Blame(f.Problem.Suits(a))
		}
	}
}

// Trace searches, and says in the form if that is too much.
func (f *Search) Trace(ctx context.Context) (gametree.Trace, error) {
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	t, err := f.Problem.Trace(ctx, f.options)
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
func (f *Search) Share() time.Duration { return f.limit / time.Duration(len(f.Algorithms)) }

// Courses searches by each algorithm for its share of the time.
func (f *Search) Courses(ctx context.Context) (courses []gametree.Course, err error) {
	for _, a := range f.Algorithms {
		f.options.Algorithm = a
		c, err := gametree.Deeper(ctx, f.Problem, f.options.Options, f.Share(), time.Now)
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
