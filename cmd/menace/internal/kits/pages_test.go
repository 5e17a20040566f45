package kits

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/site/sitetest"
	"menace/data/datatest"
	"menace/menace"
)

// TestKit prints kits before any machine exists, and of a machine in its current and its initial state, and fills in
// the form wrongly.
func TestKit(t *testing.T) {
	t.Parallel()
	db := datatest.Open(t, "")
	server := site.New(site.Config{Status: func(error) int { return http.StatusNotFound }})
	if err := server.Add(Pages(server, db)); err != nil {
		t.Fatal(err)
	}
	s := &sitetest.Site{T: t, Handler: server.Handler()}
	page := s.Get("/kit")
	for _, want := range []string{`name="groups"`, `value="new:her" selected`,
		`name="parts" value="labels" checked`} {
		if !strings.Contains(page, want) {
			t.Errorf("the form has no %s", want)
		}
	}
	w := s.Ask("GET", "/kit", nil, func(r *http.Request) { r.Header.Set("Accept-Language", "fr-CA,en;q=0.5") })
	if !strings.Contains(w.Body.String(), `<option value="fr" lang="fr" selected>français</option>`) {
		t.Error("the form does not choose the language of the browser")
	}
	for address, want := range map[string]string{"/guide": `<article class="guide" lang="en"><h1 id="teaching-with`,
		"/guide?language=de": `<article class="guide" lang="de"><h1 id="unterrichten-mit`} {
		if page := s.Get(address); !strings.Contains(page, want) {
			t.Errorf("%s: no %s", address, want)
		}
	}
	const few = "&parts=scores&parts=board"
	for _, c := range []struct{ address, kind, file, body string }{
		{"/kit/kit.pdf?machine=new:her&groups=6&parts=beads", "application/pdf", "beads-her.pdf", "%PDF"},
		{"/kit/worksheet.html?machine=new:her&parts=labels&parts=worksheet", "text/html; charset=utf-8",
			"worksheet-her.html",
			"Answers to the worksheet"},
		{"/kit/worksheet.html?machine=new:him", "text/html; charset=utf-8", "lesson-worksheet-him.html",
			"Answers to the worksheet"},
		{"/kit/worksheet.html?machine=new:him&parts=worksheet&language=de", "text/html; charset=utf-8",
			"worksheet-him-de.html", `<html lang="de">`},
		{"/kit/worksheet.html?machine=new:him&parts=labels", "text/html; charset=utf-8", "worksheet-him.html",
			"Answers to the worksheet"},
	} {
		checkFile(s, c.address, c.kind, c.file, c.body)
	}
	rules, _ := menace.Preset("her")
	if _, err := agents.Make(t.Context(), db, "pupils", rules, 1); err != nil {
		t.Fatal(err)
	}
	if page := s.Get("/kit?machine=stored:pupils"); !strings.Contains(page, `value="stored:pupils" selected`) {
		t.Error("the machine is not chosen")
	}
	checkFile(s, "/kit/kit.pdf?machine=stored:pupils&paper=letter&box="+url.QueryEscape("60x40mm")+few,
		"application/pdf",
		"scores-board-pupils.pdf", "%PDF")
	checkFile(s, "/kit/kit.pdf?machine=new:her&parts=labels&at=4&position="+url.QueryEscape("BBB/W../.WW,BBB/.W./W.W"),
		"application/pdf", "labels-her.pdf", "%PDF")
	checkFile(s, "/kit/kit.pdf?machine=1961:106"+few, "application/pdf", "scores-board-1961-106.pdf", "%PDF")
	checkFile(s, "/kit/kit.pdf?machine=fresh:pupils"+few, "application/pdf", "scores-board-pupils.pdf", "%PDF")
	for _, c := range []struct{ wrong, told, field string }{
		{"box=30", "write width, x, height", `name="box" value="30"`},
		{"box=10x5mm", "too small for labels that can be read", `name="box" value="10x5mm"`},
		{"language=it", "is not one of en, de, fr, es", `name="language" aria-invalid="true"`},
		{"paper=a5", "is not one of a4, letter", `name="paper" aria-invalid="true"`},
		{"groups=0", "is not between 1 and 100", `name="groups" value="0"`},
		{"machine=new:michie&parts=lesson", "is too large for a lesson", `value="new:michie" selected`},
		{"parts=labels&position=BBB/.../WWW", "has no box in machine", `name="position" value="BBB/.../WWW"`},
		{"parts=labels&moves=2", "has boxes after 1, 3, 5 moves", `name="moves" value="2"`},
		{"parts=labels&at=22", "from place 1 to 21", `name="at" value="22"`},
		{"parts=beads&at=2", "labels, which are not among the parts", `name="at" value="2"`},
		{"machine=new:nobody", "nobody", `name="machine" aria-invalid="true"`},
	} {
		w := s.Ask("GET", "/kit/kit.pdf?"+c.wrong, nil)
		if page := w.Body.String(); w.Code != http.StatusUnprocessableEntity || !strings.Contains(page, c.told) ||
			!strings.Contains(page, c.field) {
			t.Errorf("%s: status %d: %s", c.wrong, w.Code, w.Body)
		}
	}
	for address, want := range map[string]string{
		"?parts=labels&at=22":                        "Platz 22 liegt nicht mehr auf dem Blatt",
		"?parts=beads&at=2":                          "die sind nicht unter den Teilen",
		"?parts=labels&moves=1&position=BBB/W../.WW": "lassen sich nicht zugleich wählen",
		"?parts=labels&moves=2":                      "„2“ passt hier nicht.",
	} {
		w := s.Ask("GET", "/kit/kit.pdf"+address, nil, func(r *http.Request) { r.Header.Set("Accept-Language", "de") })
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: status %d, and no %q", address, w.Code, want)
		}
	}
	if w := s.Ask("GET", "/kit/kit.pdf?machine=stored:nobody", nil); w.Code != http.StatusNotFound {
		t.Errorf("an unknown machine: status %d", w.Code)
	}
}

// TestLabelled checks which boxes get labels. Up to its mirror image White has two first moves in hexapawn, and MENACE
// has 1, 12, 108 and 183 boxes after 0, 2, 4 and 6 moves.
func TestLabelled(t *testing.T) {
	for _, c := range []struct {
		preset      string
		choose      Options
		first, last int
	}{
		{"her", Options{Positions: []string{"BBB/.W./W.W", "BBB/W../.WW", "BBB/..W/WW."}, Moves: allMoves}, 1, 2},
		{"her", Options{Moves: 1}, 1, 2},
		{"michie", Options{Positions: []string{".../.../..."}, Moves: allMoves}, 1, 1},
		{"michie", Options{Moves: 4}, 1 + 12 + 1, 1 + 12 + 108},
	} {
		o := usual
		o.Positions, o.Moves = c.choose.Positions, c.choose.Moves
		rules, _ := menace.Preset(c.preset)
		k, err := freshKit(rules, o)
		if err != nil {
			t.Fatal(err)
		}
		var got, want []int
		for _, box := range k.Labelled {
			got = append(got, k.Machine.Number(box))
		}
		for number := c.first; number <= c.last; number++ {
			want = append(want, number)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s, %v: got boxes %v, want %v", c.preset, c.choose, got, want)
		}
	}
}

// checkFile checks that the address answers with a file of this kind and name that contains a text.
func checkFile(s *sitetest.Site, address, kind, name, body string) {
	s.Helper()
	w := s.Ask("GET", address, nil)
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != kind || !strings.Contains(w.Body.String(), body) ||
		!strings.Contains(w.Header().Get("Content-Disposition"), name) {
		s.Errorf("%s: status %d, %v", address, w.Code, w.Header())
	}
}
