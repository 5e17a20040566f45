package arena

import (
	"fmt"
	"math"

	"menace/symmetry"
)

// CheckMoves returns an error unless the moves of a player on this side agree with its chances. In every position the
// chances must add up to 1, or be all 0 if the player resigns where it has a choice, and among thousands of moves each
// must be made about as often as its chance predicts. By Bernstein's inequality, a correct player fails this test less
// than once in ten thousand times.
//
// It is meant for tests. It does not finish games, so a learner cannot learn afterwards. Exploration must be turned
// off, because chances do not include it.
func CheckMoves(p Opponent, side symmetry.Side) error {
	const draws, bound = 4000, 20
	g, random := p.Graph(), NewRandom(1)
	chances := make([]float64, len(g.Edges()))
	p.Chances(chances)
	for moves, ply := range g.Ongoing() {
		if symmetry.Turn(moves) != side {
			continue
		}
		for _, at := range ply {
			where := func(format string, args ...any) error {
				return fmt.Errorf("at %s "+format, append([]any{g.Format(g.Code(at.Orbit))}, args...)...)
			}
			resigns := symmetry.Orbit(g.Orbits()) // represents None in these arrays
			expected, made := make([]float64, resigns+1), make([]float64, resigns+1)
			sum := 0.0
			for e := at.First; e < at.End; e++ {
				if !(chances[e] >= 0) {
					return where("a move has the chance %v", chances[e])
				}
				expected[g.Edges()[e]] += chances[e]
				sum += chances[e]
			}
			if sum == 0 && g.Forced(at.Orbit) != symmetry.None {
				return where("it resigns though its move is forced")
			} else if sum == 0 {
				expected[resigns] = 1
			} else if math.Abs(sum-1) > 1e-9 {
				return where("the chances add up to %v", sum)
			}
			for range draws {
				made[min(p.Move(at.Orbit, random), resigns)]++
			}
			for next, n := range made {
				if n > 0 && expected[next] == 0 {
					return where("it moves to orbit %d, %v times in %d, without a chance to do so", next, n, draws)
				}
			}
			for next, chance := range expected {
				off := math.Abs(made[next] - draws*chance)
				if off*off > 2*bound*(draws*chance*(1-chance)+off/3) {
					return where("it moves to orbit %d, at a chance of %v, %v times in %d",
						next, chance, made[next], draws)
				}
			}
		}
	}
	return nil
}
