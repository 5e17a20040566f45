package symmetry

import (
	"testing"

	"menace/board"
)

func TestInverse(t *testing.T) {
	for u := range Transform(Transforms) {
		for s := range board.Square(board.Squares) {
			if u.Inverse().Square(u.Square(s)) != s || u.Square(u.Inverse().Square(s)) != s {
				t.Errorf("%v: the inverse does not undo it on square %d", u, s)
			}
		}
	}
}

// TestNamedTransforms compares the images of the top row, squares 1 to 3, with a drawing on paper.
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

// TestTransformsOverAllPositions checks the properties of transforms for every position.
func TestTransformsOverAllPositions(t *testing.T) {
	for c := range board.Code(board.Codes) {
		b := c.Board()
		if b.Check() != nil {
			continue // cannot arise in a game
		}
		canonical, to := Canonical(b, All)
		if to.Board(b) != canonical || to.Inverse().Board(canonical) != b {
			t.Errorf("%v: %v does not lead to %v and back", b, to, canonical)
		}
		if again, id := Canonical(canonical, All); again != canonical || id != Identity {
			t.Errorf("%v: its canonical position has the canonical position %v by %v", b, again, id)
		}
		for u := range Transform(Transforms) {
			image := u.Board(b)
			if c, _ := Canonical(image, All); c != canonical {
				t.Errorf("%v and its image %v have different canonical positions", b, image)
			}
			if u.Inverse().Board(image) != b {
				t.Errorf("%v: %v is not undone", b, u)
			}
			if image.Over() != b.Over() || image.Winner() != b.Winner() || image.Turn() != b.Turn() {
				t.Errorf("%v: %v changes outcome or turn", b, u)
			}
		}
	}
}
