// Package gametree presents small games as problems to search. It sets up a game from text and searches it, and it
// shows the tree with every step of the search, in words and as a drawing.
//
// Choose one of the [Games], and pass its [Problem] to [Compare] or [Show]. The games and the searches are in package
// minimax; this package adds the notation of positions and moves. It knows no flags, prints nothing and opens no
// database.
package gametree

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"menace/board"
	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/plaintext"
	"menace/cmd/menace/internal/searches/trees"
	"menace/cmd/menace/internal/words"
	"menace/menace/option"
	"menace/minimax"
	"menace/minimax/games"
	"menace/symmetry"
)

// Problem is a position of a game to search. Positions and moves are texts in the notation of the game.
type Problem interface {
	// At returns the problem at another position. A text that is not a position may be the moves from here to it, as in
	// a line of best play; after "Best play:" it must be. If the players have the game's own names, such as X and O,
	// these must match the position, unless the game is over there.
	At(position string) (Problem, error)
	// Moves returns the names of the possible moves, or none if the game is over.
	Moves() []string
	// Play returns the problem after a move. The players keep their names Max and Min.
	Play(move string) (Problem, error)
	// Look draws only the position.
	Look() *trees.Drawing
	// Board returns the rows of a board with the moves that people can make on it, or nil if the game has no board.
	Board() [][]Cell
	// ToMove names the player to move, as in Max (X).
	ToMove() string
	// Ending describes how the game has ended, such as "X has won". It returns "" if the game is not over.
	Ending() string
	// Chancy reports whether chance moves somewhere in the game.
	Chancy() bool
	// Game returns the name of the game.
	Game() string
	// Position returns the position as text.
	Position() string
	// Search calls [minimax.Search] or, for Monte-Carlo tree search, [minimax.NewUCT]. The value is from Max's
	// perspective. Max is the player to move, unless the setup lets Min begin, or Min is to move at that node of a tree
	// with given leaves.
	Search(context.Context, minimax.Options) (Report, error)
	// Unestimated returns a sentence about unfinished positions this many plies ahead without an estimate, which count
	// as 0, or "".
	Unestimated(depth int) string
	// CountPlays calls [minimax.CountPlays].
	CountPlays(ctx context.Context, depth int) (minimax.Plays, error)
	// Estimate estimates the position.
	Estimate() (Estimate, error)
	// Keys returns the keys of the position and of its successors. Given numbers such as X5=44532 replace the
	// program's.
	Keys(numbers []string) ([]Key, error)
	// Values returns the Sprague-Grundy values.
	Values() (Values, error)
	// Attractors calls [minimax.Attract].
	Attractors(context.Context) (Attractors, error)
	// Trace searches and returns the tree of visited positions; for iterative deepening, the tree of each depth.
	Trace(context.Context, Options) ([]Trace, error)
	// Playouts searches by Monte-Carlo tree search.
	Playouts(context.Context, Options) (*Playouts, error)
}

// problem is a position of a named game.
type problem[P, M comparable] struct {
	Setup
	game  string
	rules rules[P, M]
	start P
}

// rules is the interface of a game: what a search needs, and its notation.
type rules[P, M any] interface {
	minimax.Game[P, M]
	Parse(text string) (P, error)
	Format(p P) string
	Name(m M) string
}

// labelled is implemented by abstract trees, whose positions may have names.
type labelled[P any] interface{ Label(P) string }

// newProblem returns a problem that starts at a position, or the error if it is not nil.
func newProblem[P, M comparable](s Setup, game string, rules rules[P, M], start P, err error) (Problem, error) {
	if err != nil {
		return nil, err
	}
	return problem[P, M]{Setup: s, game: game, rules: rules, start: start}, nil
}

func (t problem[P, M]) At(position string) (_ Problem, err error) {
	if position != "" {
		if t.start, err = t.parse(position); err != nil {
			return nil, err
		}
	}
	if t.rules.Finished(t.start) {
		return t, nil
	}
	if g, ok := t.rules.(interface{ Mover(P) string }); ok && g.Mover(t.start) == t.player(t.minAtRoot()) {
		return nil, option.Wrong("players", fmt.Errorf("%s is to move, not %s: swap the names, or change who is first",
			g.Mover(t.start), t.player(!t.minAtRoot())))
	}
	return t, nil
}

// parse parses a position, or moves that lead to it from the start of the problem.
func (t problem[P, M]) parse(text string) (p P, err error) {
	if text, err = plaintext.Decode([]byte(text)); err != nil {
		return p, fmt.Errorf("position: %w", err)
	}
	if p, err = t.rules.Parse(text); err == nil { // spaces at its ends may be empty squares
		return p, nil
	}
	text = strings.TrimSpace(text)
	line := text
	if found := bestPlay().FindStringSubmatch(text); found != nil {
		line, err = found[1], nil
	} else if p, err = t.rules.Parse(text); err == nil {
		return p, nil
	}
	refused := err // the error if these are not moves either
	p = t.start
	names := t.movesOf(line)
	for i, name := range names {
		var moves []M
		if !t.rules.Finished(p) {
			moves = t.rules.Moves(p, nil)
		}
		at := slices.IndexFunc(moves, func(m M) bool { return t.rules.Name(m) == name })
		switch {
		case at < 0 && t.manner() != symmetry.Takes && numbersOnly(names) && strings.Contains(line, "0"):
			return p, fmt.Errorf("position %q: there is no square 0; the squares are 1 to %d%s", text, board.Squares,
				games.CountedFrom0(names, board.Squares))
		case at < 0 && refused != nil:
			return p, refused
		case at < 0:
			return p, fmt.Errorf("position %q: move %d, %s, is impossible in %s", text, i+1, name, t.rules.Format(p))
		}
		p, refused = t.rules.Apply(p, moves[at]), nil
	}
	return p, refused
}

// numbersOnly reports whether names of moves consist of numbers.
func numbersOnly(names []string) bool {
	return strings.Trim(strings.Join(names, ""), "0123456789-") == ""
}

// manner returns how moves are made in a game on nine squares. For other games it returns nothing useful.
func (t problem[P, M]) manner() symmetry.Manner {
	if g, ok := t.rules.(interface{ Manner() symmetry.Manner }); ok {
		return g.Manner()
	}
	return symmetry.Takes
}

// movesOf splits a line into the names of its moves. Squares from 1 to 9 need no separators.
func (t problem[P, M]) movesOf(line string) (names []string) {
	names = strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\n,;", r) })
	switch manner := t.manner(); {
	case manner == symmetry.Places && len(names) == 1 && strings.Trim(names[0], "0123456789") == "":
		return strings.Split(names[0], "")
	case manner == symmetry.Steps && steps().MatchString(line):
		names = nil
		for _, step := range step().FindAllStringSubmatch(line, -1) {
			names = append(names, step[1]+"-"+step[2])
		}
	}
	return names
}

// step matches a move from square to square, such as 8-5, 8,5 or (8, 5), and steps matches a line of them.
var (
	step  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(aStep) })
	steps = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[\s\[]*` + aStep + `(?:[\s,;]+` + aStep + `)*[\s,;.\]]*$`)
	})
)

const aStep = `[(\[]?(\d)\s*(?:->|=>|to|[-–—‐−>→,: ])?\s*(\d)[)\]]?`

// bestPlay matches a line of [BestPlay], with its moves.
var bestPlay = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^Best play[^:]*:(.*)`) })

func (t problem[P, M]) Ending() string {
	if !t.rules.Finished(t.start) {
		return ""
	}
	payoff := t.rules.Payoff(t.start)
	if _, abstract := t.rules.(labelled[P]); abstract {
		return t.in().Text("it is a leaf, {value} for {player}", "value", t.text(t.toMax(payoff), false),
			"player", t.player(true))
	}
	winner := t.player(t.toMax(payoff) > 0)
	g, ok := t.rules.(interface {
		Mover(P) string
		Players() [2]string
	})
	if ok && t.Players == (Players{}) {
		winner = g.Players()[0]
		if (g.Mover(t.start) == winner) != (payoff > 0) {
			winner = g.Players()[1]
		}
	}
	switch e, scored := t.rules.(minimax.Estimator[P]); {
	case payoff == 0:
		return t.in().Text("it is a draw")
	case scored && e.Weight() == 1:
		return t.in().Text("{player} has won by {points}", "player", winner, "points", max(payoff, -payoff))
	}
	return t.in().Text("{player} has won", "player", winner)
}

func (t problem[P, M]) Game() string { return t.game }

func (t problem[P, M]) Chancy() bool {
	g, ok := t.rules.(minimax.Chancy[P])
	return ok && g.Chancy()
}

// withoutChance returns an error if chance moves in the game. what names a feature for games without chance.
func (t problem[P, M]) withoutChance(what string) error {
	if t.Chancy() {
		return fmt.Errorf("%s cannot pass chance nodes; expectiminimax, star1 and star2 can", what)
	}
	return nil
}

func (t problem[P, M]) Position() string { return t.rules.Format(t.start) }

// outweighs reports whether a win counts more than any estimate. At a horizon, it is then shown as infinite.
func (t problem[P, M]) outweighs() bool {
	e, ok := t.rules.(minimax.Estimator[P])
	return ok && e.Weight() > 1
}

func (t problem[P, M]) CountPlays(ctx context.Context, depth int) (minimax.Plays, error) {
	if err := t.withoutChance("a count of won and lost games"); err != nil {
		return minimax.Plays{}, err
	}
	return minimax.CountPlays(ctx, t.rules, t.start, depth)
}

// minAtRoot reports whether Min is to move at the start. A tree with given leaves determines that itself; in other
// games Max begins, unless the setup lets Min begin.
func (t problem[P, M]) minAtRoot() bool {
	if tree, ok := t.rules.(interface{ ForMax(P) bool }); ok {
		return !tree.ForMax(t.start)
	}
	return t.First == Min
}

// toMax converts a value for the player to move at the start into a value for Max.
func (t problem[P, M]) toMax(value int) int {
	if t.minAtRoot() {
		return -value
	}
	return value
}

// text formats a payoff. If it outweighs every estimate and the user did not set its number, it is shown as infinite.
func (t problem[P, M]) text(payoff int, outweighs bool) string {
	write := t.payoffFormat()
	switch {
	case write != nil:
		return write(payoff)
	case outweighs && payoff > 0:
		return "+∞"
	case outweighs && payoff < 0:
		return "−∞"
	}
	return words.Minus(strconv.Itoa(payoff))
}

// payoffFormat returns the game's own format of payoffs, or nil if they are plain numbers.
func (t problem[P, M]) payoffFormat() func(payoff int) string {
	if g, ok := t.rules.(interface{ Write(int) string }); ok {
		return g.Write
	}
	if t.Win > 0 {
		return func(payoff int) string { return words.Minus(strconv.Itoa(payoff * t.Win)) }
	}
	return nil
}

// names returns the names of moves. The list is never nil, because JSON would write that as null.
func (t problem[P, M]) names(moves []M) []string {
	names := []string{}
	for _, m := range moves {
		names = append(names, t.rules.Name(m))
	}
	return names
}

// TitleIn describes a search of a problem to a depth, in a language.
func TitleIn(l *language.Language, p Problem, depth int) string {
	return nameIn(l, p) + ", " + aheadIn(l, depth)
}

// nameIn names a problem in a language: its game and the position. Names of games are the same in all languages, except
// those of trees.
func nameIn(l *language.Language, p Problem) string {
	game, position := p.Game(), p.Position()
	switch game {
	case "tree":
		game = l.Text("tree")
	case "uniform":
		game = l.Text("uniform")
	}
	if position == "root" {
		position = l.Text("root")
	}
	return game + " " + position
}

// Ahead describes the depth of a search.
func Ahead(depth int) string { return aheadIn(language.English, depth) }

func aheadIn(l *language.Language, depth int) string {
	if depth == 0 {
		return l.Text("to the end")
	}
	return l.Text("{n} plies ahead", "n", depth)
}
