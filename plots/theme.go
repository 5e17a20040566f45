package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// palette is the colours of a drawing.
type palette struct {
	paper, ink, muted, grid color.NRGBA
	hues                    []color.NRGBA
	full                    color.NRGBA // a square of chance 1; one of chance 0 is paper
}

// The themes. Their hues are those of Okabe and Ito (Color Universal Design, 2008), which colour-blind
// people tell apart, made darker on white and lighter on black until each contrasts at least 3 to
// 1 with the paper; in grey, neighbours differ in lightness.
var (
	light = palette{
		paper: rgb(0xffffff), ink: rgb(0x1a1a1a), muted: rgb(0x5c5c5c), grid: rgb(0xe3e3e3),
		hues: []color.NRGBA{
			rgb(0x004b87), rgb(0xc98500), rgb(0xb03a00), rgb(0x3a9bdc), rgb(0x00654b), rgb(0xcc79a7), rgb(0x555555),
		},
		full: rgb(0x0072b2),
	}
	dark = palette{
		paper: rgb(0x14171c), ink: rgb(0xf2f2f2), muted: rgb(0xa9b0ba), grid: rgb(0x343a43),
		hues: []color.NRGBA{
			rgb(0x9ad8ff), rgb(0xe69f00), rgb(0xe0561b), rgb(0xf0e442), rgb(0x10a878), rgb(0xf0b8d8), rgb(0x9a9a9a),
		},
		full: rgb(0x4fb0f0),
	}
)

// ink is the hue of what belongs to no learner.
const ink = -1

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}

// hue returns the nth colour for lines, beginning anew after the last.
func (t palette) hue(nth int) color.NRGBA {
	if nth == ink {
		return t.ink
	}
	return t.hues[nth%len(t.hues)]
}

// faded returns a colour that lets what is below shine through.
func faded(c color.NRGBA, opacity float64) color.NRGBA {
	c.A = uint8(255 * opacity)
	return c
}

// blend returns the colour between two, all of the first at 0 and all of the second at 1.
func blend(a, b color.NRGBA, share float64) color.NRGBA {
	mix := func(a, b uint8) uint8 { return uint8(float64(a) + share*(float64(b)-float64(a)) + 0.5) }
	return color.NRGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 255}
}

// dashes are the kinds of line, solid first, which tell curves apart where there is no colour. Their
// number has no factor in common with that of the hues, so that more curves than either still differ.
var dashes = [][]vg.Length{
	nil,
	{6, 2.5},
	{1.5, 2},
	{7, 2, 1.5, 2},
	{13, 3},
	{1.5, 5},
	{13, 2.5, 4, 2.5},
	{7, 2, 1.5, 2, 1.5, 2},
}

// stroke returns how a curve is drawn as a line.
func (t palette) stroke(c Curve) draw.LineStyle {
	dashes := dashes[c.Dash%len(dashes)]
	if c.Form == Faint {
		return draw.LineStyle{Color: faded(t.hue(c.Hue), 0.55), Width: 0.7, Dashes: dashes}
	}
	return draw.LineStyle{Color: t.hue(c.Hue), Width: 1.6, Dashes: dashes}
}

// letters returns a style of text, set from its left end and baseline upwards.
func letters(size vg.Length, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		XAlign:  text.XLeft,
		YAlign:  text.YBottom,
		Handler: plot.DefaultTextHandler,
	}
}

// shade returns the colour of a square with this chance, 0 to 1.
func (t palette) shade(chance float64) color.NRGBA { return blend(t.paper, t.full, chance) }

// readable returns black or white, whichever contrasts more with what it is written on.
func readable(on color.NRGBA) color.NRGBA {
	black, white := rgb(0), rgb(0xffffff)
	if contrast(black, on) >= contrast(white, on) {
		return black
	}
	return white
}

// contrast returns the ratio of two colours' luminances, 1 to 21, as the Web Content Accessibility
// Guidelines 2.2 define it.
func contrast(a, b color.NRGBA) float64 {
	light, dark := luminance(a), luminance(b)
	return (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
}

// luminance returns the relative luminance of an sRGB colour, 0 for black to 1 for white.
func luminance(c color.NRGBA) float64 {
	linear := func(channel uint8) float64 {
		v := float64(channel) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
