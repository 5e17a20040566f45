package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
	"menace/plots/kit"
	"menace/plots/paper"
)

type printOptions struct {
	DB     string
	Agent  string       // "" for a fresh machine
	Rules  menace.Rules // rules of a fresh machine
	Kit    report.KitOptions
	Page   int64        // the only page to print, from 1; 0 for all pages
	Out    string       // - is standard output
	Format paper.Format // format of a single page as a picture
}

func printCommand(con *cli.IO) *cli.Command {
	return &cli.Command{
		Name: "print",
		Flags: func() []cli.Flag {
			return append(cli.Flags("", printTable, printOptions{Kit: report.UsualKit}),
				cli.RuleFlags("Rules of a fresh machine")...)
		},
		Action: cli.Action(con, parsePrint, runPrint),
	}
}

func runPrint(ctx context.Context, con *cli.IO, o printOptions) error {
	if o.Out == "-" && con.Screen.Terminal {
		return cli.Usagef("a terminal cannot show a PDF: --out FILE.pdf writes it to a file")
	}
	k, err := o.kit(ctx)
	if errors.As(err, new(*option.Error)) {
		return cli.AsUsage(err)
	}
	if err != nil {
		return err
	}
	extension, size := strings.ToLower(filepath.Ext(o.Out)), ""
	write := func(w io.Writer) ([]string, error) { return nil, k.WriteHTML(w) }
	if extension != ".html" {
		pages := k.Pages()
		if o.Page > int64(len(pages)) {
			return cli.Usagef("--page: %d is too large: the file has %s", o.Page, words.Plural(len(pages), "page"))
		}
		if o.Format.Made = k.Made; o.Page > 0 {
			pages = pages[o.Page-1 : o.Page]
			o.Format.Made += fmt.Sprint(" --page ", o.Page)
		}
		size = ": " + words.Plural(len(pages), "page")
		write = func(w io.Writer) ([]string, error) {
			if extension == ".pdf" || o.Out == "-" {
				return paper.Bind(w, pages, o.Format.Made)
			}
			return paper.Encode(w, extension, pages[0], o.Format)
		}
	}
	if err := con.WritePaper(o.Out, write); err != nil {
		return err
	}
	if o.Out != "-" {
		con.Say("wrote %s%s", cli.Plain(o.Out), size)
	}
	return nil
}

func (o *printOptions) kit(ctx context.Context) (kit.Kit, error) {
	if o.Agent == "" {
		return report.NewKit(o.Rules, o.Kit)
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
	return report.AgentKit(a, o.Kit)
}

// printTable lists the options except the rules of a fresh machine.
var printTable = slices.Concat([]option.Option[printOptions]{
	{Name: "agent", Short: "a", Meaning: "print the machine `NAME` with the beads it has now",
		Default: "a fresh machine", Complete: "agent",
		In: func(o *printOptions) option.Value { return option.Checked(option.Word(&o.Agent), data.CheckName) }},
}, option.Within(report.KitTable, func(o *printOptions) *report.KitOptions { return &o.Kit }),
	[]option.Option[printOptions]{
		{Name: "out", Group: report.OnPaper, Meaning: "write to `FILE`; - is standard output",
			Default: "PARTS-NAME.pdf, or kit-NAME.pdf for all parts",
			In:      func(o *printOptions) option.Value { return option.Word(&o.Out) }},
		{Name: "page", Group: report.OnPaper, Meaning: "write only page `N`; the file may then be a .png or .svg too",
			Default: "all",
			In:      func(o *printOptions) option.Value { return option.Whole(&o.Page, 1, math.MaxInt64) }},
	}, option.Within(option.Only(paper.Options, "dpi"), func(o *printOptions) *paper.Format { return &o.Format }))

func parsePrint(c *cli.Invocation) (o printOptions, err error) {
	o = printOptions{DB: cli.Database(c), Kit: report.UsualKit}
	if _, err := cli.Read(c, printTable, &o); err != nil {
		return o, err
	}
	var given []menace.Rule
	if o.Rules, given, err = cli.Rules(c); err != nil {
		return o, err
	}
	if len(given) == 0 && !o.Kit.Pictures() {
		o.Rules, _ = menace.Preset("her") // the usual machine for lessons
	}
	if o.Agent != "" && len(given) > 0 {
		err := fmt.Errorf("machine %q has its own rules; this option is for a fresh machine", o.Agent)
		return o, cli.AsUsage(option.Wrong(given[0].Name, err))
	}
	o.Out = cmp.Or(o.Out, o.Kit.File(o.machineName())+".pdf")
	return o, nil
}

// Check returns an [option.Error] if options cannot be combined.
func (o *printOptions) Check() error {
	if most := kit.Papers[o.Kit.Paper].MostDPI(); o.Format.DPI > most {
		return option.Wrong("dpi", fmt.Errorf("%d is not between 20 and %d, the limits for %s paper",
			o.Format.DPI, most, o.Kit.Paper))
	}
	extension := strings.ToLower(filepath.Ext(o.Out))
	switch picture := extension == ".png" || extension == ".svg"; {
	case extension == ".html" && (o.Page > 0 || o.Kit.Pictures()):
		return option.Wrong("out", errors.New(
			"a document to edit holds only texts: give --parts lesson or --parts worksheet, and no --page"))
	case extension == ".html":
		return nil
	case picture && o.Page == 0:
		return option.Wrong("out", errors.New("a picture holds one page: give --page N, or a name that ends in .pdf"))
	case picture || extension == ".pdf" || o.Out == "" || o.Out == "-":
		return nil
	}
	return option.Wrong("out", errors.New("the name must end in .pdf, with --page N in .png or .svg, "+
		"or with --parts worksheet in .html"))
}

// machineName returns the part of the file's name that names the machine.
func (o *printOptions) machineName() string {
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
