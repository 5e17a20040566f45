package trees

import (
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/plots/paper"
)

// Window is the window of a search at a position: the interval from α to β on the line of all values that occur.
type Window struct {
	Title     string
	Ticks     []string // values, lowest first; infinite values are beyond both ends
	Low, High int      // α and β as indexes of Ticks; -1 is −∞, len(Ticks) is +∞
	Value     int      // index of the value that the search has just found
	Found     bool     // there is a value
	Cut       bool     // something was cut off, because α has reached β
}

// Row is a step of a search with its window.
type Row struct {
	Text   string
	Indent int
	Window *Window // or nil
}

// Strip shows every step of a search as a line, with its window beside it.
type Strip struct {
	Title, Subtitle string
	Rows            []Row
}

// Describe implements [paper.Described].
func (s *Strip) Describe() (title, details string) { return s.Title, s.Subtitle }

// Sizes of windows, in points.
const (
	windowHeight = 44.0
	rowSpace     = 19.0
	barHeight    = 6.0
)

// Size implements [paper.Drawing].
func (s *Strip) Size() paper.Size {
	return paper.Size{Width: a4.Height, Height: vg.Length(len(s.Rows))*rowSpace + 85}
}

// Fits implements [paper.Drawing].
func (s *Strip) Fits(size paper.Size) bool { return s.scale(size) >= leastSize }

// scale returns the scale at which the strip fits on paper of this size.
func (s *Strip) scale(size paper.Size) vg.Length {
	own := s.Size()
	return min(size.Width/own.Width, size.Height/own.Height, largest)
}

// Paint implements [paper.Drawing].
func (s *Strip) Paint(c draw.Canvas, theme paper.Palette) {
	scale := s.scale(paper.Size{Width: c.Size().X, Height: c.Size().Y})
	d := Drawing{Title: s.Title, Subtitle: s.Subtitle}
	room := d.heading(c, theme)
	p := painter{Canvas: c, theme: theme, scale: scale, origin: vg.Point{X: room.Min.X, Y: room.Max.Y}}
	width := room.Size().X / scale
	const says = 0.6 // share of the width for the words
	for i, row := range s.Rows {
		y := vg.Length(i)*rowSpace + rowSpace
		words := p.fitting(row.Text, letters, says*width-vg.Length(row.Indent)*10)
		p.writeAligned(p.at(vg.Length(row.Indent)*10, y), words, letters, theme.Ink, text.XLeft)
		if row.Window != nil {
			p.interval(row.Window, says*width+14, width-14, y)
		}
	}
}

// fitting shortens a text to fit a width.
func (p painter) fitting(words string, size, most vg.Length) string {
	for all := []rune(words); width(words, size) > most && len(all) > 1; {
		all = all[:len(all)-1]
		words = string(all) + "…"
	}
	return words
}

// window draws a window with its title at the bottom of a rectangle.
func (p painter) window(w *Window, width, y vg.Length) {
	p.writeAligned(p.at(0, y), w.Title, letters, p.theme.Ink, text.XLeft)
	p.interval(w, max(110, width*0.3), width-20, y)
}

// interval draws the window as a bar on the line of values between left and right, at height y.
func (p painter) interval(w *Window, left, right, y vg.Length) {
	place := func(tick int) vg.Length {
		return left + (right-left)*vg.Length(tick+1)/vg.Length(len(w.Ticks)+1)
	}
	thin := draw.LineStyle{Color: p.theme.Muted, Width: 0.5 * p.scale}
	p.StrokeLines(thin, []vg.Point{p.at(left-8, y), p.at(right+8, y)})
	for tick := range w.Ticks {
		p.StrokeLines(thin, []vg.Point{p.at(place(tick), y-1.5), p.at(place(tick), y+1.5)})
	}
	hue := p.theme.Hues[0]
	low, high := min(w.Low, w.High), max(w.Low, w.High)
	bar := vg.Rectangle{Min: p.at(place(low), y+barHeight/2), Max: p.at(place(high), y-barHeight/2)}
	closed := w.Low >= w.High
	if closed {
		hue = p.theme.Hues[2]
	} else {
		p.SetColor(paper.Faded(hue, 0.25))
		p.Fill(bar.Path())
	}
	for _, end := range []struct {
		name string
		tick int
		side text.XAlignment
		by   vg.Length
	}{{"α ", w.Low, text.XRight, -2}, {"β ", w.High, text.XLeft, 2}} {
		x := place(end.tick)
		p.StrokeLines(draw.LineStyle{Color: hue, Width: 1.6 * p.scale},
			[]vg.Point{p.at(x, y-barHeight/2), p.at(x, y+barHeight/2)})
		side, by := end.side, end.by
		if w.Low > w.High { // the ends have crossed
			side, by = text.XLeft+text.XRight-side, -by
		}
		p.writeAligned(p.at(x+by, y-barHeight), end.name+w.tick(end.tick), small, hue, side)
	}
	if w.Found {
		p.SetColor(p.theme.Ink)
		p.Fill(ring(p.at(place(w.Value), y), 2.2*p.scale))
	}
	if closed {
		note := "closed"
		if w.Cut {
			note += ": cut off"
		}
		p.write(p.at((place(low)+place(high))/2, y+barHeight+1), note, small, hue)
	}
}

// tick formats the value of a tick.
func (w *Window) tick(at int) string {
	switch {
	case at < 0:
		return "−∞"
	case at >= len(w.Ticks):
		return "+∞"
	}
	return w.Ticks[at]
}

// Index returns the index of a value among sorted ones, for a [Window].
func Index(sorted []int, value int) int {
	i, found := slices.BinarySearch(sorted, value)
	if !found && i == 0 {
		return -1
	}
	return i
}
