package view

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"html/template"
	"image/color"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/sentences"
	"menace/menace"
	"menace/menace/arena"
	"menace/plots/paper"
	"menace/symmetry"
)

// Colours of films and posters, as on pages.
type colours struct {
	paper, ink, muted, line, soft, good, bad, badText, spark color.NRGBA
}

func coloursOf(dark bool) colours {
	if dark {
		return colours{
			paper.RGB(0x171512), paper.RGB(0xf2ece2), paper.RGB(0xb0a698), paper.RGB(0x3b352d), paper.RGB(0x2a2620),
			paper.RGB(0x69b4f4), paper.RGB(0xff8d52), paper.RGB(0xff9d69), paper.RGB(0xffc83d),
		}
	}
	return colours{
		paper.RGB(0xf8f4ec), paper.RGB(0x1d1a17), paper.RGB(0x665e54), paper.RGB(0xddd4c4), paper.RGB(0xefe8db),
		paper.RGB(0x1560a8), paper.RGB(0xc4501b), paper.RGB(0xa83f10), paper.RGB(0xd99a00),
	}
}

// of returns the colour for the class of a box, as returned by [boxClass].
func (c colours) of(class string) color.NRGBA {
	full := c.good
	switch class[0] {
	case 'n', 'e':
		return c.soft
	case 'm':
		full = c.bad
	}
	share := min(1, 1.15*float64(class[1]-'0')/levels)
	mix := func(a, b uint8) uint8 { return uint8(float64(a) + share*(float64(b)-float64(a)) + 0.5) }
	return color.NRGBA{mix(c.soft.R, full.R), mix(c.soft.G, full.G), mix(c.soft.B, full.B), 255}
}

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// boxClass returns the class of a box that is shown as one small square. Its likeliest move is one of perfect play (g1
// to g9), a mistake (m1 to m9), or not preferred (n); or the box is empty (e).
func boxClass(m *menace.Machine, o symmetry.Orbit) string {
	if box, _ := m.Box(o); box.Total() == 0 {
		return "e"
	}
	position := m.Graph().Code(o)
	class, _, _ := strings.Cut(tintsAt(m, position).box, " ")
	return cmp.Or(class, "n")
}

// Film is the history of a machine as a picture: its checkpoints, the last of which is the present state.
type Film struct {
	Machine *menace.Machine
	Points  []arena.Point // with the counts of all beads
	Dark    bool
}

// Measurements of an animated film, in its own units and in seconds.
const (
	filmWidth            = 760.0
	filmLeft, filmRight  = 76.0, 622.0 // of the curve
	filmEdge, filmStep   = 15.0, 17.0  // edge of a box, and distance between boxes
	filmColumns          = 39
	filmTop              = 72.0
	filmCurve            = 106.0 // height of the curve
	filmPlays, filmRests = 9.0, 4.0
	filmFrames           = 70 // maximum number
	ringFades            = 0.5
	maxRings             = 5
	leastRing            = 0.05 // change of a share
)

// Animate writes the film as an SVG that plays automatically in a loop: boxes take their tints, the curve grows, and
// rings show the boxes whose shares changed most. Time is the logarithm of games, so the first games are slow. A reader
// who prefers no motion sees the end.
func (f Film) Animate(made string) []byte {
	in := sentences.English
	c := coloursOf(f.Dark)
	place, bottom := f.places()
	points := thinned(f.Points, filmFrames)
	last := points[len(points)-1]
	top := bottom + 24
	height := top + filmCurve + 84

	var svg, style bytes.Buffer
	classes := map[string]bool{"n": true, "e": true}
	layers := f.layers(in, points, place, classes, top)
	fmt.Fprintf(&style, "text{font:13px system-ui,sans-serif;fill:%s}.h{font:600 22px Rockwell,Georgia,serif;fill:%s}"+
		".b{fill:%s}.w{fill:%s;font-weight:600}.l{fill:%s;font-weight:600}.p{fill:%s}"+
		".r path{fill:none;stroke:%s;stroke-width:3}.v{fill:%s;opacity:.72}", hex(c.muted), hex(c.ink), hex(c.badText),
		hex(c.good), hex(c.badText), hex(c.paper), hex(c.spark), hex(c.paper))
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		fmt.Fprintf(&style, ".%s{fill:%s}", class, hex(c.of(class)))
	}
	fmt.Fprintf(&style, ".e{fill:none;stroke:%s;stroke-dasharray:2 2}", hex(c.muted))
	end := 100 * filmPlays / (filmPlays + filmRests)
	fmt.Fprintf(&style, ".v,.c{animation:go %gs linear infinite;transform:translateX(%gpx)}"+
		"@keyframes go{0%%{transform:none}%.2f%%,to{transform:translateX(%gpx)}}",
		filmPlays+filmRests, filmRight-filmLeft,
		end, filmRight-filmLeft)
	style.WriteString(layers.style.String())
	style.WriteString("@media(prefers-reduced-motion:reduce){*{animation:none!important}.r{visibility:hidden}}")

	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" role="img" lang="en">`, filmWidth,
		height)
	finding := f.Says()
	fmt.Fprintf(&svg, "<title>%s</title><desc>All %d boxes from the first game to game %d: blue if a box prefers a "+
		"move of perfect play, orange if a mistake. Below, the losses to perfect play of 100 games.</desc>"+
		"<metadata>%s</metadata><style>%s</style>", html.EscapeString(finding), f.Machine.Boxes(), last.Games,
		html.EscapeString(made), style.String())
	fmt.Fprintf(&svg, `<path class="p" d="M0 0h%gv%gH0z"/>`, filmWidth, height)
	layers.labels(&svg)
	svg.Write(layers.svg.Bytes())
	f.curve(&svg, c, last, top)
	for i, entry := range []struct{ class, text string }{
		{"g9", "prefers a move of perfect play"}, {"m9", "prefers a mistake"}, {"n", "no preference yet"},
	} {
		x := filmLeft + []float64{0, 250, 410}[i]
		fmt.Fprintf(&svg, `<path fill="%s" d="M%g %gh11v11h-11z"/><text x="%g" y="%g">%s</text>`,
			hex(c.of(entry.class)), x, height-47, x+17, height-37, entry.text)
	}
	fmt.Fprintf(&svg, `<text x="%g" y="%g">The machine itself knows neither: it only counts beads.</text></svg>`,
		filmLeft, height-15)
	return append(svg.Bytes(), '\n')
}

// Says describes the film in a sentence.
func (f Film) Says() string {
	last := f.Points[len(f.Points)-1]
	return plain(FindingOf(f.Points, last).Heading(sentences.English))
}

var elements = regexp.MustCompile(`<[^>]*>`)

// plain returns a text without its elements.
func plain(text template.HTML) string {
	return html.UnescapeString(elements.ReplaceAllString(string(text), ""))
}

// thinned returns at most n points, nearly equidistant on the axis of a film, including the first and the last one.
func thinned(points []arena.Point, n int) (some []arena.Point) {
	to := axis(points[len(points)-1].Games)
	for i, p := range points {
		if len(some) == 0 || i == len(points)-1 || to.at(p.Games)-to.at(some[len(some)-1].Games) >= 0.9/float64(n) {
			some = append(some, p)
		}
	}
	return some
}

// places returns the upper left corner of each box, and the lower edge of all boxes.
func (f Film) places() (place map[symmetry.Orbit][2]float64, bottom float64) {
	place = map[symmetry.Orbit][2]float64{}
	y := filmTop
	for _, moves := range f.Machine.Buckets() {
		all := f.Machine.Bucket(moves)
		for i, o := range all {
			place[o] = [2]float64{filmLeft + filmStep*float64(i%filmColumns), y + filmStep*float64(i/filmColumns)}
		}
		y += filmStep*float64((len(all)-1)/filmColumns+1) + 5
	}
	return place, y
}

// layers are the parts of a film that appear one after the other. Each covers what it changes.
type layers struct {
	film       Film
	svg, style bytes.Buffer
}

// layers draws what each point changes, and collects the classes of boxes that occur. The curve begins at top.
func (f Film) layers(in sentences.In, points []arena.Point, place map[symmetry.Orbit][2]float64,
	classes map[string]bool, top float64) *layers {
	l := &layers{film: f}
	m := f.Machine.Copy()
	shown, before := map[symmetry.Orbit]string{}, map[symmetry.Orbit][]menace.Held{}
	to := axis(points[len(points)-1].Games)
	for i, p := range points {
		m.SetCounts(p.Counts) // counts of the same machine
		changed, paths := map[symmetry.Orbit]float64{}, map[string]*strings.Builder{}
		for _, o := range slices.Sorted(maps.Keys(place)) {
			held := m.Held(m.Graph().Code(o))
			changed[o] = largestChange(before[o], held)
			before[o] = held
			class := boxClass(m, o)
			if shown[o] == class {
				continue
			}
			if class == "e" { // an outline covers nothing
				if paths["p"] == nil {
					paths["p"] = new(strings.Builder)
				}
				addBox(paths["p"], place[o])
			}
			shown[o], classes[class] = class, true
			if paths[class] == nil {
				paths[class] = new(strings.Builder)
			}
			addBox(paths[class], place[o])
		}
		fmt.Fprintf(&l.svg, `<g class="f%d">`, i)
		for _, class := range slices.Backward(slices.Sorted(maps.Keys(paths))) { // p before e
			fmt.Fprintf(&l.svg, `<path class="%s" d="%s"/>`, class, paths[class])
		}
		l.heading(FindingOf(points[:i+1], p).Heading(in))
		fmt.Fprintf(&l.svg, `<path class="p" d="M%g %gh%gv%gh-%gz"/>`, filmRight+8, top-8, filmWidth-filmRight-8,
			filmCurve+30, filmWidth-filmRight-8)
		won, lost := apart(100*(1-p.Random.Win), 100*(1-p.Perfect.Loss))
		for _, label := range []struct {
			class string
			at    float64
			n     int
			text  [2]string
		}{{"w", won, outOf100(p.Random.Win), [2]string{"of 100 won", "against random"}},
			{"l", lost, outOf100(p.Perfect.Loss), [2]string{"of 100 lost", "to perfect play"}}} {
			y := top + filmCurve*label.at/100 + 6
			fmt.Fprintf(&l.svg, `<text class="%s" x="%g" y="%.0f">%d %s<tspan x="%g" dy="14">%s</tspan></text>`,
				label.class, filmRight+12, y, label.n, label.text[0], filmRight+12, label.text[1])
		}
		l.svg.WriteString("</g>\n")
		if i > 0 {
			l.appear(i, to.at(p.Games), rings(changed, place))
		}
	}
	return l
}

// heading writes a finding in two lines, over the previous one.
func (l *layers) heading(finding template.HTML) {
	text := strings.NewReplacer(`<b class="bad">`, `<tspan class="b">`, "</b>", "</tspan>").Replace(string(finding))
	first, second, ok := strings.Cut(text, "; ")
	if !ok {
		first, second, _ = strings.Cut(text, ": ")
	}
	fmt.Fprintf(&l.svg, `<path class="p" d="M0 0h%gv%gH0z"/><text class="h" x="20" y="34">%s</text>`+
		`<text x="20" y="55">%s</text>`, filmWidth, filmTop-6, first, second)
}

// appear makes a layer appear after a share of the film, with rings that fade.
func (l *layers) appear(i int, share float64, rings string) {
	whole := filmPlays + filmRests
	at := 100 * filmPlays * share / whole
	fmt.Fprintf(&l.style, ".f%d{animation:f%d %gs step-end infinite}@keyframes f%d{0%%{visibility:hidden}"+
		"%.2f%%{visibility:visible}}\n", i, i, whole, i, at)
	if rings != "" {
		fmt.Fprintf(&l.style, ".r%d{animation:r%d %gs infinite}@keyframes r%d{0%%,%.2f%%{opacity:0}%.2f%%{opacity:1}"+
			"%.2f%%,to{opacity:0}}\n", i, i, whole, i, max(at-0.01, 0), at, min(at+100*ringFades/whole, 100))
		fmt.Fprintf(&l.svg, `<g class="r r%d" opacity="0"><path d="%s"/></g>`+"\n", i, rings)
	}
}

// addBox adds a box to a path.
func addBox(path *strings.Builder, corner [2]float64) {
	fmt.Fprintf(path, "M%g %gh%gv%gh-%gz", corner[0], corner[1], filmEdge, filmEdge, filmEdge)
}

// largestChange returns the largest difference of the chance of a move in a box.
func largestChange(before, now []menace.Held) (change float64) {
	for i := range min(len(before), len(now)) {
		change = max(change, math.Abs(now[i].Chance-before[i].Chance))
	}
	return change
}

// rings returns outlines of the boxes that changed most.
func rings(changed map[symmetry.Orbit]float64, place map[symmetry.Orbit][2]float64) string {
	var path strings.Builder
	for _, o := range mostChanged(changed) {
		addBox(&path, place[o])
	}
	return path.String()
}

// mostChanged returns the boxes with the largest change of a move's share, if it is more than five points.
func mostChanged(changed map[symmetry.Orbit]float64) []symmetry.Orbit {
	all := slices.SortedFunc(maps.Keys(changed), func(a, b symmetry.Orbit) int {
		return cmp.Or(cmp.Compare(changed[b], changed[a]), cmp.Compare(a, b))
	})
	all = slices.DeleteFunc(all, func(o symmetry.Orbit) bool { return changed[o] <= leastRing })
	return all[:min(maxRings, len(all))]
}

// labels writes the number of the move beside each group of boxes.
func (l *layers) labels(svg *bytes.Buffer) {
	y := filmTop
	for i, moves := range l.film.Machine.Buckets() {
		all := l.film.Machine.Bucket(moves)
		fmt.Fprintf(svg, `<text x="20" y="%g">%s</text>`, y+12, fmt.Sprintf("Move %d", i+1))
		y += filmStep*float64((len(all)-1)/filmColumns+1) + 5
	}
}

// curve draws the curve, with its future part pale, and the axes.
func (f Film) curve(svg *bytes.Buffer, c colours, last arena.Point, top float64) {
	to := axis(last.Games)
	width := filmRight - filmLeft
	for _, n := range []int{0, 50, 100} {
		y := top + filmCurve*(1-float64(n)/100)
		fmt.Fprintf(svg, `<path stroke="%s" d="M%g %gh%g"/><text x="%g" y="%g" text-anchor="end">%d</text>`,
			hex(c.line), filmLeft, y, width, filmLeft-8, y+5, n)
	}
	var won, lost strings.Builder
	for _, p := range thinned(f.Points, int(width/2)) {
		x := filmLeft + width*to.at(p.Games)
		fmt.Fprintf(&won, "%.1f,%.1f ", x, top+filmCurve*(1-p.Random.Win))
		fmt.Fprintf(&lost, "%.1f,%.1f ", x, top+filmCurve*(1-p.Perfect.Loss))
	}
	fmt.Fprintf(svg, `<g fill="none" stroke-width="3"><polyline stroke="%s" points="%s"/><polyline stroke="%s" `+
		`stroke-dasharray="1 5" stroke-linecap="round" points="%s"/></g>`, hex(c.good), won.String(), hex(c.bad),
		lost.String())
	fmt.Fprintf(svg, `<svg x="%g" y="%g" width="%g" height="%g"><path class="v" d="M0 0h%gv%gH0z"/></svg>`,
		filmLeft, top-4, width, filmCurve+3, width, filmCurve+3)
	fmt.Fprintf(svg, `<path class="c" stroke="%s" stroke-width="2" d="M%g %gv%g"/>`, hex(c.ink), filmLeft, top-4,
		filmCurve+8)
	for _, t := range to.ticks(sentences.English, width, 42) {
		label := t.Label
		if label == "0" {
			label = "0 games"
		}
		if label != "" && !t.Near {
			x, _ := strconv.ParseFloat(t.At, 64)
			fmt.Fprintf(svg, `<text x="%.1f" y="%g" text-anchor="middle">%s</text>`, filmLeft+x,
				top+filmCurve+20, label)
		}
	}
}
