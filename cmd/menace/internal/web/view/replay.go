package view

import (
	"fmt"
	"html/template"
	"strings"
	"time"

	"menace/arena/match"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// Game is a stored game in a list.
type Game struct {
	data.Game
	When, End string
}

// GameOf describes a stored game.
func GameOf(a *data.Agent, g data.Game) Game {
	side := a.Machine.Rules().Plays
	return Game{g, g.Played.Local().Format(time.DateTime), words.Ending(g.End(side), g.Resigner(side), side, aPerson)}
}

// Score returns the result of the game.
func (g Game) Score() string { return strings.TrimSuffix(g.End, ".") }

// aPerson names the opponent of the machine in a stored game.
const aPerson = "The person"

// Replay is a stored game after some of its moves.
type Replay struct {
	Title, Name, Head string
	ID                int64
	Move, Last        int           // moves made, and of the whole game
	Squares           template.HTML // of the board
	Position          string
	Messages          []string
	Box               *Box // that the machine opened last, as it then was; or nil
	Forgotten         bool // what the boxes held is not stored
}

// Back and Next return how many moves are made one move before and after.
func (r Replay) Back() int { return max(r.Move-1, 0) }
func (r Replay) Next() int { return min(r.Move+1, r.Last) }

// ReplayOf describes a stored game of an agent, whose moves are the steps, after some of them.
func ReplayOf(a *data.Agent, g data.Game, steps []symmetry.Played, move int) (*Replay, error) {
	then, turns, err := lab.Then(a, g, steps)
	if err != nil {
		return nil, err
	}
	graph, side := a.Machine.Graph(), a.Machine.Rules().Plays
	r := &Replay{
		Title: fmt.Sprintf("Game %d of %s", g.ID, a.Name), Name: a.Name, ID: g.ID,
		Last: len(steps), Move: min(max(move, 0), len(steps)),
		Head: fmt.Sprintf("Played %s: %s plays %s, a person %s. The seed was %d.",
			g.Played.Local().Format(time.DateTime), words.Called(graph, side), graph.Player(side),
			graph.Player(side.Other()), g.Seed),
	}
	position := graph.Code(symmetry.Start)
	if r.Move > 0 {
		position = steps[r.Move-1].Position
	}
	r.Position, r.Squares = graph.Format(position), squares(graph, position, [9]float64{})
	for n, step := range steps[:r.Move] {
		r.describe(n, step.Move, side, turns)
		r.open(then, turns, n)
	}
	if r.Move == r.Last {
		if turn, gaveUp := turns[r.Last]; gaveUp {
			r.Messages = append(r.Messages, words.Turn(turn))
			r.open(then, turns, r.Last)
		}
		r.Messages = append(r.Messages, words.Ending(g.End(side), g.Resigner(side), side, aPerson))
	}
	r.Messages = tied(words.Called(graph, side), r.Messages...)
	r.Forgotten = g.Boxes == "" && len(steps) > 0
	return r, nil
}

// describe adds a sentence about a move, counted from 0.
func (r *Replay) describe(n int, m symmetry.Move, side symmetry.Side, turns map[int]match.Turn) {
	who := aPerson
	if symmetry.Turn(n) == side {
		who = "MENACE"
	}
	said := fmt.Sprintf("%s takes %v.", who, m)
	if turn, ok := turns[n]; ok {
		said = words.Turn(turn)
	}
	r.Messages = append(r.Messages, said)
}

// open opens the box of a turn, if the machine opened one.
func (r *Replay) open(then *menace.Machine, turns map[int]match.Turn, n int) {
	if turn, ok := turns[n]; ok {
		b := OpenedAt(then, turn)
		r.Box = &b
	}
}
