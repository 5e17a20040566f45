package option

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Value reads and writes a setting where it is stored.
type Value struct {
	Choices []string                // the only values, or nil
	Switch  bool                    // it is on or off
	List    bool                    // it is several values, separated by commas
	Number  bool                    // it is made of whole numbers
	Set     func(text string) error // replaces what was there, or leaves it if there is an error
	Text    func() string           // as Set reads it
	At      []any                   // pointers to the parts of the value, for a database
}

// ChoiceError reports a word that is not among the choices.
type ChoiceError struct {
	Word    string
	Choices []string
}

// Error implements error.
func (e *ChoiceError) Error() string {
	return fmt.Sprintf("%q is not one of %s", e.Word, strings.Join(e.Choices, ", "))
}

// Word is one of the choices, or any text if there are none.
func Word(at *string, choices ...string) Value {
	return Value{
		Choices: choices, At: []any{at}, Text: func() string { return *at },
		Set: func(text string) error {
			if err := choose(text, choices); err != nil {
				return err
			}
			*at = text
			return nil
		},
	}
}

// Words are some of the choices, or any texts if there are none, each once and in the order given.
func Words(at *[]string, choices ...string) Value {
	return Value{
		Choices: choices, List: true, Text: func() string { return strings.Join(*at, ",") },
		Set: func(text string) error {
			var words []string
			for _, word := range split(text) {
				if err := choose(word, choices); err != nil {
					return err
				}
				if !slices.Contains(words, word) {
					words = append(words, word)
				}
			}
			*at = words
			return nil
		},
	}
}

// Enum is one of some constants, which count from 0 and have these names.
func Enum[V ~uint8](at *V, names ...string) Value {
	return Value{
		Choices: names, Text: func() string { return names[*at] },
		Set: func(text string) error {
			if err := choose(text, names); err != nil {
				return err
			}
			*at = V(slices.Index(names, text))
			return nil
		},
	}
}

// Enums are some of the constants of an [Enum], each once and in the order given.
func Enums[V ~uint8](at *[]V, names ...string) Value {
	return Value{
		Choices: names, List: true,
		Text: func() string {
			var words []string
			for _, v := range *at {
				words = append(words, names[v])
			}
			return strings.Join(words, ",")
		},
		Set: func(text string) error {
			var words []string
			if err := Words(&words, names...).Set(text); err != nil {
				return err
			}
			*at = nil
			for _, word := range words {
				*at = append(*at, V(slices.Index(names, word)))
			}
			return nil
		},
	}
}

// Whole is a whole number from least to most.
func Whole[N ~int | ~int64](at *N, least, most int64) Value {
	return Value{
		Number: true, At: []any{at}, Text: func() string { return strconv.FormatInt(int64(*at), 10) },
		Set: func(text string) error {
			n, err := whole(text, least, most)
			if err == nil {
				*at = N(n)
			}
			return err
		},
	}
}

// Ints are whole numbers from least to most.
func Ints[N ~int | ~int64](at *[]N, least, most int64) Value {
	return Value{
		Number: true, List: true,
		Text: func() string { return strings.ReplaceAll(strings.Trim(fmt.Sprint(*at), "[]"), " ", ",") },
		Set: func(text string) error {
			var numbers []N
			for _, digits := range split(text) {
				n, err := whole(digits, least, most)
				if err != nil {
					return err
				}
				numbers = append(numbers, N(n))
			}
			*at = numbers
			return nil
		},
	}
}

// Numbers are always as many whole numbers as there are places for them, as in the example.
func Numbers(example string, least, most int64, at ...*int64) Value {
	v := Value{Number: true}
	for _, place := range at {
		v.At = append(v.At, place)
	}
	v.Text = func() string {
		var texts []string
		for _, place := range at {
			texts = append(texts, strconv.FormatInt(*place, 10))
		}
		return strings.Join(texts, ",")
	}
	v.Set = func(text string) error {
		var numbers []int64
		if err := Ints(&numbers, least, most).Set(text); err != nil {
			return err
		}
		if len(numbers) != len(at) {
			return fmt.Errorf("%q has %d numbers, where %d are needed, as in %s", text, len(numbers), len(at), example)
		}
		for i, place := range at {
			*place = numbers[i]
		}
		return nil
	}
	return v
}

// Fraction is a number from least to most.
func Fraction(at *float64, least, most float64) Value {
	return Value{
		At: []any{at}, Text: func() string { return strconv.FormatFloat(*at, 'g', -1, 64) },
		Set: func(text string) error {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return fmt.Errorf("%q is not a number", text)
			}
			if !(least <= x && x <= most) {
				return fmt.Errorf("%s is not between %v and %v", text, least, most)
			}
			*at = x + 0 // never -0
			return nil
		},
	}
}

// Time is a time from least to most, written as Go writes times or in seconds.
func Time(at *time.Duration, least, most time.Duration) Value {
	return Value{
		Text: func() string { return at.String() },
		Set: func(text string) error {
			written := text
			if _, err := strconv.ParseFloat(text, 64); err == nil {
				written += "s"
			}
			d, err := time.ParseDuration(written)
			if err != nil || d < least || d > most {
				return fmt.Errorf("%q is not a time from %v to %s, as in 0.5s", text, least,
					strings.TrimSuffix(most.String(), "0m0s"))
			}
			*at = d
			return nil
		},
	}
}

// Switch is on or off: any text turns it on, "" turns it off.
func Switch(at *bool) Value {
	return Value{
		Switch: true, At: []any{at},
		Set: func(text string) error {
			*at = text != ""
			return nil
		},
		Text: func() string {
			if *at {
				return "on"
			}
			return ""
		},
	}
}

// Parsed is what parse makes of a text; text writes it again.
func Parsed[V any](at *V, parse func(string) (V, error), text func(V) string) Value {
	return Value{
		Text: func() string { return text(*at) },
		Set: func(text string) error {
			parsed, err := parse(text)
			if err == nil {
				*at = parsed
			}
			return err
		},
	}
}

// Checked is a value whose texts must pass a check too; of a list, each.
func Checked(v Value, check func(string) error) Value {
	set := v.Set
	v.Set = func(text string) error {
		texts := []string{text}
		if v.List {
			texts = split(text)
		}
		for _, each := range texts {
			if err := check(each); err != nil {
				return err
			}
		}
		return set(text)
	}
	return v
}

// choose returns an error unless a word is among the choices, or there are none.
func choose(word string, choices []string) error {
	if choices == nil || slices.Contains(choices, word) {
		return nil
	}
	return &ChoiceError{word, choices}
}

// split returns what stands between commas.
func split(text string) (all []string) {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// whole reads a whole number from least to most.
func whole(text string, least, most int64) (int64, error) {
	n, err := ParseInt(text)
	switch {
	case err != nil:
		return 0, err
	case least <= n && n <= most:
		return n, nil
	case most < math.MaxInt64:
		return 0, fmt.Errorf("%d is not between %d and %d", n, least, most)
	case least == 0:
		return 0, fmt.Errorf("%d is negative", n)
	}
	return 0, fmt.Errorf("%d is less than %d", n, least)
}

// thousands matches a whole number with commas, as the program itself writes it.
var thousands = regexp.MustCompile(`^-?[0-9]{1,3}(,[0-9]{3})+$`)

// ParseInt reads a whole number: 10000, 10,000 and 1e4 are the same.
func ParseInt(text string) (int64, error) {
	if thousands.MatchString(text) {
		text = strings.ReplaceAll(text, ",", "")
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err == nil {
		return n, nil
	}
	const largest = 1e18 // an int64 holds it
	x, notFloat := strconv.ParseFloat(text, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) || notFloat == nil && x >= largest:
		return 0, fmt.Errorf("%q is too large for any number here", text)
	case notFloat == nil && strings.ContainsAny(text, "eE") && x == math.Trunc(x) && x > -largest:
		return int64(x), nil
	}
	return 0, fmt.Errorf("%q is not a whole number, as 10000 is", text)
}
