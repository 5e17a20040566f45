package live

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"menace/arena"
	"menace/cmd/menace/internal/lab"
	"menace/data"
)

// Class is a class that plays against one machine: its teacher, its pupils, who may play now, and the score. It is
// stored, so it outlives the program. Anyone who has given a token identifies themselves by a secret key from then on.
// Goroutines may share it.
type Class struct {
	Resumed bool // the class was stored before

	registry *Registry
	id       int64
	saving   sync.Mutex // held while the class is changed and stored
	now      atomic.Pointer[classState]
	owner    atomic.Pointer[Owner] // of the machine
	wake     chan struct{}         // receives when games are to be stored

	joining, givingUp limiter

	mutex       sync.Mutex           // guards the fields below; never held while waiting
	games       []data.Game          // finished against the machine, oldest first; grows only at its end
	invitations []string             // keys of people who have given the pupils' token but have not joined
	unfinished  map[int]data.Playing // stored games to go on with, by pupil
	moved       map[int]bool         // pupils whose games are not stored as they are
}

// classState is what is stored of a class, as JSON. It never changes.
type classState struct {
	// The tokens admit people to the class. The teacher's has 130 random bits. The pupils' has 40, short enough to
	// type: at ten thousand guesses a second, an attacker finds it in one of 15,000 two-hour lessons.
	TeacherToken, PupilToken string

	TeacherKey string
	Settings   Settings
	Pupils     []Pupil // in order of joining, including removed ones
	Undo       *Undo   `json:",omitempty"`
}

// Settings are what a teacher can switch on and off.
type Settings struct {
	Paused    bool // nobody may play
	Locked    bool // nobody new can join
	ShowNames bool // nicknames are shown where they may be projected
	Animals   bool // pupils are named after animals, and choose no nickname
	NoHelp    bool // no hints, and no move is taken back
}

// Role determines what a person may do in a class.
type Role int

// The roles.
const (
	Nobody  Role = iota
	Invited      // has given the pupils' token, but no nickname yet
	Removed      // a pupil who was removed
	Player       // a pupil
	Teacher
)

// Pupil is the state of a pupil at one time.
type Pupil struct {
	ID      int // from 1
	Name    string
	Key     string
	Seat    string `json:",omitempty"` // a token that gives the pupil's place to another browser, once; or ""
	Paused  bool   `json:",omitempty"`
	Removed string `json:",omitempty"` // why the pupil was removed, or ""

	Score arena.Tally `json:"-"` // counts games from the machine's side
}

// Player returns the name by which matches identify the pupil.
func (p Pupil) Player() string { return fmt.Sprint("pupil ", p.ID) }

// Animal returns the animal that stands for the pupil while nicknames are hidden.
func (p Pupil) Animal() string { return animal(p.ID) }

// Result is the end of a game as the pupil sees it.
type Result struct{ Name, Did string }

// Standing is the score of a class at one time, as it may be projected: unless nicknames are shown, pupils have the
// names of their animals.
type Standing struct {
	Settings
	Pupils  []Pupil     // by name
	Removed []Pupil     // by name
	Total   arena.Tally // counts all games from the machine's side, including those of removed pupils
	Last    []Result    // newest first
	Undo    *Undo       // what can be undone, or nil
}

// Limits of a class.
const (
	MaxPupils      = 100
	lastGames      = 8
	maxInvitations = 500
)

// ErrLocked reports that nobody new can join.
var ErrLocked = errors.New("the door is closed: nobody new can join until the teacher opens it")

// Owner returns the owner of the machine.
func (c *Class) Owner() *Owner { return c.owner.Load() }

// Settings returns the current settings.
func (c *Class) Settings() Settings { return c.now.Load().Settings }

// TeacherToken returns the token that admits the teacher.
func (c *Class) TeacherToken() string { return c.now.Load().TeacherToken }

// PupilToken returns the token that admits pupils.
func (c *Class) PupilToken() string { return c.now.Load().PupilToken }

// newToken returns a random token that is short enough to type.
func newToken() string { return rand.Text()[:8] }

// Admit returns the key that a token admits to, or "" if the token is wrong. Spaces, hyphens and case do not matter,
// 0 counts as O and 1 as I. The token of a seat is used up by this, and so is the key that its pupil had before.
func (c *Class) Admit(ctx context.Context, token string) (key string, err error) {
	token = strings.NewReplacer(" ", "", "-", "", "0", "O", "1", "I").Replace(strings.ToUpper(token))
	now := c.now.Load()
	switch {
	case same(token, now.TeacherToken):
		return now.TeacherKey, nil
	case same(token, now.PupilToken) && now.Settings.Locked:
		return "", ErrLocked
	case same(token, now.PupilToken):
		key = rand.Text()
		c.mutex.Lock()
		defer c.mutex.Unlock()
		c.invitations = append(c.invitations[max(0, len(c.invitations)+1-maxInvitations):], key)
		return key, nil
	}
	seat := slices.IndexFunc(now.Pupils, func(p Pupil) bool { return p.Seat != "" && same(token, p.Seat) })
	if seat < 0 {
		return "", nil
	}
	key = rand.Text()
	return key, c.change(ctx, func(s *classState) error {
		p := &s.Pupils[seat]
		if !same(token, p.Seat) {
			return lab.Mistakef("this code was used already: ask your teacher for another")
		}
		p.Key, p.Seat = key, ""
		return nil
	})
}

// Who returns the role of the person with a key, and for a player, removed or not, the pupil.
func (c *Class) Who(key string) (role Role, pupil Pupil) {
	now := c.now.Load()
	for _, p := range now.Pupils {
		if same(key, p.Key) {
			role, pupil = Player, p
		}
	}
	switch {
	case pupil.Removed != "":
		role = Removed
	case same(key, now.TeacherKey):
		role = Teacher
	case role == Nobody && c.invited(key):
		role = Invited
	}
	return role, pupil
}

// invited reports whether a key is an invitation that has not been used.
func (c *Class) invited(key string) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return slices.ContainsFunc(c.invitations, func(k string) bool { return same(k, key) })
}

// same compares secrets in constant time.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// Pupil returns the pupil with an ID, even a removed one.
func (c *Class) Pupil(id int) (p Pupil, ok bool) {
	all := c.now.Load().Pupils
	if id < 1 || id > len(all) {
		return p, false
	}
	return all[id-1], true
}

// MayPlay reports whether a pupil may play.
func (c *Class) MayPlay(id int) bool {
	p, ok := c.Pupil(id)
	return ok && !p.Paused && p.Removed == "" && !c.Settings().Paused
}

// Standing returns the current score.
func (c *Class) Standing() Standing {
	games, scores := c.Games(), c.scores()
	now := c.now.Load() // later, so that it knows the pupils of all these games
	s := Standing{Settings: now.Settings, Undo: now.Undo}
	all := slices.Clone(now.Pupils)
	for i := range all {
		p := &all[i]
		p.Key, p.Seat, p.Score = "", "", scores[p.ID]
		s.Total = s.Total.Plus(p.Score)
		if !s.ShowNames {
			p.Name = p.Animal()
		}
	}
	for _, g := range slices.Backward(games[max(0, len(games)-lastGames):]) {
		did := map[string]string{"win": "lost", "draw": "drew", "loss": "won"}[g.Result]
		s.Last = append(s.Last, Result{all[g.Pupil-1].Name, did})
	}
	slices.SortFunc(all, func(a, b Pupil) int {
		return cmp.Or(strings.Compare(sortKey(a.Name), sortKey(b.Name)), a.ID-b.ID)
	})
	for _, p := range all {
		if p.Removed == "" {
			s.Pupils = append(s.Pupils, p)
		} else {
			s.Removed = append(s.Removed, p)
		}
	}
	return s
}

// Join adds a pupil with an invitation, which is used up, and returns their key. Many pupils from one address are
// slowed down. The error explains what is wrong.
func (c *Class) Join(ctx context.Context, invitation, name, address string) (key string, err error) {
	err = c.change(ctx, func(s *classState) error {
		present := slices.DeleteFunc(slices.Clone(s.Pupils), func(p Pupil) bool { return p.Removed != "" })
		switch {
		case s.Settings.Locked:
			return lab.AsMistake(ErrLocked)
		case !c.invited(invitation):
			return lab.Mistakef("somebody has joined from this browser already: give the code again")
		case len(present) == MaxPupils:
			return lab.Mistakef("the class is full: somebody must be removed first")
		}
		p := Pupil{ID: len(s.Pupils) + 1, Key: rand.Text()}
		if s.Settings.Animals {
			p.Name = s.freeAnimal(p.ID)
		} else if p.Name, err = s.nickname(p.ID, name); err != nil {
			return err
		}
		if wait := c.joining.wait(address, time.Now()); wait > 0 {
			return lab.Mistakef("too many people are joining from here: try again in %s", seconds(wait))
		}
		c.mutex.Lock()
		c.invitations = slices.DeleteFunc(c.invitations, func(k string) bool { return k == invitation })
		c.mutex.Unlock()
		key, s.Pupils = p.Key, append(s.Pupils, p)
		return nil
	})
	return key, err
}

// Set switches a setting, named as in a form, on or off.
func (c *Class) Set(ctx context.Context, name string, on bool) error {
	return c.change(ctx, func(s *classState) error {
		now := &s.Settings
		setting := map[string]*bool{
			"paused": &now.Paused, "locked": &now.Locked, "names": &now.ShowNames, "animals": &now.Animals,
			"no-help": &now.NoHelp,
		}[name]
		if setting == nil {
			return fmt.Errorf("setting %q %w", name, data.ErrNotFound)
		}
		*setting = on
		return nil
	})
}

// ChangeCode replaces the token that admits pupils. Those who have joined stay.
func (c *Class) ChangeCode(ctx context.Context) error {
	return c.change(ctx, func(s *classState) error {
		s.PupilToken = newToken()
		c.mutex.Lock()
		c.invitations = nil
		c.mutex.Unlock()
		return nil
	})
}

// Manage changes a pupil. The actions "pause" and "play" stop them from playing and let them play again, "rename" gives
// them the nickname in text, and "seat" makes a token by which they get a lost place back. "remove" keeps them out, for
// the reason in text, which they can read, and "return" lets them in again. Finished games stay in the class's score.
func (c *Class) Manage(ctx context.Context, id int, do, text string) error {
	err := c.change(ctx, func(s *classState) (err error) {
		if id < 1 || id > len(s.Pupils) {
			return fmt.Errorf("pupil %d %w", id, data.ErrNotFound)
		}
		switch p := &s.Pupils[id-1]; do {
		case "pause", "play":
			p.Paused = do == "pause"
		case "rename":
			p.Name, err = s.nickname(id, text)
		case "seat":
			p.Seat = newToken()
		case "remove":
			p.Removed, p.Seat = text, ""
		case "return":
			p.Removed = ""
			if _, taken := s.nickname(id, p.Name); taken != nil {
				p.Name = s.freeAnimal(id)
			}
		default:
			err = fmt.Errorf("action %q %w", do, data.ErrNotFound)
		}
		return err
	})
	if err == nil && do == "remove" {
		player := Pupil{ID: id}.Player()
		c.Owner().Leave(player)
		c.mutex.Lock()
		delete(c.unfinished, id)
		c.mutex.Unlock()
		c.note(id)
		c.Owner().notify(player)
	}
	return err
}
