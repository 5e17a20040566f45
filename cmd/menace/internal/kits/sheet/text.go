package sheet

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/cmd/internal/language"
	"menace/menace"
	"menace/plots/paper"
	"menace/symmetry"
)

// page.html holds what the texts of all languages share: the frame of a document to edit, and tables.
//
//go:embed page.html
var shared embed.FS

// languages holds a folder for each language, with the texts of the kit and its messages.
//
//go:embed language/*/*.html language/*/*.json language/*/*/*.html
var languages embed.FS

func init() { language.Add(languages) }

// texts returns the templates of a language.
func texts(l *language.Language) fs.FS {
	folder, err := fs.Sub(languages, "language/"+l.Tag)
	if err != nil {
		panic(err) // the path is valid
	}
	return folder
}

// ownTexts returns the templates that replace others in the kit of this game, which are in a folder with its name, or
// nil.
func (k Kit) ownTexts() fs.FS {
	game, _, _ := strings.Cut(k.Machine.Graph().Name(), ":")
	folder, err := fs.Sub(texts(k.Language), game)
	if files, _ := fs.Glob(folder, "*.html"); err != nil || files == nil {
		return nil
	}
	return folder
}

// has reports whether there is a text of a part for this game. Those for all games are about boards.
func (k Kit) has(part string) bool {
	if k.onBoard() {
		return true
	}
	own := k.ownTexts()
	if own == nil {
		return false
	}
	_, err := fs.Stat(own, part+".html")
	return err == nil
}

// onBoard reports whether the game is played on a board of nine squares.
func (k Kit) onBoard() bool {
	m := k.Machine.Graph().Manner()
	return m == symmetry.Places || m == symmetry.Steps
}

// fill executes one of a language's templates. They are HTML and call the functions of [Kit.functions]. They are either
// written as a document to edit, or painted on paper by [Kit.paintElement], which knows the elements that they use.
func (k Kit) fill(w io.Writer, name string, data any) error {
	game, _, _ := strings.Cut(k.Machine.Graph().Name(), ":")
	parse, _ := parsed.LoadOrStore([2]string{k.Language.Tag, game}, sync.OnceValue(func() *template.Template {
		all := template.Must(template.New("").Funcs(k.functions()).ParseFS(shared, "*.html"))
		template.Must(all.ParseFS(texts(k.Language), "*.html"))
		if own := k.ownTexts(); own != nil {
			template.Must(all.ParseFS(own, "*.html"))
		}
		return all
	}))
	all := template.Must(parse.(func() *template.Template)().Clone())
	return all.Funcs(k.functions()).ExecuteTemplate(w, name+".html", data)
}

// parsed holds the templates of each language and game. They are never executed: then they could not be cloned.
var parsed sync.Map

// text returns the text of a part: an element that contains all others. If answers is true, the worksheet has answers
// to its questions, otherwise room for them.
func (k Kit) text(part string, answers bool) *html.Node {
	var filled bytes.Buffer
	if part == Guide {
		filled.WriteString(GuideHTML(k.Language))
	} else if err := k.fill(&filled, part, answers); err != nil {
		panic(err) // a mistake in the template
	}
	document, err := html.Parse(&filled)
	if err != nil {
		panic(err) // reading from memory cannot fail
	}
	return document.FirstChild.LastChild // the body
}

// functions returns the functions of the templates.
func (k Kit) functions() template.FuncMap {
	m, g, rules, l, minutes := k.Machine, k.Machine.Graph(), k.Machine.Rules(), k.Language, 0
	return template.FuncMap{
		// The game.
		"game": k.Game, "own": k.Own, "drawable": g.Drawable, "winner": k.winner,
		"howToPlay": func() string { return l.Name(g.HowToPlay()) },
		"most":      func() int { return len(g.Moves(symmetry.Start)) },
		"sticks":    func() int { return g.Things(g.Code(symmetry.Start)) },
		"cup":       k.cup, "choice": func() exercise { return k.choice() }, "lostWith": k.lostWith,
		"mirrors": func() bool { return len(g.Symmetries()) > 1 },
		"onBoard": k.onBoard, "listed": k.lists,
		"steps": func() bool { return g.Manner() == symmetry.Steps },
		"other": func() string { return k.player(rules.Plays.Other()) },
		"turns": func() bool { return slices.Contains(g.Symmetries(), symmetry.Rotate90) },

		// The machine, its boxes and its rules.
		"kit":     func() Kit { return k },
		"machine": func() *menace.Machine { return m }, "michie": michie,
		"rules":    func() any { return rules },
		"boxIndex": func() index { return newIndex(l, m) },
		"boxes":    m.Boxes, "total": m.Total, "forced": k.forced, "firstBoxes": k.firstBoxes,
		"boxesForMove": boxesForMove, "boxesWithoutSymmetry": boxesWithoutSymmetry,
		"extraBeads": extraBeads, "mostAdded": k.mostAdded, "gains": k.gains,

		// What to buy.
		"sheets": func() int { return len(k.whole().layOut()) },
		"top":    k.top, "fullest": k.fullest, "beadSize": k.beadSize, "hours": k.hours,
		"minutesABox": func() float64 { return minutesABox }, "secondsABead": func() int { return secondsABead },
		"spare": func() float64 { return math.Ceil(spoilt * float64(m.Boxes()) * float64(k.Groups)) },

		// Lessons.
		"games": k.sheetGames, "totals": totals, "exercise": k.exercise, "centreAfter": k.centreAfter,
		"teachers": k.teachers, "squares": k.squares,
		"michieSheets": func() int { return len(k.ofMichie().layOut()) },
		"boxesASheet": func() int {
			sheets := len(k.ofMichie().layOut())
			return (michie().Boxes() + sheets - 1) / sheets
		},
		"boxesEach":  func(pupils int) int { return (m.Boxes() + pupils/2) / pupils },
		"laterBoxes": func() int { return m.Boxes() - boxesForMove(m, 0) - boxesForMove(m, 1) },
		"minutes": func(long int) string { // when the next part of a lesson, which is so long, begins and ends
			minutes += long
			return fmt.Sprintf("%d–%d", minutes-long, minutes)
		},
		"restartMinutes": func() string { minutes = 0; return "" },

		"teacher": k.teacher,

		// Numbers and words.
		"number": k.number, "plural": k.plural, "inWords": k.inWords,
		"series":  func(words []string) string { return l.List(words, l.And) },
		"ratio":   func(a, b int) string { return l.Fixed(float64(a)/float64(b), 1) },
		"times":   func(a int, b int64) int64 { return int64(a) * b },
		"capital": capitalized,
	}
}

// Game returns the name of the game.
func (k Kit) Game() string { return k.Language.Name(k.Machine.Graph().Title()) }

// Own returns the name of the player that the machine is.
func (k Kit) Own() string { return k.player(k.Machine.Rules().Plays) }

// player returns the name of a player.
func (k Kit) player(side symmetry.Side) string {
	return k.Language.Name(k.Machine.Graph().Player(side))
}

// number formats a whole number, or a number with at most one decimal.
func (k Kit) number(n any) string {
	switch v := reflect.ValueOf(n); {
	case v.CanInt():
		return k.Language.Count(v.Int())
	case v.Float() == math.Trunc(v.Float()):
		return k.Language.Count(int64(v.Float()))
	default:
		return k.Language.Fixed(v.Float(), 1)
	}
}

// plural formats a number with a noun, given in the forms for one thing and for several.
func (k Kit) plural(n any, one, other string) string {
	noun := other
	if k.Language.Plural(reflect.ValueOf(n).Int()) == "one" {
		noun = one
	}
	return k.number(n) + " " + noun
}

// inWords returns the word for a number from 0, or digits if there are not so many words.
func (k Kit) inWords(n int64, words ...string) string {
	if n < int64(len(words)) {
		return words[n]
	}
	return k.number(n)
}

// capitalized returns a text with a capital at the beginning.
func capitalized(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// ofMichie returns the kit with Michie's machine.
func (k Kit) ofMichie() Kit {
	k.Machine = michie()
	return k.whole()
}

// whole returns the kit with the labels of all boxes.
func (k Kit) whole() Kit {
	k.Labelled, k.Used = nil, 0
	return k
}

// indent is the indentation of questions, answers and lines to write on.
const indent = 6 * mm

// paintElement paints an element of a text and returns the canvas below. An element that only contains others, such as
// a section, is painted as these, below each other.
func (k Kit) paintElement(c draw.Canvas, n *html.Node) draw.Canvas {
	inset := func(by vg.Length) draw.Canvas { return draw.Crop(c, by, 0, 0, 0) }
	kind, words, style, rest := n.Data, content(n), body(), c
	if class := attribute(n, "class"); class != "" {
		kind += "." + class
	}
	switch kind {
	case "h1":
		return paper.Write(c, paper.Letters(20, ink), words)
	case "p.subtitle":
		return below(paper.Write(c, paper.Letters(10, muted), words), 3*mm)
	case "h2":
		return paper.Write(c, paper.Letters(13, ink), words)
	case "p":
		rest = paper.Write(c, style, words)
	case "p.small":
		return paper.Write(c, paper.Letters(9, muted), words)
	case "li":
		c = below(c, mm/2)
		letter{10, ink}.put(c, vg.Point{X: c.Min.X + 1.5*mm, Y: c.Max.Y - 6}, centre, "•")
		rest = paper.Write(inset(4*mm), style, words)
	case "p.question":
		number, question, _ := strings.Cut(words, " ")
		paper.Write(c, style, number)
		rest = paper.Write(inset(indent), style, question)
	case "p.answer":
		c = below(c, mm/2)
		style.Color = paper.Light.Hues[0]
		rest = paper.Write(inset(indent), style, words)
	case "p.write": // a line to write on
		rest = below(c, 9*mm)
		c.StrokeLine2(draw.LineStyle{Color: muted, Width: 0.4}, c.Min.X+indent, rest.Max.Y, c.Max.X, rest.Max.Y)
	case "p.page-end":
		return below(c, c.Size().Y)
	case "p.caption": // the words below a board
		letter{9, ink}.put(c, vg.Point{X: c.Min.X + indent, Y: c.Max.Y - 2.5*mm}, left, words)
		return below(c, 5*mm)
	case "table.board":
		const side = 30 * mm
		corner := vg.Point{X: c.Min.X + indent, Y: c.Max.Y - side - mm}
		lattice := paintBoard(c, symmetry.Scene{Columns: 3, Cells: pieces(n)}, corner, side)
		numberSquares(lattice, 6)
		moves, _ := symmetry.ParseMoves(attribute(n, "data-moves"))
		for _, m := range moves {
			stroke(lattice, m, faint)
		}
		return below(c, side+mm)
	case "tr.part": // a part of a lesson: its minutes, its name and what to do
		cells := cells(n)
		paper.Write(c, paper.Letters(10, muted), cells[0])
		named := paper.Write(draw.Crop(c, 16*mm, 38*mm-c.Size().X, 0, 0), style, cells[1])
		rest = paper.Write(inset(40*mm), style, cells[2])
		rest.Max.Y = min(rest.Max.Y, named.Max.Y)
	case "tr":
		return tableRow(c, cells(n))
	case "ol":
		return paintList(c, n)
	case "pre":
		return paintCommands(c, raw(n))
	case "figure.screen":
		return paintPicture(c, n)
	case "tr.head", "ul.contents": // for the page
		return c
	case "div.columns":
		return k.paintColumns(c, n)
	case "figure":
		return map[string]func(draw.Canvas) draw.Canvas{"supplies": k.paintSupplies, "chart": k.paintChart,
			"games": k.paintGames, "card": k.paintCard, "lessons": k.paintLessons,
			"mat": k.paintMat, "board": k.paintEmptyBoard, "pieces": k.paintPieces, "bowls": k.paintBowls,
		}[attribute(n, "id")](c)
	default:
		for child := range n.ChildNodes() {
			if child.Type == html.ElementNode {
				c = k.paintElement(c, child)
			}
		}
		return c
	}
	return below(c, c.Max.Y-rest.Max.Y+mm)
}

// content returns the text of an element, with single spaces between words. Spaces at which lines must not be broken
// stay.
func content(n *html.Node) string { return strings.Join(paper.Words(raw(n)), " ") }

// attribute returns the value of an attribute, or "".
func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// cells returns the contents of all cells in a table or a row.
func cells(n *html.Node) (all []string) {
	for cell := range n.Descendants() {
		if cell.DataAtom == atom.Td {
			all = append(all, content(cell))
		}
	}
	return all
}

// tableRow paints a row of cells of equal width, and returns the canvas below.
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
