package web

import (
	"bytes"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
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

// TestExperiments checks that the page shows the same as the terminal, and updates itself only while replicates are
// missing.
func TestExperiments(t *testing.T) {
	s := newSite(t)
	const again = `<noscript><meta http-equiv="refresh"`
	s.runExperiment("half", experiment.Shard{Part: 1, Of: 2})
	for path, grows := range map[string]bool{"/experiments": true, "/experiments/half": true, "/experiments/e": false} {
		if page := s.get(path); strings.Contains(page, again) != grows ||
			strings.Contains(page, "data-grows") != grows {
			t.Errorf("%s: want updates: %v", path, grows)
		}
	}
	s.runExperiment("half", experiment.Whole)
	for _, path := range []string{"/experiments", "/experiments/half"} {
		if strings.Contains(s.get(path), again) {
			t.Errorf("%s updates itself", path)
		}
	}
	e, err := s.lab.Experiment(t.Context(), "e")
	if err != nil {
		t.Fatal(err)
	}
	for query, compare := range map[string][]int{"": nil, "?compare=2,1": {2, 1}} {
		list, err := report.Summarize(t.Context(), s.lab, e, report.Selection{Compare: compare})
		if err != nil {
			t.Fatal(err)
		}
		r := list[0]
		page := html.UnescapeString(s.get("/experiments/e" + query))
		for _, table := range append(r.ResultsTables(), r.SettingsTable()) {
			for _, row := range table.Lines {
				for i, text := range row {
					if i >= table.Right {
						text = words.Minus(text)
					}
					if !strings.Contains(page, ">"+text+"<") {
						t.Errorf("%s: the page lacks %q", query, text)
					}
				}
			}
		}
	}
}

// TestExperimentNumbers compares the files with the output of export.
func TestExperimentNumbers(t *testing.T) {
	s := newSite(t)
	summary, err := report.Summary(t.Context(), s.lab, "e", report.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	curves, err := report.Replicates(t.Context(), s.lab, "e", report.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	for file, table := range map[string]report.Export{"summary.csv": summary, "curve.csv": curves} {
		var want bytes.Buffer
		if err := table.CSV(&want); err != nil {
			t.Fatal(err)
		}
		if got := s.get("/experiments/e/" + file); got != want.String() {
			t.Errorf("%s: got %s\nwant %s", file, got, want.String())
		}
	}
}

// TestExperimentMistakes checks that errors are shown beside their fields.
func TestExperimentMistakes(t *testing.T) {
	s := newSite(t)
	s.runExperiment("half", experiment.Shard{Part: 1, Of: 4}) // one of the runs of the first cell
	for path, told := range map[string]string{
		"/experiments/e?at=7":            "7 is not a checkpoint of e; choose from 0 5 10.",
		"/experiments/e?at=x":            "is not a whole number, such as 10000.",
		"/experiments/e?compare=1":       "A difference takes two different cells",
		"/experiments/e?compare=1,3":     "There is no cell 3",
		"/experiments/e?compare=x,y":     "is not a whole number, such as 10000.",
		"/experiments/half?compare=1,2":  "Cell 2 of half has no replicates yet.",
		"/experiments/e?at=5&compare=,1": "A difference takes two different cells",
	} {
		w := s.ask("GET", path, nil)
		if page := w.Body.String(); w.Code != http.StatusUnprocessableEntity || !strings.Contains(page, told) ||
			!strings.Contains(page, `aria-invalid="true"`) {
			t.Errorf("%s: status %d, want the message %q", path, w.Code, told)
		}
	}
	for path, want := range map[string]int{"/experiments/none": 404, "/experiments/none/summary.csv": 404,
		"/experiments/e/none.csv": 404} {
		if w := s.ask("GET", path, nil); w.Code != want {
			t.Errorf("%s: status %d, want %d", path, w.Code, want)
		}
	}
}

// planLearner stores an experiment with this learner as Black in hexapawn, without replicates.
func (s *site) planLearner(name, learner string) {
	s.Helper()
	rules, _ := menace.Preset("her")
	cell, err := experiment.Cell{Rules: rules, Opponent: "random"}.By(learner)
	if err == nil {
		err = s.lab.Plan(s.Context(), &data.Experiment{Name: name, Command: "menace experiment run " + name,
			Design: experiment.Design{Seed: 1, Runs: 2, Games: 2_000_000, Checkpoints: []int64{0, 2_000_000},
				Cells: []experiment.Cell{cell}}})
	}
	if err != nil {
		s.Fatal(err)
	}
}

// TestLearnerPage plays a game against a learner with the buttons on its page. The page must show the values that the
// laboratory computes, and must be the same for the same address.
func TestLearnerPage(t *testing.T) {
	s := newSite(t)
	s.planLearner("h", "q")
	hidden := regexp.MustCompile(`<input type="hidden" name="([a-z]+)" value="([^"]*)">`)
	button := regexp.MustCompile(`<button name="(move|from)" value="([^"]+)"[^>]*>`)
	for path, task := range map[string]experiment.Task{
		"/experiments/e/learner?cell=2&run=2&at=7": {Cell: 2, Run: 2}, "/experiments/h/learner?at=500": {Cell: 1, Run: 1},
	} {
		name := strings.Split(path, "/")[2]
		e, err := s.lab.Experiment(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		at := map[string]int64{"e": 7, "h": 500}[name]
		l, err := s.lab.Learner(t.Context(), e, task, at)
		if err != nil {
			t.Fatal(err)
		}
		positions, _ := l.Positions("")
		page := html.UnescapeString(s.get(path))
		for _, m := range l.Values(positions[0]) {
			if value := words.Minus(m.Text(l.Holds)); !strings.Contains(page, `<td class="n">`+value+"</td>") {
				t.Errorf("%s lacks the value %s of %v", path, value, m.Move)
			}
		}
		if !strings.Contains(page, l.About()+". ") {
			t.Errorf("%s does not identify the learner: %s", path, l.About())
		}
		base, _, _ := strings.Cut(path, "?")
		for range 12 {
			query := url.Values{}
			for _, field := range hidden.FindAllStringSubmatch(page, -1) {
				query.Set(field[1], field[2])
			}
			enabled := slices.DeleteFunc(button.FindAllStringSubmatch(page, -1),
				func(b []string) bool { return strings.HasSuffix(b[0], " disabled>") })
			if len(enabled) == 0 {
				break
			}
			next := enabled[len(enabled)-1]
			for _, b := range enabled {
				if b[1] == "move" {
					next = b
				}
			}
			query.Set(next[1], next[2])
			address := base + "?" + query.Encode()
			if page = html.UnescapeString(s.get(address)); page != html.UnescapeString(s.get(address)) {
				t.Errorf("%s differs the second time", address)
			}
		}
		if !regexp.MustCompile(`<p>(You win|The learner wins|A draw)[.:]`).MatchString(page) {
			t.Errorf("%s: the game does not end", path)
		}
	}
	for path, told := range map[string]string{
		"/experiments/e/learner?cell=3":           "There is no cell 3: e has cells 1 to 2.",
		"/experiments/e/learner?cell=x":           "is not a whole number",
		"/experiments/e/learner?moves=99":         "is taken",
		"/experiments/e/learner?move=x":           "is not a move",
		"/experiments/e/learner?position=XX":      "The learner plays tic-tac-toe",
		"/experiments/h/learner?at=2000000":       "for at most 1,000,000 games",
		"/experiments/e/learner?run=9&at=1":       "There is no run 9",
		"/experiments/e/learner?at=11&position=x": "11 games is too late",
	} {
		w := s.ask("GET", path, nil)
		if page := w.Body.String(); w.Code != http.StatusUnprocessableEntity || !strings.Contains(page, told) {
			t.Errorf("%s: status %d, want the message %q", path, w.Code, told)
		}
	}
	if w := s.ask("GET", "/experiments/none/learner", nil); w.Code != http.StatusNotFound {
		t.Errorf("status %d without an experiment", w.Code)
	}
}
