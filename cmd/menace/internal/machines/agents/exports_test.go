package agents_test

import (
	"bytes"
	"encoding/csv"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/version"
	"menace/data"
	"menace/menace"
	"menace/menace/tidy"
	"menace/menace/tidy/tidytest"
)

// laboratory returns a laboratory with the agent "a", which has trained and played.
func laboratory(t *testing.T) *data.DB {
	t.Helper()
	db, err := data.Open(t.Context(), filepath.Join(t.TempDir(), "menace.db"), data.Create)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	run, err := live.NewMachines(db).NewRun(t.Context(),
		live.TrainOptions{Agent: "a", Games: 30, Seed: 7, Rules: menace.Michie()})
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Do(t.Context(), live.Unobserved{}); err != nil {
		t.Fatal(err)
	}
	run.Agent.AddGame(data.PlayedGame{Moves: "519", Result: "loss", Resigned: "agent", Learned: true, Seed: 7})
	if err := db.Save(t.Context(), run.Agent); err != nil {
		t.Fatal(err)
	}
	return db
}

// TestTables reads every table back from CSV, which must have its columns and the right number of rows.
func TestTables(t *testing.T) {
	db := laboratory(t)
	her, _ := menace.Preset("her")
	pawns, err := live.NewMachines(db).NewRun(t.Context(),
		live.TrainOptions{Agent: "her", Games: 20, Seed: 7, Rules: her})
	if err != nil {
		t.Fatal(err)
	}
	if err := pawns.Do(t.Context(), live.Unobserved{}); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		table tidy.Table
		rows  int
	}{
		"curves":     {agents.Curves(t.Context(), db, []string{"a"}), 1 + 30}, // early on, every game is a checkpoint
		"beads":      {agents.Beads(t.Context(), db, []string{"a", "a"}), 2 * 1087},
		"pawns":      {agents.Beads(t.Context(), db, []string{"her"}), 45},
		"both games": {agents.Curves(t.Context(), db, []string{"a", "her"}), 1 + 30 + 1 + 20},
		"games":      {agents.Games(t.Context(), db, []string{"a"}), 1},
	} {
		t.Run(name, func(t *testing.T) {
			var text bytes.Buffer
			if err := c.table.CSV(&text); err != nil {
				t.Fatal(err)
			}
			lines, err := csv.NewReader(&text).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			if len(lines) != 1+c.rows {
				t.Fatalf("got %d lines, want a heading and %d rows", len(lines), c.rows)
			}
			// An opening box holds beads of three distinct moves. Nothing fills the columns of the others.
			unused := regexp.MustCompile("^opening_beads_[346789]$")
			want := slices.DeleteFunc(slices.Clone(c.table.Headings), unused.MatchString)
			if !slices.Equal(lines[0], want) {
				t.Errorf("got the columns %q, want %q", lines[0], want)
			}
		})
	}
}

// TestGame checks the row of a game with a person.
func TestGame(t *testing.T) {
	var text bytes.Buffer
	if err := agents.Games(t.Context(), laboratory(t), []string{"a"}).CSV(&text); err != nil {
		t.Fatal(err)
	}
	heading, row, _ := strings.Cut(text.String(), "\n")
	if want := "agent,game,moves,result,resigned_by,learned,seed,played,version"; heading != want {
		t.Errorf("got heading %q, want %q", heading, want)
	}
	if want := "a,1,519,loss,agent,true,7,2"; !strings.HasPrefix(row, want) || !strings.HasSuffix(row, "Z,"+version.String()+"\n") {
		t.Errorf("got row %q, want one that begins with %q and ends in UTC", row, want)
	}
}

// TestNothing checks that a table without rows has its heading.
func TestNothing(t *testing.T) {
	var text bytes.Buffer
	none := agents.Games(t.Context(), laboratory(t), nil)
	if err := none.CSV(&text); err != nil || strings.Count(text.String(), "\n") != 1 {
		t.Errorf("got %q, %v", &text, err)
	}
}

// TestUnknown checks that writing a table of a missing agent returns the error.
func TestUnknown(t *testing.T) {
	db := laboratory(t)
	for _, table := range []tidy.Table{agents.Curves(t.Context(), db, []string{"a", "b"}), agents.Beads(t.Context(), db, []string{"b"})} {
		if err := table.CSV(&bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), `machine "b" not found`) {
			t.Errorf("got %v", err)
		}
	}
}

// TestChances checks that chances add up to 1 in each box, and that an empty box has none.
func TestChances(t *testing.T) {
	db := laboratory(t)
	run, err := live.NewMachines(db).NewRun(t.Context(),
		live.TrainOptions{Agent: "long", Games: 1000, Seed: 7, Rules: menace.Michie()})
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Do(t.Context(), live.Unobserved{}); err != nil {
		t.Fatal(err)
	}
	beads, chances, empty := map[any]int64{}, map[any]float64{}, 0
	table := agents.Beads(t.Context(), db, []string{"long"})
	for row, err := range table.Rows {
		if err != nil {
			t.Fatal(err)
		}
		box := row[slices.Index(table.Headings, "position")]
		beads[box] += row[slices.Index(table.Headings, "beads")].(int64)
		if chance := row[slices.Index(table.Headings, "probability")].(float64); !math.IsNaN(chance) {
			chances[box] += chance
		}
	}
	for box, n := range beads {
		sum, some := chances[box]
		if some != (n > 0) || some && math.Abs(sum-1) > 1e-12 {
			t.Errorf("box %v with %v beads: chances add up to %v", box, n, sum)
		}
		if !some {
			empty++
		}
	}
	if empty == 0 {
		t.Error("no box is empty: the test does not cover empty boxes")
	}
}

// TestNames checks that CSV, the JSON of an exported agent and the database have the same names.
func TestNames(t *testing.T) {
	db := laboratory(t)
	const schema = "../../../../../data/schema.sql"
	const key = "agent" // the name of the agent in exports, but a number in the database
	curve := agents.Curves(t.Context(), db, nil)
	added := []string{key, "version"}
	for _, name := range curve.Headings {
		if strings.HasPrefix(name, "opening_") {
			added = append(added, name)
		}
	}
	exact := tidytest.Members(t, agents.Strength{}, "against")
	tidytest.CheckNames(t, "export curve", curve, added,
		tidytest.Names(t, schema, []string{"curve"}, key, "opening", "boxes"),
		slices.Concat(exact, tidytest.Members(t, data.DocumentPoint{}, "boxes")))
	tidytest.CheckNames(t, "export beads", agents.Beads(t.Context(), db, nil),
		[]string{key, "box", "position", "probability", "version"},
		tidytest.Names(t, schema, []string{"beads"}, key), tidytest.Members(t, data.DocumentBead{}))
	tidytest.CheckNames(t, "export games", agents.Games(t.Context(), db, nil), []string{key, "game", "version"},
		tidytest.Names(t, schema, []string{"games"}, key, "id", "boxes", "class", "pupil"),
		tidytest.Members(t, data.PlayedGame{}, "boxes"))
}
