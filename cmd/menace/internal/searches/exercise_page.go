package searches

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/site"
	"menace/minimax"
	"menace/plots/paper"
)

// exercisePage is the content of the page of an exercise: the form with the questions and the answers given.
type exercisePage struct {
	Games []listed
	*Form
	Settings   []site.Field // fields that select the questions
	Task       gametree.Exercise
	Questions  []Question // nil if the form is invalid
	Given      bool       // answers were given
	Picture    site.Picture
	Hidden     url.Values // the form without the answers
	Another    string     // address of an exercise with the next seed
	Sheet, Key string     // addresses of sheets to print, or "" if the tree is too large

	Hide          bool   // the page does not show which answers are right
	Student, Code string // the name given, and the completion code once all questions are answered
	Embed         bool   // the page is for a frame on another site
	Action        string // address that the answers are sent to
	Share         Share

	Steps, Comparison string // addresses of pages about the same search
}

// Question is a question with the field for its answer.
type Question struct {
	site.Field
	Prompt     string
	Kind, Node string // see [gametree.Question]
	Right      bool
}

// readExercise reads the form of an exercise, and checks the answers in it.
func readExercise(ctx context.Context, l *language.Language, filled url.Values) (*exercisePage, error) {
	values := maps.Clone(filled)
	values.Set(tree, filled.Get(tree)) // an exercise begins with a random tree
	f, err := readForm(l, values, func(o *Options) list {
		return slices.Concat(treeText(o, "by seed, or an example"), setup(o),
			position(o, o.Game.Position), algorithm(o, withoutTable(o.Game)), depth(o))
	}, func(o *Options) list { return slices.Concat(convention(o), quiescence(o), players(o), win(o)) })
	if err != nil {
		return nil, err
	}
	x := &exercisePage{Games: gamesInOrder, Form: f, Hidden: f.Query()}
	settings := slices.Concat(questionSeed(&f.Options), difficulty(&f.Options), example(&f.Options))
	x.Settings = site.Labelled(site.ReadForm(settings, filled), labelsOf(f.Game.Name))
	search := f.Query()
	if f.Game.Name == tree {
		if f.Setup.Tree == "" {
			f.Setup.Tree = f.ExerciseOptions.Tree()
		}
		search.Set(tree, f.Setup.Tree)
	}
	x.Steps, x.Comparison = "/search?"+search.Encode(), "/search/compare?"+search.Encode()
	if f.setUp(); f.Ending() != "" {
		f.field("position").ShowError(minimax.ErrFinished)
	}
	if f.Valid() && site.Valid(x.Settings) {
		err = x.ask(ctx, filled)
	}
	return x, err
}

// ask asks the questions, and checks the answers that were given.
func (x *exercisePage) ask(ctx context.Context, filled url.Values) (err error) {
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	x.Task, err = gametree.NewExercise(ctx, x.Problem, x.Form.Options.Options, x.ExerciseOptions)
	if err != nil {
		return x.showError(ctx, err)
	}
	maps.Copy(x.Hidden, site.QueryOf(x.Settings))
	if x.Hide = filled.Get("hide") != ""; x.Hide {
		x.Hidden.Set("hide", "on")
	}
	answered := 0
	for i := range x.Task.Questions {
		q, name := &x.Task.Questions[i], fmt.Sprintf("answer%d", i+1)
		asked := Question{Field: site.Field{Name: name, Value: filled.Get(name)}, Prompt: q.Prompt,
			Kind: q.Kind, Node: q.Node}
		if x.Given = x.Given || filled.Has(name); asked.Value != "" {
			answered++
			err := x.Task.Grade(i, asked.Value)
			if x.Hide {
				x.Questions = append(x.Questions, asked)
				continue
			}
			if asked.Right, asked.Wrong = q.Right, q.Explanation; err != nil {
				asked.ShowError(err)
			}
		}
		x.Questions = append(x.Questions, asked)
	}
	if x.Student = filled.Get("student"); x.Hide && strings.TrimSpace(x.Student) != "" && answered == len(x.Questions) {
		x.Code = x.Task.Code(x.Student)
	}
	const path = "/search/exercise"
	x.Picture = site.NewPicture(x.Task.Untitled(), paper.Format{}, x.Task.Title, path+"/tree",
		site.WithValue(x.Hidden, "untitled", "on"))
	x.Picture.Files = site.NewPicture(x.Task.Drawing, paper.Format{}, "", path+"/tree", x.Hidden).Files
	if sheet := x.Task.Sheet(true); sheet.Fits(sheet.Size()) {
		x.Sheet = path + "/sheet.pdf?" + x.Hidden.Encode()
		x.Key = path + "/answers.pdf?" + x.Hidden.Encode()
	} else {
		x.showError(ctx, gametree.ErrSheet)
	}
	x.Another = path + "?" + site.WithValue(x.Hidden, "seed", strconv.FormatInt(x.Task.Seed+1, 10)).Encode()
	return nil
}

// showExercise asks questions about a search, and checks the answers, which are in the address.
func (s *pages) showExercise(w http.ResponseWriter, r *http.Request) error {
	x, err := readExercise(r.Context(), site.LanguageOf(r), r.URL.Query())
	if err != nil {
		return err
	}
	x.Action, x.Share = "/search/exercise", s.share(r, "exercise", x.Task.Title, x.Hidden)
	return s.Show(w, site.FormStatus(x.Questions != nil), "exercise.html", x)
}

// readAsked is like readExercise, but an invalid form is an error.
func readAsked(r *http.Request) (*exercisePage, error) {
	x, err := readExercise(r.Context(), site.LanguageOf(r), r.URL.Query())
	if err == nil && x.Questions == nil {
		err = mistake.Errorf("this exercise cannot be shown; /search/exercise explains why")
	}
	return x, err
}

// drawExercise answers with the tree of an exercise, or with a sheet to print, with or without answers.
func (s *pages) drawExercise(w http.ResponseWriter, r *http.Request) error {
	x, err := readAsked(r)
	if err != nil {
		return err
	}
	var drawing paper.Drawing
	name := r.PathValue("file")
	kind := strings.TrimSuffix(name, path.Ext(name))
	x.Answers = kind == "answers"
	switch {
	case kind == "tree" && r.URL.Query().Get("untitled") != "":
		drawing = x.Task.Untitled()
	case kind == "tree":
		drawing = x.Task.Drawing
	case kind != "sheet" && kind != "answers":
		return site.ErrNoPage
	case x.Sheet == "":
		return mistake.Errorf("%v; /search/exercise says what helps", gametree.ErrSheet)
	default:
		drawing = x.Task.Sheet(x.Answers)
	}
	format := paper.Format{Dark: r.URL.Query().Get("dark") != "", Made: x.made(exercise, x.Form.Options)}
	return s.ServeDrawing(w, r, name, drawing, format)
}
