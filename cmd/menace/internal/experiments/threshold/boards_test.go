package threshold

import (
	"math/big"
	"strings"

	"menace/menace"
	"menace/symmetry"
)

// boards is tic-tac-toe on strings of nine squares, written without symmetry.Graph: the tests compare proofs with it. The
// machine may draw any square, since equal moves lead to equal games.
type boards struct {
	rules   menace.Rules
	me      byte
	solved  map[string]int          // 1 if X wins, −1 if O wins
	weights map[string]map[int]span // by canonical position and lowest square
	own     map[string]map[int]span // the same for any board and square, as they are needed
}

func newBoards(rules menace.Rules) *boards {
	b := &boards{rules: rules, me: 'X', solved: map[string]int{}}
	if rules.Plays == symmetry.Second {
		b.me = 'O'
	}
	return b
}

// turns holds a quarter turn and a reflection.
var turns = [2][9]int{{2, 5, 8, 1, 4, 7, 0, 3, 6}, {2, 1, 0, 5, 4, 3, 8, 7, 6}}

// symmetries yields the eight images of a board, each with the new place of every square.
func symmetries(board string, yield func(image string, to [9]int)) {
	to := [9]int{0, 1, 2, 3, 4, 5, 6, 7, 8}
	for k := range 8 {
		turn := turns[0]
		if k == 4 {
			turn = turns[1]
		}
		if k > 0 {
			for i := range to {
				to[i] = turn[to[i]]
			}
		}
		image := make([]byte, 9)
		for i := range to {
			image[to[i]] = board[i]
		}
		yield(string(image), to)
	}
}

func mover(board string) byte {
	if strings.Count(board, "X") > strings.Count(board, "O") {
		return 'O'
	}
	return 'X'
}

// winner returns X, O, = for a draw, or . if the game goes on.
func winner(board string) byte {
	for _, line := range [][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}} {
		if c := board[line[0]]; c != '.' && c == board[line[1]] && c == board[line[2]] {
			return c
		}
	}
	if strings.Contains(board, ".") {
		return '.'
	}
	return '='
}

func moves(board string) (squares []int) {
	for i := range 9 {
		if board[i] == '.' {
			squares = append(squares, i)
		}
	}
	return squares
}

func play(board string, square int) string {
	return board[:square] + string(mover(board)) + board[square+1:]
}

// result returns the value of perfect play: 1 if X wins, −1 if O wins.
func (b *boards) result(board string) int {
	if r, known := b.solved[board]; known {
		return r
	}
	r := 0
	switch winner(board) {
	case 'X':
		r = 1
	case 'O':
		r = -1
	case '.':
		sign := 1
		if mover(board) == 'O' {
			sign = -1
		}
		r = -2
		for _, s := range moves(board) {
			r = max(r, sign*b.result(play(board, s)))
		}
		r *= sign
	}
	b.solved[board] = r
	return r
}

// safe reports whether the machine need not lose.
func (b *boards) safe(board string) bool {
	if b.me == 'X' {
		return b.result(board) >= 0
	}
	return b.result(board) <= 0
}

func (b *boards) reward(board string) *big.Rat {
	switch winner(board) {
	case b.me:
		return big.NewRat(b.rules.Win, 1)
	case '=':
		return big.NewRat(b.rules.Draw, 1)
	}
	return big.NewRat(b.rules.Loss, 1)
}

// taught returns the greatest mean over the teacher's moves, or the least, for a noise in a span.
func (b *boards) taught(board string, noise span, up bool, value func(string) *big.Rat) *big.Rat {
	squares, best := moves(board), b.result(board)
	kept, slip := []string{}, new(big.Rat)
	values := map[string]*big.Rat{}
	for _, s := range squares {
		next := play(board, s)
		values[next] = value(next)
		slip.Add(slip, new(big.Rat).Quo(values[next], big.NewRat(int64(len(squares)), 1)))
		if b.result(next) == best {
			kept = append(kept, next)
		}
	}
	usual := new(big.Rat)
	for _, next := range kept {
		usual.Add(usual, new(big.Rat).Quo(values[next], big.NewRat(int64(len(kept)), 1)))
	}
	var result *big.Rat
	for _, p := range []*big.Rat{noise.low, noise.high} {
		mean := new(big.Rat).Mul(slip, p)
		mean.Add(mean, new(big.Rat).Mul(usual, new(big.Rat).Sub(big.NewRat(1, 1), p)))
		if result == nil || mean.Cmp(result) > 0 == up {
			result = mean
		}
	}
	return result
}

// most returns the greatest possible mean reward, times a factor.
func (b *boards) most(board string, noise span, memo map[string]*big.Rat) *big.Rat {
	if known := memo[board]; known != nil {
		return known
	}
	var most *big.Rat
	switch {
	case winner(board) != '.':
		most = b.reward(board)
	case mover(board) != b.me:
		most = b.taught(board, noise, true, func(next string) *big.Rat { return b.most(next, noise, memo) })
	default:
		for _, s := range moves(board) {
			if v := b.most(play(board, s), noise, memo); most == nil || v.Cmp(most) > 0 {
				most = v
			}
		}
	}
	memo[board] = most
	return most
}

// weighted is most for the first bead plus weighted beads: the factor is 1 plus the weights of the beads drawn so far.
func (b *boards) weighted(board string, noise, factor span, memo map[string]*big.Rat, below map[string]bool) *big.Rat {
	if !b.matters(board, below) && factor.low.Sign() >= 0 {
		v := b.most(board, noise, memo)
		return maximum(new(big.Rat).Mul(v, factor.low), new(big.Rat).Mul(v, factor.high))
	}
	switch {
	case winner(board) != '.':
		r := b.reward(board)
		low, high := new(big.Rat).Mul(r, factor.low), new(big.Rat).Mul(r, factor.high)
		return maximum(low, high)
	case mover(board) != b.me:
		return b.taught(board, noise, true, func(next string) *big.Rat {
			return b.weighted(next, noise, factor, memo, below)
		})
	}
	var most *big.Rat
	for _, s := range moves(board) {
		with := factor
		if w, ok := b.weight(board, s); ok {
			with = span{new(big.Rat).Add(factor.low, w.low), new(big.Rat).Add(factor.high, w.high)}
		}
		if v := b.weighted(play(board, s), noise, with, memo, below); most == nil || v.Cmp(most) > 0 {
			most = v
		}
	}
	return most
}

// weight returns the weight of the bead for a square.
func (b *boards) weight(board string, square int) (w span, has bool) {
	own, known := b.own[board]
	if !known {
		own = map[int]span{}
		symmetries(board, func(image string, to [9]int) {
			for i, at := range to {
				if w, has := b.weights[image][at]; has {
					own[i] = w
				}
			}
		})
		b.own[board] = own
	}
	w, has = own[square]
	return w, has
}

// gain returns a lower bound of what a bead gains in the long run: the machine makes the best safe moves in safe
// positions, and the box of a lost position gains the harmonic mean, or the most if that is not negative.
func (b *boards) gain(board string, noise span, memo map[string]*big.Rat) *big.Rat {
	if known := memo[board]; known != nil {
		return known
	}
	value := func(next string) *big.Rat { return b.gain(next, noise, memo) }
	var gain *big.Rat
	switch {
	case winner(board) != '.':
		gain = b.reward(board)
	case mover(board) != b.me:
		gain = b.taught(board, noise, false, value)
	default:
		draws, n := new(big.Rat), int64(0)
		negative := true
		for _, s := range moves(board) {
			next := play(board, s)
			if b.safe(board) && !b.safe(next) {
				continue
			}
			v := value(next)
			if gain == nil || v.Cmp(gain) > 0 {
				gain = v
			}
			if negative = negative && v.Sign() < 0; negative && b.distinct(board, s) {
				draws.Add(draws, new(big.Rat).Inv(v))
				n++
			}
		}
		if negative && !b.safe(board) {
			gain = new(big.Rat).Quo(big.NewRat(n, 1), draws) // all moves have equally many beads
		}
	}
	const digits = 100
	n := new(big.Int).Lsh(gain.Num(), digits)
	memo[board] = new(big.Rat).SetFrac(n.Div(n, gain.Denom()), new(big.Int).Lsh(big.NewInt(1), digits))
	return memo[board]
}

// distinct reports whether no lower square is equal to a square by a symmetry of the board.
func (b *boards) distinct(board string, square int) bool {
	lowest := square
	symmetries(board, func(image string, to [9]int) {
		if image == board {
			lowest = min(lowest, to[square])
		}
	})
	return lowest == square
}

// matters reports whether a box with weights may follow.
func (b *boards) matters(board string, memo map[string]bool) bool {
	if is, known := memo[board]; known {
		return is
	}
	is := false
	if winner(board) == '.' {
		symmetries(board, func(image string, _ [9]int) { is = is || b.weights[image] != nil })
		for _, s := range moves(board) {
			is = is || b.matters(play(board, s), memo)
		}
	}
	memo[board] = is
	return is
}
