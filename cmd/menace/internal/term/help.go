package term

import (
	"fmt"
	"maps"
	"strings"

	"charm.land/lipgloss/v2"
	urfave "github.com/urfave/cli/v2"
)

// Help holds the help texts of commands, by name. The first line of a text is a summary of a few words, the rest
// describes the command.
type Help map[string]string

// NewHelp splits the help into texts, each of which follows a line "== NAME", and replaces words in them.
func NewHelp(texts string, words map[string]string) Help {
	h := Help{}
	for _, section := range strings.Split(texts, "\n== ")[1:] {
		for word, meaning := range words {
			section = strings.ReplaceAll(section, word, meaning)
		}
		name, text, _ := strings.Cut(section, "\n")
		h[name] = strings.TrimSpace(text)
	}
	return h
}

// Text returns the whole text with a name, which must exist.
func (h Help) Text(name string) string {
	text, ok := h[name]
	if !ok {
		panic("there is no help about " + name)
	}
	return text
}

// Section returns the first line of a text, and the rest.
func (h Help) Section(name string) (usage, description string) {
	usage, description, _ = strings.Cut(h.Text(name), "\n")
	return usage, strings.TrimSpace(description)
}

// Describe adds texts to commands that have none, and to their subcommands. The name of a text is the prefix followed
// by the name of the command, as in "machines list".
func (h Help) Describe(prefix string, commands []*Command) {
	for _, c := range commands {
		if c.Usage == "" && !c.Hidden {
			c.Usage, c.Description = h.Section(prefix + c.Name)
			h.Describe(prefix+c.Name+" ", c.Commands)
		}
	}
}

// helpTemplate is the help of a command for the library. Its functions lay out text for the width of a screen.
const helpTemplate = `NAME:
{{if .Usage}}{{paragraph (print .HelpName " - " .Usage)}}{{else}}{{paragraph .HelpName}}{{end}}
USAGE:
{{paragraph (or .UsageText .HelpName)}}
{{- with ExtraInfo}}
VERSION:
{{paragraph .version}}{{end}}
{{- with .Description}}
DESCRIPTION:
{{description .}}{{end}}
{{- with .VisibleCommands}}
COMMANDS:
{{commands .}}{{end}}
OPTIONS:
{{flags .VisibleFlagCategories .VisibleFlags}}`

// sharedHelpTemplate is the help of a command that shows the flags of the program too.
func sharedHelpTemplate(all []Flag) string {
	texts := ""
	for _, f := range flags(all)[:len(all)] {
		texts += fmt.Sprintf(" %q", f)
	}
	return strings.Replace(helpTemplate, ".VisibleFlags}}", ".VisibleFlags"+texts+"}}", 1)
}

// globalHelpTemplate is the help of the program.
var globalHelpTemplate = strings.Replace(helpTemplate, "\nOPTIONS", "\nGLOBAL OPTIONS", 1)

// helpFunctions returns the library's template functions and those of helpTemplate, for a screen of this width.
func helpFunctions(width int, library map[string]any) map[string]any {
	p := helpPage(width)
	functions := map[string]any{
		"ExtraInfo": func() map[string]string { return nil },
		"paragraph": p.paragraph, "description": p.description, "commands": p.commands, "flags": p.flags,
	}
	maps.Copy(functions, library)
	return functions
}

// helpPage lays out the parts of a help text for a screen of this width.
type helpPage int

// helpIndent is the indentation of everything but the headings of sections.
const helpIndent = 3

// paragraph breaks a text between words.
func (p helpPage) paragraph(text string) string {
	return Wrap(helpIndent, helpIndent, text, int(p), "")
}

// description lays out paragraphs, tables and examples. Indented lines are examples or, if they have two columns
// separated by two or more spaces, rows of a table.
func (p helpPage) description(text string) string {
	var laidOut strings.Builder
	var words []string // of a paragraph
	var rows []row     // of a table
	indent := 0        // of the table
	flush := func() {
		if len(words) > 0 {
			laidOut.WriteString(p.paragraph(strings.Join(words, " ")))
		}
		laidOut.WriteString(p.table(indent, rows))
		words, rows = nil, nil
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		leading := leadingSpaces(line)
		left, right, isRow := strings.Cut(line[leading:], "  ")
		switch {
		case line == "":
			flush()
			laidOut.WriteString("\n")
		case leading == 0:
			if len(rows) > 0 {
				flush()
			}
			words = append(words, line)
		case isRow:
			if len(words) > 0 || leading+helpIndent != indent {
				flush()
			}
			indent = leading + helpIndent
			rows = append(rows, row{left, strings.TrimLeft(right, " ")})
		default:
			flush()
			laidOut.WriteString(Example(strings.Repeat(" ", helpIndent)+line, int(p)))
		}
	}
	flush()
	return laidOut.String()
}

// commands lays out a table of commands.
func (p helpPage) commands(commands []*urfave.Command) string {
	var rows []row
	for _, c := range commands {
		rows = append(rows, row{c.Name, c.Usage})
	}
	return p.table(helpIndent, rows)
}

// flags lays out a table of flags, or a sorted table for each category. Flags without a category come first, together
// with the shared ones, given as texts of the library.
func (p helpPage) flags(categories []urfave.VisibleFlagCategory, all []urfave.Flag, shared ...string) string {
	var others []row
	for _, text := range shared {
		others = append(others, rowOf(text))
	}
	if len(categories) == 0 {
		return p.table(helpIndent, append(rowsOf(all), others...))
	}
	var parts []string
	for _, c := range categories {
		rows := rowsOf(c.Flags())
		if c.Name() == "" {
			parts = append(parts, p.table(helpIndent, append(rows, others...)))
		} else {
			parts = append(parts, p.paragraph(c.Name())+"\n"+p.table(helpIndent, rows))
		}
	}
	return strings.Join(parts, "\n")
}

// rowsOf returns the rows for flags.
func rowsOf[F fmt.Stringer](flags []F) (rows []row) {
	for _, f := range flags {
		rows = append(rows, rowOf(f.String()))
	}
	return rows
}

// rowOf splits the library's text for a flag at the tab between its names and its meaning.
func rowOf(text string) row {
	names, meaning, _ := strings.Cut(text, "\t")
	return row{names, meaning}
}

// row is a row of a table of two columns.
type row struct{ left, right string }

// table lays out a table of two columns. The second column starts on a new line if the first is long or the screen is
// narrow.
func (p helpPage) table(indent int, rows []row) (text string) {
	const longest, narrow = 26, 60
	width := 0 // of the first column
	for _, r := range rows {
		if w := lipgloss.Width(r.left); w <= longest {
			width = max(width, w)
		}
	}
	second := indent + width + 2
	for _, r := range rows {
		w, right := lipgloss.Width(r.left), Wrap(second, second, r.right, int(p), "")
		if p >= narrow && w <= width && leadingSpaces(right) == second {
			text += strings.Repeat(" ", indent) + r.left + right[indent+w:]
		} else {
			text += Wrap(indent, indent+2, r.left, int(p), "") + Wrap(indent+4, indent+4, r.right, int(p), "")
		}
	}
	return text
}

// leadingSpaces returns the number of spaces at the beginning of a text.
func leadingSpaces(text string) int { return len(text) - len(strings.TrimLeft(text, " ")) }
