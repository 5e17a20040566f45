package live

import "sync"

// Subscribers are notified when something that a player sees has changed.
type Subscribers struct{ channels sync.Map } // maps channels to players

// Subscribe returns a channel that receives a signal after each change that concerns a player. The host is notified of
// all changes.
func (s *Subscribers) Subscribe(player int) (changed <-chan struct{}, cancel func()) {
	c := make(chan struct{}, 1)
	s.channels.Store(c, player)
	return c, func() { s.channels.Delete(c) }
}

// Notify notifies all subscribers.
func (s *Subscribers) Notify() { s.notify(everybody) }

const everybody = -1 // all players

// notify notifies the subscribers of a player, and the host's.
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
