package teach

import "menace/symmetry"

// Card is a way to teach without looking at the machine: for each orbit in which the teacher has a choice, the distinct
// moves among which to choose at random.
type Card map[symmetry.Orbit]symmetry.Set

// GamesWith returns the games that a fresh machine needs on average if its teacher plays by a card. Where the card has
// no entry, the teacher plays any distinct move.
func (t *Teacher) GamesWith(card Card) float64 { return t.freshCourse(t.unknownNeeds(), card).solve() }

// Card returns the card that needs the fewest games, in so far as no change at a single orbit makes it better, and the
// games that a fresh machine needs with it. It lists only orbits to which such games lead.
func (t *Teacher) Card() (card Card, games float64) {
	card = t.winner()
	games = t.GamesWith(card)
	for improved := true; improved; {
		improved = false
		for o := range t.graph.All() {
			all, best := t.graph.Distinct(o), card[o]
			for set := all; best != 0 && set != 0; set = (set - 1) & all {
				card[o] = set
				if g := t.GamesWith(card); g < games*(1-1e-9) {
					best, games, improved = set, g, true
				}
			}
			if best != 0 {
				card[o] = best
			}
		}
	}
	met := Card{}
	t.follow(t.start, card, met)
	return met, games
}

// winner returns the card of a teacher who wins at once if possible, and otherwise makes any move.
func (t *Teacher) winner() Card {
	card := Card{}
	for o := range t.graph.All() {
		all := t.graph.Distinct(o)
		if t.graph.Turn(o) != t.teaches || all.Count() < 2 {
			continue
		}
		card[o] = all
		var wins symmetry.Set
		for i := range all.All() {
			if t.graph.Outcome(t.graph.Next(o, i)) == symmetry.Win(t.teaches) {
				wins |= 1 << i
			}
		}
		if wins != 0 {
			card[o] = wins
		}
	}
	return card
}

// follow adds the entries of a card for the orbits that follow from a node.
func (t *Teacher) follow(n *node, card, met Card) {
	if set, ok := card[n.orbit]; ok {
		met[n.orbit] = set
	}
	for _, m := range n.moves {
		if set, ok := card[n.orbit]; !ok || set.Has(m.index) {
			t.follow(m.next, card, met)
		}
	}
}
