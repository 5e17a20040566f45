package kit

import (
	"image/color"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/board"
	"menace/menace"
	"menace/plots"
	"menace/plots/paper"
)

// paints lists the colours of printed beads, as numbered by [menace.Colour]. Amber is as dark as real amber, so that
// nobody takes it for gold.
var paints = [board.Squares]color.NRGBA{
	hex(0xffffff), hex(0xae82d0), hex(0xa8adb3),
	hex(0x000000), hex(0xffd900), hex(0x007f3f),
	hex(0xd96a00), hex(0xc8102e), hex(0xffb0cf),
}

func hex(rgb uint32) color.NRGBA {
	return color.NRGBA{R: uint8(rgb >> 16), G: uint8(rgb >> 8), B: uint8(rgb), A: 0xff}
}

// code returns the first two letters of a colour's name, such as "Go". They identify a bead in grey, and to people who
// cannot tell its colour from others.
func code(colour int) string {
	name := menace.Colours[colour]
	return strings.ToUpper(name[:1]) + name[1:2]
}

// codeSize is the size of the letters on a bead, as a fraction of its diameter.
const codeSize = 0.52

// dot draws a bead with the code of its colour.
func dot(c draw.Canvas, middle vg.Point, diameter vg.Length, colour int) {
	disc := plots.Disc(middle, diameter/2)
	c.SetColor(paints[colour])
	c.Fill(disc)
	c.SetLineStyle(draw.LineStyle{Color: ink, Width: diameter / 20})
	c.Stroke(disc)
	letter{codeSize * diameter, paper.Readable(paints[colour])}.put(c, middle, centre, code(colour))
}
