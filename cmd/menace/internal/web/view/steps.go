package view

import (
	"fmt"
	"net/url"
	"strconv"

	"menace/cmd/menace/internal/gametree"
	"menace/plots/paper"
)

// mostTold is the most steps that are listed up to the one that is shown.
const mostTold = 9

// Turn is a link to another step.
type Turn struct {
	Says, At string // an address, or "" for none
}

// Stepping is a search with one of its steps.
type Stepping struct {
	Title   string
	Step    int // 1 is the first
	Steps   int
	Says    gametree.Step
	Told    []ToldStep // up to this one
	Turns   []Turn
	Picture Picture
}

// ToldStep is a step in a list.
type ToldStep struct {
	Number   int
	At, Says string
}

// NewStepping describes a search at the step that is asked for.
func NewStepping(f *Search, trace gametree.Trace, query url.Values) *Stepping {
	steps := trace.Steps()
	step := StepOf(query, len(steps))
	asked := f.Asked()
	at := func(step int) string {
		return "/search?" + with(asked, "step", strconv.Itoa(step)).Encode()
	}
	p := &Stepping{Step: step, Steps: len(steps), Says: steps[step-1]}
	for i := max(0, step-mostTold); i < step; i++ {
		p.Told = append(p.Told, ToldStep{i + 1, at(i + 1), steps[i].String()})
	}
	for _, t := range []struct {
		says string
		to   int
	}{{"First", 1}, {"Back", step - 1}, {"Next", step + 1}, {"Last", len(steps)}} {
		own := Turn{Says: t.says}
		if 1 <= t.to && t.to <= len(steps) && t.to != step {
			own.At = at(t.to)
		}
		p.Turns = append(p.Turns, own)
	}
	drawing := trace.After(step - 1)
	p.Title = drawing.Title
	p.Picture = PictureOf(drawing, paper.Format{}, fmt.Sprintf("The tree after step %d: %s", step, p.Says.Says), "/search/tree", with(asked, "step", strconv.Itoa(step)))
	p.Picture.Files = append(p.Picture.Files, File{"Graphviz", "/search/tree.dot?" + with(asked, "step", strconv.Itoa(len(steps))).Encode()})
	return p
}

// StepOf returns the step that is asked for, or else the first.
func StepOf(query url.Values, steps int) int {
	step, _ := strconv.Atoi(query.Get("step"))
	return min(max(step, 1), steps)
}
