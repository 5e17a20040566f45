package classroom

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gonum.org/v1/gonum/stat"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/pages"
	"menace/cmd/menace/internal/site"
	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// MaxPaper is the maximum number of paper games that a group can report.
const MaxPaper = 60

// paperResults maps the letters of results, from the view of the machine, to tallies of one game.
var paperResults = map[rune]arena.Tally{'W': {Win: 1}, 'D': {Draw: 1}, 'L': {Loss: 1}}

// isPaper reports whether a text is a valid list of results reported by a group.
func isPaper(results string) bool {
	return len(results) <= MaxPaper && !strings.ContainsFunc(results, func(r rune) bool {
		_, ok := paperResults[r]
		return !ok
	})
}

// paperTally adds up results of paper games.
func paperTally(results string) (t arena.Tally) {
	for _, r := range results {
		t = t.Plus(paperResults[r])
	}
	return t
}

// Report adds the result of a game that a group has played on paper with its own machine, or removes the latest result:
// "W", "D", "L" or "back". known is the number of results that the group saw, so that a second tap changes nothing.
func (c *Class) Report(ctx context.Context, id int, result string, known int) error {
	return c.change(ctx, func(s *State) error {
		p, err := s.Pupil(id)
		switch {
		case err != nil:
			return err
		case !s.Paper || !s.MayPlay(*p) || known != len(p.Paper):
			return nil
		case result == "back":
			p.Paper = p.Paper[:max(0, len(p.Paper)-1)]
		case len(result) == 1 && isPaper(p.Paper+result):
			p.Paper += result
		}
		return nil
	})
}

// report stores the result that a group has tapped.
func (s *classPages) report(w http.ResponseWriter, r *http.Request, c *Class, p Pupil) error {
	known, _ := strconv.Atoi(r.PostFormValue("known"))
	if err := c.Report(r.Context(), p.ID, path.Base(r.URL.Path), known); err != nil {
		return err
	}
	c.notify()
	return s.Redirect(w, r, "%s", c.placeAddress(p.ID))
}

// paperPage is the content of the page where a group reports its games.
type paperPage struct {
	inLanguage
	Pupil        Pupil
	Animal, Home string
	Others       string
	Paused       bool
	Drawable     bool
	Marks        []string // results so far: won, drawn or lost by the machine
	Next         int      // number of the next game, or 0 if no more are allowed
}

// Updates implements [pages.Updated].
func (*paperPage) Updates() map[string]any { return nil }

func (s *classPages) paperPage(ctx context.Context, r *http.Request, c *Class, p Pupil) (*paperPage, error) {
	now, err := c.Machine().Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	state := c.State()
	page := &paperPage{
		inLanguage: s.inLanguageOf(r), Pupil: p, Animal: state.animal(p.ID), Home: c.placeAddress(p.ID),
		Others: c.playAddress(), Paused: !state.MayPlay(p), Drawable: now.Machine.Graph().Drawable(),
	}
	for _, r := range p.Paper {
		page.Marks = append(page.Marks, map[rune]string{'W': "won", 'D': "drawn", 'L': "lost"}[r])
	}
	if len(p.Paper) < MaxPaper {
		page.Next = len(p.Paper) + 1
	}
	return page, nil
}

// paperEvents streams updates of the page of a group, until the group returns to playing on the page.
func (s *classPages) paperEvents(w http.ResponseWriter, r *http.Request, c *Class, p Pupil) error {
	v := s.viewerOf(r, c, p)
	defer c.watch(p.ID)()
	return s.machines.StreamPage(w, r, v, c.pupilQuotas(p.ID), []string{"paper"},
		func(ctx context.Context) (pages.Updated, error) {
			now, ok := c.pupilIn(r)
			if !ok || c.Closed() || !c.State().Paper || s.languageOf(r) != v.Language {
				return nil, site.ErrNoPage
			}
			return s.paperPage(ctx, r, c, now)
		})
}

// The opponents in the simulation for the band, and the number of machines.
const (
	bandOpponent = "noisy:0.25"
	bandMachines = 1000
)

// band holds, after each number of games, percentiles of the running totals of many machines.
type band struct{ low, middle, high [MaxPaper + 1]float64 }

var bands sync.Map // maps rules to a func() (band, error)

// bandOf returns the 5th, 50th and 95th percentiles of machines with these rules against an opponent who makes one
// random move in four.
func bandOf(rules menace.Rules) (band, error) {
	computed, _ := bands.LoadOrStore(rules, sync.OnceValues(func() (band, error) { return simulateBand(rules) }))
	return computed.(func() (band, error))()
}

func simulateBand(rules menace.Rules) (b band, err error) {
	machine, random := menace.New(rules), rand.NewPCG(1961, 1)
	opponent, err := arena.ParsePlayer(machine.Graph(), bandOpponent)
	if err != nil {
		return b, err
	}
	var totals [MaxPaper + 1][]float64
	for range bandMachines {
		machine.Reset(rules)
		var tally arena.Tally
		for game := range totals {
			totals[game] = append(totals[game], float64(tally.Score()))
			end := symmetry.Ongoing
			if !machine.Bankrupt() {
				first, second := arena.InOrder(machine, rules.Plays, opponent)
				end, _ = arena.Play(machine.Graph(), first, second, random)
				machine.Learn(end)
			}
			switch end {
			case symmetry.Drawn:
				tally.Draw++
			case symmetry.Win(rules.Plays):
				tally.Win++
			default: // a bankrupt machine gives up
				tally.Loss++
			}
		}
	}
	for game, all := range totals {
		slices.Sort(all)
		at := func(percent int) float64 { return all[percent*bandMachines/100] }
		b.low[game], b.middle[game], b.high[game] = at(5), at(50), at(95)
	}
	return b, nil
}

// chartPage is the content of the projector's page while groups report paper games.
type chartPage struct {
	inLanguage
	Title    string // name of the class
	Class    *Standing
	Drawable bool
	Games    int // of all groups
	Groups   int
	Early    arena.Tally // of the first five games of each group
	Late     arena.Tally // of games 6 to 10

	Band, Middle, Together string // paths, or ""
	Lines                  []groupLine
	Grid                   []gridLine
	Most                   int // number of games on the axis
}

// Updates implements [pages.Updated].
func (*chartPage) Updates() map[string]any { return nil }

// groupLine is the running total of a group's machine.
type groupLine struct {
	Path, Name string
	Y          int // of the name, beside the end of the line
	Score      int64
}

type gridLine struct {
	Y     int
	Label string
}

// The size of the chart, and of its margins.
const (
	chartLeft, chartRight, chartTop, chartBottom = 60, 600, 12, 330
	lineHeight                                   = 24
)

var chartParts = []string{"paper-finding", "paper-chart", "class-screen-foot", "class-screen-code"}

// chartPage draws the running totals of all groups over those of simulated machines.
func (s *classPages) chartPage(ctx context.Context, c *Class, l *language.Language) (*chartPage, error) {
	now, err := c.Machine().Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	state := c.State()
	if !state.Paper {
		return nil, site.ErrNoPage
	}
	rules := now.Machine.Rules()
	page := &chartPage{
		inLanguage: inLanguage{l}, Title: c.Name(), Class: c.Standing(false), Drawable: now.Machine.Graph().Drawable(),
		Most: 10,
	}
	names := map[int]string{}
	for _, p := range page.Class.Pupils {
		names[p.ID] = p.Name
	}
	var totals [][]float64 // of each group, from 0
	for _, p := range state.Pupils {
		if p.Removed || p.Paper == "" {
			continue
		}
		total, t := []float64{0}, arena.Tally{}
		for _, r := range p.Paper {
			t = t.Plus(paperResults[r])
			total = append(total, float64(t.Score()))
		}
		page.Games += len(p.Paper)
		page.Early = page.Early.Plus(paperTally(p.Paper[:min(5, len(p.Paper))]))
		if len(p.Paper) > 5 {
			page.Late = page.Late.Plus(paperTally(p.Paper[5:min(10, len(p.Paper))]))
		}
		page.Lines = append(page.Lines, groupLine{Name: names[p.ID], Score: t.Score()})
		page.Most = max(page.Most, len(p.Paper))
		totals = append(totals, total)
	}
	page.Groups = len(totals)
	b, err := bandOf(rules)
	if err != nil {
		b = band{} // the game does not have this opponent
	}
	page.draw(totals, b)
	return page, nil
}

// draw sets the paths of the chart.
func (page *chartPage) draw(totals [][]float64, b band) {
	n := page.Most
	low, high := min(slices.Min(b.low[:n+1]), -5), max(slices.Max(b.high[:n+1]), 5)
	for _, t := range totals {
		low, high = min(low, slices.Min(t)), max(high, slices.Max(t))
	}
	x := func(game int) float64 { return chartLeft + (chartRight-chartLeft)*float64(game)/float64(n) }
	y := func(total float64) float64 {
		return chartTop + (chartBottom-chartTop)*(high-total)/(high-low)
	}
	line := func(totals []float64) (path string) {
		for game, total := range totals {
			path += fmt.Sprintf("%c%.1f %.1f", "ML"[min(game, 1)], x(game), y(total))
		}
		return path
	}
	page.Band, page.Middle = line(b.high[:n+1]), line(b.middle[:n+1])
	for game, total := range slices.Backward(b.low[:n+1]) {
		page.Band += fmt.Sprintf("L%.1f %.1f", x(game), y(total))
	}
	for i, t := range totals {
		page.Lines[i].Path, page.Lines[i].Y = line(t), int(y(t[len(t)-1]))
	}
	page.Together = line(meansOf(totals))
	step := 5.
	for (high-low)/step > 6 {
		step *= 2
	}
	for total := math.Trunc(low/step) * step; total <= high; total += step {
		page.Grid = append(page.Grid, gridLine{int(y(total)), page.language.Count(int64(total))})
	}
	page.spread()
}

// meansOf returns the mean total after each number of games, over the groups that have played that many.
func meansOf(totals [][]float64) (means []float64) {
	for game := 0; ; game++ {
		var all []float64
		for _, t := range totals {
			if game < len(t) {
				all = append(all, t[game])
			}
		}
		if all == nil {
			return means
		}
		means = append(means, stat.Mean(all, nil))
	}
}

// spread moves overlapping names apart.
func (page *chartPage) spread() {
	slices.SortFunc(page.Lines, func(a, b groupLine) int { return cmp.Compare(a.Y, b.Y) })
	next := chartTop
	for i := range page.Lines {
		page.Lines[i].Y = max(page.Lines[i].Y, next)
		next = page.Lines[i].Y + lineHeight
	}
	next = chartBottom + lineHeight
	for i := range slices.Backward(page.Lines) {
		page.Lines[i].Y = min(page.Lines[i].Y, next)
		next = page.Lines[i].Y - lineHeight
	}
}

// chartEvents streams updates of the chart, until the groups return to playing on the page.
func (s *classPages) chartEvents(w http.ResponseWriter, r *http.Request, c *Class) error {
	v := pages.Viewer{Machine: c.Machine(), Language: c.Language()}
	return s.machines.StreamPage(w, r, v, nil, chartParts, func(ctx context.Context) (pages.Updated, error) {
		if c.hasLeft(v.Machine) || c.Language() != v.Language {
			return nil, site.ErrNoPage
		}
		return s.chartPage(ctx, c, v.Language)
	})
}
