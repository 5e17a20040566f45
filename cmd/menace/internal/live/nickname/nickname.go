// Package nickname decides which nicknames the pupils of a class can have, how they sort, and which animals stand for
// pupils without one. It stores nothing.
package nickname

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/runes"
	"golang.org/x/text/secure/precis"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// Max is the number of characters that a nickname can have.
const Max = 20

// Check returns a nickname as it is stored, unless people would confuse it with one of the others. The error explains
// what is wrong.
func Check(nickname string, others []string) (name string, err error) {
	name, err = precis.Nickname.String(nickname) // RFC 8266: trims spaces and refuses invisible characters
	if n := utf8.RuneCountInString(name); err != nil || n == 0 || n > Max {
		return "", fmt.Errorf("a nickname has 1 to %d letters, digits or signs that can be seen", Max)
	}
	if !oneAlphabet(name) {
		return "", errors.New("a nickname has letters of one alphabet")
	}
	for _, other := range others {
		if alike(other, name) {
			return "", fmt.Errorf("%s is in the class already: take another nickname", other)
		}
	}
	return name, nil
}

// alphabets lists the scripts that a name can be written in: each one, and those that are written together, as in the
// level "highly restrictive" of UTS #39. All contain the signs that belong to no script.
var alphabets = func() (all [][]*unicode.RangeTable) {
	for _, script := range unicode.Scripts {
		all = append(all, []*unicode.RangeTable{script, unicode.Common, unicode.Inherited})
	}
	latin := []*unicode.RangeTable{unicode.Latin, unicode.Han, unicode.Common, unicode.Inherited}
	return append(all, append(latin, unicode.Hiragana, unicode.Katakana), append(latin, unicode.Bopomofo),
		append(latin, unicode.Hangul))
}()

// oneAlphabet reports whether the letters of a name are of one alphabet.
func oneAlphabet(name string) bool {
	return slices.ContainsFunc(alphabets, func(scripts []*unicode.RangeTable) bool {
		return !strings.ContainsFunc(name, func(r rune) bool { return !unicode.In(r, scripts...) })
	})
}

// alike reports whether people would confuse two nicknames: they differ in case only, or look the same.
func alike(a, b string) bool {
	return precis.Nickname.Compare(a, b) || precis.Nickname.Compare(skeleton.Replace(a), skeleton.Replace(b))
}

// skeleton replaces letters by Latin ones that look the same: the Cyrillic and Greek ones of the table of confusable
// characters of UTS #39 that names are written with, and a few of Latin.
var skeleton = func() *strings.Replacer {
	var pairs []string
	for latin, others := range map[string]string{
		"A": "АΑ", "B": "ВΒ", "C": "СϹ", "E": "ЕΕ", "H": "НΗ", "I": "ІΙ", "J": "Ј", "K": "КΚ", "M": "МΜ", "N": "Ν",
		"O": "ОΟ0", "P": "РΡ", "S": "Ѕ", "T": "ТΤ", "X": "ХΧ", "Y": "УΥҮ", "Z": "Ζ",
		"a": "аα", "c": "сϲ", "d": "ԁ", "e": "е", "h": "һ", "i": "іι", "j": "ј", "k": "кκ", "o": "оο", "p": "рρ",
		"q": "ԛ", "s": "ѕ", "v": "ν", "w": "ԝω", "x": "хχ", "y": "уγү", "l": "I1|", "m": "мʍ",
	} {
		for _, other := range others {
			pairs = append(pairs, string(other), latin)
		}
	}
	return strings.NewReplacer(append(pairs, "rn", "m")...)
}()

// SortKey returns the text that a nickname is sorted by: without case and accents, and with numbers by their value.
func SortKey(name string) string {
	plain, _, _ := transform.String(runes.Remove(runes.In(unicode.Mn)), norm.NFD.String(strings.ToLower(name)))
	return digits.ReplaceAllStringFunc(plain, func(n string) string { return fmt.Sprintf("%0*s", Max, n) })
}

var digits = regexp.MustCompile(`[0-9]+`)

// animals are the names of pupils who choose no nickname.
var animals = strings.Fields(`Otter Badger Heron Lynx Panda Koala Falcon Beaver Dolphin Gecko Hedgehog Ibex Jaguar
	Kestrel Lemur Marmot Newt Octopus Puffin Quail Raccoon Salamander Tapir Walrus Yak Zebra Alpaca Bison Camel Dormouse
	Eagle Ferret Gazelle Hamster Iguana Jackdaw Kiwi Lobster Moose Narwhal Osprey Penguin Raven Seal Tiger Turtle Viper
	Wombat Wolf Swan`)

// Animal returns the animal that stands for the pupil with an ID, from 1.
func Animal(id int) string {
	name, round := animals[(id-1)%len(animals)], (id-1)/len(animals)
	if round == 0 {
		return name
	}
	return fmt.Sprint(name, " ", round+1)
}

// FreeAnimal returns the animal of a pupil, or the next one that none of the others is named after.
func FreeAnimal(id int, others []string) string {
	for n := id; ; n++ {
		if name, err := Check(Animal(n), others); err == nil {
			return name
		}
	}
}
