package plaintext_test

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"menace/cmd/menace/internal/plaintext"
)

// encodings are a text as other programs write it: the same in every encoding, with the line ends of every system.
func encodings(t *testing.T, text string) map[string]string {
	t.Helper()
	encode := func(e interface{ String(string) (string, error) }, text string) string {
		coded, err := e.String(text)
		if err != nil {
			t.Fatal(err)
		}
		return coded
	}
	windows := strings.ReplaceAll(text, "\n", "\r\n")
	return map[string]string{
		"UTF-8":                        text,
		"UTF-8 of Windows":             windows,
		"UTF-8 with a mark":            "\ufeff" + windows,
		"UTF-16 little-endian":         encode(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder(), windows),
		"UTF-16 big-endian":            encode(unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder(), windows),
		"UTF-16 without a mark":        encode(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder(), text),
		"UTF-16 big without a mark":    encode(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder(), text),
		"Windows-1252":                 encode(charmap.Windows1252.NewEncoder(), windows),
		"Latin-1 (no € or dash in it)": encode(charmap.Windows1252.NewEncoder(), text),
	}
}

const sample = "box;beads\nMüller é,4\n\nlast – line €\n"

func TestDecode(t *testing.T) {
	for name, raw := range encodings(t, sample) {
		if got, err := plaintext.Decode([]byte(raw)); got != sample || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if got, err := plaintext.Read(t.Context(), strings.NewReader(raw)); got != sample || err != nil {
			t.Errorf("%s, read: %q, %v", name, got, err)
		}
	}
	for raw, want := range map[string]string{"": "", "5": "5", "\ufeff": "", "\xff\xfe": "", "\xfe\xff": "",
		"a\rb": "a\nb", "é": "é", "\xe9": "é", "\xef\xbb": "ï»", "\ufeffa\ufeff": "a\ufeff"} {
		if got, err := plaintext.Decode([]byte(raw)); got != want || err != nil {
			t.Errorf("%q gives %q, %v, want %q", raw, got, err, want)
		}
	}
	for _, raw := range []string{"\x00", "\x00\x00\x00\x00", "SQLite format 3\x00", "\x89PNG\r\n\x1a\n\x00"} {
		if _, err := plaintext.Decode([]byte(raw)); !errors.Is(err, plaintext.ErrBinary) {
			t.Errorf("%q: %v, want ErrBinary", raw, err)
		}
	}
}

func TestReadHasALimit(t *testing.T) {
	endless, writer := io.Pipe()
	t.Cleanup(func() { endless.Close() })
	go func() {
		for block := make([]byte, 1<<20); ; {
			if _, err := writer.Write(block); err != nil {
				return
			}
		}
	}()
	if _, err := plaintext.Read(t.Context(), endless); err == nil || !strings.Contains(err.Error(), "longer than 32 MB") {
		t.Errorf("an endless text gives %v", err)
	}
}

// A pipe into which nobody writes must not keep a command from ending.
func TestReadEndsWithTheContext(t *testing.T) {
	silent, _ := io.Pipe()
	t.Cleanup(func() { silent.Close() })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := plaintext.Read(ctx, silent); !errors.Is(err, context.Canceled) {
		t.Errorf("reading gives %v", err)
	}
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	opens := func() (io.ReadCloser, error) { <-never; return nil, os.ErrNotExist }
	if _, err := plaintext.ReadFrom(ctx, opens); !errors.Is(err, context.Canceled) {
		t.Errorf("opening gives %v", err)
	}
}

func TestLines(t *testing.T) {
	for name, raw := range encodings(t, sample) {
		lines := plaintext.NewLines(strings.NewReader(raw))
		for line := range strings.SplitSeq(strings.TrimSuffix(sample, "\n"), "\n") {
			if got, err := lines.Next(); got != line || err != nil {
				t.Errorf("%s: %q, %v, want %q", name, got, err, line)
			}
		}
		if got, err := lines.Next(); err != io.EOF {
			t.Errorf("%s: %q, %v, want the end", name, got, err)
		}
	}
	endless := plaintext.NewLines(strings.NewReader(strings.Repeat("a", 2<<20)))
	if _, err := endless.Next(); err == nil {
		t.Error("a line without an end is accepted")
	}
}

// A line must be returned as soon as it has been typed.
func TestLinesDoNotWaitForMore(t *testing.T) {
	for typed, want := range map[string]string{
		"\n": "", "5\n": "5", "\ufeff5\n": "5", "\xff\xfe5\x00\n\x00": "5", "\xfe\xff\x005\x00\n": "5",
	} {
		r, w := io.Pipe()
		t.Cleanup(func() { w.Close() })
		go io.WriteString(w, typed) // and waits for the answer
		if line, err := plaintext.NewLines(r).Next(); line != want || err != nil {
			t.Errorf("%q gives %q, %v", typed, line, err)
		}
	}
}

// terminal is an input that ends after each of its texts, as a terminal does with Ctrl-D, and goes on afterwards.
type terminal []string

func (t *terminal) Read(p []byte) (n int, err error) {
	if len(*t) == 0 {
		return 0, errors.New("read after the end")
	}
	n = copy(p, (*t)[0])
	if *t = (*t)[1:]; n == 0 {
		err = io.EOF
	}
	return n, err
}

func TestLinesEndAtOnce(t *testing.T) {
	for _, in := range []*terminal{{""}, {"5\n", ""}, {"5", ""}} {
		lines, err := plaintext.NewLines(in), error(nil)
		for n := 0; err == nil && n < 3; n++ {
			_, err = lines.Next()
		}
		if err != io.EOF {
			t.Errorf("got %v", err)
		}
	}
}
