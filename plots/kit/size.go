package kit

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"

	"menace/plots/paper"
)

// mm is a millimetre.
const mm = vg.Centimeter / 10

// PaperNames are the names of the [Papers].
var PaperNames = slices.Sorted(maps.Keys(Papers))

// Papers are the sizes of paper by name.
var Papers = map[string]paper.Size{
	"a4":     {Width: 210 * mm, Height: 297 * mm},
	"letter": {Width: 8.5 * vg.Inch, Height: 11 * vg.Inch},
}

// Box is the size of a matchbox that lies as it is read: of its top, and how high it is.
type Box struct{ Width, Height, Depth vg.Length }

// Usual is the matchbox of an exhibition machine of 2025.
var Usual = Box{53 * mm, 36.5 * mm, 11.6 * mm}

// written is a box as people write it.
var written = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?)[x×]([0-9]+(?:\.[0-9]+)?)(?:[x×]([0-9]+(?:\.[0-9]+)?))?(mm|cm|in)$`)

// ParseBox reads the size of a box as "53x36.5x11.6mm", or without the depth, which then is the usual one.
func ParseBox(text string) (b Box, err error) {
	parts := written.FindStringSubmatch(text)
	if parts == nil {
		return b, fmt.Errorf("%q: write width, x, height of the top, then x and the depth if you like, and mm, cm or in, as in %v", text, Usual)
	}
	b = Usual
	for i, side := range []*vg.Length{&b.Width, &b.Height, &b.Depth} {
		if parts[1+i] == "" {
			continue
		}
		if *side, err = vg.ParseLength(parts[1+i] + parts[4]); err != nil {
			return b, fmt.Errorf("%q: %w", text, err)
		}
	}
	return b, nil
}

// String writes the box in millimetres as [ParseBox] reads it.
func (b Box) String() string {
	return millimetres(b.Width) + "x" + millimetres(b.Height) + "x" + millimetres(b.Depth) + "mm"
}

// top writes the size of the top for people, and how high the box is.
func (b Box) top() string {
	return fmt.Sprintf("%s × %s mm, %s mm high", millimetres(b.Width), millimetres(b.Height), millimetres(b.Depth))
}

// millimetres writes a length.
func millimetres(l vg.Length) string {
	return strconv.FormatFloat(math.Round(float64(l/mm)*10)/10, 'f', -1, 64)
}

// roundedUp returns the length in the next half of a millimetre.
func roundedUp(l vg.Length) vg.Length {
	return vg.Length(math.Ceil(float64(l/mm)*2)/2) * mm
}
