package experiments

import (
	"context"

	"menace/cmd/menace/internal/experiments/report"
	"menace/cmd/menace/internal/experiments/wording"
	"menace/cmd/menace/internal/term"
	"menace/data"
	"menace/menace/option"
)

// ExportOptions select the file for the curves of an experiment.
type ExportOptions struct {
	Out string // - is standard output
}

var usualExport = ExportOptions{Out: "-"}

func (o *ExportOptions) options() []option.Option {
	return []option.Option{{
		Name: "out", Meaning: "write to `FILE`, .csv or .csv.gz; - is standard output",
		Value: option.Checked(option.Word(&o.Out), term.CheckCSV),
	}}
}

func exportCommand(con *term.IO) *term.Command {
	return &term.Command{
		Name: "export", Args: "EXPERIMENT",
		Flags:  func() []term.Flag { return term.Flags("", usualExport.options()) },
		Action: inExperiment(con, parseExport, Export),
	}
}

func parseExport(c *term.Invocation) (name string, o ExportOptions, err error) {
	o, err = term.Parse((*ExportOptions).options, usualExport)(c)
	return c.FirstWord(), o, err
}

// Export writes the learning curves of an experiment's replicates, with a note if some are missing.
func Export(ctx context.Context, con *term.IO, db *data.DB, e *data.Experiment, o ExportOptions) error {
	stored, err := db.CountStored(ctx, e, 0, e.Replicates())
	if err != nil {
		return err
	}
	if text := wording.Unfinished(e.Name, stored, e.Replicates()); text != "" {
		con.Note("%s", text)
	}
	err = con.WriteFile(ctx, o.Out, report.Replicates(ctx, db, e).CSV)
	if err == nil && o.Out != "-" {
		con.Say("wrote %s", term.Printable(o.Out))
	}
	return err
}
