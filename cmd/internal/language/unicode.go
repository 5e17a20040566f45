//go:build !js

package language

import (
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// rules identify a language in Unicode's data.
type rules = language.Tag

func rulesOf(tag string) rules { return language.Make(tag) }

// Plural returns the plural form for a number of things: "one", "other", or another of Unicode's.
func (l *Language) Plural(n int64) string {
	names := [...]string{plural.Other: "other", plural.Zero: "zero", plural.One: "one", plural.Two: "two",
		plural.Few: "few", plural.Many: "many"}
	const large = 10_000_000 // no rule depends on higher digits, but 0 is special
	if n = max(n, -n); n > large {
		n = large + n%large
	}
	return names[plural.Cardinal.MatchPlural(l.rules, int(n), 0, 0, 0, 0)]
}

// Accepted returns the language that a browser asks for in its header Accept-Language, or English.
func Accepted(header string) *Language {
	var all []rules
	for _, tag := range Tags {
		l, _ := Find(tag)
		all = append(all, l.rules)
	}
	asked, _, _ := language.ParseAcceptLanguage(header) // invalid entries are ignored
	_, i, _ := language.NewMatcher(all).Match(asked...)
	found, _ := Find(Tags[i])
	return found
}
