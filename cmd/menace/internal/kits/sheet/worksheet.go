package sheet

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"menace/menace"
	"menace/menace/arena"
	"menace/minimax"
	"menace/symmetry"
)

// exercise is a box of the fresh machine that a question of the worksheet is about.
type exercise struct {
	Position         symmetry.Position
	Number           int
	Moves, Good, Bad []string // all moves, those that win and those that do not
	Chance           string   // the chance of the first bead
	Left             string   // what the box holds after a lost game whose last bead was that for Drawn
	Caption          string   // the words for the position, if there is no board
	Sticks           int      // in a game with sticks
	Drawn, Mirrored  string   // a bad move, or a move as on the label and the same move on the mirrored board
}

// exercise returns the first box that suits a question. The question is about all "moves", about "good" and bad moves,
// or about a "mirrored" board; then Position is the mirror image of the label.
func (k Kit) exercise(about string) (e exercise) {
	m, perfect := menace.New(k.Machine.Rules()), minimax.Solve(k.Machine.Graph(), symmetry.MaxLength)
	g := m.Graph()
	for _, o := range k.boxes() {
		e = k.exerciseIn(m, o, perfect)
		mirrored := g.Transform(e.Position, symmetry.FlipColumns)
		switch turned := mirrored != e.Position; {
		case about == "moves" && turned && len(e.Moves) > 2, about == "good" && g.Level(o) > 1 &&
			e.Good != nil && e.Bad != nil:
			return e
		case about == "mirrored" && turned && 2*e.Number > m.Boxes():
			drawn := g.Moves(o)[len(e.Moves)-1]
			e.Position, e.Drawn, e.Mirrored = mirrored, drawn.String(), symmetry.FlipColumns.Move(drawn).String()
			return e
		}
	}
	return e
}

// exerciseIn describes the box of a position of a fresh machine.
func (k Kit) exerciseIn(m *menace.Machine, o symmetry.Orbit, perfect *minimax.Solution) exercise {
	g, drawn := m.Graph(), 0
	scene := g.Scene(g.Code(o))
	e := exercise{Position: g.Code(o), Number: m.Number(o), Sticks: g.Things(g.Code(o)),
		Caption: k.Language.Counted(scene.Caption, scene.Count)}
	for i, move := range g.Moves(o) {
		name := g.MoveName(g.Code(o), move)
		e.Moves = append(e.Moves, name)
		if perfect.Value(g.Next(o, i)) < 0 {
			e.Good = append(e.Good, name)
		} else if e.Bad = append(e.Bad, name); len(e.Bad) == 1 {
			drawn = i
		}
	}
	e.Drawn = e.Moves[drawn]
	e.Left = k.contents(afterGame(m, o, drawn, symmetry.Win(m.Rules().Plays.Other())), o)
	box, _ := m.Box(o)
	e.Chance = k.share(box.Beads(0), box.Total())
	return e
}

// lostWith returns the numbers of sticks that lose for the player to move, against perfect play.
func (k Kit) lostWith() (numbers []string) {
	g, perfect := k.Machine.Graph(), minimax.Solve(k.Machine.Graph(), symmetry.MaxLength)
	lost := map[int]bool{}
	for o := range g.All() {
		if g.Outcome(o) == symmetry.Ongoing && perfect.Value(o) < 0 {
			lost[g.Things(g.Code(o))] = true
		}
	}
	for _, n := range slices.Sorted(maps.Keys(lost)) {
		numbers = append(numbers, strconv.Itoa(n))
	}
	return numbers
}

// afterGame returns a copy of a machine after a game in which it drew only the bead of move i of a box.
func afterGame(m *menace.Machine, o symmetry.Orbit, i int, end symmetry.Outcome) *menace.Machine {
	played := m.Copy()
	played.Recall([]menace.Draw{{Orbit: o, Move: uint8(i)}})
	played.Learn(end)
	return played
}

// contents describes the beads in a box and their chances.
func (k Kit) contents(m *menace.Machine, o symmetry.Orbit) string {
	var each []string
	box, _ := m.Box(o)
	for i, move := range m.Graph().Moves(o) {
		if box.Beads(i) > 0 {
			each = append(each, k.Language.Text("{n} beads for {move} (chance {chance})", "n", box.Beads(i),
				"move", m.Graph().MoveName(m.Graph().Code(o), move), "chance", k.share(box.Beads(i), box.Total())))
		}
	}
	if each == nil {
		return k.Language.Text("nothing: the box is empty")
	}
	return strings.Join(each, ", ")
}

// share formats a part of a whole as in "1 of 4, 25 %".
func (k Kit) share(part, whole int64) string {
	return k.Language.Text("{part} of {whole}, {percent}", "part", part, "whole", whole,
		"percent", k.Language.Share(float64(part)/float64(whole), 0))
}

// totals returns the running totals of games, given by letters: W for won, D for drawn and L for lost.
func totals(results string) (all []string) {
	var tally arena.Tally
	for _, result := range results {
		end := map[rune]symmetry.Outcome{'W': symmetry.FirstWins, 'D': symmetry.Drawn, 'L': symmetry.SecondWins}[result]
		tally.Add(symmetry.First, end, false, 1)
		all = append(all, signed(float64(tally.Score())))
	}
	return all
}

// teacher describes how well machines play after 1,000 games against one player.
type teacher struct {
	Loses string // games lost, of 100 against perfect play
	Wins  string // games won, of 100 against random moves
}

// teachers returns what the start page would show of the machines of [taught].
func (k Kit) teachers() (all []teacher) {
	for _, t := range taught {
		all = append(all, teacher{k.spread(t.loses), k.spread(t.wins)})
	}
	return all
}

// taught holds games out of 100, lost against perfect play and won against random moves, of a hundred machines that
// refill empty boxes, after 1,000 games against a player. TestTaught trains them: that takes too long for a page.
var taught = []struct{ loses, wins spread }{
	{loses: spread{57, 30, 77}, wins: spread{80, 75, 86}}, // against one that moves at random
	{loses: spread{0, 0, 1}, wins: spread{69, 62, 72}},    // against one that never makes a mistake
}

// spread is a mean over machines, and the range of the middle 90 % of them.
type spread struct{ mean, low, high int }

func (k Kit) spread(s spread) string {
	return k.Language.Text("{mean} ({low} to {high})", "mean", s.mean, "low", s.low, "high", s.high)
}

// michie returns a fresh machine with Michie's rules.
func michie() *menace.Machine { return menace.New(menace.Michie()) }

// centreAfter returns the share of beads for the centre in the first box of a machine with Michie's rules, after a game
// that began in the centre and ended in a "win", a "draw" or a "loss". If result is "", there was no game.
func (k Kit) centreAfter(result string) string {
	m := michie()
	centre := slices.Index(m.Graph().Moves(symmetry.Start), symmetry.Place(4))
	ends := map[string]symmetry.Outcome{"win": symmetry.FirstWins, "draw": symmetry.Drawn, "loss": symmetry.SecondWins}
	if end, ok := ends[result]; ok {
		m = afterGame(m, symmetry.Start, centre, end)
	}
	box, _ := m.Box(symmetry.Start)
	return k.share(box.Beads(centre), box.Total())
}

// boxesForMove returns the number of boxes for the nth move of a machine. Its first move is number 0.
func boxesForMove(m *menace.Machine, nth int) int {
	if nth >= len(m.Buckets()) {
		return 0
	}
	return len(m.Bucket(m.Buckets()[nth]))
}

// cup describes, in a game with sticks, the cup for the largest number of sticks up to this one in which one move wins
// and another does not.
func (k Kit) cup(most int) exercise {
	return k.choice(func(e exercise) bool { return e.Sticks <= most })
}

// choice describes the first box of which a condition holds, and in which one move wins and another does not, or else
// the first with most moves.
func (k Kit) choice(holds ...func(exercise) bool) (found exercise) {
	m, perfect := menace.New(k.Machine.Rules()), minimax.Solve(k.Machine.Graph(), symmetry.MaxLength)
	for _, o := range k.boxes() {
		e := k.exerciseIn(m, o, perfect)
		switch held := !slices.ContainsFunc(holds, func(holds func(exercise) bool) bool { return !holds(e) }); {
		case held && e.Good != nil && e.Bad != nil:
			return e
		case held && len(e.Moves) > len(found.Moves):
			found = e
		}
	}
	return found
}

// boxesWithoutSymmetry returns the number of boxes that a machine would need if turned and mirrored boards had boxes of
// their own.
func boxesWithoutSymmetry(m *menace.Machine) (n int) {
	g := m.Graph()
	for _, o := range g.Choices(m.Rules().Plays) {
		images := map[symmetry.Position]bool{}
		for _, t := range g.Symmetries() {
			images[g.Transform(g.Code(o), t)] = true
		}
		n += len(images)
	}
	return n
}

// winner returns the name of the side that wins if both play perfectly.
func (k Kit) winner() string {
	switch value := minimax.Solve(k.Machine.Graph(), symmetry.MaxLength).Value(symmetry.Start); {
	case value > 0:
		return k.player(symmetry.First)
	case value < 0:
		return k.player(symmetry.Second)
	}
	return k.Language.Text("nobody")
}

// mostLessonBoxes is the size of the largest machine that is built in a lesson.
const mostLessonBoxes = 40

// worksheet returns the pages of the worksheet and of its answers. Both begin on a new sheet of paper.
func (k Kit) worksheet() []page {
	questions, answers := k.written(Sheet, false), k.written(Sheet, true)
	questions[0].newSheet, answers[0].newSheet = true, true
	return append(questions, answers...)
}
