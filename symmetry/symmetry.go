// Package symmetry implements the eight rotations and reflections of the board, and games up to symmetry: which
// positions are equal, which of them is canonical, and which moves are equivalent.
//
// The positions of a game form [Orbit]s, 765 in tic-tac-toe, and the orbits form its [Graph]. For players who treat
// symmetric positions alike, a game played from orbit to orbit is equivalent to one on the board. [Build] makes the
// graph of a game, and [Graph.Find] leads from a position on the board to its orbit. The package knows nothing about
// the rules of a game, strategy or matchboxes.
package symmetry

import "menace/board"

// Transform is one of the eight symmetries of the square, the dihedral group D4.
type Transform uint8

// The transforms. Rotations turn clockwise.
const (
	Identity Transform = iota
	Rotate90
	Rotate180
	Rotate270
	FlipColumns      // swaps left and right
	FlipAntidiagonal // squares 3, 5, 7 stay
	FlipRows         // swaps top and bottom
	FlipDiagonal     // squares 1, 5, 9 stay
)

// Transforms is the number of symmetries.
const Transforms = 8

// String names the transform.
func (t Transform) String() string {
	return [...]string{
		"identity", "rotate 90", "rotate 180", "rotate 270",
		"flip columns", "flip antidiagonal", "flip rows", "flip diagonal",
	}[t]
}

// images holds the square to which each transform moves each square.
var images = func() (images [Transforms][board.Squares]board.Square) {
	for t := range images {
		for s := range images[t] {
			row, column := s/3, s%3
			if Transform(t) >= FlipColumns {
				column = 2 - column
			}
			for range t % 4 {
				row, column = column, 2-row
			}
			images[t][s] = board.Square(3*row + column)
		}
	}
	return images
}()

// masks holds the image of each set of squares under each transform.
var masks = func() (masks [Transforms][board.Full + 1]board.Mask) {
	for t := range masks {
		for m := range masks[t] {
			for s := range board.Mask(m).All() {
				masks[t][m] |= 1 << images[t][s]
			}
		}
	}
	return masks
}()

// Square returns the square to which t moves s.
func (t Transform) Square(s board.Square) board.Square { return images[t][s] }

// Mask returns the image of a set of squares.
func (t Transform) Mask(m board.Mask) board.Mask { return masks[t][m] }

// Board returns the image of a position.
func (t Transform) Board(b board.Board) board.Board {
	return board.Board{X: t.Mask(b.X), O: t.Mask(b.O)}
}

// Inverse returns the transform that undoes t. The quarter turns undo each other; every other transform undoes itself.
func (t Transform) Inverse() Transform {
	switch t {
	case Rotate90:
		return Rotate270
	case Rotate270:
		return Rotate90
	}
	return t
}

// All lists the transforms.
var All = []Transform{Identity, Rotate90, Rotate180, Rotate270, FlipColumns, FlipAntidiagonal, FlipRows, FlipDiagonal}

// Canonical returns the image of b with the smallest code under these transforms, and the first transform that leads to
// it; if b is canonical, that is the identity. The inverse of the transform leads from a canonical square back to a
// square of b.
func Canonical(b board.Board, transforms []Transform) (board.Board, Transform) {
	best, to, least := b, Identity, b.Code()
	for _, t := range transforms {
		image := t.Board(b)
		if code := image.Code(); code < least {
			best, to, least = image, t, code
		}
	}
	return best, to
}
