package search

import (
	"fmt"
	"time"

	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/words"
	"menace/plots"
)

// curveFigure returns the figure of the courses: nodes and time over depth.
func curveFigure(title string, share time.Duration, courses []course) plots.Figure {
	depth := plots.Axis{Label: "depth in plies", Min: 1, Max: 2}
	nodes := plots.Panel{X: depth, Y: plots.Axis{Label: "nodes", Min: 1, Max: 10, Log: true}}
	times := plots.Panel{X: depth, Y: plots.Axis{Label: "time in milliseconds", Min: 0.001, Max: 0.01, Log: true}}
	for i, c := range courses {
		node := plots.Curve{Name: c.name(), Hue: i, Dash: i}
		spent := node
		for j, n := range c.nodes {
			node.Points = append(node.Points, plots.Point{Games: float64(j + 1), Value: float64(n)})
			spent.Points = append(spent.Points, plots.Point{Games: float64(j + 1), Value: max(1e3*c.seconds[j], 0.001)})
		}
		nodes.Curves, times.Curves = append(nodes.Curves, node), append(times.Curves, spent)
	}
	return plots.Figure{
		Title: title, Subtitle: "each for " + secondsText(share.Seconds()) + "; in brackets the depth that it reached",
		Panels: [][]plots.Panel{{nodes, times}},
	}
}

// name names the algorithm with the depth that it reached.
func (c course) name() string {
	if c.ended {
		return fmt.Sprintf("%v (%d, the end)", c.algorithm, len(c.nodes))
	}
	return fmt.Sprintf("%v (%d)", c.algorithm, len(c.nodes))
}

// printCourses prints how deep each algorithm got.
func printCourses(con *console.IO, share time.Duration, courses []course) {
	con.Say("Depth reached in %s each\n", secondsText(share.Seconds()))
	var rows [][]string
	for _, c := range courses {
		row := []string{c.algorithm.String(), "0", "", ""}
		if n := len(c.nodes); n > 0 {
			row = []string{c.algorithm.String(), fmt.Sprint(n), words.Count(c.nodes[n-1]), secondsText(c.seconds[n-1])}
		}
		if c.ended {
			row[1] += " the end"
		}
		rows = append(rows, row)
	}
	con.Table(1, []string{"algorithm", "plies", "nodes", "time"}, rows)
}
