package main

import (
	"context"
	"fmt"
	"strconv"

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
			&cli.IntFlag{Name: "moves", Aliases: []string{"m"}, Usage: "only the boxes after `M` moves"},
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
		o.moves = c.Int("moves")
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
}

// boxes shows boxes.
func (p *program) boxes(ctx context.Context, o boxesOptions) error {
	db, err := openDB(ctx, o.db, data.Read)
	if err != nil {
		return err
	}
	defer db.Close()
	a, err := loadAgent(ctx, db, o.agent)
	if err != nil {
		return err
	}
	orbits, err := selectBoxes(a, o)
	if err != nil {
		return err
	}
	if o.json {
		reports := []boxReport{}
		for _, orbit := range orbits {
			reports = append(reports, reportBox(a.Machine, orbit))
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
			return nil, usagef("--moves %d: agent %q plays %s and has boxes after %v moves",
				moves, a.Name, a.Machine.Rules().Plays, a.Machine.Buckets())
		}
		orbits = append(orbits, a.Machine.Bucket(moves)...)
	}
	if len(orbits) == 0 || o.moves < -1 {
		return nil, usagef("--moves %d is negative", o.moves)
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

func reportBox(m *menace.Machine, o symmetry.Orbit) boxReport {
	box, _ := m.Box(o)
	r := boxReport{Moves: o.Moves(), Code: o.Board().Code(), Position: o.Board().String(), Beads: map[string]int64{}, Total: box.Total()}
	for s := range m.Squares(o).All() {
		r.Beads[strconv.Itoa(s.Number())] = box.Beads(s)
	}
	return r
}
