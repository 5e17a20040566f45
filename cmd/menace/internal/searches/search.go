// Package searches is the feature that teaches game-tree search: the command search and its pages. They search the tree
// of a small game with the classic algorithms, show every step and count the cost, ask questions about a search done by
// hand, and describe a position without a search.
//
// The algorithms are in package minimax, the games in minimax/games. Package gametree presents both as texts, tables
// and drawings; this package reads flags and forms, and prints or shows the results. It needs no database.
package searches

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/term"
	"menace/minimax"
	"menace/minimax/games"
)

// Options select what to search and what to print.
type Options struct {
	Game             gametree.Game
	Setup            gametree.Setup
	Position         string   // "" for the initial position
	Orders           []string // orders of the children in a tree, to compare; nil for the order of Setup
	gametree.Options          // Algorithm is for a single search, Algorithms for a comparison
	Numbers          []string // numbers of pieces for Zobrist keys, such as X5=44532, or nil for the program's
	JSON             bool
	all              bool // all algorithms were requested

	Plays        string // "first" if the search begins a game, or "second"
	Runs         int    // number of random trees whose mean cost is drawn
	Tree         bool   // draw the trees instead of comparing the searches
	Step         bool   // describe the search step by step, instead of drawing the tree
	term.Drawing        // for a tree, an exercise or a figure; a file name of "" means text in the terminal

	topic                    string // the topic, or "" for a search
	Answers                  bool   // show the answers to an exercise instead of asking
	gametree.ExerciseOptions        // the questions
	Student                  string // name for a completion code, or ""
	CheckedCode              string // completion code to check, or ""

	given []string // names of the options that were given
}

// task is a search of one position.
type task struct {
	Options
	problem gametree.Problem
	now     func() time.Time // the clock
}

// setUp sets up the game and the position.
func (o Options) setUp() (task, error) {
	t := task{Options: o, now: time.Now}
	start, err := o.Game.SetUp(o.Setup)
	if err == nil {
		t.problem, err = start.At(o.Position)
	}
	if err == nil {
		t.Options = o.suited(t.problem)
	}
	return t, term.AsUsage(err)
}

// suited returns the options with other default algorithms if chance moves in the game.
func (o Options) suited(p gametree.Problem) Options {
	if p.Chancy() {
		if !o.wasGiven("algorithm") {
			o.Algorithm = minimax.Expectiminimax
		}
		if (o.Algorithms == nil && !o.Tree) || o.all {
			o.Algorithms = minimax.ChanceAlgorithms()
		}
	}
	return o
}

// search searches, and prints the results.
func (t task) search(ctx context.Context, con *term.IO) error {
	switch {
	case t.problem.Ending() != "":
		return t.printEnding(ctx, con)
	case len(t.Orders) > 1:
		return t.compareOrders(ctx, con)
	case t.Tree:
		return t.drawTrees(ctx, con)
	}
	return t.compare(ctx, con)
}

// named formats the game and the position.
func (t task) named() string { return term.Bold(t.problem.Game()) + " " + t.problem.Position() }

// printEnding prints how the game has ended, and its value.
func (t task) printEnding(ctx context.Context, con *term.IO) error {
	o := t.Options.Options
	o.Algorithms = t.algorithms()
	reports, err := gametree.Compare(ctx, t.problem, o, t.now, con.Status)
	if err != nil {
		return err
	}
	return t.print(con, reports, t.describe(), nil, "Value: "+reports[0].Text)
}

// print is like [Options.print], and adds how the game has ended, if it is over.
func (t task) print(con *term.IO, document any, heading string, tables []tables.Text, note string) error {
	if ending := t.problem.Ending(); ending != "" {
		heading = strings.TrimRight(heading, "\n") + "\nThe game is over: " + ending + "."
		if tables != nil {
			heading += "\n"
		}
	}
	return t.Options.print(con, document, heading, tables, note)
}

// describe formats the position, and how far the search looks ahead.
func (t task) describe() string {
	text := t.named() + ", "
	if size := t.Setup.Size; strings.Contains(t.problem.Position(), "/") && size != (games.Size{}) {
		text += fmt.Sprintf("%d wide, %d high, ", size.First, size.Second)
	}
	return text + gametree.Ahead(t.Depth)
}

// tooLarge returns advice about a search to the end of a game that would take very long, or "".
func (t task) tooLarge() string {
	const manageable = 24 // free cells; connect four on 6 x 4 cells takes almost ten seconds
	free := strings.Count(t.problem.Position(), ".")
	if t.Depth > 0 || free <= manageable || t.wasGiven("timeout") || slices.Contains(t.algorithms(), minimax.MCTS) {
		return ""
	}
	return fmt.Sprintf("%d free cells are too many to search to the end: each algorithm stops after %v; --depth 6 "+
		"looks 6 plies ahead, and --size 5x4 is a board that can be searched", free, t.Timeout)
}

// print prints a JSON document, or else a heading with tables and a note.
func (o Options) print(con *term.IO, document any, heading string, tables []tables.Text, note string) error {
	if o.JSON {
		return con.JSON(document)
	}
	con.Say("%s", heading)
	for i, table := range tables {
		if i > 0 {
			con.Print("\n")
		}
		con.Table(table)
	}
	if note != "" {
		con.Say("\n%s", note)
	}
	return nil
}

// Command describes the command search: a command for each game, and one for each topic.
func Command(con *term.IO) *term.Command {
	usage, description := help.Section("search")
	all := search.commands(con)
	for i, c := range all {
		c.Description += "\n" + help.Text(gametree.Games[i].Name)
	}
	for _, t := range topics {
		usage, description := help.Section(t.name)
		all = append(all, &term.Command{
			Name: t.name, Kind: "game", Usage: usage, Description: description, Args: "GAME", Commands: t.commands(con),
		})
	}
	return &term.Command{
		Name: "search", Kind: "game or topic", Usage: usage, Description: description, Args: "GAME", Commands: all,
	}
}

//go:embed help.txt
var helpText string

var help = term.NewHelp(helpText, map[string]string{"{Algorithms}": algorithmsHelp()})

// algorithmsHelp describes the searches, one per line.
func algorithmsHelp() (text string) {
	for _, a := range append(append(minimax.Algorithms(), minimax.MCTS), minimax.ChanceAlgorithms()...) {
		text += fmt.Sprintf("   %-14s  %s\n", a, a.About())
	}
	return text
}

// tree is the name of the game whose tree is written out.
const tree = "tree"

// wasGiven reports whether an option was given.
func (o Options) wasGiven(name string) bool { return slices.Contains(o.given, name) }
