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

// Value is a variable that can be set from text. There is a constructor for each kind; it takes the variable's address.
type Value struct {
	Choices []string                // the only values, or nil
	Switch  bool                    // the value is on or off
	List    bool                    // the value is a list separated by commas
	Set     func(text string) error // parses a text; an error leaves the variable unchanged
	Text    func() string           // formats the value for Set
	At      []any                   // pointers to the parts of the variable, for a database
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

// Parsed returns a value with its own parser and formatter.
func Parsed[V any](at *V, parse func(string) (V, error), text func(V) string) Value {
	return Value{
		At: []any{at}, Text: func() string { return text(*at) },
		Set: func(text string) error {
			parsed, err := parse(text)
			if err == nil {
				*at = parsed
			}
			return err
		},
	}
}

// Word is one of the choices, or any text if there are none.
func Word(at *string, choices ...string) Value {
	v := Parsed(at, func(text string) (string, error) { return choose(text, choices) },
		func(word string) string { return word })
	v.Choices = choices
	return v
}

// Words are some of the choices, or any texts if there are none, without duplicates and in the order given.
func Words(at *[]string, choices ...string) Value {
	return list(at, true, func(word *string) Value { return Word(word, choices...) })
}

// Enum is one of several constants, which are numbered from 0 and have these names.
func Enum[V ~uint8](at *V, names ...string) Value {
	v := Parsed(at, func(text string) (V, error) {
		name, err := choose(text, names)
		return V(slices.Index(names, name)), err
	}, func(v V) string { return names[v] })
	v.Choices = names
	return v
}

// Whole is a whole number from least to most.
func Whole[N ~int | ~int64](at *N, least, most int64) Value {
	return Parsed(at, func(text string) (N, error) {
		n, err := whole(text, least, most)
		return N(n), err
	}, func(n N) string { return strconv.FormatInt(int64(n), 10) })
}

// Ints are whole numbers from least to most.
func Ints[N ~int | ~int64](at *[]N, least, most int64) Value {
	return list(at, false, func(n *N) Value { return Whole(n, least, most) })
}

// list is a list of values of one kind. If once is true, duplicates are dropped.
func list[E comparable](at *[]E, once bool, of func(*E) Value) Value {
	kind := of(new(E))
	return Value{
		Choices: kind.Choices, List: true,
		Text: func() string {
			var texts []string
			for _, element := range *at {
				texts = append(texts, of(&element).Text())
			}
			return strings.Join(texts, ",")
		},
		Set: func(text string) error {
			var all []E
			for _, part := range split(text) {
				var element E
				if err := of(&element).Set(part); err != nil {
					return err
				}
				if !once || !slices.Contains(all, element) {
					all = append(all, element)
				}
			}
			*at = all
			return nil
		},
	}
}

// Numbers are whole numbers from least to most, exactly one for each pointer. Errors show the example.
func Numbers(example string, least, most int64, at ...*int64) Value {
	var numbers []int64
	v := Ints(&numbers, least, most)
	read, text := v.Set, v.Text
	v.List = false
	for _, place := range at {
		v.At = append(v.At, place)
	}
	v.Text = func() string {
		numbers = nil
		for _, place := range at {
			numbers = append(numbers, *place)
		}
		return text()
	}
	v.Set = func(text string) error {
		if err := read(text); err != nil {
			return err
		}
		if len(numbers) != len(at) {
			return fmt.Errorf("%q is not %d numbers, as in %s", text, len(at), example)
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
	return Parsed(at, func(text string) (float64, error) {
		x, err := strconv.ParseFloat(plainMinus(text), 64)
		switch {
		case err != nil:
			return 0, fmt.Errorf("%q is not a number", text)
		case !(least <= x && x <= most):
			return 0, fmt.Errorf("%s is not between %v and %v", text, least, most)
		}
		return x + 0, nil // never -0
	}, func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) })
}

// Time is a duration from least to most, in Go's notation or in seconds.
func Time(at *time.Duration, least, most time.Duration) Value {
	return Parsed(at, func(text string) (time.Duration, error) {
		written := text
		if _, err := strconv.ParseFloat(text, 64); err == nil {
			written += "s"
		}
		d, err := time.ParseDuration(written)
		if err != nil || d < least || d > most {
			err = fmt.Errorf("%q is not a time between %v and %s, as in 0.5s", text, least,
				strings.TrimSuffix(most.String(), "0m0s"))
		}
		return d, err
	}, time.Duration.String)
}

// Switch is on or off: any text except "" turns it on.
func Switch(at *bool) Value {
	v := Parsed(at, func(text string) (bool, error) { return text != "", nil }, func(on bool) string {
		if on {
			return "on"
		}
		return ""
	})
	v.Switch = true
	return v
}

// Checked is a value whose texts must also pass a check; in a list, every element must.
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

// choose returns the choice equal to word, ignoring case, or an error if there is none. Without choices it returns
// word.
func choose(word string, choices []string) (string, error) {
	if choices == nil || slices.Contains(choices, word) {
		return word, nil
	}
	for _, choice := range choices {
		if strings.EqualFold(choice, word) {
			return choice, nil
		}
	}
	return "", &ChoiceError{word, choices}
}

// split returns the parts of a text between commas, without empty ones.
func split(text string) (all []string) {
	const comma = "\x00"
	for part := range strings.SplitSeq(strings.ReplaceAll(text, `\,`, comma), ",") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, strings.ReplaceAll(part, comma, ","))
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

// thousands matches a whole number with commas between thousands, as the program prints it.
var thousands = regexp.MustCompile(`^-?[0-9]{1,3}(,[0-9]{3})+$`)

// plainMinus replaces the minus sign that the program prints by a hyphen, which keyboards have.
func plainMinus(text string) string { return strings.ReplaceAll(text, "−", "-") }

// ParseInt parses a whole number: 10000, 10,000 and 1e4 are the same.
func ParseInt(text string) (int64, error) {
	text = plainMinus(text)
	if thousands.MatchString(text) {
		text = strings.ReplaceAll(text, ",", "")
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err == nil {
		return n, nil
	}
	const largest = 1e18 // fits in an int64
	x, notFloat := strconv.ParseFloat(text, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) || notFloat == nil && x >= largest:
		return 0, fmt.Errorf("%q is too large", text)
	case notFloat == nil && strings.ContainsAny(text, "eE") && x == math.Trunc(x) && x > -largest:
		return int64(x), nil
	}
	return 0, fmt.Errorf("%q is not a whole number, such as 10000", text)
}
