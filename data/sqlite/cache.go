package sqlite

import "sync"

// Cache remembers values of a database as they were last read or written, by name, so that those who look often read little.
// What it remembers holds as long as nobody has written anything to the database. Goroutines may share it.
type Cache[T any] struct {
	mutex  sync.Mutex
	values map[string]cached[T]
}

// cached is a value and the state of the database in which it was that.
type cached[T any] struct {
	value T
	at    State
}

// maxCached bounds the values remembered.
const maxCached = 64

// Put remembers a value of a name that was read or written in a state.
func (c *Cache[T]) Put(name string, value T, at State) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.values == nil || len(c.values) == maxCached {
		c.values = map[string]cached[T]{}
	}
	c.values[name] = cached[T]{value, at}
}

// Get returns the value of a name in a state, and whether it is remembered.
func (c *Cache[T]) Get(name string, at State) (value T, ok bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	found, ok := c.values[name]
	if !ok || found.at != at {
		return value, false
	}
	return found.value, true
}
