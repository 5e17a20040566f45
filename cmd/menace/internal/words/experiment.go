package words

import (
	"fmt"

	"menace/arena/experiment"
)

// Cell names the settings of a cell.
func Cell(c experiment.Cell) string { return Machine(c.Rules) + ", trained with " + c.Opponent }

// Missing says that replicates of an experiment are missing, and what goes on with it.
func Missing(experiment string, stored, planned int64) string {
	return fmt.Sprintf("only %s of %s replicates are stored; `menace experiment run %s` goes on",
		Count(stored), Count(planned), experiment)
}
