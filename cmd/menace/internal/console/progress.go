package console

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// blink is how long a run lasts without a progress bar.
const blink = 400 * time.Millisecond

// Progress is a bar on a terminal.
type Progress struct {
	looks []progressbar.Option // nil without a terminal
	total int64
	start time.Time
	bar   *progressbar.ProgressBar
}

// Progress returns the bar of a number of games or replicates.
func (con *IO) Progress(total int64, noun string) *Progress {
	p := &Progress{total: total, start: time.Now()}
	if con.Notes.Terminal {
		p.looks = con.looks(noun)
	}
	return p
}

// looks returns the options of a bar. A line wider than the terminal would scroll at each step, so a narrow
// terminal does not show the speed.
func (con *IO) looks(noun string) []progressbar.Option {
	const bar, words, speed = 20, 34, 24 // the most columns that the parts take, for an hour
	looks := []progressbar.Option{
		progressbar.OptionSetWriter(con.Err),
		progressbar.OptionSetDescription("training"),
		progressbar.OptionThrottle(100 * time.Millisecond),
		progressbar.OptionSetWidth(max(min(bar, con.Notes.Width-words), 1)),
		progressbar.OptionClearOnFinish(),
	}
	if con.Notes.Width >= bar+words+speed {
		looks = append(looks, progressbar.OptionSetItsString(noun), progressbar.OptionShowIts())
	}
	return looks
}

// Set shows how many are done.
func (p *Progress) Set(done int64) {
	if p.looks == nil || p.bar == nil && time.Since(p.start) < blink {
		return
	}
	if p.bar == nil {
		p.bar = progressbar.NewOptions64(p.total, p.looks...)
	}
	p.bar.Set64(done)
}

// Close removes the bar.
func (p *Progress) Close() {
	if p.bar != nil {
		p.bar.Clear()
	}
}
