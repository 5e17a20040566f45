package classroom

import (
	"maps"
	"math"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limiter limits the rate of each client's actions separately.
type limiter struct {
	every time.Duration // one action is allowed per interval
	burst int           // number of actions allowed at once

	mutex   sync.Mutex
	clients map[string]*rate.Limiter // recently active clients
}

func newLimiter(every time.Duration, burst int) *limiter {
	return &limiter{every: every, burst: burst, clients: map[string]*rate.Limiter{}}
}

// wait returns how long a client must wait before an action. If it returns 0, the action is counted.
func (l *limiter) wait(client string, now time.Time) time.Duration {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	maps.DeleteFunc(l.clients, func(_ string, c *rate.Limiter) bool { return c.TokensAt(now) >= float64(l.burst) })
	c, ok := l.clients[client]
	if !ok {
		c = rate.NewLimiter(rate.Every(l.every), l.burst)
		l.clients[client] = c
	}
	reserved := c.ReserveN(now, 1)
	wait := reserved.DelayFrom(now)
	if wait > 0 {
		reserved.CancelAt(now)
	}
	return wait
}

// left returns how long a client must wait before an action, without counting one.
func (l *limiter) left(client string, now time.Time) time.Duration {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	c, ok := l.clients[client]
	if !ok || c.TokensAt(now) >= 1 {
		return 0
	}
	return time.Duration((1 - c.TokensAt(now)) * float64(l.every))
}

// has reports whether a client has acted so recently that it cannot yet act burst times at once.
func (l *limiter) has(client string, now time.Time) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	c, ok := l.clients[client]
	return ok && c.TokensAt(now) < float64(l.burst)
}

// seconds returns a time in whole seconds, rounded up.
func seconds(wait time.Duration) int { return int(math.Ceil(wait.Seconds())) }
