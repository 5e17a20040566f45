package searches

import (
	"embed"
	"fmt"
	"html"
	"html/template"
	"regexp"
	"slices"
	"strings"
	"sync"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/term"
)

// The course is made by cmd/pages from docs/SEARCH.md and course/fr.md. In languages other than English it has no
// appendices, and its commands have no output.
//
//go:embed course/*.html
var courses embed.FS

// course is the course in a language.
type course struct {
	Tag      string // of the language
	Chapters []chapter
	Intro    template.HTML
}

// chapter is a chapter of the course, or an appendix.
type chapter struct {
	ID       string // for its address; the same in all languages
	Number   int    // from 1, or 0 for an appendix
	Title    string
	Sections []section
	Exercise []string // arguments of the command that asks the questions at the end, or nil
}

// section is a part of a chapter: a text, and possibly an example beside it, which readers can change.
type section struct {
	Text    template.HTML
	Example []string // arguments of a command that searches step by step, or nil
}

var (
	heading = regexp.MustCompile(`<h2 id="([^"]*)">(.*?)</h2>\n`)
	anchor  = regexp.MustCompile(`<h[23] id="([^"]*)">`)
	within  = regexp.MustCompile(`href="#([^"]*)"`)
	drawn   = regexp.MustCompile(`<p><img src="[^"]*" alt="([^"]*)"></p>\n`)
	block   = regexp.MustCompile(`<pre><code>(\$ )?(menace search [^\n]*)\n([^<]*)</code></pre>\n`)
)

// courseIn returns the course in a language, or else in English.
func courseIn(l *language.Language) *course {
	if _, err := courses.ReadFile("course/" + l.Tag + ".html"); err != nil {
		l = language.English
	}
	read, _ := readCourses.LoadOrStore(l.Tag, sync.OnceValue(func() *course { return readCourse(l.Tag) }))
	return read.(func() *course)()
}

var readCourses sync.Map // functions that return a *course, by language

// readCourse reads the course in a language.
func readCourse(tag string) *course {
	text, _ := courses.ReadFile("course/" + tag + ".html")
	english, printed := (*course)(nil), map[string]string{}
	if tag != language.English.Tag {
		english, printed = courseIn(language.English), outputs()
	}
	c, parts := &course{Tag: tag}, heading.FindAllStringSubmatchIndex(string(text), -1)
	at := func(i, group int) string { return string(text[parts[i][2*group]:parts[i][2*group+1]]) }
	home := map[string]string{} // chapter of each anchor
	for i := range parts {
		one := chapter{ID: at(i, 1), Title: html.UnescapeString(at(i, 2)), Number: i + 1}
		if english != nil {
			one.ID = english.Chapters[i].ID
		}
		if end := i + 1; end == len(parts) {
			parts = append(parts, []int{len(text)})
		}
		if strings.Contains(one.Title, ": ") || i > 0 && c.Chapters[i-1].Number == 0 {
			one.Number = 0 // an appendix
		}
		body := string(text[parts[i][0]:parts[i+1][0]])
		for _, found := range anchor.FindAllStringSubmatch(body, -1) {
			home[found[1]] = one.ID
		}
		one.split(body[len(heading.FindString(body)):], printed)
		c.Chapters = append(c.Chapters, one)
	}
	for i, one := range c.Chapters {
		for j := range one.Sections {
			c.Chapters[i].Sections[j].Text = linked(one.Sections[j].Text, home)
		}
	}
	intro := string(text[:parts[0][0]])
	if start, end := strings.Index(intro, "<p>"), strings.Index(intro, "</p>"); start >= 0 {
		c.Intro = template.HTML(intro[start : end+len("</p>")])
	}
	return c
}

// linked returns a text in which links within the course lead to the pages of its chapters.
func linked(text template.HTML, home map[string]string) template.HTML {
	return template.HTML(within.ReplaceAllStringFunc(string(text), func(link string) string {
		id := within.FindStringSubmatch(link)[1]
		return `href="` + home[id] + "#" + id + `"`
	}))
}

// outputs returns the output of the commands in the English course, by command.
func outputs() map[string]string {
	text, _ := courses.ReadFile("course/en.html")
	printed := map[string]string{}
	for _, found := range block.FindAllStringSubmatch(string(text), -1) {
		printed[found[2]] = found[3]
	}
	return printed
}

// split splits the text of a chapter at its examples. A picture of a search becomes an example. A chapter shows a
// search at its first step once, and at its last step once; other output about the same search remains text. printed
// contains the output of commands that appear without it.
func (c *chapter) split(body string, printed map[string]string) {
	text, shown := "", map[string]bool{}
	for found := block.FindStringSubmatchIndex(body); found != nil; found = block.FindStringSubmatchIndex(body) {
		raw, output := body[found[4]:found[5]], body[found[6]:found[7]]
		args := term.SplitLine(strings.TrimPrefix(html.UnescapeString(raw), "menace search "))
		text, body = text+body[:found[0]], body[found[1]:]
		if output == "" {
			output = printed[raw]
		}
		example := fmt.Sprint(essential(args), slices.Contains(args, "--step"))
		switch {
		case args[0] == exercise.name && c.Number > 0:
			c.Exercise = args[1:]
		case !steppable(args), shown[example] && output != "":
			text += `<pre tabindex="0"><code>` + raw + "\n" + output + "</code></pre>\n"
		case !shown[example]:
			shown[example] = true
			c.Sections = append(c.Sections, section{template.HTML(plain(text)), args})
			text = ""
			fallthrough
		default:
			if picture := drawn.FindStringIndex(body); picture != nil && picture[0] == 0 {
				body = body[picture[1]:]
			}
		}
	}
	if text += body; strings.TrimSpace(text) != "" {
		c.Sections = append(c.Sections, section{Text: template.HTML(plain(text))})
	}
}

// plain replaces pictures, which the program does not contain, by their descriptions. Headings follow the heading of
// the chapter, and wide blocks can be scrolled by keyboard.
func plain(text string) string {
	text = drawn.ReplaceAllString(text, "<p class=\"muted\">$1</p>\n")
	return barriers.Replace(text)
}

var barriers = strings.NewReplacer("<h3 ", "<h2 ", "</h3>", "</h2>", "<pre>", `<pre tabindex="0">`)

// essential removes the arguments about how to show a search.
func essential(args []string) (kept []string) {
	for i := 0; i < len(args); i++ {
		switch args[i] {
		case "--tree", "--step":
		case "--out":
			i++
		default:
			kept = append(kept, args[i])
		}
	}
	return kept
}

// steppable reports whether a command shows one search step by step, as the page can do.
func steppable(args []string) bool {
	if !slices.Contains(args, "--tree") {
		return false
	}
	i := slices.Index(args, "--algorithm")
	return i < 0 || !strings.Contains(args[i+1], ",") && args[i+1] != "deepening"
}
