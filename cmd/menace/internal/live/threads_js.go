package live

import "time"

// The program has a single thread in a browser: drawing the page stops the training.
const publishInterval = time.Second

// AtOnce is the number of machines that may train at the same time.
const AtOnce = 1

// slice is the time for which a run keeps the thread. A click waits for a few slices until the next page is complete.
const slice = 50 * time.Millisecond

var yielded time.Time

// yield lets the program answer requests, once for each slice. A shorter rest would not let the browser deliver any.
func yield() {
	if time.Since(yielded) > slice {
		time.Sleep(time.Millisecond)
		yielded = time.Now()
	}
}
