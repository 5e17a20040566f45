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

// Play is the board, with what happened and what the viewer can do.
type Play struct {
	Told    []string
	Squares []Button // of the board
	Moves   []Button // possible moves, in games whose pieces step from square to square
	Lessons []Lesson
	Score   string
	Total   string // Michie's running total
	Learn   bool
	On      bool // the game is not over
	Yours   bool // the viewer plays in it
	Asks    bool // a hint is possible
	Watches bool // an opponent plays instead of the viewer
	Passing bool // the game is one of many that pass too fast to follow
	Busy    bool // no game can begin: the machine is training, or bankrupt

	Opposite string // the opponent in new games
	Opened   *Box   // the box that the machine opened last, or nil
	Drawn    symmetry.Move
}

// Button is a square of the board, or a move that can be made.
type Button struct {
	Number int
	Move   string // the move that it makes
	Class  string
	Label  string // its text
	Shows  string // the piece in words
	Worth  string // in perfect play, if a hint was asked for
	Free   bool
}

// Lesson is the change of a box after a game.
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
		drawable := g.Graph().Drawable()
		p.Score = words.Standing(m.Score, cmp.Or(m.Opposite, words.You), drawable)
		p.Total = words.Total(m.Score, drawable)
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

// tied keeps percent signs on the line of their number.
func tied(lines []string) []string {
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], " %", "\u00a0%")
	}
	return lines
}

// squaresOf returns the squares of the board. Those that the viewer can take are free.
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

// movesOf returns the possible moves.
func movesOf(shown live.MatchView) (all []Button) {
	for _, m := range shown.Game.Graph().MovesFrom(shown.Game.Position()) {
		all = append(all, Button{Move: m.String(), Free: true, Worth: worth(shown, m)})
	}
	return all
}

// worth returns the value of a move in a word, if a hint was requested.
func worth(shown live.MatchView, m symmetry.Move) string {
	if shown.Hint == nil {
		return ""
	}
	return [...]string{"loses", "draws", "wins"}[1+shown.Hint.Worth[m]]
}

// lessons describes the changes of the boxes of a game.
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

// million is a number of beads so long that a line has room for only one.
const million = 1_000_000

// Disable disables all squares and buttons.
func (p *Play) Disable() {
	p.On, p.Yours, p.Asks, p.Busy, p.Moves = false, false, false, true, nil
	for i := range p.Squares {
		p.Squares[i].Free, p.Squares[i].Label, p.Squares[i].Worth = false, "", ""
	}
}
