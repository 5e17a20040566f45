package experiments

import (
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
)

// printReport prints the results of an experiment, in the measures against some opponents.
func printReport(con *console.IO, r report.Experiment, against []string) error {
	printSize(con, r.Name, len(r.Cells), r.Runs, r.Games, r.Seed)
	con.CommandLine(r.Command)
	stored, all := r.Stored()
	if text := words.Unfinished(r.Name, stored, all); text != "" {
		con.Note("%s", text)
	}
	con.Print("\n")
	if err := con.Report(r.SettingsTable()); err != nil {
		return err
	}
	con.Say("%s", console.Faint(words.Held))
	con.Say("\n%s", words.Statistics(r.At))
	for _, t := range r.ResultsTables(against) {
		if err := con.Report(t); err != nil {
			return err
		}
	}
	return nil
}
