package likelihood

import (
	"fmt"
	"slices"

	"menace/menace"
	"menace/symmetry"
)

// impossible returns the first game whose result no machine with these rules can have, whatever it learned, and why, or
// 0 if that cannot be proved. It looks at what each opponent allows, and at the beads of the opening box, which every
// game uses. That a filter has lost all particles proves nothing.
func (m *model) impossible() (game int64, why string) {
	allowed := make([]Result, len(m.stints))
	for i := range m.stints {
		allowed[i] = m.allows(&m.stints[i])
	}
	beads, counted := m.openingBeads()
	for i, result := range m.Results {
		game := int64(i + 1)
		switch stint := m.stintOf[i]; {
		case allowed[stint]&result == 0:
			return game, fmt.Sprintf("%s never allows that result of game %d", m.stints[stint].name, game)
		case counted && beads == 0 && result&Loss == 0:
			return game, fmt.Sprintf("the opening box is empty before game %d", game)
		}
		if counted {
			beads, counted = m.openingAfter(beads, result)
		}
		if why := m.contradicts(game); why != "" {
			return game, why
		}
	}
	return 0, ""
}

// allows returns the results that a machine can have against an opponent if it may make any move.
func (m *model) allows(s *stint) Result {
	possible := make([]Result, len(s.nodes))
	for n := len(s.nodes) - 1; n >= 0; n-- {
		at := &s.nodes[n]
		switch {
		case s.ends[n] != symmetry.Ongoing:
			possible[n] = resultOf(s.ends[n], m.Rules.Plays)
			continue
		case at.own && m.Rules.OnEmpty == menace.Resign:
			possible[n] = Loss
		case !at.own && at.first == at.end:
			possible[n] = Win // the opponent resigns
		}
		for _, e := range s.edges[at.first:at.end] {
			possible[n] |= possible[e.to]
		}
	}
	return possible[0]
}

// openingBeads returns the beads in the opening box of a new machine, and whether those after each game follow from the
// results: every game changes this box by its reward, as long as it is never restocked.
func (m *model) openingBeads() (beads int64, counted bool) {
	if m.Rules.Plays != symmetry.First || m.Rules.OnEmpty != menace.Resign || m.Rules.Credit == menace.CreditLast {
		return 0, false
	}
	box, _ := m.fresh.Box(symmetry.Start)
	return box.Total(), true
}

// openingAfter returns the beads in the opening box after a game with a result, and whether that is certain.
func (m *model) openingAfter(beads int64, result Result) (after int64, certain bool) {
	reward, known := map[Result]int64{Win: m.Rules.Win, Draw: m.Rules.Draw, Loss: m.Rules.Loss}[result]
	if !known || reward < -1 { // of the beads drawn there may be fewer
		return 0, false
	}
	if beads == 0 {
		return 0, true
	}
	return beads + reward, true
}

// contradicts says why no machine can fulfil the conditions after a game: games take away at most their punishment from
// the opening box. It returns "" if that is not so.
func (m *model) contradicts(game int64) string {
	for _, g := range m.Given {
		if g.Games != game {
			continue
		}
		moves, classes := m.graph.Moves(symmetry.Start), m.graph.Classes(symmetry.Start)
		class := classes[slices.Index(moves, g.Move)]
		box, _ := m.fresh.Box(symmetry.Start)
		others := int64(0)
		for i := range moves {
			if classes[i] != class {
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
