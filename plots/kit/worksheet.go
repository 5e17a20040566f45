package kit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"menace/arena"
	"menace/board"
	"menace/menace"
	"menace/minimax"
	"menace/symmetry"
)

// exercise is a box of the fresh machine that a question of the worksheet is about.
type exercise struct {
	Position         board.Code
	Number           int
	Moves, Good, Bad []string // all moves; those that win and those that lose against perfect play
	Chance           string   // of the first bead
	Left             string   // content after the first bad move was the last of a lost game
}

// exercise returns the first box that suits a question: about all its "moves", about "good" and bad ones, or about a
// position that is "mirrored", in which it is shown.
func (k Kit) exercise(about string) (e exercise) {
	m := menace.New(k.Machine.Rules())
	g, perfect := m.Graph(), minimax.Solve(m.Graph(), symmetry.MaxMoves)
	for _, o := range k.boxes() {
		e = exercise{Position: g.Code(o), Number: m.Number(o)}
		for i, move := range g.Moves(o) {
			e.Moves = append(e.Moves, move.String())
			if value := perfect.Value(g.Next(o, i)); value < 0 {
				e.Good = append(e.Good, move.String())
			} else if value > 0 {
				if e.Bad = append(e.Bad, move.String()); len(e.Bad) == 1 {
					e.Left = contents(afterGame(m, o, i, symmetry.Win(m.Rules().Plays.Other())), o)
				}
			}
		}
		box, _ := m.Box(o)
		e.Chance = share(box.Beads(0), box.Total())
		mirrored := symmetry.FlipColumns.Board(e.Position.Board()).Code()
		switch turned := mirrored != e.Position; {
		case about == "moves" && turned && len(e.Moves) > 2, about == "good" && g.Played(o) > 1 &&
			e.Good != nil && e.Bad != nil:
			return e
		case about == "mirrored" && turned && 2*e.Number > m.Boxes():
			e.Position = mirrored
			return e
		}
	}
	return e
}

// afterGame returns a copy of a machine that has drawn the bead of move i in a box, and then learned from the end of
// the game.
func afterGame(m *menace.Machine, o symmetry.Orbit, i int, end symmetry.Outcome) *menace.Machine {
	played := *m
	played.Recall([]menace.Draw{{Orbit: o, Move: uint8(i)}})
	played.Learn(end)
	return &played
}

// contents describes the beads in a box and their chances.
func contents(m *menace.Machine, o symmetry.Orbit) string {
	var each []string
	box, _ := m.Box(o)
	for i, move := range m.Graph().Moves(o) {
		if box.Beads(i) > 0 {
			each = append(each, fmt.Sprintf("%s for %v (chance %s)", beadCount(box.Beads(i)), move,
				share(box.Beads(i), box.Total())))
		}
	}
	if each == nil {
		return "nothing: the box is empty"
	}
	return strings.Join(each, ", ")
}

// share formats a part of a whole as a fraction and a percentage.
func share(part, whole int64) string {
	return fmt.Sprintf("%d of %d, %.0f %%", part, whole, 100*float64(part)/float64(whole))
}

// totals returns the running totals of games, given by letters: W for won, D for drawn and L for lost.
func totals(results string) (all []string) {
	var tally arena.Tally
	for _, result := range results {
		switch result {
		case 'W':
			tally.Win++
		case 'D':
			tally.Draw++
		default:
			tally.Loss++
		}
		all = append(all, signed(float64(tally.Score())))
	}
	return all
}

// opening is a fresh machine of Michie's, for questions about it.
type opening struct {
	Boxes           int
	Opened          []int  // boxes after 0, 2, 4 and 6 moves
	Unturned, Ratio string // boxes without symmetry, and how many times as many these are
	Centre, Beads   int64  // beads for the centre in the first box, and all beads there
	Chance          string // of the centre
	Won, Drawn      string // the same after a game
	Lost            string
}

// newOpening returns a fresh machine of Michie's.
func newOpening() (s opening) {
	m := menace.New(menace.Michie())
	g, unturned := m.Graph(), 0
	for _, o := range g.Choices(symmetry.First) {
		images := map[board.Board]bool{}
		for _, t := range g.Symmetries() {
			images[t.Board(g.Code(o).Board())] = true
		}
		unturned += len(images)
	}
	for _, moves := range m.Buckets() {
		s.Opened = append(s.Opened, len(m.Bucket(moves)))
	}
	s.Boxes, s.Unturned = m.Boxes(), humanize.Comma(int64(unturned))
	s.Ratio = fmt.Sprintf("%.1f", float64(unturned)/float64(s.Boxes))
	centre := slices.Index(g.Moves(symmetry.Start), symmetry.Place(4))
	chance := func(m *menace.Machine) string {
		box, _ := m.Box(symmetry.Start)
		return share(box.Beads(centre), box.Total())
	}
	after := func(end symmetry.Outcome) string { return chance(afterGame(m, symmetry.Start, centre, end)) }
	box, _ := m.Box(symmetry.Start)
	s.Centre, s.Beads, s.Chance = box.Beads(centre), box.Total(), chance(m)
	s.Won, s.Drawn, s.Lost = after(symmetry.FirstWins), after(symmetry.Drawn), after(symmetry.SecondWins)
	return s
}

// winner returns the side that wins with perfect play.
func (k Kit) winner() string {
	g := k.Machine.Graph()
	switch value := minimax.Solve(g, symmetry.MaxMoves).Value(symmetry.Start); {
	case value > 0:
		return g.Player(symmetry.First)
	case value < 0:
		return g.Player(symmetry.Second)
	}
	return "nobody"
}

// worksheet returns the pages of the worksheet, and of the answers.
func (k Kit) worksheet() []page {
	return append(k.flow(k.text("worksheet", false)), k.flow(k.text("worksheet", true))...)
}
