package plots

import (
	"bytes"
	"encoding/xml"
	"image/color"
	"image/png"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"menace/plots/chart"
	"menace/plots/paper"
)

// lacking encodes a drawing and returns the words that its format cannot show.
func lacking(t *testing.T, d paper.Drawing, extension string) []string {
	t.Helper()
	words, err := paper.Encode(&bytes.Buffer{}, extension, d, paper.Format{})
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// TestLacking checks letters that the font has, and letters that it lacks.
func TestLacking(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds, or a minute under the race detector, which cannot find anything in one goroutine")
	}
	f := chart.Figure{Title: "Score of 日本語, 日本語 and αβ", Subtitle: "é – · ’"}
	for extension, want := range map[string][]string{
		".png": {"日本語"}, ".PDF": {"日本語"}, ".svg": nil,
	} {
		if got := lacking(t, f, extension); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", extension, got, want)
		}
	}
	for name, d := range drawings() {
		if words := append(lacking(t, d, ".png"), lacking(t, d, ".pdf")...); len(words) > 0 {
			t.Errorf("%s: the program's own words %q cannot be shown", name, words)
		}
	}
}

// TestPlaceholder checks that unknown letters are drawn as squares, for which the font has a glyph.
func TestPlaceholder(t *testing.T) {
	if words := lacking(t, chart.Figure{Title: "□"}, ".png"); len(words) > 0 {
		t.Fatal("the font has no glyph for the placeholder")
	}
	var unknown, squares bytes.Buffer // whose titles differ
	for out, title := range map[*bytes.Buffer]string{&unknown: "a日本", &squares: "a□□"} {
		format := paper.Format{Size: paper.Size{Width: 8 * vg.Centimeter, Height: 8 * vg.Centimeter}, DPI: 50}
		if _, err := paper.Encode(out, ".png", chart.Figure{Title: title}, format); err != nil {
			t.Fatal(err)
		}
	}
	dots := func(file *bytes.Buffer) any {
		picture, err := png.Decode(file)
		if err != nil {
			t.Fatal(err)
		}
		return picture
	}
	if !reflect.DeepEqual(dots(&unknown), dots(&squares)) {
		t.Error("unknown letters are not drawn as squares")
	}
}

// TestTextLengths checks that each text of an SVG keeps the width that it was laid out for, whatever font draws it.
func TestTextLengths(t *testing.T) {
	var file bytes.Buffer
	if _, err := paper.Encode(&file, ".svg", bands(), paper.Format{}); err != nil {
		t.Fatal(err)
	}
	texts := 0
	for all := xml.NewDecoder(&file); ; {
		token, err := all.Token()
		if err == io.EOF {
			break
		}
		start, ok := token.(xml.StartElement)
		if err != nil || !ok || start.Name.Local != "text" {
			continue
		}
		var text struct {
			Length  float64 `xml:"textLength,attr"`
			Style   string  `xml:"style,attr"`
			Content string  `xml:",chardata"`
		}
		if err := all.DecodeElement(&text, &start); err != nil {
			t.Fatal(err)
		}
		_, size, _ := strings.Cut(text.Style, "font-size:")
		points, err := strconv.ParseFloat(size[:strings.Index(size, "px")], 64)
		want := paper.Letters(vg.Length(points), color.Black).Width(text.Content)
		if err != nil || math.Abs(text.Length-want.Points()) > 0.01 {
			t.Errorf("%q: got a width of %g, want %g", text.Content, text.Length, want.Points())
		}
		texts++
	}
	if texts < 10 {
		t.Errorf("the figure has only %d texts", texts)
	}
}
