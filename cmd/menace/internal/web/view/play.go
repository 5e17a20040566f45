package view

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"menace/arena/match"
	"menace/board"
	"menace/cmd/menace/internal/live"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/symmetry"
)

// Play is the board with what happens at it.
type Play struct {
	Told    []string
	Squares []Button // of the board
	Moves   []Button // where pieces step from square to square, those that can be made
	Lessons []Lesson
	Score   string
	Total   string // Michie's, after the score
	Learn   bool
	On      bool // a game that is not over
	Yours   bool // it is, and you move in it
	Asks    bool // the perfect player can be asked
	Watches bool // another plays in it instead of you
	Passing bool // it is one of many that pass
	Busy    bool // no game can begin: the machine is training, or bankrupt

	Opposite string // who is to play against the machine
	Opened   *Box   // the box that the machine opened last, or nil
	Drawn    symmetry.Move
}

// Button is a square of the board, or a move that can be made.
type Button struct {
	Number int
	Move   string // that it makes
	Class  string
	Label  string // what is written on it
	Shows  string // for those who do not see the piece
	Worth  string // in perfect play, if a hint was asked for
	Free   bool
}

// Lesson is what became of a box.
type Lesson struct {
	Code     board.Code
	Position string
	Move     symmetry.Move
	Colour   int
	Change   string // of the beads like the one drawn
	Beads    string
}

// PlayOf describes a match.
func PlayOf(m live.MatchView) Play {
	p := Play{Told: tied(m.Text()), Learn: m.Learn, Busy: m.Busy, Watches: m.Watches, Passing: m.Passing}
	p.Opposite = cmp.Or(m.Opposite, strings.ToLower(words.You))
	g := m.Game
	if g == nil {
		return p
	}
	p.On = !g.Over() && !p.Busy
	p.Yours, p.Asks = p.On && !p.Watches, p.On && !g.MachineMoves()
	p.Squares = squaresOf(m, p.Yours)
	if g.Graph().Steps() && p.Yours {
		p.Moves = movesOf(m)
	}
	switch {
	case m.Passing:
		p.Score = words.Ending(g.Outcome(), g.Resigned(), g.Side(), m.Other)
	case m.Score.Games() > 0:
		p.Score, p.Total = words.Standing(m.Score, cmp.Or(m.Opposite, words.You), g.Graph().Drawable()), words.Total(m.Score, g.Graph().Drawable())
	}
	if turns := g.Turns(); len(turns) > 0 {
		last := turns[len(turns)-1]
		machine := g.Machine()
		opened := OpenedAt(&machine, last)
		p.Opened = &opened
	}
	if m.Ended != nil {
		p.Lessons = lessons(g, m.Ended.Lessons)
	}
	return p
}

// tied keeps percent signs in the line of their number.
func tied(lines []string) []string {
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], " %", "\u00a0%")
	}
	return lines
}

// squaresOf returns the squares of the board: those that can be taken while the game is on are free.
func squaresOf(shown live.MatchView, on bool) []Button {
	g := shown.Game
	position, played := g.Position(), g.Moves()
	squares := make([]Button, board.Squares)
	for i := range squares {
		s := board.Square(i)
		at := position.Board().At(s)
		b := Button{Number: s.Number(), Class: square(g.Graph(), at, 0), Shows: "empty"}
		if at != board.Empty {
			b.Shows = g.Graph().Player(symmetry.Owner(at))
		}
		if at == board.Empty && on {
			b.Label = strconv.Itoa(s.Number())
		}
		if m := symmetry.Place(s); on && slices.Contains(g.Graph().MovesFrom(position), m) {
			b.Move, b.Free, b.Worth = m.String(), true, worth(shown, m)
			b.Label = cmp.Or(b.Worth, b.Label)
		}
		if n := len(played); n > 0 && played[n-1].To() == s {
			b.Class += " last"
		}
		squares[i] = b
	}
	return squares
}

// movesOf returns the moves that can be made.
func movesOf(shown live.MatchView) (all []Button) {
	for _, m := range shown.Game.Graph().MovesFrom(shown.Game.Position()) {
		all = append(all, Button{Move: m.String(), Free: true, Worth: worth(shown, m)})
	}
	return all
}

// worth says what a move is worth, if a hint was asked for.
func worth(shown live.MatchView, m symmetry.Move) string {
	if shown.Hint == nil {
		return ""
	}
	return [...]string{"loses", "draws", "wins"}[1+shown.Hint.Worth[m]]
}

// lessons describes what became of the boxes of a game.
func lessons(g *match.Game, learned []match.Lesson) (all []Lesson) {
	for _, l := range learned {
		orbit, _ := g.Graph().Find(l.Position)
		beads := words.Change(l.Beads, l.BeadsAfter)
		if l.Beads >= million {
			beads = words.Count(l.BeadsAfter)
		}
		all = append(all, Lesson{
			Code: g.Graph().Code(orbit), Position: g.Graph().Format(l.Position), Move: l.Move, Colour: menace.Colour(l.Move),
			Change: words.Gain(l.BeadsAfter - l.Beads), Beads: beads,
		})
	}
	return all
}

// million is a number of beads that fits into a line once only.
const million = 1_000_000

// Disable disables all squares and buttons.
func (p *Play) Disable() {
	p.On, p.Yours, p.Asks, p.Busy, p.Moves = false, false, false, true, nil
	for i := range p.Squares {
		p.Squares[i].Free, p.Squares[i].Label, p.Squares[i].Worth = false, "", ""
	}
}
