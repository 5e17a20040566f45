package view

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"

	"menace/board"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/live"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/symmetry"
)

// Learner is one learner of an experiment, with a game against it. Everything is in the address: the learner, the seed
// of the game and the moves of the person.
type Learner struct {
	Title, Experiment, Home string
	About                   string // description of the learner
	Fields                  []Field
	Wrong                   string // why there is no learner or no game
	Game                    url.Values
	Play                    Play
	Undo, Again             string // addresses, or ""
	Holds                   string // name of the number that it holds for each move
	When                    string // which positions are shown
	Shown                   []Held
}

// Held describes what a learner holds for the moves of a position.
type Held struct {
	Position string
	Squares  []HeldSquare
	Moves    []lab.MoveValue
}

// HeldSquare is a square of a board, with the value of a new piece there, or "".
type HeldSquare struct{ Class, Value string }

const mostGames = 1_000_000 // for which a page trains a learner again; they take a second

// LearnerOf trains the requested learner again, and plays the game in the form.
func LearnerOf(ctx context.Context, l *lab.Lab, e *data.Experiment, filled url.Values) (*Learner, error) {
	p := &Learner{
		Title: "One learner of " + e.Name, Experiment: e.Name,
		Home: "/experiments/" + url.PathEscape(e.Name) + "/learner",
	}
	o := report.UsualLearner
	o.Seed = 1
	p.Fields = Read(report.LearnerTable, &o, filled)
	Find("seed", p.Fields).Without, Find("position", p.Fields).Without = "1", "the last"
	if !Right(p.Fields) {
		return p, nil
	}
	if o.At == lab.AtEnd {
		o.At = min(e.Games, mostGames)
	}
	if o.At > mostGames {
		Find("at", p.Fields).Blame(fmt.Errorf("the page trains a learner for at most %s games; the terminal has "+
			"no limit", words.Count[int64](mostGames)))
		return p, nil
	}
	learner, err := l.Learner(ctx, e, o.Task, o.At)
	if err == nil {
		p.About, p.Holds = learner.About(), learner.Holds
		err = p.play(learner, o, filled)
	}
	if errors.As(err, new(lab.Mistake)) {
		p.Wrong, err = words.Sentence(err.Error())+".", nil
	}
	return p, err
}

// play plays the game in the form, and shows what the learner holds for the position in the form, or for its last move.
func (p *Learner) play(l *lab.Learner, o report.LearnerOptions, filled url.Values) error {
	moves, err := symmetry.ParseMoves(filled.Get("moves"))
	if move := filled.Get("move"); err == nil && move != "" {
		var m symmetry.Move
		m, err = symmetry.ParseMove(move)
		moves = append(moves, m)
	}
	if err != nil {
		return lab.AsMistake(err)
	}
	g := l.Begin(o.Seed)
	for _, m := range moves {
		if err := g.Play(m); err != nil {
			return lab.AsMistake(err)
		}
		l.Answer(g)
	}
	p.Play = PlayOf(live.MatchView{GameView: live.GameView{Game: g, Other: words.You}}, "The learner",
		filled.Get("from"))
	game := func(seed int64, moves []symmetry.Move) url.Values {
		q := Query(p.Fields)
		q.Set("seed", strconv.FormatInt(seed, 10))
		q.Set("moves", symmetry.FormatMoves(moves))
		return q
	}
	p.Game, p.Again = game(o.Seed, moves), p.Home+"?"+game(o.Seed+1, nil).Encode()
	if len(moves) > 0 {
		p.Undo = p.Home + "?" + game(o.Seed, moves[:len(moves)-1]).Encode()
	}
	positions, err := l.Positions(o.Position)
	switch turns := g.Turns(); {
	case o.Position != "":
		p.When = "In " + o.Position
	case len(turns) > 0:
		p.When, positions = "Before its last move", []board.Code{turns[len(turns)-1].Position}
	default:
		p.When = "Before its first move"
	}
	for _, position := range positions {
		p.Shown = append(p.Shown, heldAt(l, position))
	}
	return err
}

func heldAt(l *lab.Learner, position board.Code) Held {
	graph := l.Learner.Graph()
	h := Held{Position: graph.Format(position), Moves: l.Values(position)}
	values := map[board.Square]HeldSquare{}
	for _, m := range h.Moves {
		if to := m.Move.To(); !graph.Steps() {
			values[to] = HeldSquare{square(graph, position.Board().At(to), m.Chance), m.Text(l.Holds)}
		}
	}
	for s := range board.Square(board.Squares) {
		if values[s].Value == "" {
			values[s] = HeldSquare{Class: square(graph, position.Board().At(s), 0)}
		}
		h.Squares = append(h.Squares, values[s])
	}
	return h
}
