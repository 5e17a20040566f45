// Package view prepares the values that templates show: machines, boxes, boards, games and figures.
//
// It answers no requests and knows no templates. It generates HTML only where a template would be too slow, as for
// hundreds of small boards.
package view

import (
	"html/template"
	"math"

	"menace/cmd/menace/internal/sentences"
	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// Summary describes a machine for the head of its page.
type Summary struct {
	In sentences.In
	*menace.Machine
	Name           string
	Tally          arena.Tally
	ChangedOutside bool // another program has changed it
}

func (c Summary) Strength() arena.Point { return arena.Measure(c.Machine, c.Rules().Plays, c.Tally) }

// Skill describes the strength in a sentence.
func (c Summary) Skill() string { return c.In.Skill(c.Strength()) }

func (c Summary) Kind() string { return c.In.Kind(c.Rules()) }

// Game returns the name of the game.
func (c Summary) Game() string { return c.In.Name(c.Graph().Title()) }

func (c Summary) Piece() string { return c.In.Player(c.Graph(), c.Rules().Plays) }

// HasFewBoxes reports whether the machine has few enough boxes for a page to show them large.
func (c Summary) HasFewBoxes() bool { return c.Boxes() <= 40 }

// OnBoard reports whether the game is played on a board of nine squares.
func (c Summary) OnBoard() bool {
	return c.Graph().Manner() == symmetry.Places || c.Graph().Manner() == symmetry.Steps
}

func (c Summary) Opening() Box {
	return BoxOf(c.In, c.Machine, c.Graph().Code(c.Openings()[0]))
}

// Undefeated returns the number of games that the machine has won or drawn.
func (c Summary) Undefeated() int64 { return c.Tally.Win + c.Tally.Draw }

// Share formats a part of the games in whole percent.
func (c Summary) Share(part int64) string {
	if c.Tally.Games() == 0 {
		return "–"
	}
	return c.In.Share(float64(part)/float64(c.Tally.Games()), 0)
}

// Finding is the statement in the heading of a machine's page: how many of 100 games the machine loses to perfect play.
type Finding struct {
	Kind      string // fresh: no games; still: about as at first; worse: it was better before; or better
	Games     int64
	Loss      int // now
	First     int // before the first game
	Best      int // at BestGames, if it is worse now
	BestGames int64
}

// Heading writes the finding as a heading.
func (f Finding) Heading(in sentences.In) template.HTML {
	places := []any{"n", f.Games, "loss", f.Loss, "first", f.First, "game", f.BestGames, "best", f.Best}
	switch f.Kind {
	case "fresh":
		return in.HTML("It knows nothing yet: it would lose <b class=\"bad\">{loss} of 100</b> games to perfect play",
			places...)
	case "still":
		return in.HTML("After {n} games it still loses <b class=\"bad\">{loss} of 100</b> to perfect play", places...)
	case "worse":
		return in.HTML("After {n} games it loses <b class=\"bad\">{loss} of 100</b> to perfect play; it was better at "+
			"game {game}: {best}", places...)
	}
	return in.HTML("After {n} games it loses <b class=\"bad\">{loss} of 100</b> to perfect play; it began at {first}",
		places...)
}

// FindingOf compares the present strength of a machine with its checkpoints. A difference of less than two games counts
// as none.
func FindingOf(curve []arena.Point, now arena.Point) Finding {
	curve = upTo(curve, now)
	first, best := curve[0].Perfect.Loss, now
	for _, p := range curve {
		if p.Perfect.Loss < best.Perfect.Loss {
			best = p
		}
	}
	f := Finding{
		Kind: "better", Games: now.Games, Loss: outOf100(now.Perfect.Loss), First: outOf100(first),
		Best: outOf100(best.Perfect.Loss), BestGames: best.Games,
	}
	switch {
	case now.Games == 0:
		f.Kind = "fresh"
	case math.Abs(now.Perfect.Loss-first) < 0.02:
		f.Kind = "still"
	case now.Perfect.Loss > first:
		f.Kind = "worse"
	}
	return f
}
