package arena

import (
	"menace/symmetry"
)

// Tally counts games by their result for one of the players.
type Tally struct {
	Win      int64 `json:"win"`
	Draw     int64 `json:"draw"`
	Loss     int64 `json:"loss"`
	Resigned int64 `json:"resigned"` // losses by resignation
}

// Games returns the number of games.
func (t Tally) Games() int64 { return t.Win + t.Draw + t.Loss }

// Score returns the running total of Michie's papers: 3 for a win, 1 for a draw, −1 for a loss.
func (t Tally) Score() int64 { return 3*t.Win + t.Draw - t.Loss }

// Plus returns the sum of two tallies.
func (t Tally) Plus(more Tally) Tally {
	return Tally{t.Win + more.Win, t.Draw + more.Draw, t.Loss + more.Loss, t.Resigned + more.Resigned}
}

// Minus returns the games that t counts beyond an earlier tally.
func (t Tally) Minus(earlier Tally) Tally {
	return Tally{
		t.Win - earlier.Win, t.Draw - earlier.Draw, t.Loss - earlier.Loss,
		t.Resigned - earlier.Resigned,
	}
}

// Add counts games with this outcome for the player of this side.
func (t *Tally) Add(side symmetry.Side, end symmetry.Outcome, resigned bool, games int64) {
	switch end {
	case symmetry.Drawn:
		t.Draw += games
	case symmetry.Win(side):
		t.Win += games
	default:
		t.Loss += games
		if resigned {
			t.Resigned += games
		}
	}
}

// Career is a learner with its record.
type Career struct {
	Learner Learner
	Side    symmetry.Side
	Tally   Tally // all its games

	// The following fields cover only the games since this value was created.
	LastLoss int64   // number of the last lost game, counting all its games from 1; or 0
	Curve    []Point // checkpoints, oldest first
}

// NewCareer returns the record of a learner that has played no games, with a checkpoint at 0.
func NewCareer(learner Learner, side symmetry.Side) *Career {
	c := &Career{Learner: learner, Side: side}
	c.checkpoint()
	return c
}

// End finishes a game: the learner learns from it, and the curve gets a point if it is a checkpoint.
func (c *Career) End(end symmetry.Outcome, resigned bool) {
	c.Learner.Learn(end)
	var e ends
	e.add(end, resigned)
	c.record(&e)
	c.checkpoint()
}

type ends struct {
	played          int64
	games, resigned [symmetry.Outcomes]int64
	last            [symmetry.Outcomes]int64 // number of the last game with this outcome, from 1; or 0
}

func (e *ends) add(end symmetry.Outcome, resigned bool) {
	e.played++
	e.games[end]++
	e.last[end] = e.played
	if resigned {
		e.resigned[end]++
	}
}

// record adds games that the learner has already learned from.
func (c *Career) record(e *ends) {
	if last := e.last[symmetry.Win(c.Side.Other())]; last > 0 {
		c.LastLoss = c.Tally.Games() + last
	}
	for end, n := range e.games {
		c.Tally.Add(c.Side, symmetry.Outcome(end), false, n-e.resigned[end])
		c.Tally.Add(c.Side, symmetry.Outcome(end), true, e.resigned[end])
	}
}

// checkpoint adds a point to the curve if the number of games is a checkpoint.
func (c *Career) checkpoint() {
	if OnLadder(c.Tally.Games()) {
		p := Measure(c.Learner, c.Side, c.Tally)
		p.Counts = c.Learner.Counts()
		c.Curve = append(c.Curve, p)
	}
}

// Measure returns the checkpoint, without Counts, of a policy that has played the games of tally on this side.
func Measure(policy Policy, side symmetry.Side, tally Tally) Point {
	s := standardOf(policy.Graph())
	against, replies := s.field.evaluate(policy, side)
	p := Point{
		Games: tally.Games(), Tally: tally, Random: against[0], Perfect: against[1],
		Worst: replies.worst, MostLosses: replies.most,
	}
	if s.blocker != nil {
		p.Blocker = against[2]
	}
	return p
}

// Reading is a point read off the drawing of the tournament of 1961: the running total ([Tally.Score]) after a number
// of games.
type Reading struct{ Games, Total int64 }

// TournamentGames is the number of games that Michie played against his MENACE.
const TournamentGames = 220

// ReadingError is the error bound of both numbers of a [Reading]: one game, and one level of the total. Every game
// adds 3, 1 or −1 to the total, so that it is odd after an odd number of games. Three of the readings break this
// rule, so they cannot be exact.
const ReadingError = 1

// TotalError is the largest difference between a [Reading] and the true total after r.Games games: one level for
// reading the total, and one for reading the game, since most games change the total by one.
const TotalError = 2 * ReadingError

// Agrees reports whether a total after r.Games games agrees with the reading.
func (r Reading) Agrees(total int64) bool {
	return -TotalError <= total-r.Total && total-r.Total <= TotalError
}

// Tournament returns the points that can be read off the drawing of the tournament (Michie, The Computer Journal
// 6(3), 1963, 232–236). Its line "drops one level for a defeat, rises one level for a draw and rises three levels for
// a victory".
func Tournament() []Reading { return []Reading{{17, -10}, {46, -10}, {106, 25}, {126, 12}, {219, 152}} }

// Hundreds holds how many of each hundred games of a run ended with an outcome: "win", "draw" or "loss".
type Hundreds map[string][]float64

// Pegasus holds what can be read off the figures of Michie's paper on his program of 1963 (The Computer Journal 6(3),
// 232–236), by the number of the figure and by run, to a game or so. In figure 7 the program moves first and learns
// from a random player, in figure 8 it moves second, and in figure 9 two programs learn from each other.
var Pegasus = map[int][]Hundreds{
	7: {
		{"win": {56, 78, 88, 90, 98, 86, 93, 95, 97, 94}, "loss": {29, 16, 10, 8, 1, 8, 0, 2, 1, 3}},
		{"win": {65, 89, 89, 93, 94, 94, 94, 95}},
	},
	8: {
		{"win": {30, 55, 59, 60, 72, 82, 80, 84, 77, 90}},
		{"win": {43, 41, 59, 65, 66, 67, 78, 84, 81, 84}},
	},
	9: {{"draw": {8, 19, 66, 81, 91, 92}}},
}
