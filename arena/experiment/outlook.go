package experiment

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"menace/arena"
	"menace/board"
	"menace/menace"
	"menace/symmetry"
)

// Outlook is what may come of games between a machine and somebody, from copies of the machine that play them.
type Outlook struct {
	Games   int64
	courses []course
}

// course is what came of one copy.
type course struct {
	totals  []int64              // the running total of [arena.Tally.Score] after each number of games
	gained  [board.Squares]int64 // how many beads of each colour its boxes needed at some time, beyond those of the start
	fullest int64                // the most beads that a box held at some time
}

// Machines is how many copies an outlook has: of 1,000 the 5 % and 95 % quantiles are known within 1.4 % of the copies.
const Machines = 1000

// NewOutlook plays a number of games between each of so many copies of a machine and an opponent, with a generator of
// its own. The same arguments give the same outlook.
func NewOutlook(m *menace.Machine, opponent arena.Player, games int64, machines int, seed int64) Outlook {
	o := Outlook{Games: games}
	for i := range machines {
		played := *m
		o.courses = append(o.courses, follow(&played, opponent, games, rand.NewPCG(uint64(seed), uint64(i))))
	}
	return o
}

// follow plays games and notes what comes of them. A bankrupt machine resigns whatever is left.
func follow(m *menace.Machine, opponent arena.Player, games int64, random *rand.PCG) (c course) {
	var tally arena.Tally
	stock := newStock(m)
	c.totals, c.fullest = append(c.totals, 0), stock.fullest
	first, second := seats(m, opponent)
	for range games {
		end, resigned := arena.Play(m.Graph(), first, second, random)
		stock.play(m, end)
		for colour, beads := range stock.colours {
			c.gained[colour] = max(c.gained[colour], beads-stock.start[colour])
		}
		c.fullest = stock.fullest
		tally.Add(m.Rules().Plays, end, resigned, 1)
		c.totals = append(c.totals, tally.Score())
	}
	return c
}

// seats returns a machine and its opponent in the order in which they move.
func seats(m *menace.Machine, opponent arena.Player) (first, second arena.Player) {
	if m.Rules().Plays == symmetry.Second {
		return opponent, m
	}
	return m, opponent
}

// stock keeps count of the beads of each colour in the boxes of a machine.
type stock struct {
	boxes          [symmetry.MaxOrbits]menace.Box
	start, colours [board.Squares]int64
	fullest        int64 // the most beads that a box has held
}

func newStock(m *menace.Machine) *stock {
	s := &stock{}
	for bead := range m.Beads() {
		s.start[menace.Colour(bead.Move)] += bead.Count
	}
	for _, o := range m.Graph().Choices(m.Rules().Plays) {
		s.boxes[o], _ = m.Box(o)
		s.fullest = max(s.fullest, s.boxes[o].Total())
	}
	s.colours = s.start
	return s
}

// play lets a machine learn from a game, and counts the boxes that it used, which alone have changed.
func (s *stock) play(m *menace.Machine, end symmetry.Outcome) {
	var used [symmetry.MaxMoves]symmetry.Orbit
	drawn := used[:0]
	for _, d := range m.Drawn() {
		drawn = append(drawn, d.Orbit)
	}
	m.Learn(end)
	for _, o := range drawn {
		box, _ := m.Box(o)
		for i, move := range m.Graph().Moves(o) {
			s.colours[menace.Colour(move)] += box.Beads(i) - s.boxes[o].Beads(i)
		}
		s.boxes[o] = box
		s.fullest = max(s.fullest, box.Total())
	}
}

// Band returns between which running totals the middle 90 % of the copies stand after so many games, and the middle one.
func (o Outlook) Band(games int64) (low, middle, high float64) {
	totals := make([]float64, len(o.courses))
	for i, c := range o.courses {
		totals[i] = float64(c.totals[games])
	}
	slices.Sort(totals)
	at := func(p float64) float64 { return stat.Quantile(p, stat.Empirical, totals, nil) }
	return at(0.05), at(0.5), at(0.95)
}

// Lost returns the share of games lost, of those after the first from and up to the first to.
func (o Outlook) Lost(from, to int64) float64 {
	lost := 0
	for _, c := range o.courses {
		for game := from; game < to; game++ {
			if c.totals[game+1] < c.totals[game] {
				lost++
			}
		}
	}
	return float64(lost) / float64(int64(len(o.courses))*(to-from))
}

// Reserve returns how many beads of each colour to have beside those in the boxes, so that a share of the copies never
// ran out of any. It is the least level at which each colour alone is enough for the same share of them.
func (o Outlook) Reserve(share float64) (beads [board.Squares]int64) {
	n := len(o.courses)
	var sorted [board.Squares][]int64
	for colour := range sorted {
		for _, c := range o.courses {
			sorted[colour] = append(sorted[colour], c.gained[colour])
		}
		slices.Sort(sorted[colour])
	}
	enough := int(math.Ceil(share * float64(n)))
	for level := enough; level <= n; level++ {
		for colour := range beads {
			beads[colour] = sorted[colour][level-1]
		}
		if o.content(beads) >= enough {
			break
		}
	}
	return beads
}

// Fullest returns how many beads a box must hold, so that in a share of the copies none ever held more.
func (o Outlook) Fullest(share float64) int64 {
	var most []int64
	for _, c := range o.courses {
		most = append(most, c.fullest)
	}
	slices.Sort(most)
	return most[int(math.Ceil(share*float64(len(most))))-1]
}

// content returns how many of the copies never needed more beads than these.
func (o Outlook) content(beads [board.Squares]int64) (copies int) {
	for _, c := range o.courses {
		enough := true
		for colour, needed := range c.gained {
			enough = enough && needed <= beads[colour]
		}
		if enough {
			copies++
		}
	}
	return copies
}
