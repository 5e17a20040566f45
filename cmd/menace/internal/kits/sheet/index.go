package sheet

import (
	"cmp"
	"slices"
	"strconv"

	"menace/board"
	"menace/cmd/internal/language"
	"menace/menace"
	"menace/symmetry"
)

// mostAlike is the largest number of boxes that a reader should have to compare by eye. An index asks enough questions
// to make its groups that small.
const mostAlike = 8

// question is a question about a position. Turning or mirroring the board does not change the answer.
type question struct {
	order  int // questions are asked in this order
	asks   string
	answer func(board.Board) int // returns 0 to 9
	names  []string              // names of the answers, or nil for numbers
}

// index is a table for finding the box of a position by answering questions.
type index struct {
	graph     *symmetry.Graph
	Questions []question
	groups    []group // sorted by answers
}

// group holds the boxes whose positions have the same answers.
type group struct {
	answers []int
	boxes   []symmetry.Orbit
}

// newIndex returns the index of the boxes of a machine, with questions in a language. It begins with the number of
// pieces, and then repeatedly adds the question that makes the groups smallest.
func newIndex(l *language.Language, m *menace.Machine) index {
	g := m.Graph()
	boxes, open := g.Choices(m.Rules().Plays), questions(l, g)
	x := index{graph: g, Questions: open[:1]}
	x.groups = x.sort(boxes)
	for open = open[1:]; x.Alike() > mostAlike && len(open) > 0; {
		best, at := index{}, 0
		for i, q := range open {
			next := index{graph: g, Questions: append(slices.Clip(x.Questions), q)}
			if next.groups = next.sort(boxes); i == 0 || next.cost() < best.cost() {
				best, at = next, i
			}
		}
		x, open = best, slices.Delete(slices.Clone(open), at, at+1)
	}
	slices.SortFunc(x.Questions, func(a, b question) int { return cmp.Compare(a.order, b.order) })
	x.groups = x.sort(boxes)
	return x
}

// sort puts boxes with the same answers into one group.
func (x index) sort(boxes []symmetry.Orbit) (groups []group) {
	for _, o := range boxes {
		answers := x.answers(x.graph.Code(o))
		at, found := slices.BinarySearchFunc(groups, answers,
			func(g group, a []int) int { return slices.Compare(g.answers, a) })
		if !found {
			groups = slices.Insert(groups, at, group{answers: answers})
		}
		groups[at].boxes = append(groups[at].boxes, o)
	}
	return groups
}

// answers returns the answers for a position.
func (x index) answers(position symmetry.Position) (answers []int) {
	for _, q := range x.Questions {
		answers = append(answers, q.answer(masks(x.graph, position)))
	}
	return answers
}

// masks returns the squares of the first player's pieces as X, and of the second player's as O.
func masks(g *symmetry.Graph, position symmetry.Position) (b board.Board) {
	for i, cell := range g.Scene(position).Cells {
		switch {
		case cell.Piece == symmetry.NoPiece:
		case cell.Owner == symmetry.Second:
			b.O |= 1 << i
		default:
			b.X |= 1 << i
		}
	}
	return b
}

// name formats an answer for readers.
func (q question) name(answer int) string {
	if q.names != nil {
		return q.names[answer]
	}
	return strconv.Itoa(answer)
}

// code returns the code of a group: its answers side by side, except the first answer, which is the heading of the
// group.
func (x index) code(answers []int) (code string) {
	for i, a := range answers[1:] {
		code += x.Questions[i+1].name(a)
	}
	return code
}

// Alike returns the size of the largest group.
func (x index) Alike() (most int) {
	for _, g := range x.groups {
		most = max(most, len(g.boxes))
	}
	return most
}

// cost rates an index; lower is better. The size of the largest group counts first, then the average, over all boxes,
// of the size of a box's group.
func (x index) cost() int {
	squares := 0
	for _, g := range x.groups {
		squares += len(g.boxes) * len(g.boxes)
	}
	return x.Alike()*symmetry.MaxOrbits*symmetry.MaxOrbits + squares
}

// questions returns all questions that an index of a game can ask.
func questions(l *language.Language, g *symmetry.Graph) []question {
	first, second := l.Name(g.Player(symmetry.First)), l.Name(g.Player(symmetry.Second))
	shared := g.Scene(g.Play(g.Code(symmetry.Start), g.Moves(symmetry.Start)[0])).Shared()
	players := []string{first, second}
	if shared { // all pieces are crosses
		first, players = "X", []string{"X"}
	}
	all := []question{{asks: l.Text("How many pieces are on the board?"),
		answer: func(b board.Board) int { return (b.X | b.O).Count() }}}
	for _, class := range classes(g) {
		if class.Count() == 1 {
			all = append(all, question{
				asks:   asks(l, class, ""),
				answer: func(b board.Board) int { return int(b.At(class.First())) },
				names:  []string{"–", string([]rune(second)[:1]), string([]rune(first)[:1])},
			})
			continue
		}
		for i, player := range players {
			all = append(all, question{
				asks:   asks(l, class, player),
				answer: func(b board.Board) int { return ([]board.Mask{b.X, b.O}[i] & class).Count() },
			})
		}
	}
	if !shared {
		all = append(all, pairs(l, first, second))
	}
	for i := range all {
		all[i].order = i
	}
	return all
}

// pairs is the question about pairs of adjacent pieces of different sides.
func pairs(l *language.Language, first, second string) question {
	return question{
		asks: l.Text("How many pairs of {first} and {second} touch, across or down?", "first", first,
			"second", second),
		answer: neighbours,
	}
}

// neighbours counts the pairs of adjacent squares that hold pieces of different sides.
func neighbours(b board.Board) (pairs int) {
	const leftColumns, upperRows = 0o333, 0o077
	for _, m := range []board.Mask{
		b.X & leftColumns << 1 & b.O, b.O & leftColumns << 1 & b.X, b.X & upperRows << 3 & b.O,
		b.O & upperRows << 3 & b.X,
	} {
		pairs += m.Count()
	}
	return pairs
}

// classes returns the sets of squares that the symmetries of a game map onto each other, smallest first.
func classes(g *symmetry.Graph) (all []board.Mask) {
	for s := range board.Square(board.Squares) {
		var class board.Mask
		for _, t := range g.Symmetries() {
			class |= 1 << t.Square(s)
		}
		if class.First() == s {
			all = append(all, class)
		}
	}
	slices.SortStableFunc(all, func(a, b board.Mask) int { return cmp.Compare(a.Count(), b.Count()) })
	return all
}

// asks returns the question about a class of squares: how many pieces of a player are on it or, for a single square,
// what is on it.
func asks(l *language.Language, class board.Mask, player string) string {
	switch class {
	case 0o020:
		return l.Text("What is in the centre? (– if nothing)")
	case 0o002:
		return l.Text("What is in the middle of the top row? (– if nothing)")
	case 0o200:
		return l.Text("What is in the middle of the bottom row? (– if nothing)")
	case 0o505:
		return l.Text("How many {player} are in the corners?", "player", player)
	case 0o252:
		return l.Text("How many {player} are in the middles of the sides?", "player", player)
	case 0o005:
		return l.Text("How many {player} are at the ends of the top row?", "player", player)
	case 0o050:
		return l.Text("How many {player} are at the ends of the middle row?", "player", player)
	case 0o500:
		return l.Text("How many {player} are at the ends of the bottom row?", "player", player)
	}
	return "" // no game has such squares
}
