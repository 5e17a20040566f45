package searches

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/menace/option"
	"menace/minimax"
)

// playing is a game of a person against a search.
type playing struct {
	task
	at     gametree.Problem
	before []gametree.Problem // the positions before the person's moves so far
	typed  *term.Lines
}

// think lets a search choose a move, and returns what it found.
func think(ctx context.Context, at gametree.Problem, o Options, now func() time.Time) (
	r gametree.Report, move string, err error,
) {
	one := o.Options
	one.Algorithms = []minimax.Algorithm{o.Algorithm}
	reports, err := gametree.Compare(ctx, at, one, now, func(string) {})
	if err != nil {
		return r, "", err
	}
	r = reports[0]
	return r, append(slices.Clone(r.Best), at.Moves()[0])[0], nil // a search that ran out of time may have no best move
}

// howToPlay is printed before the first move.
const howToPlay = "Type one of the moves and press Enter. u takes your last move back, q leaves, ? shows this again."

// play lets a person play against the search, and prints the search's thoughts after each of its moves.
func (t task) play(ctx context.Context, con *term.IO) error {
	p := &playing{task: t, at: t.problem, typed: con.ReadLines(ctx)}
	con.Say("%s, by %v\n"+howToPlay, t.describe(), t.Algorithm)
	turn := t.Plays == "first" // whether the search moves next
	for ; p.at.Ending() == ""; turn = !turn {
		move, err := "", error(nil)
		if turn {
			move, err = p.answer(ctx, con)
		} else {
			move, err = p.ask(ctx, con)
		}
		switch {
		case err == io.EOF:
			return nil
		case ctx.Err() != nil:
			con.Print("\n")
			return term.Interruption("in the game")
		case err != nil:
			return err
		}
		if p.at, err = p.at.Play(move); err != nil {
			return err
		}
	}
	p.draw(con)
	con.Say("The game is over: %s.", p.at.Ending())
	return nil
}

// answer returns the move of the search, and prints its thoughts.
func (p *playing) answer(ctx context.Context, con *term.IO) (string, error) {
	r, move, err := think(ctx, p.at, p.Options, p.now)
	if err != nil {
		return "", err
	}
	thought := []string{}
	if r.Value != nil {
		thought = append(thought, "value for "+cmp.Or(p.Setup.Players[gametree.Max], "Max")+": "+r.Text)
	}
	if len(r.PV) > 0 {
		thought = append(thought, "line: "+strings.Join(r.PV, " "))
	}
	thought = append(thought, words.Plural(r.Nodes, "node")+" in "+words.Seconds(r.Seconds))
	if r.Stopped != "" {
		thought = append(thought, "out of time")
	}
	con.Say("%s plays %s (%s)", p.at.ToMove(), term.Bold(move), strings.Join(thought, "; "))
	return move, nil
}

// ask returns the move of the person, or io.EOF if the person leaves.
func (p *playing) ask(ctx context.Context, con *term.IO) (string, error) {
	for {
		p.draw(con)
		moves := p.at.Moves()
		con.Say("Moves: %s", strings.Join(moves, " "))
		for again := true; again; {
			line, err := p.typed.Ask(ctx, "Your move, "+p.at.ToMove()+": ")
			if err != nil {
				con.Print("\n")
				return "", err
			}
			switch {
			case slices.Contains(moves, line):
				p.before = append(p.before, p.at)
				return line, nil
			case line == "q":
				return "", io.EOF
			case line == "u" && len(p.before) > 0:
				p.at, p.before = p.before[len(p.before)-1], p.before[:len(p.before)-1]
				again = false
			case line == "u":
				con.Say("You have not moved yet.")
			case slices.Contains([]string{"?", "help", ""}, line):
				con.Say(howToPlay)
			default:
				con.Say("%s is not a move here.", option.Excerpt(line, 20))
			}
		}
	}
}

// draw draws the position. Empty cells show the moves to them.
func (p *playing) draw(con *term.IO) {
	board := p.at.Board()
	if board == nil {
		con.Say("\n%s\n", p.at.Position())
		return
	}
	widest := 1
	texts := make([][]string, len(board))
	for i, row := range board {
		for j, c := range row {
			text := c.Sign
			if text == "" {
				text = "."
				falls := i+1 < len(board) && slices.Equal(board[i+1][j].Moves, c.Moves)
				if len(c.Moves) == 1 && !falls {
					text = c.Moves[0]
				}
			}
			texts[i], widest = append(texts[i], text), max(widest, len(text))
		}
	}
	con.Print("\n")
	for i, row := range texts {
		line := ""
		for j, text := range row {
			padded := fmt.Sprintf("  %*s", widest, text)
			if board[i][j].Sign == "" {
				padded = term.Faint(padded)
			} else {
				padded = term.Bold(padded)
			}
			line += padded
		}
		con.Print("%s\n", line)
	}
	con.Print("\n")
}
