package paper

import (
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]Size{
		"16x9cm":    {16 * vg.Centimeter, 9 * vg.Centimeter},
		"6.5×4in":   {6.5 * vg.Inch, 4 * vg.Inch},
		"160x90mm":  {16 * vg.Centimeter, 9 * vg.Centimeter},
		"400x300pt": {400, 300},
		"16cm":      {16 * vg.Centimeter, 0},
		"1column":   {86 * vg.Millimeter, 0},
		"2columns":  {178 * vg.Millimeter, 0},
	} {
		got, err := ParseSize(text)
		if err != nil || (got.Width-want.Width).Points() > 1e-9 || (got.Height-want.Height).Points() > 1e-9 {
			t.Errorf("%s: got %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "16x9", "1cm", "3columns", "-16x9cm", "16x9furlong", "0x9cm", "1e9x9cm", "16x1cm", "999x9in",
		"NaNx9cm"} {
		if got, err := ParseSize(text); err == nil || !strings.HasPrefix(err.Error(), "\"") {
			t.Errorf("%s: got %v, %v, want an error that names it", text, got, err)
		}
	}
}

// TestMostDPI checks that this resolution is accepted, and that one more is not.
func TestMostDPI(t *testing.T) {
	for _, text := range []string{"21x29.7cm", "8.5x11in", "3x3cm", "300x300cm", "16x9cm"} {
		size, err := ParseSize(text)
		if err != nil {
			t.Fatal(err)
		}
		most := size.MostDPI()
		if err := (Format{Size: size, DPI: most}).Check(".png"); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if err := (Format{Size: size, DPI: most + 1}).Check(".png"); err == nil {
			t.Errorf("%s: %d dots per inch are also accepted", text, most+1)
		}
		if err := (Format{Size: size, DPI: highestDPI}).Check(".PDF"); err != nil {
			t.Errorf("%s: a PDF has too many dots: %v", text, err)
		}
	}
}
