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

// Minus returns the games in t that are not in an earlier tally.
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

// End finishes a game: the learner learns from it, and the curve gets a point if the number of games is a checkpoint.
func (c *Career) End(end symmetry.Outcome, resigned bool) {
	c.Learner.Learn(end)
	var e outcomeCounts
	e.add(end, resigned)
	c.record(&e)
	c.checkpoint()
}

type outcomeCounts struct {
	played          int64
	games, resigned [symmetry.Outcomes]int64
	last            [symmetry.Outcomes]int64 // number of the last game with this outcome, from 1; or 0
}

func (e *outcomeCounts) add(end symmetry.Outcome, resigned bool) {
	e.played++
	e.games[end]++
	e.last[end] = e.played
	if resigned {
		e.resigned[end]++
	}
}

// record adds games that the learner has already learned from.
func (c *Career) record(e *outcomeCounts) {
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

// Measure evaluates a policy that plays this side and returns its checkpoint, with this tally and without Counts.
func Measure(policy Policy, side symmetry.Side, tally Tally) Point {
	plan := standardOf(policy.Graph()).plans[side]()
	s := sweeps.Get().(*sweep)
	defer sweeps.Put(s)
	s.load(policy, side)
	replies := s.backwards(plan.threats)
	p := Point{
		Games: tally.Games(), Tally: tally, Random: s.against(plan.random), Perfect: s.against(plan.perfect),
		Worst: replies.worst, MostLosses: replies.most,
	}
	if plan.blocker != nil {
		p.Blocker = s.against(plan.blocker)
	}
	return p
}
