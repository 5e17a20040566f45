package games

import (
	"fmt"
	"strconv"
	"strings"

	"menace/symmetry"
)

// Sticks implements Nim with one row of sticks, as classes play it against a machine of cups: the players take one to
// three sticks in turn, and whoever takes the last one loses. The settings are part of the name; see [ParseSticks].
//
// C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901).
type Sticks struct {
	symmetry.Simple[Heap]
	Sticks   int  // at the start
	Most     int  // the most that a move may take
	LastWins bool // taking the last stick wins
	NoCup    bool // a machine takes a single stick without a box
}

// Heap is a position of [Sticks]: the number that is left, and the index of the player to move, 0 or 1.
type Heap struct{ Left, Turn int }

// ParseSticks parses the name of a game: nim, or nim: followed by settings joined with a plus sign, as in nim:7+wins.
// The settings are the number of sticks, 4 to 21; take2, at most two; wins, the last stick wins; nocup, no box for a
// single stick.
func ParseSticks(name string) (Sticks, error) {
	g := Sticks{Sticks: 8, Most: 3}
	_, settings, some := strings.Cut(name, ":")
	for setting := range strings.SplitSeq(settings, "+") {
		n, err := strconv.Atoi(setting)
		switch {
		case !some:
		case err == nil && n >= 4 && n <= 21:
			g.Sticks = n
		case setting == "take2":
			g.Most = 2
		case setting == "wins":
			g.LastWins = true
		case setting == "nocup":
			g.NoCup = true
		default:
			return g, fmt.Errorf("game %q: %q is no number of sticks from 4 to 21, take2, wins or nocup", name, setting)
		}
	}
	return g, nil
}

// Game returns the name of the game with its settings.
func (g Sticks) Game() string {
	name := ""
	for _, s := range []struct {
		on      bool
		setting string
	}{{g.Sticks != 8, strconv.Itoa(g.Sticks)}, {g.Most == 2, "take2"}, {g.LastWins, "wins"}, {g.NoCup, "nocup"}} {
		if s.on {
			name += "+" + s.setting
		}
	}
	return "nim" + strings.Replace(name, "+", ":", 1)
}

// Title returns the name without settings.
func (Sticks) Title() string { return "Nim" }

// Players returns the names of the players.
func (Sticks) Players() [2]string { return [2]string{"Player 1", "Player 2"} }

// HowToPlay returns the rules in words.
func (g Sticks) HowToPlay() string {
	numbers, end := "one, two or three", "loses"
	if g.Most == 2 {
		numbers = "one or two"
	}
	if g.LastWins {
		end = "wins"
	}
	return fmt.Sprintf("The two of you take turns to take %s sticks. Whoever takes the last stick %s.", numbers, end)
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

// Forced reports whether a single stick is taken without a box.
func (g Sticks) Forced(p Heap) bool { return g.NoCup && p.Left == 1 }

// Code counts the sticks that are gone, so that the box of the full row comes first.
func (g Sticks) Code(p Heap) symmetry.Position {
	return symmetry.Position(2*(g.Sticks-p.Left) + p.Turn)
}

// FromCode returns the position with a code. If it cannot arise, its number of sticks is negative.
func (g Sticks) FromCode(c symmetry.Position) Heap { return Heap{g.Sticks - int(c/2), int(c % 2)} }

// Number returns the number of sticks that a move takes.
func (Sticks) Number(n int) symmetry.Move { return symmetry.Move(n) }

// Manner returns [symmetry.Takes].
func (Sticks) Manner() symmetry.Manner { return symmetry.Takes }

// Scene shows a row of sticks, or two rows if there are more than eleven.
func (g Sticks) Scene(p Heap) symmetry.Scene {
	rows := (g.Sticks + 10) / 11
	in := (g.Sticks + rows - 1) / rows
	s := symmetry.Scene{Columns: in, Cells: make([]symmetry.Cell, in*rows), Caption: "{n} sticks", Count: p.Left}
	for i := range g.Sticks {
		s.Cells[i].Piece = map[bool]symmetry.Piece{true: symmetry.Stick, false: symmetry.Gone}[i < p.Left]
	}
	return s
}

// Ending returns [symmetry.TookLast].
func (Sticks) Ending(Heap) symmetry.Ending { return symmetry.TookLast }

// Format formats the number of sticks that are left, such as 5, or 5/2 if the second player is to move.
func (Sticks) Format(p Heap) string { return strconv.Itoa(p.Left) + []string{"", "/2"}[p.Turn] }

// Parse parses a position in the notation of Format.
func (g Sticks) Parse(text string) (p Heap, err error) {
	left, second := strings.CutSuffix(text, "/2")
	p.Turn = map[bool]int{true: 1}[second]
	if p.Left, err = strconv.Atoi(left); err != nil || p.Left < 0 || p.Left > g.Sticks {
		return g.Start(), fmt.Errorf("position %q: write how many sticks are left, and /2 for player 2: 5/2", text)
	}
	return p, nil
}

var _ = register(ForMachines{
	Name: "nim", Place: 2, Machines: both("NIM", "NIM is a machine of cups that learns like MENACE, by Donald Michie."),
	Parse: func(name string) (Parsed, error) {
		g, err := ParseSticks(name)
		return parsed(g), err
	},
	Presets: []Preset{{"nim", "NIM, a machine of seven cups", "Plays Nim: take one to three of eight sticks, and " +
		"leave the last one to the other. It begins, and learns in twenty games.", GardnersRules}},
	Variants: []string{"nim:take2", "nim:wins", "nim:take2+wins"},
})
