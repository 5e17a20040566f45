package console

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Progress is a bar on a terminal that appears when a run lasts longer than a blink.
type Progress struct {
	out   io.Writer // nil without a terminal
	noun  string    // what is counted
	total int64
	width int // of the terminal, in columns
	start time.Time
	bar   *progressbar.ProgressBar
}

const blink = 400 * time.Millisecond

// Progress returns the bar of a number of games or replicates.
func (con *IO) Progress(total int64, noun string) *Progress {
	p := &Progress{noun: noun, total: total, width: con.Notes.Width, start: time.Now()}
	if con.Notes.Terminal {
		p.out = con.Err
	}
	return p
}

// Set shows how many are done.
func (p *Progress) Set(done int64) {
	if p.out == nil || p.bar == nil && time.Since(p.start) < blink {
		return
	}
	if p.bar == nil {
		p.bar = progressbar.NewOptions64(p.total, p.options()...)
	}
	p.bar.Set64(done)
}

// options returns the looks of the bar. A line wider than the terminal would scroll at each step, so
// a narrow terminal does not show the speed.
func (p *Progress) options() []progressbar.Option {
	const bar, words, speed = 20, 34, 24 // the most columns that the parts take, for an hour
	options := []progressbar.Option{
		progressbar.OptionSetWriter(p.out),
		progressbar.OptionSetDescription("training"),
		progressbar.OptionThrottle(100 * time.Millisecond),
		progressbar.OptionSetWidth(max(min(bar, p.width-words), 1)),
		progressbar.OptionClearOnFinish(),
	}
	if p.width >= bar+words+speed {
		options = append(options, progressbar.OptionSetItsString(p.noun), progressbar.OptionShowIts())
	}
	return options
}

// Close removes the bar.
func (p *Progress) Close() {
	if p.bar != nil {
		p.bar.Clear()
	}
}
