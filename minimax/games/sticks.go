package games

import (
	"fmt"
	"strconv"
	"strings"

	"menace/symmetry"
)

// Sticks implements Nim with one row of sticks, as classes play it against a machine of cups: the players take one to
// three sticks in turn, and whoever takes the last one loses. It has settings, which are part of its name; see
// [ParseSticks].
//
// C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901).
type Sticks struct {
	Sticks   int  // at the start
	Most     int  // that a move may take
	LastWins bool // whoever takes the last stick wins
	NoCup    bool // a machine takes a single stick without a box
}

// Limits of [Sticks].
const (
	MinSticks = 4
	MaxSticks = 21
)

const sticksName = "nim"

// usualSticks are the settings that a name need not mention.
var usualSticks = Sticks{Sticks: 8, Most: 3}

// ParseSticks parses the name of a game: nim, or nim: with settings joined by a plus sign. They are the number of
// sticks, take2 if a move takes at most two, wins if the last stick wins, and nocup if no box is needed for a single
// stick; as in nim:7+wins.
func ParseSticks(name string) (Sticks, error) {
	g := usualSticks
	_, settings, some := strings.Cut(name, ":")
	for _, setting := range strings.Split(settings, "+") {
		n, err := strconv.Atoi(setting)
		switch {
		case !some:
		case err == nil && n >= MinSticks && n <= MaxSticks:
			g.Sticks = n
		case err == nil:
			return g, fmt.Errorf("game %q: %d is not a number of sticks between %d and %d", name, n, MinSticks,
				MaxSticks)
		case setting == "take2":
			g.Most = 2
		case setting == "wins":
			g.LastWins = true
		case setting == "nocup":
			g.NoCup = true
		default:
			return g, fmt.Errorf("game %q: %q is not a number of sticks, take2, wins or nocup", name, setting)
		}
	}
	return g, nil
}

// Game returns the name of the game with its settings.
func (g Sticks) Game() string {
	var settings []string
	if g.Sticks != usualSticks.Sticks {
		settings = append(settings, strconv.Itoa(g.Sticks))
	}
	for _, s := range []struct {
		on   bool
		name string
	}{{g.Most == 2, "take2"}, {g.LastWins, "wins"}, {g.NoCup, "nocup"}} {
		if s.on {
			settings = append(settings, s.name)
		}
	}
	if settings == nil {
		return sticksName
	}
	return sticksName + ":" + strings.Join(settings, "+")
}

// Players returns the names of the players.
func (Sticks) Players() [2]string { return [2]string{"Player 1", "Player 2"} }

// HowToPlay returns the rules in words.
func (g Sticks) HowToPlay() string {
	last := map[bool]string{false: "loses", true: "wins"}[g.LastWins]
	most := map[int]string{2: "one or two", 3: "one, two or three"}[g.Most]
	return fmt.Sprintf("The two of you take turns to take %s sticks. Whoever takes the last stick %s.", most, last)
}

// Heap is a position of [Sticks].
type Heap struct {
	Left int
	Turn int // 0 or 1: the index of the player to move
}

// Start returns all sticks.
func (g Sticks) Start() Heap { return Heap{Left: g.Sticks} }

// Moves appends the numbers of sticks that can be taken.
func (g Sticks) Moves(p Heap, moves []int) []int {
	for n := range min(g.Most, p.Left) {
		moves = append(moves, n+1)
	}
	return moves
}

// Apply takes sticks.
func (Sticks) Apply(p Heap, n int) Heap { return Heap{p.Left - n, 1 - p.Turn} }

// Finished reports whether no stick is left.
func (Sticks) Finished(p Heap) bool { return p.Left == 0 }

// Payoff returns the payoff to the player who did not take the last stick.
func (g Sticks) Payoff(Heap) int {
	if g.LastWins {
		return -1
	}
	return 1
}

// Estimate returns 0.
func (Sticks) Estimate(Heap) int { return 0 }

// Weight returns 1.
func (Sticks) Weight() int { return 1 }

// Forced reports whether a single stick is taken without a box.
func (g Sticks) Forced(p Heap) bool { return g.NoCup && p.Left == 1 }

// Code counts sticks that are gone, so that boxes are numbered from the full row on.
func (g Sticks) Code(p Heap) symmetry.Position {
	return symmetry.Position(2*(g.Sticks-p.Left) + p.Turn)
}

// FromCode returns the position with a code. If it cannot arise, fewer than no sticks are left.
func (g Sticks) FromCode(c symmetry.Position) Heap {
	return Heap{Left: g.Sticks - int(c/2), Turn: int(c % 2)}
}

// Name formats a move: how many sticks it takes.
func (Sticks) Name(n int) string { return strconv.Itoa(n) }

// Number returns the number of sticks that a move takes.
func (Sticks) Number(n int) symmetry.Move { return symmetry.Move(n) }

// Symmetries returns the identity.
func (Sticks) Symmetries() []symmetry.Transform { return []symmetry.Transform{symmetry.Identity} }

// Transform returns the position.
func (Sticks) Transform(p Heap, _ symmetry.Transform) Heap { return p }

// Manner returns [symmetry.Takes].
func (Sticks) Manner() symmetry.Manner { return symmetry.Takes }

// maxColumns is the largest number of sticks beside each other.
const maxColumns = 11

// Scene shows a row of sticks, or two rows of more than eleven.
func (g Sticks) Scene(p Heap) symmetry.Scene {
	rows := (g.Sticks + maxColumns - 1) / maxColumns
	columns := (g.Sticks + rows - 1) / rows
	cells := make([]symmetry.Cell, columns*rows)
	for i := range g.Sticks {
		cells[i].Piece = symmetry.Gone
		if i < p.Left {
			cells[i].Piece = symmetry.Stick
		}
	}
	return symmetry.Scene{Columns: columns, Cells: cells}
}

// Ending returns [symmetry.TookLast].
func (Sticks) Ending(Heap) symmetry.Ending { return symmetry.TookLast }

// Format formats the number of sticks that are left, such as 5, or 5/2 if the second player is to move.
func (Sticks) Format(p Heap) string {
	if p.Turn == 1 {
		return fmt.Sprintf("%d/2", p.Left)
	}
	return strconv.Itoa(p.Left)
}

// Parse parses a position in the notation of Format.
func (g Sticks) Parse(text string) (p Heap, err error) {
	left, second := strings.CutSuffix(text, "/2")
	if second {
		p.Turn = 1
	}
	if p.Left, err = strconv.Atoi(left); err != nil || p.Left < 0 || p.Left > g.Sticks {
		return g.Start(), fmt.Errorf("position %q: write how many of the %d sticks are left, and /2 if the second "+
			"player is to move, as in 5/2", text, g.Sticks)
	}
	return p, nil
}
