package live

import "sync"

// Subscribers are notified when something changes that a player sees.
type Subscribers struct{ channels sync.Map } // maps channels to players

// Subscribe returns a channel that receives a signal after each change that concerns a player. All concern the host.
func (s *Subscribers) Subscribe(player int) (changed <-chan struct{}, cancel func()) {
	c := make(chan struct{}, 1)
	s.channels.Store(c, player)
	return c, func() { s.channels.Delete(c) }
}

// Notify notifies all subscribers.
func (s *Subscribers) Notify() { s.notify(everybody) }

const everybody = -1 // all players

// notify notifies the subscribers of a player and of the host.
func (s *Subscribers) notify(player int) {
	s.channels.Range(func(c, of any) bool {
		if player == everybody || of == player || of == Host {
			select {
			case c.(chan struct{}) <- struct{}{}:
			default: // a signal is already pending
			}
		}
		return true
	})
}
