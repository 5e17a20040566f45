package gametree

import (
	"fmt"
	"slices"
	"strings"

	"menace/minimax"
)

// Step describes a step of a search.
type Step struct {
	Moves []string // moves that lead to the position
	Says  string   // the values that the search compares there, and the moves that it cuts off
	Left  bool     // the search leaves the position; otherwise it enters it
	node  *minimax.Tree
}

// String returns the step as a line, indented by the number of moves.
func (s Step) String() string {
	return strings.Repeat("  ", len(s.Moves)) + s.At() + ": " + s.Says
}

// At returns the name of the position.
func (s Step) At() string {
	if len(s.Moves) == 0 {
		return "root"
	}
	return strings.Join(s.Moves, " ")
}

// moment is the state of a search after one of its steps.
type moment struct {
	Trace
	here *minimax.Tree // the position of the step
	at   map[*minimax.Tree]*state
}

// state is what a search knows about a position at a moment.
type state struct {
	visit  minimax.Visit // the current or last visit
	open   bool          // the search is at the position or below it
	has    int           // the best score so far, for the player to move
	found  bool          // the score comes from a move searched during this visit
	left   int           // number of times the search has left the position
	cutOff bool          // the position has been cut off
}

// replay describes the steps of the search until there are most descriptions, and returns the state after them. A step
// that enters a leaf has no description; the step that leaves the leaf has one.
func (t Trace) replay(most int) (m *moment, described []Step) {
	m = &moment{Trace: t, at: map[*minimax.Tree]*state{}}
	for i := 0; i < len(t.tree.Steps) && len(described) < most; i++ {
		step := t.tree.Steps[i]
		m.here = step.At
		says := ""
		if step.Left {
			says = m.leave(step)
		} else {
			says = m.enter(step.At, step.At.Visits[step.Visit])
		}
		if says != "" {
			described = append(described, Step{t.moves(step.At), says, step.Left, step.At})
		}
	}
	return m, described
}

// of returns the state of a position.
func (m *moment) of(tree *minimax.Tree) *state {
	if m.at[tree] == nil {
		m.at[tree] = &state{}
	}
	return m.at[tree]
}

// moves returns the moves from the root to a position.
func (t Trace) moves(at *minimax.Tree) (names []string) {
	for ; at.Parent != nil; at = at.Parent {
		names = append(names, t.problem.move(at))
	}
	slices.Reverse(names)
	return names
}

// enter describes a position that the search enters. It returns "" for a leaf.
func (m *moment) enter(tree *minimax.Tree, visit minimax.Visit) string {
	s := m.of(tree)
	s.visit, s.open, s.has, s.found = visit, true, visit.Alpha, false
	if tree.Finished() || tree.Horizon() {
		return ""
	}
	line := m.player(m.toMax(tree)) + " to move"
	if m.Algorithm.Cuts() {
		alpha, beta := m.window(tree, visit.Alpha, visit.Beta)
		line += ", α " + alpha + ", β " + beta
	}
	return line
}

// leave describes the value of a position that the search leaves, how it compares with others, and what it cuts off.
// All values in the line are for the same player. If values are for the player to move, that is the player who moved to
// the position and now compares.
func (m *moment) leave(step minimax.Step) string {
	s, line := m.of(step.At), m.worth(step)
	s.open = false
	s.left++
	switch {
	case step.At.Parent != nil:
		return line + m.compare(step)
	case s.left < len(step.At.Visits):
		return line + "; the next question"
	}
	return line + ": done"
}

// worth describes the value of a position that the search leaves, and where the value comes from.
func (m *moment) worth(step minimax.Step) string {
	tree, visit, toMover, whose := step.At, step.At.Visits[step.Visit], m.toMax(step.At), ""
	mover := m.toMover()
	if mover {
		root := tree.Ply == 0
		toMover, whose = root, " to "+m.player(toMover == root)
	}
	score, fails := visit.Score, visit.Fails
	if !toMover {
		score, fails = -score, -fails
	}
	line, sign, window := "", "", ""
	switch fails {
	case -1:
		line, sign, window = "at most ", "≤ ", ", fails low"
	case 1:
		line, sign, window = "at least ", "≥ ", ", fails high"
	}
	line += tree.Score(score) + whose
	switch {
	case visit.Void:
		line += ", which says nothing, since α = β"
	case tree.Finished():
		line += ", the game is over"
	case tree.Horizon():
		line += ", an estimate"
	case visit.Known:
		line += ", which the table knows"
	case !mover: // otherwise the window is the other player's
		line += window
	}
	// Earlier visits may have found tighter bounds.
	if known := tree.ValueAfter(step.Visit, toMover); known != sign+tree.Score(score) {
		line += ", so " + known
	}
	if hard := m.hard[tree]; hard != nil && hard.Visits[step.Visit].Score != visit.Score {
		line += " (fail-hard: " + hard.ValueAfter(step.Visit, toMover) + ")"
	}
	return line
}

// compare describes how a child compares with the best move so far at its parent, and which moves the search then
// skips.
func (m *moment) compare(step minimax.Step) (text string) {
	tree := step.At.Parent
	parent := m.of(tree)
	alpha, beta, reaches, exceeds := "α", "β", "≥", ">"
	if m.flips(m.toMax(tree)) {
		alpha, beta, reaches, exceeds = "β", "α", "≤", "<"
	}
	who, before := m.player(m.toMax(tree)), m.score(tree, step.Before)
	if step.Before == parent.visit.Alpha && m.Algorithm.Cuts() {
		before = alpha + " " + before
	}
	switch {
	case step.First:
		text = fmt.Sprintf("; the first for %s, so the best", who)
	case step.Better:
		text = fmt.Sprintf("; better for %s than %s", who, before)
	default:
		text = fmt.Sprintf("; no better for %s than %s", who, before)
	}
	parent.has, parent.found = step.After, parent.found || step.Better
	if step.Again {
		text += ": searched again"
	}
	if step.Cut == nil {
		return text
	}
	var names []string
	for _, c := range step.Cut {
		m.of(c).cutOff = true
		names = append(names, m.call(c))
	}
	if m.Cut == minimax.AboveBeta && m.Algorithm.CutsLate() {
		reaches = exceeds
	}
	return fmt.Sprintf("%s; %s %s %s %s: CUT, not searched: %s", text, m.score(tree, step.After), reaches,
		beta, m.score(tree, parent.visit.Beta), strings.Join(names, " "))
}
