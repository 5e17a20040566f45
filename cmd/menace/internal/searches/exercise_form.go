package searches

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/site"
	"menace/menace/option"
	"menace/plots/paper"
)

// Exercise is the form of an exercise, with its questions and the answers given.
type Exercise struct {
	*Search
	Settings   []site.Field
	Task       gametree.Exercise
	Questions  []Question // nil if the form is wrong
	Given      bool       // answers were given
	Picture    site.Picture
	Hidden     url.Values // the form without the answers
	Another    string     // address of an exercise with the next seed
	Sheet, Key string     // addresses of sheets to print, or "" if the tree is too large

	Steps, Comparison string // addresses of pages about the same search

	flags string // of a command for the same exercise
}

// Question is a question with the field for its answer.
type Question struct {
	site.Field
	Prompt string
	Right  bool
}

// NewExercise reads the form of an exercise, and checks the answers in it.
func NewExercise(ctx context.Context, filled url.Values) (*Exercise, error) {
	game, values := filled.Get("game"), maps.Clone(filled)
	x, setup := &Exercise{}, gametree.ExerciseOptions{}
	for _, g := range gametree.Games {
		if g.Name == game || game == "" && g.Name == "tree" {
			x.Settings = site.ReadForm(g.ExerciseTable(), &setup, filled)
		}
	}
	tree := values.Get("tree")
	values.Set("tree", cmp.Or(tree, setup.Tree()))
	var err error
	if x.Search, err = NewSearch(values); err != nil {
		return nil, err
	}
	x.Fine = slices.DeleteFunc(x.Fine, func(own site.Field) bool { return own.Name == "types" })
	x.flags = option.Flags(x.Game.ExerciseTable(), setup, gametree.ExerciseOptions{})
	x.Steps, x.Comparison = x.Address("/search"), x.Address("/search/compare")
	algorithm := x.field("algorithm")
	algorithm.Words = nil
	for _, a := range x.Game.Algorithms() {
		if !a.Table() {
			algorithm.Words = append(algorithm.Words, a.String())
		}
	}
	if given := x.field("tree"); given != nil {
		given.Value, given.Without = tree, "by seed, or an example"
	}
	if x.Hidden = x.Query(); x.Answered && site.Valid(x.Settings) {
		err = x.ask(ctx, setup, filled)
	}
	return x, err
}

// Made formats the command that draws the same in a terminal, with more flags at its end.
func (x *Exercise) Made(more string) string {
	s := *x.Search
	if given := x.field("tree"); given != nil {
		s.setup.Tree = given.Value // without one, the seed or the example gives the tree
	}
	return s.Made("search exercise", x.flags+more)
}

func (x *Exercise) ask(ctx context.Context, setup gametree.ExerciseOptions, filled url.Values) (err error) {
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	x.Task, err = gametree.NewExercise(ctx, x.Problem, x.options, setup)
	if err != nil {
		return x.blame(ctx, err)
	}
	for name, value := range site.QueryOf(x.Settings) {
		x.Hidden[name] = value
	}
	for i := range x.Task.Questions {
		q, name := &x.Task.Questions[i], fmt.Sprintf("answer%d", i+1)
		asked := Question{Field: site.Field{Name: name, Value: filled.Get(name)}, Prompt: q.Prompt}
		if x.Given = x.Given || filled.Has(name); asked.Value != "" {
			err := x.Task.Take(i, asked.Value)
			if asked.Right, asked.Wrong = q.Right, q.Explanation; err != nil {
				asked.ShowError(err)
			}
		}
		x.Questions = append(x.Questions, asked)
	}
	const path = "/search/exercise"
	x.Picture = site.NewPicture(x.Task.Drawing, paper.Format{}, x.Task.Title, path+"/tree", x.Hidden)
	if sheet := x.Task.Sheet(true); sheet.Fits(sheet.Size()) {
		x.Sheet = path + "/sheet.pdf?" + x.Hidden.Encode()
		x.Key = path + "/answers.pdf?" + x.Hidden.Encode()
	} else {
		x.field("depth").ShowError(tooLarge(gametree.ErrSheet))
	}
	x.Another = path + "?" + site.WithValue(x.Hidden, "seed", strconv.FormatInt(x.Task.Seed+1, 10)).Encode()
	return nil
}
