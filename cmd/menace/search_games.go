package main

import (
	"github.com/urfave/cli/v2"

	"menace/minimax"
)

// rules is what the command line needs of a game, beyond what a search asks.
type rules[P, M comparable] interface {
	minimax.Game[P, M]
	Parse(text string) (P, error)
	Format(p P) string
	Name(m M) string
	// Size returns how much of the game is left to play.
	Size(p P) int
}

// subject is a game set up to be searched.
type subject[P, M comparable] struct {
	game   string
	rules  rules[P, M]
	start  P
	limits limits
	// smaller is a flag that makes a game that is not too large, where one can be.
	smaller string
}

// limits are the largest sizes of a game that searches reach the end of in about ten seconds, by
// measurement.
type limits struct {
	tree      int // minimax, negamax; counting
	cuts      int // negamax-beta, alphabeta
	memory    int // minimax-tt, minimax-sym
	table     int // alphabeta-tt, alphabeta-sym
	deepening int
}

// unlimited lets a game be searched by everything.
var unlimited = limits{1000, 1000, 1000, 1000, 1000}

// of returns the limit of an algorithm.
func (l limits) of(a minimax.Algorithm) int {
	switch {
	case a == minimax.Deepening:
		return l.deepening
	case a.Cuts() && a.Table():
		return l.table
	case a.Table():
		return l.memory
	case a.Cuts():
		return l.cuts
	}
	return l.tree
}

// gameHelp is what the help says of a game.
type gameHelp struct {
	name, usage string
	position    string // how one is written
	more        string // how a move is written, and examples
	flags       []cli.Flag
	begins      string // that of the flags which tells the start and nothing else, or ""
}

// gameCommand returns the command that searches a game, which is set up by its own flags.
func gameCommand[P, M comparable](p *program, help gameHelp, setUp func(*cli.Context) (subject[P, M], error)) *cli.Command {
	return &cli.Command{
		Name: help.name, Usage: help.usage, ArgsUsage: " ",
		Description: "A position is " + help.position + ".\n" + help.more,
		Flags:       append(help.flags, searchFlags()...),
		Action: func(c *cli.Context) error {
			o, err := parseSearch(c)
			if err != nil {
				return err
			}
			if o.position != "" && help.begins != "" && c.IsSet(help.begins) {
				return usagef("--%s and --position exclude each other", help.begins)
			}
			s, err := setUp(c)
			if err != nil {
				return asUsage(err)
			}
			s.game = help.name
			if o.position != "" {
				if s.start, err = s.rules.Parse(o.position); err != nil {
					return asUsage(err)
				}
			}
			return examine(c.Context, p, s, o)
		},
	}
}
