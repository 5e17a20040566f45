package agents

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"menace/cmd/menace/internal/mistake"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/experiment"
	"menace/menace/match"
	"menace/menace/option"
	"menace/menace/teach"
	"menace/minimax"
	"menace/symmetry"
)

// Strength holds the exact probabilities of an agent's results against opponents, and against its worst replies.
type Strength struct {
	Against    []Against `json:"against"`
	WorstCase  WorstCase `json:"worst"`       // against the reply that minimizes wins minus losses
	MostLosses arena.WDL `json:"most_losses"` // against the reply that beats the agent most often
}

// Against holds the exact probabilities of an agent's results against an opponent.
type Against struct {
	Opponent string `json:"opponent"`
	arena.WDL
}

// WorstCase holds the exact probabilities in the worst case, and its value.
type WorstCase struct {
	arena.WDL
	Value float64 `json:"value"` // wins minus losses
}

// strength measures an agent, but leaves Against empty.
func strength(a *data.Agent) (arena.Point, Strength) {
	now := arena.Measure(a.Machine, a.Career.Side, a.Career.Tally)
	return now, Strength{WorstCase: WorstCase{now.Worst, now.Worst.Value()}, MostLosses: now.MostLosses}
}

// Evaluation reports how well an agent plays.
type Evaluation struct {
	Agent    string `json:"agent"`
	Plays    string `json:"plays"`
	Games    int64  `json:"games"` // number of games that the agent has learned from
	Bankrupt bool   `json:"bankrupt"`
	Strength
}

// Evaluate computes an agent's exact results against its worst replies and against opponents; if there are none,
// against the standard ones.
func Evaluate(ctx context.Context, db *data.DB, a *data.Agent, opponents []string) (e Evaluation, err error) {
	side := a.Career.Side
	now, exact := strength(a)
	e = Evaluation{
		Agent: a.Name, Plays: string(side), Games: now.Games, Bankrupt: a.Machine.Bankrupt(), Strength: exact,
	}
	if len(opponents) == 0 {
		opponents = arena.Standard(a.Machine.Graph())
	}
	for _, name := range opponents {
		rival, err := Opponent(ctx, db, name, a.Machine)
		if err != nil {
			return e, err
		}
		e.Against = append(e.Against, Against{arena.CanonicalName(name), arena.Evaluate(a.Machine, side, rival)})
	}
	return e, nil
}

// TrainingReport reports on a training run and on how well the agent now plays.
type TrainingReport struct {
	Agent    string `json:"agent"`
	Plays    string `json:"plays"`
	Games    int64  `json:"games"` // games of this run, as counted by Tally
	Opponent string `json:"opponent"`
	Seed     int64  `json:"seed"`
	arena.Tally
	Bankrupt   bool    `json:"bankrupt"`
	Seconds    float64 `json:"seconds"`
	Created    bool    `json:"created"`
	BothLearn  bool    `json:"both_learn"`
	TotalGames int64   `json:"total_games"`
	Beads      int64   `json:"beads"`
	Strength
}

// ReportTraining evaluates an agent and reports on a session so far.
func ReportTraining(a *data.Agent, s *data.Session, created bool) TrainingReport {
	now, exact := strength(a)
	exact.Against = []Against{{"random", now.Random}, {"perfect", now.Perfect}}
	return TrainingReport{
		Agent: a.Name, Plays: string(a.Career.Side), Games: s.Games, Opponent: s.Opponent,
		Seed: a.Seed, Tally: s.Tally, Bankrupt: a.Machine.Bankrupt(), Seconds: s.Seconds,
		Created: created, BothLearn: s.BothLearn, TotalGames: now.Games, Beads: a.Machine.Total(), Strength: exact,
	}
}

// Hint is a perfect player's assessment of a position.
type Hint struct {
	Value int                   // 1 if the side to move can win, −1 if it loses, 0 for a draw
	Worth map[symmetry.Move]int // the value, for the same side, after each move
	Best  []symmetry.Move       // the moves that keep Value, by number

	Teaches   []symmetry.Move // the moves that teach the machine fastest, if known
	Faultless bool            // the machine never loses, whatever the other side does
}

// NewHint returns a hint for the current position of an unfinished game.
func NewHint(g *match.Game) Hint {
	graph := g.Graph()
	perfect := minimax.Solve(graph, symmetry.MaxLength)
	at, _ := graph.Find(g.Position())
	machine := g.Machine()
	faultless := arena.MostLosses(machine, g.Side()).Loss == 0
	h := Hint{Faultless: faultless, Value: cmp.Compare(perfect.Value(at), 0), Worth: map[symmetry.Move]int{}}
	for _, m := range graph.MovesFrom(g.Position()) {
		after, _ := graph.Find(graph.Play(g.Position(), m))
		h.Worth[m] = cmp.Compare(0, perfect.Value(after))
		if h.Worth[m] == h.Value {
			h.Best = append(h.Best, m)
		}
	}
	slices.Sort(h.Best)
	h.Teaches = fastest(g, at)
	return h
}

// fastest returns the moves that teach a machine that only loses beads fastest.
func fastest(g *match.Game, at symmetry.Orbit) (moves []symmetry.Move) {
	machine, graph := g.Machine(), g.Graph()
	teacher, err := teach.NewCached(machine.Rules())
	if err != nil {
		return nil
	}
	state, known := teacher.State(machine)
	if !known {
		return nil
	}
	best, ok := teacher.Replies(state)[at]
	for _, m := range graph.MovesFrom(g.Position()) {
		if after, _ := graph.Find(graph.Play(g.Position(), m)); ok && after == graph.Next(at, best) {
			moves = append(moves, m)
		}
	}
	return moves
}

// Opponents describes the opponents of a machine. [arena.Schedules] describes schedules of several opponents.
var Opponents = arena.Opponents + ", " + arena.MachinePrefix + "NAME"

// ErrForExperiments reports an opponent that only experiments can use.
var ErrForExperiments = errors.New("is for experiments")

// CheckTrainer returns an error unless name is the name of an opponent or a schedule. If it names a machine, that need
// not exist.
func CheckTrainer(name string) error {
	if arena.IsSchedule(name) {
		return mistake.Wrap(arena.CheckOpponent(name))
	}
	return CheckOpponent(name)
}

// CheckOpponent is like CheckTrainer, but does not accept schedules.
func CheckOpponent(name string) error {
	if agent, ok := arena.MachineName(name); ok && !arena.IsSchedule(name) {
		return mistake.Wrap(data.CheckName(agent))
	}
	return OpponentError(name, Opponents, arena.CheckPlayer(name))
}

// OpponentError converts the error of an unknown opponent to a mistake that lists the known ones.
func OpponentError(name, opponents string, err error) error {
	if errors.Is(err, arena.ErrUnknownOpponent) && !arena.IsSchedule(name) {
		if experiment.CheckOpponent(name) == nil {
			err = fmt.Errorf("opponent %q %w", name, ErrForExperiments)
		}
		err = &option.UnknownError{Word: name, Choices: strings.Split(opponents, ", "), Err: err}
	}
	return mistake.Wrap(err)
}

// Opponent returns the opponent with a name for a machine. A stored agent plays without learning.
func Opponent(ctx context.Context, db *data.DB, name string, m *menace.Machine) (arena.Opponent, error) {
	agent, ok := arena.MachineName(name)
	if !ok {
		o, err := arena.ParseOpponent(m.Graph(), name)
		if err != nil {
			return nil, OpponentError(name, Opponents, err)
		}
		o, err = arena.Facing(o, m)
		return o, mistake.Wrap(err)
	}
	rival, err := LoadRival(ctx, db, agent, m.Rules())
	if err != nil {
		return nil, err
	}
	return rival.Machine.Frozen(), nil
}

// LoadRival loads an agent as the opponent of a machine with the given rules.
func LoadRival(ctx context.Context, db *data.DB, name string, against menace.Rules) (*data.Agent, error) {
	rival, err := db.Load(ctx, name)
	if err != nil {
		return nil, err
	}
	if err := CheckRivals(name, rival.Machine.Rules(), against); err != nil {
		return nil, err
	}
	return rival, nil
}

// CheckRivals returns an error unless an agent with this name and the rules own can play against one with the rules
// against.
func CheckRivals(name string, own, against menace.Rules) error {
	switch {
	case own.Game != against.Game:
		return fmt.Errorf("machine %q plays %s: the opponent must play %s", name, own.Game, against.Game)
	case own.Plays == against.Plays:
		return fmt.Errorf("machine %q plays %s too: the opponent must play %s", name, own.Plays, own.Plays.Other())
	}
	return nil
}
