package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"menace/cmd/menace/internal/gametree"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
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

	algorithms []minimax.Algorithm // of a figure
	time       time.Duration       // for all of them
	first      map[string]string   // what is filled in before anything was
}

// newSearchForm reads what was filled in for a search, or for a figure of searches.
func newSearchForm(filled url.Values, figure bool) (*searchForm, error) {
	f := &searchForm{Game: cmp.Or(filled.Get("game"), "tree")}
	i := slices.IndexFunc(gametree.Games, func(g gametree.Game) bool { return g.Name == f.Game })
	if i < 0 {
		return nil, errNowhere
	}
	f.About, f.first = gametree.Games[i], opening[f.Game]
	if figure {
		f.first = map[string]string{"tree": opening["tree"]["tree"], "algorithm": "minimax, alphabeta, alphabeta-tt, deepening", "time": "1"}
	}
	get := func(name, meaning string, words ...string) asked {
		value, first := strings.TrimSpace(filled.Get(name)), f.first[name]
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
	window := get("window", "to start with", "usual", "open", "narrow")
	prefer := get("prefer", "between moves of the same value", "any", "fast")
	f.Search = []asked{get("position", f.About.Position)}
	if figure {
		f.Search = append(f.Search, get("algorithm", "several with commas"), get("time", "seconds for all of them, up to 10"), get("depth", "plies to look ahead at most"))
		f.Fine = []asked{window, prefer, get("table", "entries of a transposition table")}
	} else {
		f.Search = append(f.Search, get("algorithm", "", algorithmNames()...), get("depth", "plies to look ahead, or to the end"))
		f.Fine = []asked{window, prefer, get("for", "whom values are written", "usual", "max", "mover")}
		f.field("algorithm").Value = cmp.Or(f.field("algorithm").Value, minimax.AlphaBeta.String())
	}
	for _, fine := range f.Fine {
		f.Finer = f.Finer || fine.Value != "" && !slices.Contains(fine.Words[:min(1, len(fine.Words))], fine.Value)
	}
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
	for _, fields := range [][]asked{f.Search, f.Fine} {
		for i := range fields {
			fields[i].wrong(f.take(fields[i].Name, fields[i].Value))
		}
	}
	f.setUp()
	f.answered = !slices.ContainsFunc(slices.Concat(f.Fields, f.Search, f.Fine), func(own asked) bool { return own.Wrong != "" })
}

// take reads the value of a field of the search.
func (f *searchForm) take(name, value string) (err error) {
	o, n := &f.options, int64(0)
	switch name {
	case "algorithm":
		for _, name := range listed(value) {
			if o.Algorithm, err = minimax.ParseAlgorithm(name); err != nil {
				return err
			}
			if !slices.Contains(f.algorithms, o.Algorithm) {
				f.algorithms = append(f.algorithms, o.Algorithm)
			}
		}
		if len(f.algorithms) == 0 {
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
		f.time = time.Duration(max(n, 1)) * time.Second
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

// number reads a whole number between two others; nothing is 0.
func number(value string, least, most int64) (int64, error) {
	if value == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(strings.ReplaceAll(value, ",", ""), 10, 64)
	switch {
	case err == nil && least <= n && n <= most:
		return n, nil
	case most == math.MaxInt32:
		return 0, fmt.Errorf("%q is not a whole number from %d", value, least)
	}
	return 0, fmt.Errorf("%q is not a whole number from %d to %s", value, least, words.Count(most))
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
		for _, a := range f.algorithms {
			f.field("algorithm").wrong(f.problem.Suits(a))
		}
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
	f, err := newSearchForm(r.URL.Query(), false)
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
		if own.Value != "" || f.first[own.Name] != "" {
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
	f, err := newSearchForm(r.URL.Query(), false)
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
	return s.paint(w, r, name, drawing, paper.Format{Dark: r.URL.Query().Get("dark") != ""})
}
