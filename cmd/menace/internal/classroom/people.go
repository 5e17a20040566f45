package classroom

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"menace/arena"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/words"
	"menace/data"

	"golang.org/x/time/rate"
)

// ClassState is everything stored about a class except finished games. It never changes.
type ClassState struct {
	// The tokens admit people to the class. The teacher's has 130 random bits. The pupils' has 40, short enough to
	// type: at ten thousand guesses a second, an attacker finds it in one of 15,000 two-hour lessons.
	TeacherToken, PupilToken string

	TeacherKey string
	Page       string `json:",omitempty"` // address of the teacher's page in the latest process, or ""
	Settings   `json:"Settings"`
	Pupils     []Pupil // in order of joining, including removed ones

	StartedAgain bool `json:",omitempty"` // with a fresh machine
}

// Settings are what a teacher can switch on and off.
type Settings struct {
	Paused    bool // nobody may play
	Locked    bool // no new pupils can join
	ShowNames bool // nicknames are shown on pages that may be projected
	Animals   bool // pupils are named after animals, and choose no nickname
}

// Pupil is the state of a pupil at one time.
type Pupil struct {
	ID         int // from 1; identifies the player in matches
	Name       string
	Key        string
	PlaceToken string          `json:"Seat,omitempty"` // gives the pupil's place to another browser, once, or ""
	Paused     bool            `json:",omitempty"`
	Removed    bool            `json:",omitempty"`
	Unfinished live.Unfinished `json:",omitzero"`

	Score arena.Tally `json:"-"` // counts games for the machine
}

// Role determines what a person may do in a class.
type Role int

const (
	Nobody  Role = iota
	Invited      // has given the pupils' token, but no nickname yet
	Removed      // a pupil who was removed
	Player       // a pupil
	Teacher
)

// Who returns the role of the person with a key, and the pupil, if the key belongs to one (even a removed one).
func (s *ClassState) Who(key string) (Role, Pupil) {
	for _, p := range s.Pupils {
		switch {
		case same(key, p.Key) && p.Removed:
			return Removed, p
		case same(key, p.Key):
			return Player, p
		}
	}
	random, _, _ := strings.Cut(key, "-")
	switch {
	case same(key, s.TeacherKey):
		return Teacher, Pupil{}
	case same(key, s.invitation(random)):
		return Invited, Pupil{}
	}
	return Nobody, Pupil{}
}

// invitation signs a random text. The result admits a pupil, and becomes the pupil's key.
func (s *ClassState) invitation(random string) string {
	signature := hmac.New(sha256.New, []byte(s.TeacherKey))
	signature.Write([]byte(random))
	return random + "-" + hex.EncodeToString(signature.Sum(nil))
}

// same compares secrets in constant time.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// Pupil returns the pupil with an ID, even a removed one.
func (s *ClassState) Pupil(id int) (*Pupil, error) {
	if id < 1 || id > len(s.Pupils) {
		return nil, fmt.Errorf("pupil %d %w", id, data.ErrNotFound)
	}
	return &s.Pupils[id-1], nil
}

func (s *ClassState) MayPlay(p Pupil) bool { return !s.Paused && !p.Paused && !p.Removed }

// newToken returns a random token that is short enough to type.
func newToken() string { return rand.Text()[:8] }

var (
	errNoCode    = mistake.Errorf("type the code that your teacher shows")
	errLocked    = mistake.Errorf("the door is closed: nobody new can join until the teacher opens it")
	errWrongCode = mistake.Errorf("that is not the code of this class: ask your teacher for it")
)

// Admit returns the key that a token gives. Case, spaces and dashes in the token are ignored, 0 counts as O, and 1 as
// I. A pupil's PlaceToken works once, and its key replaces the pupil's former key.
func (c *Class) Admit(ctx context.Context, token string) (key string, err error) {
	token = strings.NewReplacer(" ", "", "-", "", "0", "O", "1", "I").Replace(strings.ToUpper(token))
	switch now := c.State(); {
	case token == "":
		return "", errNoCode
	case same(token, now.TeacherToken):
		return now.TeacherKey, nil
	case same(token, now.PupilToken) && now.Locked:
		return "", errLocked
	case same(token, now.PupilToken):
		return now.invitation(rand.Text()), nil
	}
	key = rand.Text()
	err = c.change(ctx, func(s *ClassState) error {
		at := slices.IndexFunc(s.Pupils, func(p Pupil) bool { return p.PlaceToken != "" && same(token, p.PlaceToken) })
		if at < 0 {
			return errWrongCode
		}
		s.Pupils[at].Key, s.Pupils[at].PlaceToken = key, ""
		return nil
	})
	if err != nil {
		return "", err
	}
	return key, nil
}

const MaxPupils = 100 // without removed ones

// present returns the number of pupils who have not been removed.
func (s *ClassState) present() (n int) {
	for _, p := range s.Pupils {
		if !p.Removed {
			n++
		}
	}
	return n
}

// Join adds a pupil who has an invitation. Joining again with the same invitation changes nothing. Joining is
// rate-limited for each network address.
func (c *Class) Join(ctx context.Context, invitation, name, address string) error {
	return c.change(ctx, func(s *ClassState) (err error) {
		role, _ := s.Who(invitation)
		p := Pupil{ID: len(s.Pupils) + 1, Key: invitation}
		switch {
		case role == Player:
			return nil
		case s.Locked:
			return errLocked
		case role != Invited:
			return errWrongCode
		case s.present() == MaxPupils:
			return mistake.Errorf("the class is full: your teacher must remove somebody first")
		case s.Animals:
			p.Name = s.freeAnimal(p.ID)
		default:
			if p.Name, err = s.nickname(p.ID, name); err != nil {
				return err
			}
		}
		if wait := c.joining.wait(address, time.Now()); wait > 0 {
			return mistake.Errorf("too many people are joining from here: try again in %s", seconds(wait))
		}
		s.Pupils = append(s.Pupils, p)
		return nil
	})
}

// Set switches a setting, by its name in forms, on or off.
func (c *Class) Set(ctx context.Context, name string, on bool) error {
	return c.change(ctx, func(s *ClassState) error {
		setting := map[string]*bool{
			"paused": &s.Paused, "locked": &s.Locked, "names": &s.ShowNames, "animals": &s.Animals,
		}[name]
		if setting == nil {
			return fmt.Errorf("setting %q %w", name, data.ErrNotFound)
		}
		*setting = on
		return nil
	})
}

// Manage changes a pupil. "pause" and "play" stop pupils from playing and let them play again, "rename" gives them
// another nickname, and "place" makes a token that gives back a lost place. "remove" keeps them out, and "return" lets
// them in again. Finished games stay in the class's score.
func (c *Class) Manage(ctx context.Context, id int, do, nickname string) error {
	err := c.change(ctx, func(s *ClassState) error {
		p, err := s.Pupil(id)
		if err != nil {
			return err
		}
		switch do {
		case "pause", "play":
			p.Paused = do == "pause"
		case "rename":
			p.Name, err = s.nickname(id, nickname)
		case "place":
			p.PlaceToken = newToken()
		case "remove":
			p.Removed, p.PlaceToken, p.Unfinished = true, "", live.Unfinished{}
		case "return":
			p.Removed = false
			if _, taken := s.nickname(id, p.Name); taken != nil {
				p.Name = s.freeAnimal(id)
			}
		default:
			err = fmt.Errorf("action %q %w", do, data.ErrNotFound)
		}
		return err
	})
	if err == nil && do == "remove" {
		c.Owner().Leave(id)
	}
	return err
}

// limiter limits the rate of each client's actions separately.
type limiter struct {
	every time.Duration // one action is allowed per interval
	burst int           // and this many at once

	mutex   sync.Mutex
	clients map[string]*rate.Limiter // of clients who have acted lately
}

func newLimiter(every time.Duration, burst int) *limiter {
	return &limiter{every: every, burst: burst, clients: map[string]*rate.Limiter{}}
}

// wait returns how long a client must wait before an action. If it returns 0, the action is counted.
func (l *limiter) wait(client string, now time.Time) time.Duration {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	maps.DeleteFunc(l.clients, func(_ string, c *rate.Limiter) bool { return c.TokensAt(now) >= float64(l.burst) })
	c, ok := l.clients[client]
	if !ok {
		c = rate.NewLimiter(rate.Every(l.every), l.burst)
		l.clients[client] = c
	}
	reserved := c.ReserveN(now, 1)
	wait := reserved.DelayFrom(now)
	if wait > 0 {
		reserved.CancelAt(now)
	}
	return wait
}

func seconds(wait time.Duration) string {
	return words.Plural(int(math.Ceil(wait.Seconds())), "second")
}
