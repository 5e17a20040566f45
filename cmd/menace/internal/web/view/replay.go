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
	When, Ended string
}

func GameOf(a *data.Agent, g data.Game) Game {
	rules := a.Machine.Rules()
	return Game{g, g.Played.Local().Format(time.DateTime), strings.TrimSuffix(ending(rules, g), ".")}
}

func ending(rules menace.Rules, g data.Game) string {
	side := rules.Plays
	return words.Ending(words.Called(rules), g.End(side), g.Resigner(side), side, aPerson)
}

const aPerson = "The person" // opponent of the machine in a stored game

// Replay is a stored game after some of its moves.
type Replay struct {
	Title, Name, Head string
	ID                int64
	Move, Last        int           // moves made, and moves of the whole game
	Squares           template.HTML // the board
	Position          string
	Messages          []string
	Box               *Box // the box that the machine opened last, at that time, or nil
	Forgotten         bool // the contents of the boxes are not stored
}

// Back and Next return the number of moves made one move before and after.
func (r Replay) Back() int { return max(r.Move-1, 0) }
func (r Replay) Next() int { return min(r.Move+1, r.Last) }

// ReplayOf describes a stored game of an agent after some of its moves, which are given by steps.
func ReplayOf(a *data.Agent, g data.Game, steps []symmetry.Played, move int) (*Replay, error) {
	then, turns, err := lab.Then(a, g, steps)
	if err != nil {
		return nil, err
	}
	graph, rules := a.Machine.Graph(), a.Machine.Rules()
	side, machine := rules.Plays, words.Called(rules)
	r := &Replay{
		Title: fmt.Sprintf("Game %d of %s", g.ID, a.Name), Name: a.Name, ID: g.ID,
		Last: len(steps), Move: min(max(move, 0), len(steps)),
		Head: fmt.Sprintf("Played %s: %s plays %s, a person %s. The seed was %d.",
			g.Played.Local().Format(time.DateTime), machine, graph.Player(side), graph.Player(side.Other()), g.Seed),
		Forgotten: g.Boxes == "" && len(steps) > 0,
	}
	open := func(turn match.Turn) {
		r.Messages = append(r.Messages, words.Turn(machine, turn))
		r.Box = new(OpenedAt(then, turn))
	}
	position := graph.Code(symmetry.Start)
	for n, step := range steps[:r.Move] {
		position = step.Position
		if turn, ok := turns[n]; ok {
			open(turn)
			continue
		}
		who := aPerson
		if symmetry.Turn(n) == side {
			who = machine
		}
		r.Messages = append(r.Messages, words.Plays(who, step.Move)+".")
	}
	r.Position, r.Squares = graph.Format(position), squares(graph, position, [9]float64{})
	if r.Move == r.Last {
		if turn, gaveUp := turns[r.Last]; gaveUp {
			open(turn)
		}
		r.Messages = append(r.Messages, ending(rules, g)+words.Why(graph, position))
	}
	return r, nil
}
