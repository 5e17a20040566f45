package likelihood

import (
	"fmt"
	"slices"

	"menace/menace"
	"menace/symmetry"
)

// impossible returns the first game whose result is impossible for every machine with these rules, whatever it learned,
// and why, or 0 if that cannot be proved. It considers what each opponent allows, and the beads in boxes that every
// game opens. That a filter has lost all particles would not be a proof.
func (m *model) impossible() (game int64, why string) {
	opening := anyOpening
	allowed := m.allowed(opening)
	known := m.knownBoxes()
	for i, result := range m.Results {
		game := int64(i + 1)
		stint := &m.stints[m.stintOf[i]]
		if allowed[m.stintOf[i]]&result == 0 {
			return game, fmt.Sprintf("%s never allows that result of game %d", stint.name, game)
		}
		if empty := known.play(m, stint, opening, result); empty != symmetry.None {
			name := "opening box"
			if empty != symmetry.Start {
				name = "box " + m.graph.Format(m.graph.Code(empty))
			}
			return game, fmt.Sprintf("the %s is empty before game %d", name, game)
		}
		if why := m.contradicts(game); why != "" {
			return game, why
		}
		if class, given := m.openingGiven(game); given && m.Rules.OnEmpty == menace.Resign {
			opening, allowed = class, m.allowed(class) // the beads of other openings never come back
		}
	}
	return 0, ""
}

// anyOpening means that a machine may open with any move.
const anyOpening = -1

// openingGiven returns the class of moves that a condition after a game allows for the opening, if there is such a
// condition.
func (m *model) openingGiven(game int64) (class int, given bool) {
	for _, g := range m.Given {
		if g.Games == game {
			return m.openingClass(g.Move), true
		}
	}
	return anyOpening, false
}

// openingClass returns the symmetry class of an opening.
func (m *model) openingClass(move symmetry.Move) int {
	return int(m.graph.Classes(symmetry.Start)[slices.Index(m.graph.Moves(symmetry.Start), move)])
}

// allowed returns, for each opponent, the results that are possible for a machine that opens with a class of moves and
// can make any move after that.
func (m *model) allowed(opening int) (all []Result) {
	for i := range m.stints {
		all = append(all, m.allows(&m.stints[i], opening))
	}
	return all
}

func (m *model) allows(s *stint, opening int) Result {
	possible := make([]Result, len(s.nodes))
	for n := len(s.nodes) - 1; n >= 0; n-- {
		at := &s.nodes[n]
		switch {
		case s.ends[n] != symmetry.Ongoing:
			possible[n] = resultOf(s.ends[n], m.Rules.Plays)
			continue
		case at.own && m.Rules.OnEmpty == menace.Resign:
			possible[n] = Loss
		}
		for _, next := range s.edgesOf(n, opening) {
			possible[n] |= possible[next]
		}
	}
	return possible[0]
}

// knownBoxes holds the boxes whose number of beads follows from the results so far, and that number.
type knownBoxes map[symmetry.Orbit]int64

// knownBoxes returns the known boxes of a fresh machine: all its boxes, or none if the reward of a game does not
// determine the number of beads in the boxes that it opens.
func (m *model) knownBoxes() knownBoxes {
	known := knownBoxes{}
	if m.Rules.OnEmpty == menace.Resign && m.Rules.Credit != menace.CreditLast {
		for i := range m.boxes {
			box, _ := m.fresh.Box(m.boxes[i].orbit)
			known[m.boxes[i].orbit] = box.Total()
		}
	}
	return known
}

// play follows a game, and returns a box that the game must open although it is empty and the machine did not resign,
// or [symmetry.None].
func (k knownBoxes) play(m *model, s *stint, opening int, result Result) (empty symmetry.Orbit) {
	reward, certain := map[Result]int64{Win: m.Rules.Win, Draw: m.Rules.Draw, Loss: m.Rules.Loss}[result]
	certain = certain && reward >= -1 // fewer of the drawn beads may be left
	opened := m.opened(s, opening)
	for _, o := range opened {
		beads, known := k[o]
		if known && beads == 0 { // it resigns, and opens no other box
			if result&Loss == 0 {
				return o
			}
			return symmetry.None
		}
		if certain = certain && known; certain {
			k[o] += reward
		} else {
			delete(k, o)
		}
	}
	for _, at := range s.nodes {
		if at.own && !slices.Contains(opened, at.orbit) {
			delete(k, at.orbit)
		}
	}
	return symmetry.None
}

// opened returns the boxes, in order, that every game against an opponent opens, unless the machine resigns.
func (m *model) opened(s *stint, opening int) (boxes []symmetry.Orbit) {
	for n := int32(0); s.ends[n] == symmetry.Ongoing; {
		at := &s.nodes[n]
		if at.own && at.box >= 0 {
			boxes = append(boxes, at.orbit)
		}
		edges := s.edgesOf(int(n), opening)
		if len(edges) != 1 {
			break
		}
		n = edges[0]
	}
	return boxes
}

// edgesOf returns the edges of a node. For the first node they are restricted to a class of openings.
func (s *stint) edgesOf(n, opening int) []int32 {
	edges := s.edges[s.nodes[n].first:s.nodes[n].end]
	if n == 0 && opening != anyOpening {
		return edges[opening : opening+1]
	}
	return edges
}

// contradicts explains why no machine can satisfy the conditions after a game: games take away at most their punishment
// from the opening box. Otherwise it returns "".
func (m *model) contradicts(game int64) string {
	for _, g := range m.Given {
		if g.Games != game {
			continue
		}
		class := m.openingClass(g.Move)
		box, _ := m.fresh.Box(symmetry.Start)
		others := int64(0)
		for i, c := range m.graph.Classes(symmetry.Start) {
			if int(c) != class {
				others += box.Beads(i)
			}
		}
		taken := int64(0)
		for _, result := range m.Results[:game] {
			least := int64(0)
			for r, reward := range map[Result]int64{Win: m.Rules.Win, Draw: m.Rules.Draw, Loss: m.Rules.Loss} {
				if r&result != 0 {
					least = min(least, reward)
				}
			}
			taken -= least
		}
		if others > taken {
			return fmt.Sprintf("%d games take at most %d beads from the opening box, and its other moves had %d",
				game, taken, others)
		}
	}
	return ""
}
