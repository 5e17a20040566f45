package arena

import "menace/menace/tidy"

// AddTo adds the columns of a checkpoint that all exports share: the games so far, and the learner's exact strength.
func (p Point) AddTo(c *tidy.Columns) {
	c.Add("win", p.Tally.Win)
	c.Add("draw", p.Tally.Draw)
	c.Add("loss", p.Tally.Loss)
	c.Add("resigned", p.Tally.Resigned)
	p.Random.AddTo(c, "random")
	p.Perfect.AddTo(c, "perfect")
	p.Worst.AddTo(c, "worst")
	c.Add("worst_value", p.Worst.Value())
	p.MostLosses.AddTo(c, "most_losses")
}

// AddTo adds the columns of the probabilities against an opponent. They are empty if the game has no such opponent.
func (p WDL) AddTo(c *tidy.Columns, opponent string) {
	unknown := p == (WDL{})
	c.Add(opponent+"_win", tidy.Unless(unknown, p.Win))
	c.Add(opponent+"_draw", tidy.Unless(unknown, p.Draw))
	c.Add(opponent+"_loss", tidy.Unless(unknown, p.Loss))
}
