package console

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	l := ReadLines(t.Context(), strings.NewReader("one\r\ntwo"))
	for _, want := range []string{"one", "two"} {
		if got, err := l.Next(t.Context()); got != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	if _, err := l.Next(t.Context()); err != io.EOF {
		t.Errorf("after the end: %v", err)
	}
	endless := ReadLines(t.Context(), strings.NewReader(strings.Repeat("1", 1<<20)))
	if _, err := endless.Next(t.Context()); !errors.Is(err, bufio.ErrTooLong) {
		t.Errorf("a line without end: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	silent, _ := io.Pipe()
	if _, err := ReadLines(ended, silent).Next(ended); err != context.Canceled {
		t.Errorf("after the end of the context: %v", err)
	}
}
