package agents_test

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/mistake"
	"menace/data"
	"menace/data/datatest"
	"menace/menace"
	"menace/menace/arena"
)

// trained returns an agent that has been trained against random moves.
func trained(t testing.TB, name string, rules menace.Rules, games int64) *data.Agent {
	t.Helper()
	a, err := data.NewAgent(name, rules, 7)
	if err != nil {
		t.Fatal(err)
	}
	schedule, err := arena.ParseSchedule(a.Machine.Graph(), "random")
	if err != nil {
		t.Fatal(err)
	}
	a.Begin("random", false, "test")
	training := arena.Training{Learner: a.Career, Opponent: schedule[0].Opponent, Random: a.Random}
	training.Run(context.Background(), games)
	return a
}

// TestLinkIsTheMachine sends machines through links. They arrive with the same rules, beads and exact strength. The
// link does not depend on the name of the machine.
func TestLinkIsTheMachine(t *testing.T) {
	preset := func(name string) menace.Rules {
		rules, _ := menace.Preset(name)
		return rules
	}
	odd := menace.Michie()
	odd.Beads, odd.Loss, odd.Moves, odd.Credit = [4]int64{1_000_000, 9, 8, 7}, -12, menace.All, menace.CreditLast
	own, err := menace.Usual(`own:{"name":"stairs","rules":"Go down\nthe stairs.","begin":"3","moves":{"3":["2","1"],` +
		`"2":["1","ground"],"1":["ground"]},"ends":{"ground":"loses"}}`)
	if err != nil {
		t.Fatal(err)
	}
	for name, rules := range map[string]menace.Rules{
		"michie": menace.Michie(), "her": preset("her"), "nim": preset("nim"), "odd": odd, "own": own,
	} {
		for _, games := range []int64{0, 1, 10_000} {
			a := trained(t, "Anna-Schmidt", rules, games)
			link, err := agents.Link(a.Machine, a.Career.Tally)
			if err != nil {
				t.Fatal(err)
			}
			b := trained(t, "somebody-else", rules, games)
			if other, _ := agents.Link(b.Machine, b.Career.Tally); other != link {
				t.Errorf("%s: the link depends on the name", name)
			}
			if name == "michie" && len(link) > 1450 {
				t.Errorf("the link of a machine with %d games has %d characters", games, len(link))
			}
			i, err := agents.ReadLink("https://menace.example/"+link[:20]+"\n "+link[20:], "arrived")
			if err != nil {
				t.Fatalf("%s after %d games: %v", name, games, err)
			}
			got := i.Agent
			if got.Name != "arrived" || got.Machine.Rules() != rules || got.Career.Tally != a.Career.Tally ||
				!slices.Equal(got.Machine.Counts(), a.Machine.Counts()) {
				t.Errorf("%s after %d games: another machine has arrived", name, games)
			}
			was := arena.Measure(a.Machine, rules.Plays, a.Career.Tally)
			if is := arena.Measure(got.Machine, rules.Plays, a.Career.Tally); !is.Same(was) {
				t.Errorf("%s after %d games: its strength is %v, was %v", name, games, is, was)
			}
		}
	}
}

// packed returns a link with this content and a right checksum.
func packed(content []byte) string {
	var b bytes.Buffer
	b.WriteByte(1)
	binary.Write(&b, binary.BigEndian, crc32.ChecksumIEEE(content))
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	w.Write(content)
	w.Close()
	return agents.LinkMark + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// TestHostileLinks checks that every link that no machine makes gets one short line, and no machine.
func TestHostileLinks(t *testing.T) {
	a := trained(t, "a", menace.Michie(), 200)
	link, err := agents.Link(a.Machine, a.Career.Tally)
	if err != nil {
		t.Fatal(err)
	}
	rules := "tictactoe\nfirst\n4,3,2,1\n3\n1\n-1\ndistinct\nresign\nall"
	with := func(rules string, numbers ...uint64) string {
		content := append(binary.AppendUvarint(nil, uint64(len(rules))), rules...)
		for _, n := range numbers {
			content = binary.AppendUvarint(content, n)
		}
		return packed(content)
	}
	all := slices.Repeat([]uint64{1}, 4+1087)
	hostile := map[string]string{
		"nothing": "", "only the mark": "#m=", "no mark": "https://menace.example/", "text": "#m=<script>",
		"a bomb":      packed(make([]byte, 30<<20)),
		"long":        agents.LinkMark + strings.Repeat("A", 10<<20),
		"no numbers":  with(rules),
		"too few":     with(rules, all[1:]...),
		"too many":    with(rules, append(all, 1)...),
		"too large":   with(rules, append(slices.Clone(all[1:]), 1<<63)...),
		"resigned":    with(rules, append([]uint64{0, 0, 0, 1}, all[4:]...)...),
		"a long text": packed(binary.AppendUvarint(nil, 1<<40)),
		"a game":      with(strings.Replace(rules, "tictactoe", "chess", 1), all...),
		"its own":     with(strings.Replace(rules, "tictactoe", `own:{"name":"x","begin":"y"}`, 1), all...),
		"a side":      with(strings.Replace(rules, "first", "third", 1), all...),
		"beads":       with(strings.Replace(rules, "4,3,2,1", "4,3", 1), all...),
		"newer":       with(rules+"\nmore\nmore\nmore\nmore\nmore\nmore\nmore\nmore", all...),
	}
	for n := range link {
		hostile["cut "+link[:n]] = link[:n]
	}
	for n := len(agents.LinkMark); n < len(link); n += 7 {
		other := []byte(link)
		other[n] ^= 1
		hostile["changed "+string(other[n:])] = string(other)
	}
	for name, link := range hostile {
		i, err := agents.ReadLink(link, "")
		if err == nil || i.Agent != nil {
			t.Errorf("%.40s: it became a machine", name)
			continue
		}
		if !errors.As(err, new(mistake.Error)) || len(err.Error()) > 200 || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40s: %v", name, err)
		}
	}
}

// FuzzReadLink checks that whatever stands in a link becomes a machine that can be sent on, or an error.
func FuzzReadLink(f *testing.F) {
	a := trained(f, "a", menace.Michie(), 50)
	link, _ := agents.Link(a.Machine, a.Career.Tally)
	f.Add(link)
	f.Fuzz(func(t *testing.T, link string) {
		i, err := agents.ReadLink(link, "a")
		if err != nil {
			return
		}
		if _, err := agents.Link(i.Agent.Machine, i.Agent.Career.Tally); err != nil {
			t.Error(err)
		}
	})
}

// TestMergeHalves trains two machines apart and merges them. The merged machine has the games of both, and in each
// colour of which neither lost its last bead the sum of their changes. A copy, and one that was trained further, is
// refused, and so is a machine with other rules.
func TestMergeHalves(t *testing.T) {
	ctx, db := t.Context(), datatest.Open(t, "")
	a, b := trained(t, "a", menace.Michie(), 300), trained(t, "b", menace.Michie(), 40)
	b.Seed++
	for _, agent := range []*data.Agent{a, b} {
		if err := db.Save(ctx, agent); err != nil {
			t.Fatal(err)
		}
	}
	export := func(name string) *data.Document {
		doc, err := db.Export(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		return doc
	}
	m, err := agents.Merge(ctx, db, "both", export("a"), export("b"))
	if err != nil {
		t.Fatal(err)
	}
	first, mine, yours := menace.New(menace.Michie()).Counts(), a.Machine.Counts(), b.Machine.Counts()
	for i, got := range m.Agent.Machine.Counts() {
		if want := max(0, mine[i]+yours[i]-first[i]); got != want {
			t.Fatalf("colour %d has %d beads, want %d", i, got, want)
		}
	}
	both := export("both") // reads and checks everything
	if both.Tally != a.Career.Tally.Plus(b.Career.Tally) || len(both.Sessions) != 2 || both.Sessions[1].Start != 300 {
		t.Errorf("its record is %+v, with sessions %+v", both.Tally, both.Sessions)
	}
	link, err := agents.Link(a.Machine, a.Career.Tally)
	if err != nil {
		t.Fatal(err)
	}
	linked, err := agents.ReadLink(link, "linked")
	if err != nil {
		t.Fatal(err)
	}
	byLink, err := linked.Document()
	if err != nil {
		t.Fatal(err)
	}
	if other, err := agents.Merge(ctx, db, "by-link", export("b"), byLink); err != nil ||
		!slices.Equal(other.Agent.Machine.Counts(), m.Agent.Machine.Counts()) {
		t.Errorf("merged with the machine of a link: %v", err)
	}
	if _, err := agents.Copy(ctx, db, "a", "copy"); err != nil {
		t.Fatal(err)
	}
	restock := menace.Michie()
	restock.OnEmpty = menace.Restock
	for what, other := range map[string]*data.Document{
		"itself": export("a"), "its copy": export("copy"), "the link of itself": byLink, "a part of it": both,
	} {
		if _, err := agents.Merge(ctx, db, "wrong", export("a"), other); !errors.As(err, new(mistake.Error)) {
			t.Errorf("merging with %s: %v", what, err)
		}
	}
	other, err := trained(t, "c", restock, 3).Document(nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := agents.Merge(ctx, db, "wrong", export("a"), other); !errors.As(err, new(mistake.Error)) {
		t.Errorf("merging machines with different rules: %v", err)
	}
	if names, _ := db.Names(ctx); slices.Contains(names, "wrong") {
		t.Error("a refused machine was stored")
	}
}
