package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"menace/arena/match"
	"menace/board"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/words"
)

// askForMove asks the person for input until a move is made or taken back, or the game is given up.
func (t *table) askForMove(ctx context.Context, g *match.Game) error {
	t.con.Board(g.Board())
	for {
		word, err := t.ask(ctx, fmt.Sprintf("Your move, %s (h for help): ", console.Stone(g.Mark().Other())))
		if err != nil {
			return err
		}
		if done, err := t.obey(word, g); done || err != nil {
			return err
		}
	}
}

// askToGoOn waits at a terminal until the person has read how a game ended.
func (t *table) askToGoOn(ctx context.Context) error {
	if !t.con.Typed() {
		return nil
	}
	word, err := t.ask(ctx, "\nPress Enter for the next game, or q to leave: ")
	if err == nil && quitKey.is(word) {
		return errLeft
	}
	return err
}

// ask returns the next line without the spaces around it. At the end of the input it returns errLeft.
func (t *table) ask(ctx context.Context, prompt string) (string, error) {
	t.con.Print("%s", prompt)
	line, err := t.lines.Next(ctx)
	if errors.Is(err, io.EOF) {
		t.con.Print("\n")
		return "", errLeft
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("cannot read the moves: %w", err)
	}
	line = strings.TrimSpace(line)
	if !t.con.Typed() && err == nil {
		t.con.Print("%.40s\n", line)
	}
	return line, err
}

// obey does what a line asks for, and reports whether the board has changed or the game is over.
func (t *table) obey(word string, g *match.Game) (done bool, err error) {
	if number, err := strconv.Atoi(word); err == nil {
		return t.take(number, g), nil
	}
	for _, k := range keys() {
		if k.is(word) {
			return k.act(t, g)
		}
	}
	if word == "" {
		t.con.Say("Type the number of an empty square and press Enter; h lists the other keys.")
	} else {
		t.con.Say("I do not know %.20q. A move is a number from 1 to 9; h lists the other keys.", word)
	}
	return false, nil
}

// take plays the square of a number, or says why not.
func (t *table) take(number int, g *match.Game) bool {
	if number < 1 || number > board.Squares {
		t.con.Say("There is no square %d: the squares are 1 to 9.", number)
		return false
	}
	if err := g.Play(board.Square(number - 1)); err != nil {
		t.con.Say("%s; free: %s.", words.Sentence(err.Error()), numbers(g.Board().Empty(), "and"))
		return false
	}
	return true
}

// numbers lists squares, as in "1, 2 and 5".
func numbers(squares board.Mask, last string) string {
	var list []string
	for s := range squares.All() {
		list = append(list, strconv.Itoa(s.Number()))
	}
	return english.WordSeries(list, last)
}
