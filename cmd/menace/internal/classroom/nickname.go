package classroom

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"menace/cmd/internal/language"
)

const maxNickname = 20 // characters

// nickname returns a nickname in its stored form, or an error if it is invalid.
func nickname(wanted string) (name string, err error) {
	if strings.TrimSpace(wanted) == "" {
		return "", refuse(language.NewMessage("type a nickname"))
	}
	name, ok := visibleName(wanted, maxNickname)
	if !ok {
		return "", refuse(language.NewMessage("a nickname has 1 to {most} letters, digits or other visible characters",
			"most", maxNickname))
	}
	return name, nil
}

// freeNickname returns a pupil's nickname in its stored form, or an error if it is invalid or could be
// mistaken for another pupil's.
func (s *State) freeNickname(id int, wanted string) (name string, err error) {
	if name, err = nickname(wanted); err != nil {
		return "", err
	}
	for _, p := range s.Pupils {
		if p.ID != id && !p.Removed && sameName(p.Name, name) {
			return "", refuse(language.NewMessage("the nickname {name} is taken: choose another one", "name", p.Name))
		}
	}
	return name, nil
}

// sortKey returns the sort key of a nickname, which ignores case and accents and orders numbers by value.
func sortKey(name string) string {
	plain, _, _ := transform.String(runes.Remove(runes.In(unicode.Inherited)), norm.NFD.String(strings.ToLower(name)))
	return digits.ReplaceAllStringFunc(plain, func(n string) string { return fmt.Sprintf("%0*s", maxNickname, n) })
}

var digits = regexp.MustCompile(`[0-9]+`)

// animals are the names of pupils without a nickname.
var animals = language.NewMessage("" +
	"Otter Badger Heron Lynx Panda Koala Falcon Beaver Dolphin Gecko Hedgehog Ibex Jaguar Kestrel Lemur " +
	"Marmot Newt Octopus Puffin Quail Raccoon Salamander Tapir Walrus Yak Zebra Alpaca Bison Camel " +
	"Dormouse Eagle Ferret Gazelle Hamster Iguana Jackdaw Kiwi Lobster Moose Narwhal Osprey Penguin " +
	"Raven Seal Tiger Turtle Viper Wombat Wolf Swan")

// animal returns the animal shown for a pupil while nicknames are hidden, in the language of the class.
func (s *State) animal(id int) string {
	animals := strings.Fields(animals.In(s.language()))
	name, round := animals[(id-1)%len(animals)], (id-1)/len(animals)
	if round > 0 {
		name = fmt.Sprint(name, " ", round+1)
	}
	return name
}

// freeAnimal returns the animal of a pupil, or the next one that no other pupil has as a name.
func (s *State) freeAnimal(id int) string {
	for n := id; ; n++ {
		if name, err := s.freeNickname(id, s.animal(n)); err == nil {
			return name
		}
	}
}
