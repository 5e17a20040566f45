package console

import (
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
)

// Exact prints exact probabilities.
func (con *IO) Exact(against []lab.Against, worst lab.WorstCase) {
	var rows [][]string
	for _, r := range append(against, lab.Against{Opponent: "", WDL: worst.WDL}) {
		name := "against " + r.Opponent
		if r.Opponent == "" {
			name = "worst case"
		}
		rows = append(rows, []string{name, words.Percent(r.Win), words.Percent(r.Draw), words.Percent(r.Loss), words.Signed(r.WDL.Value())})
	}
	con.Table(1, []string{"exact probabilities", "win", "draw", "loss", "wins − losses"}, rows)
}
