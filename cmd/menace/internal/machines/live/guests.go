package live

import (
	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/sentences"
	"menace/data"
	"menace/menace/arena"
)

// Guests governs the matches of guests against a machine. If there is none, guests may do whatever the rules of the
// game allow, and their games are stored without names.
//
// All methods but Resume are called with the match's mutex held. They must not wait for the database. Lock order: never
// take a mutex that is held around calls into this package.
type Guests interface {
	// Resume returns a guest's score from before this process, from the view of the machine, and the unfinished game to
	// continue, if any. It is called once, before the match exists.
	Resume(player int) (score arena.Tally, unfinished Unfinished)

	// Allow reports whether a guest may act in a match now. If not, it may return a message to the guest. Beginning a
	// new game resigns the current one.
	Allow(player int, do Action, match *MatchView) (ok bool, why sentences.Sentence)

	// Sign records in a finished game, before it is stored, which player played it.
	Sign(player int, g *data.PlayedGame)

	// Changed is called when the position of a guest's game has changed.
	Changed(player int)

	// Ended is called when a guest's game has ended and has been stored.
	Ended(player int, g data.PlayedGame)

	// Language returns the language of pages about the machine, or nil if each visitor has their own.
	Language() *language.Language
}

// Action is something that a player can do in a match.
type Action int

const (
	Move Action = iota
	TakeBack
	SeeHint
	Resign
	Begin // another game
)

// Unfinished holds the data needed to continue an unfinished game. The zero value means that there is none.
type Unfinished struct {
	Seed  int64
	Moves string // in the notation of [data.PlayedGame]
}

// SetGuests sets the rules for all matches of guests that begin from now on.
func (m *Machine) SetGuests(p Guests) { m.guests.Store(&p) }

// Language returns the language of pages about the machine, or nil if each visitor has their own.
func (m *Machine) Language() *language.Language {
	if p := m.guests.Load(); p != nil {
		return (*p).Language()
	}
	return nil
}

// guests returns the rules for guests that apply to the match, or nil.
func (m *Match) guests() Guests {
	if p := m.machine.guests.Load(); p != nil && m.player != Host {
		return *p
	}
	return nil
}

// allows reports whether the player may act now. If not, it leaves a message.
func (m *Match) allows(do Action) (ok bool) {
	p := m.guests()
	if p == nil {
		return true
	}
	ok, m.now.Message = p.Allow(m.player, do, &m.now)
	return ok
}
