package view

import (
	"fmt"
	"maps"
	"net/url"
	"strconv"

	"menace/cmd/menace/internal/gametree"
	"menace/plots/paper"
)

// FileFormat is a format of drawings, with the extension of its addresses and its media type.
type FileFormat struct{ Name, Extension, Kind string }

// Formats lists the formats of drawings.
var Formats = []FileFormat{
	{"SVG", ".svg", "image/svg+xml"}, {"PNG", ".png", "image/png"}, {"PDF", ".pdf", "application/pdf"},
}

// Picture is a drawing on a page.
type Picture struct {
	Title         string
	Light, Dark   string // addresses
	Width, Height int    // CSS pixels
	Files         []Link // links for downloading
}

// Link is a link. With an empty address it is inactive.
type Link struct{ Name, Address string }

// PictureOf returns the picture of a drawing. Its address is made of a path and a query.
func PictureOf(d paper.Drawing, f paper.Format, title, path string, query url.Values) Picture {
	light, dark := with(query, "dark", ""), with(query, "dark", "on")
	size := f.SizeOf(d)
	p := Picture{
		Title: title, Light: path + ".svg?" + light.Encode(), Dark: path + ".svg?" + dark.Encode(),
		Width: int(size.Width), Height: int(size.Height),
	}
	if f.Dark {
		light = dark
	}
	for _, format := range Formats {
		p.Files = append(p.Files, Link{format.Name, path + format.Extension + "?" + light.Encode()})
	}
	return p
}

// with returns a query with one value changed, or removed if it is "".
func with(query url.Values, name, value string) url.Values {
	changed := maps.Clone(query)
	if changed.Del(name); value != "" {
		changed.Set(name, value)
	}
	return changed
}

// Stepping is a search at one of its steps.
type Stepping struct {
	Title   string
	Number  int // number of the step, from 1
	Count   int // number of all steps
	Step    gametree.Step
	Recent  []RecentStep // the latest steps, including this one
	Links   []Link       // to other steps
	Picture Picture
}

// RecentStep is a step in a list.
type RecentStep struct {
	Number int
	Link
}

// NewStepping describes a search at the step in a query.
func NewStepping(f *Search, trace *gametree.Trace, query url.Values) *Stepping {
	const recent = 9
	steps := trace.Steps()
	number := StepOf(query, len(steps))
	at := func(step int) url.Values { return with(f.Query(), "step", strconv.Itoa(step)) }
	p := &Stepping{Number: number, Count: len(steps), Step: steps[number-1]}
	for i := max(1, number-recent+1); i <= number; i++ {
		p.Recent = append(p.Recent, RecentStep{i, Link{steps[i-1].String(), "/search?" + at(i).Encode()}})
	}
	for i, to := range []int{1, number - 1, number + 1, len(steps)} {
		link := Link{Name: []string{"First", "Back", "Next", "Last"}[i]}
		if 1 <= to && to <= len(steps) && to != number {
			link.Address = "/search?" + at(to).Encode()
		}
		p.Links = append(p.Links, link)
	}
	drawing := trace.After(number - 1)
	p.Title = drawing.Title
	title := fmt.Sprintf("The tree after step %d: %s", number, p.Step.Says)
	p.Picture = PictureOf(drawing, paper.Format{}, title, "/search/tree", at(number))
	p.Picture.Files = append(p.Picture.Files, Link{"Graphviz", "/search/tree.dot?" + at(len(steps)).Encode()})
	return p
}

// StepOf returns the step in a query, or else the first.
func StepOf(query url.Values, steps int) int {
	step, _ := strconv.Atoi(query.Get("step"))
	return min(max(step, 1), steps)
}
