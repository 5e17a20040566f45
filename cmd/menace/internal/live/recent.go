package live

import "time"

// How long a finished game is shown while others continue, and how long any game is shown while the machine trains.
const (
	endShown  = 4 * time.Second
	moveShown = 10 * time.Second
)

// publish makes [Owner.Recent] return the match, if somebody has moved in it.
func (m *Match) publish() {
	g := m.now.Game
	if g == nil || m.untouched() {
		return
	}
	r := m.now
	r.Game, r.Hint, r.Message, r.at = g.Clone(), nil, "", time.Now()
	if m.owner.moved.Store(&r); g.Over() {
		m.owner.ended.Store(&r)
	}
}

// Recent returns the match in which somebody moved last, or nil. It prefers a game that has just ended for a moment.
// While the machine trains, it returns a match only for a while after its last move.
func (o *Owner) Recent() *MatchView {
	r := o.moved.Load()
	if e := o.ended.Load(); e != nil && time.Since(e.at) < endShown {
		r = e
	}
	if r == nil || o.running() != nil && time.Since(r.at) >= moveShown {
		return nil
	}
	return r
}
