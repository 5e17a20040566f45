package classroom

import (
	"fmt"
	"slices"
	"time"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/sentences"
	"menace/data"
	"menace/menace/arena"
)

// guests implements [live.Guests] for a class's matches against one machine. Another machine may have replaced that one
// since.
type guests struct {
	*Class
	against *live.Machine
}

// Resume returns the pupil's score, and the game that was stored when the program ended.
func (p *guests) Resume(player int) (arena.Tally, live.Unfinished) {
	pupil, err := p.State().Pupil(player)
	if err != nil || p.MachineOf(player) != p.against {
		return arena.Tally{}, live.Unfinished{}
	}
	games, unfinished := p.gamesAgainst(p.against), pupil.Unfinished
	ended := func(g data.PlayedGame) bool { return g.Pupil == player && g.Seed == unfinished.Seed }
	if slices.ContainsFunc(games, ended) { // it ended after it was stored
		unfinished = live.Unfinished{}
	}
	return scores(games)[player], unfinished
}

// Allow refuses pupils who are paused. Giving up a game requires a move first, and is rate-limited.
func (p *guests) Allow(player int, do live.Action, match *live.MatchView) (ok bool, why sentences.Sentence) {
	now := p.State()
	pupil, err := now.Pupil(player)
	if err != nil || p.Closed() || !now.MayPlay(*pupil) || do == live.Resign && !match.Begun() {
		return false, nil
	}
	switch {
	case do == live.SeeHint && now.NoHints:
		return false, func(in sentences.In) string { return in.Text("Your teacher has switched off hints.") }
	case do == live.TakeBack && now.NoUndo:
		return false, func(in sentences.In) string {
			return in.Text("Your teacher has switched off taking moves back.")
		}
	}
	if do != live.Resign && do != live.Begin || match.Game == nil || match.Game.Over() {
		return true, nil
	}
	if wait := p.classes.givingUp.wait(fmt.Sprint(p.ID(), player), p.classes.now()); wait > 0 {
		return false, func(in sentences.In) string {
			return in.Text("You have begun many games in a short time. Finish this one, or wait {n} seconds.",
				"n", seconds(wait))
		}
	}
	return true, nil
}

func (p *guests) Sign(player int, g *data.PlayedGame) { g.Class, g.Pupil = p.ID(), player }

// Language returns the language of the class while it is open, or nil.
func (p *guests) Language() *language.Language {
	if p.hasLeft(p.against) {
		return nil
	}
	return p.Class.Language()
}

// Changed stores all unfinished games in the background, so that no move waits for the database.
func (p *guests) Changed(int) {
	if !p.storing.Swap(true) {
		go p.storeGames(p.ctx)
	}
}

// Ended adds a game to the score, unless another machine has replaced this one.
func (p *guests) Ended(_ int, g data.PlayedGame) {
	g.Played = time.Now()
	twin := p.twin() == p.against
	p.mutex.Lock()
	switch {
	case p.Machine() == p.against:
		p.games = append(p.games, g)
	case twin:
		p.twinGames = append(p.twinGames, g)
	}
	p.mutex.Unlock()
	if twin {
		p.Machine().Notify() // the teacher's pages follow only this machine
	}
}
