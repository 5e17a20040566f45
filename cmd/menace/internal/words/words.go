// Package words formats numbers, percentages and times in English, shortens error messages, and suggests corrections of
// misspelled words. The terminal and the page use the same words.
//
// It returns plain text without styles or line breaks.
package words

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/xrash/smetrics"
)

// Choice is a value that a form offers: its stored name, and words for a fourteen-year-old.
type Choice struct{ Name, Label, Meaning string }

// Count formats a whole number with commas.
func Count[N int | int64](n N) string { return humanize.Comma(int64(n)) }

// Plural formats a number with its noun.
func Plural[N int | int64](n N, noun string) string { return english.Plural(int(n), noun, "") }

// Counts formats whole numbers, such as a row of a table.
func Counts(numbers ...int64) (texts []string) {
	for _, n := range numbers {
		texts = append(texts, Count(n))
	}
	return texts
}

// Percent formats a probability as a percentage.
func Percent(p float64) string { return Fixed("%.2f %%", 100*p) }

// Share formats a part of a whole as a percentage.
func Share[N int | int64](part, whole N) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

// Signed formats a value from −1 to 1.
func Signed(v float64) string { return Fixed("%+.4f", v) }

// Minus replaces the hyphen before negative numbers by a minus sign, which is as wide as a plus. Other hyphens stay.
func Minus(text string) string { return negative().ReplaceAllString(text, "$1−$2") }

var negative = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(^|[^\pL\d])-([\d∞])`) })

// Fixed formats a number with a format such as %.2f and a minus sign. A number that rounds to zero has no sign.
func Fixed(format string, v float64) string {
	text := fmt.Sprintf(format, v)
	if !strings.ContainsAny(text, "123456789") {
		return strings.TrimLeft(text, "+-")
	}
	return Minus(text)
}

// Short formats a count in at most five characters: 9,999, 25k, 1.2M.
func Short(n int64) string {
	if n < 10_000 {
		return Count(n)
	}
	value, unit := float64(n), ""
	for _, unit = range []string{"k", "M", "G", "T", "P", "E"} {
		value /= 1000
		if value < 999.5 {
			break
		}
	}
	if value < 9.95 {
		return fmt.Sprintf("%.1f%s", value, unit)
	}
	return fmt.Sprintf("%.0f%s", value, unit)
}

// Seconds formats a time in a suitable unit, to about three digits.
func Seconds(seconds float64) string {
	digits := 1
	if value, _ := humanize.ComputeSI(seconds); value >= 100 {
		digits = 0
	}
	return humanize.SIWithDigits(seconds, digits, "s")
}

// Wait formats a waiting time in its two largest units: 22 seconds, 1 minute 5 seconds, 2 hours 10
// minutes.
func Wait(d time.Duration) string {
	seconds := int64(d.Round(time.Second).Seconds())
	units := []struct {
		name string
		size int64
	}{{"day", 86400}, {"hour", 3600}, {"minute", 60}, {"second", 1}}
	for i, unit := range units {
		if n := seconds / unit.size; n > 0 {
			text := Plural(n, unit.name)
			if rest := seconds % unit.size; i+1 < len(units) && rest >= units[i+1].size {
				text += " " + Plural(rest/units[i+1].size, units[i+1].name)
			}
			return text
		}
	}
	return "0 seconds"
}

// Sentence returns a text with a capital first letter.
func Sentence(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:size]) + text[size:]
}

// Brief shortens an error message that quotes input or the content of a file. It limits the length of each quotation
// and of the whole text.
func Brief(text string) string {
	const quotation, begin, end = 60, 600, 300
	text = quoted().ReplaceAllStringFunc(text, func(quote string) string {
		if letters := []rune(quote); len(letters) > quotation {
			return string(letters[:quotation]) + `…"`
		}
		return quote
	})
	if letters := []rune(text); len(letters) > begin+end {
		text = string(letters[:begin]) + " … " + string(letters[len(letters)-end:])
	}
	return text
}

// quoted matches a text in quotation marks, as %q formats it.
var quoted = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"(\\.|[^"\\])*"`) })

// otherNames holds other names of the games and the searches.
var otherNames = map[string]string{
	"ttt": "tictactoe", "tic-tac-toe": "tictactoe", "noughts-and-crosses": "tictactoe", "oxo": "tictactoe",
	"fan-tan": "nim", "fantan": "nim", "four-in-a-row": "connect4", "c4": "connect4", "pawns": "hexapawn",
	"alpha-beta": "alphabeta", "ab": "alphabeta", "fail-hard": "alphabeta", "fail-soft": "alphabeta-soft",
	"uct": "mcts", "monte-carlo": "mcts",
	"negascout": "pvs", "scout": "pvs", "iterative-deepening": "deepening", "id": "deepening", "mtd-f": "mtdf",
}

// DidYouMean suggests known words for an unknown one, each with a prefix. If the unknown word is another name of a
// known word, it suggests that word, and otherwise the most similar words. It returns "" if no word is similar.
func DidYouMean(word string, words []string, prefix string) string {
	const alike, most = 0.8, 3
	likeness := func(w string) float64 {
		return smetrics.JaroWinkler(strings.ToLower(word), strings.ToLower(w), 0.7, 4)
	}
	var near []string
	for _, w := range words {
		if likeness(w) >= alike && !slices.Contains(near, w) {
			near = append(near, w)
		}
	}
	if known := otherNames[strings.ToLower(word)]; slices.Contains(words, known) {
		near = []string{known}
	}
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(likeness(b), likeness(a)) })
	if len(near) == 0 {
		return ""
	}
	return fmt.Sprintf("; did you mean %s%s?", prefix, strings.Join(near[:min(most, len(near))], " or "+prefix))
}

// Beads describes the number of beads in a box.
func Beads(n int64) string {
	if n == 0 {
		return "empty"
	}
	return Plural(n, "bead")
}
