package agents

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"menace/board"
	"menace/symmetry"
)

// readMove parses a move in a table. A spreadsheet may have turned a move from square to square into a date, such as
// 1-4 into 04-Jan. Then readMove returns both possible moves, because spreadsheets in some countries put the day first.
func readMove(text string) ([]symmetry.Move, error) {
	m, err := symmetry.ParseMove(text)
	if err == nil {
		return []symmetry.Move{m}, nil
	}
	day, month, ok := readDate(text)
	if !ok || day == month || min(day, month) < 1 || max(day, month) > board.Squares {
		return nil, err
	}
	from, to := board.Square(min(day, month)-1), board.Square(max(day, month)-1)
	return []symmetry.Move{symmetry.Step(from, to), symmetry.Step(to, from)}, nil
}

// Dates in the formats of spreadsheets, without spaces: with the month as a word after or before the day, with the year
// first, with the year last or without a year, and as a number of days.
var dates = sync.OnceValue(func() []*regexp.Regexp {
	var all []*regexp.Regexp
	for _, text := range []string{
		`^(?P<a>\d{1,2})[-./]*(?P<word>\pL+)[-./]*(?:\d{2}|\d{4})?$`,
		`^(?P<word>\pL+)[-./]*(?P<a>\d{1,2})(?:,\d{4})?$`,
		`^\d{4}[-./](?P<a>\d{1,2})[-./](?P<b>\d{1,2})$`,
		`^(?P<a>\d{1,2})[-./](?P<b>\d{1,2})(?:[-./]|[-./]\d{2}|[-./]\d{4})?$`,
		`^(?P<days>\d{5})$`,
	} {
		all = append(all, regexp.MustCompile(text))
	}
	return all
})

// atMidnight matches the time that some programs add to a date.
var atMidnight = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[ T]0?0:00(?::00)?(?:\.0+)?Z?$`) })

// readDate returns the day and the month of a date, not necessarily in this order.
func readDate(text string) (day, month int, ok bool) {
	text = strings.Join(strings.Fields(atMidnight().ReplaceAllString(text, "")), "")
	for _, form := range dates() {
		m := form.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		part := func(name string) string {
			if i := form.SubexpIndex(name); i > 0 {
				return m[i]
			}
			return ""
		}
		if days := part("days"); days != "" { // since the end of 1899
			n, _ := strconv.Atoi(days)
			date := time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, n)
			return date.Day(), int(date.Month()), true
		}
		day, _ = strconv.Atoi(part("a"))
		month, _ = strconv.Atoi(part("b"))
		if word := part("word"); word != "" {
			month = monthOf(word)
		}
		return day, month, month > 0
	}
	return 0, 0, false
}

// months holds the beginnings of the names of months in English, German, French and Spanish. Squares need nine months.
var months = [board.Squares][]string{
	{"jan", "jän", "ene"}, {"feb", "fév", "fev"}, {"mar", "mär", "mrz"}, {"apr", "avr", "abr"}, {"may", "mai"},
	{"jun", "juin"}, {"jul", "juil"}, {"aug", "aoû", "aou", "ago"}, {"sep"},
}

// monthOf returns the number of a month, or 0 for any other word.
func monthOf(word string) int {
	word = strings.ToLower(word)
	return 1 + slices.IndexFunc(months[:], func(names []string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(word, name) })
	})
}
