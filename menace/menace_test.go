package menace

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"menace/board"
	"menace/minimax/games"
	"menace/symmetry"
)

// michie returns the rules of 1961 for one side of a game.
func michie(game string, plays symmetry.Side) Rules {
	r := Michie()
	r.Game, r.Plays = game, plays
	return r
}

func second() Rules { return michie("tic-tac-toe", symmetry.Second) }

// all returns the rules of 1961 for both sides of every game.
func all() (rules []Rules) {
	for _, game := range games.Names() {
		rules = append(rules, michie(game, symmetry.First), michie(game, symmetry.Second))
	}
	return rules
}

// label identifies a machine with these rules in failure messages.
func label(r Rules) string { return r.Game + ", " + string(r.Plays) }

// TestPublishedCounts compares the numbers of boxes, moves and beads with published ones.
func TestPublishedCounts(t *testing.T) {
	for _, c := range []struct {
		rules        Rules
		boxes, moves map[int]int // by moves played
		beads        int64
	}{
		{Michie(), map[int]int{0: 1, 2: 12, 4: 108, 6: 183}, map[int]int{0: 3, 2: 66, 4: 492, 6: 526}, 1720},
		{second(), map[int]int{1: 3, 3: 38, 5: 153, 7: 95}, map[int]int{1: 12, 3: 198, 5: 584, 7: 181}, 1991},
		{michie("hexapawn", symmetry.First), map[int]int{0: 1, 2: 5, 4: 10, 6: 2},
			map[int]int{0: 2, 2: 14, 4: 19, 6: 2},
			4*2 + 3*14 + 2*19 + 1*2},
		{michie("hexapawn", symmetry.Second), map[int]int{1: 2, 3: 10, 5: 7}, map[int]int{1: 5, 3: 26, 5: 14},
			4*5 + 3*26 + 2*14},
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
			t.Errorf("%s: boxes by moves played: got %v, want %v", label(c.rules), boxes, c.boxes)
		}
		if fmt.Sprint(moves) != fmt.Sprint(c.moves) {
			t.Errorf("%s: distinct moves: got %v, want %v", label(c.rules), moves, c.moves)
		}
		if m.Total() != c.beads {
			t.Errorf("%s: got %d beads, want %d", label(c.rules), m.Total(), c.beads)
		}
	}
}

// TestMichiesOwnCount leaves out the 17 positions after six moves in which O has two or more winning squares and X has
// none. That gives Michie's count of 287 boxes.
func TestMichiesOwnCount(t *testing.T) {
	m := New(Michie())
	hopeless, boxes := 0, 0
	for _, moves := range m.Buckets() {
		boxes += len(m.Bucket(moves))
	}
	for _, o := range m.Bucket(6) {
		b := board.Code(m.graph.Code(o)).Board()
		if b.Winning(board.O).Count() >= 2 && b.Winning(board.X) == 0 {
			hopeless++
		}
	}
	if hopeless != 17 || boxes-hopeless != 287 {
		t.Errorf("got %d boxes after leaving out %d hopeless ones, want 287 after leaving out 17",
			boxes-hopeless, hopeless)
	}
}

// TestEveryPositionFindsItsBox guards against canonicalising positions only when boxes are made, and not when they are
// looked up.
func TestEveryPositionFindsItsBox(t *testing.T) {
	for _, rules := range all() {
		m := New(rules)
		g, met := m.Graph(), map[symmetry.Position]bool{}
		var visit func(c symmetry.Position, played int)
		visit = func(c symmetry.Position, played int) {
			if met[c] {
				return
			}
			met[c] = true
			moves := g.MovesFrom(c)
			o, _ := g.Find(c)
			_, found := m.Box(o)
			own := len(moves) > 0 && symmetry.Turn(played) == rules.Plays && g.Forced(o) == symmetry.None
			if found != own {
				t.Errorf("%s: %s has a box: %t, want %t", label(rules), g.Format(c), found, own)
			}
			if found && !slices.Contains(m.Bucket(played), o) {
				t.Errorf("%s: the box of %s is not in bucket %d", label(rules), g.Format(c), played)
			}
			for _, move := range moves {
				visit(g.Play(c, move), played+1)
			}
		}
		visit(g.Code(symmetry.Start), 0)
		want, counted := map[string]int{"tic-tac-toe": 5478, "hexapawn": 135}[rules.Game]
		if counted && len(met) != want { // package symmetry counts those of other games
			t.Errorf("%s: got %d positions, want %d", label(rules), len(met), want)
		}
	}
}

// TestLateMoves checks a machine for a game that is longer than its rules have numbers of beads: going down twelve
// stairs by one or two. Boxes of later moves have as many beads as those of the fourth, and each draw is remembered.
func TestLateMoves(t *testing.T) {
	moves := `"1": ["0"]`
	for n := 2; n <= 12; n++ {
		moves += fmt.Sprintf(`, "%d": ["%d", "%d"]`, n, n-1, n-2)
	}
	game, err := games.ReadOwn([]byte(`{"name": "stairs", "rules": "Go down.", "begin": "12", "moves": {` + moves +
		`}, "ends": {"0": "loses"}}`))
	if err != nil {
		t.Fatal(err)
	}
	m := New(michie(game, symmetry.First))
	for level, want := range map[int]int64{0: 4, 2: 3, 4: 2, 6: 1, 8: 1, 10: 1} {
		for _, o := range m.Bucket(level) {
			if got := m.boxes[o].Beads(0); got != want {
				t.Errorf("after %d moves: got %d beads for a move, want %d", level, got, want)
			}
		}
	}
	var met, drawn []symmetry.Orbit
	for o := symmetry.Start; m.graph.Outcome(o) == symmetry.Ongoing; {
		if m.graph.Turn(o) == symmetry.First {
			met, o = append(met, o), m.Move(o, rand.NewPCG(1, 1))
		} else {
			o = m.graph.Next(o, 0)
		}
	}
	for _, d := range m.Drawn() {
		drawn = append(drawn, d.Orbit)
	}
	if len(met) < 4 || !slices.Equal(drawn, met) {
		t.Errorf("drew from the boxes %v, want %v", drawn, met)
	}
}

// at returns the move of bead n, as [Machine.Move] finds it in a box with many moves.
func (b *Box) at(n int64) int {
	minus, beads := search(n, (*[4]int64)(b.beads[:4]))
	more, _ := search(n-beads, (*[4]int64)(b.beads[4:8]))
	return int(8 + minus + more)
}

// TestAtByDefinition compares the search without branches with a list of beads. With up to five moves, the first half
// of the search is enough.
func TestAtByDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 1000 {
		var box Box
		var list []int
		moves := 1 + round%symmetry.MaxMoves
		for move := range moves {
			n := random.Int64N(4)
			box.Put(move, n)
			for range n {
				list = append(list, move)
			}
		}
		if box.Total() != int64(len(list)) {
			t.Fatalf("%v: total %d, want %d", box.beads, box.Total(), len(list))
		}
		for i, want := range list {
			if got := box.at(int64(i)); got != want {
				t.Fatalf("%v: bead %d is for move %d, want %d", box.beads, i, got, want)
			}
			if minus, _ := search(int64(i), (*[4]int64)(box.beads[:4])); moves <= 5 && int(4+minus) != want {
				t.Fatalf("%v: the first half of the search finds move %d for bead %d, want %d",
					box.beads, 4+minus, i, want)
			}
		}
	}
}

// TestLargeBoxes draws the last bead of the largest box that the limits allow.
func TestLargeBoxes(t *testing.T) {
	var box Box
	box.Put(0, 1)
	box.Put(7, maxTotal-2)
	box.Put(8, 1)
	for bead, want := range map[int64]int{0: 0, 1: 7, maxTotal - 2: 7, maxTotal - 1: 8} {
		if got := box.at(bead); got != want {
			t.Errorf("bead %d is for move %d, want %d", bead, got, want)
		}
	}
	// A full box is loaded and then trained for the longest possible life. The sum is a constant: if it overflowed,
	// this would not compile.
	const _ int64 = maxTotal + MaxGames*MaxReward
}

func TestDrawsFollowTheBeads(t *testing.T) {
	m := New(Michie())
	for move, beads := range map[int]int64{0: 8, 1: 0, 4: 0, 7: 2} { // 7 is in the second half of the search
		m.boxes[symmetry.Start].Put(move, beads)
	}
	random := rand.NewPCG(3, 4)
	const games = 100_000
	var drawn [symmetry.MaxMoves]int
	for range games {
		next := m.Move(symmetry.Start, random)
		move := int(m.Drawn()[0].Move)
		if drawn[move]++; next != m.graph.Next(symmetry.Start, move) {
			t.Fatalf("move %d leads to orbit %d, want %d", move, next, m.graph.Next(symmetry.Start, move))
		}
		m.Recall(nil)
	}
	// Five standard deviations of a binomial.
	if limit := 5 * math.Sqrt(games*0.8*0.2); math.Abs(float64(drawn[0])-0.8*games) > limit {
		t.Errorf("the corner has 8 of 10 beads and was drawn %d times out of %d", drawn[0], games)
	}
	if drawn[0]+drawn[7] != games {
		t.Errorf("drew %v, but only moves 0 and 7 have beads", drawn)
	}
}

// playThrough makes the machine draw from its opening box and from one later box, and returns the draws.
func playThrough(m *Machine, random *rand.PCG) []Draw {
	o := m.Move(symmetry.Start, random)
	o = m.graph.Next(o, 0)
	m.Move(o, random)
	return append([]Draw(nil), m.Drawn()...)
}

func TestRewards(t *testing.T) {
	for _, game := range games.Names() {
		for _, c := range []struct {
			name  string
			rules func(*Rules)
			end   symmetry.Outcome
			want  []int64 // change in the used boxes
		}{
			{"win", func(*Rules) {}, symmetry.FirstWins, []int64{3, 3}},
			{"draw", func(*Rules) {}, symmetry.Drawn, []int64{1, 1}},
			{"loss", func(*Rules) {}, symmetry.SecondWins, []int64{-1, -1}},
			{"gardner", func(r *Rules) { r.Credit = CreditLast }, symmetry.SecondWins, []int64{0, -1}},
			{"large loss", func(r *Rules) { r.Loss = -100 }, symmetry.SecondWins, []int64{-4, -3}},
			{"a loss may be rewarded", func(r *Rules) { r.Loss = 7 }, symmetry.SecondWins, []int64{7, 7}},
			{"a win may be punished", func(r *Rules) { r.Win = -1 }, symmetry.FirstWins, []int64{-1, -1}},
		} {
			rules := michie(game, symmetry.First)
			c.rules(&rules)
			m := New(rules)
			before := m.Copy()
			draws := playThrough(m, rand.NewPCG(5, 6))
			m.Learn(c.end)
			for i, d := range draws {
				got := m.boxes[d.Orbit].Beads(int(d.Move)) - before.boxes[d.Orbit].Beads(int(d.Move))
				if got != c.want[i] {
					t.Errorf("%s, %s: box %d changed by %d, want %d", game, c.name, i, got, c.want[i])
				}
			}
			var change int64
			for _, n := range c.want {
				change += n
			}
			if got := m.Total() - before.Total(); got != change || len(m.Drawn()) != 0 {
				t.Errorf("%s, %s: the boxes changed by %d in all, want %d; %d draws remembered",
					game, c.name, got, change, len(m.Drawn()))
			}
		}
	}
}

// emptyOpening returns a machine for the first player with an empty opening box.
func emptyOpening(game, onEmpty string) *Machine {
	rules := michie(game, symmetry.First)
	rules.OnEmpty = onEmpty
	m := New(rules)
	m.boxes[symmetry.Start] = Box{}
	return m
}

func TestEmptyBoxes(t *testing.T) {
	random := rand.NewPCG(9, 9)
	for _, game := range games.Names() {
		m := emptyOpening(game, Resign)
		beads := 4 * int64(m.graph.Distinct(symmetry.Start).Count())
		if got := m.Move(symmetry.Start, random); got != symmetry.None || !m.Bankrupt() {
			t.Errorf("%s, resign: moved to %d, bankrupt %t", game, got, m.Bankrupt())
		}
		m = emptyOpening(game, Restock)
		if m.Bankrupt() || m.Move(symmetry.Start, random) == symmetry.None || m.boxes[symmetry.Start].Total() != beads {
			t.Errorf("%s, restock: the box has %d beads, want %d", game, m.boxes[symmetry.Start].Total(), beads)
		}
	}
}

// openingsOf returns the orbits with boxes to which the first move of a game leads.
func openingsOf(m *Machine) (openings []symmetry.Orbit) {
	for i := range m.graph.Moves(symmetry.Start) {
		if o := m.graph.Next(symmetry.Start, i); !slices.Contains(openings, o) && m.Number(o) > 0 {
			openings = append(openings, o)
		}
	}
	return openings
}

// TestSecondPlayerBankruptcy checks that a machine is bankrupt only when all its opening boxes are empty.
// [TestPublishedCounts] counts these boxes.
func TestSecondPlayerBankruptcy(t *testing.T) {
	for _, game := range games.Names() {
		m := New(michie(game, symmetry.Second))
		openings := openingsOf(m)
		for i, o := range openings {
			if m.Bankrupt() {
				t.Errorf("%s: bankrupt with %d of %d opening boxes empty", game, i, len(openings))
			}
			m.boxes[o] = Box{}
		}
		if !m.Bankrupt() {
			t.Errorf("%s: not bankrupt with all opening boxes empty", game)
		}
	}
}

func TestLearnTellsBankruptcy(t *testing.T) {
	for _, game := range games.Names() {
		rules := michie(game, symmetry.First)
		rules.Beads, rules.Loss = [stages]int64{1, 1, 1, 1}, -1
		m := New(rules)
		beads := m.graph.Distinct(symmetry.Start).Count()
		random := rand.NewPCG(1, 1)
		for i := range beads {
			m.Move(symmetry.Start, random)
			if got := m.Learn(symmetry.SecondWins); got != (i == beads-1) {
				t.Errorf("%s: after %d losses with %d beads: bankrupt %t", game, i+1, beads, got)
			}
		}
		if m.Learn(symmetry.FirstWins) {
			t.Errorf("%s: a win made a machine bankrupt that was bankrupt before", game)
		}
	}
}

// TestForcedLastMove checks that the machine takes the ninth square without a box, even if it would resign from an
// empty one, and that in hexapawn it has a box even for a single move. Notakto has no such positions.
func TestForcedLastMove(t *testing.T) {
	for _, rules := range all() {
		m := New(rules)
		g, only := m.graph, 0
		chances := make([]float64, len(g.Edges()))
		m.Chances(chances)
		for o := range g.All() {
			if len(g.Moves(o)) != 1 || g.Turn(o) != rules.Plays {
				continue
			}
			only++
			forced := g.Forced(o) != symmetry.None
			want, known := map[string]bool{"tic-tac-toe": true, "hexapawn": false}[rules.Game]
			if known && forced != want || want && g.Level(o) != 8 {
				t.Errorf("%s: %s has a single move; forced: %t", label(rules), g.Format(g.Code(o)), forced)
			}
			if _, ok := m.Box(o); ok == forced {
				t.Errorf("%s: %s has a box: %t", label(rules), g.Format(g.Code(o)), ok)
			}
			got := m.Move(o, rand.NewPCG(1, 1))
			if drew := len(m.Drawn()) == 1; got != g.Next(o, 0) || drew == forced {
				t.Errorf("%s: %s: moved to %d with %d beads drawn, want %d",
					label(rules), g.Format(g.Code(o)), got, len(m.Drawn()), g.Next(o, 0))
			}
			m.Recall(nil)
			if p := chances[g.OrbitEdges(o).First]; p != 1 {
				t.Errorf("%s: %s: the chance of the only move is %v", label(rules), g.Format(g.Code(o)), p)
			}
		}
		if only == 0 && rules.Game != "notakto" && (m.graph.Manner() == symmetry.Steps || rules.Plays == symmetry.First) {
			t.Errorf("%s: no position has a single move: the test proves nothing", label(rules))
		}
	}
}

// TestChances checks that chances are proportional to beads, or follow the rules if the box is empty, that the chances
// of the other side's moves stay unchanged, and that a frozen machine has the same chances.
func TestChances(t *testing.T) {
	for _, rules := range all() {
		for _, onEmpty := range []string{Resign, Restock} {
			rules.OnEmpty = onEmpty
			m := New(rules)
			g, random := m.graph, rand.New(rand.NewPCG(7, 8))
			fresh := slices.Clone(m.boxes)
			for n, o := range g.Choices(rules.Plays) {
				for i := range m.Moves(o).All() {
					m.boxes[o].Put(i, random.Int64N(5))
				}
				if n%5 == 0 {
					m.boxes[o] = Box{}
				}
			}
			const untouched = -1
			chances, frozen := make([]float64, len(g.Edges())), make([]float64, len(g.Edges()))
			for e := range chances {
				chances[e], frozen[e] = untouched, untouched
			}
			m.Chances(chances)
			for o := range g.All() {
				box := m.boxes[o]
				if box.Total() == 0 && onEmpty == Restock {
					box = fresh[o]
				}
				want := map[uint8]float64{} // by class
				for i, class := range g.Classes(o) {
					switch {
					case g.Turn(o) != rules.Plays:
						want[class] = untouched
					case g.Forced(o) != symmetry.None:
						want[class] += 1 / float64(len(g.Moves(o)))
					default:
						want[class] += box.Chance(i)
					}
				}
				for class, chance := range want {
					if got := chances[g.OrbitEdges(o).First+uint16(class)]; got != chance {
						t.Errorf("%s, %s: %s: class %d has chance %v, want %v",
							label(rules), onEmpty, g.Format(g.Code(o)), class, got, chance)
					}
				}
			}
			if m.Frozen().Chances(frozen); !slices.Equal(frozen, chances) {
				t.Errorf("%s, %s: the chances of the frozen machine differ", label(rules), onEmpty)
			}
		}
	}
}

// TestRecall checks, after every game, that a machine that recalls the draws of a copy has the same boxes as one that
// plays the games itself. The boxes have few beads, so that they soon run empty and are restocked.
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
		played := taught.Copy()
		playThrough(played, randomB)
		taught.Recall(played.Drawn())
		if !slices.Equal(taught.Drawn(), draws) {
			t.Fatalf("recalled %v, want %v", taught.Drawn(), draws)
		}
		own.Learn(symmetry.SecondWins)
		taught.Learn(symmetry.SecondWins)
		if !slices.Equal(own.boxes, taught.boxes) {
			t.Fatal("the boxes differ")
		}
	}
	if restocked == 0 {
		t.Error("no box was restocked")
	}
}

// TestRecallRestocksOnce checks that, if two games found the same box empty, the one that ends second keeps the beads
// earned in the first.
func TestRecallRestocksOnce(t *testing.T) {
	m := emptyOpening("tic-tac-toe", Restock)
	one, other := m.Copy(), m.Copy()
	one.Move(symmetry.Start, rand.NewPCG(1, 2))
	other.Move(symmetry.Start, rand.NewPCG(3, 4))
	for i, played := range []*Machine{one, other} {
		m.Recall(played.Drawn())
		m.Learn(symmetry.FirstWins)
		if got, want := m.boxes[symmetry.Start].Total(), 12+3*int64(i+1); got != want {
			t.Errorf("after %d wins the box has %d beads, want %d", i+1, got, want)
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

// TestLoadUndoesBeads checks that Load undoes Beads for trained machines of every game and side, and that Reset leaves
// nothing of them.
func TestLoadUndoesBeads(t *testing.T) {
	for _, rules := range all() {
		m := New(rules)
		random, openings := rand.NewPCG(1, 1), m.Bucket(m.Buckets()[0])
		for i := range 50 {
			m.Move(openings[i%len(openings)], random)
			m.Learn(symmetry.Win(rules.Plays))
		}
		again := New(rules)
		if err := again.Load(m.Beads()); err != nil || !slices.Equal(again.boxes, m.boxes) ||
			slices.Equal(again.Counts(), New(rules).Counts()) {
			t.Errorf("%s: loading the beads of a machine: %v", label(rules), err)
		}
		if m.Reset(Michie()); !slices.Equal(m.boxes, New(Michie()).boxes) {
			t.Errorf("%s: after a reset to other rules, the machine is not a new one", label(rules))
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	beads := slices.Collect(New(second()).Beads())
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
		"no such move":    change(5, func(b *Bead) { b.Move = 200 }),
		"not a position":  change(5, func(b *Bead) { b.Code = 19682 }),
		"no code":         change(5, func(b *Bead) { b.Code = 65535 }),
		"other bucket":    change(5, func(b *Bead) { b.Moves = 3 }),
		"first player's":  slices.Collect(New(Michie()).Beads()),
		"another game's":  slices.Collect(New(michie("hexapawn", symmetry.Second)).Beads()),
		"not in the box":  change(0, func(b *Bead) { b.Move = symmetry.Place(8) }),
		"too many in all": change(5, func(b *Bead) { b.Count = maxTotal }),
	} {
		if err := New(second()).Load(slices.Values(bad)); err == nil {
			t.Errorf("%s: no error", name)
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
		"game":     func(r *Rules) { r.Game = "chess" },
		"beads":    func(r *Rules) { r.Beads[2] = 0 },
		"reward":   func(r *Rules) { r.Win = MaxReward + 1 },
		"punish":   func(r *Rules) { r.Loss = -MaxReward - 1 },
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

// TestPresets checks that the first preset of a game is its usual one, how the presets for tic-tac-toe fill their boxes,
// and that Gardner's machines learn only from a loss, which costs the last bead drawn.
func TestPresets(t *testing.T) {
	for game, preset := range map[string]string{"tic-tac-toe": "michie", "hexapawn": "her"} {
		want, _ := Preset(preset)
		if got, err := Usual(game); err != nil || got != want || got.Game != game {
			t.Errorf("%s: got %+v, %v, want %+v", game, got, err, want)
		}
	}
	for _, game := range games.Names() {
		if _, err := Usual(game); err != nil {
			t.Error(err)
		}
	}
	if _, err := Preset("none"); err == nil {
		t.Error("an unknown preset is accepted")
	}
	if _, err := Usual("chess"); err == nil {
		t.Error("chess has usual rules")
	}
	for preset, want := range map[string]struct {
		beads   [4]int64
		onEmpty string
	}{"michie": {[4]int64{4, 3, 2, 1}, Resign}, "scroggs": {[4]int64{8, 4, 2, 1}, Resign},
		"restock": {[4]int64{4, 3, 2, 1}, Restock}} {
		rules, _ := Preset(preset)
		if rules.Beads != want.beads || rules.OnEmpty != want.onEmpty {
			t.Errorf("%s fills its boxes with %v, and an empty one leads to %s", preset, rules.Beads, rules.OnEmpty)
		}
	}
	if rules, _ := Preset("nim"); rules.Game != "nim" || rules.Plays != symmetry.First {
		t.Errorf("the machine for Nim plays %s as %s", rules.Game, rules.Plays)
	}
	for preset, plays := range map[string]symmetry.Side{"him": symmetry.First, "her": symmetry.Second} {
		rules, _ := Preset(preset)
		if rules.Game != "hexapawn" || rules.Plays != plays {
			t.Errorf("%s plays %s as %s", preset, rules.Game, rules.Plays)
		}
		for end, want := range map[symmetry.Outcome]int64{
			symmetry.Win(plays): 0, symmetry.Drawn: 0, symmetry.Win(plays.Other()): -1,
		} {
			m := New(rules)
			beads, random := m.Total(), rand.NewPCG(1, 1)
			o := m.Bucket(m.Buckets()[0])[0]
			o = m.graph.Next(m.Move(o, random), 0)
			m.Move(o, random)
			last := m.Drawn()[1]
			m.Learn(end)
			if got := m.Total() - beads; got != want || m.boxes[last.Orbit].Beads(int(last.Move)) != 1+want {
				t.Errorf("%s: %v changes the boxes by %d in all and leaves %d beads of the last colour drawn; want %d",
					preset, end, got, m.boxes[last.Orbit].Beads(int(last.Move)), want)
			}
		}
	}
}

// TestRulesAsJSON checks the names and the order of members, that reading leaves rules without a member as they are, and
// that errors name the member.
func TestRulesAsJSON(t *testing.T) {
	const michie = `{"game":"tic-tac-toe","plays":"first","beads_1":4,"beads_2":3,"beads_3":2,"beads_4":1,` +
		`"reward_win":3,"reward_draw":1,"reward_loss":-1,"moves":"distinct","on_empty":"resign","credit":"all"`
	text, err := json.Marshal(Michie())
	if err != nil || !strings.HasPrefix(string(text), michie) || text[len(text)-1] != '}' {
		t.Errorf("got %s, %v", text, err)
	}
	read := Michie()
	if err := json.Unmarshal([]byte(`{"beads_2":7,"credit":"last"}`), &read); err != nil {
		t.Error(err)
	}
	want := Michie()
	want.Beads[1], want.Credit = 7, CreditLast
	if read != want {
		t.Errorf("got %+v, want %+v", read, want)
	}
	for text, want := range map[string]string{
		`{"beds_2":7}`: `rules: unknown field "beds_2"`, `{"beads_2":"x"}`: "beads_2: ", `[]`: "json: ",
	} {
		if err := json.Unmarshal([]byte(text), &read); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}

// TestHeldInOrder checks that, however a board is turned, its moves are listed by square, each with the beads that the
// box has for it.
func TestHeldInOrder(t *testing.T) {
	m := New(Michie())
	g := m.Graph()
	for _, text := range []string{"X........", "..X......", "........X", ".X......."} {
		position, err := g.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		position = g.Play(position, g.MovesFrom(position)[3])
		o, to := g.Find(position)
		box, _ := m.Box(o)
		held := m.Held(position)
		if !slices.IsSortedFunc(held, func(a, b Held) int { return int(a.Move) - int(b.Move) }) {
			t.Errorf("%s: the moves are %v", g.Format(position), held)
		}
		for _, h := range held {
			if i := slices.Index(g.Moves(o), to.Move(h.Move)); i < 0 || box.Beads(i) != h.Beads {
				t.Errorf("%s, move %v: %d beads", g.Format(position), h.Move, h.Beads)
			}
		}
	}
}

func ExampleMachine() {
	m := New(Michie())
	random := rand.NewPCG(1961, 0)
	m.Move(symmetry.Start, random)
	opening := m.Drawn()[0]
	m.Learn(symmetry.FirstWins) // pretend that the machine has won
	box, _ := m.Box(opening.Orbit)
	fmt.Println(box.Beads(int(opening.Move)), "of", box.Total())
	// Output: 7 of 15
}

// TestDraws checks that a machine can remember the draws of the longest game.
func TestDraws(t *testing.T) {
	for _, rules := range all() {
		if g := New(rules).graph; (g.Longest()+1)/2 > maxDraws || maxDraws&(maxDraws-1) != 0 {
			t.Errorf("%s: games of %d moves, but %d draws can be remembered", label(rules), g.Longest(), maxDraws)
		}
	}
}

// TestNumbers checks that the boxes of every machine are numbered from 1 by moves played and code, and that other
// orbits have no number.
func TestNumbers(t *testing.T) {
	for _, rules := range all() {
		m, next := New(rules), 1
		for _, moves := range m.Buckets() {
			for _, o := range m.Bucket(moves) {
				if got := m.Number(o); got != next {
					t.Errorf("%s: the box of %s has number %d, want %d",
						label(rules), m.graph.Format(m.graph.Code(o)), got, next)
				}
				next++
			}
		}
		if m.Boxes() != next-1 {
			t.Errorf("%s: %d boxes, numbered up to %d", label(rules), m.Boxes(), next-1)
		}
		for o := range m.graph.All() {
			if _, found := m.Box(o); !found && m.Number(o) != 0 {
				t.Errorf("%s: %s has no box but the number %d",
					label(rules), m.graph.Format(m.graph.Code(o)), m.Number(o))
			}
		}
	}
}

// TestColours checks that the moves of a box have different colours, and that the steps of pawns keep the colours with
// which people have filled boxes: seven in order, from left to right.
func TestColours(t *testing.T) {
	for i, text := range []string{"7-4", "7-5", "8-4", "8-5", "8-6", "9-5", "9-6"} {
		if move, err := symmetry.ParseMove(text); err != nil || Colour(move) != i+1 {
			t.Errorf("%s has the colour %d, want %d; %v", text, Colour(move), i+1, err)
		}
	}
	for _, rules := range all() {
		rules.Moves = All
		m := New(rules)
		for _, o := range m.graph.Choices(rules.Plays) {
			met := map[int]symmetry.Move{}
			for _, move := range m.graph.Moves(o) {
				if other, twice := met[Colour(move)]; twice {
					t.Errorf("%s: %s: %v and %v are both %s",
						label(rules), m.graph.Format(m.graph.Code(o)), move, other, Colours[Colour(move)])
				}
				met[Colour(move)] = move
			}
		}
	}
}
