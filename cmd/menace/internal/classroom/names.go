package classroom

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/mtibben/confusables"
	"golang.org/x/text/cases"
	"golang.org/x/text/secure/precis"
	"golang.org/x/text/unicode/norm"
)

// visibleName returns a typed name without surrounding spaces, and whether it has 1 to most visible, readable
// characters. An emoji of several code points counts as one character.
func visibleName(typed string, most int) (name string, ok bool) {
	name = norm.NFC.String(strings.Join(strings.Fields(typed), " "))
	plain := emoji().ReplaceAllLiteralString(name, "x")
	n := utf8.RuneCountInString(plain)
	_, err := precis.Nickname.String(plain) // RFC 8266 refuses characters that Unicode calls ignorable
	return name, err == nil && n > 0 && n <= most && !strings.ContainsFunc(plain, isBlank) && readableMarks(plain)
}

// emoji matches pictures, which may consist of several code points, some of them invisible: families, flags, colour
// variants, and keycap digits. Unicode reserves its first range for pictures, though not all of them are assigned yet.
var emoji = sync.OnceValue(func() *regexp.Regexp {
	const picture = `[\x{1F000}-\x{1FAFF}\x{2190}-\x{21FF}\x{2300}-\x{23FF}\x{25A0}-\x{27BF}\x{2900}-\x{297F}` +
		`\x{2B05}-\x{2B07}\x{2B1B}\x{2B1C}\x{2B50}\x{2B55}\x{3030}\x{303D}\x{3297}\x{3299}©®‼⁉™ℹ]` +
		`[\x{FE0E}\x{FE0F}]?[\x{1F3FB}-\x{1F3FF}]?`
	return regexp.MustCompile(`\x{1F3F4}[\x{E0030}-\x{E0039}\x{E0061}-\x{E007A}]{3,6}\x{E007F}` +
		`|[\x{1F1E6}-\x{1F1FF}]{2}|[0-9#*]\x{FE0F}?\x{20E3}|` + picture + `(?:\x{200D}` + picture + `)*`)
})

// isBlank reports whether a character shows nothing although Unicode classifies it as a symbol or a letter. No property
// identifies such characters, only their names: a Braille pattern without dots, and the blanks of music and
// hieroglyphs. A replacement character does not show what it replaces either.
func isBlank(r rune) bool {
	dots := r &^ 0xff
	return dots == 0x2800 && r == dots || strings.ContainsRune("\U0001d159\U00013441\U00013442\ufffc\ufffd", r)
}

// mostMarks is the maximum number of accents and other marks on one letter. Pointed Hebrew and Tibetan need three.
const mostMarks = 3

// readableMarks reports whether all marks are on letters, at most mostMarks on each and none twice.
func readableMarks(text string) bool {
	var marks []rune
	base := false
	for _, r := range norm.NFD.String(text) {
		if !unicode.Is(unicode.M, r) {
			marks, base = nil, !unicode.IsSpace(r)
			continue
		}
		if !base || slices.Contains(marks, r) || len(marks) == mostMarks && !unicode.Is(unicode.Mc, r) {
			return false
		}
		if marks = append(marks, r); unicode.Is(unicode.Mc, r) {
			marks = nil // a base character
		}
	}
	return true
}

// sameName reports whether two names could be mistaken for each other: they differ only in case, in invisible
// characters, in forms of the same letter such as º and o, or in letters that look alike, such as the Latin A and the
// Cyrillic А.
func sameName(a, b string) bool {
	a, b = compared(a), compared(b)
	fold := cases.Fold()
	for _, in := range []func(string) string{strings.Clone, fold.String, strings.ToUpper} {
		if confusables.Skeleton(in(a)) == confusables.Skeleton(in(b)) {
			return true
		}
	}
	return false
}

// compared returns a name without differences that do not count.
func compared(name string) string {
	return norm.NFKC.String(strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
			return -1
		}
		return r
	}, name))
}
