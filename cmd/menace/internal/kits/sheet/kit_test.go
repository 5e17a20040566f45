package sheet

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"menace/cmd/internal/language"
	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// Tests allocate much and keep little, so the collector need not run as often as in a long session.
var _ = debug.SetGCPercent(400)

// trained returns Michie's machine after some games.
func trained(t *testing.T, games int64) *menace.Machine {
	m := preset(t, "michie")
	training := arena.Training{Learner: &arena.Career{Learner: m, Side: symmetry.First},
		Opponent: arena.Random(m.Graph()), Random: arena.NewRandom(1)}
	training.Play(games)
	return m
}

// second changes rules to ones for the second player that take many words to explain.
func second(r *menace.Rules) {
	r.Plays, r.Loss, r.OnEmpty = symmetry.Second, -3, menace.Restock
}

// kits returns kits of all kinds, or only a few in a short run.
func kits(t *testing.T) map[string]Kit {
	letter := func(k *Kit) { k.Paper = "letter" }
	box := func(b Box) func(*Kit) { return func(k *Kit) { k.Box = b } }
	few := map[string]Kit{
		"michie":        newKit(t, preset(t, "michie")),
		"her":           newKit(t, preset(t, "her")),
		"her on letter": newKit(t, preset(t, "her"), letter),
		"him upright":   newKit(t, preset(t, "him"), box(Box{36.5 * mm, 53 * mm, 11.6 * mm})),
	}
	for _, tag := range language.Tags[1:] {
		few["her in "+tag] = newKit(t, preset(t, "her"), in(tag))
	}
	for _, tag := range language.Tags {
		few["cups in "+tag] = newKit(t, preset(t, "nim"), in(tag))
		few["own game in "+tag] = newKit(t, ownMachine(t), in(tag))
	}
	if testing.Short() {
		return few
	}
	for _, tag := range language.Tags[1:] {
		few["her on letter in "+tag] = newKit(t, preset(t, "her"), in(tag), letter)
		few["michie in "+tag] = newKit(t, preset(t, "michie"), in(tag))
	}
	all := map[string]Kit{
		"second": newKit(t, preset(t, "michie", second), letter, box(Box{58 * mm, 36 * mm, 14 * mm})),
		"all moves": newKit(t, preset(t, "michie", func(r *menace.Rules) { r.Moves = menace.All }),
			box(Box{80 * mm, 60 * mm, 20 * mm})),
		"upright": newKit(t, preset(t, "scroggs"), box(Box{36.5 * mm, 53 * mm, 11.6 * mm})),
		"trained": newKit(t, trained(t, 10_000)),
		"many beads": newKit(t, preset(t, "restock",
			func(r *menace.Rules) { r.Beads = [4]int64{menace.MaxBeads, 1, 1, 1} })),
	}
	maps.Copy(all, few)
	return all
}

// in changes the language of a kit.
func in(tag string) func(*Kit) {
	return func(k *Kit) { k.Language, _ = language.Find(tag) }
}

// TestLabels reads the labels back. Each box must have one for the top and one for the drawer, of the right size, with
// the number, on the same sheet. The top must also have the number of moves and of beads and, for each move with beads,
// the colour with its code, the move and the number of beads.
func TestLabels(t *testing.T) {
	for name, k := range kits(t) {
		tops, drawers, total := map[int]int{}, map[int]int{}, int64(0)
		boxes := k.Machine.Graph().Choices(k.Machine.Rules().Plays)
		for _, page := range printed(t, name, k) {
			if len(tops) != len(drawers) {
				t.Fatalf("%s: %d tops and %d drawers on the first sheets", name, len(tops), len(drawers))
			}
			for _, path := range page.paths {
				corner, size, ok := path.rectangle()
				if !ok {
					continue
				}
				texts := page.within(corner, size)
				switch {
				case like(size, k.Box.Width, k.Box.Height):
					number := numbered(t, texts)
					tops[number]++
					if len(tops) != number {
						t.Fatalf("%s: label %d is in place %d", name, number, len(tops))
					}
					total += checkTop(t, k, boxes[number-1], texts)
				case like(size, k.Box.Depth, min(k.Box.Width, k.Box.Height)):
					drawers[numbered(t, texts)]++
				}
			}
		}
		for number := range len(boxes) {
			if tops[number+1] != 1 || drawers[number+1] != 1 {
				t.Errorf("%s: box %d has %d tops and %d drawers", name, number+1, tops[number+1], drawers[number+1])
			}
		}
		if strings.HasPrefix(name, "michie") && newLabel(k).lines > 1 {
			t.Errorf("%s: the beads on the labels are smaller than they need be", name)
		}
		if len(tops) != len(boxes) || len(drawers) != len(boxes) || total != k.Machine.Total() {
			t.Errorf("%s: got %d tops and %d drawers with %d beads, want %d of each with %d beads",
				name, len(tops), len(drawers), total, len(boxes), k.Machine.Total())
		}
	}
}

// TestSomeLabels prints labels of some boxes from each place of a sheet. Exactly these boxes must have labels. The first
// label must be at its place: A4 paper has a margin of 10 mm and cut marks of 1.5 mm, which leaves three columns of
// boxes with a top of 53 × 36.5 mm, and seven rows.
func TestSomeLabels(t *testing.T) {
	m, first := preset(t, "her"), []int{2, 3, 5, 7, 11, 13, 17, 19}
	for used := range 21 {
		k := newKit(t, m, func(k *Kit) { k.Parts, k.Used = []string{Labels}, used })
		for _, number := range first {
			k.Labelled = append(k.Labelled, m.Graph().Choices(symmetry.Second)[number-1])
		}
		var tops, drawers []int
		for n, page := range printed(t, fmt.Sprintf("some labels %d", used), k) {
			if title := strings.Contains(page.all(), "cut along"); title != (used == 0 || n > 0) {
				t.Errorf("place %d: page %d has a title: %v", used+1, n+1, title)
			}
			if strings.Contains(page.all(), "boxes 2 to 19") {
				t.Error("the title names boxes without labels")
			}
			for _, path := range page.paths {
				corner, size, ok := path.rectangle()
				switch {
				case !ok:
				case like(size, k.Box.Width, k.Box.Height):
					number := numbered(t, page.within(corner, size))
					if tops = append(tops, number); len(tops) > 1 {
						continue
					}
					x, y := 11.5+53*float64(used%3), 297-11.5-36.5*float64(used/3+1)
					if math.Abs(corner[0]-x*72/25.4) > 0.1 || math.Abs(corner[1]-y*72/25.4) > 0.1 {
						t.Errorf("place %d: the first label is at %.1f", used+1, corner)
					}
				case like(size, k.Box.Depth, k.Box.Height):
					drawers = append(drawers, numbered(t, page.within(corner, size)))
				}
			}
		}
		if !slices.Equal(tops, first) || !slices.Equal(drawers, first) {
			t.Errorf("place %d: labels of boxes %v and %v, want %v", used+1, tops, drawers, first)
		}
	}
	beyond := newKit(t, m, func(k *Kit) { k.Used = 21 })
	if err := beyond.CheckPlace(); err == nil || !strings.Contains(err.Error(), "place 22 is beyond the sheet") ||
		!strings.Contains(err.Error(), "1 to 21") {
		t.Errorf("place 22: got %v", err)
	}
}

// numbered returns the number of a box, which is the first text on each of its labels.
func numbered(t *testing.T, texts []readText) int {
	t.Helper()
	if len(texts) == 0 {
		t.Fatal("a label is empty")
	}
	number, err := strconv.Atoi(texts[0].text)
	if err != nil {
		t.Fatal(err)
	}
	return number
}

// checkTop checks the texts on the label of a top, after its number, and returns the number of beads there.
func checkTop(t *testing.T, k Kit, o symmetry.Orbit, texts []readText) (total int64) {
	t.Helper()
	m := k.Machine
	var got []string
	for _, text := range texts[1:] {
		got = append(got, text.text)
		if text.size < smallest-0.01 {
			t.Errorf("%q has letters of %.2f points", text.text, text.size)
		}
	}
	held := m.Held(m.Graph().Code(o))
	for _, h := range held {
		total += h.Beads
	}
	want := []string{k.openedAfter(o), k.Language.Text("{n} beads", "n", total)}
	for _, h := range held {
		colour := menace.Colour(h.Move)
		if m.Graph().Manner() == symmetry.Steps {
			want = append(want, k.code(colour), k.colour(colour),
				fmt.Sprintf("%v ×%s", h.Move, k.number(h.Beads)))
		} else if !k.onBoard() {
			want = append(want, k.code(colour), k.colour(colour), k.step(o, h))
		} else {
			want = append(want, k.code(colour), h.Move.String(), k.colour(colour), k.number(h.Beads))
		}
	}
	if m.Graph().Manner() == symmetry.Steps { // also the numbers of the squares, and the beads on the arrows
		want = append(want, strings.Fields("1 2 3 4 5 6 7 8 9")...)
		for _, h := range held {
			want = append(want, k.code(menace.Colour(h.Move)))
		}
	}
	if scene := m.Graph().Scene(m.Graph().Code(o)); scene.Caption != "" { // below the sticks, or alone on several lines
		caption := len(want)
		want = append(want, k.Language.Counted(scene.Caption, scene.Count))
		got = append(got[:caption:caption], strings.Join(got[caption:], " "))
	}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("box %d has the text %q, want %q", m.Number(o), got, want)
	}
	return total
}

// TestPublishedKits counts labels and beads: Michie's machine has 304 boxes and 1,720 beads (The Computer Journal
// 6(3), 1963), Gardner's 19 boxes.
func TestPublishedKits(t *testing.T) {
	for name, want := range map[string]struct {
		boxes int
		beads int64
	}{"michie": {304, 1720}, "her": {19, 45}} {
		k, tops := newKit(t, preset(t, name)), 0
		for _, sheet := range k.layOut() {
			for _, piece := range sheet {
				if !piece.drawer {
					tops++
				}
			}
		}
		first := int64(0)
		for _, s := range k.supplies() {
			first += s.first
		}
		if tops != want.boxes || first != want.beads {
			t.Errorf("%s: got %d labels and %d beads to buy, want %d and %d", name, tops, first, want.boxes, want.beads)
		}
	}
}

// TestPrintable checks that everything is within the printable area, and that labels do not overlap.
func TestPrintable(t *testing.T) {
	for name, k := range kits(t) {
		size := Papers[k.Paper]
		for i, page := range printed(t, name, k) {
			if !like([2]float64{page.width, page.height}, size.Width, size.Height) {
				t.Errorf("%s: page %d is %.1f × %.1f points", name, i+1, page.width, page.height)
			}
			outside := func(p, reach [2]float64) bool {
				return p[0]-reach[0] < float64(margin)-0.01 || p[0]+reach[0] > page.width-float64(margin)+0.01 ||
					p[1]-reach[1] < float64(margin)-0.01 || p[1]+reach[1] > page.height-float64(margin)+0.01
			}
			for _, text := range page.texts {
				if outside(text.at, [2]float64{}) || outside(text.end, [2]float64{}) {
					t.Errorf("%s: page %d: %q from %.1f to %.1f is outside", name, i+1, text.text, text.at, text.end)
				}
			}
			for _, path := range page.paths {
				for _, p := range path.points {
					if outside(p, path.reach()) {
						t.Errorf("%s: page %d: a line at %.1f is outside", name, i+1, p)
					}
				}
			}
		}
		for _, sheet := range k.layOut() {
			for i, a := range sheet {
				for _, b := range sheet[:i] {
					if a.Min.X < b.Max.X-tolerance && b.Min.X < a.Max.X-tolerance && a.Min.Y < b.Max.Y-tolerance &&
						b.Min.Y < a.Max.Y-tolerance {
						t.Fatalf("%s: %v overlaps %v", name, a, b)
					}
				}
			}
		}
	}
}

// TestSameBytes checks that the same kit gives the same file.
func TestSameBytes(t *testing.T) {
	for _, name := range []string{"him", "her"} {
		if first, again := bound(t, newKit(t, preset(t, name))),
			bound(t, newKit(t, preset(t, name))); !bytes.Equal(first, again) {
			t.Errorf("%s: the second file differs from the first", name)
		}
	}
}

// TestLeastBox checks that the size suggested by a refusal is accepted, and that one smaller by half a millimetre is
// not.
func TestLeastBox(t *testing.T) {
	const less = 0.5 * mm
	for name, k := range kits(t) {
		for _, small := range []Box{{2 * mm, mm, mm}, {mm, 2 * mm, mm}} {
			k.Box = small
			least := newLabel(k).smallestBox(small)
			if err := k.Check(); err == nil || !strings.Contains(err.Error(), least.String()) {
				t.Errorf("%s: %v: got %v", name, small, err)
			}
			k.Box = least
			if err := k.Check(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for _, side := range []*vg.Length{&k.Box.Width, &k.Box.Height, &k.Box.Depth} {
				*side -= less
				if k.Check() == nil && (least.Width < least.Height) == (small.Width < small.Height) {
					t.Errorf("%s: %v is accepted, although %v is suggested as the smallest", name, k.Box, least)
				}
				*side += less
			}
		}
	}
}

func TestParseBox(t *testing.T) {
	for text, want := range map[string]Box{
		"53x36mm": {53 * mm, 36 * mm, Usual.Depth}, "53x36.5x11.6mm": Usual, "5.3×3.65x1.16cm": Usual,
		"2x1in": {2 * vg.Inch, vg.Inch, Usual.Depth},
	} {
		if got, err := ParseBox(text); err != nil || got.String() != want.String() {
			t.Errorf("%q: got %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "53x36", "53mm", "53x36x1x2mm", "-5x3mm", "axbmm", "53x36km"} {
		if got, err := ParseBox(text); err == nil {
			t.Errorf("%q: got %v", text, got)
		}
	}
	if again, err := ParseBox(Usual.String()); err != nil || again.String() != Usual.String() {
		t.Errorf("got %v, %v", again, err)
	}
}

// TestBeadSize checks that beads of the suggested size fill half of the drawer when poured in loosely.
func TestBeadSize(t *testing.T) {
	for _, beads := range []int64{12, 120, 1200} {
		size := Usual.largestBead(beads)
		if volume := math.Pi / 6 * size * size * size * float64(beads); math.Abs(volume-50*33.5*8.6*0.5*0.55) > 1e-6 {
			t.Errorf("%d beads of %g mm take up %g mm³", beads, size, volume)
		}
	}
}

// TestReserve checks that one bead in ten of each colour, rounded up, is the reserve.
func TestReserve(t *testing.T) {
	for name, k := range kits(t) {
		for _, s := range k.supplies() {
			if 10*s.reserve < s.first || 10*(s.reserve-1) >= s.first {
				t.Errorf("%s, %s: %d beads and a reserve of %d", name, menace.Colours[s.colour], s.first, s.reserve)
			}
		}
	}
}

// TestFullest plays the games of a score sheet again and again. No box may ever hold more beads than the bound, and
// machines that only lose beads reach it. Wins, draws and losses each add beads in one of the machines.
func TestFullest(t *testing.T) {
	for name, m := range map[string]*menace.Machine{
		"her": preset(t, "her"), "michie": preset(t, "michie"), "restock": preset(t, "restock"),
		"draws":   preset(t, "michie", func(r *menace.Rules) { r.Win, r.Draw, r.Loss = 0, 5, -1 }),
		"losses":  preset(t, "michie", func(r *menace.Rules) { r.Win, r.Draw, r.Loss = -1, 0, 2 }),
		"emptied": preset(t, "restock", func(r *menace.Rules) { r.Win, r.Draw, r.Loss = -4, -4, -4 }),
		"trained": trained(t, 1000),
	} {
		k, most := newKit(t, m), int64(0)
		opponent, random := arena.Random(m.Graph()), arena.NewRandom(1)
		for range 200 {
			played := m.Copy()
			first, second := arena.InOrder(played, m.Rules().Plays, opponent)
			for range k.sheetGames() {
				end, _ := arena.Play(m.Graph(), first, second, random)
				played.Learn(end)
				for _, o := range k.boxes() {
					box, _ := played.Box(o)
					most = max(most, box.Total())
				}
			}
		}
		if bound := k.fullest(); most > bound || k.mostAdded() == 0 && most < bound {
			t.Errorf("%s: a box held %d beads; the bound is %d", name, most, bound)
		}
		if added := most > fresh(m); added && !k.gains() {
			t.Errorf("%s: a box gained beads", name)
		}
	}
}

// fresh returns the largest number of beads in a box of the machine as it is.
func fresh(m *menace.Machine) (beads int64) {
	for _, o := range m.Graph().Choices(m.Rules().Plays) {
		box, _ := m.Box(o)
		beads = max(beads, box.Total())
	}
	return beads
}
