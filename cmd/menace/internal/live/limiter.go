package live

import (
	"maps"
	"math"
	"sync"
	"time"

	"menace/cmd/menace/internal/words"
)

// limiter allows a burst of actions by each client, and then one per interval (the generic cell rate algorithm).
type limiter struct {
	burst int
	every time.Duration

	mutex sync.Mutex
	rests map[string]time.Time // by client: the time at which a full burst is allowed again
}

// wait returns how long a client must wait before an action. If it returns 0, the action is counted.
func (l *limiter) wait(who string, now time.Time) time.Duration {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.rests == nil {
		l.rests = map[string]time.Time{}
	}
	maps.DeleteFunc(l.rests, func(_ string, at time.Time) bool { return at.Before(now) })
	rests, waiting := l.rests[who]
	if !waiting {
		rests = now
	}
	if wait := rests.Sub(now) - time.Duration(l.burst-1)*l.every; wait > 0 {
		return wait
	}
	l.rests[who] = rests.Add(l.every)
	return 0
}

// seconds formats a waiting time in words.
func seconds(wait time.Duration) string {
	return words.Plural(int(math.Ceil(wait.Seconds())), "second")
}
