// Package live manages machines in use: people play against them, they train in the background, and others watch. Each
// machine has one owner, which makes and stores all changes to it.
//
// The package prints nothing and knows no HTTP; both the terminal and the page use it.
//
// Each match has a mutex, and so has each machine. Code that holds a match's mutex may call the policy or lock the
// machine, but never the other way round. No mutex is held for longer than one attempt to save. A move locks no
// machine, because each game plays on a copy.
package live

import (
	"context"
	"sync"
	"sync/atomic"

	"menace/cmd/menace/internal/machines/agents"
	"menace/data"
)

// Registry finds the owners of machines. Goroutines may share it.
type Registry struct {
	db     *data.DB
	owners sync.Map // maps IDs of machines to owners

	registering sync.Mutex // held while a new machine is stored and its owner added to owners

	ctx        context.Context // ends training in the background
	stop       context.CancelFunc
	background sync.WaitGroup // training in the background
	runs       atomic.Int64   // number of runs in the background
}

func NewRegistry(db *data.DB) *Registry {
	r := &Registry{db: db}
	r.ctx, r.stop = context.WithCancel(context.Background())
	return r
}

// Owner returns the owner of the machine with a name. Owners are found by the machine's ID in the database, so a
// machine that is renamed keeps its owner, and a new machine with the name of a deleted one gets a new owner.
func (r *Registry) Owner(ctx context.Context, name string) (*Owner, error) {
	id, err := r.db.ID(ctx, name)
	if err != nil {
		return nil, err
	}
	return r.ByID(id), nil
}

// ByID returns the owner of the machine with an ID, which must be stored.
func (r *Registry) ByID(id int64) *Owner {
	r.registering.Lock()
	defer r.registering.Unlock()
	o, _ := r.owners.LoadOrStore(id, &Owner{registry: r, id: id})
	return o.(*Owner)
}

// Delete deletes a machine like [agents.Delete], even a damaged one, and stops its training.
func (r *Registry) Delete(ctx context.Context, name string) error {
	id, err := r.db.ID(ctx, name)
	if err != nil {
		return err
	}
	if err := agents.Delete(ctx, r.db, name); err != nil {
		return err
	}
	if o, ok := r.owners.LoadAndDelete(id); ok {
		o.(*Owner).Stop()
		o.(*Owner).Notify()
	}
	return nil
}

// Close stops all training in the background, and stores all finished games.
func (r *Registry) Close() {
	r.stop()
	r.background.Wait()
	r.owners.Range(func(_, o any) bool {
		o.(*Owner).Store(context.Background()) // the players have already seen the errors
		return true
	})
}
