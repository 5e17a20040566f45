// Package sheet lays out everything needed to build a machine from matchboxes and to play with it, on sheets of paper:
// labels to cut out, a shopping list, an index of the boxes, rules, a board, a score sheet, and lessons with a
// worksheet and its answers. The texts are templates in the folder language.
//
// Fill in a [Kit] and call [Kit.Pages] for pages that package paper writes as a PDF. The package opens no database.
package sheet

import (
	"fmt"
	"slices"
	"strings"

	"menace/cmd/internal/language"
	"menace/menace"
	"menace/plots/paper"
	"menace/symmetry"
)

// Kit is a kit to be printed.
type Kit struct {
	Language *language.Language
	Machine  *menace.Machine // with the beads to build it with
	Name     string          // description of the machine, printed below titles and in footers
	Made     string          // the command that made the kit, recorded in the PDF
	Groups   int64           // number of groups; each builds a machine
	Box      Box
	Paper    string   // one of [Papers]
	Parts    []string // from [Parts], in any order

	Labelled []symmetry.Orbit // the boxes for which labels are printed, by number; nil for all
	Used     int              // number of places left blank on the first sheet of labels, row by row

	games []game // example games, set by [Kit.Pages] because finding them takes time
}

const (
	Guide   = "guide"
	Letter  = "letter"
	Cover   = "cover"
	Tickets = "tickets"
	Beads   = "beads"
	Lesson  = "lesson"
	Sheet   = "worksheet"
	Scores  = "scores"
	Rules   = "rules"
	Index   = "index"
	Board   = "board"
	Labels  = "labels"
)

// parts lists the parts of a kit in printing order. The function pages lays out a part; it is nil for a part that
// consists only of text.
var parts = []struct {
	name  string
	pages func(Kit) []page
}{
	{Guide, nil},           // the guide for teachers, for all machines
	{Beads, nil},           // what to buy
	{Lesson, nil},          // plans for lessons, always with the worksheet
	{Sheet, Kit.worksheet}, // a worksheet for pupils, and the answers
	{Scores, nil},          // a score sheet with a chart
	{Rules, Kit.rules},     // how the machine plays and learns, and how to teach HER quickly
	{Index, Kit.index},     // how to find the box for a board
	{Board, nil},           // a numbered board and pieces to cut out
	{Labels, Kit.labels},   // labels for the boxes, to cut out
	{Letter, nil},          // a letter to school and parents about data
	{Cover, nil},           // the lesson on one side, for a substitute teacher
	{Tickets, nil},         // half sheets for results and what was learned
}

// Parts lists the names of the parts of a kit.
var Parts = func() (names []string) {
	for _, p := range parts {
		names = append(names, p.name)
	}
	return names
}()

// General lists the parts that are the same for all machines. They are printed only if they are selected.
var General = []string{Guide, Letter, Cover, Tickets}

// UsualParts lists the parts that are printed by default.
var UsualParts = slices.DeleteFunc(slices.Clone(Parts),
	func(part string) bool { return slices.Contains(General, part) })

// Check returns an error if a kit cannot be printed. The error suggests a size of box that is large enough.
func (k Kit) Check() error {
	least := newLabel(k).smallestBox(k.Box)
	_, fits := k.arrange(k.boxes()[:1], 0)
	switch {
	case k.Box.Width < least.Width || k.Box.Height < least.Height || k.Box.Depth < least.Depth:
		return fmt.Errorf("%v is too small for labels that can be read: %v will do", k.Box, least)
	case !fits:
		return fmt.Errorf("%v is too large for the labels on %s paper: %v will do", k.Box, k.Paper, Usual)
	}
	return nil
}

// CheckPlace returns an error if the place of the first label is not on the sheet.
func (k Kit) CheckPlace() error {
	if last := k.lastPlace(); k.Used >= last {
		return language.NewMessage("place {place} is beyond the sheet: the labels of a box fit from place 1 to {last}",
			"place", k.Used+1, "last", last)
	}
	return nil
}

// FitsLesson reports whether a machine is small enough to be built in a lesson.
func FitsLesson(m *menace.Machine) bool { return m.Boxes() <= mostLessonBoxes }

// prints reports whether a part is printed. The lesson always comes with the worksheet.
func (k Kit) prints(part string) bool {
	switch {
	case slices.Contains(Texts, part) && !FitsLesson(k.Machine):
		return false
	case slices.Contains([]string{Lesson, Sheet, Index, Board}, part) && !k.has(part):
		return false
	}
	return slices.Contains(k.Parts, part) || part == Sheet && slices.Contains(k.Parts, Lesson)
}

// Empty reports whether nothing is printed.
func (k Kit) Empty() bool { return !slices.ContainsFunc(Parts, k.prints) }

// LeftOut returns the selected parts that are not printed, because the machine is too large for a lesson.
func (k Kit) LeftOut() []string {
	return slices.DeleteFunc(slices.Clone(k.Parts), func(part string) bool { return k.prints(part) || !k.has(part) })
}

// Title returns the title of a kit: the description of its machine or, if it has only general parts, their headings.
func (k Kit) Title() string {
	var headings []string
	for _, part := range Parts {
		switch {
		case !k.prints(part):
		case !slices.Contains(General, part):
			return k.Name
		default:
			headings = append(headings, heading(k.text(part, false)))
		}
	}
	return strings.Join(headings, " · ")
}

// Pages returns the pages of a kit that passes [Kit.Check]. Where a page must be on the front of a sheet of paper but
// would be on the back, a blank page is inserted.
func (k Kit) Pages() (all []paper.Drawing) {
	if k.prints(Rules) {
		k.games = k.examples()
	}
	var list []page
	for _, part := range parts {
		if !k.prints(part.name) {
			continue
		}
		var pages []page
		if part.pages != nil {
			pages = part.pages(k)
		} else {
			pages = k.written(part.name, false)
		}
		pages[0].newSheet = pages[0].newSheet || part.name == Scores && k.prints(Sheet)
		for _, p := range pages {
			if p.newSheet && len(list)%2 == 1 {
				list = append(list, k.written("blank", false)...)
			}
			list = append(list, p)
		}
	}
	for i, p := range list {
		p.size, p.number = Papers[k.Paper], k.Language.Text("page {page} of {pages}", "page", i+1, "pages", len(list))
		all = append(all, p)
	}
	return all
}
