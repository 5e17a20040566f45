package view

import (
	"context"
	"encoding/xml"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// colourOf returns what the class of a box must begin with, by the definition: its likeliest move is one of those with
// the best value (g) or not (m), is no likelier than the others (n), or the box is empty (e).
func colourOf(m *menace.Machine, o symmetry.Orbit, value func(symmetry.Orbit) int) string {
	graph := m.Graph()
	best := -2
	for i := range graph.Moves(o) {
		best = max(best, -value(graph.Next(o, i)))
	}
	held := m.Held(graph.Code(o))
	total, most, right := int64(0), int64(0), false
	for _, h := range held {
		total += h.Beads
		if h.Beads > most {
			most = h.Beads
			for i, move := range graph.Moves(o) {
				if move == h.Move {
					right = -value(graph.Next(o, i)) == best
				}
			}
		}
	}
	switch {
	case total == 0:
		return "e"
	case len(held) < 2 || most*int64(len(held)) == total:
		return "n"
	case right:
		return "g"
	}
	return "m"
}

var (
	painted  = regexp.MustCompile(`<path class="([a-z]\d?)" d="(M[^"]*)"`)
	corners  = regexp.MustCompile(`M([\d.]+) ([\d.]+)h15v15h-15z`)
	ringed   = regexp.MustCompile(`<g class="r r\d+" opacity="0"><path d="([^"]*)"`)
	layersOf = regexp.MustCompile(`(?s)<g class="f(\d+)">.*?</g>`)
)

// TestAnimate plays films of all games: after each layer every box has the colour that its beads give it by the
// definition, rings are around boxes in which a share changed by more than five points, and the file is small enough
// for a README.
func TestAnimate(t *testing.T) {
	for _, rules := range []menace.Rules{menace.Michie(), preset(t, "her")} {
		m := menace.New(rules)
		schedule, err := arena.ParseSchedule(m.Graph(), "random")
		if err != nil {
			t.Fatal(err)
		}
		career := arena.NewCareer(m, rules.Plays)
		training := arena.Training{Learner: career, Opponent: schedule[0].Opponent, Random: arena.NewRandom(1)}
		training.Run(context.Background(), 10_000)
		f := Film{Machine: m, Points: career.Curve}
		svg := string(f.Animate("menace plot film"))
		if err := xml.Unmarshal([]byte(svg), new(struct{})); err != nil || len(svg) > 300_000 {
			t.Fatalf("%s: %d bytes, %v", rules.Game, len(svg), err)
		}

		value := valueOf(m.Graph())
		place, _ := f.places()
		at := map[[2]string]symmetry.Orbit{}
		for o, corner := range place {
			at[[2]string{fmt.Sprint(corner[0]), fmt.Sprint(corner[1])}] = o
		}
		shown := map[symmetry.Orbit]string{}
		points := thinned(f.Points, filmFrames)
		layers := layersOf.FindAllString(svg, -1)
		if len(layers) != len(points) {
			t.Fatalf("%s: got %d layers, want %d", rules.Game, len(layers), len(points))
		}
		then, before := m.Copy(), m.Copy()
		for i, layer := range layers {
			for _, path := range painted.FindAllStringSubmatch(layer, -1) {
				for _, corner := range corners.FindAllStringSubmatch(path[2], -1) {
					shown[at[[2]string(corner[1:])]] = path[1]
				}
			}
			if err := then.SetCounts(points[i].Counts); err != nil {
				t.Fatal(err)
			}
			for o := range place {
				if want := colourOf(then, o, value); !strings.HasPrefix(shown[o], want) {
					t.Fatalf("%s, after %d games, box %d: got %s, want %s", rules.Game, points[i].Games, then.Number(o),
						shown[o], want)
				}
			}
			if i == 0 {
				continue
			}
			before.SetCounts(points[i-1].Counts)
			after := svg[strings.Index(svg, layer)+len(layer):]
			end := strings.Index(after, `<g class="f`)
			for _, ring := range ringed.FindAllStringSubmatch(after[:max(end, 0)], -1) {
				for _, corner := range corners.FindAllStringSubmatch(ring[1], -1) {
					o := at[[2]string(corner[1:])]
					code, largest := m.Graph().Code(o), 0.0
					for n, h := range then.Held(code) {
						largest = max(largest, h.Chance-before.Held(code)[n].Chance, before.Held(code)[n].Chance-h.Chance)
					}
					if largest <= 0.05 {
						t.Errorf("%s, after %d games: a ring around box %d, in which shares changed by %.3f at most",
							rules.Game, points[i].Games, m.Number(o), largest)
					}
				}
			}
		}
	}
}

func preset(t *testing.T, name string) menace.Rules {
	rules, _ := menace.Preset(name)
	return rules
}
