package kit

import (
	"bytes"
	"embed"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/board"
	"menace/menace"
	"menace/plots/paper"
	"menace/symmetry"
)

// files holds the templates of texts. They may call the functions of [Kit.functions]. Each line may begin with a mark:
//
//	#    title of a page, with a subtitle after a bar
//	##   heading
//	-    item of a list
//	?    question, which gets a number
//	>    answer to a question, left out for pupils
//	_    line to write on, left out of the answers
//	|    row of a plan: when, what, how
//	+    row of a table
//	=    board: the code of the position, a caption, and perhaps moves to draw
//	@    picture, by a name in [Kit.writeLine]
//	~    small print
//	---  end of the page
//
// A line without a mark continues the one above, or is a paragraph. Empty lines are between blocks, each of which stays
// on one page.
//
//go:embed texts
var files embed.FS

var marks = []string{"#", "##", "-", "?", ">", "_", "|", "+", "=", "@", "~", "---"}

// line is a line of a text: its mark, or "", and what follows.
type line struct{ Mark, Text string }

// Cells returns the texts between the bars of a line.
func (l line) Cells() (cells []string) {
	for cell := range strings.SplitSeq(l.Text, "|") {
		cells = append(cells, strings.TrimSpace(cell))
	}
	return cells
}

// text fills in a template and returns its blocks, with answers to questions or with room for them.
func (k Kit) text(name string, answers bool) (blocks [][]line) {
	var text bytes.Buffer
	functions := k.functions()
	functions["answers"] = func() bool { return answers }
	all := template.Must(template.New("").Funcs(functions).ParseFS(files, "texts/*.txt"))
	if err := all.ExecuteTemplate(&text, name+".txt", nil); err != nil {
		panic(err) // a mistake in the template
	}
	questions := 0
	for part := range strings.SplitSeq(text.String(), "\n\n") {
		var block []line
		skipped := false
		for row := range strings.Lines(part) {
			row = strings.TrimSpace(row)
			mark, rest, _ := strings.Cut(row, " ")
			switch {
			case row == "" || mark == ">" && !answers || mark == "_" && answers:
				skipped = true
				continue
			case mark == "##":
				questions = 0
			case mark == "?":
				questions++
				rest = fmt.Sprintf("%d. %s", questions, rest)
			case slices.Contains(marks, mark):
			case skipped: // continues a line that was left out
				continue
			case len(block) > 0 && !strings.HasPrefix(block[len(block)-1].Mark, "#"):
				block[len(block)-1].Text += " " + row
				continue
			default:
				mark, rest = "", row
			}
			block, skipped = append(block, line{mark, rest}), false
		}
		if len(block) > 0 {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

// functions returns the functions of the templates.
func (k Kit) functions() template.FuncMap {
	g, rules, minutes := k.Machine.Graph(), k.Machine.Rules(), 0
	return template.FuncMap{
		"game": g.Name, "howToPlay": g.HowToPlay, "steps": g.Steps, "drawable": g.Drawable, "forced": k.forced,
		"own":   func() string { return g.Player(rules.Plays) },
		"other": func() string { return g.Player(rules.Plays.Other()) },
		"kit":   func() Kit { return k }, "rules": func() any { return rules }, "more": more,
		"boxes": k.Machine.Boxes, "total": k.Machine.Total, "sheets": func() int { return len(k.layOut()) },
		"top": k.Box.top, "beadSize": k.beadSize, "hours": k.hours,
		"fullest": k.fullest, "mostAdded": k.mostAdded, "gains": k.gains,
		"spare":       func() float64 { return math.Ceil(spoilt * float64(k.Machine.Boxes()) * float64(k.Groups)) },
		"minutesABox": func() float64 { return minutesABox }, "secondsABead": func() int { return secondsABead },
		"games": k.sheetGames, "taught": taught,
		"boxIndex":   func() index { return newIndex(k.Machine) },
		"turns":      func() bool { return slices.Contains(g.Symmetries(), symmetry.Rotate90) },
		"firstBoxes": k.firstBoxes, "winner": k.winner, "exercise": k.exercise, "totals": totals,
		"each":    func(groups int) int { return (k.Machine.Boxes() + groups/2) / groups },
		"machine": func() *menace.Machine { return k.Machine }, "michie": michie,
		"opened": opened, "unturned": unturned, "centreAfter": centreAfter,
		"later":   func() int { return k.Machine.Boxes() - opened(k.Machine, 0) - opened(k.Machine, 1) },
		"restart": func() string { minutes = 0; return "" },
		"minutes": func(long int) string { // the minutes of the next part of a lesson
			minutes += long
			return fmt.Sprintf("%d–%d", minutes-long, minutes)
		},
		"comma":   func(n any) string { return humanize.Comma(reflect.ValueOf(n).Int()) },
		"plural":  func(n any, noun string) string { return english.Plural(int(reflect.ValueOf(n).Int()), noun, "") },
		"series":  func(words []string) string { return english.WordSeries(words, "and") },
		"ratio":   func(a, b int) string { return fmt.Sprintf("%.1f", float64(a)/float64(b)) },
		"times":   func(a int, b int64) int64 { return int64(a) * b },
		"capital": func(text string) string { return strings.ToUpper(text[:1]) + text[1:] },
	}
}

// indent is the indentation of questions, answers and lines to write on.
const indent = 6 * mm

// writeLine paints a line and returns the canvas below.
func (k Kit) writeLine(c draw.Canvas, l line) draw.Canvas {
	inset := func(by vg.Length) draw.Canvas { return draw.Crop(c, by, 0, 0, 0) }
	style, rest := body(), c
	switch cells := l.Cells(); l.Mark {
	case "#":
		c = paper.Write(c, paper.Letters(20, ink), cells[0])
		return below(paper.Write(c, paper.Letters(10, muted), cells[1]), 3*mm)
	case "##":
		return paper.Write(c, paper.Letters(13, ink), l.Text)
	case "-":
		c = below(c, mm/2)
		letter{10, ink}.put(c, vg.Point{X: c.Min.X + 1.5*mm, Y: c.Max.Y - 6}, centre, "•")
		rest = paper.Write(inset(4*mm), style, l.Text)
	case "?":
		number, question, _ := strings.Cut(l.Text, " ")
		paper.Write(c, style, number)
		rest = paper.Write(inset(indent), style, question)
	case ">":
		c = below(c, mm/2)
		style.Color = paper.Light.Hues[0]
		rest = paper.Write(inset(indent), style, l.Text)
	case "_":
		rest = below(c, 9*mm)
		c.StrokeLine2(draw.LineStyle{Color: muted, Width: 0.4}, c.Min.X+indent, rest.Max.Y, c.Max.X, rest.Max.Y)
	case "|":
		paper.Write(c, paper.Letters(10, muted), cells[0])
		paper.Write(inset(16*mm), style, cells[1])
		rest = paper.Write(inset(40*mm), style, cells[2])
	case "+":
		return tableRow(c, cells)
	case "=":
		const side = 30 * mm
		corner := vg.Point{X: c.Min.X + indent, Y: c.Max.Y - side - mm}
		lattice := paintBoard(c, k.Machine.Graph(), position(cells[0]), corner, side)
		numberSquares(lattice, 6)
		if len(cells) > 2 {
			moves, _ := symmetry.ParseMoves(cells[2])
			for _, m := range moves {
				stroke(lattice, m, faint)
			}
		}
		letter{9, ink}.put(c, corner.Sub(vg.Point{Y: 2.5 * mm}), left, cells[1])
		return below(c, side+6*mm)
	case "@":
		return map[string]func(draw.Canvas) draw.Canvas{"supplies": k.paintSupplies, "chart": k.paintChart,
			"columns": k.paintColumns, "games": k.paintGames, "board": k.paintEmptyBoard, "pieces": k.paintPieces,
			"bowls": k.paintBowls}[l.Text](c)
	case "~":
		return paper.Write(c, paper.Letters(9, muted), l.Text)
	case "---":
		return below(c, c.Size().Y)
	default:
		rest = paper.Write(c, style, l.Text)
	}
	return below(c, c.Max.Y-rest.Max.Y+mm)
}

// tableRow paints cells of equal width and returns the canvas below.
func tableRow(c draw.Canvas, cells []string) draw.Canvas {
	c.Min.X += indent
	height := 7 * mm
	write := func(cell draw.Canvas, i int) {
		rest := paper.Write(draw.Crop(cell, 1.5*mm, -1.5*mm, 0, -1.4*mm), body(), cells[i])
		height = max(height, cell.Max.Y-rest.Max.Y+mm)
	}
	cutOut(paper.Blank(c.Rectangle), len(cells), len(cells), 0, write)
	rest := cutOut(c, len(cells), len(cells), height, write)
	rest.Min.X -= indent
	return rest
}

// position reads the code of a position in a text.
func position(code string) board.Code {
	n, _ := strconv.Atoi(code)
	return board.Code(n)
}
