package searches

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/version"
	"menace/menace/option"
	"menace/minimax"
	"menace/plots/paper"
)

const searchTime = 5 * time.Second // for a search that a page shows

// openings holds the initial values of the form of a game: a tree of a size that fits a page.
var openings = map[string]url.Values{
	"tree":        {"tree": {"A(B(3 12 8) C(2 4 6) D(14 5 2))"}},
	"tictactoe":   {"position": {"XOX/.O./.X."}},
	"nim":         {"position": {"1,2"}},
	"domineering": {"size": {"3x3"}, "depth": {"2"}},
	"connect4":    {"size": {"4x4"}, "depth": {"2"}},
	"hexapawn":    {"depth": {"2"}},
	"uniform":     {"size": {"3x3"}},
}

// Search is the form of a search, or of a comparison of searches.
type Search struct {
	Game     gametree.Game
	Fields   []site.Field // fields of the game
	Search   []site.Field
	Fine     []site.Field // fields that are seldom changed
	Problem  gametree.Problem
	Answered bool // no field is wrong

	setup   gametree.Setup
	options gametree.Options
	opening url.Values
}

// Names of the options in the form of one search, which is shown step by step, and in the form of a comparison.
var (
	stepping  = []string{"position", "algorithm", "depth"}
	comparing = []string{"position", "depth"}
)

// NewSearch reads the form of a search that is shown step by step.
func NewSearch(filled url.Values) (*Search, error) {
	return newSearch(filled, stepping, []minimax.Algorithm{minimax.AlphaBeta})
}

// NewComparison reads the form of a comparison of searches.
func NewComparison(filled url.Values) (*Search, error) { return newSearch(filled, comparing, nil) }

// newSearch reads the form of searches by some algorithms, or by the usual ones, with the named options.
func newSearch(filled url.Values, names []string, algorithms []minimax.Algorithm) (*Search, error) {
	game := cmp.Or(filled.Get("game"), "tree")
	i := slices.IndexFunc(gametree.Games, func(g gametree.Game) bool { return g.Name == game })
	if i < 0 {
		return nil, site.ErrNowhere
	}
	f := &Search{Game: gametree.Games[i], options: gametree.DefaultOptions, opening: openings[game]}
	f.setup, f.options.Algorithms = f.Game.Usual, algorithms
	if algorithms == nil {
		f.options.Algorithms = f.Game.Usually()
	}
	values := url.Values{}
	maps.Copy(values, f.opening)
	maps.Copy(values, filled)
	fine := slices.IndexFunc(f.Game.Options, func(o option.Option[gametree.Setup]) bool { return o.Name == "first" })
	for _, o := range f.Game.Options[:fine] {
		if strings.TrimSpace(values.Get(o.Name)) == "" {
			values.Set(o.Name, o.Text(f.setup))
		}
	}
	fields := site.ReadForm(f.Game.Options, &f.setup, values)
	f.Fields, f.Fine = fields[:fine], fields[fine:]
	f.Search = site.ReadForm(pageTable(f.Game, names), &f.options, values)
	f.Search[0].Meaning = f.Game.Position
	if algorithm := f.field("algorithm"); algorithm != nil {
		f.Fine = append(site.ReadForm(pageTable(f.Game, []string{"types"}), &f.options, values), f.Fine...)
		if algorithm.Value == "" {
			algorithm.ShowError(errors.New("an algorithm is needed"))
		}
	}
	if site.Valid(f.Fields, f.Fine) {
		f.setUp()
	}
	if f.Answered = site.Valid(f.Fields, f.Search, f.Fine); f.Answered {
		f.options.Algorithm = f.options.Algorithms[0]
	}
	return f, nil
}

// Changed reports whether one of the fields in Fine has an unusual value.
func (f *Search) Changed() bool {
	return slices.ContainsFunc(f.Fine, func(own site.Field) bool {
		return own.Value != "" && !slices.Contains(own.Words[:min(1, len(own.Words))], own.Value)
	})
}

// Made formats the command that draws the same in a terminal, "search" or "search exercise", with more flags at its
// end.
func (f *Search) Made(command, more string) string {
	command = "menace " + command + " " + f.Game.Name
	if f.setup.Tree != "" {
		command += " " + option.Quoted(f.setup.Tree)
	}
	flags := slices.DeleteFunc(slices.Clone(f.Game.Options), func(o option.Option[gametree.Setup]) bool {
		return o.Name == "tree" // it is an argument, not a flag
	})
	return version.Made(command + option.Flags(flags, f.setup, f.Game.Usual) +
		option.Flags(f.Game.SearchTable(), f.options, gametree.DefaultOptions) + more)
}

// pageTable returns the named options of a search as pages offer them, with one algorithm, whose steps can be shown.
func pageTable(g gametree.Game, names []string) []option.Option[gametree.Options] {
	table := option.Only(g.SearchTable(), names...)
	for i := range table {
		if o := &table[i]; o.Name == "algorithm" {
			several := o.In
			o.In = func(s *gametree.Options) option.Value {
				v := option.Checked(several(s), hasSteps)
				v.List = false
				v.Choices = slices.DeleteFunc(v.Choices, func(name string) bool { return hasSteps(name) != nil })
				return v
			}
		}
	}
	return table
}

// hasSteps returns an error unless a page can show the steps of an algorithm.
func hasSteps(algorithm string) error {
	if algorithm == minimax.Deepening.String() {
		return errors.New("deepening has a tree for each depth, which `menace search --tree` shows")
	}
	return nil
}

func (f *Search) field(name string) *site.Field {
	return site.FindField(name, f.Fields, f.Search, f.Fine)
}

// setUp sets up the game and the position.
func (f *Search) setUp() {
	position := f.field("position")
	problem, err := f.Game.SetUp(f.setup)
	if err != nil {
		f.Fields[0].ShowError(err)
		return
	}
	f.Problem, err = problem.At(position.Value)
	if !site.ShowError(err, f.Fields, f.Fine) {
		position.ShowError(err)
	}
}

// Trace searches. If the search is too large, it returns nil, and the form shows why.
func (f *Search) Trace(ctx context.Context) (*gametree.Trace, error) {
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	t, err := f.Problem.Trace(ctx, f.options)
	if err != nil {
		return nil, f.blame(ctx, err)
	}
	return &t[0], nil
}

// blame shows the error of a search beside its field, unless the search ran out of time.
func (f *Search) blame(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, minimax.ErrTreeTooLarge):
		f.field("depth").ShowError(tooLarge(err))
	case ctx.Err() == nil:
		f.field("algorithm").ShowError(err)
	default:
		return mistake.Errorf("the search was stopped after %v", searchTime)
	}
	return nil
}

// tooLarge adds to an error what makes a tree smaller.
func tooLarge(err error) error {
	return fmt.Errorf("%w: a smaller depth helps, or a later position", err)
}

// Comparison compares the searches of a position, and shows its attractors, its estimate and its keys.
type Comparison struct {
	Title    string
	Searches tables.Text
	Best     string   // a line of best play, or ""
	Stopped  []string // searches that ran out of time
	Layers   []tables.Text
	Summary  string // summary of the attractors, or why there are none
	Estimate *gametree.Estimate
	Keys     []tables.Text
}

const compareTime = time.Second // for each search of a comparison, and for its attractors

// Compare searches with the usual algorithms, and describes the position.
func (f *Search) Compare(ctx context.Context) (*Comparison, error) {
	f.options.Timeout = compareTime
	c := &Comparison{Title: gametree.Title(f.Problem, f.options.Depth)}
	reports, err := gametree.Compare(ctx, f.Problem, f.options, time.Now, func(string) {})
	if err != nil {
		return nil, err
	}
	for _, r := range reports {
		if r.Stopped != "" {
			c.Stopped = append(c.Stopped, r.Algorithm)
		}
	}
	c.Searches, c.Best = gametree.CompareTable(reports, false), gametree.BestPlay(reports)
	if f.options.Depth == 0 {
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
	c.Searches.Title = "searches"
	if e, err := f.Problem.Estimate(); err == nil {
		c.Estimate = &e
	}
	keys, err := f.Problem.Keys(nil)
	if err != nil {
		return nil, err
	}
	c.Keys = gametree.KeyTables(keys)
	titled(c.Keys, []string{"numbers of the pieces", "keys"}[2-len(c.Keys):]...)
	return c, nil
}

func titled(tables []tables.Text, titles ...string) []tables.Text {
	for i := range tables {
		tables[i].Title = titles[i]
	}
	return tables
}

func (f *Search) Query() url.Values {
	query := url.Values{"game": {f.Game.Name}}
	for _, own := range slices.Concat(f.Fields, f.Search, f.Fine) {
		if own.Value != "" || f.opening.Has(own.Name) {
			query.Set(own.Name, own.Value)
		}
	}
	return query
}

// Address returns the address of a page with the form filled in.
func (f *Search) Address(path string) string { return path + "?" + f.Query().Encode() }

// Exercise returns the address of an exercise about the search, or "" if the search has a table: exercises have none.
func (f *Search) Exercise() string {
	if f.options.Algorithm.Table() {
		return ""
	}
	return f.Address("/search/exercise")
}

// Stepping is a search at one of its steps.
type Stepping struct {
	Title   string
	Number  int // number of the step, from 1
	Count   int // number of all steps
	Step    gametree.Step
	Recent  []RecentStep // the latest steps, including this one
	Links   []site.Link  // to other steps
	Picture site.Picture
}

type RecentStep struct {
	Number int
	site.Link
}

// NewStepping describes a search at the step in a query.
func NewStepping(f *Search, trace *gametree.Trace, query url.Values) *Stepping {
	const recent = 9
	steps := trace.Steps()
	number := StepOf(query, len(steps))
	at := func(step int) url.Values { return site.WithValue(f.Query(), "step", strconv.Itoa(step)) }
	p := &Stepping{Number: number, Count: len(steps), Step: steps[number-1]}
	for i := max(1, number-recent+1); i <= number; i++ {
		link := site.Link{Name: steps[i-1].String(), Address: "/search?" + at(i).Encode()}
		p.Recent = append(p.Recent, RecentStep{i, link})
	}
	for i, to := range []int{1, number - 1, number + 1, len(steps)} {
		link := site.Link{Name: []string{"First", "Back", "Next", "Last"}[i]}
		if 1 <= to && to <= len(steps) && to != number {
			link.Address = "/search?" + at(to).Encode()
		}
		p.Links = append(p.Links, link)
	}
	drawing := trace.After(number - 1)
	p.Title = drawing.Title
	title := fmt.Sprintf("The tree after step %d: %s", number, p.Step.Says)
	p.Picture = site.NewPicture(drawing, paper.Format{}, title, "/search/tree", at(number))
	return p
}

// StepOf returns the step in a query, or else the first.
func StepOf(query url.Values, steps int) int {
	step, _ := strconv.Atoi(query.Get("step"))
	return min(max(step, 1), steps)
}
