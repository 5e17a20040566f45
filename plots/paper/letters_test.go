package paper

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

func TestBroken(t *testing.T) {
	fits := func(line string) bool { return utf8.RuneCountInString(line) <= 9 }
	for text, want := range map[string][]string{
		"":                    nil,
		"one two":             {"one two"},
		"one two three four":  {"one two", "three", "four"},
		"unbreakable and two": {"unbreakable", "and two"},
	} {
		if got := Broken(text, fits); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// label is a drawing of one text.
type label string

func (label) Size() Size     { return Size{10 * vg.Centimeter, 5 * vg.Centimeter} }
func (label) Fits(Size) bool { return true }
func (l label) Paint(c draw.Canvas, colours Palette) {
	c.FillText(Letters(8, colours.Ink), vg.Point{X: 20, Y: 20}, string(l))
}

// TestEveryTextIsDrawn draws texts that XML forbids, as a label and as the note of how a picture was made. What can be
// read of them must be there.
func TestEveryTextIsDrawn(t *testing.T) {
	for _, text := range []string{"M\xfcller", "a\x1b[31mb", "a\x00b", "\ufffe\uffff", "<text a&b>", "\u009b\x7f", "é – ∞"} {
		for _, extension := range []string{".svg", ".pdf", ".png"} {
			var file bytes.Buffer
			if _, err := Encode(&file, extension, label(text), Format{Made: text}); err != nil {
				t.Errorf("%s of %q: %v", extension, text, err)
			}
			if extension != ".svg" {
				continue
			}
			var read []string
			for d := xml.NewDecoder(&file); ; {
				token, err := d.Token()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Errorf("%q: %v", text, err)
					break
				}
				if letters, ok := token.(xml.CharData); ok && strings.TrimSpace(string(letters)) != "" {
					read = append(read, string(letters))
				}
			}
			if want := legible(text); !slices.Equal(read, []string{want, want}) {
				t.Errorf("%q is drawn as %q", text, read)
			}
		}
	}
}
