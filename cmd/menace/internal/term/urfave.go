package term

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"menace/cmd/menace/internal/words"
)

// app describes the program to urfave/cli for one command line, because the library stores given values in its flags.
// If complete is not nil, the last word is to be completed, and complete is called instead of an action.
func (p *Program) app(con *IO, l *line, complete urfave.BashCompleteFunc) *urfave.App {
	root := p.describe(p.root(), con, l, complete)
	app := &urfave.App{
		Name: p.Name, Usage: p.Usage, UsageText: p.Synopsis, Description: p.Description,
		Flags: flags(p.Flags), Commands: root.Subcommands,
		Before: func(c *urfave.Context) error {
			if p.Begin != nil {
				p.Begin(&Invocation{context: c})
			}
			return root.Before(c)
		},
		OnUsageError:   root.OnUsageError,
		ExitErrHandler: func(*urfave.Context, error) {}, // the caller decides on the exit status
		Reader:         con.In, Writer: screen{con.Out, con.Screen.Width}, ErrWriter: con.Err,
		HideHelpCommand: true, CustomAppHelpTemplate: globalHelpTemplate,
		EnableBashCompletion: complete != nil, BashComplete: complete,
	}
	app.Action = func(u *urfave.Context) error {
		if con.Screen.Terminal && p.Empty != nil && p.Empty(u.Context, &Invocation{context: u}) {
			con.Print("%s", helpPage(con.Screen.Width).description(p.FirstSteps))
			return nil
		}
		return urfave.ShowAppHelp(u)
	}
	if p.Version != nil {
		app.Version = "in ExtraInfo, because computing it takes time"
		app.ExtraInfo = func() map[string]string { return map[string]string{"version": p.Version()} }
	}
	return app
}

// describe describes a command to urfave/cli. Only commands of the line get flags.
func (p *Program) describe(c *Command, con *IO, l *line, complete urfave.BashCompleteFunc) *urfave.Command {
	described := &urfave.Command{
		Name: c.Name, Aliases: c.Aliases, Hidden: c.Hidden,
		Usage: c.Usage, UsageText: c.Synopsis, Description: c.Description, ArgsUsage: c.Args,
		OnUsageError:    func(u *urfave.Context, err error, _ bool) error { return p.mistake(u, c, err) },
		HideHelpCommand: true, CustomHelpTemplate: helpTemplate, BashComplete: complete,
	}
	if i := slices.Index(l.path, c); i >= 0 {
		described.Flags = flags(c.flags())
		if c.Synopsis == "" {
			described.UsageText = c.synopsis(strings.Join(append([]string{p.Name}, commandNames(l.path[:i+1])...), " "))
		}
		if c.Shared && p.Flags != nil {
			described.CustomHelpTemplate = sharedHelpTemplate(p.Flags)
		}
	}
	for _, sub := range c.Commands {
		described.Subcommands = append(described.Subcommands, p.describe(sub, con, l, complete))
	}
	if c.Action == nil { // the library then shows the help
		described.Before = func(u *urfave.Context) error {
			if word := u.Args().First(); u.Args().Present() && u.Command.Command(word) == nil {
				return unknownCommand(c, word, u.Command.HelpName)
			}
			return nil
		}
	} else {
		described.Action = func(u *urfave.Context) error {
			i := &Invocation{c, u.Command.HelpName, u.Args().Slice(), p, u}
			if err := i.checkWords(); err != nil {
				return err
			}
			return c.Action(u.Context, i)
		}
	}
	return described
}

// flags describes flags to urfave/cli. It adds --help, because the library would add it too late to show it together
// with flags in groups.
func flags(all []Flag) (described []urfave.Flag) {
	for _, f := range all {
		var letter []string
		if f.Short != "" {
			letter = []string{f.Short}
		}
		if f.Switch {
			described = append(described, &urfave.BoolFlag{
				Name: f.Name, Aliases: letter, Usage: f.Meaning, Category: f.Group, DisableDefaultText: true,
			})
		} else {
			described = append(described, &urfave.GenericFlag{
				Name: f.Name, Aliases: letter, Usage: f.Meaning, Category: f.Group, DefaultText: f.Default,
				Value: &value{isList: f.List},
			})
		}
	}
	return append(described, urfave.HelpFlag)
}

// value holds the values given for a flag.
type value struct {
	isList bool
	texts  []string
}

// again is the text that the library sets a flag to under its other name. No argument contains a zero byte.
const again = "\x00"

// Serialize implements [urfave.Serializer]. The library sets a flag to this text under its other name.
func (v *value) Serialize() string { return again }

// Set implements [urfave.Generic].
func (v *value) Set(text string) error {
	switch {
	case text == again:
	case v.texts != nil && !v.isList:
		return errors.New("is given more than once, but takes one value")
	default:
		v.texts = append(v.texts, text)
	}
	return nil
}

// String implements [urfave.Generic].
func (v *value) String() string { return "" }

// refusal matches the error of a flag that rejects a value, with the flag and the reason. A switch gives no reason.
var refusal = regexp.MustCompile(`^invalid (?:boolean )?value ".*" for (?:flag )?-([^:]+): (.*)$`)

// mistake returns the error for flags that the library cannot parse. The library's own errors are only texts.
func (p *Program) mistake(u *urfave.Context, c *Command, err error) error {
	line, text := u.Command.HelpName, err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		below := flagsBelow(c.Commands)
		if f := flagNamed(below, name); f != nil {
			return Usagef("%s needs a command besides --%s; see `%s --help`", line, f.Name, line)
		}
		var names []string
		for _, f := range slices.Concat(u.Command.Flags, flags(below), u.App.Flags) {
			names = append(names, f.Names()[0])
		}
		return Usagef("unknown flag --%s%s; see `%s --help`", name, words.DidYouMean(name, names, "--"), line)
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		return Usagef("a value is missing after --%s; see `%s --help`", name, line)
	}
	if found := refusal.FindStringSubmatch(text); found != nil {
		return Usagef("--%s %s", found[1], strings.Replace(found[2], "parse error", "takes no value", 1))
	}
	return Usagef("%w; see `%s --help`", err, line)
}

// screen is standard output with the width of its screen.
type screen struct {
	io.Writer
	width int
}

// The library has one printer of each kind for all programs in a process.
func init() {
	urfave.VersionPrinter = func(u *urfave.Context) {
		fmt.Fprintf(u.App.Writer, "%s version %s\n", u.App.Name, u.App.ExtraInfo()["version"])
	}
	library := urfave.HelpPrinterCustom
	urfave.HelpPrinterCustom = func(w io.Writer, template string, data any, functions map[string]any) {
		library(w, template, data, helpFunctions(w.(screen).width, functions))
	}
}
