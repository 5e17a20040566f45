package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/report/figures"
	"menace/cmd/menace/internal/web/view"
	"menace/cmd/menace/internal/words"
	"menace/menace/option"
	"menace/plots/paper"
)

func (s *Server) experiments(w http.ResponseWriter, r *http.Request) error {
	list, err := s.lab.ListExperiments(r.Context())
	if err != nil {
		return err
	}
	return s.show(w, http.StatusOK, "experiments.html", struct {
		List  []lab.ListedExperiment
		Grows bool
	}{list, slices.ContainsFunc(list,
		func(e lab.ListedExperiment) bool { return e.Stored < e.Replicates })})
}

type experimentPage struct {
	Title              string
	At, Compare, Until field
	Report             report.Experiment
	Stored, All        int64
	Mixed              string // a note that several versions trained the replicates, or ""
	Results            []report.Table
	Pictures           []view.Picture
	Undrawn            string // why there are no pictures
}

var resultOptions = option.Only(report.SelectionTable, "at", "compare", "until")

// experiment shows the results of an experiment so far.
func (s *Server) experiment(w http.ResponseWriter, r *http.Request) error {
	name, filled := r.PathValue("name"), r.URL.Query()
	e, err := s.lab.Experiment(r.Context(), name)
	if err != nil {
		return err
	}
	var selection report.Selection
	fields := view.Read(resultOptions, &selection, filled)
	list, err := report.Summarize(r.Context(), s.lab, e, selection)
	for wrong := new(option.Error); errors.As(err, &wrong); { // shows the results without the wrong field
		view.Blame(err, fields)
		filled.Del(wrong.Name)
		selection = report.Selection{}
		view.Read(resultOptions, &selection, filled)
		list, err = report.Summarize(r.Context(), s.lab, e, selection)
	}
	if err != nil {
		return err
	}
	p := experimentPage{Title: name, At: fields[0], Compare: fields[1], Until: fields[2], Report: list[0]}
	for _, r := range list {
		p.Results = append(p.Results, r.ResultsTables()...)
	}
	p.Stored, p.All = p.Report.Stored()
	if p.Report.Until != nil {
		p.Results = append([]report.Table{p.Report.UntilTable()}, p.Results...)
	}
	p.Mixed = words.Mixed(p.Report.Versions)
	s.illustrate(r, &p)
	return s.show(w, statusOf(view.Right(fields)), "experiment.html", p)
}

// illustrate draws the figures of the experiment if possible.
func (s *Server) illustrate(r *http.Request, p *experimentPage) {
	drawn := []figures.Options{figures.Default("learning"), figures.Default("strength")}
	drawn[0].Log, drawn[1].Log = true, true
	for _, o := range drawn {
		o.Experiment = p.Title
		d, _, err := figures.Draw(r.Context(), s.lab, o)
		if err != nil {
			p.Undrawn = words.Sentence(err.Error())
			return
		}
		asked := url.Values{"stored": {strconv.FormatInt(p.Stored, 10)}} // makes browsers request the figure again
		for _, given := range option.Differences(figures.OptionsOf(o.Figure), o, figures.Default(o.Figure)) {
			asked.Set(given.Name, given.Text(o))
		}
		title := fmt.Sprintf("Figure %s of the experiment %s; its numbers are in the tables", o.Figure, p.Title)
		p.Pictures = append(p.Pictures, view.PictureOf(d, paper.Format{}, title, "/figures/"+o.Figure, asked))
	}
}

// learner shows one learner of an experiment, which it trains again, and a game against it.
func (s *Server) learner(w http.ResponseWriter, r *http.Request) error {
	e, err := s.lab.Experiment(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	page, err := limited(r.Context(), s.drawing, func(ctx context.Context) (*view.Learner, error) {
		return view.LearnerOf(ctx, s.lab, e, r.URL.Query())
	})
	if err != nil {
		return err
	}
	return s.show(w, statusOf(page.Wrong == "" && view.Right(page.Fields)), "learner.html", page)
}

// experimentNumbers answers with the summary of an experiment, or all its curves, in the format of `export`.
func (s *Server) experimentNumbers(w http.ResponseWriter, r *http.Request) error {
	name, file := r.PathValue("name"), r.PathValue("file")
	var table report.Export
	var err error
	switch file {
	case "summary.csv":
		table, err = report.Summary(r.Context(), s.lab, name, report.Selection{})
	case "curve.csv":
		table, err = report.Replicates(r.Context(), s.lab, name, report.Selection{})
	default:
		return errNowhere
	}
	if err != nil {
		return err
	}
	return answerTable(w, strings.TrimSuffix(file, path.Ext(file))+"-"+name, table)
}
