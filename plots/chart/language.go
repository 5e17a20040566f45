package chart

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
)

// Language writes the words and numbers of a figure. The languages of the pages implement it.
type Language interface {
	// Text translates an English message and fills in its places: names and values in turns.
	Text(english string, places ...any) string
	Count(n int64) string
	Fixed(v float64, decimals int) string
	Share(share float64, decimals int) string // as a percentage
}

// English is the default language of figures. It has no plurals.
var English Language = english{}

type english struct{}

// Text implements [Language].
func (e english) Text(message string, places ...any) string {
	for i := 0; i+1 < len(places); i += 2 {
		value := fmt.Sprint(places[i+1])
		if n, ok := places[i+1].(int64); ok {
			value = e.Count(n)
		}
		message = strings.ReplaceAll(message, "{"+places[i].(string)+"}", value)
	}
	return message
}

// Count implements [Language].
func (english) Count(n int64) string { return strings.Replace(humanize.Comma(n), "-", "−", 1) }

// Fixed implements [Language].
func (english) Fixed(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if !strings.ContainsAny(text, "123456789") {
		return strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "-", "−", 1)
}

// Share implements [Language].
func (e english) Share(share float64, decimals int) string {
	return e.Fixed(100*share, decimals) + " %"
}
