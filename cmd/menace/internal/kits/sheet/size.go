package sheet

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"

	"menace/plots/paper"
)

// mm is one millimetre.
const mm = vg.Centimeter / 10

// PaperNames lists the names of [Papers].
var PaperNames = slices.Sorted(maps.Keys(Papers))

// Papers holds the paper sizes by name.
var Papers = map[string]paper.Size{
	"a4":     {Width: 210 * mm, Height: 297 * mm},
	"letter": {Width: 8.5 * vg.Inch, Height: 11 * vg.Inch},
}

// Box is the size of a matchbox: the width and height of its top, held so that the label can be read, and its depth.
type Box struct{ Width, Height, Depth vg.Length }

// Usual is the size of the matchboxes in an exhibition of 2025.
var Usual = Box{53 * mm, 36.5 * mm, 11.6 * mm}

// ParseBox parses the size of a box, such as "53x36.5x11.6mm". Without a depth, the box has the usual one.
func ParseBox(text string) (b Box, err error) {
	sides, ok := paper.ParseLengths(text)
	if !ok || len(sides) < 2 || len(sides) > 3 {
		return b, fmt.Errorf("%q: write width, x, height of the top, then x and the depth if you like, and mm, cm or "+
			"in, as in %v", text, Usual)
	}
	sides = append(sides, Usual.Depth)
	return Box{sides[0], sides[1], sides[2]}, nil
}

// String formats the box in millimetres for [ParseBox].
func (b Box) String() string {
	return millimetres(b.Width) + "x" + millimetres(b.Height) + "x" + millimetres(b.Depth) + "mm"
}

// top describes the size of the box.
func (k Kit) top() string {
	length := func(l vg.Length) string { return k.number(math.Round(float64(l/mm)*10) / 10) }
	return k.Language.Text("{width} × {height} mm, {depth} mm high", "width", length(k.Box.Width),
		"height", length(k.Box.Height), "depth", length(k.Box.Depth))
}

// millimetres formats a length in millimetres, without the unit.
func millimetres(l vg.Length) string {
	return strconv.FormatFloat(math.Round(float64(l/mm)*10)/10, 'f', -1, 64)
}

// roundedUp rounds a length up to half a millimetre.
func roundedUp(l vg.Length) vg.Length {
	return vg.Length(math.Ceil(float64(l/mm)*2)/2) * mm
}
