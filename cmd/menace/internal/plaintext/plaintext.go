// Package plaintext reads text from outside: files, pipes, uploads, and pasted text. Whatever program wrote it, the
// result is valid UTF-8 without a byte-order mark, and its lines end in \n.
//
// It knows the encodings that ordinary programs write: UTF-8; UTF-16, used by PowerShell 5 and Notepad; UTF-32; and
// Windows-1252, which includes Latin-1, used by spreadsheets. [Read] also decompresses gzip.
//
// To read a table, call [ParseTable]. It is the only reader of CSV in the program, because spreadsheets in other
// languages write other separators and other numbers, and [encoding/csv] leaves both to its caller.
package plaintext

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// MaxSize is the maximum size of a text, in bytes.
const MaxSize = 32 << 20

// ErrBinary reports that the input is not text.
var ErrBinary = errors.New("it is not text")

// ErrWorkbook reports that the input is a workbook of a spreadsheet, or another archive.
var ErrWorkbook = fmt.Errorf("%w; save a sheet of a workbook as CSV", ErrBinary)

// ErrDatabase reports that what was read is an SQLite database.
var ErrDatabase = fmt.Errorf("%w, but a database", ErrBinary)

// Decode decodes a whole text.
func Decode(raw []byte) (string, error) {
	text, err := encodingOf(raw).NewDecoder().Bytes(raw)
	switch {
	case bytes.HasPrefix(raw, []byte("PK\x03\x04")), bytes.HasPrefix(raw, []byte("\xd0\xcf\x11\xe0")):
		return "", ErrWorkbook
	case bytes.HasPrefix(raw, []byte("SQLite format 3\x00")):
		return "", ErrDatabase
	case err != nil || bytes.IndexByte(text, 0) >= 0:
		return "", ErrBinary
	case !utf8.Valid(text):
		text, _ = charmap.Windows1252.NewDecoder().Bytes(text) // decodes any byte
	}
	return newlines.Replace(string(text)), nil
}

var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// encodingOf returns the encoding of a text that begins with these bytes. Its decoder removes the byte-order mark.
// Without a mark, it is UTF-16 if every other byte is zero, and otherwise an encoding that changes nothing.
func encodingOf(begin []byte) encoding.Encoding {
	switch pair := string(begin[:min(2, len(begin))]); {
	case bytes.HasPrefix(begin, []byte("\xff\xfe\x00\x00")):
		return utf32.UTF32(utf32.LittleEndian, utf32.UseBOM)
	case bytes.HasPrefix(begin, []byte("\x00\x00\xfe\xff")):
		return utf32.UTF32(utf32.BigEndian, utf32.UseBOM)
	case pair == "\xff\xfe", len(pair) == 2 && pair[0] != 0 && pair[1] == 0:
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	case pair == "\xfe\xff", len(pair) == 2 && pair[0] == 0:
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case bytes.HasPrefix(begin, mark):
		return unicode.UTF8BOM
	}
	return encoding.Nop
}

// mark is the byte-order mark in UTF-8.
var mark = []byte("\ufeff")

// Read reads and decodes a whole text of at most MaxSize bytes, which may be compressed by gzip. If the context ends
// first, Read returns its error, even if r is blocked on a pipe or a terminal.
func Read(ctx context.Context, r io.Reader) (string, error) {
	return await(ctx, func() (string, error) {
		raw, err := readAll(r)
		if err == nil && bytes.HasPrefix(raw, []byte("\x1f\x8b")) {
			raw, err = decompress(raw)
		}
		if err != nil {
			return "", err
		}
		return Decode(raw)
	})
}

// readAll reads at most MaxSize bytes, or returns an error if there are more.
func readAll(r io.Reader) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err == nil && len(raw) > MaxSize {
		err = fmt.Errorf("longer than %d MB", MaxSize>>20)
	}
	return raw, err
}

// decompress decompresses gzip.
func decompress(raw []byte) ([]byte, error) {
	unpacked, err := gzip.NewReader(bytes.NewReader(raw))
	if err == nil {
		raw, err = readAll(unpacked)
	}
	if errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the compressed file is damaged")
	}
	return raw, err
}

// ReadFrom opens a source, reads its text like [Read], and closes it. Opening may take as long as reading: a named pipe
// waits until something is written to it.
func ReadFrom(ctx context.Context, open func() (io.ReadCloser, error)) (string, error) {
	return await(ctx, func() (string, error) {
		r, err := open()
		if err != nil {
			return "", err
		}
		defer r.Close()
		return Read(ctx, r)
	})
}

// await returns the result of do, or the error of the context if that ends first. Then do continues in the background.
func await(ctx context.Context, do func() (string, error)) (text string, err error) {
	done := make(chan struct{})
	var result string
	var failed error
	go func() {
		defer close(done)
		result, failed = do()
	}()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case <-done:
		return result, failed
	}
}

// Lines reads a text line by line from a person or a program.
type Lines struct {
	raw    *bufio.Reader
	reader *bufio.Reader // decodes raw; nil before the first line
}

// NewLines returns the lines of r.
func NewLines(r io.Reader) *Lines { return &Lines{raw: bufio.NewReader(&toEnd{of: r})} }

// toEnd stops reading after the first error. A terminal would wait for more after Ctrl-D.
type toEnd struct {
	of  io.Reader
	err error
}

func (r *toEnd) Read(p []byte) (n int, err error) {
	if r.err == nil {
		n, r.err = r.of.Read(p)
	}
	return n, r.err
}

// maxLine is the maximum length of a line in bytes.
const maxLine = 1 << 20

// Next returns the next line without its end, or io.EOF after the last. It does not read beyond the end of the line,
// because a person who types may be waiting for an answer.
func (l *Lines) Next() (string, error) {
	if l.reader == nil {
		begin, err := l.raw.Peek(1)
		if err != nil {
			return "", err // to read again would wait for another Ctrl-D at a terminal
		}
		l.reader = l.raw
		if begin[0] == 0xff || begin[0] == 0xfe || begin[0] == mark[0] {
			l.raw.Peek(len(mark)) // waits for the rest of the mark
		}
		begin, _ = l.raw.Peek(min(len(mark), l.raw.Buffered()))
		if coded := encodingOf(begin); coded != encoding.Nop {
			l.reader = bufio.NewReader(coded.NewDecoder().Reader(l.raw))
		}
	}
	var line []byte
	for more := true; more; {
		var part []byte
		var err error
		if part, more, err = l.reader.ReadLine(); err != nil {
			return "", err
		}
		if line = append(line, part...); len(line) > maxLine {
			return "", fmt.Errorf("a line has more than %d characters", maxLine)
		}
	}
	if !utf8.Valid(line) {
		line, _ = charmap.Windows1252.NewDecoder().Bytes(line)
	}
	return string(line), nil
}
