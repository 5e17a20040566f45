package view

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/sentences"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
)

// Print returns an SVG picture of all boxes of a machine, each as a small square in the tint of its likeliest move. It
// has one path for each tint.
func Print(m *menace.Machine) []byte {
	size, columns := 6, 62
	if m.Boxes() <= 40 {
		size, columns = 18, 24
	}
	paths := map[string]*strings.Builder{}
	y := 0
	for _, moves := range m.Buckets() {
		for i, o := range m.Bucket(moves) {
			class := boxClass(m, o)
			if paths[class] == nil {
				paths[class] = new(strings.Builder)
			}
			fmt.Fprintf(paths[class], "M%d %dh%dv%dh-%dz", i%columns*(size+1), y+i/columns*(size+1), size, size, size)
		}
		y += (len(m.Bucket(moves))-1)/columns*(size+1) + size + 2
	}
	var svg bytes.Buffer
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d"><style>`, columns*(size+1)-1, y-2)
	svg.WriteString(`:root{color-scheme:light dark}path{fill:#efe8db}[class^=g]{fill:#1560a8}[class^=m]{fill:#c4501b}` +
		`.e{fill:none;stroke:#665e54;stroke-width:.6}@media(prefers-color-scheme:dark){path{fill:#2a2620}` +
		`[class^=g]{fill:#69b4f4}[class^=m]{fill:#ff8d52}.e{fill:none;stroke:#c3baad}}</style>`)
	for _, class := range slices.Sorted(maps.Keys(paths)) {
		opacity := ""
		if level := class[len(class)-1]; class[0] == 'g' || class[0] == 'm' {
			opacity = fmt.Sprintf(` fill-opacity="%.2g"`, min(1, 1.15*float64(level-'0')/levels))
		}
		fmt.Fprintf(&svg, `<path class="%s"%s d="%s"/>`, class, opacity, paths[class])
	}
	svg.WriteString("</svg>")
	return svg.Bytes()
}

// Card describes a machine in the list of the start page.
type Card struct {
	data.Summary
	Kind, Game, Piece string
	First             int // of 100 games, those lost to perfect play before the first game
}

// CardsOf returns the cards of machines.
func CardsOf(in sentences.In, all []data.Summary) (cards []Card) {
	for _, s := range all {
		c := Card{Summary: s}
		if s.Err == nil {
			fresh := menace.New(s.Rules)
			c.Kind, c.Game = in.Kind(s.Rules), in.Name(fresh.Graph().Title())
			c.Piece = in.Player(fresh.Graph(), s.Rules.Plays)
			c.First = outOf100(arena.Measure(fresh, s.Rules.Plays, arena.Tally{}).Perfect.Loss)
		}
		cards = append(cards, c)
	}
	return cards
}

// Lost and Won return numbers of 100 games: against perfect play, and against random moves.
func (c Card) Lost() int { return outOf100(c.PerfectLoss) }

func (c Card) Won() int { return outOf100(c.RandomWin) }

// Shipped is the film on the start page: a machine's first games.
type Shipped struct {
	File    []byte // see [FilmOf]
	Buckets []Bucket
	Curve   Curve
}

const shippedGames = 3000

// shipped trains the machine of the start page: Michie's, against random moves.
var shipped = sync.OnceValues(func() (*menace.Machine, []arena.Point) {
	m := menace.New(menace.Michie())
	schedule, err := arena.ParseSchedule(m.Graph(), "random")
	if err != nil {
		panic(err) // a bug
	}
	career := arena.NewCareer(m, m.Rules().Plays)
	training := arena.Training{Learner: career, Opponent: schedule[0].Opponent, Random: arena.NewRandom(1)}
	training.Run(context.Background(), shippedGames)
	return m, career.Curve
})

// shippedFilms caches the film on the start page for each *[language.Language] in which it was requested.
var shippedFilms sync.Map

// ShippedFilm returns the film on the start page.
func ShippedFilm(in sentences.In) (s Shipped, err error) {
	if known, ok := shippedFilms.Load(in.Language); ok {
		return known.(Shipped), nil
	}
	m, points := shipped()
	last := points[len(points)-1]
	s = Shipped{Buckets: BucketsOf(in, m, nil), Curve: CurveOf(in, points, last)}
	s.File, err = FilmOf(in, m, live.Film{Points: points})
	if err == nil {
		shippedFilms.Store(in.Language, s)
	}
	return s, err
}
