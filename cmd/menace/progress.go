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
	width int // of the terminal, in columns
	start time.Time
	bar   *progressbar.ProgressBar
}

const blink = 400 * time.Millisecond

// newProgress returns the bar of so many games or replicates.
func (p *program) newProgress(total int64, what string) *progress {
	bar := &progress{what: what, total: total, width: p.notes.width, start: time.Now()}
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
		b.bar = progressbar.NewOptions64(b.total, b.options()...)
	}
	b.bar.Set64(done)
}

// options returns the looks of the bar. A line that does not fit the terminal would be a new one at
// each step, so that a narrow terminal is not told the speed.
func (b *progress) options() []progressbar.Option {
	const bar, words, speed = 20, 34, 24 // columns that the parts take at most, for an hour
	options := []progressbar.Option{
		progressbar.OptionSetWriter(b.out),
		progressbar.OptionSetDescription("training"),
		progressbar.OptionThrottle(100 * time.Millisecond),
		progressbar.OptionSetWidth(max(min(bar, b.width-words), 1)),
		progressbar.OptionClearOnFinish(),
	}
	if b.width >= bar+words+speed {
		options = append(options, progressbar.OptionSetItsString(b.what), progressbar.OptionShowIts())
	}
	return options
}

// close takes the bar away.
func (b *progress) close() {
	if b.bar != nil {
		b.bar.Clear()
	}
}
