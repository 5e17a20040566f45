package sheet

import (
	"bytes"
	"image/png"
	"io/fs"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/cmd/internal/language"
	"menace/plots/paper"
)

// GuideHTML returns the guide for teachers as HTML, which cmd/pages makes from docs/TEACHING.md or, in other languages,
// teaching.md. Its pictures are available from [Picture].
func GuideHTML(l *language.Language) string {
	text, err := fs.ReadFile(texts(l), "guide.html")
	if err != nil {
		panic(err) // it is part of the program
	}
	return string(text)
}

// Picture returns a picture of the guide, a PNG.
func Picture(name string) ([]byte, error) { return pictures.ReadFile("pictures/" + name) }

// Sizes of pictures of screens on paper: the width of a pixel, and the maximum height of a picture.
const (
	pixel       = 0.13 * mm
	tallPicture = 80 * mm
)

// paintPicture paints a picture of the guide with the words below it, and returns the canvas below.
func paintPicture(c draw.Canvas, figure *html.Node) draw.Canvas {
	var name, words string
	for n := range figure.Descendants() {
		switch n.DataAtom {
		case atom.Img:
			name = attribute(n, "src")
		case atom.Figcaption:
			words = content(n)
		}
	}
	file, err := Picture(name)
	if err != nil {
		return c // a browser has no pictures here
	}
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		panic(err) // it is part of the program
	}
	c = below(c, mm)
	width, height := vg.Length(picture.Bounds().Dx())*pixel, vg.Length(picture.Bounds().Dy())*pixel
	if height > tallPicture {
		width, height = width*tallPicture/height, tallPicture
	}
	frame := vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: c.Max.Y - height}, Max: vg.Point{X: c.Min.X + width, Y: c.Max.Y}}
	c.DrawImage(frame, picture)
	c.SetLineStyle(draw.LineStyle{Color: faint, Width: 0.3})
	c.Stroke(frame.Path())
	return paper.Write(below(c, height+mm), paper.Letters(9, muted), words)
}

// paintList paints a numbered list, and returns the canvas below.
func paintList(c draw.Canvas, list *html.Node) draw.Canvas {
	number := byte('1')
	for n := range list.ChildNodes() {
		if n.DataAtom != atom.Li {
			continue
		}
		c = below(c, mm/2)
		paper.Write(c, body(), string(number)+".")
		number++
		c = below(c, c.Max.Y-paper.Write(draw.Crop(c, indent, 0, 0, 0), body(), content(n)).Max.Y+mm)
	}
	return c
}

// paintCommands paints commands to type, and returns the canvas below.
func paintCommands(c draw.Canvas, lines string) draw.Canvas {
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		c = below(c, c.Max.Y-paper.Write(draw.Crop(c, indent, 0, 0, 0), body(), strings.TrimSpace(line)).Max.Y)
	}
	return below(c, mm)
}

// raw returns the text of an element with its line breaks.
func raw(n *html.Node) string {
	var all strings.Builder
	for child := range n.Descendants() {
		if child.Type == html.TextNode {
			all.WriteString(child.Data)
		}
	}
	return all.String()
}
