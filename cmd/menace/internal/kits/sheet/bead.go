package sheet

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/board"
	"menace/menace"
	"menace/plots"
	"menace/plots/paper"
)

// paints lists the printed colours of beads, in the order of [menace.Colours]. Amber is as dark as real amber, so that
// it is not mistaken for gold.
var paints = [board.Squares]color.NRGBA{
	paper.RGB(0xffffff), paper.RGB(0xae82d0), paper.RGB(0xa8adb3),
	paper.RGB(0x000000), paper.RGB(0xffd900), paper.RGB(0x007f3f),
	paper.RGB(0xd96a00), paper.RGB(0xc8102e), paper.RGB(0xffb0cf),
}

// colour returns the name of a colour.
func (k Kit) colour(colour int) string { return k.Language.Name(menace.Colours[colour]) }

// code returns two letters for a colour, such as "Go". They identify beads printed in grey, and help people who are
// colour-blind.
func (k Kit) code(colour int) string { return k.Language.Codes[menace.Colours[colour]] }

// codeSize is the size of the letters on a bead, as a fraction of its diameter.
const codeSize = 0.52

// dot draws a bead: a disc with the code of its colour.
func (k Kit) dot(c draw.Canvas, middle vg.Point, diameter vg.Length, colour int) {
	disc := plots.Disc(middle, diameter/2)
	c.SetColor(paints[colour])
	c.Fill(disc)
	c.SetLineStyle(draw.LineStyle{Color: ink, Width: diameter / 20})
	c.Stroke(disc)
	letter{codeSize * diameter, paper.Readable(paints[colour])}.put(c, middle, centre, k.code(colour))
}
