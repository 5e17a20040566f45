package games

import (
	"math/big"
	"testing"
)

// TestUniformSize compares the formulas with published numbers, for the best case of alpha-beta those of Knuth and
// Moore (1975), and with nodes counted ply by ply.
func TestUniformSize(t *testing.T) {
	for _, c := range []struct {
		width, height        int
		leaves, nodes, least int64
	}{
		{3, 6, 729, 1093, 27 + 27 - 1}, {3, 3, 27, 40, 9 + 3 - 1}, {1, 5, 1, 6, 1}, {2, 10, 1024, 2047, 63},
	} {
		leaves, nodes, least := UniformSize(c.width, c.height)
		if leaves.Int64() != c.leaves || nodes.Int64() != c.nodes || least.Int64() != c.least {
			t.Errorf("%d^%d: got %v leaves of %v nodes, %v at best, want %+v", c.width,
				c.height, leaves, nodes, least, c)
		}
	}
	leaves, _, _ := UniformSize(16, 100)
	if want := new(big.Int).Lsh(big.NewInt(1), 400); leaves.Cmp(want) != 0 { // 16 = 2⁴
		t.Errorf("16^100: got %v, want 2^400", leaves)
	}
}

// TestSeedsMakeTrees checks that different seeds give different trees, even if the seeds differ only in one half of
// their bits.
func TestSeedsMakeTrees(t *testing.T) {
	leaves := func(seed uint64) (payoffs [64]int) {
		g := must(NewUniform(2, 6, RandomLeaves, seed))
		for i := range payoffs {
			payoffs[i] = g.Payoff(Node{number: int32(i), ply: 6})
		}
		return payoffs
	}
	met := map[[64]int]uint64{}
	for _, seed := range []uint64{0, 1, 2, 63, 1 << 32, 1<<32 + 1, 1 << 63, 1<<64 - 1} {
		if other, ok := met[leaves(seed)]; ok {
			t.Errorf("the seeds %d and %d give the same tree", seed, other)
		}
		met[leaves(seed)] = seed
	}
}

// TestRandomLeaves checks that random leaves are distinct, and those with ties are not.
func TestRandomLeaves(t *testing.T) {
	for order, distinct := range map[LeafOrder]int{RandomLeaves: 4096, TiedLeaves: 101} {
		g, met := must(NewUniform(4, 6, order, 7)), map[int]bool{}
		for i := range 4096 {
			met[g.Payoff(Node{number: int32(i), ply: 6})] = true
		}
		if len(met) != distinct {
			t.Errorf("%s: got %d distinct leaves, want %d", order, len(met), distinct)
		}
	}
}
