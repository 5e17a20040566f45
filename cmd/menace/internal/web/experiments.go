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
	page := struct {
		Title string
		List  []lab.ListedExperiment
		Grows bool
	}{"Experiments", list, slices.ContainsFunc(list,
		func(e lab.ListedExperiment) bool { return e.Stored < e.Replicates })}
	return s.show(w, http.StatusOK, "experiments.html", page)
}

// experimentPage is the content of the page of an experiment.
type experimentPage struct {
	Title       string
	Report      report.Experiment
	Stored, All int64
	Grows       bool // replicates are missing, and may be training now
	Settings    report.Table
	Statistics  string
	Mixed       string // a note that several versions trained the replicates, or ""
	Results     []report.Table
	Pictures    []view.Picture
	Undrawn     string // why there are no pictures
	At, Compare field
	Until       field
}

// experiment shows the results of an experiment so far.
func (s *Server) experiment(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	e, err := s.lab.Experiment(r.Context(), name)
	if err != nil {
		return err
	}
	get := func(name string) field { return field{Name: name, Value: strings.TrimSpace(r.FormValue(name))} }
	p := experimentPage{Title: name, At: get("at"), Compare: get("compare"), Until: get("until")}
	at, compare := p.asked()
	p.At.Blame(lab.CheckCheckpoints(e, at...))
	if p.Compare.Wrong == "" {
		p.Compare.Blame(cmp.Or(lab.CheckComparison(compare), lab.CheckCells(e, compare...)))
	}
	if p.At.Wrong != "" || len(at) == 0 {
		at = []int64{lab.AtEnd}
	}
	if p.Compare.Wrong != "" {
		compare = nil
	}
	asked := report.Selection{At: at[0], Compare: compare, Until: p.Until.Value}
	p.Report, err = report.Summarize(r.Context(), s.lab, e, asked)
	var wrong *option.Error
	if errors.As(err, &wrong) {
		p.Until.Blame(wrong.Err)
		asked.Until = ""
		p.Report, err = report.Summarize(r.Context(), s.lab, e, asked)
	}
	var none *lab.UnknownError
	if errors.As(err, &none) && compare != nil {
		p.Compare.Blame(err)
		asked.Compare = nil
		p.Report, err = report.Summarize(r.Context(), s.lab, e, asked)
	}
	if err != nil {
		return err
	}
	p.describe()
	s.illustrate(r, e, &p)
	status := http.StatusOK
	if p.At.Wrong != "" || p.Compare.Wrong != "" || p.Until.Wrong != "" {
		status = http.StatusUnprocessableEntity
	}
	return s.show(w, status, "experiment.html", p)
}

// asked returns the requested checkpoint and the cells to compare, if any.
func (p *experimentPage) asked() (at []int64, compare []int) {
	if p.At.Value != "" {
		n, err := option.ParseInt(p.At.Value)
		if p.At.Blame(err); err == nil {
			at = []int64{n}
		}
	}
	p.Compare.Blame(option.Ints(&compare, math.MinInt64, math.MaxInt64).Set(p.Compare.Value))
	return at, compare
}

// describe puts the report into words.
func (p *experimentPage) describe() {
	p.Stored, p.All = p.Report.Stored()
	p.Grows = p.Stored < p.All
	p.Settings, p.Results = p.Report.SettingsTable(), p.Report.ResultsTables()
	if p.Report.Until != nil {
		p.Results = append([]report.Table{p.Report.UntilTable()}, p.Results...)
	}
	p.Statistics = words.Sentence(words.Statistics(p.Report.At))
	p.Mixed = words.Mixed(p.Report.Versions)
}

// illustrate draws the figures of the experiment, if they can be drawn: curves, or with many cells a row for each.
func (s *Server) illustrate(r *http.Request, e *data.Experiment, p *experimentPage) {
	type figure struct{ name, measure string }
	drawn := []figure{{"learning", ""}, {"strength", ""}}
	if len(p.Report.Cells) > figures.MaxLines && p.Report.Compare == nil {
		drawn = []figure{{"effects", "draw:perfect"}, {"effects", "value:worst"}}
		if graph, err := e.Graph(); err == nil && !graph.Drawable() {
			drawn[0].measure = "win:perfect"
		}
	}
	for _, f := range drawn {
		o := figures.Default(f.name)
		o.Cells.Experiment = p.Title
		asked := url.Values{"experiment": {p.Title}, "stored": {strconv.FormatInt(p.Stored, 10)}}
		if f.measure != "" {
			o.Measure = f.measure
			asked.Set("measure", f.measure)
		} else {
			o.Log = true
			asked.Set("log", "on")
		}
		if c := p.Report.Compare; p.Compare.Wrong == "" && c != nil {
			o.Cells.Compare = []int{c.A.Number, c.B.Number}
			asked.Set("compare", p.Compare.Value)
		}
		d, _, err := figures.Draw(r.Context(), s.lab, o)
		if err != nil {
			p.Undrawn = words.Sentence(err.Error())
			return
		}
		title := fmt.Sprintf("Figure %s of the experiment %s; its numbers are in the tables", f.name, p.Title)
		p.Pictures = append(p.Pictures, view.PictureOf(d, paper.Format{}, title, "/figures/"+f.name, asked))
	}
}

// learner shows one learner of an experiment, and a game against it. It limits concurrency, since it trains the learner
// again.
func (s *Server) learner(w http.ResponseWriter, r *http.Request) error {
	e, err := s.lab.Experiment(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	done, err := s.drawing.acquire(r.Context())
	if err != nil {
		return err
	}
	page, err := view.LearnerOf(r.Context(), s.lab, e, r.URL.Query())
	if done(); err != nil {
		return err
	}
	status := http.StatusOK
	if page.Wrong != "" || !view.Right(page.Fields) {
		status = http.StatusUnprocessableEntity
	}
	return s.show(w, status, "learner.html", page)
}

// experimentNumbers answers with the summary of an experiment, or all its curves, as `export` writes them.
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
