// Package kit lays out on sheets of paper all that it takes to build a machine from matchboxes and to play with it: labels
// to cut out, what to buy, an index of the boxes, rules, a score sheet and a lesson.
//
// It takes a machine and what is to be expected of it, and gives pages (see package paper). It is driven by the graph of
// the game, and knows no game, no files and no database.
package kit

import (
	"fmt"
	"slices"

	"menace/arena/experiment"
	"menace/menace"
	"menace/plots/paper"
)

// Kit is what is to be printed.
type Kit struct {
	Machine  *menace.Machine    // with the beads that it is built with
	Name     string             // of the machine, as in "agent default"
	Opponent string             // who plays in the outlook
	Outlook  experiment.Outlook // of the games that the beads are bought for
	Scores   experiment.Outlook // of as many games as the score sheet has
	Box      Box
	Paper    string   // one of [Papers]
	Parts    []string // of [Parts], in any order
}

// Share is the probability with which the beads to buy last for the games of the outlook.
const Share = 0.95

// The parts of a kit.
const (
	Beads  = "beads"
	Lesson = "lesson"
	Scores = "scores"
	Rules  = "rules"
	Index  = "index"
	Labels = "labels"
)

// Parts are the parts of a kit, in the order in which they are printed.
var Parts = []string{Beads, Lesson, Scores, Rules, Index, Labels}

// pages returns the pages of each part.
var pages = map[string]func(Kit) []page{
	Beads:  Kit.purchase,
	Lesson: Kit.lesson,
	Scores: Kit.scores,
	Rules:  Kit.rules,
	Index:  Kit.index,
	Labels: Kit.labels,
}

// Check returns an error that says why a kit cannot be printed, and what can.
func (k Kit) Check() error {
	least := newLabel(k.Machine).least(k.Box)
	switch room := k.sheet(); {
	case k.Box.Width < least.Width || k.Box.Height < least.Height || k.Box.Depth < least.Depth:
		return fmt.Errorf("%v is too small for labels that can be read: %v will do", k.Box, least)
	case k.Box.Width > room.Size().X || k.Box.Height > room.Size().Y || k.Box.Depth > room.Size().X:
		return fmt.Errorf("%v is too large for a label on %s paper: %v will do", k.Box, k.Paper, Usual)
	}
	return nil
}

// Without returns the parts that a machine has no use for: a lesson, unless it can be built in one.
func Without(m *menace.Machine) []string {
	if m.Boxes() > few {
		return []string{Lesson}
	}
	return nil
}

// Pages returns the pages of a kit that passed [Kit.Check].
func (k Kit) Pages() (all []paper.Drawing) {
	var list []page
	for _, part := range Parts {
		if slices.Contains(k.Parts, part) && !slices.Contains(Without(k.Machine), part) {
			list = append(list, pages[part](k)...)
		}
	}
	list = k.joined(list)
	for i, p := range list {
		p.size, p.kit = Papers[k.Paper], k.Name
		p.number, p.of = i+1, len(list)
		all = append(all, p)
	}
	return all
}
