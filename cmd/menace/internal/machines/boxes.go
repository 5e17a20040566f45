package machines

import (
	"context"
	"slices"

	"menace/cmd/menace/internal/boards"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/store"
	"menace/cmd/menace/internal/term"
	"menace/data"
	"menace/menace/option"
)

type boxesOptions struct {
	Agent string
	Boxes agents.Selection
}

func boxesCommand(con *term.IO) *term.Command {
	return &term.Command{
		Name:   "boxes",
		Flags:  func() []term.Flag { return term.Flags("", boxesTable, usualBoxes) },
		Action: store.InLab(con, data.Read, term.Parse(boxesTable, usualBoxes), runBoxes),
	}
}

var usualBoxes = boxesOptions{Agent: store.DefaultAgent, Boxes: agents.Selection{Moves: agents.AllMoves}}

var boxesTable = slices.Concat([]option.Option[boxesOptions]{
	store.Agent(func(o *boxesOptions) *string { return &o.Agent }),
}, option.Within(agents.SelectionTable("all"), func(o *boxesOptions) *agents.Selection { return &o.Boxes }))

// Check returns an [option.Error] if the options select boxes twice.
func (o boxesOptions) Check() error { return o.Boxes.Check() }

func runBoxes(ctx context.Context, con *term.IO, l *data.DB, o boxesOptions) error {
	a, err := l.Load(ctx, o.Agent)
	if err != nil {
		return err
	}
	positions, err := agents.Boxes(a, o.Boxes)
	switch {
	case err != nil:
		return err
	case o.Boxes.Position != "":
		boards.PrintBox(con, a.Machine, positions[0])
	default:
		boards.PrintBoxes(con, a.Machine, positions)
	}
	return nil
}
