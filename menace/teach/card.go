package teach

import (
	"fmt"
	"math"
	"slices"

	"menace/symmetry"
)

// Card is a way to teach without looking at the machine. For each orbit in which the teacher has a choice it holds the
// share of each move, in any unit. The teacher chooses at random, in proportion to the shares.
type Card map[symmetry.Orbit]Shares

// Shares holds the share of each move of an orbit. A move that is not distinct has none.
type Shares [symmetry.MaxMoves]int64

// Total returns the sum of the shares.
func (s Shares) Total() (total int64) {
	for _, share := range s {
		total += share
	}
	return total
}

// Die returns the faces of a die that select a move, such as 4 or 1–2, if the shares are numbers of faces. It is "" if
// no face selects the move, or if all do.
func (s Shares) Die(move int) string {
	first := int64(1)
	for _, share := range s[:move] {
		first += share
	}
	switch last := first + s[move] - 1; {
	case s[move] == 0 || s[move] == Faces:
		return ""
	case first == last:
		return fmt.Sprint(first)
	default:
		return fmt.Sprintf("%d–%d", first, last)
	}
}

// GamesWith returns the number of games that a fresh machine needs on average if its teacher plays by a card. In orbits
// without an entry the teacher plays any distinct move. The result is infinite if too many states can follow.
func (t *Teacher) GamesWith(card Card) float64 {
	c := t.freshCourse(t.unknownNeeds(), card)
	if games := c.solve(); len(c.needs.known) <= maxStates {
		return games
	}
	return math.Inf(1)
}

// Faces is the number of faces of a die.
const Faces = 6

// Die returns a card that a person can use with a die, as all shares are numbers of its faces, and the number of games
// that a fresh machine needs with it. The card is a local optimum: no change of one face, and no change at a single
// orbit to one move or to several moves with equal shares, makes it better. It lists only orbits that such games can
// reach.
func (t *Teacher) Die() (card Card, games float64) {
	s := &cardSearch{Teacher: t, card: t.winner()}
	s.games = t.GamesWith(s.card)
	s.chooseSets()
	s.setUnit(Faces)
	s.shift()
	s.simplify()
	return s.met(), s.games
}

// Best improves the card for a die until no small change makes it better. The shares of every orbit have the same sum.
func (t *Teacher) Best() (card Card, games float64) {
	s := &cardSearch{Teacher: t}
	s.card, s.games = t.Die()
	for unit := int64(Faces); unit < 1<<14; unit *= 2 {
		s.setUnit(2 * unit)
		s.shift()
	}
	return s.card, s.games
}

// cardSearch is a local search for a good card.
type cardSearch struct {
	*Teacher
	card  Card
	games float64 // that a fresh machine needs with the card
}

// try adopts other shares at an orbit if they are better, and reports whether they are.
func (s *cardSearch) try(o symmetry.Orbit, shares Shares) bool {
	old := s.card[o]
	s.card[o] = shares
	if games := s.GamesWith(s.card); games < s.games*(1-1e-9) {
		s.games = games
		return true
	}
	s.card[o] = old
	return false
}

// orbits returns the orbits of the card in order.
func (s *cardSearch) orbits() (all []symmetry.Orbit) {
	for o := range s.card {
		all = append(all, o)
	}
	slices.Sort(all)
	return all
}

// chooseSets chooses moves with equal shares, until no change at a single orbit is better.
func (s *cardSearch) chooseSets() {
	for improved := true; improved; {
		improved = false
		for _, o := range s.orbits() {
			all := s.graph.Distinct(o)
			for set := all; set != 0; set = (set - 1) & all {
				improved = s.try(o, equal(set)) || improved
			}
		}
	}
}

func equal(set symmetry.Set) (shares Shares) {
	for i := range set.All() {
		shares[i] = 1
	}
	return shares
}

// setUnit scales the shares so that those of each orbit add up to a unit, as nearly as possible.
func (s *cardSearch) setUnit(unit int64) {
	for o, shares := range s.card {
		total, left := shares.Total(), unit
		var scaled Shares
		for i, share := range shares {
			scaled[i] = share * unit / total
			left -= scaled[i]
		}
		for i := 0; left > 0; i++ {
			if shares[i] > 0 {
				scaled[i]++
				left--
			}
		}
		s.card[o] = scaled
	}
	s.games = s.GamesWith(s.card)
}

// shift moves units from one move to another, until no such change is better.
func (s *cardSearch) shift() {
	for improved := true; improved; {
		improved = false
		for _, o := range s.orbits() {
			for from := range s.graph.Distinct(o).All() {
				for to := range s.graph.Distinct(o).All() {
					shifted := s.card[o]
					for from != to && shifted[from] > 0 {
						shifted[from]--
						shifted[to]++
						if !s.try(o, shifted) {
							break
						}
						improved = true
					}
				}
			}
		}
	}
}

// simplify leaves only one move where that is no worse.
func (s *cardSearch) simplify() {
	for _, o := range s.orbits() {
		for i := range s.graph.Distinct(o).All() {
			old := s.card[o]
			if old[i] == 0 {
				continue
			}
			s.card[o] = Shares{}
			only := s.card[o]
			only[i] = old.Total()
			s.card[o] = only
			if s.GamesWith(s.card) <= s.games*(1+1e-12) {
				break
			}
			s.card[o] = old
		}
	}
}

// winner returns the card of a teacher who wins at once if possible, and otherwise makes any move.
func (t *Teacher) winner() Card {
	card := Card{}
	for o := range t.graph.All() {
		all := t.graph.Distinct(o)
		if t.graph.Turn(o) != t.teaches || all.Count() < 2 {
			continue
		}
		var wins symmetry.Set
		for i := range all.All() {
			if t.graph.Outcome(t.graph.Next(o, i)) == symmetry.Win(t.teaches) {
				wins |= 1 << i
			}
		}
		if wins == 0 {
			wins = all
		}
		card[o] = equal(wins)
	}
	return card
}

// met returns the entries of the card for the orbits that games can reach.
func (s *cardSearch) met() Card {
	met := Card{}
	var follow func(*node)
	follow = func(n *node) {
		shares, ok := s.card[n.orbit]
		if ok {
			met[n.orbit] = shares
		}
		for _, m := range n.moves {
			if !ok || shares[m.index] > 0 {
				follow(m.next)
			}
		}
	}
	follow(s.start)
	return met
}
