package symmetry_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"menace/board"
	"menace/minimax/games"
	"menace/symmetry"
)

// game is a game with facts from sources independent of this project.
type game struct {
	*symmetry.Graph
	symmetries []symmetry.Transform
	positions  int
	byMoves    []int // orbits, by moves played
	ended      map[symmetry.Outcome]int
	boxes      map[symmetry.Side]map[int]int // orbits with a choice, by moves played
	distinct   map[symmetry.Side]map[int]int // distinct moves in these orbits
	plays      int                           // complete games
	nodes      int                           // nodes of the game tree
	steps      bool                          // moves take a piece from one square to another

	impossible []impossible
}

// impossible is a move that is impossible in a position, with the reason.
type impossible struct{ position, move, why string }

var all = []game{
	{
		Graph: build("tic-tac-toe"), symmetries: games.TicTacToe{}.Symmetries(), positions: 5478,
		byMoves: []int{1, 3, 12, 38, 108, 174, 204, 153, 57, 15},
		ended:   map[symmetry.Outcome]int{symmetry.FirstWins: 91, symmetry.SecondWins: 44, symmetry.Drawn: 3},
		boxes: map[symmetry.Side]map[int]int{
			symmetry.First: {0: 1, 2: 12, 4: 108, 6: 183}, symmetry.Second: {1: 3, 3: 38, 5: 153, 7: 95},
		},
		distinct: map[symmetry.Side]map[int]int{
			symmetry.First: {0: 3, 2: 66, 4: 492, 6: 526}, symmetry.Second: {1: 12, 3: 198, 5: 584, 7: 181},
		},
		plays: 255168, nodes: 549946,
		impossible: []impossible{
			{"X../.../...", "1", "square 1 is taken by X"},
			{"X../.O./...", "5", "square 5 is taken by O"},
			{"X../.../...", "7-4", "7-4 is not a move; write moves as in 1"},
		},
	},
	{
		Graph: build("hexapawn"), symmetries: games.Hexapawn{}.Symmetries(), positions: 135,
		byMoves: []int{1, 2, 5, 13, 20, 17, 11, 2},
		ended:   map[symmetry.Outcome]int{symmetry.FirstWins: 3 + 10 + 2, symmetry.SecondWins: 10 + 9},
		boxes: map[symmetry.Side]map[int]int{
			symmetry.First: {0: 1, 2: 5, 4: 10, 6: 2}, symmetry.Second: {1: 2, 3: 10, 5: 7},
		},
		distinct: map[symmetry.Side]map[int]int{
			symmetry.First: {0: 2, 2: 14, 4: 19, 6: 2}, symmetry.Second: {1: 5, 3: 26, 5: 14},
		},
		plays: 134, nodes: 252, steps: true,
		impossible: []impossible{
			{"BBB/.../WWW", "4", "4 is not a move; write moves as in 7-4"},
			{"BBB/.../WWW", "4-1", "White has nothing on square 4"},
			{"BBB/.../WWW", "1-4", "White has nothing on square 1"},
			{"BBB/W../.WW", "8-5", "Black has nothing on square 8"},
			{"BBB/.../WWW", "7-5", "White cannot move 7-5"},
			{"BBB/W../.WW", "1-4", "Black cannot move 1-4"},
		},
	},
}

// nim has the facts of eight sticks, of which one to three are taken, by hand: a level is the largest number of moves,
// and the games are the 81 ways to write 8 as a sum of numbers from 1 to 3.
var nim = game{
	Graph: build("nim"), symmetries: []symmetry.Transform{symmetry.Identity}, positions: 16,
	byMoves: []int{1, 2, 2, 2, 2, 2, 2, 2, 1},
	ended:   map[symmetry.Outcome]int{symmetry.FirstWins: 1, symmetry.SecondWins: 1},
	boxes: map[symmetry.Side]map[int]int{
		symmetry.First: {0: 1, 2: 2, 4: 2, 6: 2}, symmetry.Second: {1: 2, 3: 2, 5: 2, 7: 1},
	},
	distinct: map[symmetry.Side]map[int]int{
		symmetry.First: {0: 3, 2: 6, 4: 6, 6: 3}, symmetry.Second: {1: 6, 3: 6, 5: 5, 7: 1},
	},
	plays: 81, nodes: 177,
	impossible: []impossible{
		{"2", "3", "Player 1 cannot take 3"}, {"5/2", "4", "Player 2 cannot take 4"},
		{"5/2", "1-2", "1-2 is not a move; write moves as in 1"},
	},
}

// notakto has the facts of tic-tac-toe with crosses only, counted by a program of a few lines that knows nothing
// of this project.
var notakto = game{
	Graph: build("notakto"), symmetries: symmetry.All, positions: 450,
	byMoves: []int{1, 3, 8, 16, 23, 23, 11, 2},
	ended:   map[symmetry.Outcome]int{symmetry.FirstWins: 18, symmetry.SecondWins: 23},
	boxes: map[symmetry.Side]map[int]int{
		symmetry.First: {0: 1, 2: 8, 4: 15, 6: 1}, symmetry.Second: {1: 3, 3: 13, 5: 5},
	},
	distinct: map[symmetry.Side]map[int]int{
		symmetry.First: {0: 3, 2: 38, 4: 57, 6: 2}, symmetry.Second: {1: 12, 3: 64, 5: 17},
	},
	plays: 23232, nodes: 30442,
	impossible: []impossible{{"X../.../...", "1", "square 1 is taken"}},
}

// misere has the facts of tic-tac-toe, but for who wins.
func misere() game {
	g := all[0]
	g.Graph = build("misere")
	g.ended = map[symmetry.Outcome]int{symmetry.FirstWins: 44, symmetry.SecondWins: 91, symmetry.Drawn: 3}
	return g
}

func init() { all = append(all, nim, notakto, misere()) }

// TestEveryGame checks that the table contains every game.
func TestEveryGame(t *testing.T) {
	for _, name := range games.Names() {
		if !slices.ContainsFunc(all, func(g game) bool { return g.Name() == name }) {
			t.Errorf("no facts about %s", name)
		}
	}
}

func build(name string) *symmetry.Graph {
	g, err := games.Graph(name)
	if err != nil {
		panic(err)
	}
	return g
}

// arising returns the positions that can arise on the board, each with the largest number of moves played before it.
func (g game) arising() map[symmetry.Position]int {
	met := map[symmetry.Position]int{}
	var visit func(c symmetry.Position, played int)
	visit = func(c symmetry.Position, played int) {
		if most, ok := met[c]; ok && most >= played {
			return
		}
		met[c] = played
		for _, m := range g.MovesFrom(c) {
			visit(g.Play(c, m), played+1)
		}
	}
	visit(g.Code(symmetry.Start), 0)
	return met
}

func TestOrbitCounts(t *testing.T) {
	for _, g := range all {
		byMoves, ended, covered := make([]int, len(g.byMoves)), map[symmetry.Outcome]int{}, 0
		for o := range g.All() {
			byMoves[g.Level(o)]++
			if end := g.Outcome(o); end != symmetry.Ongoing {
				ended[end]++
			}
			images := map[symmetry.Position]bool{}
			for _, u := range g.symmetries {
				images[symmetry.Position(u.Board(board.Code(g.Code(o)).Board()).Code())] = true
			}
			covered += len(images)
		}
		if !slices.Equal(byMoves, g.byMoves) {
			t.Errorf("%s: orbits by moves played: got %v, want %v", g.Name(), byMoves, g.byMoves)
		}
		if !maps.Equal(ended, g.ended) {
			t.Errorf("%s: orbits by outcome: got %v, want %v", g.Name(), ended, g.ended)
		}
		if covered != g.positions {
			t.Errorf("%s: orbit sizes add up to %d positions, want %d", g.Name(), covered, g.positions)
		}
		if n := sum(g.byMoves); g.Orbits() != n || n > symmetry.MaxOrbits {
			t.Errorf("%s: got %d orbits, want %d", g.Name(), g.Orbits(), n)
		}
	}
}

func sum(counts []int) (total int) {
	for _, n := range counts {
		total += n
	}
	return total
}

// TestChoices counts the boxes that a machine has, and the distinct moves in them.
func TestChoices(t *testing.T) {
	for _, g := range all {
		for _, side := range []symmetry.Side{symmetry.First, symmetry.Second} {
			boxes, distinct := map[int]int{}, map[int]int{}
			for _, o := range g.Choices(side) {
				boxes[g.Level(o)]++
				distinct[g.Level(o)] += g.Distinct(o).Count()
				if g.Turn(o) != side || g.Outcome(o) != symmetry.Ongoing || g.Forced(o) != symmetry.None {
					t.Errorf("%s: in %s, %s has no choice", g.Name(), g.Format(g.Code(o)), side)
				}
			}
			if !maps.Equal(boxes, g.boxes[side]) {
				t.Errorf("%s, %s: orbits by moves played: got %v, want %v", g.Name(), side, boxes, g.boxes[side])
			}
			if !maps.Equal(distinct, g.distinct[side]) {
				t.Errorf("%s, %s: distinct moves: got %v, want %v", g.Name(), side, distinct, g.distinct[side])
			}
			if !slices.IsSorted(g.Choices(side)) {
				t.Errorf("%s, %s: the choices are out of order", g.Name(), side)
			}
		}
	}
}

// TestNumbering checks that orbits are numbered by level and then by the code of their canonical position, and so
// precede all their successors, and that the level of an orbit is one more than the highest level of its predecessors.
func TestNumbering(t *testing.T) {
	for _, g := range all {
		all := slices.Collect(g.All())
		if len(all) != g.Orbits() || all[0] != symmetry.Start || g.Level(symmetry.Start) != 0 {
			t.Errorf("%s: got %d of %d orbits, starting with %d", g.Name(), len(all), g.Orbits(), all[0])
		}
		for o := symmetry.Start + 1; int(o) < g.Orbits(); o++ {
			before := o - 1
			if g.Level(before) > g.Level(o) || g.Level(before) == g.Level(o) && g.Code(before) >= g.Code(o) {
				t.Errorf("%s: %s comes before %s", g.Name(), g.Format(g.Code(before)), g.Format(g.Code(o)))
			}
		}
		levels := map[symmetry.Orbit]int{}
		for o := range g.All() {
			for i := range g.Moves(o) {
				next := g.Next(o, i)
				if levels[next] = max(levels[next], g.Level(o)+1); next <= o {
					t.Errorf("%s: move %d leads from orbit %d to %d", g.Name(), i, o, next)
				}
			}
		}
		for o, level := range levels {
			if g.Level(o) != level {
				t.Errorf("%s: orbit %d has level %d, want %d", g.Name(), o, g.Level(o), level)
			}
		}
	}
}

// TestEdges checks that the edges are the distinct moves of the ongoing orbits, in order; that moves of a class lead
// to the same orbit; and that every orbit is either ongoing at its ply or ended with its outcome.
func TestEdges(t *testing.T) {
	for _, g := range all {
		edges, listed := 0, make([]int, g.Orbits())
		for played, ply := range g.Ongoing() {
			for _, at := range ply {
				listed[at.Orbit]++
				if g.Level(at.Orbit) != played || g.Outcome(at.Orbit) != symmetry.Ongoing || g.OrbitEdges(at.Orbit) != at {
					t.Errorf("%s: %+v does not belong to an ongoing orbit after %d moves", g.Name(), at, played)
				}
				n := g.Distinct(at.Orbit).Count()
				if int(at.First) != edges || int(at.End) != edges+n || n == 0 {
					t.Errorf("%s: %+v has %d distinct moves, starting with edge %d", g.Name(), at, n, edges)
				}
				for i, class := range g.Classes(at.Orbit) {
					if next := g.Edges()[edges+int(class)]; next != g.Next(at.Orbit, i) {
						t.Errorf("%s: class %d leads to %d, move %d of orbit %d to %d",
							g.Name(), class, next, i, at.Orbit, g.Next(at.Orbit, i))
					}
				}
				edges += n
			}
		}
		for end := range symmetry.Outcome(symmetry.Outcomes) {
			for _, o := range g.Ended(end) {
				listed[o]++
				if g.Outcome(o) != end || end == symmetry.Ongoing || len(g.Moves(o)) != 0 || g.Distinct(o) != 0 ||
					g.Blocks(o) != 0 {
					t.Errorf("%s: orbit %d has the outcome %v and %d moves; it is listed under %v",
						g.Name(), o, g.Outcome(o), len(g.Moves(o)), end)
				}
			}
		}
		if edges != len(g.Edges()) || slices.ContainsFunc(listed, func(n int) bool { return n != 1 }) {
			t.Errorf("%s: %d of %d edges; orbits listed %v times", g.Name(), edges, len(g.Edges()), listed)
		}
	}
}

// TestFind checks that Find finds exactly the positions that can arise on the board, that the canonical position is the
// lowest image, that the returned transform is the first that leads there, and that all images have the same orbit.
func TestFind(t *testing.T) {
	for _, g := range all {
		arising := g.arising()
		if len(arising) != g.positions {
			t.Errorf("%s: got %d positions, want %d", g.Name(), len(arising), g.positions)
		}
		for c := range symmetry.Position(board.Codes) {
			o, to := g.Find(c)
			played, arises := arising[c]
			if (o != symmetry.None) != arises {
				t.Errorf("%s: %s can arise: %t; Find returns %d", g.Name(), g.Format(c), arises, o)
			}
			if !arises || o == symmetry.None {
				continue
			}
			if symmetry.Position(to.Board(board.Code(c).Board()).Code()) != g.Code(o) || g.Level(o) != played {
				t.Errorf("%s: %s is not %s by %v after %d moves",
					g.Name(), g.Format(c), g.Format(g.Code(o)), to, played)
			}
			for _, u := range g.symmetries {
				image := symmetry.Position(u.Board(board.Code(c).Board()).Code())
				if image < g.Code(o) || image == g.Code(o) && u < to {
					t.Errorf("%s: %s has the image %s by %v, before %s by %v",
						g.Name(), g.Format(c), g.Format(image), u, g.Format(g.Code(o)), to)
				}
				if other, _ := g.Find(image); other != o {
					t.Errorf("%s: %s has the orbit %d, its image %s %d",
						g.Name(), g.Format(c), o, g.Format(image), other)
				}
			}
		}
	}
}

// TestMovesLeadToOrbits checks that the transformed moves of a position are those of its orbit and lead to the same
// orbits, and that the inverse transform restores them. It guards against mistakes with quarter turns.
func TestMovesLeadToOrbits(t *testing.T) {
	quarterTurns := 0
	for _, g := range all {
		for c := range g.arising() {
			o, to := g.Find(c)
			if to.Inverse() != to {
				quarterTurns++
			}
			moves, met := g.MovesFrom(c), symmetry.Set(0)
			if !slices.IsSorted(moves) || len(moves) != len(g.Moves(o)) ||
				(len(moves) > 0) != (g.Outcome(o) == symmetry.Ongoing) {
				t.Errorf("%s: %s, %v, has the moves %v", g.Name(), g.Format(c), g.Outcome(o), moves)
			}
			for _, m := range moves {
				i := slices.Index(g.Moves(o), to.Move(m))
				if i < 0 || met.Has(i) || to.Inverse().Move(g.Moves(o)[i]) != m {
					t.Fatalf("%s: %s: move %v is not among the moves of the orbit, %v",
						g.Name(), g.Format(c), m, g.Moves(o))
				}
				met |= 1 << i
				if after, _ := g.Find(g.Play(c, m)); after != g.Next(o, i) {
					t.Errorf("%s: %s: %v leads to orbit %d, the same move of the canonical position to %d",
						g.Name(), g.Format(c), m, after, g.Next(o, i))
				}
			}
		}
	}
	if quarterTurns == 0 {
		t.Error("no position needs a quarter turn: the test proves nothing")
	}
}

// TestTicTacToeOnTheBoard compares the graph with the rules in package board.
func TestTicTacToeOnTheBoard(t *testing.T) {
	g := all[0]
	ends := map[board.Mark]symmetry.Outcome{
		board.Empty: symmetry.Drawn, board.X: symmetry.FirstWins, board.O: symmetry.SecondWins,
	}
	for c := range symmetry.Position(board.Codes) {
		b := board.Code(c).Board()
		if b.Check() != nil {
			continue // cannot arise in a game
		}
		o, _ := g.Find(symmetry.Position(b.Code()))
		end := symmetry.Ongoing
		if b.Over() {
			end = ends[b.Winner()]
		}
		if g.Outcome(o) != end || g.Level(o) != b.Moves() || g.Player(g.Turn(o)) != b.Turn().String() {
			t.Errorf("%v: got %v after %d moves, with %s to move", b, g.Outcome(o), g.Level(o), g.Player(g.Turn(o)))
		}
		if canonical, _ := symmetry.Canonical(b, symmetry.All); g.Code(o) != symmetry.Position(canonical.Code()) {
			t.Errorf("%v: got the orbit of %s, want %v", b, g.Format(g.Code(o)), canonical)
		}
		var moves []symmetry.Move
		for s := range b.Empty().All() {
			if !b.Over() {
				moves = append(moves, symmetry.Place(s))
				if got := g.Play(symmetry.Position(b.Code()), symmetry.Place(s)); got != symmetry.Position(b.Play(s).Code()) {
					t.Errorf("%v: square %d leads to %s", b, s.Number(), g.Format(got))
				}
			}
		}
		if got := g.MovesFrom(symmetry.Position(b.Code())); !slices.Equal(got, moves) {
			t.Errorf("%v: got the moves %v, want %v", b, got, moves)
		}
	}
}

// TestDistinct treats two moves as equal if a symmetry of the position maps one to the other. It checks that each move
// equals exactly one distinct move, which has the lowest number of its class, and that equal moves lead to the same
// orbit.
func TestDistinct(t *testing.T) {
	for _, g := range all {
		for o := range g.All() {
			moves := g.Moves(o)
			for i, m := range moves {
				var twins []int // equal distinct moves
				for d := range g.Distinct(o).All() {
					same := func(u symmetry.Transform) bool {
						return symmetry.Position(u.Board(board.Code(g.Code(o)).Board()).Code()) == g.Code(o) && u.Move(m) == moves[d]
					}
					if slices.ContainsFunc(g.symmetries, same) {
						twins = append(twins, d)
					}
				}
				if len(twins) != 1 || twins[0] > i || g.Next(o, twins[0]) != g.Next(o, i) {
					t.Errorf("%s: %s: move %v equals the distinct moves %v",
						g.Name(), g.Format(g.Code(o)), m, twins)
				}
			}
		}
	}
}

// TestForced checks that in tic-tac-toe the move is forced exactly when one square is left and nobody has won, and that
// in hexapawn and Nim, where some positions have a single move, it is never forced. In Notakto no position has one.
func TestForced(t *testing.T) {
	for _, g := range all {
		single := 0
		for o := range g.All() {
			want := symmetry.None
			if len(g.Moves(o)) == 1 {
				single++
				if g.Manner() == symmetry.Places {
					want = g.Next(o, 0)
				}
			}
			if got := g.Forced(o); got != want {
				t.Errorf("%s: %s: got %d, want %d", g.Name(), g.Format(g.Code(o)), got, want)
			}
		}
		if single == 0 && g.Name() != "notakto" {
			t.Errorf("%s: no position has a single move: the test proves nothing", g.Name())
		}
	}
}

// TestCompleteGames counts the complete games and the nodes of the game tree by way of the graph.
func TestCompleteGames(t *testing.T) {
	for _, g := range all {
		plays, nodes := 0, 0
		var walk func(o symmetry.Orbit)
		walk = func(o symmetry.Orbit) {
			nodes++
			if g.Outcome(o) != symmetry.Ongoing {
				plays++
			}
			for i := range g.Moves(o) {
				walk(g.Next(o, i))
			}
		}
		walk(symmetry.Start)
		if plays != g.plays || nodes != g.nodes {
			t.Errorf("%s: got %d games and %d nodes, want %d and %d", g.Name(), plays, nodes, g.plays, g.nodes)
		}
	}
}

// TestGamesUpToSymmetry counts the games of tic-tac-toe with equivalent moves merged.
func TestGamesUpToSymmetry(t *testing.T) {
	g := all[0]
	var plays func(o symmetry.Orbit) int
	plays = func(o symmetry.Orbit) int {
		if g.Outcome(o) != symmetry.Ongoing {
			return 1
		}
		n := 0
		for i := range g.Distinct(o).All() {
			n += plays(g.Next(o, i))
		}
		return n
	}
	if got := plays(symmetry.Start); got != 26830 {
		t.Errorf("got %d games, want 26830", got)
	}
}

// TestParseUndoesFormat checks that Parse undoes Format for every position that can arise, and refuses all others.
func TestParseUndoesFormat(t *testing.T) {
	for _, g := range all {
		arising := g.arising()
		for c := range symmetry.Position(board.Codes) {
			_, arises := arising[c]
			if got, err := g.Parse(g.Format(c)); (err == nil) != arises || arises && got != c {
				t.Errorf("%s: %s can arise: %t; Parse returns %d, %v, want %d",
					g.Name(), g.Format(c), arises, got, err, c)
			}
		}
	}
}

// TestImpossible checks the explanations of impossible moves.
func TestImpossible(t *testing.T) {
	for _, g := range all {
		if (g.Manner() == symmetry.Steps) != g.steps || len(g.impossible) == 0 {
			t.Errorf("%s: moves take pieces from square to square: %t; %d impossible moves", g.Name(), (g.Manner() == symmetry.Steps),
				len(g.impossible))
		}
		for _, c := range g.impossible {
			position, err := g.Parse(c.position)
			if err != nil {
				t.Fatal(err)
			}
			move, err := symmetry.ParseMove(c.move)
			if err != nil {
				t.Fatal(err)
			}
			if slices.Contains(g.MovesFrom(position), move) {
				t.Errorf("%s: %v is accepted", c.position, move)
			}
			if got := g.Impossible(position, move); got == nil || got.Error() != c.why {
				t.Errorf("%s, %v: got %v, want %s", c.position, move, got, c.why)
			}
		}
	}
}

// broken is tic-tac-toe in which every position has the code of the empty board.
type broken struct{ games.TicTacToe }

func (broken) Code(board.Board) symmetry.Position { return 0 }

// idle is tic-tac-toe in which the code of a position does not tell whether there is an O on square 9.
type idle struct{ games.TicTacToe }

func (idle) Code(b board.Board) symmetry.Position { return symmetry.Position(b.Code()) &^ 1 }

// TestBuildPanics checks that Build panics on games without a valid graph.
func TestBuildPanics(t *testing.T) {
	for name, build := range map[string]func(){
		"a game without end":                              func() { symmetry.Build(broken{}) },
		"a position that arises with either side to move": func() { symmetry.Build(idle{}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			build()
		}()
	}
}

func ExampleGraph_Find() {
	g, _ := games.Graph("tic-tac-toe")
	position, _ := g.Parse("X../.../...")
	orbit, to := g.Find(position)
	fmt.Println(g.Format(g.Code(orbit)), to)
	for i := range g.Distinct(orbit).All() {
		fmt.Print(to.Inverse().Move(g.Moves(orbit)[i]), " ")
	}
	// Output:
	// .../.../..X rotate 180
	// 9 8 7 5 4
}
