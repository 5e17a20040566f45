package teach

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"menace/menace"
	"menace/menace/option"
	"menace/minimax"
	"menace/symmetry"
)

// tree holds all possible games of a machine.
type tree struct {
	graph   *symmetry.Graph
	teaches symmetry.Side // side of the teacher
	beads   []bead        // in the order of [menace.Machine.Beads]
	start   *node
	states  int // a bound above all numbers of states
}

// bead identifies the beads for one move of one box.
type bead struct {
	menace.Draw
	fresh  int64 // number in the fresh box
	weight int   // what one such bead adds to the number of a state, or 0 if no game takes any away
}

// node is a point in a game.
type node struct {
	orbit        symmetry.Orbit
	machineMoves bool   // the machine moves
	boxed        bool   // the machine draws from a box, and resigns if it is empty
	moves        []move // none if the game is over
	lost         bool   // the machine has lost the game
	losses       []loss // what the machine loses if the game ends here
}

type move struct {
	index int // of the move in its orbit
	bead  int // of a move from a box: index of its bead
	next  *node
}

// loss is a loss of beads of one kind, or of all that are left.
type loss struct {
	bead  int
	beads int64
}

// Limits of a teacher: the number of states, whose evaluation takes fifteen seconds at the limit, the number that a
// state may have, and the size of a tree, which takes a hundred megabytes.
const (
	maxStates = 4_000_000
	maxNumber = 1 << 62
	maxNodes  = 1_000_000
)

// errTooMany reports that there are more states than a teacher can know.
var errTooMany = fmt.Errorf("its boxes have more than %d states, too many to find the fastest way to teach it",
	maxStates)

// newTree returns the games of machines with these rules, or an error if nobody can make one unbeatable.
func newTree(rules menace.Rules) (*tree, error) {
	if err := CheckOnlyTakes(rules); err != nil {
		return nil, err
	}
	m := menace.New(rules)
	value := minimax.Solve(m.Graph(), symmetry.MaxLength).Value(symmetry.Start)
	if value < 0 && rules.Plays == symmetry.First || value > 0 && rules.Plays == symmetry.Second {
		return nil, fmt.Errorf("nobody can make %s unbeatable: perfect play wins %s for %s",
			m.Graph().Player(rules.Plays), m.Graph().Title(), m.Graph().Player(rules.Plays.Other()))
	}
	b := &builder{tree: tree{graph: m.Graph(), teaches: rules.Plays.Other()}, Machine: m, index: map[menace.Draw]int{}}
	for _, o := range b.graph.Choices(rules.Plays) {
		box, _ := m.Box(o)
		for i := range m.Moves(o).All() {
			draw := menace.Draw{Orbit: o, Move: uint8(i)}
			b.index[draw] = len(b.beads)
			b.beads = append(b.beads, bead{Draw: draw, fresh: box.Beads(i)})
		}
	}
	if b.start = b.node(symmetry.Start, nil); b.nodes > maxNodes {
		return nil, fmt.Errorf("more than %d games are possible, too many to find the fastest way to teach it",
			maxNodes)
	}
	b.states = 1
	for i, taken := range b.taken() {
		if !taken {
			continue
		}
		b.beads[i].weight = b.states
		if b.states > maxNumber/int(b.beads[i].fresh+1) {
			return nil, errTooMany
		}
		b.states *= int(b.beads[i].fresh + 1)
	}
	return &b.tree, nil
}

// CheckOnlyTakes returns an [option.Error] for rules that can add beads, and so lead to infinitely many states.
func CheckOnlyTakes(rules menace.Rules) error {
	const finite = "finitely many need rules that only take beads away, such as those of the presets her and him"
	for i, beads := range []int64{rules.Win, rules.Draw, rules.Loss} {
		if beads > 0 {
			return option.Wrong([]string{"win", "draw", "loss"}[i],
				fmt.Errorf("%d adds beads, so there are infinitely many states; %s", beads, finite))
		}
	}
	if later := rules.LaterDifferences(); len(later) > 0 {
		return option.Wrong(later[0].Name, errors.New("a law does not take this rule into account"))
	}
	switch {
	case rules.OnEmpty == menace.Restock:
		return option.Wrong("on-empty", errors.New("restock adds beads, so there are infinitely many states; "+finite))
	case slices.Max(rules.Beads[:]) > math.MaxUint8:
		return option.Wrong("beads", fmt.Errorf("at most %d beads for a move are possible here", math.MaxUint8))
	}
	return nil
}

// builder builds a tree.
type builder struct {
	tree
	*menace.Machine
	index map[menace.Draw]int // of each bead
	nodes int
}

// node returns the node of an orbit that a game reaches after the machine has drawn these beads.
func (b *builder) node(o symmetry.Orbit, drawn []int) *node {
	g, rules := b.graph, b.Rules()
	end := g.Outcome(o)
	n := &node{orbit: o, lost: end == symmetry.Win(rules.Plays.Other())}
	n.losses = b.learn(end, drawn)
	if b.nodes++; end != symmetry.Ongoing || b.nodes > maxNodes {
		return n
	}
	_, n.boxed = b.Box(o)
	n.machineMoves = g.Turn(o) == rules.Plays
	moves := g.Distinct(o)
	if n.boxed {
		moves = b.Moves(o)
	}
	for i := range moves.All() {
		m := move{index: i}
		with := drawn
		if n.boxed {
			m.bead = b.index[menace.Draw{Orbit: o, Move: uint8(i)}]
			with = append(drawn[:len(drawn):len(drawn)], m.bead)
		}
		m.next = b.node(g.Next(o, i), with)
		n.moves = append(n.moves, m)
	}
	return n
}

// learn returns what the machine loses after it drew these beads in a game. If the game has not ended, the machine
// resigns it.
func (b *builder) learn(end symmetry.Outcome, drawn []int) (all []loss) {
	rules := b.Rules()
	reward := rules.Loss
	switch end {
	case symmetry.Win(rules.Plays):
		reward = rules.Win
	case symmetry.Drawn:
		reward = rules.Draw
	}
	if rules.Credit == menace.CreditLast {
		drawn = drawn[max(len(drawn)-1, 0):]
	}
	for _, bead := range drawn {
		if reward < 0 {
			all = append(all, loss{bead, -reward})
		}
	}
	return all
}

// taken reports for each kind of bead whether some game can take it away.
func (b *builder) taken() []bool {
	taken := make([]bool, len(b.beads))
	var follow func(*node) (more bool)
	follow = func(n *node) (more bool) {
		empty := n.boxed
		for _, m := range n.moves {
			more = follow(m.next) || more
			empty = empty && taken[m.bead]
		}
		if len(n.moves) == 0 || empty {
			for _, l := range n.losses {
				more = more || !taken[l.bead]
				taken[l.bead] = true
			}
		}
		return more
	}
	for follow(b.start) {
	}
	return taken
}
