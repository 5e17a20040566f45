package pages_test

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/machinestest"
	"menace/menace"
)

// film is a film as the script reads it.
type film struct {
	From  int64
	Games []int64
	Lost  []float64
	Boxes []struct {
		Code     int
		To, Wise []int
	}
	Captions, Findings []string
	frames             [][]int64
}

// decode decodes the film of a machine.
func decode(s *machinestest.Site, name string) (f film) {
	s.Helper()
	unpacked, err := gzip.NewReader(strings.NewReader(s.Get("/agents/" + name + "/film.bin")))
	if err != nil {
		s.Fatal(err)
	}
	r := bufio.NewReader(unpacked)
	head, err := r.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(head, &f)
	}
	if err != nil {
		s.Fatal(err)
	}
	beads := 0
	for _, box := range f.Boxes {
		beads += len(box.To)
	}
	last := make([]int64, beads)
	for range f.Games {
		for k := range last {
			d, err := binary.ReadVarint(r)
			if err != nil {
				s.Fatal(err)
			}
			last[k] += d
		}
		f.frames = append(f.frames, slices.Clone(last))
	}
	if _, err := r.ReadByte(); err != io.EOF {
		s.Errorf("the film goes on after its last frame: %v", err)
	}
	return f
}

// TestFilm compares the films of machines with their stored checkpoints, and checks that they are small.
func TestFilm(t *testing.T) {
	s := machinestest.New(t)
	her, _ := menace.Preset("her")
	s.Train("her", her, 60)
	s.Train("long", menace.Michie(), 10_000)
	for name, boxes := range map[string]int{"a": 304, "her": 19, "long": 304} {
		f := decode(s, name)
		a, err := s.DB.Load(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		curve, err := s.DB.Curve(t.Context(), a)
		if err != nil || len(f.Boxes) != boxes || len(f.Games) != len(curve) {
			t.Fatalf("%s: %d boxes and %d frames, want %d and %d; %v", name, len(f.Boxes), len(f.Games), boxes, len(curve),
				err)
		}
		for i, p := range curve {
			if f.Games[i] != p.Games || !slices.Equal(f.frames[i], p.Counts) || f.Captions[i] == "" ||
				math.Abs(f.Lost[i]-p.Perfect.Loss) > 0.0001 {
				t.Errorf("%s: frame %d, after %d games, differs from the checkpoint after %d", name, i, f.Games[i], p.Games)
			}
		}
	}
	if n := len(s.Get("/agents/long/film.bin")); n > 40_000 {
		t.Errorf("the film of 10,000 games has %d bytes", n)
	}
}

// TestMoment checks that the page of a film shows the last stored frame at or before a game, and says which.
func TestMoment(t *testing.T) {
	s := machinestest.New(t)
	s.Train("b", menace.Michie(), 3000)
	for query, want := range map[string]string{
		"": "Game 3,000", "?game=0": "Game 0", "?game=12": "Game 12", "?game=1049": "Game 1,000", "?game=999999": "Game 3,000",
		"?game=-5": "Game 0", "?game=x": "Game 3,000",
	} {
		page := s.Get("/agents/b/film" + query)
		if !strings.Contains(page, "<b class=\"big\" data-game>"+want+"</b>") {
			t.Errorf("%s does not show %s", query, want)
		}
		for _, link := range []string{"First", "Back", "Next", "Last"} {
			if !strings.Contains(page, ">"+link+"</a>") {
				t.Errorf("%s has no link %s", query, link)
			}
		}
	}
	if page := s.Get("/agents/b/film?game=0"); !strings.Contains(page, "It knows nothing yet") ||
		strings.Contains(page, `<i class=g`) {
		t.Error("before the first game the machine prefers moves")
	}
	if page := s.Get("/agents/b/film?game=100&box=4"); !strings.Contains(page, "<h2>Box 4</h2>") ||
		!strings.Contains(page, `href="?game=100&amp;box=5"`) {
		t.Error("the page does not show box 4, or its links forget the game")
	}
	if w := s.Ask("GET", "/agents/none/film", nil); w.Code != http.StatusNotFound {
		t.Errorf("a film of no machine: status %d", w.Code)
	}
}
