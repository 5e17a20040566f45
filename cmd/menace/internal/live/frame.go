package live

import (
	"encoding/json"
	"maps"
	"slices"
	"sync"

	"menace/board"
)

// Frame is what a page shows at one time. It never changes once it was seen, and all who look share it.
type Frame struct {
	Parts map[string]string  `json:"parts"` // HTML, by the part of the page
	Boxes map[board.Code]Box `json:"boxes"`

	number int           // counted from 1, each that differs from the one before
	whole  func() []byte // all of it as an event
	news   [][]byte      // what changed, as events: the last leads from the frame before to this one
}

// Box is how a box looks in the cabinet. What is empty has not changed.
type Box struct {
	Class   string `json:"class,omitempty"`
	Squares string `json:"squares,omitempty"`
	Title   string `json:"title,omitempty"`
}

// since returns what has changed since the box looked otherwise.
func (b Box) since(before Box) Box {
	for now, was := range map[*string]string{&b.Class: before.Class, &b.Squares: before.Squares, &b.Title: before.Title} {
		if *now == was {
			*now = ""
		}
	}
	return b
}

// since returns what has changed since an earlier frame, and whether anything has.
func (f *Frame) since(before *Frame) (changed Frame, any bool) {
	changed = Frame{Parts: maps.Clone(f.Parts), Boxes: map[board.Code]Box{}}
	maps.DeleteFunc(changed.Parts, func(part, html string) bool { return before.Parts[part] == html })
	for code, now := range f.Boxes {
		if was := before.Boxes[code]; now != was {
			changed.Boxes[code] = now.since(was)
		}
	}
	return changed, len(changed.Parts)+len(changed.Boxes) > 0
}

// event writes a frame as a server-sent event.
func (f *Frame) event() []byte {
	text, _ := json.Marshal(f)
	return slices.Concat([]byte("data: "), text, []byte("\n\n"))
}

// follow makes this the frame after another, or the first if that is nil.
func (f *Frame) follow(before *Frame) {
	f.number, f.whole = 1, sync.OnceValue(f.event)
	if before == nil {
		return
	}
	f.number, f.news = before.number, before.news
	if changed, any := f.since(before); any {
		const kept = 8
		f.number++
		f.news = append(slices.Clone(before.news[max(0, len(before.news)+1-kept):]), changed.event())
	}
}

// after returns what leads to this frame from one of a number, 0 for none.
func (f *Frame) after(number int) []byte {
	switch behind := f.number - number; {
	case number == 0, behind < 0, behind > len(f.news):
		return f.whole()
	case behind == 0:
		return []byte(": still here\n\n")
	case behind == 1:
		return f.news[len(f.news)-1]
	default:
		return slices.Concat(f.news[len(f.news)-behind:]...)
	}
}
