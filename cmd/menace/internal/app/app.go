// Package app combines features into one program: their commands become one command line, their pages one site.
//
// Add features to an [App], and call [App.Program] or [App.Site]. The package knows no feature, no machine and no
// database.
package app

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"strings"

	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/term"
)

// Feature is a part of the program that can be taken out.
type Feature struct {
	Name     string
	Commands func(*term.IO) []*term.Command
	Examples []Example // first steps, for the help of the program
	About    string    // a paragraph for the help of the program, or ""

	Pages func(*site.Server) site.Pages // or nil

	// Complete holds functions that list words for completion, by kind of value (see [option.Option]) or by a word of a
	// command's usage in lower case. Their argument is what has been typed so far.
	Complete map[string]func(ctx context.Context, typed []string) []string
}

// Example is a command line, without the name of the program, and what it does.
type Example struct{ Line, Meaning string }

// App is a program that consists of features.
type App struct{ features []Feature }

// Add adds features.
func (a *App) Add(features ...Feature) { a.features = append(a.features, features...) }

// Site returns a site with the pages of the features. It returns an error if two features claim the same route,
// template, static file or function.
func (a *App) Site(config site.Config) (*site.Server, error) {
	config.Name = "menace"
	s := site.New(config)
	for _, f := range a.features {
		if f.Pages == nil {
			continue
		}
		if err := s.Add(f.Pages(s)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

//go:embed help.txt
var helpText string

// Program describes the command line. It returns an error if two features have a command, or a kind of words for
// completion, with the same name.
func (a *App) Program(con *term.IO, version func() string) (*term.Program, error) {
	p := &term.Program{Name: "menace", Synopsis: "menace [--db FILE] COMMAND [options]", Version: version}
	complete, owner, start, about := completions{}, map[string]string{}, "", ""
	claim := func(feature, what string) error {
		if other, taken := owner[what]; taken {
			return fmt.Errorf("features %s and %s both have the %s", other, feature, what)
		}
		owner[what] = feature
		return nil
	}
	add := func(feature string, commands ...*term.Command) (err error) {
		for _, c := range commands {
			err = cmp.Or(err, claim(feature, "command "+c.Name))
		}
		p.Commands = append(p.Commands, commands...)
		return err
	}
	for _, f := range a.features {
		if f.Commands != nil {
			if err := add(f.Name, f.Commands(con)...); err != nil {
				return nil, err
			}
		}
		for kind, list := range f.Complete {
			if err := claim(f.Name, "words of kind "+kind); err != nil {
				return nil, err
			}
			complete[kind] = list
		}
		for _, e := range f.Examples {
			start += fmt.Sprintf("   menace %-23s %s\n", e.Line, e.Meaning)
		}
		about += f.About + "\n"
	}
	help := term.NewHelp(helpText, map[string]string{"{Start}": start, "{About}": strings.TrimSpace(about)})
	p.Usage, p.Description = help.Section("menace")
	three := strings.SplitAfterN(start, "\n", 4)
	p.FirstSteps = help.Text("first steps") + "\n" + strings.Join(three[:min(3, len(three))], "")
	own := []*term.Command{completionCommand(con), completeCommand(con, p, complete), {
		Name: "version",
		Action: func(context.Context, *term.Invocation) error {
			con.Say("menace %s", version())
			return nil
		},
	}}
	help.Describe("", own)
	return p, add("app", own...)
}
