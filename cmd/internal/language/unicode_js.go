package language

import (
	"strings"
	"syscall/js"
)

// rules are a JavaScript object with Unicode's rules, so that the program need not contain them.
type rules = js.Value

func rulesOf(tag string) rules { return js.Global().Get("Intl").Get("PluralRules").New(tag) }

// Plural returns the plural form for a number of things: "one", "other", or another of Unicode's.
func (l *Language) Plural(n int64) string { return l.rules.Call("select", n).String() }

// Accepted returns the first supported language of a list such as "de-AT,fr", or English.
func Accepted(list string) *Language {
	for tag := range strings.SplitSeq(list, ",") {
		tag, _, _ = strings.Cut(strings.TrimSpace(tag), ";")
		tag, _, _ = strings.Cut(tag, "-")
		if l, ok := Find(tag); ok {
			return l
		}
	}
	return English
}
