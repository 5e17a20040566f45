package hall

import "testing"

// TestNobodyIsWaitedFor rings for somebody who does not listen.
func TestNobodyIsWaitedFor(t *testing.T) {
	var table Table
	bell, leave := table.Bell(Host)
	for range 1000 {
		table.ring(Host)
	}
	if len(bell) != 1 {
		t.Error("the bell has not rung")
	}
	<-bell
	leave()
	if table.ring(Host); len(bell) != 0 {
		t.Error("the bell rings for somebody who has left")
	}
}
