package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// lines are the lines of an input, read in the background so that waiting for one can be broken
// off.
type lines struct {
	read chan string
	err  error // why there are no more; valid when read is closed
}

// readLines starts to read; it ends when the input does, or after one more line when ctx does.
func readLines(ctx context.Context, input io.Reader) *lines {
	l := &lines{read: make(chan string)}
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

// next returns the next line, io.EOF after the last, or the error of the context when it ends.
func (l *lines) next(ctx context.Context) (string, error) {
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
			return "", fmt.Errorf("cannot read the moves: %w", l.err)
		}
		return "", io.EOF
	}
}

// isTerminal tells whether a person types the input.
func isTerminal(input io.Reader) bool {
	file, ok := input.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
