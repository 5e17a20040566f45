package plots

import (
	"image/color"
	"math"
	"testing"
)

// TestHuesStandOut against the paper: 3 to 1 is what the Web Content Accessibility Guidelines ask
// of graphics, 4.5 to 1 of text.
func TestHuesStandOut(t *testing.T) {
	for name, theme := range map[string]palette{"light": light, "dark": dark} {
		for i, hue := range theme.hues {
			if got := contrast(hue, theme.paper); got < 3 {
				t.Errorf("%s: hue %d contrasts %.2f to 1 with the paper", name, i, got)
			}
		}
		for _, text := range []color.NRGBA{theme.ink, theme.muted} {
			if got := contrast(text, theme.paper); got < 4.5 {
				t.Errorf("%s: text contrasts %.2f to 1 with the paper", name, got)
			}
		}
		for share := 0.0; share <= 1; share += 0.01 {
			if got := contrast(readable(theme.shade(share)), theme.shade(share)); got < 4.5 {
				t.Errorf("%s: on a square of chance %.2f text contrasts %.2f to 1", name, share, got)
			}
		}
	}
}

// TestHuesInGrey wants neighbours that differ by 10 of 100 steps of lightness (CIE L*).
func TestHuesInGrey(t *testing.T) {
	lightness := func(c color.NRGBA) float64 { return 116*math.Cbrt(luminance(c)) - 16 }
	for name, theme := range map[string]palette{"light": light, "dark": dark} {
		for i, hue := range theme.hues[1:] {
			if got := math.Abs(lightness(hue) - lightness(theme.hues[i])); got < 10 {
				t.Errorf("%s: hues %d and %d differ by %.1f in lightness", name, i, i+1, got)
			}
		}
	}
}

func TestStylesDoNotRepeatEarly(t *testing.T) {
	seen := map[[2]int]int{}
	if len(termDashes) != len(dashes) || len(termFaint) != len(dashes) {
		t.Errorf("%d and %d kinds of line in a terminal, want %d", len(termDashes), len(termFaint), len(dashes))
	}
	for n := range len(dashes) * len(light.hues) {
		style := [2]int{n % len(light.hues), n % len(dashes)}
		if first, ok := seen[style]; ok {
			t.Fatalf("curves %d and %d look the same", first, n)
		}
		seen[style] = n
	}
	if len(light.hues) != len(dark.hues) {
		t.Error("the themes have different numbers of hues")
	}
}
