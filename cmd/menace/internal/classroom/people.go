package classroom

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/live"
	"menace/data"
)

// MaxPupils is the number of pupils in a class, not counting removed ones.
const MaxPupils = 300

// WithKey returns the pupil with an ID, even a removed one. It reports whether key is the pupil's.
func (s *State) WithKey(id int, key string) (p Pupil, ok bool) {
	found, err := s.Pupil(id)
	if err != nil || !sameSecret(found.KeyHash, data.HashKey(key)) {
		return p, false
	}
	return *found, true
}

// Join adds a pupil with a new key, which the pupil's browser has, and returns the pupil's ID. Joining again with the
// same key changes nothing. former are removed pupils who used the same browser; if there are any, nobody can join in
// it. The number of pupils that a client can add to each class is limited.
func (c *Class) Join(ctx context.Context, key, name string, former []Pupil, client string) (id int, err error) {
	err = c.change(ctx, func(s *State) (err error) {
		p := Pupil{ID: len(s.Pupils) + 1, KeyHash: data.HashKey(key)}
		joined := slices.IndexFunc(s.Pupils, func(p Pupil) bool { return sameSecret(p.KeyHash, data.HashKey(key)) })
		switch {
		case joined >= 0:
			id = joined + 1
			return nil
		case !isKey(key):
			return refuse(language.NewMessage("the form was not complete: try again"))
		case len(former) > 0:
			return refuse(language.NewMessage("your teacher has removed {name}: only your teacher can change that",
				"name", former[0].Name))
		case s.Locked:
			return errLocked
		case s.present() == MaxPupils:
			return refuse(language.NewMessage("the class is full: your teacher must remove somebody first"))
		case s.Animals:
			p.Name = s.freeAnimal(p.ID)
		default:
			if p.Name, err = s.freeNickname(p.ID, name); err != nil {
				return err
			}
		}
		if wait := c.classes.joining.wait(fmt.Sprint(c.ID(), client), c.classes.now()); wait > 0 {
			return refuse(language.NewMessage("too many people are joining from here: try again in {n} seconds",
				"n", seconds(wait)))
		}
		s.Pupils = append(s.Pupils, p)
		id = p.ID
		return nil
	})
	return id, err
}

// GiveBack gives a pupil's place to a browser with a new key, which replaces the previous key. It uses up the code.
func (c *Class) GiveBack(ctx context.Context, id int, code string) (key string, err error) {
	key = rand.Text()
	err = c.change(ctx, func(s *State) error {
		p, err := s.Pupil(id)
		if err != nil {
			return err
		}
		if !sameSecret(p.PlaceCode, code) {
			return errWrongCode
		}
		p.KeyHash, p.PlaceCode = data.HashKey(key), ""
		return nil
	})
	if err != nil {
		return "", err
	}
	return key, nil
}

// Set switches a setting, given by its name in forms, on or off.
func (c *Class) Set(ctx context.Context, name string, on bool) error {
	return c.change(ctx, func(s *State) error {
		setting := map[string]*bool{
			"paused": &s.Paused, "locked": &s.Locked, "names": &s.ShowNames, "animals": &s.Animals,
			"no-hints": &s.NoHints, "no-undo": &s.NoUndo, "paper": &s.Paper,
		}[name]
		if setting == nil {
			return fmt.Errorf("setting %q %w", name, data.ErrNotFound)
		}
		*setting = on
		return nil
	})
}

// NewCode draws a new code. The previous code becomes invalid.
func (c *Class) NewCode(ctx context.Context) error {
	code, err := c.classes.freeCode(ctx)
	if err != nil {
		return err
	}
	return c.change(ctx, func(s *State) error { s.Code = code; return nil })
}

// SetLanguage gives the class the language with this tag.
func (c *Class) SetLanguage(ctx context.Context, tag string) error {
	return c.change(ctx, func(s *State) error {
		if _, ok := language.Find(tag); !ok {
			return fmt.Errorf("language %q %w", tag, data.ErrNotFound)
		}
		s.Language = tag
		return nil
	})
}

// Manage changes a pupil. "pause" and "play" stop pupils from playing and let them play again, "rename" changes the
// nickname, and "place" creates a code that restores a lost place. "remove" removes a pupil and locks the class,
// because another browser could otherwise bring the pupil back at once; "return" readmits a removed pupil. Finished
// games stay in the class's score.
func (c *Class) Manage(ctx context.Context, id int, do, wanted string) error {
	err := c.change(ctx, func(s *State) error {
		p, err := s.Pupil(id)
		if err != nil {
			return err
		}
		switch do {
		case "pause", "play":
			p.Paused = do == "pause"
		case "rename":
			p.Name, err = s.freeNickname(id, wanted)
		case "place":
			p.PlaceCode = c.classes.newPlaceCode()
		case "remove":
			p.Removed, p.PlaceCode, p.Unfinished = true, "", live.Unfinished{}
			s.Locked = true
		case "return":
			p.Removed = false
			if _, taken := s.freeNickname(id, p.Name); taken != nil {
				p.Name = s.freeAnimal(id)
			}
		default:
			err = fmt.Errorf("action %q %w", do, data.ErrNotFound)
		}
		return err
	})
	if err == nil && do == "remove" {
		c.MachineOf(id).Leave(id)
	}
	return err
}
