package classroom

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/secure/precis"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/live"
	"menace/data"
	"menace/menace/arena"
)

// State is everything stored about a class except its name and finished games. It never changes.
type State struct {
	Code     string `json:"-"`          // for joining; malformed while the class is closed
	Page     string `json:",omitempty"` // address of the page in the process that last opened the class
	Settings `json:"Settings"`
	Pupils   []Pupil // in order of joining, including removed ones
	Language string  `json:",omitempty"` // the tag of the class's language, or "" for English

	StartedAgain bool `json:",omitempty"` // with an untrained machine

	Trial *Trial `json:",omitempty"` // or nil
}

// Settings are the switches of a class.
type Settings struct {
	Paused    bool // nobody can play
	Locked    bool // no new pupils can join
	ShowNames bool // nicknames are shown on pages that may be projected
	Animals   bool // pupils have the names of animals, and choose no nickname
	NoHints   bool `json:",omitempty"` // no hints
	NoUndo    bool `json:",omitempty"` // no taking back of moves
	Paper     bool `json:",omitempty"` // pupils are groups that report paper games
}

// Pupil is the state of a pupil at one time.
type Pupil struct {
	ID         int // from 1; the player in matches
	Name       string
	KeyHash    string          // hash of the key of the pupil's browser
	PlaceCode  string          `json:",omitempty"` // transfers the pupil's place to another browser, once, or ""
	Paused     bool            `json:",omitempty"`
	Removed    bool            `json:",omitempty"`
	Unfinished live.Unfinished `json:",omitzero"`
	Paper      string          `json:",omitempty"` // results of paper games for the machine: see [Class.Report]

	// The following fields are set only in a [Standing].
	Score  arena.Tally `json:"-"` // games, from the view of the machine
	Animal string      `json:"-"` // shown instead of the nickname while nicknames are hidden
	Away   bool        `json:"-"` // no page of the pupil is open
	Half   string      `json:"-"` // A or B in a trial, otherwise ""
}

// decode parses a stored class. If the class is damaged, the error describes the first damage.
func decode(c *data.Class) (*State, error) {
	s := new(State)
	if err := json.Unmarshal([]byte(c.State), s); err != nil {
		return nil, damaged(c, "its pupils cannot be read")
	}
	if !isStored(c.Name, className) {
		return nil, damaged(c, "its name is not valid")
	}
	s.Code = c.Code
	keys, places := map[string]bool{}, map[string]bool{}
	for i, p := range s.Pupils {
		taken := slices.ContainsFunc(s.Pupils[:i], func(other Pupil) bool {
			return !other.Removed && !p.Removed && strings.EqualFold(other.Name, p.Name)
		})
		switch {
		case p.ID != i+1:
			return nil, damaged(c, "pupil %d has the number %d", i+1, p.ID)
		case !isStored(p.Name, nickname) || taken:
			return nil, damaged(c, "the nickname of pupil %d is not valid, or taken", p.ID)
		case !isHash(p.KeyHash) || keys[p.KeyHash]:
			return nil, damaged(c, "pupil %d has no key, or that of another pupil", p.ID)
		case !isPaper(p.Paper):
			return nil, damaged(c, "the games on paper of pupil %d cannot be read", p.ID)
		case !isCode(p.PlaceCode, placeDigits) || places[p.PlaceCode]:
			s.Pupils[i].PlaceCode = "" // the teacher can create another
		}
		keys[p.KeyHash], places[p.PlaceCode] = true, true
	}
	return s, nil
}

// isStored reports whether check would return a name unchanged, or an earlier version, which allowed other names, can
// have stored it.
func isStored(name string, check func(string) (string, error)) bool {
	now, err := check(name)
	before, errBefore := precis.Nickname.String(name)
	return err == nil && now == name || errBefore == nil && before == name
}

// damaged returns an error about a class that is stored incorrectly.
func damaged(c *data.Class, format string, args ...any) error {
	return fmt.Errorf("class %q is %w: %s", c.Name, data.ErrCorrupt, fmt.Sprintf(format, args...))
}

func (s *State) encode() string {
	text, _ := json.Marshal(s)
	return string(text)
}

// Pupil returns the pupil with an ID, even a removed one.
func (s *State) Pupil(id int) (*Pupil, error) {
	if id < 1 || id > len(s.Pupils) {
		return nil, fmt.Errorf("pupil %d %w", id, data.ErrNotFound)
	}
	return &s.Pupils[id-1], nil
}

// language returns the language of the class.
func (s *State) language() *language.Language {
	l, _ := language.Find(s.Language)
	return l
}

func (s *State) MayPlay(p Pupil) bool { return !s.Paused && !p.Paused && !p.Removed }

// present returns the number of pupils who have not been removed.
func (s *State) present() (n int) {
	for _, p := range s.Pupils {
		if !p.Removed {
			n++
		}
	}
	return n
}
