package symmetry

import (
	"fmt"
	"slices"
	"testing"

	"menace/board"
)

func TestInverse(t *testing.T) {
	for u := range Transform(Transforms) {
		for s := range board.Square(board.Squares) {
			if u.Inverse().Square(u.Square(s)) != s || u.Square(u.Inverse().Square(s)) != s {
				t.Errorf("%v: the inverse does not undo it at %d", u, s)
			}
		}
	}
}

// TestNamedTransforms follows the top row, squares 1 to 3, drawn on paper.
func TestNamedTransforms(t *testing.T) {
	want := map[Transform][3]int{
		Identity: {1, 2, 3}, Rotate90: {3, 6, 9}, Rotate180: {9, 8, 7}, Rotate270: {7, 4, 1},
		FlipColumns: {3, 2, 1}, FlipRows: {7, 8, 9}, FlipDiagonal: {1, 4, 7}, FlipAntidiagonal: {9, 6, 3},
	}
	for name, row := range want {
		for s, n := range row {
			if got := name.Square(board.Square(s)).Number(); got != n {
				t.Errorf("%v moves square %d to %d, want %d", name, s+1, got, n)
			}
		}
	}
}

// TestTransformsOverAllPositions holds the properties over every position, not a sample.
func TestTransformsOverAllPositions(t *testing.T) {
	for b := range board.Reachable() {
		canonical, to := Canonical(b)
		if to.Board(b) != canonical || to.Inverse().Board(canonical) != b {
			t.Errorf("%v: %v does not lead to %v and back", b, to, canonical)
		}
		if again, id := Canonical(canonical); again != canonical || id != Identity {
			t.Errorf("%v: canonical of canonical is %v by %v", b, again, id)
		}
		for u := range Transform(Transforms) {
			image := u.Board(b)
			if c, _ := Canonical(image); c != canonical {
				t.Errorf("%v and its image %v have different canonical positions", b, image)
			}
			if u.Inverse().Board(image) != b {
				t.Errorf("%v: %v is not undone", b, u)
			}
			if image.Outcome() != b.Outcome() || image.Turn() != b.Turn() {
				t.Errorf("%v: %v changes outcome or turn", b, u)
			}
		}
		if orbit, by := Find(b); orbit.Board() != canonical || by != to {
			t.Errorf("%v: found %v by %v, want %v by %v", b, orbit.Board(), by, canonical, to)
		}
	}
}

// TestCanonicalSquaresLeadBack is the trap of the quarter turns: a square of the canonical
// position, brought back by the inverse, is empty on the board and leads to the same orbit.
func TestCanonicalSquaresLeadBack(t *testing.T) {
	quarterTurns := 0
	for b := range board.Reachable() {
		if b.Outcome() != board.Ongoing {
			continue
		}
		orbit, to := Find(b)
		if to.Inverse() != to {
			quarterTurns++
		}
		for s := range orbit.Board().Empty().All() {
			own := to.Inverse().Square(s)
			if !b.Legal(own) {
				t.Errorf("%v: canonical square %d comes back as %d, which is taken", b, s.Number(), own.Number())
				continue
			}
			if after, _ := Find(b.Play(own)); after != orbit.Next(s) {
				t.Errorf("%v: square %d leads to %v, its canonical twin to %v",
					b, own.Number(), after.Board(), orbit.Next(s).Board())
			}
		}
	}
	if quarterTurns == 0 {
		t.Error("no position needs a quarter turn: the test proves nothing")
	}
}

// TestDistinctAgainstBruteForce calls two moves the same when they lead to the same orbit.
func TestDistinctAgainstBruteForce(t *testing.T) {
	for b := range board.Reachable() {
		if b.Outcome() != board.Ongoing {
			continue
		}
		stabilizer := Stabilizer(b)
		distinct := Distinct(b)
		for s := range b.Empty().All() {
			twins := 0
			for d := range distinct.All() {
				if slices.ContainsFunc(stabilizer, func(u Transform) bool { return u.Square(d) == s }) {
					twins++
				}
			}
			if twins != 1 {
				t.Errorf("%v: square %d stands for %d distinct moves, want 1", b, s.Number(), twins)
			}
		}
		if Transforms%len(stabilizer) != 0 {
			t.Errorf("%v: a stabilizer of %d transforms is no subgroup", b, len(stabilizer))
		}
	}
}

func TestOrbitCounts(t *testing.T) {
	var byMoves [board.Squares + 1]int
	byOutcome := map[board.Outcome]int{}
	covered := 0
	for o := range All() {
		byMoves[o.Moves()]++
		byOutcome[o.Outcome()]++
		covered += Transforms / len(Stabilizer(o.Board()))
	}
	if want := [board.Squares + 1]int{1, 3, 12, 38, 108, 174, 204, 153, 57, 15}; byMoves != want {
		t.Errorf("orbits by moves played: got %v, want %v", byMoves, want)
	}
	want := map[board.Outcome]int{board.Ongoing: 765 - 138, board.XWins: 91, board.OWins: 44, board.Drawn: 3}
	if fmt.Sprint(byOutcome) != fmt.Sprint(want) {
		t.Errorf("orbits by outcome: got %v, want %v", byOutcome, want)
	}
	if covered != 5478 {
		t.Errorf("orbit sizes add up to %d positions, want 5478", covered)
	}
}

// TestLast is where the last square is taken: after eight moves, where nobody has won.
func TestLast(t *testing.T) {
	for o := range All() {
		want := None
		if o.Moves() == 8 && o.Outcome() == board.Ongoing {
			want = o.Next(o.Board().Empty().First())
		}
		if got := o.Last(); got != want {
			t.Errorf("%v: got %d, want %d", o.Board(), got, want)
		}
	}
}

// TestGamesUpToSymmetry counts the games that differ when equivalent moves are merged.
func TestGamesUpToSymmetry(t *testing.T) {
	var games func(o Orbit) int
	games = func(o Orbit) int {
		if o.Outcome() != board.Ongoing {
			return 1
		}
		n := 0
		for s := range o.Distinct().All() {
			n += games(o.Next(s))
		}
		return n
	}
	if got := games(Start); got != 26830 {
		t.Errorf("got %d games, want 26830", got)
	}
}

func ExampleFind() {
	b, _ := board.Parse("X../.../...")
	orbit, to := Find(b)
	fmt.Println(orbit.Board(), to)
	for s := range orbit.Distinct().All() {
		fmt.Print(to.Inverse().Square(s).Number(), " ")
	}
	// Output:
	// .../.../..X rotate 180
	// 9 8 7 5 4
}
