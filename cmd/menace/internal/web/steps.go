package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"menace/cmd/menace/internal/gametree"
	"menace/cmd/menace/internal/lab"
	"menace/minimax"
	"menace/plots/paper"
)

// searchTime bounds a search that a page shows.
const searchTime = 5 * time.Second

// mostTold is the most steps that are listed up to the one that is shown.
const mostTold = 9

// opening is what the page shows of a game until something else is asked for: a tree that can be taken in.
var opening = map[string]map[string]string{
	"tree": {"tree": "A(B(3 12 8) C(2 4 6) D(14 5 2))"}, "tictactoe": {"depth": "2"}, "nim": {"rows": "1,2"}, "domineering": {"size": "3x3", "depth": "2"},
	"connect4": {"size": "4x4", "depth": "2"}, "hexapawn": {"depth": "2"}, "uniform": {"height": "3"}, "grundy": {}, "stones": {},
}

// searchForm is the form of a search, as it was filled in.
type searchForm struct {
	Game     string
	About    gametree.Game
	Fields   []asked // of the game
	Search   []asked
	Fine     []asked // that are seldom changed
	Finer    bool    // one of these was
	problem  gametree.Problem
	options  gametree.TraceOptions
	answered bool // nothing is wrong
}

// newSearchForm reads what was filled in.
func newSearchForm(filled url.Values) (*searchForm, error) {
	f := &searchForm{Game: cmp.Or(filled.Get("game"), "tree")}
	i := slices.IndexFunc(gametree.Games, func(g gametree.Game) bool { return g.Name == f.Game })
	if i < 0 {
		return nil, errNowhere
	}
	f.About = gametree.Games[i]
	get := func(name, meaning string, words ...string) asked {
		value, first := strings.TrimSpace(filled.Get(name)), opening[f.Game][name]
		if !filled.Has(name) {
			value = first
		}
		return asked{field: field{Name: name, Meaning: plain(meaning), Words: words, Value: value}}
	}
	for _, o := range f.About.Options {
		own := get(o.Name, o.Usage, o.Choices...)
		own.Value = cmp.Or(own.Value, o.Value)
		f.Fields = append(f.Fields, own)
	}
	f.Search = []asked{
		get("position", f.About.Position), get("algorithm", "", algorithmNames()...), get("depth", "plies to look ahead, or to the end"),
	}
	f.Fine = []asked{
		get("window", "to start with", "usual", "open", "narrow"), get("prefer", "between moves of the same value", "any", "fast"),
		get("for", "whom values are written", "usual", "max", "mover"),
	}
	for _, fine := range f.Fine {
		f.Finer = f.Finer || fine.Value != "" && fine.Value != fine.Words[0]
	}
	f.field("algorithm").Value = cmp.Or(f.field("algorithm").Value, minimax.AlphaBeta.String())
	f.check()
	return f, nil
}

// plain returns the help of an option without the marks of what is given.
func plain(help string) string {
	parts := strings.Split(help, "`")
	for i := 1; i < len(parts); i += 2 {
		parts[i] = strings.ToLower(parts[i])
	}
	return strings.Join(parts, "")
}

// algorithmNames lists the algorithms.
func algorithmNames() (names []string) {
	for _, a := range minimax.Algorithms() {
		names = append(names, a.String())
	}
	return names
}

// field returns a field by its name.
func (f *searchForm) field(name string) *asked {
	for _, fields := range [][]asked{f.Fields, f.Search, f.Fine} {
		for i := range fields {
			if fields[i].Name == name {
				return &fields[i]
			}
		}
	}
	return nil
}

// check reads the fields, and says beside each what is wrong with it.
func (f *searchForm) check() {
	o, err := &f.options, error(nil)
	o.Algorithm, err = minimax.ParseAlgorithm(f.field("algorithm").Value)
	f.field("algorithm").wrong(err)
	if depth := f.field("depth"); depth.Value != "" {
		if o.Depth, err = strconv.Atoi(depth.Value); err != nil || o.Depth < 1 || o.Depth > minimax.MaxDepth {
			depth.wrong(fmt.Errorf("%q is not a number of plies from 1 to %d", depth.Value, minimax.MaxDepth))
		}
	}
	o.Window = map[string]minimax.Window{"open": minimax.Open, "narrow": minimax.Narrow}[f.field("window").Value]
	o.Prefer = map[string]minimax.Prefer{"fast": minimax.Fast}[f.field("prefer").Value]
	if values := f.field("for").Value; values != "usual" {
		o.Values = values
	}
	f.setUp()
	f.answered = !slices.ContainsFunc(slices.Concat(f.Fields, f.Search, f.Fine), func(own asked) bool { return own.Wrong != "" })
}

// setUp sets the game up.
func (f *searchForm) setUp() {
	begins, position := f.field(f.About.Begins), f.field("position")
	problem, err := f.About.SetUp(func(option string) (string, bool) {
		own := f.field(option)
		return own.Value, own.Value != ""
	})
	var wrong *gametree.OptionError
	switch {
	case errors.As(err, &wrong):
		f.field(wrong.Option).wrong(errors.New(wrong.Wrong))
		return
	case err != nil:
		f.Fields[0].wrong(err)
		return
	case begins != nil && position.Value != "":
		begins.Value = ""
	}
	f.problem, err = problem.At(position.Value)
	if position.wrong(err); err == nil {
		f.field("algorithm").wrong(f.problem.Suits(f.options.Algorithm))
	}
}

// trace searches, and says in the form if that is too much.
func (f *searchForm) trace(ctx context.Context) (gametree.Trace, error) {
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	t, err := f.problem.Trace(ctx, f.options)
	switch {
	case errors.Is(err, minimax.ErrTreeTooLarge):
		f.field("depth").wrong(fmt.Errorf("%w: a smaller depth helps, or a later position", err))
	case err != nil && ctx.Err() == nil:
		f.field("algorithm").wrong(err)
	case err != nil:
		return nil, lab.Mistakef("the search was stopped after %v", searchTime)
	}
	return t, nil
}

// turn is a link to another step.
type turn struct {
	Says, At string // an address, or "" for none
}

// stepping is a search with one of its steps.
type stepping struct {
	Title   string
	Step    int // 1 is the first
	Steps   int
	Says    gametree.Step
	Told    []toldStep // up to this one
	Turns   []turn
	Picture picture
}

// toldStep is a step in a list.
type toldStep struct {
	Number   int
	At, Says string
}

// treeFirst returns the games, and first that with which courses begin.
func treeFirst() []gametree.Game {
	last := len(gametree.Games) - 1
	return append(slices.Clone(gametree.Games[last:]), gametree.Games[:last]...)
}

// search shows a search step by step.
func (s *Server) search(w http.ResponseWriter, r *http.Request) error {
	f, err := newSearchForm(r.URL.Query())
	if err != nil {
		return err
	}
	page := struct {
		Title    string
		Games    []gametree.Game
		Form     *searchForm
		Stepping *stepping
	}{"Search", treeFirst(), f, nil}
	if f.answered {
		trace, err := f.trace(r.Context())
		if err != nil {
			return err
		}
		if trace != nil {
			page.Stepping = newStepping(f, trace, r.URL.Query())
		}
	}
	status := http.StatusOK
	if page.Stepping == nil {
		status = http.StatusUnprocessableEntity
	}
	return s.show(w, status, "search.html", page)
}

// asked returns the fields as an address has them.
func (f *searchForm) asked() url.Values {
	asked := url.Values{"game": {f.Game}}
	for _, own := range slices.Concat(f.Fields, f.Search, f.Fine) {
		if own.Value != "" || opening[f.Game][own.Name] != "" {
			asked.Set(own.Name, own.Value)
		}
	}
	return asked
}

// newStepping describes a search at the step that is asked for.
func newStepping(f *searchForm, trace gametree.Trace, query url.Values) *stepping {
	steps := trace.Steps()
	step := stepOf(query, len(steps))
	asked := f.asked()
	at := func(step int) string {
		return "/search?" + with(asked, "step", strconv.Itoa(step)).Encode()
	}
	p := &stepping{Step: step, Steps: len(steps), Says: steps[step-1]}
	for i := max(0, step-mostTold); i < step; i++ {
		p.Told = append(p.Told, toldStep{i + 1, at(i + 1), steps[i].String()})
	}
	for _, t := range []struct {
		says string
		to   int
	}{{"First", 1}, {"Back", step - 1}, {"Next", step + 1}, {"Last", len(steps)}} {
		own := turn{Says: t.says}
		if 1 <= t.to && t.to <= len(steps) && t.to != step {
			own.At = at(t.to)
		}
		p.Turns = append(p.Turns, own)
	}
	drawing := trace.After(step - 1)
	p.Title = drawing.Title
	p.Picture = pictureOf(drawing, paper.Format{}, fmt.Sprintf("The tree after step %d: %s", step, p.Says.Says), "/search/tree", with(asked, "step", strconv.Itoa(step)))
	p.Picture.Files = append(p.Picture.Files, file{"Graphviz", "/search/tree.dot?" + with(asked, "step", strconv.Itoa(len(steps))).Encode()})
	return p
}

// stepOf returns the step that is asked for, or else the first.
func stepOf(query url.Values, steps int) int {
	step, _ := strconv.Atoi(query.Get("step"))
	return min(max(step, 1), steps)
}

// searchPicture answers with the tree of a search at a step, or in words for Graphviz.
func (s *Server) searchPicture(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("file")
	f, err := newSearchForm(r.URL.Query())
	if err != nil {
		return err
	}
	if strings.TrimSuffix(name, path.Ext(name)) != "tree" {
		return errNowhere
	}
	var trace gametree.Trace
	if f.answered {
		if trace, err = f.trace(r.Context()); err != nil {
			return err
		}
	}
	if trace == nil {
		return lab.Mistakef("this search cannot be drawn; /search says why")
	}
	if path.Ext(name) == ".dot" {
		w.Header().Set("Content-Type", "text/vnd.graphviz; charset=utf-8")
		_, err := w.Write([]byte(trace.Drawing(false).DOT()))
		return ignore(err)
	}
	drawing := trace.After(stepOf(r.URL.Query(), len(trace.Steps())) - 1)
	return paint(w, name, drawing, paper.Format{Dark: r.URL.Query().Get("dark") != ""})
}
