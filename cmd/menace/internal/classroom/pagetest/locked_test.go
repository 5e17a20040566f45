package pagetest

import (
	"net/url"
	"testing"
)

// TestTeachWhileLocked opens the pages of a teacher and a pupil while another process writes.
func TestTeachWhileLocked(t *testing.T) {
	l := newClassroom(t)
	teacher, pupil := carrying(l.teacher()), l.pupil("Mia")
	l.Ask("GET", l.door(), nil, carrying(pupil))
	unlock := l.Lock(func() int {
		return l.Ask("POST", l.at("/paused"), url.Values{"on": {"1"}}, teacher).Code
	})
	l.Reads([]string{"/", "/class", l.at(""), l.at("/events"), l.at("/projector"), l.at("/projector/boxes")}, teacher)
	l.Reads([]string{l.door()}, carrying(pupil))
	unlock()
}
