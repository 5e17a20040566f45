package web

import (
	"bytes"
	"html"
	"net/http"
	"strings"
	"testing"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/data"
	"menace/menace"
)

// runExperiment runs a shard of an experiment of two cells with two runs of ten games each.
func (s *site) runExperiment(name string, shard experiment.Shard) {
	s.Helper()
	scroggs, _ := menace.Preset("scroggs")
	e := &data.Experiment{Name: name, Command: "menace experiment run " + name, Design: experiment.Design{
		Seed: 1, Runs: 2, Games: 10, Checkpoints: []int64{0, 5, 10},
		Cells: []experiment.Cell{{Rules: menace.Michie(), Opponent: "random"}, {Rules: scroggs, Opponent: "random"}},
	}}
	err := s.lab.Plan(s.Context(), e)
	if err == nil {
		_, err = s.lab.RunExperiment(s.Context(), e, shard, 1, func(int64) {})
	}
	if err != nil {
		s.Fatal(err)
	}
}

// TestExperiments shows what the terminal shows, and looks again by itself only while replicates are missing.
func TestExperiments(t *testing.T) {
	s := newSite(t)
	const again = `<noscript><meta http-equiv="refresh"`
	s.runExperiment("half", experiment.Shard{Part: 1, Of: 2})
	for path, grows := range map[string]bool{"/experiments": true, "/experiments/half": true, "/experiments/e": false} {
		if page := s.get(path); strings.Contains(page, again) != grows ||
			strings.Contains(page, "data-grows") != grows {
			t.Errorf("%s grows: want %v", path, grows)
		}
	}
	s.runExperiment("half", experiment.Whole)
	for _, path := range []string{"/experiments", "/experiments/half"} {
		if strings.Contains(s.get(path), again) {
			t.Errorf("%s grows", path)
		}
	}
	e, err := s.lab.Experiment(t.Context(), "e")
	if err != nil {
		t.Fatal(err)
	}
	for query, compare := range map[string][]int{"": nil, "?compare=2,1": {2, 1}} {
		r, err := report.Summarize(t.Context(), s.lab, e, report.Selection{At: lab.AtEnd, Compare: compare})
		if err != nil {
			t.Fatal(err)
		}
		page := html.UnescapeString(s.get("/experiments/e" + query))
		for _, table := range append(r.ResultsTables(), r.SettingsTable()) {
			lines, err := table.Lines()
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range lines {
				for i, text := range row {
					if i >= table.Right {
						text = minus(text)
					}
					if !strings.Contains(page, ">"+text+"<") {
						t.Errorf("%s: the page lacks %q", query, text)
					}
				}
			}
		}
	}
}

// TestExperimentNumbers has in the files what export writes.
func TestExperimentNumbers(t *testing.T) {
	s := newSite(t)
	summary, err := report.Summary(t.Context(), s.lab, "e", nil, "")
	if err != nil {
		t.Fatal(err)
	}
	curves, err := report.Replicates(t.Context(), s.lab, "e", report.Part{})
	if err != nil {
		t.Fatal(err)
	}
	for file, table := range map[string]report.Table{"summary.csv": summary, "curve.csv": curves} {
		var want bytes.Buffer
		if err := table.CSV(&want); err != nil {
			t.Fatal(err)
		}
		if got := s.get("/experiments/e/" + file); got != want.String() {
			t.Errorf("%s: got %s\nwant %s", file, got, want.String())
		}
	}
}

// TestExperimentMistakes says what is wrong beside the field.
func TestExperimentMistakes(t *testing.T) {
	s := newSite(t)
	s.runExperiment("half", experiment.Shard{Part: 1, Of: 4}) // one of the runs of the first cell
	for path, told := range map[string]string{
		"/experiments/e?at=7":            "7 is not a checkpoint of e: there are 0 5 10.",
		"/experiments/e?at=x":            "is not a whole number, as 10000 is.",
		"/experiments/e?compare=1":       "A difference takes two different cells",
		"/experiments/e?compare=1,3":     "There is no cell 3",
		"/experiments/e?compare=x,y":     "is not a whole number, as 10000 is.",
		"/experiments/half?compare=1,2":  "Cell 2 of half has no replicates yet.",
		"/experiments/e?at=5&compare=,1": "A difference takes two different cells",
	} {
		w := s.ask("GET", path, nil)
		if page := w.Body.String(); w.Code != http.StatusUnprocessableEntity || !strings.Contains(page, told) ||
			!strings.Contains(page, `aria-invalid="true"`) {
			t.Errorf("%s: %d, without %q", path, w.Code, told)
		}
	}
	for path, want := range map[string]int{"/experiments/none": 404, "/experiments/none/summary.csv": 404,
		"/experiments/e/none.csv": 404} {
		if w := s.ask("GET", path, nil); w.Code != want {
			t.Errorf("%s: status %d, want %d", path, w.Code, want)
		}
	}
}
