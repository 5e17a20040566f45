package agents

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"menace/data"
	"menace/menace"
)

// withGame returns an exported agent, with these rules, that has played with a person.
func withGame(t *testing.T, rules menace.Rules, moves string) string {
	t.Helper()
	doc := &data.Document{}
	if err := json.Unmarshal([]byte(exportedOf(t, rules)), doc); err != nil {
		t.Fatal(err)
	}
	doc.Games = []data.PlayedGame{{Moves: moves, Result: "loss", Resigned: "agent"}}
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// without removes the value at a path, such as "beads[3].count", from a JSON text.
func without(t *testing.T, text, path string) string {
	t.Helper()
	var whole any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber() // keeps numbers unchanged
	if err := decoder.Decode(&whole); err != nil {
		t.Fatal(err)
	}
	at := whole
	steps := regexp.MustCompile(`[a-z_]+[1-4]?|\d+`).FindAllString(path, -1)
	for _, step := range steps[:len(steps)-1] {
		if n, err := strconv.Atoi(step); err == nil {
			at = at.([]any)[n]
		} else {
			at = at.(map[string]any)[step]
		}
	}
	object, last := at.(map[string]any), steps[len(steps)-1]
	if _, ok := object[last]; !ok {
		t.Fatalf("the document has no %s", path)
	}
	delete(object, last)
	shorter, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	return string(shorter)
}

// TestMissingFields checks that a document in which a field is missing is refused.
func TestMissingFields(t *testing.T) {
	her, err := menace.Preset("her") // whose document is short
	if err != nil {
		t.Fatal(err)
	}
	text := withGame(t, her, "7-4 2-4 8-4")
	readChanged(t, text, "", "", "")
	for _, path := range strings.Fields(`
		name seed random win draw loss resigned created rules beads sessions curve games_with_people
		rules.game rules.plays rules.beads_1 rules.beads_4 rules.reward_win rules.reward_draw rules.reward_loss rules.moves rules.on_empty
		rules.credit
		beads[0].moves_played beads[0].position_code beads[3].move beads[44].beads
		sessions[0].opponent sessions[0].both_learn sessions[0].seed sessions[0].start sessions[0].games
		sessions[0].win sessions[0].draw sessions[0].loss sessions[0].resigned sessions[0].started sessions[0].seconds
		curve[0].win curve[0].draw curve[0].loss curve[1].resigned curve[0].random curve[0].perfect
		curve[0].worst curve[2].boxes curve[0].random.win curve[0].perfect.draw curve[1].worst.loss
		games_with_people[0].game games_with_people[0].moves games_with_people[0].result games_with_people[0].resigned_by
		games_with_people[0].learned games_with_people[0].seed games_with_people[0].played`) {
		_, err := ReadDocument(without(t, text, path), "b")
		if want := "not JSON as menace exports it: " + path + " is missing"; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestFieldsAsExported checks that values which encoding/json would silently change are refused.
func TestFieldsAsExported(t *testing.T) {
	text := withGame(t, menace.Michie(), "519")
	for _, c := range []struct{ old, changed, fault string }{
		{"", "", ""},
		{`"seed":1,"random"`, `"Seed":1,"random"`, "seed is missing"},
		{`"beads_1":4,`, ``, "rules.beads_1 is missing"},
		{`"beads_1":4,`, `"beads_5":4,`, `rules: unknown field "beads_5"`},
		{`"version":`, `"unheard_of":{},"version":99`,
			"exported by a newer version of menace: it has format version 99"},
		{`"version":`, `"version":-`, "there is no format version -"},
		{`"menace agent"`, `"menace league"`, "not a machine that menace exported"},
	} {
		readChanged(t, text, c.old, c.changed, c.fault)
	}
}
