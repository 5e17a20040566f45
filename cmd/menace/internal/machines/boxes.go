package machines

import (
	"context"

	"menace/cmd/menace/internal/boards"
	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
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
		Flags:  func() []term.Flag { return term.Flags("", usualBoxes.options()) },
		Action: database.Action(con, data.Read, term.Parse((*boxesOptions).options, usualBoxes), runBoxes),
	}
}

var usualBoxes = boxesOptions{Agent: database.DefaultMachine, Boxes: agents.Selection{Moves: agents.AllMoves}}

func (o *boxesOptions) options() []option.Option {
	return append([]option.Option{database.Machine(&o.Agent)}, o.Boxes.Options()...)
}

// Check returns an [option.Error] if the options select boxes twice.
func (o boxesOptions) Check() error { return o.Boxes.Check() }

func runBoxes(ctx context.Context, con *term.IO, db *data.DB, o boxesOptions) error {
	a, err := db.Load(ctx, o.Agent)
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
		chooseBoxes(con, len(positions))
	}
	return nil
}

// chooseBoxes explains how to see fewer boxes if a terminal cannot show that many at once.
func chooseBoxes(con *term.IO, n int) {
	const few = 12
	if con.Screen.Terminal && con.ErrScreen.Terminal && n > few {
		con.Note("%s; --moves N shows those after N moves, --position one box, and `menace boxes | less` all of them "+
			"page by page", words.Plural(n, "box"))
	}
}
