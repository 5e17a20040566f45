package cli

import (
	"regexp"
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
			h.Describe(prefix+c.Name+" ", c.Subcommands)
		}
	}
}

// fitHelp lays out a help text for a width: it joins the lines of each paragraph, breaks them again between words,
// aligns columns, and continues the lines of examples with backslashes for the shell.
func fitHelp(text string, width int) string {
	// The library adds the second name of a flag that may be repeated, and defaults of false.
	repetition := regexp.MustCompile(` \[ -.*? \]| \(default: false\)`)
	// A line may have two columns: a flag, a command or an example, and what it does.
	columns := regexp.MustCompile(`^( +)(\S.*?) {2,}(\S.*)$`)
	var all strings.Builder
	var block [][]string // lines of a paragraph, or of columns
	flush := func() {
		all.WriteString(layOut(block, width))
		block = nil
	}
	for line := range strings.Lines(repetition.ReplaceAllString(text, "")) {
		line = strings.TrimRight(line, " \n")
		parts := columns.FindStringSubmatch(line)
		if parts == nil {
			parts = []string{line}
		}
		if len(block) > 0 && (len(block[0]) != len(parts) || leading(block[0][0]) != leading(line)) {
			flush()
		}
		switch indent := leading(line); {
		case len(parts) > 1 || indent == descriptionIndent:
			block = append(block, parts)
		case indent > descriptionIndent:
			all.WriteString(Example(line, width))
		default:
			all.WriteString(line + "\n")
		}
	}
	flush()
	return all.String()
}

// descriptionIndent is the indentation of descriptions. Lines that are indented further are examples.
const descriptionIndent = 3

// leading returns the number of spaces at the beginning of a line.
func leading(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// layOut lays out a paragraph, or lines of two columns. The second column starts on a new line if the first is long or
// the screen is narrow.
func layOut(block [][]string, width int) string {
	if len(block) == 0 {
		return ""
	}
	indent := leading(block[0][0])
	if len(block[0]) == 1 {
		var words []string
		for _, line := range block {
			words = append(words, line[0])
		}
		return Hang(indent, indent, strings.Join(words, " "), width, "")
	}
	const longest = 26
	first := 0
	for _, line := range block {
		if w := lipgloss.Width(line[2]); w <= longest {
			first = max(first, w)
		}
	}
	var all strings.Builder
	for _, line := range block {
		left, right := line[2], line[3]
		w, rest := lipgloss.Width(left), Hang(indent+first+2, indent+first+2, right, width, "")
		if width >= 60 && w <= first && leading(rest) == indent+first+2 {
			all.WriteString(strings.Repeat(" ", indent) + left + rest[indent+w:])
		} else {
			all.WriteString(Hang(indent, indent+2, left, width, "") +
				Hang(indent+4, indent+4, right, width, ""))
		}
	}
	return all.String()
}
