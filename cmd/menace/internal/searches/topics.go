package searches

import (
	"context"
	"errors"
	"slices"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/term"
	"menace/menace/option"
	"menace/minimax/games"
)

// topic is something to learn about a position other than what searches find: a word between search and the game.
type topic struct {
	name  string
	names []string // names of its options, besides those that set up the game
	run   func(task, context.Context, *term.IO) error
}

// topics lists the topics in the order of the help.
var topics = []topic{
	{"exercise", []string{"first", "players", "win", "position", "algorithm", "depth", "cut", "difficulty", "seed",
		"example", "answers", "out", "paper", "dark"}, task.runExercise},
	{"attractor", []string{"first", "players", "position", "timeout", "json"}, task.printAttractors},
	{"count", []string{"position", "depth", "timeout", "json"}, task.printPlays},
	{"estimate", []string{"first", "players", "position", "json"}, task.printEstimate},
	{"keys", []string{"position", "numbers", "json"}, task.printKeys},
}

// table lists the options of the topic for a game.
func (t topic) table(g gametree.Game) []option.Option[Options] {
	names := slices.Concat([]string{"values", "size", "order"}, t.names)
	if g.Usual.Order == "best" { // random leaves
		names = append(names, "seed")
	}
	all := slices.Concat(gameTable(g), option.Within(g.SearchTable(), ofSearch), drawingTable,
		exerciseTable(g), jsonTable)
	return option.Only(all, names...)
}

// parse reads the flags of the topic for a game.
func (t topic) parse(g gametree.Game) func(*term.Invocation) (Options, error) {
	return func(c *term.Invocation) (Options, error) {
		o, err := read(c, g, t.table(g))
		if err != nil {
			return o, err
		}
		if o.topic = t.name; g.Name == tree {
			o.Setup.Tree, err = o.treeText(c)
		}
		if err == nil {
			err = term.AsUsage(o.checkTopic())
		}
		return o, err
	}
}

// checkTopic returns an error if the options of a topic cannot be combined.
func (o Options) checkTopic() error {
	switch {
	case len(o.Orders) > 1:
		return term.Usagef("--order takes several orders only when searches are compared")
	case len(o.Algorithms) > 1:
		return term.Usagef("an exercise is about one search: give --algorithm once")
	}
	return o.checkDrawing()
}

// start runs the topic.
func (t topic) start(ctx context.Context, con *term.IO, o Options) error {
	tasks, err := o.tasks()
	switch {
	case t.name == "count" && errors.Is(err, games.ErrTooManyLeaves):
		return o.printSize(con)
	case err != nil:
		return err
	}
	return t.run(tasks[0], ctx, con)
}
