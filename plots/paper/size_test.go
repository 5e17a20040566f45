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
	} {
		got, err := ParseSize(text)
		if err != nil || (got.Width-want.Width).Points() > 1e-9 || (got.Height-want.Height).Points() > 1e-9 {
			t.Errorf("%s: got %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "16x9", "16cm", "1x2x3cm", "-16x9cm", "16x9furlong", "0x9cm", "1e9x9cm", "16x1cm", "999x9in",
		"NaNx9cm"} {
		if got, err := ParseSize(text); err == nil || !strings.HasPrefix(err.Error(), "\"") {
			t.Errorf("%s: got %v, %v, want an error that names it", text, got, err)
		}
	}
}
