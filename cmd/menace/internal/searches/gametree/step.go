package gametree

import (
	"cmp"
	"fmt"
	"strings"

	"menace/minimax"
)

// Step describes a step of a search.
type Step struct {
	Moves []string // moves to the position
	Says  string   // what the search compares there, and which moves it cuts off
	Left  bool     // the search leaves the position; otherwise it enters it
	again bool     // the position is searched again
	cut   bool     // moves are cut off
	name  string   // the name of the root
	pile  string   // the position where piles are split, instead of moves such as 7=4+3; or ""
	node  *node    // the position; nil in [Playouts]
	steps int      // number of steps of the trace up to this one
}

// String returns the step as a line, indented by the number of moves.
func (s Step) String() string {
	return strings.Repeat("  ", len(s.Moves)) + s.At() + ": " + s.Says
}

// At returns the name of the position.
func (s Step) At() string {
	switch {
	case len(s.Moves) == 0:
		return s.name
	case s.pile != "":
		return s.pile
	}
	return strings.Join(s.Moves, " ")
}

// split returns the position if the move to it splits a pile, and otherwise "".
func (n *node) split() string {
	if strings.Contains(n.move, "=") {
		return n.picture.Label
	}
	return ""
}

// Steps describes the steps of the search. A step that enters a leaf has no description; the step that leaves the leaf
// has one.
func (t Trace) Steps() (described []Step) {
	for i, step := range t.steps {
		s := Step{
			Left: step.Left, again: step.Again, cut: step.Cut != nil,
			name: cmp.Or(t.root.name, t.in().Text("root")), node: t.nodes[step.At], steps: i + 1,
		}
		switch {
		case step.Left:
			s.Says = t.describeValue(step) + t.describeComparison(step)
		case step.At.Finished() || step.At.Horizon():
			continue
		default:
			s.Says = t.in().Text("{player} to move", "player", t.mover(step.At))
			if t.Algorithm.Cuts() {
				visit := step.At.Visits[step.Visit]
				alpha, beta := t.window(step.At, visit.Alpha, visit.Beta)
				s.Says += ", α " + alpha + ", β " + beta
			}
		}
		s.Moves, s.pile = s.node.moves(), s.node.split()
		described = append(described, s)
	}
	return described
}

// describeValue describes the value of a position that the search leaves, and where the value comes from. All values in
// a line are from the perspective of one player: Max or, in negamax, the player who moved to the position and now
// compares it with others.
func (t Trace) describeValue(step minimax.Step) string {
	tree, visit, toMover, in := step.At, step.At.Visits[step.Visit], t.toMax(step.At), t.in()
	mover := t.toMover()
	if mover {
		toMover = tree.Ply == 0
	}
	score, fails := visit.Score, visit.Fails
	if !toMover {
		score, fails = -score, -fails
	}
	line, sign, window := tree.Score(score), "", ""
	switch fails {
	case -1:
		line, sign, window = in.Text("at most {value}", "value", line), "≤ ", ", "+in.Text("fails low")
	case 1:
		line, sign, window = in.Text("at least {value}", "value", line), "≥ ", ", "+in.Text("fails high")
	}
	if mover {
		whose := t.player(t.toMax(tree) == (tree.Ply == 0))
		line = in.Text("{value} to {player}", "value", line, "player", whose)
	}
	switch {
	case visit.Void:
		line += ", " + in.Text("which says nothing, since α = β")
	case tree.Finished() && t.abstract:
		line += ", " + in.Text("a leaf")
	case tree.Finished():
		line += ", " + in.Text("the game is over")
	case tree.Horizon():
		line += ", " + in.Text("an estimate")
	case visit.Known:
		line += ", " + in.Text("which the table knows")
	case step.Mean != nil && step.Mean.Probe: // describeMean explains the bound
	case !mover: // in negamax the window has the perspective of the other player
		line += window
	}
	// Earlier visits may have found tighter bounds.
	if known := tree.ValueAfter(step.Visit, toMover); known != sign+tree.Score(score) {
		line += ", " + in.Text("so {value}", "value", known)
	}
	n := t.nodes[tree]
	if hard := n.hard; hard != nil && tree == n.Tree && hard.Visits[step.Visit].Score != visit.Score {
		line += " (fail-hard: " + hard.ValueAfter(step.Visit, toMover) + ")"
	}
	return line
}

// cutMove names a move that the search cuts off. The number of a child could be mistaken for the value of a leaf, so a
// leaf without a name is shown with its value.
func (t Trace) cutMove(n *node) string {
	if t.abstract && n.name == "" && n.picture.Leaf {
		return n.move + " (= " + n.picture.Value + ")"
	}
	return n.move
}

// describeComparison describes how a position that the search leaves compares with the best move so far at its parent,
// and which moves the search then skips.
func (t Trace) describeComparison(step minimax.Step) (text string) {
	parent := step.At.Parent
	switch {
	case parent == nil && step.Visit+1 < len(step.At.Visits):
		return "; " + t.in().Text("the next question")
	case parent == nil:
		return ": " + t.in().Text("done")
	}
	if step.Mean != nil {
		return t.describeMean(step)
	}
	alpha, beta, reaches, exceeds := "α", "β", "≥", ">"
	if t.flips(t.toMax(parent)) {
		alpha, beta, reaches, exceeds = "β", "α", "≤", "<"
	}
	who, before := t.player(t.toMax(parent)), t.score(parent, step.Before)
	if step.Before == step.Alpha && t.Algorithm.Cuts() {
		before = alpha + " " + before
	}
	switch {
	case step.First:
		text = "; " + t.in().Text("the first for {player}, so the best", "player", who)
	case step.Better:
		text = "; " + t.in().Text("better for {player} than {value}", "player", who, "value", before)
	default:
		text = "; " + t.in().Text("no better for {player} than {value}", "player", who, "value", before)
	}
	if step.Again {
		text += ": " + t.in().Text("searched again")
	}
	if step.Cut == nil {
		return text
	}
	if t.Cut == minimax.AboveBeta && t.Algorithm.CutsLate() {
		reaches = exceeds
	}
	return text + fmt.Sprintf("; %s %s %s %s", t.score(parent, step.After), reaches, beta, t.score(parent, step.Beta)) +
		t.describeCut(step)
}

// describeCut lists the moves that the search skips.
func (t Trace) describeCut(step minimax.Step) string {
	text := ": " + t.in().Text("CUT, not searched:")
	for _, cut := range step.Cut {
		text += " "
		if cut.Parent != step.At.Parent { // a move of a child whose first move only was searched
			text += t.nodes[cut.Parent].move + "-"
		}
		text += t.cutMove(t.nodes[cut])
	}
	return text
}

// describeMean describes how a child counts where chance moves, and which moves the search then skips. They are skipped
// because of a bound of the mean: the missing scores lie between the lowest and the highest payoff.
func (t Trace) describeMean(step minimax.Step) (text string) {
	parent, m := step.At.Parent, step.Mean
	flips := t.flips(t.toMax(parent))
	switch {
	case m.Probe && flips:
		text = "; " + t.in().Text("only its first move is searched so far, so at most that")
	case m.Probe:
		text = "; " + t.in().Text("only its first move is searched so far, so at least that")
	default:
		text = fmt.Sprintf("; × %s = %s, ", t.nodes[step.At].chance, t.score(parent, m.Share)) +
			t.in().Text("together {sum}", "sum", t.score(parent, m.Sum))
	}
	if step.Cut == nil {
		return text
	}
	bound, limit, atLeast, name := m.Least, step.Beta, true, "β"
	if m.Least < step.Beta {
		bound, limit, atLeast, name = m.Most, step.Alpha, false, "α"
	}
	most, least := t.in().Text("in all at most {value}", "value", t.score(parent, bound)),
		t.in().Text("in all at least {value}", "value", t.score(parent, bound))
	sign := "≥"
	if flips {
		name = map[string]string{"α": "β", "β": "α"}[name]
	}
	if atLeast == flips {
		least, sign = most, "≤"
	}
	return text + fmt.Sprintf("; %s %s %s %s", least, sign, name, t.score(parent, limit)) + t.describeCut(step)
}
