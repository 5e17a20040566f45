package learners

import (
	"math"
	"math/rand/v2"

	"menace/menace/arena"
	"menace/symmetry"
)

// Michie's program for the Ferranti Pegasus: D. Michie, Experiments on the mechanization of game-learning. Part I,
// The Computer Journal 6(3), 1963, 232–236.
//
// The odds p/(1−p) of a move are multiplied by M_n after a win and divided by it after a defeat. Here n is the stage of
// the move: it counts the moves of both players backwards from the end of the play, whose last move is at stage 1. The
// other moves of the box keep their proportions. The last move of a won game becomes certain. The formula M_n =
// A^(B^(8−n)) and the values of A and B are our reading of figure 6 of the paper.
//
// With the sliding origin, a play counts v − μ, where v is 1, 0 or −1, and the multiplier is M_n^(v−μ). The origin μ is
// a weighted mean of the values of earlier plays, where the play i plays ago has weight D^i. The program applied D to
// the averages of sets of 100 plays. With D = 0 earlier plays have no weight, μ stays 0, and draws change nothing: this
// is the program without a sliding origin.
//
// Multiplying the odds of a move while the others keep their proportions means multiplying its weight. So a softmax
// over the logarithms of weights is the same program, and it never underflows.
var pegasusMethod = Method{
	Name: "pegasus", Title: "Pegasus",
	Meaning:  "Michie's program of 1963: odds multiplied by A^(B^(8−n)), n moves from the end",
	Equation: "p/(1−p) ← M p/(1−p) after a win, M⁻¹ p/(1−p) after a loss, M = A^(B^(8−n)): Michie 1963",
	Holds:    "ln weight",
	Parameters: []Parameter{
		{Name: "a", Meaning: "the base A", Default: 1.025, Least: 1, Most: 2},
		{Name: "b", Meaning: "the base B of its exponent", Default: 2, Least: 0.1, Most: 10},
		{Name: "d", Meaning: "the decay D of the sliding origin, 0 for an origin that stays at a draw", Least: 0,
			Most: 1},
		{Name: "set", Meaning: "how many plays are averaged into one value of the sliding origin", Default: 100,
			Least: 1, Most: 1e9, Whole: true},
	},
	start: func(m memory, p parameterValues) arena.Learner {
		l := &pegasus{softmax: newSoftmax(m, 1), origin: origin{decay: p["d"], set: p["set"]}}
		for n := 1; n <= symmetry.MaxLength; n++ {
			l.stride[n] = ln(p["a"]) * powerOf(p["b"], 8-n)
		}
		return l
	},
}

type pegasus struct {
	softmax                                 // over the logarithms of weights
	stride  [symmetry.MaxLength + 1]float64 // ln M_n by stage n
	origin  origin
	after   symmetry.Orbit   // orbit after its last move, forced or not
	turns   int              // its moves in the current game, forced or not
	turn    [trailLength]int // number of its moves before each one of the trail
}

// Move implements [arena.Player].
func (p *pegasus) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	p.begin()
	p.after = p.softmax.Move(o, random)
	return p.after
}

// begin counts a move.
func (p *pegasus) begin() {
	p.turn[p.steps&(trailLength-1)] = p.turns
	p.turns++
}

// Learn implements [arena.Learner].
func (p *pegasus) Learn(end symmetry.Outcome) (bankrupt bool) {
	last := 1                                         // stage of its last move
	if p.graph.Outcome(p.after) == symmetry.Ongoing { // the other player made the last move
		last++
	}
	turns := p.turns
	p.turns = 0
	moves, value := p.end(end)
	gain := value - p.origin.mean
	for i, s := range moves {
		n := last + 2*(turns-1-p.turn[i])
		old, certain := p.values[s.edge], n == 1 && value > 0
		if certain {
			p.makeCertain(s)
		} else {
			p.values[s.edge] += float64(p.stride[n] * gain)
		}
		if p.trace != nil {
			stride := p.stride[n]
			if certain { // the move has the probability 1 from now on
				stride = none
			}
			p.note(s, "ln weight", old, p.values[s.edge], Term{"stage", float64(n)}, Term{"value", value},
				Term{"origin", p.origin.mean}, Term{"ln M", stride})
		}
	}
	p.origin.add(value)
	return false
}

// makeCertain gives a move the probability 1.
func (p *pegasus) makeCertain(s step) {
	for e := s.at.First; e < s.at.End; e++ {
		p.values[e] = math.Inf(-1)
	}
	p.values[s.edge] = 0
}

// origin is the sliding origin, relative to which gains and losses are measured.
type origin struct {
	decay, set       float64
	mean             float64 // μ
	sum, weight      float64 // decayed sum of the averages of earlier sets, and its weight
	setSum, setPlays float64 // sum and number of values in the current set
}

// add adds the value of a play.
func (o *origin) add(value float64) {
	o.setSum += value
	if o.setPlays++; o.setPlays < o.set {
		return
	}
	o.sum, o.weight = float64(o.decay*(o.sum+float64(o.setSum/o.setPlays))), float64(o.decay*(o.weight+1))
	if o.setSum, o.setPlays = 0, 0; o.weight > 0 {
		o.mean = o.sum / o.weight
	}
}
