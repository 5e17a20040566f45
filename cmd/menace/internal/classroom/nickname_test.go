package classroom

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// TestSortKey compares the order of names with that of the Unicode collation algorithm, whose tables are too large for
// the program.
func TestSortKey(t *testing.T) {
	names := strings.Split("zoe,Ömer,omar,Otter 10,Otter 2,otter 1,Otter,Émile,emil,Emily,Zoë B,Şirin,sia,Tom,Ñandú,"+
		"nandi,Nandz,Ann,äpfel,Apfelbaum,Борис,анна,Ёж,ель,жук,3 x,20 x,Αθηνά,βήτα", ",")
	order := collate.New(language.Und, collate.IgnoreCase, collate.Numeric)
	want := slices.SortedFunc(slices.Values(names), order.CompareString)
	got := slices.SortedFunc(slices.Values(names), func(a, b string) int {
		return strings.Compare(sortKey(a), sortKey(b))
	})
	if !slices.Equal(got, want) {
		t.Errorf("sorted as\n%q, want\n%q", got, want)
	}
}
