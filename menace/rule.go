package menace

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Rule describes one field of [Rules]: what it is called, what it means, what it may be, how it is
// written and read.
type Rule struct {
	Name    string   // of flags and forms
	Meaning string   // a phrase; `backquotes` mark the word that stands for the value
	Words   []string // the values it may have; nil for a rule of numbers
	Columns []string // of database tables, one for each of Fields

	// Fields returns pointers to what the rule holds: one word, or one or more *int64.
	Fields func(*Rules) []any
	// Text writes the rule as Set reads it.
	Text func(Rules) string
	// Set reads the rule. The error names the rule and says what would be right.
	Set func(*Rules, string) error

	check func(Rules) error
}

// Table lists the rules of a machine in the order in which they are shown. Flags, forms, columns,
// printing and the cells of experiments follow it: a new rule needs a line here, its effect in
// [Machine] and a migration of the database.
var Table = []Rule{
	words("plays", "the `SIDE` it plays", func(r *Rules) *Side { return &r.Plays }, First, Second),
	numbers("beads", "beads of each move in a fresh box, as `A,B,C,D` for the machine's own move 1 to 4", 1, MaxBeads,
		[]string{"beads_1", "beads_2", "beads_3", "beads_4"},
		func(r *Rules) []*int64 { return []*int64{&r.Beads[0], &r.Beads[1], &r.Beads[2], &r.Beads[3]} }),
	number("win", "`BEADS` added for a win", -MaxReward, MaxReward, "reward_win", func(r *Rules) *int64 { return &r.Win }),
	number("draw", "`BEADS` added for a draw", -MaxReward, MaxReward, "reward_draw", func(r *Rules) *int64 { return &r.Draw }),
	number("loss", "`BEADS` added for a loss; negative takes them away", -MaxReward, MaxReward, "reward_loss", func(r *Rules) *int64 { return &r.Loss }),
	words("moves", "the `MOVES` that get beads, where distinct is up to symmetry", func(r *Rules) *MoveSet { return &r.Moves }, Distinct, All),
	words("on-empty", "`WHAT` an empty box does", func(r *Rules) *OnEmpty { return &r.OnEmpty }, Resign, Restock, Random),
	number("floor", "fewest `BEADS` a move keeps when it is punished", 0, MaxBeads, "floor", func(r *Rules) *int64 { return &r.Floor }),
	words("credit", "the `BOXES` that are rewarded, all that were used or the last", func(r *Rules) *Credit { return &r.Credit }, CreditAll, CreditLast),
}

// words describes a rule that is one of some words.
func words[T ~string](name, meaning string, at func(*Rules) *T, allowed ...T) Rule {
	var names []string
	for _, word := range allowed {
		names = append(names, string(word))
	}
	check := func(r Rules) error {
		if value := *at(&r); !slices.Contains(allowed, value) {
			return fmt.Errorf("%s: %q is not one of %s", name, value, strings.Join(names, ", "))
		}
		return nil
	}
	return Rule{
		Name: name, Meaning: meaning, Words: names, Columns: []string{strings.ReplaceAll(name, "-", "_")},
		Fields: func(r *Rules) []any { return []any{at(r)} },
		Text:   func(r Rules) string { return string(*at(&r)) },
		Set: func(r *Rules, text string) error {
			*at(r) = T(text)
			return check(*r)
		},
		check: check,
	}
}

// number describes a rule that is one whole number from least to most.
func number(name, meaning string, least, most int64, column string, at func(*Rules) *int64) Rule {
	return numbers(name, meaning, least, most, []string{column}, func(r *Rules) []*int64 { return []*int64{at(r)} })
}

// numbers describes a rule of as many whole numbers as it has columns, each from least to most.
func numbers(name, meaning string, least, most int64, columns []string, at func(*Rules) []*int64) Rule {
	check := func(r Rules) error {
		for _, n := range at(&r) {
			if *n < least || *n > most {
				return fmt.Errorf("%s: %d is not between %d and %d", name, *n, least, most)
			}
		}
		return nil
	}
	text := func(r Rules) string {
		var texts []string
		for _, n := range at(&r) {
			texts = append(texts, strconv.FormatInt(*n, 10))
		}
		return strings.Join(texts, ",")
	}
	return Rule{
		Name: name, Meaning: meaning, Columns: columns, Text: text, check: check,
		Fields: func(r *Rules) (fields []any) {
			for _, n := range at(r) {
				fields = append(fields, n)
			}
			return fields
		},
		Set: func(r *Rules, written string) (err error) {
			values, texts := at(r), strings.Split(written, ",")
			if len(texts) != len(values) {
				return fmt.Errorf("%s: %q has %d numbers, where %d are needed, as in %s", name, written, len(texts), len(values), text(Michie()))
			}
			for i, digits := range texts {
				if *values[i], err = strconv.ParseInt(strings.TrimSpace(digits), 10, 64); err != nil {
					return fmt.Errorf("%s: %q is not a whole number", name, digits)
				}
			}
			return check(*r)
		},
	}
}

// Differences returns the rules in which two machines differ.
func Differences(a, b Rules) (differ []Rule) {
	for _, rule := range Table {
		if rule.Text(a) != rule.Text(b) {
			differ = append(differ, rule)
		}
	}
	return differ
}
