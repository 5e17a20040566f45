package teach

import (
	"container/heap"
	"flag"
	"math"
	"testing"

	"menace/symmetry"
)

var bound = flag.Float64("bound", 24, "prove that no card needs fewer `GAMES`; the best one that is known needs 33.92")

// TestNoBetterCard proves a lower bound for all cards by branch and bound. A box of cards restricts each share of the
// opening and of one later position to an interval. A teacher who may choose other shares from the box in each state,
// and any moves elsewhere, is at least as fast as any card in the box. Boxes that may contain a better card are halved
// until none is left.
func TestNoBetterCard(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	her := cards()
	teacher := her.teacher
	b := &cardBounds{Teacher: teacher, guess: teacher.unknownNeeds()}
	for i, position := range []string{"BBB/.../WWW", ".BB/.B./W.W"} {
		code, err := teacher.graph.Parse(position)
		if err != nil {
			t.Fatal(err)
		}
		b.free[i], _ = teacher.graph.Find(code)
	}
	all := &boxOfCards{}
	for i, o := range b.free {
		for move := range teacher.graph.Distinct(o).All() {
			all.most[i][move] = 1
		}
	}
	b.lower(all)
	if math.Abs(all.games-teacher.Games()) > 1e-6 {
		t.Errorf("with all cards, at least %.6f games, but the best teacher needs %.6f", all.games, teacher.Games())
	}
	best, games := her.best, her.games
	known := &boxOfCards{}
	for i, o := range b.free {
		for move, share := range best[o] {
			known.least[i][move] = float64(share) / float64(best[o].Total())
		}
	}
	known.most = known.least
	if b.lower(known); known.games > games+1e-6 || known.games < games-0.05 {
		t.Errorf("with the shares of the best card, at least %.4f games, but it needs %.4f", known.games, games)
	}
	queue := boxesOfCards{all}
	for tried := 0; queue[0].games < *bound; tried++ {
		halves := heap.Pop(&queue).(*boxOfCards).halves()
		for _, half := range halves {
			if b.lower(half); half.games < games {
				heap.Push(&queue, half)
			}
		}
		if len(queue) == 0 || tried > 5000 {
			t.Fatalf("no proof of %.2f games with %d boxes", *bound, tried)
		}
	}
	t.Logf("no card needs fewer than %.3f games", queue[0].games)
}

// boxOfCards are the cards whose shares in two orbits, which add up to 1, lie between numbers.
type boxOfCards struct {
	least, most [2][symmetry.MaxMoves]float64
	games       float64 // a lower bound
}

// halves returns the halves of a box, divided at the share with the widest range. That of an opening counts twice.
func (b *boxOfCards) halves() (all []*boxOfCards) {
	at, move, widest := 0, 0, 0.0
	for i := range b.least {
		for m := range b.least[i] {
			if width := (b.most[i][m] - b.least[i][m]) * float64(2-i); width > widest {
				at, move, widest = i, m, width
			}
		}
	}
	middle := (b.least[at][move] + b.most[at][move]) / 2
	low, high := *b, *b
	low.most[at][move], high.least[at][move] = middle, middle
	for _, half := range []*boxOfCards{&low, &high} {
		if half.tighten() {
			all = append(all, half)
		}
	}
	return all
}

// tighten uses that shares add up to 1, and reports whether the box still holds a card.
func (b *boxOfCards) tighten() bool {
	const rounding = 1e-12
	for i := range b.least {
		least, most := 0.0, 0.0
		for m := range b.least[i] {
			least, most = least+b.least[i][m], most+b.most[i][m]
		}
		if least > 1+rounding || most < 1-rounding {
			return false
		}
		for m := range b.least[i] {
			from, to := b.least[i][m], b.most[i][m]
			b.least[i][m] = max(from, 1-(most-to)-rounding)
			b.most[i][m] = min(to, 1-(least-from)+rounding)
		}
	}
	return true
}

type boxesOfCards []*boxOfCards

func (q boxesOfCards) Len() int           { return len(q) }
func (q boxesOfCards) Less(i, j int) bool { return q[i].games < q[j].games }
func (q boxesOfCards) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *boxesOfCards) Push(b any)        { *q = append(*q, b.(*boxOfCards)) }
func (q *boxesOfCards) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// cardBounds computes lower bounds of the games that cards need.
type cardBounds struct {
	*Teacher
	free  [2]symmetry.Orbit
	guess needs // games that each state needs, of the last box
}

// lower computes the bound of a box.
func (b *cardBounds) lower(box *boxOfCards) {
	c := &boundCourse{course: b.freshCourse(b.unknownNeeds(), nil), bounds: b, box: box}
	box.games = max(box.games, c.solve())
	b.guess = c.needs
}

// boundCourse is a course in which the teacher chooses the best shares of a box in each state.
type boundCourse struct {
	*course
	bounds *cardBounds
	box    *boxOfCards
}

// solve is like that of a course: Dinkelbach's method, which after one step comes down from above.
func (c *boundCourse) solve() float64 {
	if games, known := c.needs.of(c.number); known {
		return games
	}
	games := 0.0
	if c.beatable(c.start) {
		var known bool
		if games, known = c.bounds.guess.of(c.number); !known || math.IsInf(games, 1) {
			games = 1e9
		}
		for step := 0; ; step++ {
			last := games
			later, ends := c.value(c.start, last)
			if ends == 0 || math.IsInf(later, 1) {
				if games = math.Inf(1); last == 1e9 {
					break
				}
				games = 1e9 // the guess was too low to leave the state
				continue
			}
			games = (1 + later) / ends
			if math.Abs(games-last) < 1e-10*last || step > 0 && games > last {
				break
			}
		}
	}
	c.needs.set(c.number, games)
	return games
}

func (c *boundCourse) value(n *node, still float64) (later, ends float64) {
	total := c.total(n)
	switch {
	case len(n.moves) == 0, n.boxed && total == 0:
		before := c.number
		taken := c.lose(n.losses)
		if c.number != before {
			later, ends = c.solve(), 1
		}
		c.restore(n.losses, taken)
		return later, ends
	case n.boxed:
		for _, m := range n.moves {
			if beads := c.counts[m.bead]; beads > 0 {
				l, e := c.value(m.next, still)
				later += float64(beads) / float64(total) * l
				ends += float64(beads) / float64(total) * e
			}
		}
		return later, ends
	case n.machineMoves:
		return c.value(n.moves[0].next, still)
	}
	var least, most [symmetry.MaxMoves]float64
	for _, m := range n.moves {
		most[m.index] = 1
	}
	for i, o := range c.bounds.free {
		if o == n.orbit {
			least, most = c.box.least[i], c.box.most[i]
		}
	}
	left, done := 1.0, [symmetry.MaxMoves]bool{}
	var laters, ending [symmetry.MaxMoves]float64
	for k, m := range n.moves {
		left -= least[m.index]
		laters[k], ending[k] = c.value(m.next, still)
	}
	for range n.moves { // the rest goes to the best moves, as far as it may
		best := -1
		for k := range n.moves {
			if !done[k] && (best < 0 || laters[k]-ending[k]*still < laters[best]-ending[best]*still) {
				best = k
			}
		}
		done[best] = true
		at := n.moves[best].index
		more := min(max(left, 0), most[at]-least[at])
		left -= more
		if share := least[at] + more; share > 0 {
			later, ends = later+share*laters[best], ends+share*ending[best]
		}
	}
	return later, ends
}
