package arena

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"strings"

	"menace/board"
	"menace/minimax"
	"menace/minimax/games"
	"menace/symmetry"
)

// uniform picks any of its squares with the same chance. It knows for each orbit where its squares
// lead, and the chance of each square of the canonical position.
type uniform struct {
	choices [symmetry.Orbits]choice
	chances [symmetry.Orbits][board.Squares]float64
}

type choice struct {
	n    uint16
	next [board.Squares]symmetry.Orbit
}

// Uniform returns the opponent that plays uniformly among the squares that moves returns for each
// canonical position: at least one unless the game is over.
func Uniform(moves func(board.Board) board.Mask) Opponent {
	u := &uniform{}
	for o := range symmetry.All() {
		if o.Outcome() != board.Ongoing {
			continue
		}
		c, squares := &u.choices[o], moves(o.Board())
		for s := range squares.All() {
			c.next[c.n] = o.Next(s)
			c.n++
			u.chances[o][s] = 1 / float64(squares.Count())
		}
	}
	return u
}

// Move implements [Player].
func (u *uniform) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	c := &u.choices[o]
	i, _ := bits.Mul64(random.Uint64(), uint64(c.n))
	return c.next[i]
}

// Probabilities implements [Policy].
func (u *uniform) Probabilities(o symmetry.Orbit) [board.Squares]float64 { return u.chances[o] }

// The opponents without parameters; they may be shared between goroutines.
var (
	// Random plays any empty square.
	Random Opponent = Uniform(board.Board.Empty)
	// Perfect plays the moves that keep the minimax value.
	Perfect Opponent = Uniform(minimax.Best)
	// Blocker plays a winning square, else one that stops a win, else any.
	Blocker Opponent = Uniform(blocks)
)

func blocks(b board.Board) board.Mask {
	for _, mark := range []board.Mark{b.Turn(), b.Turn().Other()} {
		if wins := b.Winning(mark); wins != 0 {
			return wins
		}
	}
	return b.Empty()
}

// noisy is perfect play with slips.
type noisy struct {
	slip  float64
	below uint64 // a draw below it is a slip
}

// Noisy returns the opponent that plays any empty square with probability slip, 0 to 1, and as
// Perfect otherwise.
func Noisy(slip float64) (Opponent, error) {
	if !(slip >= 0 && slip <= 1) {
		return nil, fmt.Errorf("noisy:%v: the probability of a slip is not between 0 and 1", slip)
	}
	below := uint64(math.MaxUint64)
	if slip < 1 {
		below = uint64(math.Ldexp(slip, 64))
	}
	return &noisy{slip, below}, nil
}

// Move implements [Player].
func (n *noisy) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	if random.Uint64() < n.below {
		return Random.Move(o, random)
	}
	return Perfect.Move(o, random)
}

// Probabilities implements [Policy].
func (n *noisy) Probabilities(o symmetry.Orbit) (p [board.Squares]float64) {
	careless, careful := Random.Probabilities(o), Perfect.Probabilities(o)
	for s := range p {
		p[s] = float64(n.slip*careless[s]) + float64((1-n.slip)*careful[s])
	}
	return p
}

// Opponents describes the opponents that [ParseOpponent] knows.
const Opponents = "random, perfect, blocker, noisy:P with 0 ≤ P ≤ 1, search:D with 1 ≤ D ≤ 9"

// AgentPrefix begins the name of an opponent that is a stored agent, which this package does not know.
const AgentPrefix = "agent:"

// ErrUnknownOpponent is the error of a name that [ParseOpponent] does not know.
var ErrUnknownOpponent = errors.New("unknown opponent")

// Search returns the opponent that looks so many plies ahead, 1 to 9, and plays uniformly among the
// moves that look best then; see [games.LookAhead].
func Search(plies int) (Opponent, error) {
	moves, err := games.LookAhead(plies)
	if err != nil {
		return nil, fmt.Errorf("search:%d: %w", plies, err)
	}
	return Uniform(moves), nil
}

// ParseOpponent returns the opponent of that name: "random", "perfect", "blocker", "noisy:P" or
// "search:D".
func ParseOpponent(name string) (Opponent, error) {
	if plain, ok := map[string]Opponent{"random": Random, "perfect": Perfect, "blocker": Blocker}[name]; ok {
		return plain, nil
	}
	if p, ok := strings.CutPrefix(name, "noisy:"); ok {
		slip, err := strconv.ParseFloat(p, 64)
		if err != nil {
			return nil, fmt.Errorf("opponent %q: %q is not a number between 0 and 1", name, p)
		}
		return Noisy(slip)
	}
	if d, ok := strings.CutPrefix(name, "search:"); ok {
		plies, err := strconv.Atoi(d)
		if err != nil {
			return nil, fmt.Errorf("opponent %q: %q is not a whole number, 1 to 9", name, d)
		}
		return Search(plies)
	}
	return nil, fmt.Errorf("%w %q", ErrUnknownOpponent, name)
}

// CanonicalName returns the one way to write the name of an opponent that [ParseOpponent] knows,
// so that noisy:.10 and noisy:0.1 are one.
func CanonicalName(name string) string {
	kind, text, _ := strings.Cut(name, ":")
	switch kind {
	case "noisy":
		if slip, err := strconv.ParseFloat(text, 64); err == nil {
			return kind + ":" + strconv.FormatFloat(slip+0, 'f', -1, 64) // never -0
		}
	case "search":
		if plies, err := strconv.Atoi(text); err == nil {
			return kind + ":" + strconv.Itoa(plies)
		}
	}
	return name
}
