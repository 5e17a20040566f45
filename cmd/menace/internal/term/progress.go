package term

import (
	"fmt"
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
	if !con.ErrScreen.Terminal {
		return p
	}
	options := []progressbar.Option{
		progressbar.OptionSetWriter(con.stderr),
		progressbar.OptionSetDescription("training"),
		progressbar.OptionThrottle(100 * time.Millisecond),
		progressbar.OptionSetWidth(10),
		progressbar.OptionSetElapsedTime(false), // Describe formats times and speeds
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionClearOnFinish(),
	}
	p.bar = progressbar.NewOptions64(total, options...)
	return p
}

// Set shows the number done.
func (p *Progress) Set(done int64) {
	since := time.Since(p.start)
	switch {
	case p.bar != nil && since >= barDelay:
		p.bar.Set64(done)
		p.bar.Describe("training" + p.pace(done, since))
	case p.bar == nil && since >= lineInterval:
		p.con.Note("%s of %s %s", words.Count(done), words.Count(p.total), p.noun)
		p.start = time.Now()
	}
}

// pace describes how fast the run is and how long it will still take, if the terminal is wide enough.
func (p *Progress) pace(done int64, since time.Duration) string {
	const room = 78 // columns
	if done == 0 || p.con.ErrScreen.Width < room {
		return ""
	}
	speed := float64(done) / since.Seconds()
	left := ""
	if rest := time.Duration(float64(p.total-done) / speed * float64(time.Second)); rest >= time.Second {
		left = ", " + words.Wait(rest) + " left"
	}
	if speed < 1 {
		return left
	}
	return fmt.Sprintf(", %s %s a second%s", words.Count(int64(speed)), p.noun, left)
}

// Close removes the bar.
func (p *Progress) Close() {
	if p.bar != nil {
		p.bar.Clear()
	}
}
