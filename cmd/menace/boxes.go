package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"menace/board"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

func (p *program) boxesCommand() *cli.Command {
	return &cli.Command{
		Name:      "boxes",
		Usage:     "show the matchboxes of an agent and their beads",
		ArgsUsage: " ",
		Description: `Draws each box as a board with the beads on the squares that they stand for, bucket by bucket. A dot is
a square without beads of its own: it is the same move as another, up to symmetry.

A position is nine of X, O and . row by row, as in X.O/.X./... ; any rotation or reflection of it finds
its box.

Examples:
   menace boxes --moves 0
   menace boxes --agent second --moves 1
   menace boxes --position X.O/.../...
   menace boxes --json`,
		Flags: []cli.Flag{
			agentFlag(),
			&cli.IntFlag{Name: "moves", Aliases: []string{"m"}, Usage: "only the boxes after `M` moves", DefaultText: "all"},
			&cli.StringFlag{Name: "position", Aliases: []string{"p"}, Usage: "only the box of a `POSITION`"},
			jsonFlag(),
		},
		Action: action(parseBoxes, p.boxes),
	}
}

// boxesOptions say which boxes to show.
type boxesOptions struct {
	db, agent string
	moves     int          // −1 for all
	position  *board.Board // nil for all
	json      bool
}

func parseBoxes(c *cli.Context) (o boxesOptions, err error) {
	if err := noArguments(c); err != nil {
		return o, err
	}
	o = boxesOptions{db: c.String("db"), agent: c.String("agent"), moves: -1, json: c.Bool("json")}
	if c.IsSet("moves") {
		if o.moves = c.Int("moves"); o.moves < 0 {
			return o, usagef("--moves %d is negative", o.moves)
		}
	}
	if c.IsSet("position") {
		b, err := board.Parse(c.String("position"))
		if err != nil {
			return o, asUsage(err)
		}
		o.position = &b
	}
	if c.IsSet("moves") && c.IsSet("position") {
		return o, usagef("--moves and --position exclude each other")
	}
	return o, nil
}

// boxReport is a box as JSON.
type boxReport struct {
	Moves    int              `json:"moves"`
	Code     board.Code       `json:"code"`
	Position string           `json:"position"` // the canonical position
	Beads    map[string]int64 `json:"beads"`    // by square number
	Total    int64            `json:"total"`
	// The position that was asked for, and the beads by its own squares.
	Asked      string           `json:"asked,omitempty"`
	AskedBeads map[string]int64 `json:"asked_beads,omitempty"`
}

// boxes shows boxes.
func (p *program) boxes(ctx context.Context, o boxesOptions) error {
	db, a, err := readAgent(ctx, o.db, o.agent)
	if err != nil {
		return err
	}
	defer db.Close()
	orbits, err := selectBoxes(a, o)
	if err != nil {
		return err
	}
	if o.json {
		reports := []boxReport{}
		for _, orbit := range orbits {
			reports = append(reports, reportBox(a.Machine, orbit, o.position))
		}
		return p.printJSON(reports)
	}
	if o.position != nil {
		p.printOneBox(a.Machine, *o.position)
		return nil
	}
	p.printBuckets(a.Machine, orbits)
	return nil
}

// selectBoxes returns the orbits of the boxes to be shown.
func selectBoxes(a *data.Agent, o boxesOptions) (orbits []symmetry.Orbit, err error) {
	if o.position != nil {
		orbit, _ := symmetry.Find(*o.position)
		if _, ok := a.Machine.Box(orbit); !ok {
			return nil, usagef("%v has no box in agent %q: %s", o.position, a.Name, whyNoBox(a.Machine, *o.position))
		}
		return []symmetry.Orbit{orbit}, nil
	}
	buckets := a.Machine.Buckets()
	if o.moves >= 0 {
		buckets = []int{o.moves}
	}
	for _, moves := range buckets {
		if moves > board.Squares || len(a.Machine.Bucket(moves)) == 0 {
			return nil, usagef("--moves %d: agent %q plays %s and has boxes after %s moves",
				moves, a.Name, a.Machine.Rules().Plays, numbers(a.Machine.Buckets()))
		}
		orbits = append(orbits, a.Machine.Bucket(moves)...)
	}
	return orbits, nil
}

// whyNoBox tells why a machine needs no box for a position.
func whyNoBox(m *menace.Machine, b board.Board) string {
	switch {
	case b.Outcome() != board.Ongoing:
		return "the game is over"
	case b.Turn() != m.Rules().Plays.Mark():
		return fmt.Sprintf("it is %v's turn", b.Turn())
	}
	return "only one square is left"
}

// numbers writes whole numbers with commas between.
func numbers(list []int) string {
	var texts []string
	for _, n := range list {
		texts = append(texts, strconv.Itoa(n))
	}
	return strings.Join(texts, ", ")
}

func reportBox(m *menace.Machine, o symmetry.Orbit, asked *board.Board) boxReport {
	box, _ := m.Box(o)
	r := boxReport{
		Moves: o.Moves(), Code: o.Board().Code(), Position: o.Board().String(), Total: box.Total(),
		Beads: beadsBySquare(m, o, box, symmetry.Identity),
	}
	if asked != nil {
		_, to := symmetry.Find(*asked)
		r.Asked, r.AskedBeads = asked.String(), beadsBySquare(m, o, box, to.Inverse())
	}
	return r
}

// beadsBySquare returns the beads of a box by the number of the square to which a transform
// brings that of the canonical position.
func beadsBySquare(m *menace.Machine, o symmetry.Orbit, box menace.Box, from symmetry.Transform) map[string]int64 {
	beads := map[string]int64{}
	for s := range m.Squares(o).All() {
		beads[strconv.Itoa(from.Square(s).Number())] = box.Beads(s)
	}
	return beads
}
