package gametree

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/searches/trees"
)

// nameOf returns the name of a position in the picture.
func (s *solver) nameOf(n *trees.Node) string {
	name, _ := s.node(s.test, n)
	return name
}

// types returns the types of the critical positions, by their names.
func (s *solver) types(n *trees.Node, kind int) map[string]int {
	name := s.nameOf(n)
	all := map[string]int{name: kind}
	for _, child := range n.Children {
		below := 0
		switch best := s.best[name] == s.nameOf(child); {
		case kind == 1 && best:
			below = 1
		case kind == 1 || kind == 3:
			below = 2
		case kind == 2 && best:
			below = 3
		}
		if below == 0 || slices.Contains(s.cuts, s.nameOf(child)) {
			continue
		}
		for at, kind := range s.types(child, below) {
			all[at] = kind
		}
	}
	return all
}

// alphabeta counts the leaves that alpha-beta visits with the children in an order, and returns its value for Max.
func (s *solver) alphabeta(n *trees.Node, alpha, beta int, order func(*trees.Node) []*trees.Node) (value, leaves int) {
	if n.Leaf {
		_, value := s.node(s.test, n)
		return value, 1
	}
	for _, child := range order(n) {
		v, visited := s.alphabeta(child, alpha, beta, order)
		leaves += visited
		if n.Max {
			alpha = max(alpha, v)
		} else {
			beta = min(beta, v)
		}
		if alpha >= beta {
			break
		}
	}
	if n.Max {
		return alpha, leaves
	}
	return beta, leaves
}

// permuted calls a function with all orders of some positions.
func permuted(nodes []*trees.Node, chosen []*trees.Node, do func([]*trees.Node)) {
	if len(nodes) == 0 {
		do(chosen)
	}
	for i := range nodes {
		rest := slices.Delete(slices.Clone(nodes), i, i+1)
		permuted(rest, append(slices.Clone(chosen), nodes[i]), do)
	}
}

// sorted returns the best order of the children of a position, and the number of leaves below it.
func (s *solver) sorted(name string) (order []string, fewest int) {
	at, window := s.names[name], s.windows[name]
	fewest = math.MaxInt
	permuted(at.Children, nil, func(children []*trees.Node) {
		_, leaves := s.alphabeta(at, window[0], window[1], func(n *trees.Node) []*trees.Node {
			if n == at {
				return children
			}
			return n.Children
		})
		if leaves < fewest {
			order, fewest = nil, leaves
			for _, child := range children {
				order = append(order, s.nameOf(child))
			}
		}
	})
	return order, fewest
}

// fewest returns the fewest leaves in any order of the children: it tries all orders if there are not too many, and
// many random ones otherwise, all with the best move of each position first.
func (s *solver) fewest() int {
	const most = 300
	var inner []*trees.Node
	combinations := 1
	for _, n := range positions(s.root) {
		if len(n.Children) > 1 {
			inner = append(inner, n)
			for i := range n.Children {
				combinations = min(combinations*(i+1), most+1)
			}
		}
	}
	chosen, fewest := map[*trees.Node][]*trees.Node{}, math.MaxInt
	count := func() {
		_, leaves := s.alphabeta(s.root, -s.bound, s.bound, func(n *trees.Node) []*trees.Node {
			if order := chosen[n]; order != nil {
				return order
			}
			return n.Children
		})
		fewest = min(fewest, leaves)
	}
	if combinations > most {
		random := rand.New(rand.NewPCG(1, 1))
		for range most {
			for _, n := range inner {
				order := slices.Clone(n.Children)
				random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
				slices.SortStableFunc(order, func(a, b *trees.Node) int {
					worse := s.minimax[s.nameOf(b)] - s.minimax[s.nameOf(a)]
					if random.IntN(8) == 0 {
						return 0
					}
					if n.Max {
						return worse
					}
					return -worse
				})
				chosen[n] = order
			}
			count()
		}
		return fewest
	}
	var try func(i int)
	try = func(i int) {
		if i == len(inner) {
			count()
			return
		}
		permuted(inner[i].Children, nil, func(order []*trees.Node) {
			chosen[inner[i]] = order
			try(i + 1)
		})
	}
	try(0)
	return fewest
}

// remembered counts the positions that minimax visits if it remembers all positions, by how they look. At a horizon a
// position is remembered for its depth alone.
func (s *solver) remembered(n *trees.Node, met map[string]bool, depth int) int {
	look := fmt.Sprint(n.Board, n.Label)
	if s.limited {
		look += fmt.Sprint(depth)
	}
	if met[look] {
		return 1
	}
	met[look] = true
	visits := 1
	for _, child := range n.Children {
		visits += s.remembered(child, met, depth+1)
	}
	return visits
}

// key adds up the numbers in a question for the pieces in the picture.
func (s *solver) key(q Question) (key int) {
	numbers := map[string]int{}
	for _, m := range regexp.MustCompile(`([#\w.*=]+) (\d+)[,.]`).FindAllStringSubmatch(q.Prompt, -1) {
		numbers[m[1]], _ = strconv.Atoi(m[2])
	}
	n := s.names[q.Node]
	if n.Board == nil { // rows of Nim or piles of Grundy's game
		piles := map[string]int{}
		for i, number := range strings.Split(n.Label, ",") {
			key ^= numbers[fmt.Sprintf("r%d=%s", i+1, number)]
			piles[number]++
		}
		for pile, n := range piles {
			key ^= numbers[fmt.Sprintf("%d*%s", n, pile)]
		}
		return key
	}
	for i, row := range n.Board {
		for j, sign := range row {
			key ^= numbers[fmt.Sprintf("%c%d", sign, len(row)*i+j+1)] // squares by number
			key ^= numbers[fmt.Sprintf("%c%d.%d", sign, i+1, j+1)]    // and by row and column
			if strings.ContainsRune("VH", sign) {
				key ^= numbers[fmt.Sprintf("#%d.%d", i+1, j+1)]
			}
		}
	}
	if side, ok := numbers["Black"]; ok {
		key ^= side
	}
	if side, ok := numbers["H"]; ok {
		key ^= side
	}
	return key
}

// selected returns the child with the highest upper bound of the numbers in a question.
func (s *solver) selected(q Question) (child string) {
	var all, visits, mean float64
	fmt.Sscanf(q.Prompt, "After %g playouts", &all)
	highest := math.Inf(-1)
	for _, m := range regexp.MustCompile(`(\S+) (\d+) with a mean of (\S+?)[, ]`).FindAllStringSubmatch(q.Prompt, -1) {
		fmt.Sscan(m[2], &visits)
		fmt.Sscan(m[3], &mean)
		if upper := mean + math.Sqrt(math.Log(all)/visits); upper > highest {
			child, highest = m[1], upper
		}
	}
	return child
}
