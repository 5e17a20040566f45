//go:build !js

package live

import (
	"runtime"
	"time"
)

// publishInterval is the time between two snapshots that a run in the background publishes.
const publishInterval = 160 * time.Millisecond

// AtOnce is the number of machines that may train at the same time. More would only slow each other down.
var AtOnce = max(4, runtime.NumCPU())

// yield does nothing: other goroutines have threads to run on.
func yield() {}
