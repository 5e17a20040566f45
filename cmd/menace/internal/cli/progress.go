package cli

import (
	"time"

	"github.com/schollz/progressbar/v3"

	"menace/cmd/menace/internal/words"
)

const (
	barDelay     = 400 * time.Millisecond // delay of the bar, so that short runs show none
	lineInterval = time.Minute            // between lines if there is no terminal, for example in a log file
)

// Progress shows progress as a bar on a terminal, whose width may change, and elsewhere as occasional lines.
type Progress struct {
	con   *IO
	noun  string
	total int64
	start time.Time // start of the run, or time of the last line
	width int       // terminal width of the bar
	bar   *progressbar.ProgressBar
}

// Progress returns a progress bar for a number of games or replicates.
func (con *IO) Progress(total int64, noun string) *Progress {
	return &Progress{con: con, noun: noun, total: total, start: time.Now()}
}

// Set shows the number done.
func (p *Progress) Set(done int64) {
	since := time.Since(p.start)
	if !p.con.Notes.Terminal {
		if since >= lineInterval {
			p.con.Note("%s of %s %s", words.Count(done), words.Count(p.total), p.noun)
			p.start = time.Now()
		}
		return
	}
	if p.bar == nil && since < barDelay {
		return
	}
	if width := screenOf(p.con.stderr).Width; width != p.width {
		p.Close()
		p.bar = progressbar.NewOptions64(p.total, p.barOptions(width)...)
		p.width = width
	}
	p.bar.Set64(done)
}

// barOptions returns the options of a bar. A line wider than the terminal would scroll at each step, so the speed is
// omitted on a narrow terminal. It is also omitted after a resize, because the new bar does not know the earlier
// progress.
func (p *Progress) barOptions(width int) []progressbar.Option {
	const bar, words, speed = 20, 34, 24 // the largest widths of the parts, for runs of up to an hour
	options := []progressbar.Option{
		progressbar.OptionSetWriter(p.con.Err),
		progressbar.OptionSetDescription("training"),
		progressbar.OptionThrottle(100 * time.Millisecond),
		progressbar.OptionSetWidth(max(min(bar, width-words), 1)),
		progressbar.OptionClearOnFinish(),
	}
	if p.width == 0 && width >= bar+words+speed {
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
