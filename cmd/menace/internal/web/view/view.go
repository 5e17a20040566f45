// Package view prepares what pages show: machines, boxes, boards, games, figures and searches as values for templates,
// and the fields of forms with their error messages.
//
// It answers no requests and knows no templates. The only HTML that it generates is the squares of small boards.
package view

import (
	"time"

	"menace/arena"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/symmetry"
)

// Card is a machine in a list.
type Card struct {
	Name     string
	Damaged  string // error message if it cannot be read
	Game     string
	Side     symmetry.Side
	Piece    string // the pieces that it plays with
	Rules    string // the kind of its rules, in words
	Drawable bool   // the game can be drawn
	Games    int64
	Tally    arena.Tally
	Bankrupt bool
	Opening  Box
	Strength arena.Point
	Skill    string    // how good it is, in a sentence
	Changed  time.Time // when it last played or trained; zero if not known
}

// CardOf describes a machine with its tally.
func CardOf(name string, m *menace.Machine, tally arena.Tally) Card {
	graph := m.Graph()
	side := m.Rules().Plays
	strength := arena.Measure(m, side, tally)
	return Card{
		Name: name, Game: graph.Name(), Side: side, Piece: graph.Player(side), Rules: words.Kind(m.Rules()),
		Drawable: graph.Drawable(),
		Games:    tally.Games(), Tally: tally, Bankrupt: m.Bankrupt(),
		Opening:  BoxOf(m, graph.Code(m.Bucket(m.Buckets()[0])[0])),
		Strength: strength, Skill: words.Skill(strength),
	}
}

// Rule is one rule of a machine.
type Rule struct{ Name, Meaning, Value string }

// Rules describes the rules of a machine.
func Rules(of menace.Rules) (all []Rule) {
	for _, rule := range menace.Table {
		all = append(all, Rule{rule.Name, plain(rule.Meaning), rule.Text(of)})
	}
	return all
}
