package menace

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"menace/minimax/games"
	"menace/symmetry"
)

// Rule describes one of the [Rules]: what it is called, what it means, what it may be, how it is
// written and read. It is one word or some whole numbers.
type Rule struct {
	Name    string   // of flags and forms
	Meaning string   // a phrase; `backquotes` mark the word that stands for the value
	Words   []string // the values it may have; nil for a rule of numbers
	Columns []string // of database tables, one for each of Fields

	word        func(*Rules) *string
	numbers     func(*Rules) []*int64
	least, most int64 // that a number may be
}

// Table lists the rules of a machine in the order in which they are shown. Flags, forms, columns,
// printing and the cells of experiments follow it: a new rule needs a line here, its effect in
// [Machine] and a migration of the database.
var Table = []Rule{
	words("game", "the `GAME` it plays", func(r *Rules) *string { return &r.Game }, games.Names...),
	words("plays", "the `SIDE` it plays",
		func(r *Rules) *string { return (*string)(&r.Plays) }, string(symmetry.First), string(symmetry.Second)),
	{
		Name: "beads", Meaning: "beads of each move in a fresh box, as `A,B,C,D` for the machine's own move 1 to 4",
		Columns: []string{"beads_1", "beads_2", "beads_3", "beads_4"}, least: 1, most: MaxBeads,
		numbers: func(r *Rules) []*int64 { return []*int64{&r.Beads[0], &r.Beads[1], &r.Beads[2], &r.Beads[3]} },
	},
	number("win", "`BEADS` added for a win", "reward_win", -MaxReward, MaxReward, func(r *Rules) *int64 { return &r.Win }),
	number("draw", "`BEADS` added for a draw", "reward_draw", -MaxReward, MaxReward, func(r *Rules) *int64 { return &r.Draw }),
	number("loss", "`BEADS` added for a loss; negative takes them away", "reward_loss", -MaxReward, MaxReward,
		func(r *Rules) *int64 { return &r.Loss }),
	words("moves", "the `MOVES` that get beads, where distinct is up to symmetry",
		func(r *Rules) *string { return &r.Moves }, Distinct, All),
	words("on-empty", "`WHAT` an empty box does", func(r *Rules) *string { return &r.OnEmpty }, Resign, Restock, Random),
	number("floor", "fewest `BEADS` a move keeps when it is punished", "floor", 0, MaxBeads,
		func(r *Rules) *int64 { return &r.Floor }),
	words("credit", "the `BOXES` that are rewarded, all that were used or the last",
		func(r *Rules) *string { return &r.Credit }, CreditAll, CreditLast),
}

func words(name, meaning string, word func(*Rules) *string, allowed ...string) Rule {
	return Rule{Name: name, Meaning: meaning, Words: allowed, Columns: []string{strings.ReplaceAll(name, "-", "_")}, word: word}
}

func number(name, meaning, column string, least, most int64, at func(*Rules) *int64) Rule {
	numbers := func(r *Rules) []*int64 { return []*int64{at(r)} }
	return Rule{Name: name, Meaning: meaning, Columns: []string{column}, least: least, most: most, numbers: numbers}
}

// Fields returns pointers to what the rule holds: one *string, or one or more *int64.
func (r Rule) Fields(rules *Rules) (fields []any) {
	if r.word != nil {
		return []any{r.word(rules)}
	}
	for _, n := range r.numbers(rules) {
		fields = append(fields, n)
	}
	return fields
}

// Text writes the rule as Set reads it.
func (r Rule) Text(rules Rules) string {
	if r.word != nil {
		return *r.word(&rules)
	}
	var texts []string
	for _, n := range r.numbers(&rules) {
		texts = append(texts, strconv.FormatInt(*n, 10))
	}
	return strings.Join(texts, ",")
}

// Set reads the rule. The error says what would be right, and leaves it to the caller to name the rule.
func (r Rule) Set(rules *Rules, text string) (err error) {
	if r.word != nil {
		*r.word(rules) = text
		return r.check(*rules)
	}
	values, texts := r.numbers(rules), strings.Split(text, ",")
	if len(texts) != len(values) {
		return fmt.Errorf("%q has %d numbers, where %d are needed, as in %s", text, len(texts), len(values), r.Text(Michie()))
	}
	for i, digits := range texts {
		if *values[i], err = strconv.ParseInt(strings.TrimSpace(digits), 10, 64); err != nil {
			return fmt.Errorf("%q is not a whole number", digits)
		}
	}
	return r.check(*rules)
}

// check returns an error that says what would be right unless the rule is.
func (r Rule) check(rules Rules) error {
	if r.word != nil {
		if word := *r.word(&rules); !slices.Contains(r.Words, word) {
			return fmt.Errorf("%q is not one of %s", word, strings.Join(r.Words, ", "))
		}
		return nil
	}
	for _, n := range r.numbers(&rules) {
		if *n < r.least || *n > r.most {
			return fmt.Errorf("%d is not between %d and %d", *n, r.least, r.most)
		}
	}
	return nil
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
