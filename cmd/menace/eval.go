package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"menace/arena"
	"menace/data"
	"menace/menace"
)

func (p *program) evalCommand() *cli.Command {
	return &cli.Command{
		Name:      "eval",
		Usage:     "tell exactly how good an agent is",
		ArgsUsage: " ",
		Description: `Computes the probabilities of win, draw and loss over the whole game tree, without playing: against
each opponent, and against the best reply there is to this agent (the worst case; minus its value is
how exploitable the agent is). With --games it plays a match besides.

Opponents: ` + allOpponents + `.

Examples:
   menace eval
   menace eval --agent second --opponent perfect --opponent noisy:0.1
   menace eval --opponent random --games 100000 --seed 7
   menace eval --json`,
		Flags: []cli.Flag{
			agentFlag(),
			&cli.StringSliceFlag{Name: "opponent", Aliases: []string{"o"}, Usage: "against `OPPONENT`; repeatable", DefaultText: "random, perfect, blocker"},
			&cli.Int64Flag{Name: "games", Aliases: []string{"n"}, Usage: "also play `N` games against each"},
			&cli.Int64Flag{Name: "seed", Usage: "the `SEED` of these games", DefaultText: "any"},
			jsonFlag(),
		},
		Action: action(parseEval, p.eval),
	}
}

// evalOptions say what to evaluate.
type evalOptions struct {
	db, agent string
	opponents []string
	games     int64
	seed      int64
	json      bool
}

func parseEval(c *cli.Context) (o evalOptions, err error) {
	if err := noArguments(c); err != nil {
		return o, err
	}
	o = evalOptions{
		db: c.String("db"), agent: c.String("agent"), opponents: c.StringSlice("opponent"),
		games: c.Int64("games"), seed: c.Int64("seed"), json: c.Bool("json"),
	}
	if len(o.opponents) == 0 {
		o.opponents = []string{"random", "perfect", "blocker"}
	}
	for _, name := range o.opponents {
		if err := checkOpponent(name); err != nil {
			return o, err
		}
	}
	switch {
	case o.games < 0 || o.games > menace.MaxGames:
		return o, usagef("--games %d is not between 0 and %d", o.games, int64(menace.MaxGames))
	case o.seed < 0:
		return o, usagef("--seed %d is negative", o.seed)
	case !c.IsSet("seed"):
		o.seed = newSeed()
	}
	return o, nil
}

// sampled is the outcome of a match that was played.
type sampled struct {
	Opponent string `json:"opponent"`
	Games    int64  `json:"games"`
	arena.Tally
	Exact bool `json:"exact"`
}

// evaluation is what eval prints as JSON.
type evaluation struct {
	Agent          string    `json:"agent"`
	Plays          string    `json:"plays"`
	Games          int64     `json:"games"` // that the agent has learned from
	Bankrupt       bool      `json:"bankrupt"`
	Against        []against `json:"against"`
	WorstCase      worstCase `json:"worst_case"`
	Exploitability float64   `json:"exploitability"`
	Seed           *int64    `json:"seed,omitempty"` // of the games in Sampled
	Sampled        []sampled `json:"sampled,omitempty"`
}

// eval evaluates an agent and prints the result.
func (p *program) eval(ctx context.Context, o evalOptions) error {
	db, a, err := readAgent(ctx, o.db, o.agent)
	if err != nil {
		return err
	}
	defer db.Close()
	e := evaluation{
		Agent: a.Name, Plays: string(a.Machine.Rules().Plays), Games: a.Career.Tally.Games(),
		Bankrupt: a.Machine.Bankrupt(), WorstCase: worst(a),
	}
	e.Exploitability = 0 - e.WorstCase.Value
	for _, name := range o.opponents {
		rival, err := opponent(ctx, db, name, a.Machine.Rules().Plays)
		if err != nil {
			return err
		}
		e.Against = append(e.Against, exactly(a, name, rival))
		if o.games > 0 {
			tally, err := sample(ctx, a, rival, o)
			if err != nil {
				return err
			}
			e.Seed = &o.seed
			e.Sampled = append(e.Sampled, sampled{Opponent: name, Games: o.games, Tally: tally})
		}
	}
	if o.json {
		return p.printJSON(e)
	}
	return p.printEvaluation(e)
}

// sample plays games with a frozen copy of the agent.
func sample(ctx context.Context, a *data.Agent, rival arena.Player, o evalOptions) (arena.Tally, error) {
	mark := a.Machine.Rules().Plays.Mark()
	return arena.Sample(ctx, a.Machine.Frozen(), mark, rival, o.games, arena.NewRandom(o.seed))
}

func (p *program) printEvaluation(e evaluation) error {
	fmt.Fprintf(p.stdout, "%s plays %s and has learned from %s\n\n", bold.Render(e.Agent), e.Plays, plural(e.Games, "game"))
	p.printExact(e.Against, e.WorstCase)
	if len(e.Sampled) > 0 {
		var rows [][]string
		for _, s := range e.Sampled {
			rows = append(rows, []string{"against " + s.Opponent, count(s.Games), count(s.Win), count(s.Draw), count(s.Loss), count(s.Resigned)})
		}
		fmt.Fprintln(p.stdout)
		printTable(p.stdout, 1, []string{fmt.Sprintf("played, seed %d", *e.Seed), "games", "won", "drawn", "lost", "of these resigned"}, rows)
	}
	if e.Bankrupt {
		fmt.Fprintf(p.stderr, "menace: %s is bankrupt: its opening box is empty, so that it resigns every game\n", e.Agent)
	}
	return nil
}
