package term

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"
)

// TestProgressInALog checks that a run without a terminal reports its progress once a minute.
func TestProgressInALog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var notes bytes.Buffer
		bar := New(nil, &bytes.Buffer{}, &notes).Progress(10_000, "replicates")
		for second := range int64(150) {
			bar.Set(50 * second)
			time.Sleep(time.Second)
		}
		bar.Close()
		want := "menace: 3,000 of 10,000 replicates\nmenace: 6,000 of 10,000 replicates\n"
		if got := notes.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
