package stream

import (
	"encoding/json"
	"maps"
	"slices"
	"sync"

	"menace/board"
)

// Frame is the content of a page at one time. After it is sent it never changes, and all viewers share it.
type Frame struct {
	Parts map[string]string  `json:"parts"` // HTML, by the part of the page
	Boxes map[board.Code]Box `json:"boxes"`

	number int           // 1 for the first frame of a stream
	whole  func() []byte // returns the whole frame as an event
	news   [][]byte      // the latest changes as events; the last leads from the previous frame to this one
}

// Box is the look of a box in the cabinet. In a change, empty fields have not changed.
type Box struct {
	Class   string `json:"class,omitempty"`
	Squares string `json:"squares,omitempty"`
	Title   string `json:"title,omitempty"`
}

// since returns the changes since an earlier look.
func (b Box) since(before Box) Box {
	for now, was := range map[*string]string{&b.Class: before.Class, &b.Squares: before.Squares,
		&b.Title: before.Title} {
		if *now == was {
			*now = ""
		}
	}
	return b
}

// since returns the changes since an earlier frame, and reports whether there are any.
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

// event encodes a frame as a server-sent event.
func (f *Frame) event() []byte {
	text, _ := json.Marshal(f)
	return slices.Concat([]byte("data: "), text, []byte("\n\n"))
}

// follow makes the frame the successor of another, or the first if before is nil.
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

// after returns the events that lead from the frame with a number to this one. Number 0 stands for no frame.
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
