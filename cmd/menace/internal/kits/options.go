package kits

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/boards"
	"menace/cmd/menace/internal/kits/sheet"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/version"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/michie"
	"menace/menace/option"
	"menace/symmetry"
)

// Options are the options of a kit, for both the command and the page.
type Options struct {
	Language string // one of [language.Tags]
	Box      sheet.Box
	Paper    string   // one of [sheet.Papers]
	Parts    []string // some of [sheet.Parts]
	Groups   int64    // number of groups; each builds a machine

	Positions []string // print labels only for the boxes of these positions; nil for all
	Moves     int      // print labels only for the boxes after this many moves; allMoves for all
	Place     int      // place of the first label on its sheet, from 1
}

// usual is the default: the whole kit for one machine.
var usual = Options{Language: language.English.Tag, Box: sheet.Usual, Paper: "a4", Parts: sheet.UsualParts, Groups: 1,
	Moves: allMoves, Place: 1}

const allMoves = -1 // selects the labels of all boxes

// mostGroups is the largest number of groups, more than any class has.
const mostGroups = 100

// options lists the options of a kit.
func (o *Options) options() []option.Option {
	paperSize := option.Word(&o.Paper, sheet.PaperNames...)
	set := paperSize.Set
	paperSize.Set = func(text string) error { return set(strings.ToLower(text)) }
	return []option.Option{
		{Name: "language", Meaning: "the `LANGUAGE` of the kit", Value: option.Word(&o.Language, language.Tags...)},
		{Name: "parts", Meaning: "print only these `PARTS`", Default: "all to build and play",
			Value: option.Words(&o.Parts, sheet.Parts...)},
		{Name: "groups", Meaning: "buy beads and boxes for this number of `GROUPS`, each with its own machine",
			Value: option.Whole(&o.Groups, 1, mostGroups)},
		{Name: "position", Short: "p", Default: "all", Meaning: "print labels only for the boxes of these " +
			"`POSITIONS`, in any orientation, such as X.O/.../... or BBB/W../.WW", Value: option.Words(&o.Positions)},
		{Name: "moves", Default: "all", Meaning: "print labels only for the boxes after this number of `MOVES`",
			Value: option.Whole(&o.Moves, 0, math.MaxInt64)},
		{Name: "at", Meaning: "put the first label at this `PLACE` of a sheet that is partly used, counted by " +
			"labels with boards, row by row", Value: option.Whole(&o.Place, 1, 999)},
		{Name: "box", Group: onPaper,
			Meaning: "the `SIZE` of a matchbox: width and height of its top, and depth, in mm, cm or in",
			Value:   option.Parsed(&o.Box, sheet.ParseBox, sheet.Box.String)},
		{Name: "paper", Group: onPaper, Meaning: "the size of the `PAPER`", Value: paperSize},
	}
}

// onPaper is the heading of the options for paper and files.
const onPaper = "Output"

// labelOption returns the name of the first given option that only concerns labels, or "".
func (o Options) labelOption() string {
	for _, differs := range option.Differences(o.options(), usual.options()) {
		if slices.Contains([]string{"position", "moves", "at"}, differs.Name) {
			return differs.Name
		}
	}
	return ""
}

// labelled returns the boxes of the named machine for which labels are printed, by number, or nil for all.
func (o Options) labelled(machine string, m *menace.Machine) (boxes []symmetry.Orbit, err error) {
	switch name := o.labelOption(); {
	case name != "" && !slices.Contains(o.Parts, sheet.Labels):
		return nil, option.Wrong(name, language.NewMessage("this is for labels, which are not among the parts"))
	case o.Positions != nil && o.Moves != allMoves:
		return nil, option.Wrong("moves", language.NewMessage("position and moves cannot be combined"))
	case o.Moves != allMoves:
		boxes, err = boards.BoxesAfter(machine, m, o.Moves)
		return boxes, option.Wrong("moves", err)
	}
	for _, text := range o.Positions {
		position, err := boards.BoxOf(machine, m, text)
		if err != nil {
			return nil, option.Wrong("position", err)
		}
		box, _ := m.Graph().Find(position)
		boxes = append(boxes, box)
	}
	slices.SortFunc(boxes, func(a, b symmetry.Orbit) int { return cmp.Compare(m.Number(a), m.Number(b)) })
	return slices.Compact(boxes), nil
}

// onlyTexts reports whether all parts are texts for lessons.
func (o Options) onlyTexts() bool { return o.only(sheet.Texts...) }

// only reports whether all parts are among these.
func (o Options) only(these ...string) bool {
	return !slices.ContainsFunc(o.Parts, func(part string) bool { return !slices.Contains(these, part) })
}

// texts returns the options without the parts that are not texts, or with the worksheet if no part is left.
func (o Options) texts() Options {
	o.Positions, o.Moves, o.Place = usual.Positions, usual.Moves, usual.Place
	o.Parts = slices.DeleteFunc(o.sortedParts(), func(part string) bool { return !slices.Contains(sheet.Texts, part) })
	if len(o.Parts) == 0 {
		o.Parts = []string{sheet.Sheet}
	}
	return o
}

// fileName returns the name, without extension, of a file with these parts for a machine, such as lesson-her. A file
// with the usual parts is named kit-her, or kit-her-de in a language other than English.
func (o Options) fileName(machine string) string {
	parts := o.sortedParts()
	if slices.Equal(parts, sheet.UsualParts) {
		parts = []string{"kit"}
	}
	if !o.only(sheet.General...) {
		parts = append(parts, strings.ReplaceAll(machine, ":", "-"))
	}
	if o.Language != usual.Language {
		parts = append(parts, o.Language)
	}
	return strings.Join(parts, "-")
}

// sortedParts returns the parts in printing order.
func (o Options) sortedParts() []string {
	missing := func(part string) bool { return !slices.Contains(o.Parts, part) }
	return slices.DeleteFunc(slices.Clone(sheet.Parts), missing)
}

// freshKit returns the kit for a fresh machine with these rules.
func freshKit(rules menace.Rules, o Options) (sheet.Kit, error) {
	usual, err := menace.Usual(rules.Game)
	if err != nil {
		return sheet.Kit{}, err
	}
	flags := " " + option.Flag("game", rules.Game) + option.Flags(rules.Options(), usual.Options())
	name := sentences.MachineName(rules)
	if usual.Plays = rules.Plays; rules != usual {
		name += " (" + sentences.Rules(rules) + ")"
	}
	k, err := newKit(sentences.MachineName(rules), menace.New(rules), flags, o)
	k.Name = k.Language.Text("{name}: the machine for {game} that plays {player}", "name", name, "game", k.Game(),
		"player", k.Own())
	return k, err
}

// agentKit returns the kit for a stored machine, with its present beads.
func agentKit(a *data.Agent, o Options) (sheet.Kit, error) {
	k, err := newKit(a.Name, a.Machine, " "+option.Flag("machine", a.Name), o)
	k.Name = k.Language.Text("{name}, after {n} games: a machine for {game} that plays {player}", "name", a.Name,
		"n", a.Career.Tally.Games(), "game", k.Game(), "player", k.Own())
	return k, err
}

// restoredKit returns the kit for Michie's machine of 1961 after this many games, as restored by package michie.
func restoredKit(games int, o Options) (sheet.Kit, error) {
	m := michie.After(games).Learner.(*menace.Machine)
	name := fmt.Sprintf("1961:%d", games)
	k, err := newKit(name, m, " "+option.Flag("machine", name), o)
	k.Name = k.Language.Text("Michie’s own machine, 1961, after game {game}", "game", games)
	return k, err
}

// newKit returns the kit for the named machine, without a description. The flags select the machine in the command line
// that the PDF records.
func newKit(name string, m *menace.Machine, flags string, o Options) (k sheet.Kit, err error) {
	o.Parts = o.sortedParts()
	l, _ := language.Find(o.Language)
	k = sheet.Kit{
		Language: l, Machine: m,
		Made:   version.Made("menace print" + flags + option.Flags(o.options(), usual.options())),
		Groups: o.Groups,
		Box:    o.Box, Paper: o.Paper, Parts: o.Parts, Used: o.Place - 1,
	}
	if k.Labelled, err = o.labelled(name, m); err != nil {
		return k, mistake.Wrap(err)
	}
	if err := k.Check(); err != nil {
		return k, mistake.Wrap(option.Wrong("box", err))
	}
	if err := k.CheckPlace(); err != nil {
		return k, mistake.Wrap(option.Wrong("at", err))
	}
	if !sheet.FitsLesson(m) && o.onlyTexts() {
		err := fmt.Errorf(
			"a machine of %s is too large for a lesson; that of the preset %s is small enough",
			words.Plural(m.Boxes(), "box"), lessonPreset())
		return k, mistake.Wrap(option.Wrong("parts", err))
	}
	if k.Empty() {
		err := fmt.Errorf("there is no such sheet for %s", m.Graph().Title())
		return k, mistake.Wrap(option.Wrong("parts", err))
	}
	return k, nil
}
