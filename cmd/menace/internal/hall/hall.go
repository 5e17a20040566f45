// Package hall is where people meet machines that stay: it has a table for each machine, with seats at which games are
// played, and lets machines train in the background while others look on. It says what happens there in words.
//
// It knows neither requests nor pages. What is done at a table is done by one at a time, and everything that is to
// last is stored by package lab.
package hall

import (
	"context"
	"sync"
	"sync/atomic"

	"menace/cmd/menace/internal/lab"
)

// Hall is the tables of all machines of a laboratory. Goroutines may share it.
type Hall struct {
	lab *lab.Lab

	mutex  sync.Mutex
	tables map[string]*Table // by the name of the machine

	context context.Context // of what goes on in the background
	end     context.CancelFunc
	running sync.WaitGroup // trainings

	trainings atomic.Int64 // that are running
}

// New returns the hall of a laboratory.
func New(l *lab.Lab) *Hall {
	h := &Hall{lab: l, tables: map[string]*Table{}}
	h.context, h.end = context.WithCancel(context.Background())
	return h
}

// Close ends all trainings, and waits until what was played is saved.
func (h *Hall) Close() {
	h.end()
	h.running.Wait()
	h.mutex.Lock()
	defer h.mutex.Unlock()
	for name, t := range h.tables {
		t.settle(name)
	}
}

// Done is closed when the hall closes.
func (h *Hall) Done() <-chan struct{} { return h.context.Done() }

// At returns the table of a machine.
func (h *Hall) At(name string) *Table {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.tables[name] == nil {
		h.tables[name] = &Table{hall: h, seats: map[string]*Seat{}}
	}
	return h.tables[name]
}

// Forget takes the table of a machine away that is no more: its training ends, and those who look on are told.
func (h *Hall) Forget(name string) {
	h.mutex.Lock()
	t := h.tables[name]
	delete(h.tables, name)
	h.mutex.Unlock()
	if t != nil {
		t.Stop()
		t.Ring()
	}
}

// Rename takes the table of a machine to another name.
func (h *Hall) Rename(from, to string) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if found := h.tables[from]; found != nil {
		h.tables[to] = found
	}
	delete(h.tables, from)
}
