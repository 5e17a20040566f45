package term

import (
	"time"

	"github.com/schollz/progressbar/v3"

	"menace/cmd/menace/internal/words"
)

const (
	barDelay     = 400 * time.Millisecond // delay of the bar, so that short runs show none
	lineInterval = time.Minute            // between lines if there is no terminal, for example in a log file
)

// Progress shows progress as a bar on a terminal, and elsewhere as occasional lines.
type Progress struct {
	con   *IO
	noun  string
	total int64
	start time.Time // start of the run, or time of the last line
	bar   *progressbar.ProgressBar
}

// Progress returns a progress bar for a number of games or replicates.
func (con *IO) Progress(total int64, noun string) *Progress {
	p := &Progress{con: con, noun: noun, total: total, start: time.Now()}
	if !con.Notes.Terminal {
		return p
	}
	options := []progressbar.Option{
		progressbar.OptionSetWriter(con.stderr),
		progressbar.OptionSetDescription("training"),
		progressbar.OptionThrottle(100 * time.Millisecond),
		progressbar.OptionSetWidth(20),
		progressbar.OptionClearOnFinish(),
	}
	const roomForSpeed = 78 // columns
	if con.Notes.Width >= roomForSpeed {
		options = append(options, progressbar.OptionSetItsString(noun), progressbar.OptionShowIts())
	}
	p.bar = progressbar.NewOptions64(total, options...)
	p.bar.StartWithoutRender() // its speed counts from here
	return p
}

// Set shows the number done.
func (p *Progress) Set(done int64) {
	since := time.Since(p.start)
	switch {
	case p.bar != nil && since >= barDelay:
		p.bar.Set64(done)
	case p.bar == nil && since >= lineInterval:
		p.con.Note("%s of %s %s", words.Count(done), words.Count(p.total), p.noun)
		p.start = time.Now()
	}
}

// Close removes the bar.
func (p *Progress) Close() {
	if p.bar != nil {
		p.bar.Clear()
	}
}
