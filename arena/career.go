package arena

import "menace/board"

// Tally counts games by their result for one of the players.
type Tally struct {
	Win      int64 `json:"win"`
	Draw     int64 `json:"draw"`
	Loss     int64 `json:"loss"`
	Resigned int64 `json:"resigned"` // of the losses, those that this player resigned
}

// Games returns the number of games.
func (t Tally) Games() int64 { return t.Win + t.Draw + t.Loss }

// Score returns 3 for each win, 1 for each draw and −1 for each loss, the running total of Michie's
// papers.
func (t Tally) Score() int64 { return 3*t.Win + t.Draw - t.Loss }

// Minus returns the games of t that came after those of earlier.
func (t Tally) Minus(earlier Tally) Tally {
	return Tally{
		t.Win - earlier.Win, t.Draw - earlier.Draw, t.Loss - earlier.Loss,
		t.Resigned - earlier.Resigned,
	}
}

// Add counts games of the player of mark that ended so.
func (t *Tally) Add(mark board.Mark, end board.Outcome, resigned bool, games int64) {
	switch end {
	case board.Drawn:
		t.Draw += games
	case board.Win(mark):
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
	Mark    board.Mark
	Tally   Tally   // of all its games
	Curve   []Point // checkpoints passed in these hands, the oldest first
}

// NewCareer returns the record of a learner that has played no game, with the checkpoint at 0.
func NewCareer(learner Learner, mark board.Mark) *Career {
	c := &Career{Learner: learner, Mark: mark}
	c.measure()
	return c
}

// End closes a game: the learner learns from it, and when the number of games is a checkpoint, a
// point is added to the curve.
func (c *Career) End(end board.Outcome, resigned bool) {
	c.Learner.Learn(end)
	c.Tally.Add(c.Mark, end, resigned, 1)
	c.checkpoint()
}

// checkpoint measures the learner if its number of games is on the ladder.
func (c *Career) checkpoint() {
	if games := c.Tally.Games(); OnLadder(games) {
		c.measure()
	}
}

func (c *Career) measure() { c.Curve = append(c.Curve, Measure(c.Learner, c.Mark, c.Tally)) }

// Measure returns the checkpoint of a learner that plays mark, as it is, after the games of tally.
func Measure(l Learner, mark board.Mark, tally Tally) Point {
	return Point{
		Tally:   tally,
		Random:  Evaluate(l, mark, Random),
		Perfect: Evaluate(l, mark, Perfect),
		Worst:   WorstCase(l, mark),
		Counts:  l.Counts(),
	}
}
