// Package curves holds the columns of a learning curve that exports of machines and of experiments share.
package curves

import (
	"strings"

	"menace/arena"
	"menace/menace/tidy"
)

// AddPoint adds the games up to a checkpoint, and the exact strength of the machine.
func AddPoint(c *tidy.Columns, p arena.Point) {
	c.Add("win", p.Tally.Win)
	c.Add("draw", p.Tally.Draw)
	c.Add("loss", p.Tally.Loss)
	c.Add("resigned", p.Tally.Resigned)
	AddWDL(c, "random", p.Random)
	AddWDL(c, "perfect", p.Perfect)
	AddWDL(c, "worst", p.Worst)
	c.Add("worst_value", p.Worst.Value())
	AddWDL(c, "most_losses", p.MostLosses)
}

// AddWDL adds the probabilities against an opponent. The columns are empty if the game has no such opponent.
func AddWDL(c *tidy.Columns, opponent string, p arena.WDL) {
	unknown := p == (arena.WDL{})
	c.Add(opponent+"_win", tidy.Unless(unknown, p.Win))
	c.Add(opponent+"_draw", tidy.Unless(unknown, p.Draw))
	c.Add(opponent+"_loss", tidy.Unless(unknown, p.Loss))
}

// AddVersions adds the last column of every export: the versions of menace that trained the machines of a row.
func AddVersions(c *tidy.Columns, all []string) {
	c.Add("version", tidy.Unless(len(all) == 0, strings.Join(all, " ")))
}
