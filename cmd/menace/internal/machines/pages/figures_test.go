package pages_test

import (
	"bytes"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/figures"
	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/site/sitetest"
	"menace/cmd/menace/internal/version"
	"menace/menace"
)

// TestFigures checks every figure, of one machine and of two: the form must have all options, and the picture and the
// files must be available in every format.
func TestFigures(t *testing.T) {
	t.Parallel()
	s := machinestest.New(t)
	s.Train("b", menace.Michie(), 50)
	kinds := map[string]string{".svg?": "image/svg+xml", ".png?": "image/png", ".pdf?": "application/pdf",
		".csv?": "text/csv; charset=utf-8"}
	for _, name := range figures.Names {
		for _, query := range []string{"", "?machine=a&machine=b&log=on"} {
			page := s.Get("/figures/" + name + query)
			usual := figures.Default(name)
			for _, option := range usual.Options() {
				if option.Group == "" && !strings.Contains(page, ` name="`+option.Name+`"`) {
					t.Errorf("the form of %s lacks %s", name, option.Name)
				}
			}
			for extension, kind := range kinds {
				links := sitetest.Addresses(page, "/figures/"+name+extension)
				if len(links) == 0 {
					t.Errorf("%s%s has no %s", name, query, extension)
				}
				for _, link := range links {
					if w := s.Ask("GET", link, nil); w.Code != http.StatusOK ||
						w.Header().Get("Content-Type") != kind || w.Body.Len() == 0 {
						t.Errorf("%s: %d, %s", link, w.Code, w.Header())
					}
				}
			}
		}
	}
}

// TestFigureLanguages checks that no figure on a page of another language shows English words, and that its text
// alternative there is what its title says.
func TestFigureLanguages(t *testing.T) {
	t.Parallel()
	s := machinestest.New(t)
	s.Train("b", menace.Michie(), 50)
	words := func(picture string) (all []string) {
		for _, m := range regexp.MustCompile(`>([^<>]*)</(?:text|title|desc)>`).FindAllStringSubmatch(picture, -1) {
			if text := html.UnescapeString(m[1]); regexp.MustCompile(`\p{L}{3}`).MatchString(text) {
				all = append(all, text)
			}
		}
		return all
	}
	for _, tag := range []string{"de", "fr", "es"} {
		asks := func(r *http.Request) { r.Header.Set("Accept-Language", tag) }
		for _, name := range figures.Names {
			for _, query := range []string{"?machine=a", "?machine=a&machine=b&michie=on&share=on"} {
				english := words(s.Get("/figures/" + name + ".svg" + query))
				picture := s.Ask("GET", "/figures/"+name+".svg"+query, nil, asks).Body.String()
				all := words(picture)
				for _, text := range all {
					if slices.Contains(english, text) && !strings.Contains(text, "(centre)") { // which is French
						t.Errorf("%s: %s%s says %q", tag, name, query, text)
					}
				}
				if len(all) < 5 || !strings.Contains(picture, ` lang="`+tag+`"`) {
					t.Errorf("%s: %s%s has the texts %q", tag, name, query, all)
					continue
				}
				page := html.UnescapeString(s.Ask("GET", "/figures/"+name+query, nil, asks).Body.String())
				if !strings.Contains(page, `alt="`+all[0]+`. `) {
					t.Errorf("%s: the text alternative of %s%s is not %q", tag, name, query, all[0])
				}
			}
		}
	}
}

// TestFigureMade checks that every picture contains the version, and the command that draws it in a terminal.
func TestFigureMade(t *testing.T) {
	t.Parallel()
	s := machinestest.New(t)
	for address, command := range map[string]string{
		"figures/learning%s?machine=a":                      "plot learning --machine a",
		"figures/score%s?machine=a&michie=on":               "plot score --machine a --michie",
		"figures/learning%s?machine=a&log=on&paper=15x20cm": "plot learning --machine a --log --paper 15x20cm",
		"figures/strength%s?machine=a&dark=on":              "plot strength --machine a --dark",
		"figures/beads%s?machine=a&share=on":                "plot beads --machine a --share",
	} {
		made := version.Made("menace " + command)
		encoded, err := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder().String(made)
		if err != nil {
			t.Fatal(err)
		}
		inPDF := strings.NewReplacer("(", `\(`, ")", `\)`).Replace(encoded)
		for _, extension := range []string{".png", ".svg", ".pdf"} {
			picture := s.Get("/" + fmt.Sprintf(address, extension))
			if !strings.Contains(html.UnescapeString(picture), made) && !strings.Contains(picture, inPDF) {
				t.Errorf("%s as %s does not contain %s", address, extension, made)
			}
		}
	}
}

// TestFigureNumbers compares the CSV with the output of export, and checks that light and dark pictures differ.
func TestFigureNumbers(t *testing.T) {
	s := machinestest.New(t)
	var want bytes.Buffer
	if err := agents.Curves(t.Context(), s.DB, []string{"a"}).CSV(&want); err != nil {
		t.Fatal(err)
	}
	if got := s.Get("/figures/learning.csv?machine=a"); got != want.String() {
		t.Errorf("got %s\nwant %s", got, want.String())
	}
	if s.Get("/figures/score.svg?machine=a") == s.Get("/figures/score.svg?machine=a&dark=on") {
		t.Error("dark and light pictures are the same")
	}
	if twice := s.Get("/figures/score.png?machine=a"); s.Get("/figures/score.png?machine=a") != twice {
		t.Error("the same address gives a different picture")
	}
}

// TestFigureMistakes checks that errors are shown beside their fields, and that the form keeps its values.
func TestFigureMistakes(t *testing.T) {
	s := machinestest.New(t)
	for _, c := range []struct{ figure, query, field, told string }{
		{"learning", "against=nobody", "against", "nobody"},
		{"learning", "against=blocker", "against", "No rates against blocker"},
		{"score", "machine=none", "machine", "none"},
		{"beads", "position=XXX", "position", "XXX"},
		{"score", "paper=16x9", "paper", "rite width, x, height and a unit"},
		{"learning", "paper=4x4cm", "paper", "is too small for this drawing"},
	} {
		w := s.Ask("GET", "/figures/"+c.figure+"?"+c.query, nil)
		said := regexp.MustCompile(`(?s)id="wrong-` + c.field + `">([^<]*)<`).FindStringSubmatch(w.Body.String())
		if w.Code != http.StatusUnprocessableEntity || said == nil || !strings.Contains(said[1], c.told) {
			t.Errorf("%s: %d, %q, want %q beside %s", c.query, w.Code, said, c.told, c.field)
		}
		if len(sitetest.Addresses(w.Body.String(), ".svg?")) > 0 {
			t.Errorf("%s is drawn", c.query)
		}
	}
	many := url.Values{}
	for range 12 + 1 {
		name := "m" + strings.Repeat("x", len(many["machine"]))
		many.Add("machine", name)
	}
	for path, want := range map[string]int{
		"/figures/none": 404, "/figures/hundreds": 404, "/figures/learning.gif": 404, "/figures/learning.svg?against=nobody": 422,
		"/figures/learning.csv?machine=-":    422,
		"/figures/score.png?paper=200x200cm": 422, "/figures/score.png?machine=a&paper=80x80cm": 422,
		"/figures/score.svg?machine=a&paper=80x80cm": 200, "/figures/score?" + many.Encode(): 422,
	} {
		if w := s.Ask("GET", path, nil); w.Code != want {
			t.Errorf("%s: status %d, want %d", path, w.Code, want)
		}
	}
}

// TestNewMachineAlone checks the pages of somebody whose only machine is new, and plays hexapawn: they are not mistakes,
// and do not speak of 304 matchboxes.
func TestNewMachineAlone(t *testing.T) {
	t.Parallel()
	s := machinestest.New(t)
	s.Post("/agents/a/delete", nil)
	s.Post("/agents", url.Values{"name": {"her"}, "preset": {"her"}})
	if page := s.Get("/"); strings.Contains(page, "304 matchboxes") {
		t.Error("the start page of HER speaks of 304 matchboxes")
	}
	for _, name := range figures.Names {
		s.Get("/figures/" + name)
		w := s.Ask("GET", "/figures/"+name+"?machine=her", nil)
		if name == "learning" && w.Code != http.StatusUnprocessableEntity {
			t.Errorf("a figure of a new machine, asked for: %d", w.Code)
		}
	}
}
