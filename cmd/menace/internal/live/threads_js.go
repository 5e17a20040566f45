package live

import "time"

// publishInterval is longer than in other systems: in a browser the program has a single thread, and drawing the page
// stops the training.
const publishInterval = time.Second

// AtOnce is the number of machines that may train at the same time.
const AtOnce = 1

// slice is the time for which a run keeps the thread. After a click, the next page takes a few slices to complete.
const slice = 50 * time.Millisecond

var yielded time.Time

// yield lets the program answer requests, once per slice. With a shorter pause the browser would not deliver any.
func yield() {
	if time.Since(yielded) > slice {
		time.Sleep(time.Millisecond)
		yielded = time.Now()
	}
}
