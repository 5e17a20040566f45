package searches

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"menace/cmd/internal/language"
)

// TestCourse checks in each language that every chapter has examples that can be searched, an exercise with questions,
// and links that lead to its chapters.
func TestCourse(t *testing.T) {
	s := newSite(t)
	for _, l := range language.All() {
		c := courseIn(l)
		if c.Tag != l.Tag {
			continue
		}
		examples, page := 0, "?language="+l.Tag
		for i, one := range c.Chapters {
			address := "/search/course/" + one.ID
			text := s.Get(address + page)
			if one.Number > 0 && (one.Number != i+1 || !strings.Contains(text, `name="answer1"`)) {
				t.Errorf("%s: chapter %d is number %d, or asks nothing", address, i+1, one.Number)
			}
			for _, part := range one.Sections {
				if part.Example == nil {
					continue
				}
				if examples++; !strings.Contains(text, `alt="The tree after step `) || strings.Contains(text, "aria-invalid") {
					t.Errorf("%s: %v cannot be shown", address, part.Example)
				}
			}
			for _, part := range one.Sections {
				for text := string(part.Text); ; {
					before, after, more := strings.Cut(text, ":</p>")
					if !more {
						break
					}
					if after = strings.TrimSpace(after); strings.HasPrefix(after, "<p>") || after == "" && part.Example == nil {
						t.Errorf("%s: nothing follows ...%s:", address, before[max(0, len(before)-80):])
					}
					text = after
				}
			}
			for _, link := range regexp.MustCompile(`<a href="([^":/]*)#([^"]*)"`).FindAllStringSubmatch(text, -1) {
				if !strings.Contains(s.Get("/search/course/"+link[1]+page), `id="`+link[2]+`"`) && link[1] != link[2] {
					t.Errorf("%s: the link to %s#%s leads nowhere", address, link[1], link[2])
				}
			}
		}
		if examples < 15 {
			t.Errorf("only %d examples in %s", examples, l.Tag)
		}
	}
}

// TestCourseCommands checks that the course in every language has the examples and exercises of the English one.
func TestCourseCommands(t *testing.T) {
	english := courseIn(language.English)
	for _, l := range language.All() {
		c := courseIn(l)
		for i, one := range c.Chapters {
			var got, want []string
			for _, part := range one.Sections {
				got = append(got, strings.Join(part.Example, " "))
			}
			for _, part := range english.Chapters[i].Sections {
				want = append(want, strings.Join(part.Example, " "))
			}
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("%s in %s: got the examples %q, want %q", one.ID, l.Tag, got, want)
			}
			if strings.Join(one.Exercise, " ") != strings.Join(english.Chapters[i].Exercise, " ") {
				t.Errorf("%s in %s asks %q", one.ID, l.Tag, one.Exercise)
			}
		}
	}
}

// TestChapter checks the address of a chapter: the step of an example and the answers to its exercise.
func TestChapter(t *testing.T) {
	s := newSite(t)
	const address = "/search/course/what-need-not-be-searched"
	if page := s.Get(address); !strings.Contains(page, "step 15 of 15") || strings.Contains(page, "data-solved") {
		t.Error("the example does not begin at its last step, or the exercise is solved already")
	}
	// By hand: 4 <= 5 cuts off H and I, 2 <= 5 cuts off L; 4 inner positions and 5 leaves are left.
	page := s.Get(address + "?step1=3&answer1=H+I+L&answer2=9+5")
	for _, want := range []string{"step 3 of 15", "data-solved", "2 of 2 right", `name="step1" value="3"`,
		"/embed/exercise?", "/search/exercise/answers.pdf?"} { // what a lecturer looks for
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if page := s.Get(address + "?answer1=H&answer2=9+5"); strings.Contains(page, "data-solved") {
		t.Error("a wrong answer solves the exercise")
	}
	if w := s.Ask("GET", "/search/course/none", nil); w.Code != http.StatusNotFound {
		t.Errorf("an unknown chapter has the status %d", w.Code)
	}
}
