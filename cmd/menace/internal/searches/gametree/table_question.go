package gametree

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"menace/minimax"
)

// askTable asks how many positions minimax visits with a table of all positions. ok is false if the table saves
// nothing.
func (x *examiner) askTable(ctx context.Context, p Problem, o Options) (q Question, ok bool) {
	o.Algorithm = minimax.MinimaxTT
	traces, err := p.Trace(ctx, o)
	if err != nil {
		return Question{}, false
	}
	names := map[*minimax.Tree]string{}
	var name func(tree *minimax.Tree, n *node)
	name = func(tree *minimax.Tree, n *node) {
		names[tree] = n.name
		for i, child := range tree.Children {
			name(child, n.children[i])
		}
	}
	name(traces[0].root.Tree, x.all[0])
	var visited, known []string
	for _, step := range traces[0].steps {
		switch {
		case !step.Left:
			visited = append(visited, names[step.At])
		case step.At.Known():
			known = append(known, names[step.At])
		}
	}
	prompt := x.in().Text("Minimax visits {count} positions. How many does it visit with a table of all positions "+
		"met? One that the table knows counts, but nothing below it.", "count", len(x.all))
	return numberQuestion(x.in(), Question{Kind: "table", Prompt: prompt}, func() string {
		return "  " + x.in().Text("visited: {names}", "names", strings.Join(visited, " ")) + "\n  " +
			x.in().Text("of these known: {names}", "names", strings.Join(known, " "))
	}, number{what: x.in().Text("the number of positions"), value: fmt.Sprint(len(visited))}), known != nil
}

// askKey asks for the Zobrist key of a position with few pieces, computed from small numbers. ok is false if there is
// none.
func (x *examiner) askKey(p Problem, random *rand.Rand) (q Question, ok bool) {
	const fewest, most, bits = 2, 5, 5 // pieces, and bits of their numbers
	for _, i := range random.Perm(len(x.all)) {
		at, err := p.At(x.all[i].position)
		if err != nil {
			continue
		}
		keys, err := at.Keys(nil)
		if err != nil || len(keys[0].Pieces) < fewest || len(keys[0].Pieces) > most {
			continue
		}
		numbers, key := random.Perm(1<<bits-1), 0
		var given, binary []string
		for j, piece := range keys[0].Pieces {
			number := numbers[j] + 1
			key ^= number
			given = append(given, fmt.Sprintf("%s %d", piece.Name, number))
			binary = append(binary, fmt.Sprintf("%0*b", bits, number))
		}
		prompt := x.in().Text("The numbers of the pieces are {numbers}. What is the key of {position}?",
			"numbers", strings.Join(given, ", "), "position", x.all[i].name)
		return numberQuestion(x.in(), Question{Kind: "key", Node: x.all[i].name, Prompt: prompt}, func() string {
			sum := fmt.Sprintf("%s = %0*b", strings.Join(binary, " ⊕ "), bits, key)
			return "  " + x.in().Text("{sum}, in binary", "sum", sum)
		}, number{what: x.in().Text("the key of {position}", "position", x.all[i].name), value: fmt.Sprint(key)}), true
	}
	return Question{}, false
}

// askUCT asks which child of the root UCT selects, given invented visits and means.
func (x *examiner) askUCT(random *rand.Rand) Question {
	root := x.all[0]
	for {
		var given, bounds []string
		var best *node
		visits, means, all := make([]int, len(root.children)), make([]float64, len(root.children)), 0
		for i := range root.children {
			visits[i], means[i] = 1+random.IntN(12), float64(random.IntN(9)+1)/10
			all += visits[i]
		}
		highest, second := math.Inf(-1), math.Inf(-1)
		for i, child := range root.children {
			upper := means[i] + math.Sqrt(math.Log(float64(all))/float64(visits[i]))
			given = append(given, x.in().Text("{position} {visits} with a mean of {mean}", "position", child.name,
				"visits", visits[i], "mean", fmt.Sprintf("%.1f", means[i])))
			bounds = append(bounds, fmt.Sprintf("%s %.3f", child.name, upper))
			if upper > highest {
				best, highest, second = child, upper, highest
			} else {
				second = max(second, upper)
			}
		}
		if len(root.children) > 1 && highest-second < 0.05 {
			continue // too close to compute by hand
		}
		prompt := x.in().Text("After {count} playouts UCT has visited {moves} (for the player to move). Where does it "+
			"go next, with C = 1 and rewards from 0 to 1?", "count", all, "moves", strings.Join(given, ", "))
		return Question{Kind: "uct", Node: root.name, Prompt: prompt, Answer: best.name,
			check: func(answer string) (string, error) {
				named, err := x.parseNames(answer)
				if err != nil || len(named) == 1 && named[0] == best {
					return "", err
				}
				return x.in().Text("The upper bounds, mean + √(ln {count} / visits), are {bounds}.",
					"count", all, "bounds", strings.Join(bounds, ", ")), nil
			}}
	}
}
