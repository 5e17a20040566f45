package live

import (
	"fmt"
	"time"

	"menace/cmd/menace/internal/words"
	"menace/symmetry"
)

// recent is a match after a move.
type recent struct {
	MatchView
	at time.Time
}

// How long a finished game is shown although others go on, and any game although the machine trains.
const (
	endShown  = 4 * time.Second
	moveShown = 10 * time.Second
)

// publish makes the match the one that [Owner.Recent] returns, if somebody has moved in it.
func (m *Match) publish() {
	g := m.now.Game
	if g == nil || m.untouched() {
		return
	}
	r := recent{m.now, time.Now()}
	r.Game, r.Hint, r.Message = g.Clone(), nil, ""
	if m.owner.moved.Store(&r); g.Over() {
		m.owner.ended.Store(&r)
	}
}

// Recent returns the match of whoever moved last, or nil. A game that has just ended stays for a moment, and while the
// machine trains, other games only do so.
func (o *Owner) Recent() *MatchView {
	r := o.moved.Load()
	if e := o.ended.Load(); e != nil && time.Since(e.at) < endShown {
		r = e
	}
	if r == nil || o.running() != nil && time.Since(r.at) >= moveShown {
		return nil
	}
	return &r.MatchView
}

// Story describes the game so far in a few words. The opponent of MENACE has the given name.
func (v MatchView) Story(who string) string {
	g := v.Game
	if g == nil {
		return v.Message
	}
	turns, played := g.Turns(), g.Moves()
	drew := "MENACE has not moved yet"
	if len(turns) > 0 {
		drew = words.Drew(turns[len(turns)-1])
	}
	if !g.Over() {
		return drew + "."
	}
	winner, row := g.Position().Board().X, ""
	if g.Outcome() == symmetry.Win(symmetry.Second) {
		winner = g.Position().Board().O
	}
	if !g.Graph().Steps() && winner.Line() {
		row = " with three in a row"
	}
	told, wins := drew, words.Does(who, "win")
	switch last := symmetry.Turn(len(played) - 1); {
	case g.Resigned() == g.Side():
		told += fmt.Sprintf(". %s.", wins)
	case g.Resigned() != "":
		told = words.Does(who, "give") + " up. MENACE wins."
	case g.Outcome() == symmetry.Drawn:
		told += ". It is a draw."
	case g.Outcome() != symmetry.Win(g.Side()):
		told = wins + row + "."
	case last != g.Side():
		told = "MENACE wins" + row + "."
	case row != "":
		told += " and has three in a row. It wins."
	default:
		told += ". It wins."
	}
	if v.Ended != nil && v.teaches {
		machine := g.Machine()
		told += " " + words.BoxesGet(machine.Rules(), g.Outcome())
	}
	return told
}
