package paper

import (
	"slices"
	"testing"
	"unicode/utf8"
)

func TestBroken(t *testing.T) {
	fits := func(line string) bool { return utf8.RuneCountInString(line) <= 9 }
	for text, want := range map[string][]string{
		"":                    nil,
		"one two":             {"one two"},
		"one two three four":  {"one two", "three", "four"},
		"unbreakable and two": {"unbreakable", "and two"},
	} {
		if got := Broken(text, fits); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
