package live

import "testing"

// TestNobodyIsWaitedFor notifies a subscriber that does not receive.
func TestNobodyIsWaitedFor(t *testing.T) {
	var o Machine
	changed, cancel := o.Subscribe(Host)
	for range 1000 {
		o.notify(Host)
	}
	if len(changed) != 1 {
		t.Error("no signal is pending")
	}
	<-changed
	cancel()
	o.notify(Host)
	if len(changed) != 0 {
		t.Error("a subscriber is notified after cancelling")
	}
}
