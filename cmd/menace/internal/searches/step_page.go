package searches

import (
	"context"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/searches/trees"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/tables"
	"menace/minimax"
	"menace/plots/paper"
)

// stepPage is the content of the page of a search, step by step.
type stepPage struct {
	Games    []listed
	Form     *Form
	Stepping *Stepping // nil if the form is invalid
	Share    Share
}

// Stepping is a search at one of its steps.
type Stepping struct {
	Part    string // name of the search on the page and in addresses
	Title   string
	Number  int // number of the step, from 1
	Count   int // number of all steps
	Step    gametree.Step
	Recent  []RecentStep // the latest steps, including this one
	Links   []Turn       // to other steps
	Picture site.Picture
	Moves   *tables.Text // of Monte-Carlo tree search, or nil
}

// Turn is a link to another step, with its name in English.
type Turn struct {
	To string
	site.Link
}

// RecentStep is a link to a step, with its number.
type RecentStep struct {
	Number int
	site.Link
}

// readSteps reads the form of a search, and searches. If the form is invalid, the trace is nil.
func readSteps(
	ctx context.Context, l *language.Language, filled url.Values,
) (f *Form, trace gametree.Shown, err error) {
	f, err = readForm(l, filled, func(o *Options) list {
		choices := slices.DeleteFunc(o.Game.Algorithms(),
			func(a minimax.Algorithm) bool { return a == minimax.Deepening })
		if o.Game.Chance {
			choices = append(choices, minimax.ChanceAlgorithms()...)
		}
		return slices.Concat(treeText(o, ""), setup(o), position(o, o.Game.Position),
			algorithm(o, choices), depth(o))
	}, func(o *Options) list {
		return slices.Concat(convention(o), quiescence(o), types(o), playouts(o), players(o), win(o))
	})
	if err != nil {
		return nil, nil, err
	}
	if f.setUp(); f.Valid() && f.Ending() == "" {
		trace, err = f.search(ctx)
	}
	return f, trace, err
}

// readShown is like readSteps, but an invalid form is an error.
func readShown(r *http.Request) (f *Form, trace gametree.Shown, err error) {
	f, trace, err = readSteps(r.Context(), site.LanguageOf(r), r.URL.Query())
	if err == nil && trace == nil {
		err = mistake.Errorf("this search cannot be shown; /search explains why")
	}
	return f, trace, err
}

func (s *pages) showSteps(w http.ResponseWriter, r *http.Request) error {
	f, trace, err := readSteps(r.Context(), site.LanguageOf(r), r.URL.Query())
	if err != nil {
		return err
	}
	page := stepPage{Games: gamesInOrder, Form: f}
	if trace != nil {
		to := walk{path: "/search", query: f.Query(), name: "step", usual: 1}
		page.Stepping = newStepping(site.LanguageOf(r), f, trace, r.URL.Query(), to)
		at := site.WithValue(f.Query(), "step", strconv.Itoa(page.Stepping.Number))
		page.Share = s.share(r, "steps", page.Stepping.Title, at)
		page.Share.LaTeX = trace.Drawing().LaTeX("")
		page.Stepping.Picture.Files = append(page.Stepping.Picture.Files, exports(site.LanguageOf(r), f)...)
	}
	return s.Show(w, site.FormStatus(f.Valid()), "search.html", page)
}

// exports returns links to the tree as text, and to the steps as slides.
func exports(l *language.Language, f *Form) (all []site.Link) {
	for i, name := range []string{"LaTeX", "DOT", "JSON", "Markdown"} {
		all = append(all, site.Link{Name: name, Address: f.Address("/search/tree" + trees.Extensions[i])})
	}
	return append(all, site.Link{Name: l.Text("Slides"), Address: f.Address("/search/slides.pdf")})
}

// turnNames are the names of the links to other steps.
var turnNames = []*language.Message{language.NewMessage("First"), language.NewMessage("Back"),
	language.NewMessage("Next"), language.NewMessage("Last")}

// walk describes the links to the steps of a search.
type walk struct {
	path  string
	query url.Values
	name  string // name of the query value with the number of the step
	at    string // the fragment for the part of the page that shows the search, such as #example-2, or ""
	usual int    // the step shown initially, from 1
}

// to returns the address of a step.
func (w walk) to(step int) string {
	return w.path + "?" + site.WithValue(w.query, w.name, strconv.Itoa(step)).Encode() + w.at
}

// newStepping describes a search at the step in a query.
func newStepping(l *language.Language, f *Form, trace gametree.Shown, query url.Values, to walk) *Stepping {
	const recent = 9
	steps := trace.Steps()
	number := stepOf(query.Get(to.name), to.usual, len(steps))
	p := &Stepping{Part: to.name, Number: number, Count: len(steps), Step: steps[number-1]}
	for i := max(1, number-recent+1); i <= number; i++ {
		p.Recent = append(p.Recent, RecentStep{i, site.Link{Name: steps[i-1].String(), Address: to.to(i)}})
	}
	for i, step := range []int{1, number - 1, number + 1, len(steps)} {
		link := Turn{To: turnNames[i].In(language.English), Link: site.Link{Name: turnNames[i].In(l)}}
		if 1 <= step && step <= len(steps) && step != number {
			link.Address = to.to(step)
		}
		p.Links = append(p.Links, link)
	}
	if sampled, ok := trace.(*gametree.Playouts); ok {
		table := titled(l, []tables.Text{sampled.Moves.Table()}, l.Text("moves after all playouts"))[0]
		p.Moves = &table
	}
	drawing := trace.After(number - 1)
	p.Title = drawing.Title
	title := l.Text("The tree after step {number}: {says}", "number", number, "says", p.Step.Says)
	p.Picture = site.NewPicture(drawing, paper.Format{}, title, "/search/tree",
		site.WithValue(f.Query(), "step", strconv.Itoa(number)))
	if _, fits := drawing.Narrow(); fits {
		narrow := site.WithValue(f.Query(), "narrow", "on")
		p.Picture.Narrow = "/search/tree.svg?" + site.WithValue(narrow, "step", strconv.Itoa(number)).Encode()
	}
	return p
}

// stepOf parses the number of a step in an address. If it is invalid, it returns the usual one.
func stepOf(text string, usual, steps int) int {
	step, err := strconv.Atoi(text)
	if err != nil {
		step = usual
	}
	return min(max(step, 1), steps)
}

// drawStep answers with the tree of a search at a step, with the whole tree as text, or with all steps as slides.
func (s *pages) drawStep(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("file")
	if strings.TrimSuffix(name, path.Ext(name)) != "tree" && name != "slides.pdf" {
		return site.ErrNoPage
	}
	f, trace, err := readShown(r)
	if err != nil {
		return err
	}
	o := f.Options
	o.Algorithms, o.Tree = []minimax.Algorithm{o.Algorithm}, true
	if o.Setup.Order != o.Game.Usual.Order {
		o.Orders = []string{o.Setup.Order}
	}
	format := paper.Format{Dark: r.URL.Query().Get("dark") != "", Made: f.made(search, o)}
	switch extension := path.Ext(name); {
	case name == "slides.pdf":
		site.Download(w, "application/pdf", name)
		_, err = paper.Bind(w, slides(trace), trace.Drawing().Title, site.LanguageOf(r).Tag, format)
		return err
	case slices.Contains(trees.Extensions, extension):
		site.Download(w, "text/plain; charset=utf-8", name)
		return mistake.Wrap(trace.Drawing().Export(w, extension, format.Made))
	}
	drawing := trace.After(stepOf(r.URL.Query().Get("step"), 1, len(trace.Steps())) - 1)
	if size, fits := drawing.Narrow(); fits && r.URL.Query().Get("narrow") != "" {
		format.Size = size
	}
	return s.ServeDrawing(w, r, name, drawing, format)
}
