package live

import (
	"context"
	"fmt"
	"math/rand/v2"

	"menace/cmd/menace/internal/version"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
	"menace/symmetry"
)

// Ended summarizes a finished game's effect on the machine.
type Ended struct {
	Lessons     []match.Lesson
	Machine     *menace.Machine // after the game, if it learned from it
	Score       arena.Tally     // counts the game, from the view of the machine
	Before, Now float64         // the probability of losing to a perfect player
	Bankrupt    bool
}

// finish stores the finished game, even if the context has ended, and adds it to the score. If the machine learns, it
// learns in its current state, which may have changed since the game began. If an opponent played instead of a person,
// the game is stored as a session of one game, or not at all if the machine does not learn.
func (m *Match) finish(ctx context.Context) (err error) {
	ctx = context.WithoutCancel(ctx)
	machine, g, guests := m.machine, m.now.Game, m.guests()
	who := map[symmetry.Side]string{g.Side(): "agent", g.Side().Other(): "person"}
	played := data.PlayedGame{
		Moves: symmetry.FormatMoves(g.Moves()), Result: data.Result(g.Outcome(), g.Side()), Resigned: who[g.Resigned()],
		Learned: m.now.Teaches, Seed: g.Seed(), Boxes: data.FormatBoxes(openedBeads(g)),
	}
	if guests != nil {
		guests.Sign(m.player, &played)
	}
	var e *Ended
	if m.now.Teaches {
		err = machine.update(ctx, func(a *data.Agent) error {
			if err := checkGamesLeft(a, 1); err != nil {
				return err
			}
			if m.against == "" {
				a.ExcludeFromSession(score(g))
				a.AddGame(played)
			} else if run := machine.holder.Load(); run != nil {
				return run.busyError(machine)
			} else {
				a.Begin(m.against, false, version.String())
				advanceRandom(a.Random, g)
			}
			e = conclude(a.Machine, a.Career, g)
			return nil
		})
	} else {
		var a *data.Agent
		if a, err = machine.load(ctx); err == nil && m.against == "" {
			a.AddGame(played)
			err = machine.machines.db.SaveGames(ctx, a)
		}
		if err == nil {
			e = conclude(a.Machine, nil, g)
		}
	}
	if err != nil {
		return notSaved(err, g)
	}
	if guests != nil {
		guests.Ended(m.player, played)
	}
	m.now.Ended, m.now.Score = e, m.now.Score.Plus(e.Score)
	return nil
}

// advanceRandom moves a generator on to the end of a game, unless other games have used it since the game began.
func advanceRandom(random *rand.PCG, g *match.Game) {
	if *random == g.InitialRandom() {
		*random = g.Random()
	}
}

// conclude lets a machine learn from a game, unless its career is nil, and returns the effect.
func conclude(machine *menace.Machine, career *arena.Career, g *match.Game) *Ended {
	e := &Ended{Score: score(g), Before: lossRate(machine)}
	e.Now = e.Before
	if career != nil {
		e.Lessons = match.Learn(machine, career, g)
		e.Now, e.Machine = lossRate(machine), machine.Copy()
	}
	e.Bankrupt = machine.Bankrupt()
	return e
}

// lossRate returns the exact probability that a machine loses to perfect play.
func lossRate(m *menace.Machine) float64 {
	return arena.Measure(m, m.Rules().Plays, arena.Tally{}).Perfect.Loss
}

// score counts a finished game, from the view of the machine.
func score(g *match.Game) (t arena.Tally) {
	t.Add(g.Side(), g.Outcome(), g.Resigned() == g.Side(), 1)
	return t
}

// notSaved adds the moves of an unsaved game to an error.
func notSaved(err error, g *match.Game) error {
	return fmt.Errorf("%w; the game just played, moves %s, is not saved", err, symmetry.FormatMoves(g.Moves()))
}

// openedBeads returns the beads in each box that the machine opened in a game, at the time when it was opened.
func openedBeads(g *match.Game) (beads [][]int64) {
	machine := g.Machine()
	for _, turn := range g.Turns() {
		at, _ := g.Graph().Find(turn.Position)
		if box, ok := machine.Box(at); ok {
			var held []int64
			for i := range machine.Moves(at).All() {
				held = append(held, box.Beads(i))
			}
			beads = append(beads, held)
		}
	}
	return beads
}
