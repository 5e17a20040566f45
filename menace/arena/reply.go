package arena

import (
	"math/rand/v2"
	"slices"
	"strings"

	"menace/board"
	"menace/symmetry"
)

// answer is an answer to an opening in a corner, with its distance² from that corner.
type answer struct {
	name     string
	distance int
}

// replies lists the answers in Michie's numbering of 1963, from 0.
var replies = []answer{{"centre", 2}, {"opposite", 8}, {"edge", 1}, {"corner", 4}, {"far", 5}}

// randomSecond is the name suffix of replies whose second move is random too.
const randomSecond = "+any"

// variants lists the parameters of the opponent reply.
func variants() (all []string) {
	for _, r := range replies {
		all = append(all, r.name)
	}
	for _, r := range replies {
		all = append(all, r.name+randomSecond)
	}
	return all
}

// reply plays set moves in some orbits, and otherwise like another opponent.
type reply struct {
	base, set Opponent
	at        []bool // by orbit: whether set moves there
}

// Reply returns the opponent that answers an opening in a corner in a set way, and otherwise plays like base. The
// variants are centre, opposite (the opposite corner), edge and corner (one next to the opening), and far (an edge that
// is not). With +any, as in centre+any, the second move is random in every position that can follow the answer. Reply
// returns nil if pieces are not placed in this game, and panics if there is no such variant.
func Reply(base Opponent, variant string) Opponent {
	g := base.Graph()
	if g.Manner() != symmetry.Places {
		return nil
	}
	name, free := strings.CutSuffix(variant, randomSecond)
	i := slices.IndexFunc(replies, func(a answer) bool { return a.name == name })
	distance, r := replies[i].distance, &reply{base: base, at: make([]bool, g.Orbits())}
	const corner = 0
	opened, to := g.Find(g.Play(g.Code(symmetry.Start), symmetry.Place(corner)))
	var answers symmetry.Set
	for i, m := range g.Moves(opened) {
		if s := to.Inverse().Square(m.To()); squaredDistance(corner, s) == distance {
			answers |= 1 << i
		}
	}
	r.at[opened] = true
	for i := range answers.All() {
		answered := g.Next(opened, i)
		for j := range g.Moves(answered) {
			r.at[g.Next(answered, j)] = free
		}
	}
	r.set = Uniform(g, func(o symmetry.Orbit) symmetry.Set {
		if o == opened {
			return answers
		}
		return 1<<len(g.Moves(o)) - 1
	})
	return r
}

// squaredDistance returns the square of the distance between two squares, in squares.
func squaredDistance(a, b board.Square) int {
	rows, columns := int(a/3)-int(b/3), int(a%3)-int(b%3)
	return rows*rows + columns*columns
}

// Graph implements [Policy].
func (r *reply) Graph() *symmetry.Graph { return r.base.Graph() }

// Move implements [Player].
func (r *reply) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	if r.at[o] {
		return r.set.Move(o, random)
	}
	return r.base.Move(o, random)
}

// Chances implements [Policy].
func (r *reply) Chances(chances []float64) {
	set := make([]float64, len(chances))
	r.set.Chances(set)
	r.base.Chances(chances)
	for o, is := range r.at {
		if is {
			star := r.Graph().OrbitEdges(symmetry.Orbit(o))
			copy(chances[star.First:star.End], set[star.First:star.End])
		}
	}
}
