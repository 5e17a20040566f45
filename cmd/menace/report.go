package main

import (
	"fmt"

	"menace/arena"
	"menace/data"
)

// against is how an agent fares against an opponent, exactly.
type against struct {
	Opponent string `json:"opponent"`
	arena.WDL
	Exact bool `json:"exact"`
}

// worstCase is how an agent fares against the best reply to it.
type worstCase struct {
	arena.WDL
	Value float64 `json:"value"` // wins minus losses
}

// trainingReport is what train prints as JSON.
type trainingReport struct {
	Agent    string `json:"agent"`
	Plays    string `json:"plays"`
	Games    int64  `json:"games"` // of this run, as the tally
	Opponent string `json:"opponent"`
	Seed     int64  `json:"seed"`
	arena.Tally
	Bankrupt   bool      `json:"bankrupt"`
	Seconds    float64   `json:"seconds"`
	Created    bool      `json:"created"`
	BothLearn  bool      `json:"both_learn"`
	TotalGames int64     `json:"total_games"`
	Beads      int64     `json:"beads"`
	Against    []against `json:"against"`
	WorstCase  worstCase `json:"worst_case"`
}

// reportTraining prints what a run of training was and what has come of it.
func (p *program) reportTraining(t *trainee, fresh bool, o trainOptions) error {
	a, s := t.agent, t.session
	if t.training.Bankrupt() {
		p.noteBankrupt(t)
	}
	r := trainingReport{
		Agent: a.Name, Plays: string(a.Machine.Rules().Plays), Games: s.Games, Opponent: s.Opponent,
		Seed: a.Seed, Tally: s.Tally, Bankrupt: a.Machine.Bankrupt(), Seconds: s.Seconds,
		Created: fresh, BothLearn: s.BothLearn, TotalGames: a.Career.Tally.Games(), Beads: a.Machine.Total(),
		Against: []against{exactly(a, "random", arena.Random), exactly(a, "perfect", arena.Perfect)}, WorstCase: worst(a),
	}
	if o.json {
		return p.printJSON(r)
	}
	made := "trained further"
	if fresh {
		made = "a new agent"
	}
	fmt.Fprintf(p.stdout, "%s is %s: plays %s, %s rules, seed %d\n",
		bold.Render(a.Name), made, r.Plays, describeRules(a.Machine.Rules()), a.Seed)
	if o.games > 0 {
		fmt.Fprintf(p.stdout, "%s against %s%s in %.2f s%s\n\n", plural(s.Games, "game"), s.Opponent, alsoLearns(s), s.Seconds, speed(s))
		p.printTallies(s, a.Career.Tally)
	}
	fmt.Fprintln(p.stdout)
	p.printExact(r.Against, r.WorstCase)
	fmt.Fprintf(p.stdout, "\nsaved in %s\n", o.db)
	return nil
}

// alsoLearns says whether the opponent learned too.
func alsoLearns(s *data.Session) string {
	if s.BothLearn {
		return ", who learned too,"
	}
	return ""
}

// speed returns the games a second of a session that lasted long enough to tell.
func speed(s *data.Session) string {
	if s.Seconds < 0.2 {
		return ""
	}
	return fmt.Sprintf(" (%.1f million games a second)", float64(s.Games)/s.Seconds/1e6)
}

// noteBankrupt says in words for a newcomer why training has stopped.
func (p *program) noteBankrupt(t *trainee) {
	for _, a := range []*data.Agent{t.agent, t.rival} {
		if a == nil || !a.Machine.Bankrupt() {
			continue
		}
		fmt.Fprintf(p.stderr, "menace: %s is bankrupt after %s: its opening box is empty, so that it can only resign, and it learns nothing more; "+
			"a new agent with --on-empty restock fills empty boxes again\n", a.Name, plural(a.Career.Tally.Games(), "game"))
	}
}

func (p *program) printTallies(s *data.Session, total arena.Tally) {
	row := func(name string, t arena.Tally) []string {
		return []string{name, count(t.Games()), count(t.Win), count(t.Draw), count(t.Loss), count(t.Resigned)}
	}
	rows := [][]string{row("this run", s.Tally)}
	if s.Start > 0 {
		rows = append(rows, row("in all", total))
	}
	printTable(p.stdout, 1, []string{"", "games", "won", "drawn", "lost", "of these resigned"}, rows)
}

// printExact prints exact probabilities.
func (p *program) printExact(rows []against, worst worstCase) {
	var table [][]string
	for _, r := range rows {
		table = append(table, []string{"against " + r.Opponent, percent(r.Win), percent(r.Draw), percent(r.Loss), signed(r.WDL.Value())})
	}
	table = append(table, []string{"worst case", percent(worst.Win), percent(worst.Draw), percent(worst.Loss), signed(worst.Value)})
	printTable(p.stdout, 1, []string{"exact, as it now is", "win", "draw", "loss", "wins − losses"}, table)
}

// signed writes a value between −1 and 1.
func signed(v float64) string {
	if v == 0 {
		v = 0 // never −0
	}
	return fmt.Sprintf("%+.4f", v)
}

// exactly returns the probabilities of an agent against an opponent.
func exactly(a *data.Agent, name string, opponent arena.Policy) against {
	return against{name, arena.Evaluate(a.Machine, a.Machine.Rules().Plays.Mark(), opponent), true}
}

// worst returns the probabilities of an agent against the best reply to it.
func worst(a *data.Agent) worstCase {
	wdl := arena.WorstCase(a.Machine, a.Machine.Rules().Plays.Mark())
	return worstCase{wdl, wdl.Value()}
}
