package report

import (
	"context"
	"fmt"
	"slices"

	"menace/cmd/menace/internal/experiments/wording"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/experiment"
	"menace/menace/learners"
	"menace/symmetry"
)

// Learner is the learner of a replicate, trained again. It plays as it was measured: it neither explores nor learns.
type Learner struct {
	*arena.Career
	Cell  experiment.Cell
	Task  experiment.Task
	Seed  int64  // seed of its training
	Games int64  // games of training; a bankrupt learner has played fewer
	Holds string // name of the number held for each move, such as "value Q" or "beads"

	training *arena.Training

	chances []float64 // by edge
	values  []float64
}

const AtEnd = -1 // the last checkpoint of an experiment

// NewLearner trains the learner of a replicate again, for this many games or to AtEnd. The replicate need not be
// stored.
func NewLearner(ctx context.Context, e *data.Experiment, t experiment.Task, games int64) (*Learner, error) {
	if err := CheckCells(e, t.Cell); err != nil {
		return nil, err
	}
	if games == AtEnd {
		games = e.Games
	}
	switch {
	case t.Run < 1 || t.Run > e.Runs:
		return nil, mistake.Errorf("there is no run %d: %s has runs 1 to %d of each cell", t.Run, e.Name, e.Runs)
	case games < 0 || games > e.Games:
		return nil, mistake.Errorf("%s is too late: %s ends after %s",
			words.Plural(games, "game"), e.Name, words.Count(e.Games))
	}
	training, err := e.Retrain(ctx, t, games)
	if err != nil {
		return nil, err
	}
	career := training.Learner
	graph := career.Learner.Graph()
	made := &Learner{Career: career, training: training, Cell: e.Cells[t.Cell-1], Task: t, Seed: e.SeedOf(t),
		Holds: beads, Games: games}
	made.chances = make([]float64, len(graph.Edges()))
	career.Learner.Chances(made.chances)
	if m, ok := career.Learner.(*menace.Machine); ok {
		made.values = beadsByEdge(m)
		return made, nil
	}
	spec, err := learners.Parse(made.Cell.Learner)
	made.Holds, made.values = spec.Holds(), career.Learner.(interface{ Values() []float64 }).Values()
	return made, err
}

// About says in English where the learner comes from: its cell, its run and its games.
func (l *Learner) About() string {
	text := fmt.Sprintf("%s, run %d of cell %d, after %s", wording.Cell(l.Cell), l.Task.Run, l.Task.Cell,
		words.Plural(l.Games, "game"))
	if l.Learner.Bankrupt() {
		text += fmt.Sprintf("; bankrupt since game %s, so it resigns every game", words.Count(l.Tally.Games()))
	}
	return text
}

// beadsByEdge returns the number of beads of each distinct move, by edge of the graph.
func beadsByEdge(m *menace.Machine) []float64 {
	graph := m.Graph()
	all := make([]float64, len(graph.Edges()))
	for _, o := range graph.Choices(m.Rules().Plays) {
		box, _ := m.Box(o)
		for i, class := range graph.Classes(o) {
			all[graph.OrbitEdges(o).First+uint16(class)] += float64(box.Beads(i))
		}
	}
	return all
}

// MoveValue is what a learner holds for a move.
type MoveValue struct {
	Move   symmetry.Move
	Value  float64 // value, preference or number of beads
	Chance float64 // chance of all equivalent moves together
}

// Text formats the value. holds is the name of the number.
func (v MoveValue) Text(holds string) string {
	if holds == beads {
		return words.Count(int64(v.Value))
	}
	return words.Fixed("%+.3f", v.Value)
}

const beads = "beads" // what machines with matchboxes hold for each move

// Values returns the learner's values of the distinct moves of a position, in its orientation.
func (l *Learner) Values(position symmetry.Position) (all []MoveValue) {
	graph := l.Learner.Graph()
	orbit, to := graph.Find(position)
	at := graph.OrbitEdges(orbit)
	for e := at.First; e < at.End; e++ {
		move := to.Inverse().Move(graph.Moves(orbit)[graph.EdgeMoves()[e]])
		all = append(all, MoveValue{move, l.values[e], l.chances[e]})
	}
	slices.SortFunc(all, func(a, b MoveValue) int { return int(a.Move) - int(b.Move) })
	return all
}

// Positions parses a position in which the learner has a choice. For "" it returns the positions of its first move.
func (l *Learner) Positions(text string) (list []symmetry.Position, err error) {
	graph := l.Learner.Graph()
	choices := graph.Choices(l.Side)
	if text == "" {
		for _, o := range graph.Openings(l.Side) {
			list = append(list, graph.Code(o))
		}
		return list, nil
	}
	position, err := graph.Parse(text)
	if err != nil {
		return nil, mistake.Errorf("the learner plays %s: %w", graph.Title(), err)
	}
	if orbit, _ := graph.Find(position); !slices.Contains(choices, orbit) {
		return nil, mistake.Errorf("the learner has no choice in %v: %s",
			graph.Format(position), sentences.NoChoice(graph, orbit, l.Side))
	}
	return []symmetry.Position{position}, nil
}
