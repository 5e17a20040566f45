package term

import (
	"context"
	"io"
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	l := (&IO{In: strings.NewReader("one\r\ntwo")}).ReadLines(t.Context())
	for _, want := range []string{"one", "two"} {
		if got, err := l.Next(t.Context()); got != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	if _, err := l.Next(t.Context()); err != io.EOF {
		t.Errorf("after the end: got %v", err)
	}
	long := (&IO{In: strings.NewReader(strings.Repeat("1", 70_000) + "\ntwo")}).ReadLines(t.Context())
	if got, err := long.Next(t.Context()); err != nil || len(got) < 100 || strings.Trim(got, "1") != "" {
		t.Errorf("a long line: got %.10q, %v", got, err)
	}
	if got, err := long.Next(t.Context()); got != "two" || err != nil {
		t.Errorf("after a long line: got %.10q, %v", got, err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	silent, _ := io.Pipe()
	if _, err := (&IO{In: silent}).ReadLines(ended).Next(ended); err != context.Canceled {
		t.Errorf("after the end of the context: got %v", err)
	}
}
