package agents

import (
	"encoding/json"
	"fmt"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"menace/data"
	"menace/data/datatest"
	"menace/menace"
	"menace/menace/arena"
)

// Tests allocate much and keep little, so the collector need not run as often as in a long session.
var _ = debug.SetGCPercent(400)

// exported returns an exported agent.
func exported(t *testing.T) string {
	t.Helper()
	return exportedOf(t, menace.Michie())
}

// exportedOf returns an exported agent with these rules.
func exportedOf(t *testing.T, rules menace.Rules) string {
	t.Helper()
	db := datatest.Open(t, "")
	a, err := Make(t.Context(), db, "a", rules, 1)
	if err != nil {
		t.Fatal(err)
	}
	a.Begin("random", false, "test")
	run := arena.Training{Learner: a.Career, Opponent: arena.Random(a.Machine.Graph()), Random: a.Random}
	if _, err := run.Run(t.Context(), 200); err != nil {
		t.Fatal(err)
	}
	if err := db.Save(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	doc, err := db.Export(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}

// readChanged reads a document in which old is replaced, and checks that the error contains fault, or that there is no
// error if fault is "".
func readChanged(t *testing.T, text, old, replacement, fault string) {
	t.Helper()
	changed := strings.Replace(text, old, replacement, 1)
	if changed == text && old != "" {
		t.Errorf("%.30q is not in the document", old)
	}
	_, err := ReadDocument(changed, "b")
	if (err == nil) != (fault == "") || err != nil && !strings.Contains(err.Error(), fault) {
		t.Errorf("%.30q for %.30q: got %v, want %q", replacement, old, err, fault)
	}
}

func TestReadDocument(t *testing.T) {
	text := exported(t)
	list := func(element string) string {
		return `"sessions":[` + strings.Repeat(element+",", maxHistory) + element + `]`
	}
	sessions := text[strings.Index(text, `"sessions"`) : strings.Index(text, `"curve"`)-1]
	for _, c := range []struct{ old, changed, fault string }{
		{"", "", ""},
		{"\n", " \n\t\n", ""},
		{`"move":5`, `"move":261`, "there is no move 261 in the box with code 0 after 0 moves"},
		{`"position_code":0,`, `"position_code":65536,`, "there is no move 1 in the box with code 65536 after 0 moves"},
		{`"moves_played":0,`, `"moves_played":4294967296,`, "box with code 0 after 4294967296 moves"},
		{"\n", "}", "not JSON as menace exports it: something follows the end of the document"},
		{"\n", text, "not JSON as menace exports it: something follows the end of the document"},
		{`{"format"`, `{"fromat":1,"format"`, `not JSON as menace exports it: json: unknown field "fromat"`},
		{`"opponent":"random"`, `"opponent":"random\u001b[2J"`, `a session: unknown opponent "random\x1b[2J"`},
		{`"opponent":"random"`, `"opponent":"agent:a\nb"`, `a session: machine name "a\nb": `},
		{`"opponent":"random"`, `"opponent":"agent:b"`, ""},
		{`"seconds":`, `"seconds":-`, "a session has impossible numbers"},
		{`"games":200`, `"games":199`, "a session has impossible numbers"},
		{`"start":0`, `"start":1`, "its sessions have more than the 200 games that it has played"},
		{sessions, list("{}"), "more than 100000 sessions, games or checkpoints, the limit for a document"},
		{sessions, list("null"), "more than 100000 sessions, games or checkpoints, the limit for a document"},
		{sessions, sessions[:len(sessions)-1] + "," + sessions[len(`"sessions":[`):],
			"a session has impossible numbers"},
	} {
		readChanged(t, text, c.old, c.changed, c.fault)
	}
}

// TestCountedBeads checks that a machine whose beads somebody counted by hand is imported, and is not damaged.
func TestCountedBeads(t *testing.T) {
	text := exported(t)
	counted := regexp.MustCompile(`"move":1,"beads":\d+`).ReplaceAllString(text, `"move":1,"beads":40`)
	doc, err := ReadDocument(counted, "b")
	if err != nil {
		t.Fatal(err)
	}
	db := datatest.Open(t, "")
	a, err := db.Import(t.Context(), doc, "b")
	if err != nil {
		t.Fatal(err)
	}
	if first := a.Machine.Counts()[0]; first != 40 {
		t.Errorf("%d beads for the first move, want 40", first)
	}
	n := Check(t.Context(), db, "", func(err error) {
		if err != nil {
			t.Error(err)
		}
	})
	if n != 1 {
		t.Errorf("got %d machines", n)
	}
}

// TestTaught checks that the tally of a document must equal its sessions and the games with people from which the agent
// learned.
func TestTaught(t *testing.T) {
	doc := &data.Document{}
	if err := json.Unmarshal([]byte(exported(t)), doc); err != nil {
		t.Fatal(err)
	}
	doc.Games = []data.PlayedGame{{Moves: "519", Result: "loss", Resigned: "agent", Learned: true}}
	if err := doc.Check(""); err == nil || !strings.Contains(err.Error(), "its sessions and its games with people give") {
		t.Errorf("one game more: got %v", err)
	}
	doc.Games[0].Learned = false
	if err := doc.Check(""); err != nil {
		t.Errorf("a game without learning: got %v", err)
	}
	doc.Games[0].Learned = true
	doc.Tally.Loss++
	doc.Tally.Resigned++
	if err := doc.Check(""); err != nil {
		t.Errorf("a game that is in the tally: got %v", err)
	}
}

// TestImportAndCheckAgree changes one field of a document after another. Whatever is imported must then be whole: it is
// found undamaged, and it can be trained.
func TestImportAndCheckAgree(t *testing.T) {
	her, _ := menace.Preset("her")
	text := exportedOf(t, her)
	db := datatest.Open(t, "")
	imported, seen := 0, map[string]bool{}
	for _, found := range regexp.MustCompile(`"(\w+)":("[^"]*"|-?[\d.]+|true|false)`).FindAllStringSubmatchIndex(text, -1) {
		if name := text[found[2]:found[3]]; seen[name] {
			continue
		} else {
			seen[name] = true
		}
		for _, value := range []string{`0`, `40`, `1000000000000`, `"all"`, `"restock"`, `"2000-01-01T00:00:00Z"`} {
			changed := text[:found[4]] + value + text[found[5]:]
			name := fmt.Sprintf("m%d", imported)
			machine, err := Read(changed, name, menace.Michie(), nil)
			if err == nil {
				_, err = machine.Store(t.Context(), db, name)
			}
			if err != nil {
				continue
			}
			imported++
			complain := func(err error) {
				if err != nil {
					t.Errorf("%s with %s: imported, but %v", text[found[2]:found[3]], value, err)
				}
			}
			Check(t.Context(), db, name, complain)
			a, err := db.Load(t.Context(), name)
			if complain(err); err == nil {
				a.Begin("random", false, "test")
				run := arena.Training{Learner: a.Career, Opponent: arena.Random(a.Machine.Graph()), Random: a.Random}
				_, err := run.Run(t.Context(), min(10, menace.MaxGames-a.Career.Tally.Games()))
				complain(err)
				complain(db.Save(t.Context(), a))
				Check(t.Context(), db, name, complain)
			}
		}
	}
	if imported < 10 {
		t.Errorf("only %d documents were imported", imported)
	}
}
