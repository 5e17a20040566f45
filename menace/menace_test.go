package menace

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"menace/board"
	"menace/symmetry"
)

func second() Rules {
	r := Michie()
	r.Plays = Second
	return r
}

// TestPublishedCounts holds the numbers of boxes, moves and beads against the published ones.
func TestPublishedCounts(t *testing.T) {
	for _, c := range []struct {
		rules        Rules
		boxes, moves map[int]int // by moves played
		beads        int64
	}{
		{Michie(), map[int]int{0: 1, 2: 12, 4: 108, 6: 183}, map[int]int{0: 3, 2: 66, 4: 492, 6: 526}, 1720},
		{second(), map[int]int{1: 3, 3: 38, 5: 153, 7: 95}, map[int]int{1: 12, 3: 198, 5: 584, 7: 181}, 1991},
	} {
		m := New(c.rules)
		boxes, moves := map[int]int{}, map[int]int{}
		for _, n := range m.Buckets() {
			boxes[n] = len(m.Bucket(n))
		}
		for bead := range m.Beads() {
			moves[bead.Moves]++
		}
		if fmt.Sprint(boxes) != fmt.Sprint(c.boxes) {
			t.Errorf("%s: boxes by moves played: got %v, want %v", c.rules.Plays, boxes, c.boxes)
		}
		if fmt.Sprint(moves) != fmt.Sprint(c.moves) {
			t.Errorf("%s: distinct moves: got %v, want %v", c.rules.Plays, moves, c.moves)
		}
		if m.Total() != c.beads {
			t.Errorf("%s: got %d beads, want %d", c.rules.Plays, m.Total(), c.beads)
		}
	}
}

// TestMichiesOwnCount takes away the 17 positions at six moves in which O has two or more
// winning squares and X none: Michie counted 287 boxes.
func TestMichiesOwnCount(t *testing.T) {
	m := New(Michie())
	hopeless, boxes := 0, 0
	for _, moves := range m.Buckets() {
		boxes += len(m.Bucket(moves))
	}
	for _, o := range m.Bucket(6) {
		b := o.Board()
		if b.Winning(board.O).Count() >= 2 && b.Winning(board.X) == 0 {
			hopeless++
		}
	}
	if hopeless != 17 || boxes-hopeless != 287 {
		t.Errorf("got %d boxes without %d hopeless ones, want 287 without 17", boxes-hopeless, hopeless)
	}
}

// TestEveryPositionFindsItsBox is the trap of canonicalising when boxes are made but not when
// they are looked up.
func TestEveryPositionFindsItsBox(t *testing.T) {
	for _, m := range []*Machine{New(Michie()), New(second())} {
		for b := range board.Reachable() {
			o, _ := symmetry.Find(b)
			_, found := m.Box(o)
			own := b.Outcome() == board.Ongoing && b.Turn() == m.rules.Plays.Mark() && b.Moves() < 8
			if found != own {
				t.Errorf("%s: %v has a box: %t, want %t", m.rules.Plays, b, found, own)
			}
			if found && !slices.Contains(m.Bucket(b.Moves()), o) {
				t.Errorf("%s: the box of %v is not in bucket %d", m.rules.Plays, b, b.Moves())
			}
		}
	}
}

// TestAtByDefinition compares the draw without branches with a list of beads.
func TestAtByDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		var box Box
		var list []board.Square
		for s := range board.Square(board.Squares) {
			n := random.Int64N(4)
			box.put(s, n)
			for range n {
				list = append(list, s)
			}
		}
		if box.Total() != int64(len(list)) {
			t.Fatalf("%v: total %d, want %d", box.beads, box.Total(), len(list))
		}
		for i, want := range list {
			if got := box.at(int64(i)); got != want {
				t.Fatalf("%v: bead %d is for square %d, want %d", box.beads, i, got, want)
			}
		}
	}
}

// TestLargeBoxes draws the last bead of the largest box that the limits allow.
func TestLargeBoxes(t *testing.T) {
	var box Box
	box.put(0, 1)
	box.put(7, maxTotal-2)
	box.put(8, 1)
	for bead, want := range map[int64]board.Square{0: 0, 1: 7, maxTotal - 2: 7, maxTotal - 1: 8} {
		if got := box.at(bead); got != want {
			t.Errorf("bead %d is for square %d, want %d", bead, got, want)
		}
	}
	// A box loaded full and then trained for a whole life. The sum is a constant: if it
	// overflowed, this would not compile.
	const _ int64 = maxTotal + MaxGames*MaxReward
}

func TestDrawsFollowTheBeads(t *testing.T) {
	m := New(Michie())
	m.boxes[symmetry.Start].put(0, 8) // corner
	m.boxes[symmetry.Start].put(1, 0) // edge
	m.boxes[symmetry.Start].put(4, 2) // centre
	random := rand.NewPCG(3, 4)
	const games = 100_000
	var drawn [board.Squares]int
	for range games {
		m.Move(symmetry.Start, random)
		drawn[m.Drawn()[0].Square]++
		m.Recall(nil)
	}
	// Five standard deviations of a binomial.
	if limit := 5 * math.Sqrt(games*0.8*0.2); math.Abs(float64(drawn[0])-0.8*games) > limit {
		t.Errorf("corner drawn %d times of %d with 8 of 10 beads", drawn[0], games)
	}
	if drawn[0]+drawn[4] != games {
		t.Errorf("drew %v, of which only squares 1 and 5 have beads", drawn)
	}
}

// playThrough makes the machine draw in its opening box and in one later box, and returns the draws.
func playThrough(m *Machine, random *rand.PCG) []Draw {
	o := m.Move(symmetry.Start, random)
	o = o.Next(o.Board().Empty().First())
	m.Move(o, random)
	return append([]Draw(nil), m.Drawn()...)
}

func TestRewards(t *testing.T) {
	for _, c := range []struct {
		name  string
		rules func(*Rules)
		end   board.Outcome
		want  []int64 // change in the boxes used
	}{
		{"win", func(*Rules) {}, board.XWins, []int64{3, 3}},
		{"draw", func(*Rules) {}, board.Drawn, []int64{1, 1}},
		{"loss", func(*Rules) {}, board.OWins, []int64{-1, -1}},
		{"gardner", func(r *Rules) { r.Credit = CreditLast }, board.OWins, []int64{0, -1}},
		{"large loss", func(r *Rules) { r.Loss = -100 }, board.OWins, []int64{-4, -3}},
		{"floor", func(r *Rules) { r.Loss, r.Floor = -100, 2 }, board.OWins, []int64{-2, -1}},
		{"floor above what is there", func(r *Rules) { r.Loss, r.Floor = -1, 50 }, board.OWins, []int64{0, 0}},
		{"a loss may be rewarded", func(r *Rules) { r.Loss = 7 }, board.OWins, []int64{7, 7}},
		{"a win may be punished", func(r *Rules) { r.Win = -1 }, board.XWins, []int64{-1, -1}},
	} {
		rules := Michie()
		c.rules(&rules)
		m := New(rules)
		before := *m
		draws := playThrough(m, rand.NewPCG(5, 6))
		m.Learn(c.end)
		for i, d := range draws {
			got := m.boxes[d.Orbit].Beads(d.Square) - before.boxes[d.Orbit].Beads(d.Square)
			if got != c.want[i] {
				t.Errorf("%s: box %d changed by %d, want %d", c.name, i, got, c.want[i])
			}
		}
		var change int64
		for _, n := range c.want {
			change += n
		}
		if got := m.Total() - before.Total(); got != change || len(m.Drawn()) != 0 {
			t.Errorf("%s: all boxes changed by %d, want %d; %d draws remembered", c.name, got, change, len(m.Drawn()))
		}
	}
}

// TestSecondPlayerSeesItsOwnResult rewards O for what X is punished for.
func TestSecondPlayerSeesItsOwnResult(t *testing.T) {
	m := New(second())
	o := symmetry.Start.Next(0)
	m.Move(o, rand.NewPCG(1, 1))
	d := m.Drawn()[0]
	m.Learn(board.OWins)
	if got := m.boxes[o].Beads(d.Square); got != 4+3 {
		t.Errorf("after a win O has %d beads, want 7", got)
	}
}

func emptyOpening(onEmpty string) *Machine {
	rules := Michie()
	rules.OnEmpty = onEmpty
	m := New(rules)
	m.boxes[symmetry.Start] = Box{}
	return m
}

func TestEmptyBoxes(t *testing.T) {
	random := rand.NewPCG(9, 9)
	m := emptyOpening(Resign)
	if got := m.Move(symmetry.Start, random); got != symmetry.None || !m.Bankrupt() {
		t.Errorf("resign: moved to %d, bankrupt %t", got, m.Bankrupt())
	}
	m = emptyOpening(Restock)
	if m.Bankrupt() || m.Move(symmetry.Start, random) == symmetry.None || m.boxes[symmetry.Start].Total() != 12 {
		t.Errorf("restock: the box holds %d beads, want 12", m.boxes[symmetry.Start].Total())
	}
	m = emptyOpening(Random)
	var met [board.Squares]bool
	for range 200 {
		next := m.Move(symmetry.Start, random)
		for s := range board.Square(board.Squares) {
			met[s] = met[s] || symmetry.Start.Next(s) == next
		}
	}
	if m.Bankrupt() || len(m.Drawn()) != 0 || slices.Contains(met[:], false) {
		t.Errorf("random: bankrupt %t, %d beads drawn, moves met %v", m.Bankrupt(), len(m.Drawn()), met)
	}
}

// TestSecondPlayerBankruptcy needs all three opening boxes to be empty.
func TestSecondPlayerBankruptcy(t *testing.T) {
	m := New(second())
	for i, o := range m.Bucket(1) {
		if m.Bankrupt() {
			t.Errorf("bankrupt with %d of 3 opening boxes empty", i)
		}
		m.boxes[o] = Box{}
	}
	if !m.Bankrupt() {
		t.Error("not bankrupt with all opening boxes empty")
	}
}

func TestLearnTellsBankruptcy(t *testing.T) {
	rules := Michie()
	rules.Beads, rules.Loss = [stages]int64{1, 1, 1, 1}, -1
	m := New(rules)
	random := rand.NewPCG(1, 1)
	for i := range 3 {
		m.Move(symmetry.Start, random)
		if got := m.Learn(board.OWins); got != (i == 2) {
			t.Errorf("after %d losses with three beads: bankrupt %t", i+1, got)
		}
	}
}

// TestForcedLastMove plays the ninth square without a box, also for a machine that would resign.
func TestForcedLastMove(t *testing.T) {
	m := New(Michie())
	for o := range symmetry.All() {
		if o.Moves() != 8 || o.Outcome() != board.Ongoing {
			continue
		}
		if _, ok := m.Box(o); ok {
			t.Errorf("%v has a box for a forced move", o.Board())
		}
		last := o.Board().Empty().First()
		if got := m.Move(o, rand.NewPCG(1, 1)); got != o.Next(last) || len(m.Drawn()) != 0 {
			t.Errorf("%v: moved to %d with %d beads drawn, want %d with none", o.Board(), got, len(m.Drawn()), o.Next(last))
		}
		if p := m.Probabilities(o); p[last] != 1 {
			t.Errorf("%v: probability of the last square %v", o.Board(), p[last])
		}
	}
}

// A machine that recalls what a copy drew has the same boxes, after every game, as one that plays
// by itself: boxes are soon empty here, and restocked.
func TestRecall(t *testing.T) {
	rules := Michie()
	rules.OnEmpty, rules.Beads = Restock, [stages]int64{2, 1, 1, 1}
	own, taught := New(rules), New(rules)
	randomA, randomB := rand.NewPCG(1, 2), rand.NewPCG(1, 2)
	restocked := 0
	for range 100 {
		draws := playThrough(own, randomA)
		for _, d := range draws {
			if d.Restocked {
				restocked++
			}
		}
		played := *taught
		playThrough(&played, randomB)
		taught.Recall(played.Drawn())
		if !slices.Equal(taught.Drawn(), draws) {
			t.Fatalf("recalled %v, want %v", taught.Drawn(), draws)
		}
		own.Learn(board.OWins)
		taught.Learn(board.OWins)
		if own.boxes != taught.boxes {
			t.Fatal("the boxes differ")
		}
	}
	if restocked == 0 {
		t.Error("no box was restocked")
	}
}

// Of two games that found the same box empty, the second to end leaves what the first put there.
func TestRecallRestocksOnce(t *testing.T) {
	m := emptyOpening(Restock)
	one, other := *m, *m
	one.Move(symmetry.Start, rand.NewPCG(1, 2))
	other.Move(symmetry.Start, rand.NewPCG(3, 4))
	for i, played := range []Machine{one, other} {
		m.Recall(played.Drawn())
		m.Learn(board.XWins)
		if got, want := m.boxes[symmetry.Start].Total(), 12+3*int64(i+1); got != want {
			t.Errorf("after %d wins the box holds %d beads, want %d", i+1, got, want)
		}
	}
}

func TestFrozenDoesNotLearn(t *testing.T) {
	rules := Michie()
	rules.OnEmpty = Restock
	m := New(rules)
	m.boxes[symmetry.Start] = Box{}
	f := m.Frozen()
	for range 10 {
		f.Move(symmetry.Start, rand.NewPCG(1, 1))
	}
	if m.boxes[symmetry.Start].Total() != 0 {
		t.Error("a frozen copy has restocked a box of its machine")
	}
}

func TestLoad(t *testing.T) {
	m := New(second())
	random := rand.NewPCG(1, 1)
	for i := range 50 {
		m.Move(symmetry.Start.Next(board.Square(i%9)), random)
		m.Learn(board.OWins)
	}
	again := New(second())
	if err := again.Load(m.Beads()); err != nil || !slices.Equal(again.Counts(), m.Counts()) {
		t.Errorf("loading the beads of a machine: %v", err)
	}
	beads := slices.Collect(m.Beads())
	change := func(i int, f func(*Bead)) []Bead {
		changed := slices.Clone(beads)
		f(&changed[i])
		return changed
	}
	for name, bad := range map[string][]Bead{
		"missing":         beads[1:],
		"twice":           append(slices.Clone(beads), beads[3]),
		"negative":        change(5, func(b *Bead) { b.Count = -1 }),
		"too many":        change(5, func(b *Bead) { b.Count = maxTotal + 1 }),
		"no such square":  change(5, func(b *Bead) { b.Square = 200 }),
		"not a position":  change(5, func(b *Bead) { b.Code = 19682 }),
		"no code":         change(5, func(b *Bead) { b.Code = 65535 }),
		"other bucket":    change(5, func(b *Bead) { b.Moves = 3 }),
		"first player's":  slices.Collect(New(Michie()).Beads()),
		"not in the box":  change(0, func(b *Bead) { b.Square = 8 }),
		"too many in all": change(5, func(b *Bead) { b.Count = maxTotal }),
	} {
		if err := New(second()).Load(slices.Values(bad)); err == nil {
			t.Errorf("%s: loaded", name)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, name := range Presets {
		if r, err := Preset(name); err != nil || r.Validate() != nil {
			t.Errorf("preset %s: %v, %v", name, err, r.Validate())
		}
	}
	for name, change := range map[string]func(*Rules){
		"beads":    func(r *Rules) { r.Beads[2] = 0 },
		"reward":   func(r *Rules) { r.Win = MaxReward + 1 },
		"punish":   func(r *Rules) { r.Loss = -MaxReward - 1 },
		"floor":    func(r *Rules) { r.Floor = -1 },
		"side":     func(r *Rules) { r.Plays = "" },
		"moves":    func(r *Rules) { r.Moves = "some" },
		"on empty": func(r *Rules) { r.OnEmpty = "cry" },
		"credit":   func(r *Rules) { r.Credit = "card" },
	} {
		r := Michie()
		change(&r)
		if r.Validate() == nil {
			t.Errorf("%s: %+v is valid", name, r)
		}
	}
}

func ExampleMachine() {
	m := New(Michie())
	random := rand.NewPCG(1961, 0)
	m.Move(symmetry.Start, random)
	opening := m.Drawn()[0]
	m.Learn(board.XWins) // as if it had won at once
	box, _ := m.Box(opening.Orbit)
	fmt.Println(box.Beads(opening.Square), "of", box.Total())
	// Output: 7 of 15
}
