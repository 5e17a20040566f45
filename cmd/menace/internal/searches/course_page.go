package searches

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/site"
)

// coursePage is the content of the list of chapters.
type coursePage struct {
	*course
	Languages []*language.Language // of the course
}

// Main returns the numbered chapters, and Appendices the others.
func (p coursePage) Main() []chapter       { return p.part(true) }
func (p coursePage) Appendices() []chapter { return p.part(false) }

func (p coursePage) part(numbered bool) []chapter {
	return slices.DeleteFunc(slices.Clone(p.Chapters), func(c chapter) bool { return (c.Number > 0) != numbered })
}

// chapterPage is the content of the page of a chapter.
type chapterPage struct {
	coursePage
	chapter
	Shown          []shownSection
	Asked          *exercisePage // the exercise at the end, or nil
	Hidden         url.Values    // the current steps of the examples
	Previous, Next *chapter      // or nil
}

// shownSection is a section of a chapter with its search at one of the steps.
type shownSection struct {
	section
	Stepping *Stepping // or nil
	Change   string    // address of the page where the search can be changed
}

// courseOf returns the course in the language of the address or of the visitor.
func courseOf(r *http.Request) coursePage {
	l, ok := language.Find(r.URL.Query().Get("language"))
	if !ok {
		l = site.LanguageOf(r)
	}
	page := coursePage{course: courseIn(l)}
	for _, l := range language.All() {
		if courseIn(l).Tag == l.Tag {
			page.Languages = append(page.Languages, l)
		}
	}
	return page
}

// showCourse lists the chapters.
func (s *pages) showCourse(w http.ResponseWriter, r *http.Request) error {
	return s.Show(w, http.StatusOK, "course.html", courseOf(r))
}

// showChapter shows a chapter with its examples and its exercise.
func (s *pages) showChapter(w http.ResponseWriter, r *http.Request) error {
	page := chapterPage{coursePage: courseOf(r)}
	asked := func(c chapter) bool { return c.ID == r.PathValue("chapter") }
	i := slices.IndexFunc(page.Chapters, asked)
	if i < 0 { // only the English course has appendices
		page.course = courseIn(language.English)
		i = slices.IndexFunc(page.Chapters, asked)
	}
	if i < 0 {
		return site.ErrNoPage
	}
	page.chapter = page.Chapters[i]
	if i > 0 {
		page.Previous = &page.Chapters[i-1]
	}
	if i+1 < len(page.Chapters) {
		page.Next = &page.Chapters[i+1]
	}
	filled := r.URL.Query()
	answers := maps.Clone(filled)
	page.Hidden = maps.Clone(filled)
	isAnswer := func(name string, _ []string) bool { return strings.HasPrefix(name, "answer") }
	maps.DeleteFunc(page.Hidden, isAnswer)
	maps.DeleteFunc(answers, func(name string, all []string) bool { return !isAnswer(name, all) })
	for i, part := range page.Sections {
		shown := shownSection{section: part}
		if part.Example != nil {
			name := fmt.Sprintf("step%d", i+1)
			to := walk{path: "/search/course/" + page.ID, query: filled, name: name, at: "#" + name}
			if err := shown.search(r.Context(), site.LanguageOf(r), filled, to); err != nil {
				return err
			}
		}
		page.Shown = append(page.Shown, shown)
	}
	if page.Exercise != nil {
		query := queryOf(page.Exercise)
		maps.Copy(query, answers)
		var err error
		if page.Asked, err = readExercise(r.Context(), site.LanguageOf(r), query); err != nil {
			return err
		}
		page.Asked.Share = s.share(r, "exercise", page.Asked.Task.Title, page.Asked.Hidden)
	}
	return s.Show(w, http.StatusOK, "chapter.html", page)
}

// search searches the example of a section.
func (s *shownSection) search(ctx context.Context, l *language.Language, filled url.Values, to walk) error {
	f, trace, err := readSteps(ctx, l, queryOf(s.Example))
	if err != nil {
		return err
	}
	if s.Change = f.Address("/search"); trace == nil {
		return nil
	}
	if to.usual = 1; !slices.Contains(s.Example, "--step") {
		to.usual = len(trace.Steps())
	}
	s.Stepping = newStepping(l, f, trace, filled, to)
	return nil
}

// queryOf returns the arguments of a command as the query of the page that shows the same.
func queryOf(args []string) url.Values {
	query := url.Values{"game": {args[0]}}
	for name := range openings[args[0]] {
		query.Set(name, "") // the default of the command, not that of the page
	}
	args = essential(args[1:])
	for i := 0; i < len(args); i++ {
		name, option := strings.CutPrefix(args[i], "--")
		switch {
		case !option:
			query.Set(tree, args[i])
		case i+1 < len(args):
			i++
			query.Set(name, args[i])
		}
	}
	return query
}

// Solved reports whether all answers are right.
func (x *exercisePage) Solved() bool { return x != nil && x.Given && x.Task.Score == len(x.Questions) }
