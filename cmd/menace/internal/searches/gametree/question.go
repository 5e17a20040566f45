package gametree

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/words"
	"menace/minimax"
	"menace/minimax/games"
)

// Question is a question about a search, with the answer given to it.
type Question struct {
	Kind        string // one of Kinds
	Node        string // name of the position asked about, or ""
	Prompt      string
	Right       bool   // the answer given is right
	Answer      string // the right answer in a form that students use
	Explanation string // explanation of the first mistake

	// check returns an explanation of the first mistake in an answer, in the words of the steps of the search, or "" if
	// the answer is right. It returns an error if the answer cannot be parsed.
	check func(answer string) (mistake string, err error)
}

// Kinds are the kinds of questions, in the order of asking: the best move; the value of a position; alpha and beta on
// entering a position; the value or bound returned; the type of a position; what is cut off; the order and the number
// of visits; the best order of some children; the fewest leaves with all children in the best order; what a table
// saves; a Zobrist key; and which child UCT selects.
var Kinds = []string{"move", "value", "window", "returned", "type", "cuts", "order", "counts", "sorting", "fewest",
	"table", "key", "uct"}

// questions returns the questions of an exercise, of the selected kinds or else the kinds for the difficulty, if they
// suit the search and the game.
func (x *examiner) questions(ctx context.Context, p Problem, o Options, e ExerciseOptions) (all []Question) {
	level, random := difficulties[e.Difficulty], (*rand.Rand)(nil)
	wanted := func(kind string) bool {
		place := slices.Index(Kinds, kind)
		random = rand.New(rand.NewPCG(uint64(e.Seed), uint64(place))) // kinds do not affect each other
		if e.Kinds != nil {
			return slices.Contains(e.Kinds, kind)
		}
		return !slices.Contains(level.without, kind)
	}
	if len(e.Kinds) == 1 { // an exercise about nothing else
		const many = 8
		level.values, level.windows, level.returned = many, many, many
	}
	some := func(from []*node, n int, ask func(*node) Question) {
		chosen := random.Perm(len(from))[:min(n, len(from))]
		slices.Sort(chosen)
		for _, i := range chosen {
			all = append(all, ask(from[i]))
		}
	}
	var inner, entered []*node // positions except the root
	for _, p := range x.all[1:] {
		if p.children != nil {
			inner = append(inner, p)
		}
	}
	for _, p := range x.visited {
		if slices.Contains(inner, p) && !slices.Contains(entered, p) && !x.belowChance(p) {
			entered = append(entered, p)
		}
	}
	if wanted("move") && !x.root.whole.Chance {
		all = append(all, x.askMove())
	}
	if wanted("value") {
		some(inner, level.values-1, x.askValue)
		all = append(all, x.askValue(x.all[0]))
	}
	if x.Algorithm.Cuts() {
		if wanted("window") {
			some(entered, level.windows, x.askWindow)
		}
		if wanted("returned") {
			some(entered, level.returned, x.askReturned)
		}
		if wanted("type") && !x.Algorithm.Chance() {
			some(slices.DeleteFunc(slices.Clone(x.all[1:]), (*node).cutOff), level.returned, x.askType)
		}
		if wanted("cuts") {
			all = append(all, x.askCuts())
		}
	}
	if wanted("order") {
		all = append(all, x.askOrder())
	}
	if wanted("counts") {
		all = append(all, x.askCounts())
	}
	if x.sortable() && wanted("sorting") {
		some(toSort(entered), 1, x.askSorting)
	}
	if x.sortable() && wanted("fewest") {
		all = append(all, x.askFewest())
	}
	if x.Algorithm.Chance() {
		return all
	}
	if wanted("table") {
		if q, ok := x.askTable(ctx, p, o); ok {
			all = append(all, q)
		}
	}
	if wanted("key") {
		if q, ok := x.askKey(p, random); ok {
			all = append(all, q)
		}
	}
	if wanted("uct") {
		all = append(all, x.askUCT(random))
	}
	return all
}

// askValue asks for the value of a position, by minimax.
func (x *examiner) askValue(p *node) Question {
	prompt := x.in().Text("What is the {search} value of {position} for {player}?", "search", x.exhaustive().String(),
		"position", p.name, "player", x.whom())
	steps := func() string {
		return x.lines(x.plain, func(at *node, s Step) bool { return s.Left && (at == p || at.parent == p) })
	}
	return numberQuestion(x.in(), Question{Kind: "value", Node: p.name, Prompt: prompt}, steps,
		number{what: x.in().Text("the value of {position}", "position", p.name), value: x.plain.value(p.whole)})
}

// exhaustive returns the algorithm whose values the exercise asks about.
func (x *examiner) exhaustive() minimax.Algorithm {
	if x.Algorithm.Chance() {
		return minimax.Expectiminimax
	}
	return minimax.Minimax
}

// belowChance reports whether chance moves above a position, so that windows and bounds are rounded.
func (x *examiner) belowChance(p *node) bool {
	for p = p.parent; p != nil; p = p.parent {
		if p.whole.Chance {
			return true
		}
	}
	return false
}

// askWindow asks for the window when the search first enters a position.
func (x *examiner) askWindow(p *node) Question {
	v := p.Visits[0]
	alpha, beta := x.window(p.Tree, v.Alpha, v.Beta)
	prompt := x.in().Text("What are α and β when the search first enters {position}?", "position", p.name)
	asked := []number{{what: "α", value: alpha}, {what: "β", value: beta}}
	if x.Algorithm == minimax.NegamaxBeta { // F1 has no α
		prompt = x.in().Text("What is the bound when the search first enters {position}?", "position", p.name)
		asked = []number{{what: x.in().Text("the bound"), value: beta}}
	}
	return numberQuestion(x.in(), Question{Kind: "window", Node: p.name, Prompt: prompt}, func() string {
		entered := false
		return x.lines(x.Trace, func(at *node, s Step) bool {
			shown := !entered && (at == p || at == p.parent && !s.Left || at.parent == p.parent && s.Left)
			entered = entered || at == p
			return shown
		})
	}, asked...)
}

// askReturned asks for the score when the search last leaves a position, and whether it is a bound.
func (x *examiner) askReturned(p *node) Question {
	v := p.Visits[len(p.Visits)-1]
	low := v.Score <= v.Alpha
	bound := ""
	switch {
	case v.Void: // the value may be on either side
	case !low && v.Score < v.Beta: // it is the value
	case low == x.flips(x.toMax(p.Tree)):
		bound = "≥"
	default:
		bound = "≤"
	}
	returned := number{
		what:  x.in().Text("what the search returns for {position}", "position", p.name),
		value: x.score(p.Tree, v.Score), bound: bound, exact: v.Fails == 0 && !v.Void, void: v.Void, in: x.in(),
	}
	prompt := x.in().Text("Which value or bound does the search return for {position}?", "position", p.name) +
		x.howItFails()
	return numberQuestion(x.in(), Question{Kind: "returned", Node: p.name, Prompt: prompt}, func() string {
		return x.lines(x.Trace, func(at *node, s Step) bool { return at == p || at.parent == p && s.Left })
	}, returned)
}

// howItFails describes the convention for values outside the window of the search.
func (x *examiner) howItFails() string {
	switch {
	case !x.Algorithm.Fails():
		return ""
	case x.Fail == minimax.Soft:
		return " " + x.in().Text("(Fail-soft: outside its window, the best found.)")
	case x.Fail == minimax.Hard || x.Algorithm.Chance():
		return " " + x.in().Text("(Fail-hard: outside its window, α or β.)")
	case x.Algorithm == minimax.NegamaxBeta:
		return " " + x.in().Text("(As F1: outside its window, the value that cuts off.)")
	}
	return " " + x.in().Text("(As F2: outside its window, α or the value that cuts off.)")
}

// askCounts asks for the numbers of nodes and leaves visited.
func (x *examiner) askCounts() Question {
	visits := namesOf(x.visited)
	leaves := namesOf(slices.DeleteFunc(slices.Clone(x.visited), func(p *node) bool { return p.children != nil }))
	prompt := x.in().Text("How many positions does the search visit, and how many of them are leaves?")
	if x.Algorithm == minimax.PVS {
		prompt += " " + x.in().Text("Count every visit.")
	}
	return numberQuestion(x.in(), Question{Kind: "counts", Prompt: prompt}, func() string {
		return "  " + x.in().Text("positions: {names}", "names", strings.Join(visits, " ")) + "\n  " +
			x.in().Text("leaves: {names}", "names", strings.Join(leaves, " "))
	}, number{what: x.in().Text("the number of positions"), value: fmt.Sprint(len(visits))},
		number{what: x.in().Text("the number of leaves"), value: fmt.Sprint(len(leaves))})
}

// namesOf returns the names of places.
func namesOf(places []*node) (names []string) {
	for _, p := range places {
		names = append(names, p.name)
	}
	return names
}

// askCuts asks which parts of the tree the search never visits. The answer may name the top of each part, or all its
// leaves.
func (x *examiner) askCuts() Question {
	var tops []string
	for _, p := range x.all {
		if p.cutOff() && !p.parent.cutOff() {
			tops = append(tops, p.name)
		}
	}
	if tops == nil {
		tops = []string{x.in().Text("none")}
	}
	prompt := x.in().Text("Which branches are cut off? Name the position at the top of each, or none.")
	return Question{Kind: "cuts", Prompt: prompt, Answer: strings.Join(tops, " "),
		check: func(answer string) (string, error) {
			named, err := x.parseMoves(answer)
			if err == nil && named == nil {
				_, err = x.parseNames(answer)
			}
			marked := map[*node]bool{}
			for _, p := range named {
				for _, leaf := range p.leaves() {
					marked[leaf] = true
				}
			}
			for _, leaf := range x.all[0].leaves() {
				if marked[leaf] != leaf.cutOff() && err == nil {
					return x.explainVisit(leaf), nil
				}
			}
			return "", err
		}}
}

// askOrder asks for the order of visits.
func (x *examiner) askOrder() Question {
	names := namesOf(x.visited)
	prompt := x.in().Text("In which order does the search visit the positions, from {position} on?",
		"position", names[0])
	return Question{Kind: "order", Prompt: prompt, Answer: strings.Join(names, " "),
		check: func(answer string) (string, error) {
			named, err := x.parseNames(answer)
			switch {
			case err != nil:
				return "", err
			case named == nil:
				return "", language.NewMessage("write the names of positions, as in A B C")
			}
			end := x.in().Text("the end") // "the end" is not the name of a position
			want, given := append(names, end), append(namesOf(named), end)
			i := 0
			for want[i] == given[i] && want[i] != end {
				i++
			}
			if want[i] == given[i] {
				return "", nil
			}
			why := x.explainNext(i)
			if i < len(named) && named[i].cutOff() {
				why = x.explainVisit(named[i])
			}
			return x.in().Text("Visit {number} is {right}, not {given}.", "number", i+1, "right", want[i],
				"given", given[i]) + " " + why, nil
		}}
}

// explainNext explains why the search visits the next position after some visits.
func (x *examiner) explainNext(visits int) string {
	switch {
	case visits == 0:
		return x.in().Text("The search begins there.")
	case visits == len(x.visited):
		return x.in().Text("All positions are visited or cut off.")
	}
	next, in := x.visited[visits], x.in()
	if again := x.lines(x.Trace, func(at *node, s Step) bool {
		return at == next && s.again
	}); again != "" && slices.Contains(x.visited[:visits], next) {
		return x.in().Text("{position} is searched again:", "position", next.name) + "\n" + again
	}
	switch x.Algorithm {
	case minimax.Killer:
		return in.Text("The search is at {position} and tries its moves in turn, killer moves first and the others "+
			"from left to right, each with all that follows it before the next.", "position", next.parent.name)
	case minimax.History:
		return in.Text("The search is at {position} and tries its moves in turn, those with the most cut-offs first "+
			"and the others from left to right, each with all that follows it before the next.",
			"position", next.parent.name)
	}
	return in.Text("The search is at {position} and tries its moves in turn, from left to right, each with all that "+
		"follows it before the next.", "position", next.parent.name)
}

// explainVisit explains why a position is visited or cut off.
func (x *examiner) explainVisit(p *node) string {
	if !p.cutOff() {
		return x.in().Text("{position} is visited:", "position", p.name) + "\n" +
			x.lines(x.Trace, func(at *node, _ Step) bool { return at == p })
	}
	top := p
	for top.parent.cutOff() {
		top = top.parent
	}
	return x.in().Text("{position} is cut off:", "position", p.name) + "\n" +
		x.lines(x.Trace, func(at *node, s Step) bool { return at.parent == top.parent && s.cut })
}

// lines returns the steps of a trace selected by shown, one per line, with the names of positions.
func (x *examiner) lines(t Trace, shown func(*node, Step) bool) string {
	var lines []string
	for _, s := range t.Steps() {
		if shown(s.node, s) {
			lines = append(lines, "  "+s.node.name+": "+s.Says)
		}
	}
	return strings.Join(lines, "\n")
}

// parseMoves parses the names of the positions that moves lead to. A move may also be written with the positions before
// it, as A->B.
func (x *examiner) parseMoves(answer string) (named []*node, err error) {
	lists := strings.FieldsFunc(arrows().ReplaceAllString(answer, "→"), func(r rune) bool {
		return strings.ContainsRune(" \t,;.", r)
	})
	for _, list := range lists {
		if isAny(list, "or", "and", strings.TrimSpace(x.in().Or), strings.TrimSpace(x.in().And)) {
			continue
		}
		path, err := x.parseNames(list)
		if err != nil {
			return nil, err
		}
		for i, p := range path {
			if i+1 == len(path) || path[i+1].parent != p {
				named = append(named, p)
			}
		}
	}
	return named, nil
}

// isAny reports whether a word is one of these words, ignoring case.
func isAny(word string, of ...string) bool {
	return slices.ContainsFunc(of, func(other string) bool { return strings.EqualFold(word, other) })
}

// arrows matches an arrow between two positions.
var arrows = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\s*(?:→|[-–=]*>|–)\s*`) })

// parseNames parses the names of positions.
func (x *examiner) parseNames(answer string) (named []*node, err error) {
	words := strings.FieldsFunc(answer, func(r rune) bool { return strings.ContainsRune(" \t,;.→>-–", r) })
	if len(words) == 0 {
		return nil, language.NewMessage("write the names of positions, or none")
	}
	for _, word := range words {
		i := slices.IndexFunc(x.all, func(p *node) bool { return p.name == word })
		if i < 0 {
			i = slices.IndexFunc(x.all, func(p *node) bool { return strings.EqualFold(p.name, word) })
		}
		switch {
		case i >= 0:
			named = append(named, x.all[i])
		case !isAny(word, "none", x.in().Text("none")) || len(words) > 1:
			return nil, language.NewMessage("there is no position {name}", "name", strconv.Quote(word))
		}
	}
	return named, nil
}

// number is a value to find.
type number struct {
	what  string // description
	value string // as a search formats it
	bound string // "≤" or "≥" if the search may return a bound, or ""
	exact bool   // the value is exact, so the sign of the bound may be omitted
	void  bool   // the value is a bound of unknown direction

	in *language.Language // of a void bound; nil for English
}

// String formats the value or bound.
func (n number) String() string {
	switch {
	case n.void:
		return cmp.Or(n.in, language.English).Text("{value}, a bound, since α = β", "value", n.value)
	case n.bound == "" || n.exact:
		return n.value
	}
	return n.bound + " " + n.value
}

// numberQuestion completes a question whose answer is one or two numbers.
func numberQuestion(in *language.Language, q Question, steps func() string, want ...number) Question {
	var right []string
	for _, w := range want {
		right = append(right, w.String())
	}
	q.Answer = strings.Join(right, " ")
	q.check = func(answer string) (string, error) {
		given := parseValues(answer)
		if len(given) != len(want) {
			if len(want) == 1 {
				return "", language.NewMessage("write one number, as in 3 or −∞")
			}
			return "", language.NewMessage("write two numbers, as in 3 9 or −∞ 3")
		}
		for i, w := range want {
			value := parseValues(w.value)[0]
			if bare := strings.TrimLeft(given[i], "≤≥"); given[i] != value && given[i] != w.bound+value &&
				!(w.void && bare == value) {
				return strings.TrimSuffix(in.Text("{what} is {right}, not {given}:", "what", w.what,
					"right", w.String(), "given", words.Minus(given[i]))+"\n"+steps(), ":\n"), nil
			}
		}
		return "", nil
	}
	return q
}

// valueText matches a value: the sign of a bound, its sign, size, distance in plies, and difference from infinity.
var valueText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`(?i)(≤|≥|)\s*([+-]?)(∞|\b(?:inf(?:inity)?|oo)\b|\d+/\d+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)` +
			`( in \d+)?([+-]1\b)?`)
})

// canonical unifies different spellings of signs and bounds.
var canonical = strings.NewReplacer("−", "-", "–", "-", "at most", "≤", "at least", "≥", "<=", "≤", "<", "≤", ">=", "≥",
	">", "≥")

// parseValues returns the values in a text in a canonical form.
func parseValues(text string) (all []string) {
	for _, m := range valueText().FindAllStringSubmatch(canonical.Replace(text), -1) {
		size := "∞"
		if r, ok := games.ParseNumber(m[3]); ok {
			size = r.RatString()
		} else if m[3][0] <= '9' {
			continue // such as 3/0
		}
		if m[2] == "-" && size != "0" {
			size = "-" + size
		}
		all = append(all, m[1]+size+m[4]+m[5])
	}
	return all
}
