package plots

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"gonum.org/v1/plot/cmpimg"
	"gonum.org/v1/plot/vg"
	pdfreader "rsc.io/pdf"

	"menace/menace/arena"
	"menace/plots/chart"
	"menace/plots/paper"
)

// Tests allocate much and keep little, so the collector need not run as often as in a long session.
var _ = debug.SetGCPercent(400)

var update = flag.Bool("update", false, "redraw the golden pictures")

// drawings holds one drawing of each kind.
func drawings() map[string]paper.Drawing {
	a, b, c := sample("a", "random", 3000, 6), sample("b", "random", 3000, 3), sample("c", "perfect", 2000, 8)
	return map[string]paper.Drawing{
		"learning":     learning(LearningOptions{}, a),
		"learning-log": learning(LearningOptions{Log: true, Against: []string{"random", "perfect"}}, a),
		"learning-abc": learning(LearningOptions{}, a, b, c),
		"score":        Series{Lines: []Line{sample("m", "perfect", 220, 6)}}.Score(true, false),
		"hundreds": Series{Lines: []Line{played()}, Sample: "pegasus", Note: "median of 1,000 runs",
			Bands: "bands of 5–95 %"}.Hundreds(arena.Pegasus(7), false),
		"strength":   Series{Lines: []Line{a, b, c}}.Strength(true),
		"beads":      Beads(chart.English, []History{history("a")}, false, false),
		"chances":    Beads(chart.English, []History{history("a"), history("b")}, true, true),
		"bands":      bands(),
		"tournament": sampleTournament(22),

		"beads-hexapawn": Beads(chart.English, []History{hexapawnHistory()}, false, false),
	}
}

// sampleTournament returns a figure of a plausible tournament of 60 games, with a prediction from some game on if that is
// not 0.
func sampleTournament(from int64) chart.Figure {
	var totals []chart.Point
	predicted := chart.Curve{Name: fmt.Sprintf("predicted from the first %d games, if not bankrupt", from)}
	beads := []chart.Curve{{Name: "beads for the corner"}, {Name: "beads for the edge"}, {Name: "beads for the centre"}}
	for _, g := range arena.Tournament()[:60] {
		x, total := float64(g.Game), float64(g.Total)
		totals = append(totals, chart.Point{X: x, Y: total, Low: total, High: total})
		if off := g.Game - from; from > 0 && off == 0 {
			predicted.Points = append(predicted.Points, totals[len(totals)-1])
		} else if from > 0 && off > 0 {
			predicted.Points = append(predicted.Points, chart.Point{X: x, Y: -6 + float64(off)/3,
				Low: float64(-6 - off/6), High: float64(-6 + off)})
		}
		for i := range beads {
			held := chart.Point{X: x}
			if share := (12 + total) / 3; g.Game < 17 {
				held = chart.Point{X: x, Y: share, Low: math.Floor(share / 2), High: math.Floor(2 * share)}
			} else if i == 0 {
				held = chart.Point{X: x, Y: 12 + total, Low: 12 + total, High: 12 + total}
			}
			beads[i].Points = append(beads[i].Points, held)
		}
	}
	return Tournament("60 games of michie", len(totals), totals, predicted, beads)
}

// bands returns a figure of many runs, with a line and its band for each cell.
func bands() chart.Figure {
	panel := chart.Panel{X: gamesAxis(chart.English, 2000, false), Y: chart.Axis{Label: "share of games", Max: 1, Percent: true}}
	for i, name := range []string{"michie, random", "michie, perfect", "scroggs, random", "scroggs, perfect"} {
		curve := chart.Curve{Name: name, Hue: i, Dash: i}
		for _, n := range rungs(2000) {
			v := 0.2 + 0.7*float64(n)/float64(n+int64(200*(i+1)))
			curve.Points = append(curve.Points, chart.Point{X: float64(n), Y: v, Low: v - 0.08, High: min(1, v+0.05)})
		}
		panel.Curves = append(panel.Curves, curve)
	}
	return chart.Figure{Title: "Draws against perfect", Subtitle: "median of 200 runs, 5–95 % band",
		Panels: [][]chart.Panel{{panel}}}
}

// hexapawnHistory returns a plausible history of an opening box of Gardner's machine over 60 games.
func hexapawnHistory() History {
	g := graphOf("hexapawn")
	position, err := g.Parse("BBB/..W/WW.")
	if err != nil {
		panic(err)
	}
	h := History{Name: "her", Graph: g, Position: position, Moves: g.MovesFrom(position)}
	for _, n := range rungs(60) {
		h.Contents = append(h.Contents, Contents{n, []int64{8 + n/3, 8 + n/9, 8 - n/10}})
	}
	return h
}

// TestGolden compares drawings with pictures that were inspected by eye. After a change of appearance, redraw them with
// -update and inspect them again.
func TestGolden(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds, or a minute under the race detector, which cannot find anything in one goroutine")
	}
	for name, d := range drawings() {
		for _, dark := range []bool{false, true} {
			file := filepath.Join("testdata", name+".png")
			if dark {
				file = filepath.Join("testdata", name+"-dark.png")
			}
			var got bytes.Buffer
			if _, err := paper.Encode(&got, ".png", d, paper.Format{DPI: 60, Dark: dark}); err != nil {
				t.Fatal(err)
			}
			want, missing := os.ReadFile(file)
			same := false
			if missing == nil {
				var err error
				if same, err = cmpimg.EqualApprox("png", got.Bytes(), want, 0.05); err != nil {
					t.Error(err)
				}
			}
			switch {
			case same: // not rewritten, even with -update
			case !*update:
				t.Errorf("%s is drawn differently (%v)", file, missing)
			default:
				if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func TestSameBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds, or a minute under the race detector, which cannot find anything in one goroutine")
	}
	for name, d := range drawings() {
		for _, extension := range []string{".png", ".svg", ".pdf"} {
			var first bytes.Buffer
			if _, err := paper.Encode(&first, extension, d, paper.Format{DPI: 60}); err != nil {
				t.Fatal(err)
			}
			var again bytes.Buffer
			if _, err := paper.Encode(&again, extension, d, paper.Format{DPI: 60}); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(again.Bytes(), first.Bytes()) {
				t.Errorf("%s%s: the same figure gives different bytes", name, extension)
			}
			if extension == ".pdf" && !bytes.Contains(first.Bytes(), []byte("/CreationDate (D:19700101000000")) {
				t.Errorf("%s.pdf contains its creation time", name)
			}
		}
	}
}

// TestMade reads back what a file shows, in which language, how it was made and, for a PNG, its resolution.
func TestMade(t *testing.T) {
	const made = "menace (devel), menace plot score --machine α<β"
	format := paper.Format{Size: paper.Size{Width: 86 * vg.Millimeter, Height: 60 * vg.Millimeter}, DPI: 300, Made: made, Lang: "de"}
	const title, details = "Draws against perfect", "median of 200 runs, 5–95 % band"
	written := map[string][]byte{}
	for _, extension := range []string{".png", ".svg", ".pdf"} {
		var file bytes.Buffer
		if _, err := paper.Encode(&file, extension, bands(), format); err != nil {
			t.Fatal(err)
		}
		written[extension] = file.Bytes()
	}
	var picture struct {
		Width    string `xml:"width,attr"`
		Role     string `xml:"role,attr"`
		Lang     string `xml:"lang,attr"`
		Title    string `xml:"title"`
		Desc     string `xml:"desc"`
		Metadata string `xml:"metadata"`
	}
	width := fmt.Sprintf("%.5gpt", 86*vg.Millimeter)
	if err := xml.Unmarshal(written[".svg"], &picture); err != nil || picture.Metadata != made || picture.Width != width {
		t.Errorf("SVG: got %+v, %v, want %q, %s", picture, err, made, width)
	}
	if picture.Role != "img" || picture.Lang != "de" || picture.Title != title || picture.Desc != details {
		t.Errorf("SVG: got %+v", picture)
	}
	for _, want := range []string{"Title\x00\x00\x00de\x00\x00" + title, "Description\x00\x00\x00de\x00\x00" + details} {
		if !bytes.Contains(written[".png"], []byte("iTXt"+want)) {
			t.Errorf("PNG: there is no %q", want)
		}
	}
	var bound bytes.Buffer
	if _, err := paper.Bind(&bound, []paper.Drawing{bands(), bands()}, "Bänder", "en", paper.Format{Made: made}); err != nil {
		t.Fatal(err)
	}
	for pages, file := range map[int][]byte{1: written[".pdf"], 2: bound.Bytes()} {
		document, err := pdfreader.NewReader(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			t.Fatal(err)
		}
		if got := document.Trailer().Key("Info").Key("Creator").Text(); got != made || document.NumPage() != pages {
			t.Errorf("PDF: got %q, %d pages, want %q", got, document.NumPage(), made)
		}
		if info := document.Trailer().Key("Info"); pages == 1 && (info.Key("Title").Text() != title ||
			info.Key("Subject").Text() != details || document.Trailer().Key("Root").Key("Lang").Text() != "de") {
			t.Errorf("PDF: got %v, %v", info, document.Trailer().Key("Root"))
		}
	}
	document, err := pdfreader.NewReader(bytes.NewReader(bound.Bytes()), int64(bound.Len()))
	if err != nil {
		t.Fatal(err)
	}
	info, catalog := document.Trailer().Key("Info"), document.Trailer().Key("Root")
	if title, lang := info.Key("Title").Text(), catalog.Key("Lang").Text(); title != "Bänder" || lang != "en" ||
		!catalog.Key("ViewerPreferences").Key("DisplayDocTitle").Bool() {
		t.Errorf("PDF: the title is %q, the language %q", title, lang)
	}
	chunks := map[string][]byte{}
	for rest := written[".png"][8:]; len(rest) > 0; {
		n := binary.BigEndian.Uint32(rest)
		chunks[string(rest[4:8])] = rest[8 : 8+n]
		rest = rest[12+n:]
	}
	if got := string(chunks["iTXt"]); got != "Software\x00\x00\x00\x00\x00"+made {
		t.Errorf("PNG: got %q", got)
	}
	dots, perMetre := binary.BigEndian.Uint32(chunks["IHDR"]), binary.BigEndian.Uint32(chunks["pHYs"])
	if inches := float64(dots) / 300; math.Abs(inches*25.4-86) > 0.3 { // rounded twice
		t.Errorf("PNG: got %d dots, that is, %g mm", dots, inches*25.4)
	}
	if mm := 1000 * float64(dots) / float64(perMetre); math.Abs(mm-86) > 0.01 || chunks["pHYs"][8] != 1 {
		t.Errorf("PNG: %d dots at %d per metre are %g mm", dots, perMetre, mm)
	}
}

func TestEncodeRefuses(t *testing.T) {
	d := bands()
	for _, c := range []struct {
		extension string
		format    paper.Format
		want      string
	}{
		{".gif", paper.Format{}, `unknown extension ".gif"; choose from .png, .svg and .pdf`},
		{"", paper.Format{}, "no extension: the name must end in .png, .svg or .pdf"},
		{".svg", paper.Format{Size: paper.Size{Width: vg.Centimeter, Height: vg.Inch}}, "each side must be 3 to 300 cm long"},
		{".png", paper.Format{Size: paper.Size{Width: paper.Longest, Height: paper.Longest}},
			"300x300cm as a PNG has 357 million dots, more than 100: make it smaller, or write an SVG or a PDF"},
	} {
		var written bytes.Buffer
		_, err := paper.Encode(&written, c.extension, d, c.format)
		if err == nil || err.Error() != c.want || written.Len() > 0 {
			t.Errorf("%q: got %v and %d bytes, want %s", c.extension, err, written.Len(), c.want)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	all := drawings()
	for _, name := range []string{"learning", "learning-abc"} {
		for _, extension := range []string{".png", ".svg", ".pdf"} {
			b.Run(name+extension, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					var written bytes.Buffer
					if _, err := paper.Encode(&written, extension, all[name], paper.Format{}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
