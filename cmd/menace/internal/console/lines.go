package console

import (
	"bufio"
	"context"
	"io"
)

// Lines are the lines of an input. They are read in the background, so waiting for one can be interrupted.
type Lines struct {
	read chan string
	err  error // why there are no more; valid once read is closed
}

// ReadLines starts to read. It stops at the end of the input, or one line after the context ends.
func ReadLines(ctx context.Context, input io.Reader) *Lines {
	l := &Lines{read: make(chan string)}
	go func() {
		defer close(l.read)
		scanner := bufio.NewScanner(input)
		for scanner.Scan() {
			select {
			case l.read <- scanner.Text():
			case <-ctx.Done():
				return
			}
		}
		l.err = scanner.Err()
	}()
	return l
}

// Next returns the next line, io.EOF after the last, or the error of the context when it ends.
func (l *Lines) Next(ctx context.Context) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case line, ok := <-l.read:
		switch {
		case ok:
			return line, nil
		case l.err != nil:
			return "", l.err
		}
		return "", io.EOF
	}
}
