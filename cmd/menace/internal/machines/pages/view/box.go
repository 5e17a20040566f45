package view

import (
	"fmt"
	"html/template"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"

	"menace/cmd/menace/internal/sentences"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
	"menace/symmetry"
)

// Box is a matchbox on a page.
type Box struct {
	In       sentences.In
	Code     symmetry.Position // code of the canonical position
	Number   int
	Position string        // position in the requested orientation
	Where    string        // the same in words
	Caption  string        // the position in words, if the board does not show everything
	Squares  template.HTML // a small board, tinted by the chances of the moves
	Total    int64
	Colours  []Colour

	tint string // CSS classes of the whole box; see [tints]
}

// Colour describes the beads of one move.
type Colour struct {
	menace.Held
	Colour int  // index from [menace.Colour]
	Drawn  bool // the last bead drawn is one of them
}

// Width returns the chance as the width of a bar, up to 100.
func (c Colour) Width() string { return fmt.Sprintf("%.1f", 100*c.Chance) }

// BoxOf returns the box of a position, in the orientation of the position.
func BoxOf(in sentences.In, m *menace.Machine, position symmetry.Position) Box {
	graph := m.Graph()
	orbit, _ := graph.Find(position)
	b := Box{In: in, Code: graph.Code(orbit), Number: m.Number(orbit), Position: graph.Format(position)}
	b.Where = in.WhereBriefly(graph, position)
	held := m.Held(position)
	for _, h := range held {
		b.Colours = append(b.Colours, Colour{h, menace.Colour(h.Move), false})
		b.Total += h.Beads
	}
	t := tintsOf(held, func(move symmetry.Move) int { return graph.Cell(position, move) }, wise(graph, position))
	b.Caption = captionOf(in, graph.Scene(position))
	b.Squares, b.tint = squares(graph.Scene(position), t.squares), t.box
	return b
}

// OpenedAt returns the box that a machine opened at a turn, with the bead drawn.
func OpenedAt(in sentences.In, m *menace.Machine, t match.Turn) Box {
	b := BoxOf(in, m, t.Position)
	for i := range b.Colours {
		b.Colours[i].Drawn = t.Reason == match.Bead && b.Colours[i].Move == t.Move
	}
	return b
}

// Chance returns the chance of the bead that was drawn, in words, or "" if no bead was drawn.
func (b Box) Chance() string {
	for _, c := range b.Colours {
		if c.Drawn {
			return b.In.Chance(c.Beads, b.Total)
		}
	}
	return ""
}

// squares draws a small board. CSS classes mark its squares: x and o are pieces, w and b pawns, and the tints are those
// of [tints]. There are hundreds of these boards on a page, so their HTML is as short as possible.
func squares(scene symmetry.Scene, tints map[int]string) template.HTML {
	var text strings.Builder
	for i, at := range scene.Cells {
		switch class := square(at, tints[i]); {
		case class == "":
			text.WriteString("<i></i>")
		case strings.Contains(class, " "):
			text.WriteString(`<i class="` + class + `"></i>`)
		default:
			text.WriteString("<i class=" + class + "></i>")
		}
	}
	return template.HTML(text.String())
}

func square(at symmetry.Cell, tint string) string {
	piece := pieces[at.Piece]
	if piece == "" || tint == "" {
		return piece + tint
	}
	return piece + " " + tint
}

// pieces maps pieces to their CSS classes.
var pieces = map[symmetry.Piece]string{
	symmetry.Cross: "x", symmetry.Ring: "o", symmetry.WhitePawn: "w", symmetry.BlackPawn: "b",
	symmetry.Stick: "i", symmetry.Gone: "u",
}

// Whenever is the number of moves of boxes that can be opened at different numbers of moves.
const Whenever = -1

// Bucket holds the boxes after a number of moves.
type Bucket struct {
	Moves int // or Whenever
	Boxes []SmallBox
}

// SmallBox is a box in the overview. Its JSON contains what can change while the page is open.
type SmallBox struct {
	Code    symmetry.Position `json:"-"`
	Number  int               `json:"-"`
	Class   string            `json:"class"` // CSS classes: used in the game, drawn last, empty
	Squares template.HTML     `json:"squares"`
	Title   string            `json:"title"`
}

// Links returns the boxes as links whose queries begin with query. If boxes, the address of a page of boxes, is not "",
// they lead to the part with the requested box. There are hundreds of boxes, and a template would take many times as
// long.
func (b Bucket) Links(query template.URL, boxes string) template.HTML {
	fragment := ""
	if boxes != "" {
		fragment = "#found-box"
	}
	return b.each(func(text *strings.Builder, l SmallBox) {
		text.WriteString("<a" + l.classes() + ` href="?` + template.HTMLEscapeString(string(query)) + "box=" +
			strconv.Itoa(l.Number) + fragment + `" title="` + template.HTMLEscapeString(l.Title) + `">` +
			string(l.Squares) + "</a>")
	})
}

// Spans returns the boxes as pictures without links.
func (b Bucket) Spans() template.HTML {
	return b.each(func(text *strings.Builder, l SmallBox) {
		fmt.Fprintf(text, `<span%s>%s</span>`, l.classes(), l.Squares)
	})
}

func (b Bucket) each(write func(*strings.Builder, SmallBox)) template.HTML {
	var text strings.Builder
	for _, l := range b.Boxes {
		write(&text, l)
	}
	return template.HTML(text.String())
}

// classes returns the HTML attribute for the classes of a box, or "" if it has none.
func (l SmallBox) classes() string {
	if l.Class == "" {
		return ""
	}
	return ` class="` + l.Class + `"`
}

// BucketsOf describes all boxes of a machine, and marks those used in a game.
func BucketsOf(in sentences.In, m *menace.Machine, g *match.Game) (all []Bucket) {
	marks := boxMarks(g)
	layered := m.Graph().Layered()
	for _, moves := range m.Buckets() {
		bucket := Bucket{Moves: moves}
		if !layered {
			bucket.Moves = Whenever
		}
		for _, o := range m.Bucket(moves) {
			l := smallBoxes.of(in, m, o)
			l.Class = strings.TrimSpace(l.Class + marks[l.Code])
			bucket.Boxes = append(bucket.Boxes, l)
		}
		if !layered && len(all) > 0 {
			all[0].Boxes = append(all[0].Boxes, bucket.Boxes...)
			continue
		}
		all = append(all, bucket)
	}
	return all
}

// smallBoxes caches the boxes of overviews: from one page of a machine to the next, few of its boxes change.
var smallBoxes = boxCache{known: map[boxKey]SmallBox{}}

type boxCache struct {
	mutex sync.Mutex
	known map[boxKey]SmallBox
}

// boxKey is everything on which a box depends, except for marks.
type boxKey struct {
	in    sentences.In
	graph *symmetry.Graph
	orbit symmetry.Orbit
	moves symmetry.Set
	held  menace.Box
}

// of returns the box of an orbit without marks.
func (c *boxCache) of(in sentences.In, m *menace.Machine, o symmetry.Orbit) SmallBox {
	held, _ := m.Box(o)
	key := boxKey{in, m.Graph(), o, m.Moves(o), held}
	c.mutex.Lock()
	l, ok := c.known[key]
	c.mutex.Unlock()
	if ok {
		return l
	}
	b := BoxOf(in, m, m.Graph().Code(o))
	l = SmallBox{
		Code: b.Code, Number: b.Number, Class: b.tint, Squares: b.Squares,
		Title: in.Text("Box {number}, {position}, {beads}", "number", b.Number, "position", b.Where,
			"beads", in.Beads(b.Total)),
	}
	if b.Total == 0 {
		l.Class += " empty"
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.known) == mostSmallBoxes {
		clear(c.known)
	}
	c.known[key] = l
	return l
}

const mostSmallBoxes = 5000 // in the cache, in about 2 MB

// boxMarks returns the CSS classes of the boxes used in a game, by code.
func boxMarks(g *match.Game) map[symmetry.Position]string {
	marks := map[symmetry.Position]string{}
	if g == nil {
		return marks
	}
	turns := g.Turns()
	for i, turn := range turns {
		orbit, _ := g.Graph().Find(turn.Position)
		marks[g.Graph().Code(orbit)] = " used"
		if i == len(turns)-1 && turn.Reason == match.Bead {
			marks[g.Graph().Code(orbit)] = " used drawn"
		}
	}
	return marks
}

// FoundBox is a requested box with its history.
type FoundBox struct {
	Box
	Turn    string // how to turn the position so that it matches the box, or ""
	Known   string // how well the beads of Michie's machine are known, or ""
	History []Area
	Ticks   []Tick

	HistorySays string // what the history shows, in a sentence
}

// FoundBoxOf returns the box of a position of a machine, which must have one, with its history.
func FoundBoxOf(in sentences.In, m *menace.Machine, position symmetry.Position, curve []arena.Point,
	games int64) *FoundBox {
	orbit, turned := m.Graph().Find(position)
	f := &FoundBox{Box: BoxOf(in, m, m.Graph().Code(orbit))}
	f.History, f.Ticks = history(in, m, curve, games, f.Code)
	f.HistorySays = historySays(in, f.Box)
	f.Known = known(in, m, games, orbit)
	if position != f.Code {
		f.Turn = in.HowToTurn(turned)
	}
	return f
}

// historySays describes the result of a box's history.
func historySays(in sentences.In, b Box) string {
	var chances []string
	for _, c := range b.Colours {
		chances = append(chances, in.Move(c.Move)+": "+in.Share(c.Chance, 0))
	}
	return in.Text("The share of each move’s beads, over the games; now {chances}", "chances",
		strings.Join(chances, ", "))
}

// maxBeads is the number of beads that fit into a drawing of a box.
const maxBeads = 60

// IsSample reports whether the box contains more beads than a drawing shows.
func (b Box) IsSample() bool { return b.Total > maxBeads }

// Shown describes how many beads a drawing shows.
func (b Box) Shown() string {
	if !b.IsSample() {
		return b.In.Beads(b.Total)
	}
	return b.In.Text("{shown} of {total} beads shown", "shown", maxBeads, "total", b.Total)
}

// ShownBriefly is Shown for a narrow drawing.
func (b Box) ShownBriefly() string {
	if !b.IsSample() {
		return b.In.Beads(b.Total)
	}
	return b.In.Text("{shown} of {total}", "shown", maxBeads, "total", b.Total)
}

// Lying returns the beads in a drawing of the box: all of them, mixed, or 60 of them in proportion, by colour. Their
// order is always the same. The bead that was drawn is not among them.
func (b Box) Lying() (beads []Bead) {
	for i, n := range b.beadsToDraw() {
		c := b.Colours[i]
		if c.Drawn {
			n = max(n-1, 0)
		}
		beads = append(beads, slices.Repeat([]Bead{{c.Colour, MoveLabel(c.Move)}}, n)...)
	}
	if !b.IsSample() {
		random := rand.New(rand.NewPCG(uint64(b.Code), 0))
		random.Shuffle(len(beads), func(i, j int) { beads[i], beads[j] = beads[j], beads[i] })
	}
	return beads
}

// beadsToDraw returns the number of beads of each colour to draw, by largest remainders, and at least one of the colour
// drawn.
func (b Box) beadsToDraw() []int {
	colours, size := b.Colours, min(b.Total, maxBeads)
	counts, rests, left := make([]int, len(colours)), make([]float64, len(colours)), int(size)
	for i, c := range colours {
		whole, rest := math.Modf(float64(c.Beads) * float64(size) / float64(max(b.Total, 1)))
		counts[i], rests[i] = int(whole), rest
		left -= counts[i]
	}
	for range left {
		i := slices.Index(rests, slices.Max(rests))
		counts[i], rests[i] = counts[i]+1, 0
	}
	for i, c := range colours {
		if c.Drawn && counts[i] == 0 {
			most := slices.Index(counts, slices.Max(counts))
			counts[most], counts[i] = counts[most]-1, 1
		}
	}
	return counts
}

// MoveLabel formats a move for a bead: "5", or "7›4" for a move from square to square.
func MoveLabel(m symmetry.Move) string { return strings.ReplaceAll(m.String(), "-", "›") }
