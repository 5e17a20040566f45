package plots

import (
	"bytes"
	"slices"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// TestUnshown knows letters that no font here has, one that the fonts have and no PDF, and those of all.
func TestUnshown(t *testing.T) {
	f := Figure{Title: "Score of 日本語, 日本語 and αβ", Subtitle: "é – · ’"}
	for extension, want := range map[string][]string{
		".png": {"日本語"}, ".PDF": {"日本語", "αβ"}, ".svg": nil,
	} {
		if got := Unshown(f, extension); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", extension, got, want)
		}
	}
	for name, d := range drawings() {
		if words := append(Unshown(d, ".png"), Unshown(d, ".pdf")...); len(words) > 0 {
			t.Errorf("%s: its own words %q are not shown", name, words)
		}
	}
}

// TestPlaceholder draws unknown letters as squares, of which the font has a picture.
func TestPlaceholder(t *testing.T) {
	style := letters(12, light.ink)
	if !inFont(font.DefaultCache.Lookup(style.Font, 12), rasterUnknown) {
		t.Fatal("the placeholder has no picture itself")
	}
	var unknown, squares bytes.Buffer
	for out, title := range map[*bytes.Buffer]string{&unknown: "a日本", &squares: "a□□"} {
		format := Format{Size: Size{8 * vg.Centimeter, 8 * vg.Centimeter}, DPI: 50}
		if err := Encode(out, ".png", Figure{Title: title}, format); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(unknown.Bytes(), squares.Bytes()) {
		t.Error("unknown letters are not drawn as squares")
	}
}
