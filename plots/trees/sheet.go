package trees

import (
	"fmt"

	"gonum.org/v1/plot/vg/draw"

	"menace/plots/paper"
)

// Sheet is a page to print: a tree, and below it questions with room for the answers.
type Sheet struct {
	Tree      Drawing
	Questions []Question
}

// Question is a question on a sheet. Without an answer there is a line to write on.
type Question struct{ Prompt, Answer string }

// Size implements [paper.Drawing]: A4 upright.
func (Sheet) Size() paper.Size { return paper.Size{Width: a4.Height, Height: a4.Width} }

// Fits implements [paper.Drawing].
func (s Sheet) Fits(size paper.Size) bool {
	tree := s.above(inside(sketch(size))).Size()
	return tree.Y > smallest.Height/2 && s.Tree.Fits(paper.Size{Width: tree.X, Height: tree.Y})
}

// above returns the part of a canvas above the questions.
func (s Sheet) above(c draw.Canvas) draw.Canvas {
	page := inside(sketch(paper.Size{Width: c.Size().X, Height: c.Size().Y}))
	return draw.Crop(c, 0, 0, page.Size().Y-s.ask(page, paper.Light).Size().Y+margin, 0)
}

// Paint implements [paper.Drawing].
func (s Sheet) Paint(c draw.Canvas, theme paper.Palette) {
	c = inside(c) // printers cannot reach the edge
	tree := s.above(c)
	s.Tree.Paint(tree, theme)
	s.ask(draw.Crop(c, margin, -margin, 0, tree.Min.Y-c.Max.Y), theme)
}

// ask writes the questions from the top, and returns the canvas below.
func (s Sheet) ask(c draw.Canvas, theme paper.Palette) draw.Canvas {
	const size, room = 9, 20 // of letters, and for an answer by hand
	for i, q := range s.Questions {
		c = paper.Write(c, paper.Letters(size, theme.Ink), fmt.Sprintf("%d. %s", i+1, q.Prompt))
		if q.Answer != "" {
			c = draw.Crop(paper.Write(c, paper.Letters(size, theme.Hues[0]), q.Answer), 0, 0, 0, -size)
			continue
		}
		c = draw.Crop(c, 0, 0, 0, -room)
		line := draw.LineStyle{Color: theme.Muted, Width: 0.5}
		c.StrokeLine2(line, c.Min.X, c.Max.Y+room/4, c.Max.X, c.Max.Y+room/4)
	}
	return c
}
