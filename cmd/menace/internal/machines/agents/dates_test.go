package agents

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"menace/data"
	"menace/data/datatest"
	"menace/menace"
	"menace/symmetry"
)

// TestDates reads what spreadsheets of several countries make of a move from square to square, and refuses other dates.
func TestDates(t *testing.T) {
	for text, want := range map[string][]symmetry.Move{
		"04-Jan": {14, 41}, "01-Apr": {14, 41}, "4-Jan": {14, 41}, "01. Apr": {14, 41}, "1. Apr.": {14, 41},
		"04. Jän": {14, 41}, "4-janv.": {14, 41}, "01-avr": {14, 41}, "1-abr": {14, 41}, "04-ene": {14, 41},
		"7-Apr-26": {47, 74}, "Apr 7": {47, 74}, "1/4/2026": {14, 41}, "2026-01-04": {14, 41}, "04.01.2026": {14, 41},
		"2026-01-04 00:00:00": {14, 41}, "04.01.": {14, 41}, "46026": {14, 41}, "46113": {14, 41}, "09-Mai": {59, 95},
		"2026-04-07T00:00:00.000Z": {47, 74}, "Sep-06": {69, 96},
		"7-4": {74}, "74": {74}, "7>4": {74}, "7→4": {74}, "5": {5},
	} {
		if got, err := readMove(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: got %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "04-Oct", "10-Jan", "2026", "04-Foo", "04-Apr.-4-5", "Jan", "1-4-7-2", "1.5.x",
		"99999"} {
		if got, err := readMove(text); err == nil {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

// TestImportsDates imports the beads of a trained machine after a spreadsheet has made dates of its moves.
func TestImportsDates(t *testing.T) {
	her, _ := menace.Preset("her")
	him, _ := menace.Preset("him")
	months := strings.Fields("? Jan Feb Mar Apr May Jun Jul Aug Sep")
	for name, rules := range map[string]menace.Rules{"HER": her, "HIM": him} {
		db := datatest.Open(t, "")
		a, err := data.NewAgent("a", rules, 1)
		if err != nil {
			t.Fatal(err)
		}
		counts := slices.Collect(func(yield func(int64) bool) {
			for i := range len(a.Machine.Counts()) {
				if !yield(int64(i + 1)) {
					return
				}
			}
		})
		if err := a.Machine.SetCounts(counts); err != nil {
			t.Fatal(err)
		}
		if err := db.Save(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		for country, date := range map[string]func(from, to int) string{
			"month first": func(from, to int) string { return fmt.Sprintf("%02d-%s", to, months[from]) },
			"day first":   func(from, to int) string { return fmt.Sprintf("%02d-%s", from, months[to]) },
		} {
			table := "position;move;beads\n"
			for bead := range a.Machine.Beads() {
				m := bead.Move
				table += fmt.Sprintf("%s;%s;%d,0\n", a.Machine.Graph().Format(bead.Code),
					date(m.From().Number(), m.To().Number()), bead.Count)
			}
			got, err := Read(table, "b", menace.Rules{}, nil)
			if err != nil || !slices.Equal(got.Agent.Machine.Counts(), counts) {
				t.Errorf("%s, %s: %v", name, country, err)
			}
		}
	}
	for table, want := range map[string]string{
		"position,move,beads\nBBB/.../WWW,04-Jan,1\n": "line 2: a spreadsheet has made a date of the move, which may be " +
			"1-4 or 4-1; neither is possible in BBB/.../WWW",
		"position,move,beads\n.../.../...,04-Jan,1\n": "line 2: a spreadsheet has made a date of the move, which may be " +
			"1-4 or 4-1; neither is possible in .../.../...",
		"position,move,beads\nBBB/.../WWW,04-Oct,1\n": `line 2: "04-Oct" is not a move`,
	} {
		if _, err := Read(table, "b", menace.Rules{}, nil); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", table, err, want)
		}
	}
	// No game has both moves in one position, so one is made up.
	graph, position := menace.New(him).Graph(), menace.New(him).Graph().Code(symmetry.Start)
	r := beadRow{moves: []symmetry.Move{74, 85}}
	if _, err := r.moveFrom(graph, position); err == nil || !strings.Contains(err.Error(), "write it as 7>4 or 8>5") {
		t.Errorf("two possible moves: got %v", err)
	}
}
