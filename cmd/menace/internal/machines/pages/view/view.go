// Package view prepares the values that templates show: machines, boxes, boards, games and figures.
//
// It answers no requests and knows no templates. The only HTML that it generates is the squares of small boards.
package view

import (
	"time"

	"menace/cmd/menace/internal/sentences"
	"menace/menace"
	"menace/menace/arena"
)

// Summary describes a machine, as lists of machines and the head of its page show it.
type Summary struct {
	In              sentences.In
	*menace.Machine // nil if it cannot be read
	Name            string
	Tally           arena.Tally
	Changed         time.Time // when it last played or trained; zero if not known
	Damaged         string    // error message if it cannot be read
	ChangedOutside  bool      // another program has changed it
}

func (c Summary) Strength() arena.Point { return arena.Measure(c.Machine, c.Rules().Plays, c.Tally) }

// Skill describes the strength in a sentence.
func (c Summary) Skill() string { return c.In.Skill(c.Strength()) }

func (c Summary) Kind() string { return c.In.Kind(c.Rules()) }

// Game returns the name of the game.
func (c Summary) Game() string { return c.In.Name(c.Graph().Name()) }

func (c Summary) Piece() string { return c.In.Player(c.Graph(), c.Rules().Plays) }

// HasFewBoxes reports whether the machine has so few boxes that a page shows them large.
func (c Summary) HasFewBoxes() bool { return c.Boxes() <= 40 }

func (c Summary) Opening() Box {
	return BoxOf(c.In, c.Machine, c.Graph().Code(c.Openings()[0]))
}
