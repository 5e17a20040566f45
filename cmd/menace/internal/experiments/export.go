package experiments

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"menace/cmd/menace/internal/experiments/report"
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
		Name: "out", Meaning: "write to `FILE`; - is standard output",
		Value: option.Checked(option.Word(&o.Out), checkExtension),
	}}
}

func checkExtension(file string) error {
	if extension := filepath.Ext(file); extension != "" && !strings.EqualFold(extension, ".csv") {
		return fmt.Errorf("%q does not end in .csv, which is what export writes", file)
	}
	return nil
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

// Export writes the learning curves of an experiment's replicates.
func Export(ctx context.Context, con *term.IO, db *data.DB, e *data.Experiment, o ExportOptions) error {
	err := con.WriteFile(ctx, o.Out, report.Replicates(ctx, db, e).CSV)
	if err == nil && o.Out != "-" {
		con.Say("wrote %s", term.Plain(o.Out))
	}
	return err
}
