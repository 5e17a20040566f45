package arena_test

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"

	"menace/board"
	"menace/menace"
	"menace/menace/arena"
	"menace/minimax"
	"menace/symmetry"
)

// place is a position on the board.
type place struct {
	orbit symmetry.Orbit
	end   symmetry.Outcome
	turn  symmetry.Side
	board board.Board
	moves []symmetry.Move
	after []symmetry.Position // successors, in the order of moves
	index []int               // for each move, its index among the moves of the orbit
}

// allPlaces holds all positions of each game by their code.
var allPlaces = func() map[*symmetry.Graph]*[board.Codes]*place {
	places := map[*symmetry.Graph]*[board.Codes]*place{}
	for _, g := range all {
		places[g] = enumerate(g)
	}
	return places
}()

// enumerate finds all positions that are reachable from the start.
func enumerate(g *symmetry.Graph) *[board.Codes]*place {
	places := &[board.Codes]*place{}
	var visit func(c symmetry.Position, turn symmetry.Side)
	visit = func(c symmetry.Position, turn symmetry.Side) {
		if places[c] != nil {
			return
		}
		o, to := g.Find(c)
		p := &place{orbit: o, end: g.Outcome(o), turn: turn, board: board.Code(c).Board(), moves: g.MovesFrom(c)}
		places[c] = p
		for _, m := range p.moves {
			p.after = append(p.after, g.Play(c, m))
			p.index = append(p.index, slices.Index(g.Moves(o), to.Move(m)))
			visit(g.Play(c, m), turn.Other())
		}
	}
	visit(g.Code(symmetry.Start), symmetry.First)
	return places
}

// definition returns the chances of a player's moves in a position, in their order, or nil if the player resigns. It
// does not use the chances and sets of the graph.
type definition func(p *place) []float64

// evenly gives the same chance to each good move.
func evenly(p *place, good func(i int) bool) []float64 {
	chances, n := make([]float64, len(p.moves)), 0
	for i := range chances {
		if good(i) {
			chances[i] = 1
			n++
		}
	}
	for i := range chances {
		chances[i] /= float64(n)
	}
	return chances
}

// anyMove plays any move.
func anyMove(p *place) []float64 { return evenly(p, func(int) bool { return true }) }

// bestMove tries all continuations on the board and plays any move that keeps the value.
func bestMove(g *symmetry.Graph) definition {
	places, known := allPlaces[g], map[symmetry.Position]int{}
	var value func(c symmetry.Position) int
	value = func(c symmetry.Position) int {
		if v, ok := known[c]; ok {
			return v
		}
		p, v := places[c], -1
		switch p.end {
		case symmetry.Drawn:
			v = 0
		case symmetry.Win(p.turn):
			v = 1
		}
		for _, after := range p.after {
			v = max(v, -value(after))
		}
		known[c] = v
		return v
	}
	return func(p *place) []float64 {
		least := 1 // lowest value for the other player
		for _, after := range p.after {
			least = min(least, value(after))
		}
		return evenly(p, func(i int) bool { return value(p.after[i]) == least })
	}
}

// soonestMove tries all continuations on the board and plays any move that wins soonest or, if none wins, any that draws
// or, if none draws, any that loses latest.
func soonestMove(g *symmetry.Graph) definition {
	const long = 100 // plies, more than any game has
	places, known := allPlaces[g], map[symmetry.Position]int{}
	var value func(c symmetry.Position) int // to the player to move: ±(long − plies to the end), or 0
	value = func(c symmetry.Position) int {
		if v, ok := known[c]; ok {
			return v
		}
		p, v := places[c], -long
		switch p.end {
		case symmetry.Drawn:
			v = 0
		case symmetry.Win(p.turn):
			v = long
		case symmetry.Ongoing:
			for _, after := range p.after {
				switch reply := -value(after); {
				case reply > 0:
					v = max(v, reply-1)
				case reply < 0:
					v = max(v, reply+1)
				default:
					v = max(v, 0)
				}
			}
		}
		known[c] = v
		return v
	}
	return func(p *place) []float64 {
		least := long // lowest value for the other player
		for _, after := range p.after {
			least = min(least, value(after))
		}
		return evenly(p, func(i int) bool { return value(p.after[i]) == least })
	}
}

// blockingMove plays tic-tac-toe: it wins if it can, or else stops the other player from winning, or else plays any
// move.
func blockingMove(p *place) []float64 {
	b := p.board
	squares := cmp.Or(b.Winning(b.Turn()), b.Winning(b.Turn().Other()), b.Empty())
	return evenly(p, func(i int) bool { return squares.Has(p.moves[i].To()) })
}

// slipping plays any move with probability slip, and otherwise like a careful player.
func slipping(slip float64, careful definition) definition {
	return func(p *place) []float64 {
		careless, careful := anyMove(p), careful(p)
		for i := range careless {
			careless[i] = slip*careless[i] + (1-slip)*careful[i]
		}
		return careless
	}
}

// answering answers a single X in a corner on one of the squares that the table lists for that corner, and otherwise
// plays like another player. If the second move is free, it is any, wherever X has a corner and O, with its only piece,
// is on one of the squares of that corner.
func answering(squares map[board.Square]board.Mask, free bool, other definition) definition {
	return func(p *place) []float64 {
		b := p.board
		for corner, answers := range squares {
			if !b.X.Has(corner) {
				continue
			}
			if b.Moves() == 1 {
				return evenly(p, func(i int) bool { return answers.Has(p.moves[i].To()) })
			}
			if free && b.Moves() == 3 && b.O&answers == b.O {
				return anyMove(p)
			}
		}
		return other(p)
	}
}

// drawing draws beads: the transform of a position finds its box and the beads of each move. It counts the empty boxes
// that it encounters.
func drawing(m *menace.Machine) (how definition, empty *int) {
	rules, fresh := m.Rules(), menace.New(m.Rules())
	empty = new(int)
	return func(p *place) []float64 {
		box, ok := m.Box(p.orbit)
		if !ok {
			return []float64{1} // forced
		}
		if box.Total() == 0 {
			*empty++
			if rules.OnEmpty == menace.Resign {
				return nil
			}
			box, _ = fresh.Box(p.orbit)
		}
		chances := make([]float64, len(p.moves))
		for i := range chances {
			chances[i] = float64(box.Beads(p.index[i])) / float64(box.Total())
		}
		return chances
	}, empty
}

// onTheBoard computes the probabilities of a side by their definition, from position to position on the board, as the
// mean over the moves of the player to move.
func onTheBoard(g *symmetry.Graph, own definition, side symmetry.Side, other definition) arena.WDL {
	places, known := allPlaces[g], make([]*arena.WDL, board.Codes)
	var walk func(c symmetry.Position) arena.WDL
	walk = func(c symmetry.Position) (sum arena.WDL) {
		p := places[c]
		if p.end != symmetry.Ongoing {
			return ended(p.end, side)
		}
		if known[c] != nil {
			return *known[c]
		}
		mover, resigned := own, arena.WDL{Loss: 1}
		if p.turn != side {
			mover, resigned = other, arena.WDL{Win: 1}
		}
		chances := mover(p)
		if chances == nil {
			sum = resigned
		}
		for i, chance := range chances {
			if chance > 0 {
				after := walk(p.after[i])
				sum.Win += chance * after.Win
				sum.Draw += chance * after.Draw
				sum.Loss += chance * after.Loss
			}
		}
		known[c] = &sum
		return sum
	}
	return walk(g.Code(symmetry.Start))
}

// ended returns the probabilities of a side in a finished game.
func ended(end symmetry.Outcome, side symmetry.Side) arena.WDL {
	switch end {
	case symmetry.Drawn:
		return arena.WDL{Draw: 1}
	case symmetry.Win(side):
		return arena.WDL{Win: 1}
	}
	return arena.WDL{Loss: 1}
}

// worstOnTheBoard tries every reply in every position on the board. It returns the lowest value that replies can force,
// and the highest probability of a loss at that value.
func worstOnTheBoard(g *symmetry.Graph, own definition, side symmetry.Side) (value, loss float64) {
	type worst struct{ value, loss float64 }
	places, known := allPlaces[g], make([]*worst, board.Codes)
	var walk func(c symmetry.Position) worst
	walk = func(c symmetry.Position) (w worst) {
		p := places[c]
		if p.end != symmetry.Ongoing {
			wdl := ended(p.end, side)
			return worst{wdl.Value(), wdl.Loss}
		}
		if known[c] != nil {
			return *known[c]
		}
		if p.turn != side {
			w.value = math.Inf(1)
			for _, after := range p.after {
				w.value = min(w.value, walk(after).value)
			}
			for _, after := range p.after {
				if reply := walk(after); reply.value <= w.value+1e-12 {
					w.loss = max(w.loss, reply.loss)
				}
			}
		} else if chances := own(p); chances == nil {
			w = worst{-1, 1}
		} else {
			for i, chance := range chances {
				if chance > 0 {
					after := walk(p.after[i])
					w.value += chance * after.value
					w.loss += chance * after.loss
				}
			}
		}
		known[c] = &w
		return w
	}
	w := walk(g.Code(symmetry.Start))
	return w.value, w.loss
}

// mostOnTheBoard tries every reply in every position on the board. It returns the highest probability of a loss that
// replies can force, and the lowest probability of a draw at that loss.
func mostOnTheBoard(g *symmetry.Graph, own definition, side symmetry.Side) (loss, draw float64) {
	type most struct{ loss, draw float64 }
	places, known := allPlaces[g], make([]*most, board.Codes)
	var walk func(c symmetry.Position) most
	walk = func(c symmetry.Position) (m most) {
		p := places[c]
		if p.end != symmetry.Ongoing {
			wdl := ended(p.end, side)
			return most{wdl.Loss, wdl.Draw}
		}
		if known[c] != nil {
			return *known[c]
		}
		if p.turn != side {
			for _, after := range p.after {
				m.loss = max(m.loss, walk(after).loss)
			}
			m.draw = math.Inf(1)
			for _, after := range p.after {
				if reply := walk(after); reply.loss >= m.loss-1e-12 {
					m.draw = min(m.draw, reply.draw)
				}
			}
		} else if chances := own(p); chances == nil {
			m = most{1, 0}
		} else {
			for i, chance := range chances {
				if chance > 0 {
					after := walk(p.after[i])
					m.loss += chance * after.loss
					m.draw += chance * after.draw
				}
			}
		}
		known[c] = &m
		return m
	}
	m := walk(g.Code(symmetry.Start))
	return m.loss, m.draw
}

// beatable reports whether a side can lose a game in which it only makes moves with a positive chance.
func beatable(g *symmetry.Graph, own definition, side symmetry.Side) bool {
	places, seen := allPlaces[g], map[symmetry.Position]bool{}
	var reaches func(c symmetry.Position) bool
	reaches = func(c symmetry.Position) bool {
		p := places[c]
		if p.end != symmetry.Ongoing {
			return p.end == symmetry.Win(side.Other())
		}
		if seen[c] {
			return false
		}
		seen[c] = true
		var chances []float64
		if p.turn == side {
			if chances = own(p); chances == nil {
				return true
			}
		}
		for i, after := range p.after {
			if (chances == nil || chances[i] > 0) && reaches(after) {
				return true
			}
		}
		return false
	}
	return reaches(g.Code(symmetry.Start))
}

// subject is a machine under test.
type subject struct {
	name  string
	rules func(*menace.Rules) // changes to the rules of 1961
	games int64               // games of training, or −1 to train until the machine can reach an empty box
	// is reports whether the machine has the property in its name. plain is a machine of 1961 with the same training.
	is func(m, plain *menace.Machine) bool
}

// poor returns rules with few beads, so that the later boxes are soon empty.
func poor(onEmpty string) func(*menace.Rules) {
	return func(r *menace.Rules) {
		r.Beads, r.Win, r.Draw, r.OnEmpty = [4]int64{99, 20, 2, 1}, 0, 0, onEmpty
	}
}

var subjects = []subject{
	{"fresh", func(*menace.Rules) {}, 0, func(m, _ *menace.Machine) bool { return !learned(m) }},
	{"trained", func(*menace.Rules) {}, 300, func(m, _ *menace.Machine) bool { return learned(m) }},
	{"resigning", poor(menace.Resign), -1, func(m, _ *menace.Machine) bool { return !m.Bankrupt() }},
	{"restocking", poor(menace.Restock), -1, func(m, _ *menace.Machine) bool { return meetsEmptyBox(m) }},
	{"with credit to the last", func(r *menace.Rules) { r.Credit = menace.CreditLast }, 300,
		func(m, plain *menace.Machine) bool {
			return learned(m) && !slices.Equal(m.Counts(), plain.Counts())
		}},
	{"with beads for all moves", func(r *menace.Rules) { r.Moves = menace.All }, 300,
		func(m, plain *menace.Machine) bool { // more beads in every game with moves that are equal by symmetry
			return (len(m.Counts()) > len(plain.Counts())) == (len(m.Graph().Symmetries()) > 1)
		}},
	{"careful", func(*menace.Rules) {}, 0, func(m, plain *menace.Machine) bool { return m.Total() < plain.Total() }},
	{"bankrupt", func(r *menace.Rules) { r.Beads, r.Win, r.Draw = [4]int64{1, 1, 1, 1}, -1, -1 }, 300,
		func(m, _ *menace.Machine) bool {
			return m.Bankrupt()
		}},
}

// makeCareful removes the beads of all moves that give away the value of perfect play.
func makeCareful(m *menace.Machine) error {
	solution, counts, nth := minimax.Solve(m.Graph(), symmetry.MaxLength), m.Counts(), 0
	for bead := range m.Beads() {
		orbit, _ := m.Graph().Find(bead.Code)
		if !solution.Best(orbit).Has(slices.Index(m.Graph().Moves(orbit), bead.Move)) {
			counts[nth] = 0
		}
		nth++
	}
	return m.SetCounts(counts)
}

// learned reports whether the beads of a machine differ from those of a fresh one.
func learned(m *menace.Machine) bool {
	return !slices.Equal(m.Counts(), menace.New(m.Rules()).Counts())
}

// machine returns the machine of a subject for one side of a game, trained against random play.
func (s subject) machine(t *testing.T, g *symmetry.Graph, side symmetry.Side, seed int64) *menace.Machine {
	t.Helper()
	rules := michie(g, side)
	s.rules(&rules)
	m, training := newTraining(rules, arena.Random(g), seed)
	training.Play(max(s.games, 0))
	for games := 0; s.games < 0 && !meetsEmptyBox(m); games++ {
		if training.Bankrupt() || games > 3000 {
			t.Fatalf("%s, %s: no empty box after %d games, bankrupt: %t", label(rules), s.name, games, m.Bankrupt())
		}
		training.Play(1)
	}
	if s.name == "careful" {
		if err := makeCareful(m); err != nil {
			t.Fatal(err)
		}
	}
	if !s.is(m, trained(t, michie(g, side), arena.Random(g), s.games, seed)) {
		t.Errorf("%s: the machine is not %s", label(rules), s.name)
	}
	return m
}

// meetsEmptyBox reports whether a machine can reach an empty box by drawing the beads that it has.
func meetsEmptyBox(m *menace.Machine) bool {
	g := m.Graph()
	var met [symmetry.MaxOrbits]bool
	var meets func(o symmetry.Orbit) bool
	meets = func(o symmetry.Orbit) bool {
		if met[o] {
			return false
		}
		met[o] = true
		box, own := m.Box(o)
		if own && box.Total() == 0 {
			return true
		}
		for i := range g.Moves(o) {
			if (!own || box.Beads(i) > 0) && meets(g.Next(o, i)) {
				return true
			}
		}
		return false
	}
	return meets(symmetry.Start)
}

// opponent is a policy and how it plays on the board.
type opponent struct {
	policy  arena.Policy
	onBoard definition
}

// TestProbabilitiesByDefinition compares the probabilities of many kinds of machine, against all opponents and in the
// worst case, with the rules of play carried out on the board.
func TestProbabilitiesByDefinition(t *testing.T) {
	unbeatable, want := 0, 0
	for _, g := range all {
		for _, side := range sides {
			if !hopeless(g, side) {
				want++ // the careful machine
			}
			opponents := map[string]opponent{
				"random":            {arena.Random(g), anyMove},
				"perfect":           {arena.Perfect(g), bestMove(g)},
				"soonest":           {arena.Soonest(g), soonestMove(g)},
				"noisy":             {arena.Noisy(arena.Perfect(g), 0.3), slipping(0.3, bestMove(g))},
				"noisy:0.2/soonest": {arena.Noisy(arena.Soonest(g), 0.2), slipping(0.2, soonestMove(g))},
			}
			if g == ticTacToe {
				far := map[board.Square]board.Mask{0: 0o240, 2: 0o210, 6: 0o042, 8: 0o012}
				opponents["reply"] = opponent{arena.Reply(arena.Soonest(g), "far"), answering(far, false, soonestMove(g))}
				opponents["reply:far+any"] = opponent{arena.Reply(arena.Random(g), "far+any"), answering(far, true, anyMove)}
				opponents["blocker"] = opponent{arena.Blocker(g), blockingMove}
			}
			for _, k := range arena.Kinds { // searches are compared elsewhere, and mcts has no chances
				_, err := arena.ParseOpponent(g, k.Example)
				if _, ok := opponents[k.Name]; g == ticTacToe && err == nil && !ok && k.Name != "search" {
					t.Errorf("%s: put how it plays on the board into opponents above", k.Name)
				}
			}
			met := map[string]*int{} // empty boxes that these opponents encountered
			for _, s := range subjects {
				if s.name == "trained" || s.name == "resigning" || s.name == "bankrupt" {
					rival := s.machine(t, g, side.Other(), 11)
					onBoard, empty := drawing(rival)
					opponents[s.name], met[s.name] = opponent{rival, onBoard}, empty
				}
			}
			for i, s := range subjects {
				m := s.machine(t, g, side, int64(i))
				own, empty := drawing(m)
				for name, other := range opponents {
					want := onTheBoard(g, own, side, other.onBoard)
					if got := arena.Evaluate(m, side, other.policy); !near(got, want) {
						t.Errorf("%s, %s – %s: got %v, want %v", label(m.Rules()), s.name, name, got, want)
					}
				}
				value, worstLoss := worstOnTheBoard(g, own, side)
				worst := arena.Measure(m, side, arena.Tally{}).Worst
				if math.Abs(worst.Value()-value) > tolerance || math.Abs(worst.Loss-worstLoss) > tolerance {
					t.Errorf("%s, %s: got %v, want the value %v with %v losses",
						label(m.Rules()), s.name, worst, value, worstLoss)
				}
				loss, draw := mostOnTheBoard(g, own, side)
				most := arena.MostLosses(m, side)
				if math.Abs(most.Loss-loss) > tolerance || math.Abs(most.Draw-draw) > tolerance ||
					most.Validate() != nil {
					t.Errorf("%s, %s: got the most losses %v, want %v with %v draws",
						label(m.Rules()), s.name, most, loss, draw)
				}
				if can := beatable(g, own, side); can != (most.Loss > 0) {
					t.Errorf("%s, %s: beatable: %t; most losses %v", label(m.Rules()), s.name, can, most)
				} else if !can {
					unbeatable++
				}
				if *empty == 0 && (s.games < 0 || s.name == "bankrupt") {
					t.Errorf("%s, %s: no empty box was encountered: the test proves nothing", label(m.Rules()), s.name)
				}
			}
			if *met["resigning"] == 0 {
				t.Errorf("%s, %s: no opponent resigned: the test does not cover resignation", g.Name(), side)
			}
		}
	}
	if unbeatable != want {
		t.Errorf("got %d unbeatable machines, want %d: the careful ones, on sides that need not lose", unbeatable, want)
	}
}

// TestMeasureIsOneOfEach checks that a checkpoint has exactly the same probabilities as separate evaluations, and those
// against a blocker only if the game has one.
func TestMeasureIsOneOfEach(t *testing.T) {
	for _, g := range all {
		for _, side := range sides {
			for i, s := range subjects {
				m := s.machine(t, g, side, int64(i))
				tally := arena.Tally{Win: 1, Draw: 2, Loss: 3}
				want := arena.Point{
					Games: 6, Tally: tally, Worst: arena.Measure(m, side, arena.Tally{}).Worst,
					Random:  arena.Evaluate(m, side, arena.Random(g)),
					Perfect: arena.Evaluate(m, side, arena.Perfect(g)),
				}
				if blocker := arena.Blocker(g); blocker != nil {
					want.Blocker = arena.Evaluate(m, side, blocker)
				}
				got := arena.Measure(m, side, tally)
				if want.MostLosses = arena.MostLosses(m, side); got.MostLosses != want.MostLosses {
					t.Errorf("%s, %s: got the most losses %v, want %v",
						label(m.Rules()), s.name, got.MostLosses, want.MostLosses)
				}
				if !got.Same(want) || got.Random != want.Random || got.Perfect != want.Perfect ||
					got.Blocker != want.Blocker || got.Worst != want.Worst {
					t.Errorf("%s, %s: got %+v, want %+v", label(m.Rules()), s.name, got, want)
				}
			}
		}
	}
}

// trained returns a machine after n games of training.
func trained(t *testing.T, rules menace.Rules, opponent arena.Player, n int64, seed int64) *menace.Machine {
	t.Helper()
	m, training := newTraining(rules, opponent, seed)
	if _, err := training.Run(context.Background(), n); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestDrawsHideLosses checks that a worst case in which the opponent always draws can hide a reply that wins often and
// loses more often. The numbers come from an independent program.
func TestDrawsHideLosses(t *testing.T) {
	rules := menace.Michie()
	rules.Loss, rules.OnEmpty = -3, menace.Restock
	m := trained(t, rules, arena.Noisy(arena.Perfect(ticTacToe), 0.2), 2000, 4)
	if worst := arena.Measure(m, symmetry.First, arena.Tally{}).Worst; worst.Loss != 0 {
		t.Errorf("it loses in the worst case: %+v", worst)
	}
	if got := arena.Evaluate(m, symmetry.First, arena.Blocker(ticTacToe)).Loss; math.Abs(got-0.0202) > 0.00005 {
		t.Errorf("it loses %v to a blocker, want 2.02 %%", got)
	}
	if got := arena.MostLosses(m, symmetry.First).Loss; math.Abs(got-0.1423) > 0.00005 {
		t.Errorf("the most losses have probability %v, want 14.23 %%", got)
	}
}
