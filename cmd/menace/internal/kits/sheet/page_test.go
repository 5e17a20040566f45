package sheet

import (
	"bytes"
	"cmp"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	pdfreader "rsc.io/pdf"

	"menace/board"
	"menace/cmd/internal/language"
	"menace/menace"
	"menace/minimax/games"
	"menace/symmetry"
)

// all returns the texts of a page on one line, in the order in which they were written.
func (r readPage) all() string {
	var texts []string
	for _, text := range r.texts {
		texts = append(texts, text.text)
	}
	return strings.Join(texts, " ")
}

// TestNothingOverlaps checks that texts do not overlap on any page of any kit.
func TestNothingOverlaps(t *testing.T) {
	const touch = 0.5 // allowed overlap of lines, in points
	for name, k := range kits(t) {
		for n, page := range printed(t, name, k) {
			for i, a := range page.texts {
				for _, b := range page.texts[:i] {
					if overlap(a, b, 0) > touch && overlap(a, b, 1) > touch {
						t.Errorf("%s: page %d: %q overlaps %q at %.0f", name, n+1, a.text, b.text, a.at)
					}
				}
			}
		}
	}
}

// TestNothingRunsOut checks that no text that begins in a box, such as a label or the cell of a table, runs out of it.
func TestNothingRunsOut(t *testing.T) {
	const touch = 0.3 // allowed overlap of letters and the line of the box, in points
	for name, k := range kits(t) {
		boxes := 0
		for n, page := range printed(t, name, k) {
			for _, path := range page.paths {
				corner, size, ok := path.rectangle()
				if !ok {
					continue
				}
				boxes++
				for _, text := range page.within(corner, size) {
					onArrow := len([]rune(text.text)) == 2 // the code of a bead that crosses a line of the board
					for axis, end := range text.end {
						if !onArrow && (end < corner[axis]-touch || end > corner[axis]+size[axis]+touch) {
							t.Errorf("%s: page %d: %q runs out of its box", name, n+1, text.text)
						}
					}
				}
			}
		}
		if boxes == 0 {
			t.Errorf("%s: no boxes", name)
		}
	}
}

// overlap returns how far two texts overlap, horizontally or vertically.
func overlap(a, b readText, axis int) float64 {
	low := func(r readText) float64 { return min(r.at[axis], r.end[axis]) }
	high := func(r readText) float64 { return max(r.at[axis], r.end[axis]) }
	return min(high(a), high(b)) - max(low(a), low(b))
}

// TestPurchase reads the table back and checks that the beads in the boxes are those of the machine.
func TestPurchase(t *testing.T) {
	for name, want := range map[string][]string{
		"michie": {"in the boxes", "all colours", "1,720", "304 matchboxes", "16 more to spare"},
		"her":    {"lilac 1-4, 4-7 9 1 10", "all colours 45 7 52", "19 matchboxes", "1 sheet of paper"},
	} {
		text := printed(t, name, kits(t)[name])[0].all()
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: no %q in %s", name, w, text)
			}
		}
	}
}

// TestParts checks on which pages the parts of a kit for a lesson are. Worksheet, answers, board and labels are copied
// or cut up, so they share no pages with other parts, nor sheets: if the kit is printed on both sides, no other page is
// on the back of a worksheet or a score sheet.
func TestParts(t *testing.T) {
	for _, name := range []string{"her", "her on letter"} {
		pages := printed(t, name, kits(t)[name])
		parts := []string{"What to buy", "A machine that learns", "Lesson 1", "Ready in minutes", "Lesson 2",
			"Lesson 2 in 45 minutes", "Lesson 3", "Lesson 4", "Worksheet", "7. Of", "B. MENACE",
			"This page is blank", "Answers", "B. MENACE", "Score sheet", "How the machine plays",
			"How to teach HER", "Find the box", "Board and pieces", "sheet 1 of 1"}
		if len(pages) != len(parts) {
			t.Errorf("%s: got %d pages", name, len(pages))
		}
		for i, want := range parts {
			text := pages[i].all()
			if !strings.Contains(text, want) {
				t.Errorf("%s: page %d of %d does not have %q", name, i+1, len(pages), want)
			}
			if onBack := i%2 == 1; onBack && slices.Contains([]string{"Worksheet", "Answers", "Score sheet"}, want) {
				t.Errorf("%s: %q is on the back of another page", name, want)
			}
			if i >= 1 && i <= 7 && strings.Contains(text, "plays second") {
				t.Errorf("%s: the footer of page %d names a single machine", name, i+1)
			}
		}
	}
}

// TestPlainWords checks that no page refers readers of paper to a file, or contains a word that pupils may not know.
func TestPlainWords(t *testing.T) {
	for name, k := range kits(t) {
		for n, page := range printed(t, name, k) {
			for _, no := range []string{"docs/", ".md", "simulat"} {
				if strings.Contains(page.all(), no) {
					t.Errorf("%s: page %d has %q", name, n+1, no)
				}
			}
		}
	}
}

// TestIndexPages checks that every box is in the printed index exactly once.
func TestIndexPages(t *testing.T) {
	for name, k := range kits(t) {
		if k.Parts = []string{Index}; !k.prints(Index) { // the game has no board
			continue
		}
		size, numbers := numbersBelow(k.boardSide(newIndex(k.Language, k.Machine))).size, map[string]int{}
		for _, page := range printed(t, name+", index", k) {
			for _, text := range page.texts {
				if math.Abs(text.size-float64(size)) < 0.1 {
					numbers[text.text]++
				}
			}
		}
		for o := range k.Machine.Graph().All() {
			if number := k.Machine.Number(o); number > 0 && numbers[strconv.Itoa(number)] != 1 {
				t.Errorf("%s: box %d is in the index %d times", name, number, numbers[strconv.Itoa(number)])
			}
		}
	}
}

// TestGames replays the games in pictures. Every move must be legal and have a bead of its colour in its box, the
// number of beads afterwards must follow the rules, and the last board must be the final one.
func TestGames(t *testing.T) {
	for _, name := range games.Names() {
		for _, plays := range []symmetry.Side{symmetry.First, symmetry.Second} {
			rules, _ := menace.Usual(name)
			rules.Plays = plays
			k := Kit{Machine: menace.New(rules)}
			examples := k.examples()
			if len(examples) != 2 {
				t.Errorf("%s, %s: got %d games", name, plays, len(examples))
			}
			for i, e := range examples {
				checkGame(t, k.Machine, e)
				if got := mirrored(k.Machine.Graph(), e); name == "hexapawn" && got != i {
					t.Errorf("%s: game %d has %d boards that are not as on their labels, want %d", plays, i+1, got, i)
				}
			}
		}
	}
}

// mirrored counts the boards that differ from their labels.
func mirrored(g *symmetry.Graph, e game) (boards int) {
	for _, turn := range e.turns {
		if orbit, _ := g.Find(turn.Position); g.Code(orbit) != turn.Position {
			boards++
		}
	}
	return boards
}

func checkGame(t *testing.T, m *menace.Machine, e game) {
	t.Helper()
	g, rules := m.Graph(), m.Rules()
	if orbit, _ := g.Find(e.last); g.Outcome(orbit) != e.end || e.end == symmetry.Ongoing {
		t.Errorf("%s: got outcome %v, want %v", g.Format(e.last), g.Outcome(orbit), e.end)
	}
	reward := map[symmetry.Outcome]int64{symmetry.Win(rules.Plays): rules.Win, symmetry.Drawn: rules.Draw}
	for i, turn := range e.turns {
		if !slices.Contains(g.MovesFrom(turn.Position), turn.Move) {
			t.Errorf("%v is not a legal move in %s", turn.Move, g.Format(turn.Position))
		}
		if turn.Beads == 0 {
			t.Errorf("%s: a bead for %v is drawn, but there is none", g.Format(turn.Position), turn.Move)
		}
		delta, ok := reward[e.end]
		if !ok {
			delta = rules.Loss
		}
		if rules.Credit == menace.CreditLast && i < len(e.turns)-1 {
			delta = 0
		}
		if turn.BeadsAfter-turn.Beads != delta {
			t.Errorf("%s: %d beads become %d, want a change of %+d",
				g.Format(turn.Position), turn.Beads, turn.BeadsAfter, delta)
		}
	}
}

// TestPawnsInPicture checks that the picture of a pawn's moves shows all legal moves on its board.
func TestPawnsInPicture(t *testing.T) {
	k := newKit(t, preset(t, "her"))
	for n := range k.text("rules", false).Descendants() {
		if attribute(n, "class") != "board" {
			continue
		}
		code := symmetry.Position(board.Board{X: 1 << 7, O: 1 << 5}.Code()) // White on 8, Black on 6
		var g games.Hexapawn
		var moves []symmetry.Move
		for _, m := range g.Moves(g.FromCode(code), nil) {
			moves = append(moves, g.Number(m))
		}
		slices.Sort(moves)
		want := make([]symmetry.Cell, board.Squares)
		want[7].Piece, want[5].Piece = symmetry.WhitePawn, symmetry.BlackPawn
		got, drawn := pieces(n), attribute(n, "data-moves")
		if all := symmetry.FormatMoves(moves); !slices.Equal(got, want) || drawn != all {
			t.Errorf("got board %v with %s, want %v with %s", got, drawn, want, all)
		}
		return
	}
	t.Error("the text has no picture")
}

// TestRules checks that the printed rewards follow the rules of the machine.
func TestRules(t *testing.T) {
	for name, want := range map[string][]string{
		"michie": {"in a mirror, and mirror the move too", "add three more of its colour", "add one more of its colour",
			"into their bowls", "The machine gives up", "If box 1 is empty"},
		"her": {"The machine has won: put the beads back.", "put the last bead that was drawn into its bowl",
			"If boxes 1 and 2 are both empty", "White begins"},
	} {
		k := newKit(t, preset(t, name))
		k.Parts = []string{Rules}
		text := printed(t, name+", rules", k)[0].all()
		want = append(want, k.Machine.Graph().HowToPlay())
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: no %q in %s", name, w, text)
			}
		}
	}
	for _, c := range []struct {
		change func(*menace.Rules)
		want   string
	}{
		{func(r *menace.Rules) { r.Loss = -3 }, "with two more of the colour from each box"},
		{func(r *menace.Rules) { r.Loss, r.Credit = -2, menace.CreditLast },
			"with one more of its colour from that box"},
		{func(r *menace.Rules) { r.OnEmpty = menace.Restock }, "Fill it as it was filled at first"},
	} {
		k := newKit(t, preset(t, "michie", c.change))
		k.Parts = []string{Rules}
		if text := printed(t, c.want, k)[0].all(); !strings.Contains(text, c.want) {
			t.Errorf("no %q in %s", c.want, text)
		}
	}
}

// TestRulesNameEveryRule checks that the sheet of rules changes with each rule that the labels do not show.
func TestRulesNameEveryRule(t *testing.T) {
	k := newKit(t, preset(t, "michie"))
	sheet := func() string { return content(k.text("rules", false)) }
	usual := sheet()
	for i := range new(menace.Rules).Options() {
		rules := menace.Michie()
		rule := rules.Options()[i]
		for _, value := range slices.Concat(rule.Choices, []string{"7", "1", "0.4"}) {
			if rules == menace.Michie() {
				_ = rule.Set(value) // an invalid value changes nothing
			}
		}
		k.Machine = menace.New(rules)
		if rule.Name != "beads" && rule.Name != "moves" && sheet() == usual {
			t.Errorf("rules.html does not explain the rule %s", rule.Name)
		}
	}
}

// TestScale checks that each sheet of labels has an upright line of 100 mm, even if its middle is a gap for words, and
// that the PDF asks to be printed at full size.
func TestScale(t *testing.T) {
	for name, k := range kits(t) {
		for n, page := range printed(t, name, k) {
			if !strings.Contains(page.all(), "label sheet") {
				continue
			}
			ends := map[float64][]float64{} // of upright lines, by their place
			for _, path := range page.paths {
				if p := path.points; len(p) == 2 && math.Abs(p[0][0]-p[1][0]) < 0.01 && math.Abs(p[0][1]-p[1][1]) > 90 {
					x := math.Round(p[0][0])
					ends[x] = append(ends[x], p[0][1], p[1][1])
				}
			}
			right := slices.Max(slices.Collect(maps.Keys(ends)))
			long := slices.Max(ends[right]) - slices.Min(ends[right])
			if math.Abs(long/72*25.4-100) > 0.05 || !strings.Contains(page.all(), "100 mm") {
				t.Errorf("%s: page %d has a line of %.2f mm", name, n+1, long/72*25.4)
			}
		}
	}
	file := bound(t, kits(t)["her"])
	if !bytes.Contains(file, []byte("/Type /Catalog\n/ViewerPreferences <</PrintScaling /None ")) {
		t.Error("the PDF does not ask to be printed at full size")
	}
}

// TestLeftOut checks that a kit says which parts it does not have.
func TestLeftOut(t *testing.T) {
	large, small := printed(t, "michie", kits(t)["michie"])[0].all(), printed(t, "her", kits(t)["her"])[0].all()
	const want = "Not in this kit The lesson plans and the worksheet: this machine is too large to be built in a lesson."
	if !strings.Contains(large, want) || strings.Contains(small, "Not in this kit") {
		t.Errorf("the kit of MENACE says %s", large)
	}
}

// TestTitle checks that a PDF has the title of what it is, in its language.
func TestTitle(t *testing.T) {
	for _, c := range []struct {
		parts []string
		tag   string
		want  string
	}{
		{[]string{Guide}, "en", "Teaching with matchboxes"},
		{[]string{Guide}, "de", "Unterrichten mit Streichholzschachteln"},
		{[]string{Letter}, "fr", "À propos de la séance avec la machine qui apprend"},
		{[]string{Cover}, "es", "La lección en una página"},
		{[]string{Tickets}, "en", "Results and exit ticket"},
		{[]string{Cover, Letter}, "de", "Zur Stunde mit der lernenden Maschine · Die Stunde auf einer Seite"},
		{[]string{Letter, Board}, "en", "a machine"},
	} {
		k := newKit(t, preset(t, "her"), in(c.tag), func(k *Kit) { k.Parts = c.parts })
		file := bound(t, k)
		reader, err := pdfreader.NewReader(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			t.Fatal(err)
		}
		if got := reader.Trailer().Key("Info").Key("Title").Text(); got != c.want {
			t.Errorf("%v, %s: got the title %q, want %q", c.parts, c.tag, got, c.want)
		}
	}
}

// TestGuide checks that the printed guide has its pictures, the same bytes each time, and no words that make no sense on
// paper.
func TestGuide(t *testing.T) {
	all, err := pictures.ReadDir("pictures")
	if err != nil || len(all) < 5*len(language.Tags) {
		t.Fatal(all, err)
	}
	for _, tag := range language.Tags {
		names := slices.DeleteFunc(slices.Clone(all), func(file fs.DirEntry) bool {
			_, of, _ := strings.Cut(strings.TrimSuffix(file.Name(), ".png"), "-")
			return cmp.Or(of, "en") != tag
		})
		l, _ := language.Find(tag)
		k := newKit(t, preset(t, "michie"), func(k *Kit) { k.Parts, k.Language = []string{Guide}, l })
		file := bound(t, k)
		for range 2 {
			if !bytes.Equal(file, bound(t, k)) {
				t.Fatalf("%s: the second file differs from the first", tag)
			}
		}
		if !bytes.Contains(file, []byte("/Lang ("+tag+")")) {
			t.Errorf("%s: the file does not name its language", tag)
		}
		if got := bytes.Count(file, []byte("/Subtype /Image")); got != len(names) {
			t.Errorf("%s: the guide has %d pictures, want %d", tag, got, len(names))
		}
		for _, name := range names {
			if !strings.Contains(GuideHTML(l), `<img src="`+name.Name()+`"`) {
				t.Errorf("%s: the guide does not show %s", tag, name.Name())
			}
		}
		for _, no := range []string{"docs/", ".md"} {
			if strings.Contains(GuideHTML(l), no) {
				t.Errorf("%s: the guide mentions %s", tag, no)
			}
		}
	}
}
