// Package print is the command print: it writes all that it takes to build a machine from matchboxes, as pages to print.
package print

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/figures"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/plots/kit"
	"menace/plots/paper"
)

// Options say what to print, and where to.
type Options struct {
	DB    string
	Agent string       // or "" for a fresh machine
	Rules menace.Rules // of a fresh machine
	Kit   figures.KitOptions
	Page  int64  // alone, counted from 1; 0 for all
	DPI   int    // of a page that is a PNG
	Out   string // - is standard output
}

// Command describes the command print.
func Command(con *console.IO) *cli.Command {
	const category = "What to print it on"
	usual := figures.UsualKit
	return &cli.Command{
		Name:      "print",
		Usage:     "print what it takes to build a machine from matchboxes",
		ArgsUsage: cli.NoWords,
		Description: `Writes a PDF for a fresh machine of any rules, or for an agent with the beads that it has now: ` + strings.Join(kit.Parts, ", ") + `.
Print it at full size, the labels on one side of the sheet. Boxes have the numbers of «menace boxes». The
lesson is for machines that can be built in one. The same machine gives the same bytes.

The beads to buy, and the band behind the score sheet, are those of ` + words.Count(experiment.Machines) + ` simulated machines. They play against
somebody who moves perfectly but for one move in four, unless --opponent names another: ` + arena.Opponents + `.

Examples:
   menace print                                                # Michie's machine of 304 boxes
   menace print --preset her --out her.pdf                     # 19 boxes for hexapawn
   menace print --plays second --box 58x36x14mm --paper letter
   menace print --agent default --parts beads,labels --games 500
   menace print --parts labels --page 1 --dpi 72 --out labels.png`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{
				Name: "agent", Aliases: []string{"a"}, Usage: "the agent `NAME` as it is", DefaultText: "a fresh machine",
				Action: func(_ *cli.Context, name string) error { return cli.AsUsage(data.CheckName(name)) },
			},
			&cli.StringFlag{Name: "parts", Usage: "`PARTS` of " + strings.Join(kit.Parts, ","), DefaultText: "all"},
			cli.Between(1, mostGames, &cli.Int64Flag{Name: "games", Aliases: []string{"n"}, Value: usual.Games, Usage: "buy beads for `N` games"}),
			&cli.StringFlag{Name: "opponent", Aliases: []string{"o"}, Value: usual.Opponent, Usage: "the class plays as `OPPONENT`"},
			&cli.StringFlag{Name: "box", Category: category, Usage: "`WIDTHxHEIGHT` of a matchbox's top, and xDEPTH, in mm, cm or in", Value: usual.Box.String()},
			&cli.StringFlag{Name: "paper", Category: category, Usage: "`a4 or letter`", Value: usual.Paper},
			&cli.StringFlag{Name: "out", Category: category, Usage: "write to `FILE`; - is standard output", DefaultText: "kit-NAME.pdf"},
			cli.Between(1, mostPages, &cli.Int64Flag{Name: "page", Category: category, DefaultText: "all",
				Usage: "only page `N`, which may be a .png or .svg too"}),
			&cli.IntFlag{Name: "dpi", Category: category, Usage: "`DOTS` per inch of a PNG", Value: paper.DefaultDPI},
		}, cli.RuleFlags("Rules of a fresh machine")...),
		Action: cli.Action(con, parse, Run),
	}
}

// mostGames is more than a class plays, and what can be simulated in a few seconds; mostPages is more than any kit has.
const (
	mostGames = 2000
	mostPages = 10000
)

func parse(c *cli.Context) (o Options, err error) {
	o = Options{DB: c.String("db"), Agent: c.String("agent"), Page: c.Int64("page"), DPI: c.Int("dpi"), Out: c.String("out"), Kit: figures.KitOptions{
		Paper: strings.ToLower(c.String("paper")), Parts: kit.Parts, Games: c.Int64("games"), Opponent: c.String("opponent"),
	}}
	var given []menace.Rule
	if o.Rules, given, err = cli.Rules(c); err != nil {
		return o, err
	}
	if c.IsSet("agent") && len(given) > 0 {
		return o, cli.Usagef("--agent %s has rules of its own: --%s is for a fresh machine", o.Agent, given[0].Name)
	}
	if o.Kit.Box, err = kit.ParseBox(c.String("box")); err != nil {
		return o, cli.Usagef("--box %w", err)
	}
	if _, known := kit.Papers[o.Kit.Paper]; !known {
		return o, cli.Usagef("--paper %q: there are a4 and letter", c.String("paper"))
	}
	if c.IsSet("parts") {
		if o.Kit.Parts, err = cli.Some(c, "parts", kit.Parts); err != nil {
			return o, err
		}
	}
	if strings.HasPrefix(o.Kit.Opponent, arena.AgentPrefix) {
		return o, cli.Usagef("--opponent %s: a class is no agent; there are %s", o.Kit.Opponent, arena.Opponents)
	}
	if err := lab.CheckOpponent(o.Kit.Opponent); err != nil {
		return o, err
	}
	if err := (paper.Format{Size: kit.Papers[o.Kit.Paper], DPI: o.DPI}).Check(); err != nil || o.DPI == 0 {
		return o, cli.Usagef("--dpi %d: 20 to 2400 dots make sense", o.DPI)
	}
	return o, o.checkOut(c.IsSet("out"))
}

// checkOut completes the name of the file, and checks that it can hold what is asked for.
func (o *Options) checkOut(given bool) error {
	if !given {
		o.Out = "kit-" + o.whose() + ".pdf"
	}
	switch extension := strings.ToLower(filepath.Ext(o.Out)); {
	case o.Out == "-" || extension == ".pdf":
		return nil
	case slices.Contains([]string{".png", ".svg"}, extension) && o.Page == 0:
		return cli.Usagef("--out %q: a picture holds one page: give --page N, or a name that ends in .pdf", o.Out)
	case slices.Contains([]string{".png", ".svg"}, extension):
		return nil
	}
	return cli.Usagef("--out %q: the name must end in .pdf, or with --page N in .png or .svg", o.Out)
}

// whose names the machine in the name of a file.
func (o *Options) whose() string {
	if o.Agent != "" {
		return o.Agent
	}
	name := words.Rules(o.Rules)
	if _, err := menace.Preset(name); err != nil {
		name = o.Rules.Game
	}
	if usual, err := menace.Preset(name); err != nil || usual.Plays != o.Rules.Plays {
		name += "-" + string(o.Rules.Plays)
	}
	return name
}

// Run writes the pages.
func Run(ctx context.Context, con *console.IO, o Options) error {
	if o.Out == "-" && con.Screen.Terminal {
		return cli.Usagef("a PDF is not for a terminal: --out FILE.pdf writes it to a file")
	}
	k, err := o.kit(ctx)
	if err != nil {
		return err
	}
	if without := kit.Without(k.Machine); len(o.Kit.Parts) == 1 && slices.Contains(without, o.Kit.Parts[0]) {
		return cli.Usagef("--parts %s: a machine of %s is not built in a lesson; --preset her is", without[0], words.Plural(k.Machine.Boxes(), "box"))
	}
	pages := k.Pages()
	if o.Page > int64(len(pages)) {
		return cli.Usagef("--page %d: there are %s", o.Page, words.Plural(len(pages), "page"))
	}
	if o.Page > 0 {
		pages = pages[o.Page-1 : o.Page]
	}
	lacking, err := o.write(con, pages)
	if err != nil {
		return err
	}
	if len(lacking) > 0 {
		con.Note("the fonts of this format lack letters of %s", strings.Join(lacking, ", "))
	}
	if o.Out != "-" {
		con.Say("wrote %s: %s", o.Out, words.Plural(len(pages), "page"))
	}
	return nil
}

// kit returns what is to be printed.
func (o *Options) kit(ctx context.Context) (kit.Kit, error) {
	if o.Agent == "" {
		return figures.NewKit(o.Rules, o.Kit)
	}
	l, err := lab.Open(ctx, o.DB, data.Read)
	if err != nil {
		return kit.Kit{}, err
	}
	defer l.Close()
	a, err := l.Agent(ctx, o.Agent)
	if err != nil {
		return kit.Kit{}, err
	}
	return figures.AgentKit(a, o.Kit)
}

// write writes pages to where they go.
func (o *Options) write(con *console.IO, pages []paper.Drawing) (lacking []string, err error) {
	encode := func(w io.Writer) (err error) {
		if extension := strings.ToLower(filepath.Ext(o.Out)); extension != ".pdf" && o.Out != "-" {
			lacking, err = paper.Encode(w, extension, pages[0], paper.Format{DPI: o.DPI})
		} else {
			lacking, err = paper.Bind(w, pages)
		}
		return err
	}
	if o.Out == "-" {
		err = encode(con.Raw())
	} else {
		err = console.WriteFile(o.Out, encode)
	}
	return lacking, err
}
