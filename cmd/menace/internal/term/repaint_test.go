package term

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// TestPaintingCountsLines counts the lines of a terminal that is ten columns wide.
func TestPaintingCountsLines(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "no end": 0, "a\n": 1, "a\n\n": 2, "a\nb": 1, "0123456789\n": 1, "0123456789x\n": 2, strings.Repeat("x", 30) + "\n": 3,
		"\x1b[1mbold\x1b[m 89\n": 1, "中文中文中\n": 1, "中文中文中文\n": 2,
	} {
		p := painting{width: 10}
		for part := range strings.SplitSeq(text, "") { // however it is written
			p.add(part)
		}
		if whole := (painting{width: 10}); p.lines != want {
			t.Errorf("%q: %d lines, want %d", text, p.lines, want)
		} else if whole.add(text); whole != p {
			t.Errorf("%q: %+v as a whole, %+v in parts", text, whole, p)
		}
	}
}

// TestPace describes the speed of a run and the time that is left.
func TestPace(t *testing.T) {
	for _, c := range []struct {
		done, total int64
		since       time.Duration
		width       int
		want        string
	}{
		{1_685_506, 38_766_638, time.Second, 80, ", 1,685,506 games a second, 22 seconds left"},
		{3_000_000, 99_000_000, 2 * time.Second, 80, ", 1,500,000 games a second, 1 minute 4 seconds left"},
		{1, 20_000, 10 * time.Second, 80, ", 2 days 7 hours left"},
		{10, 10, time.Second, 80, ", 10 games a second"},
		{0, 10, time.Second, 80, ""},
		{5, 10, time.Second, 77, ""},
	} {
		p := Progress{con: &IO{ErrScreen: Screen{Width: c.width}}, noun: "games", total: c.total}
		if got := p.pace(c.done, c.since); got != c.want {
			t.Errorf("%+v: got %q", c, got)
		}
	}
}

// TestNoRepaint checks that a pipe gets no movements of a cursor.
func TestNoRepaint(t *testing.T) {
	t.Setenv("TERM", "xterm")
	var out bytes.Buffer
	con := New(strings.NewReader(""), &out, &out)
	con.Paint()
	con.Print("a\nb\n")
	if con.Rewind() || out.String() != "a\nb\n" {
		t.Errorf("got %q", &out)
	}
}
