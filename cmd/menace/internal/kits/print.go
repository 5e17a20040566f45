package kits

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/kits/sheet"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/michie"
	"menace/menace/option"
	"menace/plots/paper"
)

// printOptions are the options of the command print.
type printOptions struct {
	DB     string
	Agent  string // "" for a fresh machine
	Preset string // of a fresh machine; "" for the usual one
	Kit    Options
	Out    string // a file name; - is standard output
}

//go:embed help.txt
var helpText string

var help = term.NewHelp(helpText, map[string]string{"{Parts}": strings.Join(sheet.Parts, ", ")})

// command describes the command print.
func command(con *term.IO) *term.Command {
	usage, description := help.Section("print")
	return &term.Command{
		Name: "print", Usage: usage, Description: description,
		Flags: func() []term.Flag {
			defaults := printOptions{Kit: usual}
			return term.Flags("", defaults.options())
		},
		Action: term.Action(con, parsePrint, runPrint),
	}
}

// runPrint prints a kit.
func runPrint(ctx context.Context, con *term.IO, o printOptions) error {
	if o.Out == "-" && con.Screen.Terminal {
		return term.Usagef("a terminal cannot show a PDF: --out FILE.pdf writes it to a file")
	}
	k, err := o.load(ctx)
	if errors.As(err, new(*option.Error)) {
		return term.AsUsage(err)
	}
	if err != nil {
		return err
	}
	if left := k.LeftOut(); len(left) > 0 {
		pronoun := "them"
		if len(left) == 1 {
			pronoun = "it"
		}
		con.Note("left out: %s, because the machine is too large to be built in a lesson; --preset %s has %s",
			english.WordSeries(left, "and"), lessonPreset(), pronoun)
	}
	size := ""
	write := func(w io.Writer) ([]string, error) { return nil, k.WriteHTML(w) }
	if strings.ToLower(filepath.Ext(o.Out)) != ".html" {
		pages := k.Pages()
		size = ": " + words.Plural(len(pages), "page")
		write = func(w io.Writer) ([]string, error) {
			return paper.Bind(w, pages, k.Title(), k.Language.Tag, paper.Format{Made: k.Made})
		}
	}
	if err := con.WritePaper(ctx, o.Out, "an .html file shows them", write); err != nil {
		return err
	}
	if o.Out != "-" {
		con.Say("wrote %s%s", term.Printable(o.Out), size)
	}
	return nil
}

// load returns the kit for the machine selected by the options.
func (o *printOptions) load(ctx context.Context) (sheet.Kit, error) {
	if games, ok, err := parseRestored(o.Agent); ok {
		if err != nil {
			return sheet.Kit{}, err
		}
		return restoredKit(games, o.Kit)
	}
	if o.Agent == "" {
		rules, err := menace.Preset(o.Preset)
		if err != nil {
			return sheet.Kit{}, err
		}
		return freshKit(rules, o.Kit)
	}
	db, err := data.Open(ctx, o.DB, data.Read)
	if err != nil {
		return sheet.Kit{}, err
	}
	defer db.Close()
	a, err := db.Load(ctx, o.Agent)
	if err != nil {
		return sheet.Kit{}, err
	}
	return agentKit(a, o.Kit)
}

// parseRestored parses 1961:GAME. A stored machine may be named 1961, but names do not contain colons.
func parseRestored(name string) (games int, ok bool, err error) {
	if !strings.Contains(name, ":") {
		return 0, false, nil
	}
	return michie.Parse(name)
}

// checkMachine returns an error unless a name belongs to a stored machine or to Michie's own.
func checkMachine(name string) error {
	if _, ok, err := parseRestored(name); ok {
		return err
	}
	return data.CheckName(name)
}

// options lists the options.
func (o *printOptions) options() []option.Option {
	return slices.Concat([]option.Option{
		{Name: "machine", Short: "m", Aliases: []string{"agent", "a"},
			Meaning: "print the machine `NAME` with the beads it has now, or Michie's of 1961 after a game, as in " +
				"1961:106",
			Default: "a fresh machine", Complete: "machine",
			Value: option.Checked(option.Word(&o.Agent), checkMachine)},
		{Name: "preset", Meaning: "print a fresh machine with the rules of `PRESET`",
			Default: "michie, or " + lessonPreset() + " for lessons alone",
			Value:   option.Word(&o.Preset, menace.Presets...)},
	}, o.Kit.options(), []option.Option{
		{Name: "out", Group: onPaper, Meaning: "write to `FILE`; - is standard output",
			Default: "PARTS-NAME.pdf, or kit-NAME.pdf for all parts", Value: option.Word(&o.Out)},
	})
}

// parsePrint reads the options.
func parsePrint(c *term.Invocation) (o printOptions, err error) {
	o = printOptions{DB: database.Database(c), Kit: usual}
	given, err := term.Read(c, o.options())
	if err != nil {
		return o, err
	}
	if o.Kit.labelOption() != "" && !slices.Contains(given, "parts") {
		o.Kit.Parts = []string{sheet.Labels}
	}
	if err := o.Check(); err != nil {
		return o, term.AsUsage(err)
	}
	if o.Agent != "" && o.Preset != "" {
		return o, term.AsUsage(option.Wrong("preset", errors.New("this is for a fresh machine; leave out --machine")))
	}
	if o.Agent == "" && o.Preset == "" {
		o.Preset = "michie"
		if o.Kit.only(slices.Concat(sheet.Texts, sheet.General)...) {
			o.Preset = lessonPreset()
		}
	}
	o.Out = cmp.Or(o.Out, term.FileName(o.Kit.fileName(cmp.Or(o.Agent, o.Preset)), ".pdf"))
	return o, nil
}

// lessonPreset returns the first preset of a machine that is small enough for a lesson.
func lessonPreset() string {
	for _, name := range menace.Presets {
		rules, err := menace.Preset(name)
		if err == nil && sheet.FitsLesson(menace.New(rules)) {
			return name
		}
	}
	return menace.Presets[0]
}

// Check returns an [option.Error] if options cannot be combined.
func (o *printOptions) Check() error {
	switch extension := strings.ToLower(filepath.Ext(o.Out)); {
	case extension == ".html" && !o.Kit.onlyTexts():
		return option.Wrong("out", errors.New(
			"a document to edit holds only texts: give --parts lesson or --parts worksheet"))
	case extension == ".html", extension == ".pdf", o.Out == "", o.Out == "-":
		return nil
	}
	return option.Wrong("out", errors.New("the name must end in .pdf, or with --parts worksheet in .html"))
}
