package words

import (
	"fmt"

	"menace/arena/experiment"
)

// Cell names the settings of a cell.
func Cell(c experiment.Cell) string { return Machine(c.Rules) + ", trained with " + c.Opponent }

// Unfinished says that replicates of an experiment are missing, or is empty when all are stored.
func Unfinished(experiment string, stored, all int64) string {
	if stored == all {
		return ""
	}
	return fmt.Sprintf("only %s of %s replicates are stored; `menace experiment run %s` continues it",
		Count(stored), Count(all), experiment)
}
