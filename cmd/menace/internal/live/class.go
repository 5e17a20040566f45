package live

import (
	"cmp"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/secure/precis"

	"menace/arena"
)

// Class is a class that plays against one machine: its teacher, its pupils, who may play now, and the score. Anyone who
// has given a token identifies themselves by a secret key from then on. Goroutines may share it.
type Class struct {
	// The tokens admit people to the class. The teacher's has 130 random bits. The pupils' has 40, short enough to
	// type: at ten thousand guesses a second, an attacker finds it in one of 15,000 two-hour lessons.
	TeacherToken, PupilToken string

	machine string
	keys    [2]string // the teacher's key, and the key of pupils without a nickname

	mutex  sync.Mutex // guards the fields below, which only change changes
	now    Standing   // with the pupils in order of joining
	joined int        // pupils so far, including removed ones
}

// Role determines what a person may do in a class.
type Role int

// The roles.
const (
	Nobody  Role = iota
	Invited      // has given the pupils' token, but no nickname yet
	Player       // a pupil
	Teacher
)

// Pupil is the state of a pupil at one time.
type Pupil struct {
	ID     int // from 1
	Name   string
	Paused bool
	Score  arena.Tally // counts games from the machine's side
	key    string
}

// Player returns the name by which matches identify the pupil.
func (p Pupil) Player() string { return fmt.Sprint("pupil ", p.ID) }

// Result is the end of a game as the pupil sees it.
type Result struct{ Name, Did string }

// Standing is the score of a class at one time.
type Standing struct {
	Paused bool
	Pupils []Pupil     // by nickname
	Total  arena.Tally // counts all games from the machine's side, including those of removed pupils
	Last   []Result    // newest first
}

// Limits of a class.
const (
	MaxPupils = 100
	MaxName   = 20 // characters in a nickname
	lastGames = 8
)

// NewClass returns a class without pupils, for playing against the named machine.
func NewClass(machine string) *Class {
	const typed = 8
	return &Class{
		TeacherToken: rand.Text(), PupilToken: rand.Text()[:typed], machine: machine,
		keys: [2]string{rand.Text(), rand.Text()},
	}
}

// Machine returns the name of the machine, which never changes.
func (c *Class) Machine() string { return c.machine }

// Admit returns the key that a token admits to, or "" if the token is wrong. Spaces, hyphens and case do not matter,
// and 0 counts as O.
func (c *Class) Admit(token string) (key string) {
	token = strings.NewReplacer(" ", "", "-", "", "0", "O").Replace(strings.ToUpper(token))
	for i, right := range []string{c.TeacherToken, c.PupilToken} {
		if same(token, right) {
			key = c.keys[i]
		}
	}
	return key
}

// Who returns the role of the person with a key, and for a player the pupil.
func (c *Class) Who(key string) (role Role, pupil Pupil) {
	for i, right := range c.keys {
		if same(key, right) {
			role = []Role{Teacher, Invited}[i]
		}
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, p := range c.now.Pupils {
		if same(key, p.key) {
			role, pupil = Player, p
		}
	}
	return role, pupil
}

// same compares secrets in constant time.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// MayPlay reports whether a pupil may play.
func (c *Class) MayPlay(id int) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	p := c.pupil(id)
	return p != nil && !p.Paused && !c.now.Paused
}

// Standing returns the current score.
func (c *Class) Standing() Standing {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	s := c.now
	s.Pupils, s.Last = slices.Clone(s.Pupils), slices.Clone(s.Last)
	order := collate.New(language.Und, collate.IgnoreCase, collate.Numeric)
	slices.SortFunc(s.Pupils, func(a, b Pupil) int {
		return cmp.Or(order.CompareString(a.Name, b.Name), a.ID-b.ID)
	})
	return s
}

// pupil returns the pupil with an ID, or nil. The caller must hold the mutex.
func (c *Class) pupil(id int) *Pupil {
	for i := range c.now.Pupils {
		if p := &c.now.Pupils[i]; p.ID == id {
			return p
		}
	}
	return nil
}

// change makes a change to the class. All changes go through it.
func (c *Class) change(do func()) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	do()
}

// Join adds a pupil who has given the pupils' token, and returns their key. The error explains what is wrong with the
// nickname.
func (c *Class) Join(nickname string) (key string, err error) {
	name, err := precis.Nickname.String(nickname) // RFC 8266: trims spaces and refuses invisible characters
	if n := utf8.RuneCountInString(name); err != nil || n == 0 || n > MaxName {
		return "", fmt.Errorf("a nickname has 1 to %d letters, digits or signs that can be seen", MaxName)
	}
	c.change(func() {
		for _, p := range c.now.Pupils {
			if alike(p.Name, name) {
				err = fmt.Errorf("%s is in the class already: take another nickname", p.Name)
				return
			}
		}
		if len(c.now.Pupils) == MaxPupils {
			err = errors.New("the class is full: somebody must be removed first")
			return
		}
		c.joined++
		key = rand.Text()
		c.now.Pupils = append(c.now.Pupils, Pupil{ID: c.joined, Name: name, key: key})
	})
	return key, err
}

// alike reports whether people would confuse two nicknames.
func alike(a, b string) bool {
	one, err := precis.Nickname.CompareKey(a)
	other, otherErr := precis.Nickname.CompareKey(b)
	return err == nil && otherErr == nil && one == other
}

// Remove removes a pupil but keeps their games in the total. It reports whether the pupil was in the class.
func (c *Class) Remove(id int) (removed bool) {
	c.change(func() {
		removed = c.pupil(id) != nil
		c.now.Pupils = slices.DeleteFunc(c.now.Pupils, func(p Pupil) bool { return p.ID == id })
	})
	return removed
}

// Pause stops all pupils from playing, or lets everyone play again who is not paused individually.
func (c *Class) Pause(paused bool) { c.change(func() { c.now.Paused = paused }) }

// PausePupil stops one pupil from playing, or lets them play again.
func (c *Class) PausePupil(id int, paused bool) {
	c.change(func() {
		if p := c.pupil(id); p != nil {
			p.Paused = paused
		}
	})
}

// Count adds a finished game, counted from the machine's side, to the scores of the class and of the pupil named by
// player.
func (c *Class) Count(player string, game arena.Tally) {
	did := "lost"
	switch {
	case game.Loss > 0:
		did = "won"
	case game.Draw > 0:
		did = "drew"
	}
	c.change(func() {
		c.now.Total = c.now.Total.Plus(game)
		for i := range c.now.Pupils {
			if p := &c.now.Pupils[i]; p.Player() == player {
				p.Score = p.Score.Plus(game)
				c.now.Last = slices.Insert(c.now.Last, 0, Result{p.Name, did})
			}
		}
		c.now.Last = c.now.Last[:min(len(c.now.Last), lastGames)]
	})
}
