package live

import (
	"runtime"
	"time"
)

// inBrowser reports whether the program runs in a browser, where it has a single thread.
const inBrowser = runtime.GOOS == "js"

// publishInterval is the time between two snapshots that a run in the background publishes. In a browser, drawing the
// page stops the training.
var publishInterval = choose(160*time.Millisecond, time.Second)

// AtOnce is the number of machines that may train at the same time. More would only slow each other down.
var AtOnce = choose(max(4, runtime.NumCPU()), 1)

func choose[T any](usual, browser T) T {
	if inBrowser {
		return browser
	}
	return usual
}

// slice is the time for which a run keeps the only thread. After a click, the next page takes a few slices to complete.
const slice = 50 * time.Millisecond

var yielded time.Time

// yield lets the program answer requests if it has a single thread, once per slice. With a shorter pause the browser
// would not deliver any.
func yield() {
	if inBrowser && time.Since(yielded) > slice {
		time.Sleep(time.Millisecond)
		yielded = time.Now()
	}
}
