package sqlite

import (
	"strconv"
	"testing"
)

// TestCache checks that a value is valid for one state of the database only, and that the number of values is limited.
func TestCache(t *testing.T) {
	var c Cache[int]
	now, later := State{1, 2}, State{1, 3}
	if _, ok := c.Get("a", now); ok {
		t.Error("a new cache has a value")
	}
	c.Put("a", 7, now)
	if got, ok := c.Get("a", now); got != 7 || !ok {
		t.Errorf("got %d, %t, want 7", got, ok)
	}
	if got, ok := c.Get("a", later); got != 0 || ok {
		t.Errorf("after a change: got %d, %t", got, ok)
	}
	for n := range maxCached + 2 {
		c.Put(strconv.Itoa(n), n, now)
		if len(c.values) > maxCached {
			t.Fatalf("the cache has %d values", len(c.values))
		}
		if got, ok := c.Get(strconv.Itoa(n), now); got != n || !ok {
			t.Errorf("got %d, %t, want %d", got, ok, n)
		}
	}
}
