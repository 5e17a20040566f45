package law

import (
	"errors"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/option"
	"menace/symmetry"
)

// pawns is a position of hexapawn: nine squares, starting with the row at the far end from White.
type pawns string

// rawMoves returns the boards after each move of a side: 'B' moves down, 'W' up.
func (b pawns) rawMoves(side byte) (next []pawns) {
	other, step := byte('W'), 3
	if side == 'W' {
		other, step = 'B', -3
	}
	for from := range b {
		if b[from] != side || from+step < 0 || from+step > 8 {
			continue
		}
		for across := -1; across <= 1; across++ {
			to := from + step + across
			wants := byte('.')
			if across != 0 {
				wants = other
			}
			if column := from%3 + across; column < 0 || column > 2 || b[to] != wants {
				continue
			}
			after := []byte(b)
			after[from], after[to] = '.', side
			next = append(next, pawns(after))
		}
	}
	return next
}

// canonical returns the lesser of the pawns and its mirror image.
func (b pawns) canonical() pawns {
	mirror := []byte(b)
	for row := 0; row < 9; row += 3 {
		mirror[row], mirror[row+2] = mirror[row+2], mirror[row]
	}
	return min(b, pawns(mirror))
}

// rawWon returns the side that has won if it is turn's move, or 0.
func (b pawns) rawWon(turn byte) byte {
	other := byte('B' + 'W' - turn)
	switch {
	case strings.Contains(string(b[:3]), "W"):
		return 'W'
	case strings.Contains(string(b[6:]), "B"):
		return 'B'
	case len(b.rawMoves(turn)) == 0:
		return other
	}
	return 0
}

// rawWins reports whether the side to move can force a win.
func (b pawns) rawWins(turn byte) bool {
	if won := b.rawWon(turn); won != 0 {
		return won == turn
	}
	return slices.ContainsFunc(b.rawMoves(turn), func(next pawns) bool { return !next.rawWins('B' + 'W' - turn) })
}

// rawBeads is the set of the beads left in a machine, by their numbers in [rawLaw.beads].
type rawBeads uint64

// rawLaw is the law of Gardner's machine for one side, enumerated on boards and sets of beads.
type rawLaw struct {
	side    byte
	perfect bool // the opponent is perfect, otherwise random
	// beads numbers all beads, each as a position and the position to which its move leads, both up to mirror image.
	beads map[[2]pawns]int
	moves map[pawns][]rawMove // of the machine
}

// rawMove is a move of the machine, for which it needs a bead.
type rawMove struct {
	bead rawBeads // the set of this one
	to   pawns    // up to mirror image
}

// left returns the moves from a position for which there are beads.
func (l *rawLaw) left(m rawBeads, b pawns) (all []rawMove) {
	for _, move := range l.moves[b] {
		if m&move.bead != 0 {
			all = append(all, move)
		}
	}
	return all
}

// games adds the probabilities of the sets of beads after a game that continues from a board.
func (l *rawLaw) games(b pawns, turn byte, m, last rawBeads, chance float64, to map[rawBeads]float64) {
	if won := b.rawWon(turn); won != 0 {
		if won != l.side { // a loss costs the last bead
			m &^= last
		}
		to[m] += chance
		return
	}
	other := byte('B' + 'W' - turn)
	if turn != l.side {
		moves := b.rawMoves(turn)
		if l.perfect && b.rawWins(turn) {
			moves = slices.DeleteFunc(moves, func(next pawns) bool { return next.rawWins(other) })
		}
		for _, next := range moves {
			l.games(next, other, m, last, chance/float64(len(moves)), to)
		}
		return
	}
	left := l.left(m, b)
	if len(left) == 0 { // it resigns
		to[m&^last] += chance
		return
	}
	for _, move := range left {
		l.games(move.to, other, m, move.bead, chance/float64(len(left)), to)
	}
}

// loses reports whether the machine can lose a game against some opponent.
func (l *rawLaw) loses(b pawns, turn byte, m rawBeads) bool {
	if won := b.rawWon(turn); won != 0 {
		return won != l.side
	}
	other := byte('B' + 'W' - turn)
	if turn != l.side {
		return slices.ContainsFunc(b.rawMoves(turn), func(next pawns) bool { return l.loses(next, other, m) })
	}
	left := l.left(m, b)
	return len(left) == 0 || slices.ContainsFunc(left, func(move rawMove) bool { return l.loses(move.to, other, m) })
}

const rawStart = pawns("BBB...WWW")

// fill finds the machine's moves, and the beads for them, in all positions that follow from a board.
func (l *rawLaw) fill(b pawns, turn byte) {
	if b.rawWon(turn) != 0 {
		return
	}
	var moves []rawMove
	for _, next := range b.rawMoves(turn) {
		if turn == l.side {
			bead := [2]pawns{b.canonical(), next.canonical()}
			if _, known := l.beads[bead]; !known {
				l.beads[bead] = len(l.beads)
			}
			move := rawMove{1 << l.beads[bead], bead[1]}
			if !slices.Contains(moves, move) {
				moves = append(moves, move)
			}
		}
		l.fill(next, 'B'+'W'-turn)
	}
	l.moves[b] = moves
}

// TestLawOnBoards compares laws with an enumeration on boards and sets of beads, which uses the mirror image but no
// graph and no machine.
func TestLawOnBoards(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, tt := range []struct {
		preset, opponent string
		states           int64
	}{{"her", "perfect", 2048}, {"him", "perfect", 3600}} {
		law := lawOf(t, tt.preset, tt.opponent, 60)
		raw := &rawLaw{
			side: map[string]byte{"her": 'B', "him": 'W'}[tt.preset], perfect: tt.opponent == "perfect",
			beads: map[[2]pawns]int{}, moves: map[pawns][]rawMove{},
		}
		raw.fill(rawStart, 'W')
		fresh := rawBeads(1)<<len(raw.beads) - 1
		chances := map[rawBeads]float64{fresh: 1}
		unbeatable := map[rawBeads]bool{}
		after := map[rawBeads]map[rawBeads]float64{} // a game
		for _, p := range law.Points {
			var safe, bankrupt, lost float64
			next := map[rawBeads]float64{}
			for m, chance := range chances {
				if after[m] == nil {
					unbeatable[m] = !raw.loses(rawStart, 'W', m)
					after[m] = map[rawBeads]float64{}
					raw.games(rawStart, 'W', m, 0, 1, after[m])
				}
				if unbeatable[m] {
					safe += chance
				}
				if raw.side == 'W' && len(raw.left(m, rawStart)) == 0 {
					bankrupt += chance
				}
				lost += chance * float64(bits.OnesCount64(uint64(fresh&^m))) // each loss has cost one bead
				for to, p := range after[m] {
					next[to] += chance * p
				}
			}
			for _, n := range []struct {
				name      string
				got, want float64
			}{{"unbeatable", p.Unbeatable, safe}, {"bankrupt", p.Bankrupt, bankrupt}, {"lost", p.Lost, lost}} {
				if math.Abs(n.got-n.want) > 1e-9 {
					t.Fatalf("%s against %s after %d games: %s %v, want %v",
						tt.preset, tt.opponent, p.Games, n.name, n.got, n.want)
				}
			}
			chances = next
		}
		if law.States != tt.states || int64(len(after)) != tt.states {
			t.Errorf("%s against %s: got %d states, and %d on boards, want %d",
				tt.preset, tt.opponent, law.States, len(after), tt.states)
		}
	}
}

// lawOf returns the law of a preset after 0, 1, 2, … games.
func lawOf(t *testing.T, preset, opponent string, games int64) *Law {
	t.Helper()
	rules, _ := menace.Preset(preset)
	var all []int64
	for n := range games + 1 {
		all = append(all, n)
	}
	law, err := New(t.Context(), rules, opponent, all)
	if err != nil {
		t.Fatal(err)
	}
	return law
}

// TestLawAgainstSimulation trains 100,000 machines of each kind, and compares the times at which they became bankrupt
// or unbeatable with the law by Pearson's chi-square test.
func TestLawAgainstSimulation(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const machines = 30_000
	for _, tt := range []struct {
		preset, opponent string
		ends             []int64 // of the bins
		of               func(Point) float64
		reached          func(*menace.Machine) bool
	}{
		{"him", "perfect", []int64{10, 11, 12, 13}, func(p Point) float64 { return p.Bankrupt },
			(*menace.Machine).Bankrupt},
		{"her", "perfect", []int64{40, 60, 80, 100, 130}, func(p Point) float64 { return p.Unbeatable },
			func(m *menace.Machine) bool { return arena.MostLosses(m, symmetry.Second).Loss == 0 }},
	} {
		law := lawOf(t, tt.preset, tt.opponent, slices.Max(tt.ends))
		var expected []float64
		before := 0.0
		for _, end := range tt.ends {
			p := law.Points[end]
			expected, before = append(expected, tt.of(p)-before), tt.of(p)
		}
		expected = append(expected, 1-before)
		observed := make([]float64, len(expected))
		rules, _ := menace.Preset(tt.preset)
		m, random := menace.New(rules), arena.NewRandom(1)
		fresh := m.Counts()
		opponent, err := arena.ParseOpponent(m.Graph(), tt.opponent)
		if err != nil {
			t.Fatal(err)
		}
		first, second := arena.InOrder(m, rules.Plays, opponent)
		for range machines {
			if err := m.SetCounts(fresh); err != nil {
				t.Fatal(err)
			}
			bin, games := 0, int64(0)
			for ; bin < len(tt.ends); bin++ {
				for ; games < tt.ends[bin]; games++ {
					end, _ := arena.Play(m.Graph(), first, second, random)
					m.Learn(end)
				}
				if tt.reached(m) {
					break
				}
			}
			observed[bin]++
		}
		var chi2 float64
		for i, chance := range expected {
			chi2 += (observed[i] - machines*chance) * (observed[i] - machines*chance) / (machines * chance)
		}
		if p := 1 - (distuv.ChiSquared{K: float64(len(expected) - 1)}).CDF(chi2); p < 0.001 {
			t.Errorf("%s against %s: χ² = %.1f, p = %.2g: %v machines, expected %v",
				tt.preset, tt.opponent, chi2, p, observed, expected)
		}
	}
}

// TestLawAddsUp compares the total numbers of lost games with the losses up to a game by which every machine is
// bankrupt.
func TestLawAddsUp(t *testing.T) {
	law := lawOf(t, "him", "perfect", 37) // as many games as beads
	var sum, mean float64
	for _, l := range law.Losses {
		sum, mean = sum+l.Probability, mean+float64(l.Games)*l.Probability
	}
	if math.Abs(sum-1) > 1e-9 || law.MeanLost == nil || math.Abs(*law.MeanLost-mean) > 1e-9 {
		t.Errorf("the probabilities of losses add up to %v; mean %v, want %v", sum, law.MeanLost, mean)
	}
	p := law.Points[37]
	if math.Abs(p.Lost-mean) > 1e-9 || math.Abs(p.Bankrupt-1) > 1e-9 || math.Abs(p.Settled-1) > 1e-9 {
		t.Errorf("got %+v, but a mean of %v lost games", p, mean)
	}
}

// TestBound checks the bound of the number of machines against their number.
func TestBound(t *testing.T) {
	for _, name := range []string{"her", "him"} {
		rules, _ := menace.Preset(name)
		g := menace.New(rules).Graph()
		opponents := map[string]arena.Opponent{"perfect": arena.Perfect(g), "soonest": arena.Soonest(g)}
		if name == "her" {
			opponents["fastest"] = arena.Fastest(g)
		}
		for opponent, other := range opponents {
			c, err := newChain(t.Context(), rules, other, maxStates)
			if err != nil {
				t.Fatal(err)
			}
			tooMany := new(tooManyError)
			if _, err := newChain(t.Context(), rules, other, len(c)/2); !errors.As(err, &tooMany) {
				t.Fatalf("%s against %s: error %v for %d of %d states", name, opponent, err, len(c)/2, len(c))
			}
			switch bound := math.Round(math.Pow(10, tooMany.bound)); {
			case bound < float64(len(c)):
				t.Errorf("%s against %s: %d states, at most %.0f", name, opponent, len(c), bound)
			case name == "her" && opponent == "perfect" && bound != float64(len(c)):
				t.Errorf("%s against %s: %d states, at most %.0f, which should be exact", name, opponent, len(c), bound)
			}
		}
	}
}

// TestLawRefuses checks that rules without a law are refused with an error that names the rule.
func TestLawRefuses(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	her, _ := menace.Preset("her")
	for name, change := range map[string]func(*menace.Rules){
		"win": func(r *menace.Rules) { r.Win = 1 }, "draw": func(r *menace.Rules) { r.Draw = 2 },
		"loss": func(r *menace.Rules) { r.Loss = 1 }, "on-empty": func(r *menace.Rules) { r.OnEmpty = menace.Restock },
		"beads": func(r *menace.Rules) { r.Beads[1] = 256 },
	} {
		rules := her
		change(&rules)
		var wrong *option.Error
		_, err := New(t.Context(), rules, "random", []int64{0})
		if !errors.As(err, &wrong) || wrong.Name != name {
			t.Errorf("%s: error %v", name, err)
		}
	}
	michie := menace.Michie()
	michie.Win, michie.Draw = 0, 0
	two := her
	two.Beads = [4]int64{2, 2, 2, 2}
	for want, rules := range map[string]menace.Rules{
		"more than 1,000 machines can arise, and at most 65,536;":     her, // 2^16, which is their number
		"more than 1,000 machines can arise, and at most 43,046,721;": two, // 3^16
		"more than 1,000 machines can arise, and at most 10^304;":     michie,
	} {
		_, err := newChain(t.Context(), rules, arena.Random(menace.New(rules).Graph()), 1000)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v for more states than allowed, want %q", err, want)
		}
	}
}
