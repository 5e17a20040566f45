package main

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress is a bar on a terminal that appears when a run lasts longer than a blink.
type progress struct {
	out   io.Writer // nil where there is no terminal
	what  string    // is counted
	total int64
	start time.Time
	bar   *progressbar.ProgressBar
}

const blink = 400 * time.Millisecond

// newProgress returns the bar of so many games or replicates.
func (p *program) newProgress(total int64, what string) *progress {
	bar := &progress{what: what, total: total, start: time.Now()}
	if p.notes.terminal {
		bar.out = p.stderr
	}
	return bar
}

// set shows how many are done.
func (b *progress) set(done int64) {
	if b.out == nil || b.bar == nil && time.Since(b.start) < blink {
		return
	}
	if b.bar == nil {
		b.bar = progressbar.NewOptions64(b.total,
			progressbar.OptionSetWriter(b.out),
			progressbar.OptionSetDescription("training"),
			progressbar.OptionSetItsString(b.what),
			progressbar.OptionShowIts(),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionSetWidth(20),
			progressbar.OptionClearOnFinish())
	}
	b.bar.Set64(done)
}

// close takes the bar away.
func (b *progress) close() {
	if b.bar != nil {
		b.bar.Clear()
	}
}
