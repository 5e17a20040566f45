package sheet

import (
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"gonum.org/v1/gonum/stat"

	"menace/cmd/internal/language"
	"menace/menace"
	"menace/menace/arena"
	"menace/minimax/games"
	"menace/symmetry"
)

// only returns the text of the pages of one part, read back from the PDF.
func only(t *testing.T, name, part string, change ...func(*Kit)) (text string) {
	t.Helper()
	k := newKit(t, preset(t, name), change...)
	k.Parts = []string{part}
	for _, page := range printed(t, fmt.Sprint(name, part, len(change)), k) {
		text += page.all() + " "
	}
	return text
}

// lab converts a colour to CIELAB (D65), in which a distance of 2.3 is just visible.
func lab(linear [3]float64) [3]float64 {
	f := func(v float64) float64 {
		if v > 216./24389 {
			return math.Cbrt(v)
		}
		return (24389./27*v + 16) / 116
	}
	r, g, b := linear[0], linear[1], linear[2]
	x := f((0.4124*r + 0.3576*g + 0.1805*b) / 0.9505)
	y := f(0.2126*r + 0.7152*g + 0.0722*b)
	z := f((0.0193*r + 0.1192*g + 0.9505*b) / 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// visions are transforms of linear sRGB: for normal sight, and for sight without the red or the green cones (G. M.
// Machado, M. M. Oliveira and L. A. F. Fernandes, A physiologically-based model for simulation of color vision
// deficiency, 2009).
var visions = map[string][3][3]float64{
	"usual": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"no red cones": {
		{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"no green cones": {
		{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
}

// TestColours checks that all colours but a few can be told apart by sight: amber, gold and silver even without red or green cones.
func TestColours(t *testing.T) {
	linear := func(c color.NRGBA) (all [3]float64) {
		for i, channel := range []uint8{c.R, c.G, c.B} {
			all[i] = math.Pow((float64(channel)/255+0.055)/1.055, 2.4)
		}
		return all
	}
	for vision, to := range visions {
		seen := func(colour int) [3]float64 {
			from := linear(paints[colour])
			var all [3]float64
			for i := range all {
				for j := range from {
					all[i] += to[i][j] * from[j]
				}
				all[i] = min(max(all[i], 0), 1)
			}
			return lab(all)
		}
		for a := range menace.Colours {
			for b := range a {
				p, q := seen(a), seen(b)
				apart := math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2])
				alike := []string{"silver", "gold", "amber"}
				strict := slices.Contains(alike, menace.Colours[a]) && slices.Contains(alike, menace.Colours[b])
				if apart < 20 && (vision == "usual" || strict) {
					t.Errorf("%s: the distance of %s and %s is only %.0f",
						vision, menace.Colours[a], menace.Colours[b], apart)
				}
			}
		}
	}
}

// TestBeadsOnArrows checks that the beads on the arrows of a label do not touch each other.
func TestBeadsOnArrows(t *testing.T) {
	for _, name := range []string{"her", "him"} {
		k := newKit(t, preset(t, name))
		k.Parts = []string{Labels}
		for _, page := range printed(t, name+", labels", k) {
			for _, path := range page.paths {
				corner, size, ok := path.rectangle()
				if !ok || !like(size, k.Box.Width, k.Box.Height) {
					continue
				}
				texts := page.within(corner, size)
				box := k.boxes()[numbered(t, texts)-1]
				onArrows := texts[len(texts)-len(k.Machine.Held(k.Machine.Graph().Code(box))):]
				for i, a := range onArrows {
					for _, b := range onArrows[:i] {
						x, y := (a.at[0]+a.end[0]-b.at[0]-b.end[0])/2, (a.at[1]+a.end[1]-b.at[1]-b.end[1])/2
						if diameter := a.size / codeSize; math.Hypot(x, y) < diameter {
							t.Errorf("%s, box %s: beads %s and %s are %.1f points apart, but %.1f wide",
								name, texts[0].text, a.text,
								b.text, math.Hypot(x, y), diameter)
						}
					}
				}
			}
		}
	}
}

// TestGroups checks that a kit for several groups buys enough for all of them.
func TestGroups(t *testing.T) {
	text := only(t, "her", Beads, func(k *Kit) { k.Groups = 6 })
	for _, want := range []string{"6 groups", "114 matchboxes", "(19 for each of 6 groups), and 6 more to spare",
		"printed 6 times", "45 7 52 312"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
}

// TestScoreSheet checks that the sheet explains its cells and the beads of the rules, and that the chart has a line for
// each point of the total, at least a millimetre apart, and four in a lesson.
func TestScoreSheet(t *testing.T) {
	least := map[string]float64{"her": 4 * float64(mm), "michie": float64(mm)}
	for name, want := range map[string][]string{
		"her": {"W for won, L for lost", "put the beads back (a win adds no bead)",
			"put the last bead that was drawn into"},
		"michie": {"W for won, D for drawn, L for lost", "add three more of its colour", "add one more of its colour"},
	} {
		text := only(t, name, Scores, func(k *Kit) { k.Paper = "letter" }) // the lower paper
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: no %q in %s", name, w, text)
			}
		}
		var lines []float64
		for _, path := range reads[fmt.Sprint(name, Scores, 1)][0].paths {
			if len(path.points) == 2 && math.Abs(path.points[0][1]-path.points[1][1]) < 0.01 &&
				math.Abs(path.points[0][0]-path.points[1][0]) > 400 {
				lines = append(lines, path.points[0][1])
			}
		}
		slices.Sort(lines)
		lines = slices.CompactFunc(lines, func(a, b float64) bool { return math.Abs(a-b) < 0.02 })
		step := lines[1] - lines[0]
		for i := range lines[1:] {
			if got := lines[i+1] - lines[i]; math.Abs(got-step) > 0.03 || got < least[name] {
				t.Errorf("%s: lines are %.2f and %.2f points apart", name, step, got)
			}
		}
		if games := newKit(t, preset(t, name)).sheetGames(); len(lines) != 4*games+1 { // every total
			t.Errorf("%s: got %d lines for %d games", name, len(lines), games)
		}
	}
}

// TestBoard checks the numbers of the squares and the labels of the bowls.
func TestBoard(t *testing.T) {
	for name, want := range map[string][]string{
		"her":    {"1 Black starts here 2 Black", "4 5 6 7 White starts here 8", "Re red"},
		"michie": {"1 2 3 4 5 6 7 8 9", "Wh white", "Pi pink"},
	} {
		text := only(t, name, Board)
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: no %q in %s", name, w, text)
			}
		}
	}
}

// TestPlans checks that the parts of each lesson are consecutive and add up, and that the guide for teachers in the same
// language gives all lessons the same times.
func TestPlans(t *testing.T) {
	for _, tag := range language.Tags {
		t.Run(tag, func(t *testing.T) { checkPlans(t, newKit(t, preset(t, "her"), in(tag))) })
	}
	printed := only(t, "her", Lesson)
	for _, want := range []string{"What pupils learn", "Key words", "All times are estimates",
		"paper cups", "Homework", "The labels are 16 sheets", "up to 19 boxes", "1, 12, 108 and 183 boxes", "Worksheet",
		"Answers to the worksheet", "19 matchboxes", "45 counters", "if both sides play perfectly, Black wins"} {
		if !strings.Contains(printed, want) {
			t.Errorf("no %q in %s", want, printed)
		}
	}
}

func checkPlans(t *testing.T, k Kit) {
	rows := plannedRows(k.text(Lesson, false))
	cups := newKit(t, preset(t, "nim"), func(cups *Kit) { cups.Language = k.Language })
	rows = append(rows, plannedRows(cups.text(Lesson, false))...)
	var ends []int
	last := 0
	for _, row := range rows {
		var from, to int
		if _, err := fmt.Sscanf(row, "%d–%d", &from, &to); err != nil {
			t.Fatal(row, err)
		}
		if from == 0 && last > 0 {
			ends, last = append(ends, last), 0
		}
		if from != last {
			t.Errorf("%q does not begin after %d minutes", row, last)
		}
		last = to
	}
	if ends = append(ends, last); !slices.Equal(ends, []int{45, 90, 45, 45, 45, 45, 45}) {
		t.Errorf("the lessons take %d minutes", ends)
	}
	inGuide := plannedRows(k.text(Guide, false))
	slices.Sort(rows)
	slices.Sort(inGuide)
	if !slices.Equal(rows, inGuide) {
		t.Errorf("the guide has the parts %q, but the lessons have %q", inGuide, rows)
	}
}

// plannedRows returns the minutes and the name of each part of a lesson.
func plannedRows(text *html.Node) (rows []string) {
	minutes := regexp.MustCompile(`^\d+–\d+$`)
	for n := range text.Descendants() {
		if attribute(n, "class") == "part" && minutes.MatchString(cells(n)[0]) {
			rows = append(rows, cells(n)[0]+" "+cells(n)[1])
		}
	}
	return rows
}

// wins reports whether the player to move wins hexapawn against every reply. It plays to the end by the rules.
func wins(g games.Hexapawn, p games.Pawns) bool {
	if g.Finished(p) {
		return g.Payoff(p) > 0
	}
	for _, m := range g.Moves(p, nil) {
		if !wins(g, g.Apply(p, m)) {
			return true
		}
	}
	return false
}

// TestAnswers checks answers about hexapawn by the rules, and those about MENACE against Michie's numbers: 304 boxes,
// of which 1, 12, 108 and 183 are for 0, 2, 4 and 6 moves played, with 12 beads in the first. With X to move and the
// game not over, there are 1, 72, 756 and 1,372 positions on the board.
func TestAnswers(t *testing.T) {
	for _, name := range []string{"her", "him"} {
		k := newKit(t, preset(t, name))
		for _, about := range []string{"moves", "good", "mirrored"} {
			e := k.exercise(about)
			var g games.Hexapawn
			orbit, _ := k.Machine.Graph().Find(e.Position)
			if got := k.Machine.Number(orbit); got != e.Number {
				t.Errorf("%s, %s: the board shows box %d, want %d", name, about, got, e.Number)
			}
			var moves, good, bad []string
			p := g.FromCode(e.Position)
			if about == "mirrored" { // the moves are those of the label
				if m, err := symmetry.ParseMoves(e.Mirrored); err != nil || e.Mirrored == e.Drawn ||
					!slices.Contains(k.Machine.Graph().MovesFrom(e.Position), m[0]) {
					t.Errorf("%s, mirrored: %s on the label became %s", name, e.Drawn, e.Mirrored)
				}
				continue
			}
			for _, m := range g.Moves(p, nil) {
				text := g.Number(m).String()
				moves = append(moves, text)
				if wins(g, g.Apply(p, m)) {
					bad = append(bad, text)
				} else {
					good = append(good, text)
				}
			}
			if !slices.Equal(moves, e.Moves) || !slices.Equal(good, e.Good) || !slices.Equal(bad, e.Bad) {
				t.Errorf("%s, box %d: got moves %v, good %v, bad %v; want %v, %v, %v", name, e.Number,
					e.Moves, e.Good, e.Bad, moves,
					good, bad)
			}
		}
	}
	var g games.Hexapawn
	if wins(g, g.Start()) { // Gardner: the second player wins
		t.Error("White wins hexapawn")
	}
	k := newKit(t, preset(t, "her"))
	k.Parts = []string{Sheet}
	var sheet, answers string
	for _, page := range printed(t, "worksheet", k) {
		if text := page.all(); answers != "" || strings.Contains(text, "Answers to") {
			answers += text
		} else {
			sheet += text
		}
	}
	learned := k.teachers()
	for _, want := range []string{"1-4, 2-5 and 2-6.", "1 of 3, 33 %",
		"7 of 15, 47 %; 5 of 13, 38 %; 3 of 11, 27 %", "4 of 12, 33 %",
		"183.", "7.2 times", learned[0].Loses + " " + learned[0].Wins,
		learned[1].Loses + " " + learned[1].Wins, "Black wins. So Black can be unbeatable", "−1, −2, +1, 0, +3 and +6"} {
		if !strings.Contains(strings.ReplaceAll(answers, "  ", " "), want) {
			t.Errorf("no %q in %s", want, answers)
		}
		if strings.Contains(sheet, want) {
			t.Errorf("the worksheet has the answer %q", want)
		}
	}
	m := michie()
	got := []int{m.Boxes(), boxesWithoutSymmetry(m)}
	for nth := range 4 {
		got = append(got, boxesForMove(m, nth))
	}
	if !slices.Equal(got, []int{304, 2201, 1, 12, 108, 183}) {
		t.Errorf("got %d boxes", got)
	}
}

// TestAnswersInEveryLanguage checks that the answers contain the same numbers in all languages.
func TestAnswersInEveryLanguage(t *testing.T) {
	for _, name := range []string{"her", "him"} {
		var want []string
		for _, tag := range language.Tags {
			k := newKit(t, preset(t, name), in(tag))
			var all []string
			for n := range k.text(Sheet, true).Descendants() {
				if class := attribute(n, "class"); class == "answer" || class == "wide" {
					for _, number := range numbers.FindAllString(content(n), -1) {
						all = append(all, strings.NewReplacer(",", "", ".", "", "\u202f", "").Replace(number))
					}
				}
			}
			slices.Sort(all)
			if want == nil {
				want = all
			}
			if len(all) < 50 || !slices.Equal(all, want) {
				t.Errorf("%s in %s: the answers have the numbers %v, want %v", name, tag, all, want)
			}
		}
	}
}

// numbers finds numbers, with their groups of digits and their decimals.
var numbers = regexp.MustCompile(`[-−+]?\d+([,.\x{202f}]\d+)*`)

// TestTaught trains the machines of the answers, computes how good they are, and plays games with them: the average of
// what is computed must agree with the games within their standard error.
func TestTaught(t *testing.T) {
	const machines, trained, sampled = 100, 1000, 200
	rules := menace.Michie()
	rules.OnEmpty = menace.Restock
	g := menace.New(rules).Graph()
	random, perfect := arena.Random(g), arena.Perfect(g)
	for i, teacher := range []arena.Player{random, perfect} {
		var loses, wins, lost, won []float64
		for n := range int64(machines) {
			m, draws := menace.New(rules), arena.NewRandom(n)
			for range trained {
				end, _ := arena.Play(g, m, teacher, draws)
				m.Learn(end)
			}
			point := arena.Measure(m, rules.Plays, arena.Tally{})
			loses, wins = append(loses, point.Perfect.Loss), append(wins, point.Random.Win)
			playing := m.Copy()
			share := func(opponent arena.Player, of symmetry.Outcome) (share float64) {
				for range sampled {
					if playing.Total() != m.Total() { // it restocked a box
						playing = m.Copy()
					}
					playing.Recall(nil)
					if end, _ := arena.Play(g, playing, opponent, draws); end == of {
						share += 1. / sampled
					}
				}
				return share
			}
			lost, won = append(lost, share(perfect, symmetry.SecondWins)), append(won, share(random, symmetry.FirstWins))
		}
		for _, c := range []struct {
			computed, played []float64
			want             spread
		}{{loses, lost, taught[i].loses}, {wins, won, taught[i].wins}} {
			slices.Sort(c.computed)
			of100 := func(p float64) int { return int(math.RoundToEven(100 * p)) }
			mean := stat.Mean(c.computed, nil)
			if got := (spread{of100(mean), of100(c.computed[5]), of100(c.computed[94])}); got != c.want {
				t.Errorf("teacher %d: got %v, want %v", i, got, c.want)
			}
			average, sd := stat.MeanStdDev(c.played, nil)
			if math.Abs(average-mean) > 5*sd/math.Sqrt(machines) {
				t.Errorf("teacher %d: computed %.3f, but the games give %.3f", i, mean, average)
			}
		}
	}
}

// TestHTML checks that the document is well formed, has all questions and loads nothing from elsewhere.
func TestHTML(t *testing.T) {
	for _, c := range []struct {
		part    string
		lessons bool
	}{{Lesson, true}, {Sheet, false}} {
		k := newKit(t, preset(t, "her"))
		k.Parts = []string{c.part}
		var file strings.Builder
		if err := k.WriteHTML(&file); err != nil {
			t.Fatal(err)
		}
		text := file.String()
		for _, no := range []string{"src=", "href=", "<script", "{{", "ZgotmplZ"} {
			if strings.Contains(text, no) {
				t.Errorf("%s contains %q", c.part, no)
			}
		}
		if strings.Contains(text, "Lesson 1") != c.lessons || strings.Count(text, "Write down every move") != 2 ||
			strings.Count(text, "1-4, 2-5 and 2-6.") != 1 || strings.Count(text, `<table class="board"`) != 6 {
			t.Errorf("%s: %s", c.part, text)
		}
		d := xml.NewDecoder(strings.NewReader(text))
		d.Entity, d.AutoClose = xml.HTMLEntity, []string{"meta", "col"}
		d.Strict = false
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
}
