package console

import (
	"time"

	"github.com/schollz/progressbar/v3"

	"menace/cmd/menace/internal/words"
)

// blink is how long a run lasts without a progress bar.
const blink = 400 * time.Millisecond

// aLine is how often a run says how far it is where there is no terminal, as in the log of a cluster.
const aLine = time.Minute

// Progress is a bar on a terminal, which may change its width, and elsewhere a line now and then.
type Progress struct {
	con   *IO
	noun  string
	total int64
	start time.Time // or when the last line was written
	width int       // that the bar is made for
	bar   *progressbar.ProgressBar
}

// Progress returns the bar of a number of games or replicates.
func (con *IO) Progress(total int64, noun string) *Progress {
	return &Progress{con: con, noun: noun, total: total, start: time.Now()}
}

// Set shows how many are done.
func (p *Progress) Set(done int64) {
	if !p.con.Notes.Terminal {
		p.line(done)
		return
	}
	if p.bar == nil && time.Since(p.start) < blink {
		return
	}
	if width := screenOf(p.con.stderr).Width; width != p.width {
		p.Close()
		p.bar = progressbar.NewOptions64(p.total, p.looks(width)...)
		p.width = width
	}
	p.bar.Set64(done)
}

// line writes a line when it is time.
func (p *Progress) line(done int64) {
	if time.Since(p.start) >= aLine {
		p.con.Note("%s of %s %s", words.Count(done), words.Count(p.total), p.noun)
		p.start = time.Now()
	}
}

// looks returns the options of a bar. A line wider than the terminal would scroll at each step, so a narrow
// terminal does not show the speed; nor does one that was resized, since the new bar knows only the time
// since then.
func (p *Progress) looks(width int) []progressbar.Option {
	const bar, words, speed = 20, 34, 24 // the most columns that the parts take, for an hour
	looks := []progressbar.Option{
		progressbar.OptionSetWriter(p.con.Err),
		progressbar.OptionSetDescription("training"),
		progressbar.OptionThrottle(100 * time.Millisecond),
		progressbar.OptionSetWidth(max(min(bar, width-words), 1)),
		progressbar.OptionClearOnFinish(),
	}
	if p.width == 0 && width >= bar+words+speed {
		looks = append(looks, progressbar.OptionSetItsString(p.noun), progressbar.OptionShowIts())
	}
	return looks
}

// Close removes the bar.
func (p *Progress) Close() {
	if p.bar != nil {
		p.bar.Clear()
	}
}
