package hall

import (
	"context"
	"errors"
	"sync"
	"time"

	"menace/arena"
	"menace/cmd/menace/internal/lab"
	"menace/data"
	"menace/menace"
)

// Host is who sits at a table when nobody has said who they are.
const Host = ""

// Table is where a machine plays and trains. Games stand apart from the machine, which others may train meanwhile.
type Table struct {
	hall    *Hall
	lookers sync.Map // of those who look on, a bell each

	// Mutexes are locked in this order: that of another seat, host, saving, mutex.
	host sync.Mutex // of the host's seat, at which training begins, plays and ends

	saving   sync.Mutex    // of the machine, by one at a time
	training *lab.Training // that holds the machine and alone saves it, or nil

	mutex sync.Mutex // of all below, held for a moment, since everybody waits for it
	made  time.Time  // the machine, which another one of its name was not
	seats map[string]*Seat
	run   *Run // of training, the last; or nil
}

// State is a machine at one time. It never changes.
type State struct {
	Machine menace.Machine
	Tally   arena.Tally
	Curve   []arena.Point
	Played  int64 // of the run of training that goes on

	ahead *Seat // with the game that the training plays next, as [Seat.Shown] shows it; or nil
}

// Bell returns a bell that rings when something has changed for somebody at the table; for the host, that is when
// anything has. Nobody waits until it is heard.
func (t *Table) Bell(who string) (bell <-chan struct{}, leave func()) {
	b := make(chan struct{}, 1)
	t.lookers.Store(b, who)
	return b, func() { t.lookers.Delete(b) }
}

// ring tells those who look on that something has changed for one of them.
func (t *Table) ring(who string) {
	t.lookers.Range(func(bell, of any) bool {
		if of == who || of == Host {
			toll(bell.(chan struct{}))
		}
		return true
	})
}

// Ring tells everybody that something has changed.
func (t *Table) Ring() {
	t.lookers.Range(func(bell, _ any) bool {
		toll(bell.(chan struct{}))
		return true
	})
}

// toll rings a bell, unless it rings already.
func toll(bell chan struct{}) {
	select {
	case bell <- struct{}{}:
	default:
	}
}

// change changes what happens at the host's seat, and tells the host.
func (t *Table) change(do func()) {
	t.host.Lock()
	do()
	t.host.Unlock()
	t.ring(Host)
}

// seat returns where somebody sits. All seats are cleared if another machine of that name sat there before, and its
// training ends.
func (t *Table) seat(a *data.Agent, who string) *Seat {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if !t.made.Equal(a.Created) {
		t.made, t.seats = a.Created, map[string]*Seat{}
		if t.run != nil && !t.run.made.Equal(a.Created) {
			t.run.stop()
			t.run = nil
		}
	}
	if t.seats[who] == nil {
		t.seats[who] = &Seat{table: t, mutex: &sync.Mutex{}, who: who, Learn: true}
		if who == Host {
			t.seats[who].mutex = &t.host
		}
	}
	return t.seats[who]
}

// at returns somebody's seat, at which nobody else does anything until they leave it.
func (t *Table) at(a *data.Agent, who string) (s *Seat, leave func()) {
	s = t.seat(a, who)
	s.mutex.Lock()
	return s, s.mutex.Unlock
}

// alone reports whether nobody but the host sits here.
func (t *Table) alone() bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return len(t.seats) == 1
}

// Look shows what happens at somebody's seat, where a game is on if one can be.
func (t *Table) Look(ctx context.Context, a *data.Agent, who string, show func(*Seat) error) error {
	s, leave := t.at(a, who)
	defer leave()
	if err := s.prepare(ctx, a); err != nil {
		s.Said = s.say(err)
	}
	return show(s.Shown())
}

// Act does something at somebody's seat; at the host's not while the machine is training.
func (t *Table) Act(ctx context.Context, a *data.Agent, who string, do func(*Seat) error) (err error) {
	defer t.ring(who)
	s, leave := t.at(a, who)
	defer leave()
	if s.Busy() {
		s.Said = "MENACE is training: stop that, and play."
		return nil
	}
	err = s.prepare(ctx, a)
	if s.Said, s.Hint = "", nil; err == nil {
		err = do(s)
	}
	if bankrupt := new(lab.BankruptError); errors.As(err, &bankrupt) {
		s.Said, err = s.say(err), nil
	}
	return err
}

// Now returns the machine as it is: as it trains, or as it is stored, where it was loaded just before. It is called while
// the host looks.
func (s *Seat) Now(ctx context.Context, a *data.Agent) (*State, error) {
	if r := s.table.going(); r != nil {
		if now := r.live.Load(); now != nil {
			return now, nil
		}
	}
	l := s.table.hall.lab
	same, err := l.Current(ctx, a)
	if err == nil && !same {
		a, err = l.Agent(ctx, a.Name)
	}
	if err != nil {
		return nil, err
	}
	curve, err := l.Curve(ctx, a)
	return &State{Machine: *a.Machine, Tally: a.Career.Tally, Curve: curve}, err
}
