package kit

import (
	"bytes"
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/arena/experiment"
	"menace/board"
	"menace/plots/paper"
)

// files holds the templates of texts. Their functions are those of [Kit.functions], and their lines begin with a mark:
//
//	#    title of a page, with a subtitle after a bar
//	##   heading
//	-    item of a list
//	?    question, which gets a number
//	>    answer to a question, left out for pupils
//	_    line to write on, left out of the answers
//	|    row of a plan: when, what, how
//	+    row of a table
//	=    boards, each the code of a position and a caption
//	---  end of the page
//
// A line without a mark continues the one above, or is a paragraph. Empty lines are between blocks, each of which stays
// on one page.
//
//go:embed texts
var files embed.FS

var marks = []string{"#", "##", "-", "?", ">", "_", "|", "+", "=", "---"}

// line is a line of a text: its mark, or "", and what follows.
type line struct{ Mark, Text string }

// Cells returns what is between the bars of a line.
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
	t := template.Must(template.New(name+".txt").Funcs(functions).ParseFS(files, "texts/*.txt"))
	if err := t.Execute(&text, nil); err != nil {
		panic(err) // a fault in the template
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
			case skipped: // more of a line that was left out
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
		"game": g.Name, "tell": g.Tell, "steps": g.Steps, "drawable": g.Drawable, "forced": k.forced,
		"own":   func() string { return g.Player(rules.Plays) },
		"other": func() string { return g.Player(rules.Plays.Other()) },
		"kit":   func() Kit { return k }, "rules": func() any { return rules }, "deal": k.deal,
		"boxes": k.Machine.Boxes, "total": k.Machine.Total, "sheets": func() int { return len(k.layOut()) },
		"top": k.Box.top, "spare": k.spare, "beadSize": k.beadSize, "hours": k.hours, "reserved": k.reserved,
		"minutesABox":  func() float64 { return minutesABox },
		"secondsABead": func() int { return secondsABead },
		"games":        func() int { return Games },
		"machines":     func() int64 { return experiment.Machines },
		"times":        func(n int) int64 { return int64(n) * k.Groups },
		"groups": func() int64 { // 0 for one
			if k.Groups == 1 {
				return 0
			}
			return k.Groups
		},
		"counting": k.counting, "losses": k.losses, "firstBoxes": k.firstBoxes,
		"comma":  func(n int64) string { return humanize.Comma(n) },
		"plural": func(n int, noun string) string { return english.Plural(n, noun, "") },
		"series": func(words []string) string { return english.WordSeries(words, "and") },
		"minutes": func(long int) string { // of the part of a lesson that comes next
			minutes += long
			return fmt.Sprintf("%d–%d", minutes-long, minutes)
		},
		"restart": func() string { minutes = 0; return "" },
		"perPupil": func() string {
			return fmt.Sprintf("%d to %d boxes", k.Machine.Boxes()/mostGroup,
				(k.Machine.Boxes()+leastGroup-1)/leastGroup)
		},
		"winner": k.winner, "exercise": k.exercise, "totals": totals, "menace": newOpening,
		"opened": func(nth int) int { return len(k.Machine.Bucket(k.Machine.Buckets()[nth])) },
		"later": func() (n int) {
			for _, moves := range k.Machine.Buckets()[2:] {
				n += len(k.Machine.Bucket(moves))
			}
			return n
		},
		"menaceLoses": func(from, to int64) string { return fmt.Sprintf("%.0f %%", 100*k.Page.Lost(from, to)) },
		"capital":     func(text string) string { return strings.ToUpper(text[:1]) + text[1:] },
	}
}

// write paints blocks below each other and returns the canvas below.
func (k Kit) write(c draw.Canvas, blocks [][]line) draw.Canvas {
	for i, block := range blocks {
		if i > 0 {
			c = below(c, 2.5*mm)
		}
		for _, l := range block {
			c = k.writeLine(c, l)
		}
	}
	return c
}

// indent is the indentation of questions, answers and lines to write on.
const indent = 6 * mm

// writeLine paints a line and returns the canvas below.
func (k Kit) writeLine(c draw.Canvas, l line) draw.Canvas {
	inset := func(by vg.Length) draw.Canvas { return draw.Crop(c, by, 0, 0, 0) }
	style, rest := body(), c
	switch cells := l.Cells(); l.Mark {
	case "#":
		return heading(c, cells[0], strings.Join(cells[1:], ""))
	case "##":
		return paper.Write(c, paper.Letters(13, ink), l.Text)
	case "-":
		return item(below(c, mm/2), l.Text)
	case "?":
		number, question, _ := strings.Cut(l.Text, " ")
		paper.Write(c, style, number)
		rest = paper.Write(inset(indent), style, question)
	case ">":
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
		k.boards(inset(indent), cells)
		return below(c, boardsHeight)
	case "---":
		return full(c)
	default:
		rest = paper.Write(c, style, l.Text)
	}
	return below(c, c.Max.Y-rest.Max.Y+mm)
}

// tableRow paints cells of equal width and returns the canvas below.
func tableRow(c draw.Canvas, cells []string) draw.Canvas {
	width, lowest := (c.Size().X-indent)/vg.Length(len(cells)), c.Max.Y-7*mm
	column := func(i int) draw.Canvas {
		at := c.Min.X + indent + vg.Length(i)*width
		return draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: at, Y: c.Min.Y},
			Max: vg.Point{X: at + width, Y: c.Max.Y}}}
	}
	for i, cell := range cells {
		rest := paper.Write(draw.Crop(column(i), 1.5*mm, -1.5*mm, 0, -1.4*mm), body(), cell)
		lowest = min(lowest, rest.Max.Y-mm)
	}
	for i := range cells {
		cell := column(i)
		cell.Min.Y = lowest
		c.SetLineStyle(draw.LineStyle{Color: muted, Width: 0.4})
		c.Stroke(cell.Path())
	}
	c.Max.Y = lowest
	return c
}

// picture is a board in a text: a position of the game, and a caption.
type picture struct {
	Position board.Code
	Caption  string
}

// pictures reads the cells of a line of boards.
func pictures(cells []string) (all []picture) {
	for _, cell := range cells {
		code, caption, _ := strings.Cut(cell, " ")
		position, _ := strconv.Atoi(code)
		all = append(all, picture{board.Code(position), caption})
	}
	return all
}

// Measures of boards in a text: the side of a board, the gap between boards, and the height with a caption.
const (
	textBoard    = 25 * mm
	textBoardGap = 12 * mm
	boardsHeight = textBoard + 6*mm
)

// boards paints boards with numbered squares beside each other.
func (k Kit) boards(c draw.Canvas, cells []string) {
	for i, p := range pictures(cells) {
		corner := vg.Point{X: c.Min.X + vg.Length(i)*(textBoard+textBoardGap), Y: c.Max.Y - textBoard - mm}
		numberSquares(paintBoard(c, k.Machine.Graph(), p.Position, corner, textBoard), 7)
		letter{9, ink}.put(c, corner.Add(vg.Point{X: textBoard / 2, Y: -2.5 * mm}), centre, p.Caption)
	}
}

// flow returns the pages of a text.
func (k Kit) flow(blocks [][]line) (all []page) {
	whole := readable(k.sketch())
	rest, from := whole, 0
	for i := range blocks {
		turn := rest.Min.Y == rest.Max.Y
		if rest = k.write(below(rest, 2.5*mm), blocks[i:i+1]); turn || rest.Max.Y < whole.Min.Y {
			all = append(all, k.written(blocks[from:i]))
			rest, from = k.write(whole, blocks[i:i+1]), i
		}
	}
	return append(all, k.written(blocks[from:]))
}

// written returns a page with a text.
func (k Kit) written(blocks [][]line) page {
	return page{body: func(c draw.Canvas) draw.Canvas { return k.write(c, blocks) }}
}
