package web

import (
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/gametree"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/web/studies"
	"menace/plots/paper"
)

// mostTold is the most steps that are listed up to the one that is shown.
const mostTold = 9

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
	f, err := studies.NewSearch(r.URL.Query(), false)
	if err != nil {
		return err
	}
	page := struct {
		Title    string
		Games    []gametree.Game
		Form     *studies.Search
		Stepping *stepping
	}{"Search", treeFirst(), f, nil}
	if f.Answered {
		trace, err := f.Trace(r.Context())
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

// newStepping describes a search at the step that is asked for.
func newStepping(f *studies.Search, trace gametree.Trace, query url.Values) *stepping {
	steps := trace.Steps()
	step := stepOf(query, len(steps))
	asked := f.Asked()
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
	f, err := studies.NewSearch(r.URL.Query(), false)
	if err != nil {
		return err
	}
	if strings.TrimSuffix(name, path.Ext(name)) != "tree" {
		return errNowhere
	}
	var trace gametree.Trace
	if f.Answered {
		if trace, err = f.Trace(r.Context()); err != nil {
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
