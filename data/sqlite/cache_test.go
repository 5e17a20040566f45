package sqlite

import (
	"strconv"
	"testing"
)

// TestCache checks that a value is valid until another connection writes, or this one changes it, and that the values
// that were used last stay if there are too many.
func TestCache(t *testing.T) {
	c := Cache[int]{Most: 3}
	now, later, elsewhere := State{1, 2}, State{1, 3}, State{2, 3}
	unasked := func(int) bool { t.Error("asked although nothing was written"); return false }
	answer := func(same bool) func(int) bool { return func(int) bool { return same } }
	if _, ok := c.Get("a", now, unasked); ok {
		t.Error("a new cache has a value")
	}
	c.Put("a", 7, now)
	if got, ok := c.Get("a", now, unasked); got != 7 || !ok {
		t.Errorf("got %d, %t, want 7", got, ok)
	}
	if got, ok := c.Get("a", later, answer(false)); got != 0 || ok {
		t.Errorf("after a change: got %d, %t", got, ok)
	}
	if got, ok := c.Get("a", elsewhere, unasked); got != 0 || ok {
		t.Errorf("after a change elsewhere: got %d, %t", got, ok)
	}
	if got, ok := c.Get("a", later, answer(true)); got != 7 || !ok {
		t.Errorf("after a change of something else: got %d, %t", got, ok)
	}
	if got, ok := c.Get("a", later, unasked); got != 7 || !ok {
		t.Errorf("after that was noticed: got %d, %t", got, ok)
	}
	for n := range 10 {
		c.Put(strconv.Itoa(n), n, later)
		if got, ok := c.Get("a", later, unasked); got != 7 || !ok {
			t.Errorf("what is used all the time was lost: %d, %t", got, ok)
		}
		if got, ok := c.Get(strconv.Itoa(n), later, unasked); got != n || !ok || len(c.values) > 3 {
			t.Errorf("got %d, %t, want %d, one of %d values", got, ok, n, len(c.values))
		}
	}
}
