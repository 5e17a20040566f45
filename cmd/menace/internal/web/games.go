package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"menace/arena/match"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// played is the games that people played against a machine, a page of them.
type played struct {
	Title, Name  string
	Count        int
	Games        []game
	Newer, Older int // pages, from 1 on, or 0
}

// game is a stored game as it is told.
type game struct {
	data.Game
	When, End string
}

// aPage is how many games a page of them has.
const aPage = 50

// games lists the games that people played against a machine, the newest first.
func (s *Server) games(w http.ResponseWriter, r *http.Request) error {
	a, err := s.lab.Agent(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	all, err := s.lab.Games(r.Context(), a)
	if err != nil {
		return err
	}
	slices.Reverse(all)
	pages := max(1, (len(all)+aPage-1)/aPage)
	number, _ := strconv.Atoi(r.FormValue("page"))
	number = min(max(number, 1), pages)
	shown := played{Title: "Games of " + a.Name, Name: a.Name, Count: len(all), Newer: number - 1}
	if number < pages {
		shown.Older = number + 1
	}
	for _, g := range all[(number-1)*aPage : min(number*aPage, len(all))] {
		shown.Games = append(shown.Games, gameOf(a, g))
	}
	return s.show(w, http.StatusOK, "games.html", shown)
}

// gameOf tells of a stored game.
func gameOf(a *data.Agent, g data.Game) game {
	side := a.Machine.Rules().Plays
	return game{g, g.Played.Local().Format(time.DateTime), words.Ending(g.End(side), g.Resigner(side), side, aPerson)}
}

// aPerson is who played against a machine in a stored game.
const aPerson = "The person"

// replay is a stored game after some of its moves.
type replay struct {
	Title, Name, Head string
	ID                int64
	Move, Last        int           // moves made, and of the whole game
	Squares           template.HTML // of the board
	Position          string
	Told              []string
	Box               *box // that the machine opened last, as it then was; or nil
	Forgotten         bool // what the boxes held is not stored
}

// Back and Next return how many moves are made one move before and after.
func (r replay) Back() int { return max(r.Move-1, 0) }
func (r replay) Next() int { return min(r.Move+1, r.Last) }

// replay shows a stored game after some of its moves.
func (s *Server) replay(w http.ResponseWriter, r *http.Request) error {
	a, err := s.lab.Agent(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return errNowhere
	}
	move, _ := strconv.Atoi(r.FormValue("move"))
	shown, err := s.replayed(r.Context(), a, id, move)
	if errors.As(err, new(*lab.UnknownError)) {
		return fmt.Errorf("%w: %w", errNowhere, err)
	}
	if err != nil {
		return err
	}
	return s.show(w, http.StatusOK, "game.html", shown)
}

// replayed describes a stored game after some of its moves.
func (s *Server) replayed(ctx context.Context, a *data.Agent, id int64, move int) (*replay, error) {
	g, steps, err := s.lab.Replay(ctx, a, id)
	if err != nil {
		return nil, err
	}
	then, turns, err := lab.Then(a, g, steps)
	if err != nil {
		return nil, err
	}
	graph, side := a.Machine.Graph(), a.Machine.Rules().Plays
	r := &replay{
		Title: fmt.Sprintf("Game %d of %s", id, a.Name), Name: a.Name, ID: id, Last: len(steps), Move: min(max(move, 0), len(steps)),
		Head: fmt.Sprintf("Played %s: MENACE plays %s, a person %s. The seed was %d.",
			g.Played.Local().Format(time.DateTime), graph.Player(side), graph.Player(side.Other()), g.Seed),
	}
	position := graph.Code(symmetry.Start)
	if r.Move > 0 {
		position = steps[r.Move-1].Position
	}
	r.Position, r.Squares = graph.Format(position), squares(graph, position, [9]float64{})
	for n, step := range steps[:r.Move] {
		r.tell(n, step.Move, side, turns)
		r.open(then, turns, n)
	}
	if r.Move == r.Last {
		if turn, gaveUp := turns[r.Last]; gaveUp {
			r.Told = append(r.Told, words.Turn(turn))
			r.open(then, turns, r.Last)
		}
		r.Told = append(r.Told, words.Ending(g.End(side), g.Resigner(side), side, aPerson))
	}
	r.Forgotten = g.Boxes == "" && len(steps) > 0
	return r, nil
}

// tell says which move was made, counted from 0.
func (r *replay) tell(n int, m symmetry.Move, side symmetry.Side, turns map[int]match.Turn) {
	who := aPerson
	if symmetry.Turn(n) == side {
		who = "MENACE"
	}
	said := fmt.Sprintf("%s takes %v.", who, m)
	if turn, ok := turns[n]; ok {
		said = words.Turn(turn)
	}
	r.Told = append(r.Told, said)
}

// open opens the box of a turn, if the machine opened one.
func (r *replay) open(then *menace.Machine, turns map[int]match.Turn, n int) {
	if turn, ok := turns[n]; ok {
		b := openedAt(then, turn)
		r.Box = &b
	}
}

// Score tells a stored game in a word.
func (g game) Score() string { return strings.TrimSuffix(g.End, ".") }
