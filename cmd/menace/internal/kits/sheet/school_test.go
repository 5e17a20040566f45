package sheet

import (
	"slices"
	"testing"

	"menace/cmd/internal/language"
)

// TestSchoolPages checks that the letter, the lesson on one side and the half sheets take one page each in every
// language, and that the lesson has the same minutes and parts as its plan.
func TestSchoolPages(t *testing.T) {
	for _, tag := range language.Tags {
		k := newKit(t, preset(t, "her"), in(tag))
		for _, part := range []string{Letter, Cover, Tickets} {
			k.Parts = []string{part}
			for _, size := range PaperNames {
				k.Paper = size
				if pages := k.Pages(); len(pages) != 1 {
					t.Errorf("%s, %s: %s takes %d pages", tag, size, part, len(pages))
				}
			}
		}
		plan := plannedRows(k.text(Lesson, false))
		if cover := plannedRows(k.text(Cover, false)); len(cover) == 0 || !slices.Equal(cover, plan[:len(cover)]) {
			t.Errorf("%s: the lesson on one side has the parts %q, its plan has %q", tag, cover, plan)
		}
	}
}
