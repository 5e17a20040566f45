package plot

import (
	"fmt"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/lab"
)

// name returns a name of a file that tells the figure, its machines and what was asked of it. Figures that show
// different things have different names: a plus, a comma or an equals sign never stands in the name of an
// agent or an experiment, and a colon, which Windows refuses, becomes an underscore in an opponent's.
func (o Options) name() string {
	cells := o.Cells
	whose := strings.Join(o.Agents, "+")
	if cells.Experiment != "" {
		whose = "experiment=" + cells.Experiment
	}
	parts := []string{o.Figure + "-" + whose}
	add := func(set bool, part string) {
		if set {
			parts = append(parts, part)
		}
	}
	add(len(cells.Cells) > 0, "cell="+numbers(cells.Cells))
	add(len(cells.Compare) > 0, "compare="+numbers(cells.Compare))
	add(cells.Mean, "mean")
	add(cells.Band != "", "band="+cells.Band)
	add(cells.Alive, "alive")
	add(len(o.Against) > 0, "against="+strings.ReplaceAll(strings.Join(o.Against, "+"), ":", "_"))
	add(o.Window > 0, fmt.Sprintf("%d-games", o.Window))
	add(o.Boxes.Moves != lab.AllMoves, fmt.Sprintf("%d-moves", o.Boxes.Moves))
	add(o.Boxes.Position != "", strings.NewReplacer("/", "", ".", "_").Replace(strings.ToUpper(o.Boxes.Position)))
	add(o.Michie, "michie")
	add(o.Share, "share")
	add(o.Log, "log")
	add(o.Format.Dark, "dark")
	return strings.Join(parts, ",") + ".png"
}

// numbers joins the numbers of cells.
func numbers(cells []int) string {
	texts := make([]string, len(cells))
	for i, cell := range cells {
		texts[i] = strconv.Itoa(cell)
	}
	return strings.Join(texts, "+")
}
