package paper

import (
	"image/color"
	"math"
	"testing"
)

// TestHuesStandOut checks the contrast with the paper. The Web Content Accessibility Guidelines require 3 to 1 for
// graphics and 4.5 to 1 for text.
func TestHuesStandOut(t *testing.T) {
	for name, theme := range map[string]Palette{"light": Light, "dark": Dark} {
		for i, hue := range theme.Hues {
			if got := contrast(hue, theme.Paper); got < 3 {
				t.Errorf("%s: hue %d has a contrast of %.2f to 1 with the paper", name, i, got)
			}
		}
		for _, text := range []color.NRGBA{theme.Ink, theme.Muted} {
			if got := contrast(text, theme.Paper); got < 4.5 {
				t.Errorf("%s: text has a contrast of %.2f to 1 with the paper", name, got)
			}
		}
		for share := 0.0; share <= 1; share += 0.01 {
			if got := contrast(Readable(theme.Shade(share)), theme.Shade(share)); got < 4.5 {
				t.Errorf("%s: on a square with chance %.2f text has a contrast of %.2f to 1", name, share, got)
			}
		}
	}
}

// TestHuesInGrey checks that the lightness (CIE L*) of neighbours differs by at least 10 on its scale from 0 to 100.
func TestHuesInGrey(t *testing.T) {
	lightness := func(c color.NRGBA) float64 { return 116*math.Cbrt(luminance(c)) - 16 }
	for name, theme := range map[string]Palette{"light": Light, "dark": Dark} {
		for i, hue := range theme.Hues[1:] {
			if got := math.Abs(lightness(hue) - lightness(theme.Hues[i])); got < 10 {
				t.Errorf("%s: hues %d and %d differ by %.1f in lightness", name, i, i+1, got)
			}
		}
	}
}
