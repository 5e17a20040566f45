package classroom

import (
	"sync/atomic"
	"time"
)

// awayAfter is the time without an open page after which a pupil counts as away. A phone that is locked or shows
// another window has no stream; a browser without scripts has none either, but requests pages.
const awayAfter = 20 * time.Second

// presence records when a pupil was last seen.
type presence struct {
	streams atomic.Int64 // open streams
	last    atomic.Int64 // time of the latest request or end of a stream, in Unix seconds
}

// presenceOf returns the presence of a pupil.
func (c *Class) presenceOf(pupil int) *presence {
	found, _ := c.seen.LoadOrStore(pupil, new(presence))
	return found.(*presence)
}

// notice records that a pupil has requested a page.
func (c *Class) notice(pupil int) { c.presenceOf(pupil).last.Store(c.classes.now().Unix()) }

// watch records that a stream of a pupil is open, until the caller calls end.
func (c *Class) watch(pupil int) (end func()) {
	c.presenceOf(pupil).streams.Add(1)
	return func() {
		c.notice(pupil)
		c.presenceOf(pupil).streams.Add(-1)
	}
}

// isAway reports whether no page of a pupil has been open for a while.
func (c *Class) isAway(pupil int) bool {
	p := c.presenceOf(pupil)
	return p.streams.Load() == 0 && c.classes.now().Unix()-p.last.Load() >= int64(awayAfter.Seconds())
}
