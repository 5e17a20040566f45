package kits

import (
	"fmt"
	"slices"
	"strings"

	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/version"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
	"menace/plots/kit"
)

// KitOptions are the options of a printed kit.
type KitOptions struct {
	Box    kit.Box
	Paper  string   // one of [kit.Papers]
	Parts  []string // some of [kit.Parts]
	Groups int64    // number of groups, each of which builds a machine
}

// UsualKit is the whole kit for one machine.
var UsualKit = KitOptions{Box: kit.Usual, Paper: "a4", Parts: kit.Parts, Groups: 1}

// mostGroups is more groups than a class has.
const mostGroups = 100

// KitTable lists the options of a kit.
var KitTable = []option.Option[KitOptions]{
	{Name: "parts", Meaning: "print only these `PARTS`", Default: "all",
		In: func(o *KitOptions) option.Value { return option.Words(&o.Parts, kit.Parts...) }},
	{Name: "groups", Meaning: "buy beads and boxes for this number of `GROUPS`, each with its own machine",
		In: func(o *KitOptions) option.Value { return option.Whole(&o.Groups, 1, mostGroups) }},
	{
		Name: "box", Group: OnPaper, Meaning: "the `SIZE` of a matchbox: width and height of its " +
			"top, and depth, in mm, cm or in",
		In: func(o *KitOptions) option.Value { return option.Parsed(&o.Box, kit.ParseBox, kit.Box.String) },
	},
	{Name: "paper", Group: OnPaper, Meaning: "the size of the `PAPER`",
		In: func(o *KitOptions) option.Value {
			v := option.Word(&o.Paper, kit.PaperNames...)
			set := v.Set
			v.Set = func(text string) error { return set(strings.ToLower(text)) }
			return v
		}},
}

// OnPaper is the heading of the options for paper and files.
const OnPaper = "Output"

// Pictures reports whether the parts are more than texts for lessons.
func (o KitOptions) Pictures() bool {
	return slices.ContainsFunc(o.Parts, func(part string) bool { return !slices.Contains(kit.Texts, part) })
}

// File returns the name, without extension, of a file with these parts for a machine: the parts and the machine, such
// as lesson-her, or kit-her for all parts.
func (o KitOptions) File(machine string) string {
	chosen := o.chosen()
	if len(chosen) == len(kit.Parts) {
		chosen = []string{"kit"}
	}
	return strings.Join(append(chosen, machine), "-")
}

// chosen returns the parts in their usual order.
func (o KitOptions) chosen() []string {
	return slices.DeleteFunc(slices.Clone(kit.Parts), func(part string) bool { return !slices.Contains(o.Parts, part) })
}

// NewKit returns the kit for a fresh machine.
func NewKit(rules menace.Rules, o KitOptions) (kit.Kit, error) {
	usual, err := menace.Usual(rules.Game)
	if err != nil {
		return kit.Kit{}, err
	}
	flags := " " + option.Flag("game", rules.Game) + option.Flags(menace.Table, rules, usual)
	name := sentences.Called(rules)
	if usual.Plays = rules.Plays; rules != usual {
		name += fmt.Sprintf(" (%s)", sentences.ByRules(rules))
	}
	return makeKit(menace.New(rules), name+": the machine", flags, o)
}

// AgentKit returns the kit for an agent with its current beads.
func AgentKit(a *data.Agent, o KitOptions) (kit.Kit, error) {
	name := fmt.Sprintf("%s, after %s: a machine", a.Name, words.Plural(a.Career.Tally.Games(), "game"))
	return makeKit(a.Machine, name, " "+option.Flag("agent", a.Name), o)
}

// makeKit describes a machine, given the flags that choose it.
func makeKit(m *menace.Machine, name, flags string, o KitOptions) (k kit.Kit, err error) {
	g, plays := m.Graph(), m.Rules().Plays
	o.Parts = o.chosen()
	k = kit.Kit{
		Machine: m,
		Name:    fmt.Sprintf("%s for %s that plays %s, with %s", name, g.Name(), plays, g.Player(plays)),
		Made:    version.Made("menace print" + flags + option.Flags(KitTable, o, UsualKit)),
		Groups:  o.Groups,
		Box:     o.Box, Paper: o.Paper, Parts: o.Parts,
	}
	if err := k.Check(); err != nil {
		return k, mistake.Wrap(option.Wrong("box", err))
	}
	if !kit.FitsLesson(m) && !o.Pictures() {
		err := fmt.Errorf(
			"a machine of %s is too large for a lesson; her, Gardner's machine for hexapawn, is small enough",
			words.Plural(m.Boxes(), "box"))
		return k, mistake.Wrap(option.Wrong("parts", err))
	}
	return k, nil
}
