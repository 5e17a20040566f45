package web

import (
	"cmp"
	"errors"
	"fmt"
	"math"
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
	"menace/data"
	"menace/menace/option"
	"menace/plots/paper"
)

// experiments lists the experiments.
func (s *Server) experiments(w http.ResponseWriter, r *http.Request) error {
	list, err := s.lab.ListExperiments(r.Context())
	if err != nil {
		return err
	}
	return s.show(w, http.StatusOK, "experiments.html", struct {
		Title string
		List  []lab.ListedExperiment
		Grows bool
	}{"Experiments", list, slices.ContainsFunc(list,
		func(e lab.ListedExperiment) bool { return e.Stored < e.Replicates })})
}

// experimentPage is the content of the page of an experiment.
type experimentPage struct {
	Title              string
	At, Compare, Until field
	Report             report.Experiment
	Stored, All        int64
	Settings           report.Table
	Statistics         string
	Mixed              string // a note that several versions trained the replicates, or ""
	Results            []report.Table
	Pictures           []view.Picture
	Undrawn            string // why there are no pictures
}

// resultOptions lists the options of the page of an experiment.
var resultOptions = []option.Option[report.Selection]{
	{Name: "at", In: func(s *report.Selection) option.Value { return option.Whole(&s.At, 0, math.MaxInt64) }},
	{Name: "compare", In: func(s *report.Selection) option.Value { return option.Ints(&s.Compare, 1, math.MaxInt64) }},
	{Name: "until", In: func(s *report.Selection) option.Value { return report.Event(&s.Until) }},
}

// experiment shows the results of an experiment so far.
func (s *Server) experiment(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	e, err := s.lab.Experiment(r.Context(), name)
	if err != nil {
		return err
	}
	asked := report.Selection{At: lab.AtEnd}
	fields := view.Read(resultOptions, &asked, r.URL.Query())
	p := experimentPage{Title: name, At: fields[0], Compare: fields[1], Until: fields[2]}
	if asked.At != lab.AtEnd {
		p.At.Blame(lab.CheckCheckpoints(e, asked.At))
	}
	p.Compare.Blame(cmp.Or(lab.CheckComparison(asked.Compare), lab.CheckCells(e, asked.Compare...)))
	if p.At.Wrong != "" {
		asked.At = lab.AtEnd
	}
	if p.Compare.Wrong != "" {
		asked.Compare = nil
	}
	p.Report, err = report.Summarize(r.Context(), s.lab, e, asked)
	if errors.As(err, new(*option.Error)) {
		p.Until.Blame(err)
		asked.Until = ""
		p.Report, err = report.Summarize(r.Context(), s.lab, e, asked)
	}
	if errors.As(err, new(*lab.UnknownError)) && asked.Compare != nil {
		p.Compare.Blame(err)
		asked.Compare = nil
		p.Report, err = report.Summarize(r.Context(), s.lab, e, asked)
	}
	if err != nil {
		return err
	}
	p.Stored, p.All = p.Report.Stored()
	p.Settings, p.Results = p.Report.SettingsTable(), p.Report.ResultsTables()
	if p.Report.Until != nil {
		p.Results = append([]report.Table{p.Report.UntilTable()}, p.Results...)
	}
	p.Statistics, p.Mixed = words.Sentence(p.Report.Statistics()), words.Mixed(p.Report.Versions)
	s.illustrate(r, e, &p)
	return s.show(w, statusOf(view.Right([]field{p.At, p.Compare, p.Until})), "experiment.html", p)
}

// illustrate draws the figures of the experiment if possible: curves or, with many cells, a row for each.
func (s *Server) illustrate(r *http.Request, e *data.Experiment, p *experimentPage) {
	drawn := []figures.Options{figures.Default("learning"), figures.Default("strength")}
	drawn[0].Log, drawn[1].Log = true, true
	if len(p.Report.Cells) > figures.MaxLines && p.Report.Compare == nil {
		drawn = []figures.Options{figures.Default("effects"), figures.Default("effects")}
		drawn[0].Measure, drawn[1].Measure = "draw:perfect", "value:worst"
		if graph, err := e.Graph(); err == nil && !graph.Drawable() {
			drawn[0].Measure = "win:perfect"
		}
	}
	for _, o := range drawn {
		o.Cells.Experiment = p.Title
		if c := p.Report.Compare; c != nil {
			o.Cells.Compare = []int{c.A.Number, c.B.Number}
		}
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

// learner shows one learner of an experiment, and a game against it. It limits concurrency, because it trains the
// learner again.
func (s *Server) learner(w http.ResponseWriter, r *http.Request) error {
	e, err := s.lab.Experiment(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	if err := s.drawing.Acquire(r.Context(), 1); err != nil {
		return err
	}
	page, err := view.LearnerOf(r.Context(), s.lab, e, r.URL.Query())
	if s.drawing.Release(1); err != nil {
		return err
	}
	return s.show(w, statusOf(page.Wrong == "" && view.Right(page.Fields)), "learner.html", page)
}

// experimentNumbers answers with the summary of an experiment, or all its curves, in the format of `export`.
func (s *Server) experimentNumbers(w http.ResponseWriter, r *http.Request) error {
	name, file := r.PathValue("name"), r.PathValue("file")
	var table report.Table
	var err error
	switch file {
	case "summary.csv":
		table, err = report.Summary(r.Context(), s.lab, name, nil, "")
	case "curve.csv":
		table, err = report.Replicates(r.Context(), s.lab, name, report.Part{})
	default:
		return errNowhere
	}
	if err != nil {
		return err
	}
	return answerTable(w, strings.TrimSuffix(file, path.Ext(file))+"-"+name, table)
}
