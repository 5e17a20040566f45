package gametree

import (
	"fmt"
	"slices"
	"strings"

	"menace/cmd/internal/language"
	"menace/minimax"
)

// score returns the score of a leaf for the player to move.
func (n *node) score() int { return n.whole.Visits[0].Score }

// alphabeta returns the fail-hard score of a position for the player to move, and the number of leaves that alpha-beta
// visits below it. The children of the position itself are tried in the given order.
func (n *node) alphabeta(children []*node, alpha, beta int) (score, leaves int) {
	if n.children == nil {
		return n.score(), 1
	}
	for _, child := range children {
		score, visited := child.alphabeta(child.children, -beta, -alpha)
		alpha, leaves = max(alpha, -score), leaves+visited
		if alpha >= beta {
			break
		}
	}
	return alpha, leaves
}

// leavesIn returns the number of leaves that the search visits below a position if its children are in this order, and
// everything else is unchanged.
func (n *node) leavesIn(order []*node) int {
	_, leaves := n.alphabeta(order, n.Visits[0].Alpha, n.Visits[0].Beta)
	return leaves
}

// orders returns all permutations of nodes.
func orders(nodes []*node) (all [][]*node) {
	if len(nodes) == 0 {
		return [][]*node{nil}
	}
	for i, first := range nodes {
		for _, rest := range orders(slices.Concat(nodes[:i], nodes[i+1:])) {
			all = append(all, slices.Concat([]*node{first}, rest))
		}
	}
	return all
}

// fewestLeaves returns the lowest number of leaves that alpha-beta visits below a position, and an order of the
// children with that number. ok is false if all orders are equally good, or there are too many to try.
func (n *node) fewestLeaves() (order []*node, fewest int, ok bool) {
	const most = 5 // children
	if len(n.children) > most {
		return nil, 0, false
	}
	for _, o := range orders(n.children) {
		leaves := n.leavesIn(o)
		ok = ok || order != nil && leaves != fewest
		if order == nil || leaves < fewest {
			order, fewest = o, leaves
		}
	}
	return order, fewest, ok
}

// toSort returns the positions whose children could be in a better order or, if there are none, those whose children
// could be in a worse order.
func toSort(from []*node) (all []*node) {
	var best []*node
	for _, n := range from {
		_, fewest, ok := n.fewestLeaves()
		switch {
		case ok && n.leavesIn(n.children) > fewest:
			all = append(all, n)
		case ok:
			best = append(best, n)
		}
	}
	if all == nil {
		return best
	}
	return all
}

// askSorting asks for the best order of the children of a position.
func (x *examiner) askSorting(p *node) Question {
	order, fewest, _ := p.fewestLeaves()
	prompt := x.in().Text("Sort the children of {position} so that the search visits the fewest leaves below "+
		"{position}. All else stays.", "position", p.name)
	return Question{Kind: "sorting", Node: p.name, Prompt: prompt, Answer: strings.Join(namesOf(order), " "),
		check: func(answer string) (string, error) {
			named, err := x.parseNames(answer)
			switch {
			case err != nil:
				return "", err
			case len(named) != len(p.children) ||
				slices.ContainsFunc(p.children, func(child *node) bool { return !slices.Contains(named, child) }):
				return "", language.NewMessage("name each child of {position} once: {names}", "position", p.name,
					"names", strings.Join(namesOf(p.children), " "))
			case p.leavesIn(named) == fewest:
				return "", nil
			}
			return x.in().Text("In this order the search visits {leaves} leaves below {position}, in the order "+
				"{order} only {fewest}.", "leaves", p.leavesIn(named), "position", p.name,
				"order", strings.Join(namesOf(order), " "), "fewest", fewest), nil
		}}
}

// impossible exceeds the number of leaves of every tree.
const impossible = 1 << 20

// proof returns the lowest number of leaves that prove that the score of a position, for the player to move, is at
// least, or at most, a bound. To prove that it is at least a bound, one child is enough; to prove that it is at most a
// bound takes all.
func (n *node) proof(bound int, atLeast bool) int {
	switch {
	case n.children == nil && (atLeast && n.score() >= bound || !atLeast && n.score() <= bound):
		return 1
	case n.children == nil:
		return impossible
	}
	fewest, sum := impossible, 0
	for _, child := range n.children {
		leaves := child.proof(-bound, !atLeast)
		fewest, sum = min(fewest, leaves), min(sum+leaves, impossible)
	}
	if atLeast {
		return fewest
	}
	return sum
}

// askFewest asks for the number of leaves that alpha-beta visits if all children are in the best order. These are the
// leaves of the smallest proof of a lower bound and of the smallest proof of an upper bound, both equal to the value.
// The proofs share one leaf, the end of the line of best play. Nothing needs to be proved against the bounds of the
// window.
func (x *examiner) askFewest() Question {
	root := x.all[0]
	value, window := root.whole.Visits[0].Score, root.Visits[0]
	atLeast, atMost := root.proof(value, true), root.proof(value, false)
	if value <= window.Alpha {
		atLeast = 1
	}
	if value >= window.Beta {
		atMost = 1
	}
	return numberQuestion(x.in(), Question{
		Kind: "fewest",
		Prompt: x.in().Text("How many leaves would the search visit with the children of every position in the best " +
			"order?"),
	}, func() string {
		return "  " + x.in().Text("proving that the value of {position} is at least {value} takes {least}, that it is "+
			"at most that {most}; they share one", "position", root.name, "value", x.plain.value(root.whole),
			"least", atLeast, "most", atMost)
	}, number{what: x.in().Text("the number of leaves"), value: fmt.Sprint(atLeast + atMost - 1)})
}

// askMove asks for the best move at the root. If several are best, any of them is right.
func (x *examiner) askMove() Question {
	root := x.all[0]
	var best []*node
	for _, child := range root.children {
		score := child.whole.Visits[0].Score
		if x.toMax(child.whole) != x.toMax(root.whole) {
			score = -score
		}
		if score == root.whole.Visits[0].Score {
			best = append(best, child)
		}
	}
	prompt := x.in().Text("Which move should {player} play at {position}? Name the position after it.",
		"player", x.player(x.toMax(root.whole)), "position", root.name)
	return Question{Kind: "move", Prompt: prompt, Answer: strings.Join(namesOf(best), " "),
		check: func(answer string) (string, error) {
			named, err := x.parseMoves(answer)
			if err == nil && named == nil {
				err = language.NewMessage("name a position, as in B")
			}
			for _, p := range named {
				if !slices.Contains(best, p) && err == nil {
					values := x.lines(x.plain, func(at *node, s Step) bool { return s.Left && at.parent == root })
					names := namesOf(best)
					return x.in().Text("The move to {best} is best, not the one to {given}:",
						"best", strings.Join(names, x.in().Or), "given", p.name) + "\n" + values, nil
				}
			}
			return "", err
		}}
}

// askType asks for Knuth and Moore's type of a position.
func (x *examiner) askType(p *node) Question {
	prompt := x.in().Text("Which of Knuth and Moore's types does {position} have: 1, 2, 3, or 0 for none? "+
		"The best move searched counts as the first.", "position", p.name)
	return numberQuestion(x.in(), Question{Kind: "type", Node: p.name, Prompt: prompt}, func() string {
		var lines []string
		for at := p; at.parent != nil; at = at.parent {
			places := []any{"position", at.name, "parent", at.parent.name, "type", at.parent.Type}
			line := x.in().Text("{position} is a child of {parent}, whose type is {type}", places...)
			if best := at.parent.best(); best != nil && at.parent.Type != 3 {
				line = x.in().Text("{position} is a child of {parent}, whose type is {type}, and whose best move "+
					"searched leads to {best}", append(places, "best", best.name)...)
			}
			lines = append(lines, "  "+line)
		}
		return strings.Join(append(lines, "  "+typesInWords.In(x.in())), "\n")
	}, number{what: x.in().Text("the type of {position}", "position", p.name), value: fmt.Sprint(p.Type)})
}

// typesInWords defines Knuth and Moore's types.
var typesInWords = language.NewMessage("the root has type 1; the best child of a 1 has type 1 and the others 2; " +
	"the best child of a 2 has type 3 and the others none; all children of a 3 have type 2")

// best returns the child with the best move searched, or nil if no child of the position proves its value.
func (n *node) best() *node {
	i := slices.IndexFunc(n.children, func(child *node) bool {
		return !child.cutOff() && (n.Type == 1 && child.Type == 1 || n.Type == 2 && child.Type == 3)
	})
	if i < 0 {
		return nil
	}
	return n.children[i]
}

// sortable reports whether the exercise may ask for better orders: only plain alpha-beta, cut off at β, qualifies.
func (x *examiner) sortable() bool {
	return (x.Algorithm == minimax.AlphaBeta || x.Algorithm == minimax.AlphaBetaSoft) && x.Cut == minimax.AtBeta
}
