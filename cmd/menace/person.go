package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"menace/arena/match"
	"menace/board"
	"menace/data"
)

// person is somebody at the terminal, or a script in the place of one.
type person struct {
	*sitting
	db    *data.DB
	lines *lines
	typed bool // the input is a terminal, which shows what is typed
}

// receive plays a match of a person against an agent.
func (p *program) receive(ctx context.Context, db *data.DB, a *data.Agent, o playOptions) error {
	s := p.sitDown(a, o)
	reading, stop := context.WithCancel(ctx)
	defer stop()
	s.opposite = &person{s, db, readLines(reading, p.stdin), isTerminal(p.stdin)}
	s.greet()
	p.say("A move is the number of a square and then Enter; h shows the other keys.")
	return s.hold(ctx)
}

func (p *person) name() name { return you }

func (p *person) begin(m *match.Match) *match.Game { return m.Start() }

func (p *person) see(context.Context, *match.Game) error { return nil } // the board is shown before each move

func (p *person) save(ctx context.Context, g *match.Game) error {
	p.agent.Played(data.Game{
		Moves: squaresText(g.Moves()), Result: data.Result(g.Outcome(), g.Mark()), Resigned: whoResigned(g),
		Learned: p.options.learn, Seed: g.Seed(),
	})
	if p.options.learn {
		return p.db.Save(ctx, p.agent)
	}
	return p.db.SaveGames(ctx, p.agent)
}

// move asks the person for input until a move is made or taken back, or the game given up.
func (p *person) move(ctx context.Context, g *match.Game) error {
	p.showBoard(g.Board())
	for {
		word, err := p.ask(ctx, fmt.Sprintf("Your move, %s (h for help): ", stone(g.Mark().Other())))
		if err != nil {
			return err
		}
		if done, err := p.obey(word, g); done || err != nil {
			return err
		}
	}
}

// rest waits at a terminal until the person has read what came of a game.
func (p *person) rest(ctx context.Context) error {
	if !p.typed {
		return nil
	}
	word, err := p.ask(ctx, "\nEnter starts the next game, q leaves: ")
	if err == nil && quitKey.is(word) {
		return errLeft
	}
	return err
}

// ask returns the next line without the spaces around it. The end of the input is errLeft.
func (p *person) ask(ctx context.Context, prompt string) (string, error) {
	fmt.Fprint(p.stdout, prompt)
	line, err := p.lines.next(ctx)
	if errors.Is(err, io.EOF) {
		fmt.Fprintln(p.stdout)
		return "", errLeft
	}
	line = strings.TrimSpace(line)
	if !p.typed && err == nil {
		fmt.Fprintf(p.stdout, "%.40s\n", line)
	}
	return line, err
}

// obey does what a line asks for, and tells whether the board has changed or the game is over.
func (p *person) obey(word string, g *match.Game) (done bool, err error) {
	if number, err := strconv.Atoi(word); err == nil {
		return p.take(number, g), nil
	}
	for _, k := range keys() {
		if k.is(word) {
			return k.act(p, g)
		}
	}
	if word == "" {
		p.say("Type the number of an empty square and then Enter; h shows the other keys.")
	} else {
		p.say("I do not know %.20q. A move is a number from 1 to 9; h shows the other keys.", word)
	}
	return false, nil
}

// take plays the square of a number, or says why not.
func (p *person) take(number int, g *match.Game) bool {
	if number < 1 || number > board.Squares {
		p.say("There is no square %d: the squares are 1 to 9.", number)
		return false
	}
	if err := g.Play(board.Square(number - 1)); err != nil {
		p.say("%s; %s.", sentence(err.Error()), freeText(g.Board()))
		return false
	}
	return true
}

// freeText names the empty squares.
func freeText(b board.Board) string {
	return "free are " + numbersText(b.Empty(), "and")
}

// numbersText lists squares, as in "1, 2 and 5".
func numbersText(squares board.Mask, last string) string {
	var text strings.Builder
	left := squares.Count()
	for s := range squares.All() {
		text.WriteString(strconv.Itoa(s.Number()))
		switch left--; left {
		case 0:
		case 1:
			text.WriteString(" " + last + " ")
		default:
			text.WriteString(", ")
		}
	}
	return text.String()
}

// sentence begins a text with a capital.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
