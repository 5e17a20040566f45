package term

import (
	"maps"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
)

// Help holds the texts of the help of commands, by name. The first line of a text says in a few words what the command
// does, the rest describes it.
type Help map[string]string

// NewHelp splits the help into texts, each below a line "== NAME", and replaces words in them.
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

// Describe adds the texts to commands that have none, and to their subcommands. A text has the name of the command
// after the prefix, as in "agents list".
func (h Help) Describe(prefix string, commands []*Command) {
	for _, c := range commands {
		if c.Usage == "" && !c.Hidden {
			c.Usage, c.Description = h.Section(prefix + c.Name)
			h.Describe(prefix+c.Name+" ", c.Commands)
		}
	}
}

// help lays out the help of the command for a width.
func (c *Invocation) help(width int) string {
	p, title, flags := &helpPage{width: width}, "OPTIONS", append(slices.Clip(c.flags), helpFlag)
	name, synopsis := c.Line, c.Command.Synopsis
	if c.Command.Usage != "" {
		name += " - " + c.Command.Usage
	}
	if synopsis == "" {
		synopsis = c.Line + " [command options] " + c.Command.Args
	}
	p.section("NAME")
	p.paragraph(name)
	p.section("USAGE")
	p.paragraph(synopsis)
	if len(c.path) == 0 {
		title, flags = "GLOBAL OPTIONS", c.program.globalFlags()
		if c.program.Version != nil {
			p.section("VERSION")
			p.paragraph(c.program.Version())
		}
	}
	if c.Command.Description != "" {
		p.section("DESCRIPTION")
		p.description(c.Command.Description)
	}
	if len(c.Command.Commands) > 0 {
		p.section("COMMANDS")
		p.commands(c.Command.Commands)
	}
	p.section(title)
	p.flags(flags)
	return p.String()
}

// helpPage is a help text for a screen of some width.
type helpPage struct {
	strings.Builder
	width int
}

// helpIndent is the indentation of everything but the headings of sections.
const helpIndent = 3

// section begins a section.
func (p *helpPage) section(title string) {
	if p.Len() > 0 {
		p.WriteString("\n")
	}
	p.WriteString(title + ":\n")
}

// paragraph adds a text that is broken between words.
func (p *helpPage) paragraph(text string) {
	p.WriteString(Wrap(helpIndent, helpIndent, text, p.width, ""))
}

// description adds paragraphs, tables and examples. Lines that are indented are examples or, if they have two columns
// with two or more spaces between them, rows of a table.
func (p *helpPage) description(text string) {
	var words []string // of a paragraph
	var rows []row     // of a table
	indent := 0        // of the table
	flush := func() {
		if len(words) > 0 {
			p.paragraph(strings.Join(words, " "))
		}
		p.table(indent, rows)
		words, rows = nil, nil
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		leading := leadingSpaces(line)
		left, right, isRow := strings.Cut(line[leading:], "  ")
		switch {
		case line == "":
			flush()
			p.WriteString("\n")
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
			p.WriteString(Example(strings.Repeat(" ", helpIndent)+line, p.width))
		}
	}
	flush()
}

// commands adds a table of commands.
func (p *helpPage) commands(commands []*Command) {
	var rows []row
	for _, c := range commands {
		if !c.Hidden {
			rows = append(rows, row{c.Name, c.Usage})
		}
	}
	p.table(helpIndent, rows)
}

// flags adds a table of flags, or a sorted one for each group.
func (p *helpPage) flags(flags []Flag) {
	groups := map[string][]row{}
	for _, f := range flags {
		groups[f.Group] = append(groups[f.Group], f.row())
	}
	if rows := groups[""]; len(groups) == 1 && rows != nil {
		p.table(helpIndent, rows)
		return
	}
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		if group != "" {
			p.paragraph(group)
			p.WriteString("\n")
		}
		slices.SortFunc(groups[group], func(a, b row) int { return strings.Compare(a.left, b.left) })
		p.table(helpIndent, groups[group])
		p.WriteString("\n")
	}
}

// row returns the names of a flag, each with the word that stands for its value, and its meaning and default.
func (f Flag) row() row {
	before, quoted, _ := strings.Cut(f.Meaning, "`")
	value, after, isQuoted := strings.Cut(quoted, "`")
	meaning := before + value + after
	switch {
	case !isQuoted && f.Switch:
		value = ""
	case !isQuoted:
		value = " value"
	default:
		value = " " + value
	}
	names := "--" + f.Name + value
	if f.Short != "" {
		names += ", -" + f.Short + value
	}
	if f.Default != "" {
		meaning += " (default: " + f.Default + ")"
	}
	return row{names, strings.TrimSpace(meaning)}
}

// row is a row of a table of two columns.
type row struct{ left, right string }

// table adds a table of two columns. The second column starts on a new line if the first is long or the screen is
// narrow.
func (p *helpPage) table(indent int, rows []row) {
	const longest, narrow = 26, 60
	width := 0 // of the first column
	for _, r := range rows {
		if w := lipgloss.Width(r.left); w <= longest {
			width = max(width, w)
		}
	}
	second := indent + width + 2
	for _, r := range rows {
		w, right := lipgloss.Width(r.left), Wrap(second, second, r.right, p.width, "")
		if p.width >= narrow && w <= width && leadingSpaces(right) == second {
			p.WriteString(strings.Repeat(" ", indent) + r.left + right[indent+w:])
		} else {
			p.WriteString(Wrap(indent, indent+2, r.left, p.width, "") +
				Wrap(indent+4, indent+4, r.right, p.width, ""))
		}
	}
}

// leadingSpaces returns the number of spaces at the beginning of a text.
func leadingSpaces(text string) int { return len(text) - len(strings.TrimLeft(text, " ")) }
