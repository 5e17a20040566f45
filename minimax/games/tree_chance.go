package games

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// Limits of the numbers of a tree with chance moves, in units of the tree.
const (
	mostUnits = 1 << 40
	finer     = 1_000_000 // the unit is at most this many times finer than payoffs and means need
)

// countMeans converts all numbers to a common unit in which all means are whole. If that unit were too small, means are
// rounded instead. The unit is finer if there is room, because the windows of a search have other fractions.
func (t *treeBuilder) countMeans() error {
	if t.tree.infinite {
		return errors.New("tree: where chance moves, no number is infinite")
	}
	size, unit := big.NewRat(1, 1), big.NewInt(1)
	for _, n := range t.numbers {
		if abs := new(big.Rat).Abs(n); abs.Cmp(size) > 0 {
			size = abs
		}
	}
	for _, minFirst := range []bool{false, true} {
		for _, n := range t.means(minFirst) {
			if unit.BitLen() <= 64 {
				unit = lcm(unit, n.Denom())
			}
		}
	}
	fits := func(unit *big.Int) bool {
		return new(big.Rat).Mul(size, new(big.Rat).SetInt(unit)).Cmp(big.NewRat(mostUnits, 1)) <= 0
	}
	exact, most, ten := fits(unit), finer, big.NewInt(10)
	if !exact {
		unit, most = big.NewInt(1), mostUnits
	}
	t.tree.digits = 4
	for next := new(big.Int).Mul(unit, ten); t.tree.step < most && fits(next); next.Mul(unit, ten) {
		unit.Set(next)
		t.tree.step *= 10
	}
	if !exact {
		t.tree.digits = 9
	}
	t.tree.unit = unit.Int64()
	for p, n := range t.numbers {
		units := new(big.Rat).Mul(n, new(big.Rat).SetInt(unit))
		rounded, _ := new(big.Int).SetString(units.FloatString(0), 10)
		t.tree.nodes[p].payoff = int(rounded.Int64())
	}
	t.tree.least, t.tree.most = t.tree.payoffs()
	return nil
}

// payoffs returns the lowest and the highest payoff or estimate.
func (g *Tree) payoffs() (least, most int) {
	all := []int(nil)
	for _, n := range g.nodes {
		if n.children == nil || n.given {
			all = append(all, n.payoff)
		}
	}
	return slices.Min(all), slices.Max(all)
}

// means returns the exact values of all nodes, to Max, and the products of chances and values.
func (t *treeBuilder) means(minFirst bool) (values []*big.Rat) {
	g := t.tree
	g.minFirst = minFirst
	values = slices.Clone(t.numbers)
	var products []*big.Rat
	for p, n := range slices.Backward(g.nodes) {
		if n.children == nil {
			continue
		}
		total := 0
		for _, w := range n.weights {
			total += w
		}
		value := new(big.Rat)
		for i, child := range n.children {
			switch v := values[child]; {
			case total > 0:
				product := new(big.Rat).Mul(v, big.NewRat(int64(n.weights[i]), int64(total)))
				products = append(products, product)
				value.Add(value, product)
			case i == 0 || (v.Cmp(value) > 0) == g.ForMax(Place(p)):
				value.Set(v)
			}
		}
		values[p] = value
	}
	return slices.Concat(values, t.numbers, products)
}

// WithBounds returns the tree with other bounds of all payoffs, which Star1 and Star2 may rely on. They must include
// every payoff and estimate.
func (g *Tree) WithBounds(least, most *big.Rat) (*Tree, error) {
	if !g.chance {
		return nil, errors.New("chance moves nowhere in this tree, so bounds are not used")
	}
	low, high := new(big.Rat).Mul(least, big.NewRat(g.unit, 1)), new(big.Rat).Mul(most, big.NewRat(g.unit, 1))
	if largest := big.NewRat(mostUnits, 1); new(big.Rat).Neg(low).Cmp(largest) > 0 || high.Cmp(largest) > 0 {
		return nil, errTooLarge
	}
	bounded := *g
	bounded.least, bounded.most = floor(low), -floor(high.Neg(high))
	if l, m := g.payoffs(); l < bounded.least || m > bounded.most {
		return nil, fmt.Errorf("the leaves lie between %s and %s, which is not within these bounds",
			g.Write(l), g.Write(m))
	}
	return &bounded, nil
}

// floor rounds down.
func floor(x *big.Rat) int { return int(new(big.Int).Div(x.Num(), x.Denom()).Int64()) }

// Chance formats the chance of the move to a node as it was given, or returns "" if a player makes the move.
func (g *Tree) Chance(p Place) string {
	n := g.nodes[p]
	weights := g.nodes[n.parent].weights
	if n.ply == 0 || weights == nil {
		return ""
	}
	total := 0
	for _, w := range weights {
		total += w
	}
	return formatNumber(big.NewRat(int64(weights[n.number-1]), int64(total)), g.fraction)
}
