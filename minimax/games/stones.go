package games

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Stones is a game with a row of stones that have values: the players take turns to take one, two or three from the
// front, and the higher sum wins. The payoff is a player's sum minus the other player's.
//
// Stone Game III, problem 1406 of LeetCode.
type Stones struct{ values []int }

// Limits of a row of stones.
const (
	MaxStones     = 250
	MaxStoneValue = 1000 // in magnitude
)

// Takings is a position of [Stones]: how many stones are gone, and how far the player to move is ahead.
type Takings struct {
	Gone int16
	Lead int32
}

// Take is a move of [Stones]: how many to take, 1 to 3.
type Take uint8

// ParseStones returns the rules for a row of values, such as 1,2,3,-9.
func ParseStones(text string) (Stones, error) {
	values, err := numbers(text, -MaxStoneValue, MaxStoneValue)
	if err != nil {
		return Stones{}, fmt.Errorf("stones %q: %w", text, err)
	}
	if len(values) > MaxStones {
		return Stones{}, fmt.Errorf("%d stones: a row must have 1 to %d", len(values), MaxStones)
	}
	return Stones{values}, nil
}

// Parse parses the remaining stones, which must be the last of the row, such as 3,6, or "none". "+3:3,6" means that the
// player to move leads by 3.
func (g Stones) Parse(text string) (Takings, error) {
	var p Takings
	rest := text
	if lead, after, ok := strings.Cut(text, ":"); ok {
		n, err := strconv.ParseInt(lead, 10, 18)
		if err != nil {
			return p, fmt.Errorf("position %q: the lead %q is not a whole number", text, lead)
		}
		p.Lead, rest = int32(n), after
	}
	var left []int
	if rest != "none" {
		var err error
		if left, err = numbers(rest, -MaxStoneValue, MaxStoneValue); err != nil {
			return p, fmt.Errorf("position %q: %w", text, err)
		}
	}
	p.Gone = int16(len(g.values) - len(left))
	if p.Gone < 0 || !slices.Equal(left, g.values[p.Gone:]) {
		return p, fmt.Errorf("position %q: the stones left must be the end of %s", text, joinNumbers(g.values))
	}
	return p, nil
}

// Sums returns the sums of the player to move and of the other, and whether the lead is possible.
func (g Stones) Sums(p Takings) (own, other int, ok bool) {
	sum := 0
	for _, value := range g.values[:p.Gone] {
		sum += value
	}
	own = (sum + int(p.Lead)) / 2
	return own, sum - own, 2*own-sum == int(p.Lead)
}

// Format formats a position for [Stones.Parse].
func (g Stones) Format(p Takings) string {
	left := joinNumbers(g.values[p.Gone:])
	if left == "" {
		left = "none"
	}
	if p.Lead != 0 {
		return fmt.Sprintf("%+d:%s", p.Lead, left)
	}
	return left
}

// Name formats a move: how many stones it takes.
func (Stones) Name(t Take) string { return strconv.Itoa(int(t)) }

// Moves appends 1, 2 and 3, as long as there are enough stones.
func (g Stones) Moves(p Takings, moves []Take) []Take {
	for t := range min(3, len(g.values)-int(p.Gone)) {
		moves = append(moves, Take(t+1))
	}
	return moves
}

// Apply takes stones.
func (g Stones) Apply(p Takings, t Take) Takings {
	for range t {
		p.Lead += int32(g.values[p.Gone])
		p.Gone++
	}
	p.Lead = -p.Lead
	return p
}

// Finished reports whether all the stones are gone.
func (g Stones) Finished(p Takings) bool { return int(p.Gone) == len(g.values) }

// Payoff returns the lead.
func (Stones) Payoff(p Takings) int { return int(p.Lead) }

// Estimate returns the lead so far.
func (Stones) Estimate(p Takings) int { return int(p.Lead) }

// Weight returns 1: estimates are payoffs.
func (Stones) Weight() int { return 1 }

// Key returns a hash of the stones gone and the lead.
func (Stones) Key(p Takings) uint64 { return random(uint64(p.Gone)<<32 | uint64(uint32(p.Lead))) }
