package main

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress is a bar on a terminal that appears when a run lasts longer than a blink.
type progress struct {
	out   io.Writer // nil where there is no terminal
	games int64
	start time.Time
	bar   *progressbar.ProgressBar
}

const blink = 400 * time.Millisecond

func (p *program) newProgress(games int64) *progress {
	bar := &progress{games: games, start: time.Now()}
	if p.notes.terminal {
		bar.out = p.stderr
	}
	return bar
}

// set shows how many games have been played.
func (b *progress) set(played int64) {
	if b.out == nil || b.bar == nil && time.Since(b.start) < blink {
		return
	}
	if b.bar == nil {
		b.bar = progressbar.NewOptions64(b.games,
			progressbar.OptionSetWriter(b.out),
			progressbar.OptionSetDescription("training"),
			progressbar.OptionSetItsString("games"),
			progressbar.OptionShowIts(),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionSetWidth(20),
			progressbar.OptionClearOnFinish())
	}
	b.bar.Set64(played)
}

// close takes the bar away.
func (b *progress) close() {
	if b.bar != nil {
		b.bar.Clear()
	}
}
