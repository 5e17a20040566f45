package classroom

import (
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/sentences"
	"menace/data"
	"menace/data/datatest"
	"menace/menace"
	"menace/menace/arena"
)

// page is the address of the page in tests.
const page = "http://localhost:1961/class"

// classOf opens the class against the machine "a" in a laboratory, and makes it if there is none.
func classOf(t *testing.T, db *data.DB) *Class {
	t.Helper()
	r := live.NewMachines(db)
	all := NewClasses(db, r)
	t.Cleanup(func() {
		r.Close()
		all.End()
	})
	a, err := db.ID(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	stored, err := db.ClassOf(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	var c *Class
	if stored == nil {
		c, err = all.Make(t.Context(), "7a", "a", "en", page)
	} else {
		c, err = all.Open(t.Context(), stored.ID, page)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// newClass returns a class that shows nicknames, against a new machine "a" that refills empty boxes.
func newClass(t *testing.T) *Class {
	t.Helper()
	db, rules := datatest.Open(t, ""), menace.Michie()
	rules.OnEmpty = menace.Restock
	if _, err := agents.Make(t.Context(), db, "a", rules, 1); err != nil {
		t.Fatal(err)
	}
	c := classOf(t, db)
	c.must(t, c.Set(t.Context(), "names", true))
	c.classes.joining = newLimiter(time.Second, 1000)
	return c
}

func (c *Class) must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// join joins as a new pupil, with a new key.
func (c *Class) join(t *testing.T, nickname string) (key string, err error) {
	t.Helper()
	key = rand.Text()
	_, err = c.Join(t.Context(), key, nickname, nil, "192.0.2.1")
	return key, err
}

// holder returns the pupil with a key, or one without an ID.
func (c *Class) holder(key string) Pupil {
	for id := range c.State().Pupils {
		if p, ok := c.State().WithKey(id+1, key); ok {
			return p
		}
	}
	return Pupil{}
}

// mayPlay reports whether a pupil may play.
func (c *Class) mayPlay(id int) bool { return c.State().MayPlay(c.State().Pupils[id-1]) }

// TestCodes checks that a code admits to its class however it is typed, and that no other text does, nor the code that
// the class had before.
func TestCodes(t *testing.T) {
	c := newClass(t)
	s, code := c.classes, c.Code()
	if !isCode(code, 8) {
		t.Errorf("got the code %q", code)
	}
	for _, typed := range []string{code, " " + code[:4] + " " + code[4:] + " ", code[:2] + "-" + code[2:]} {
		if found, err := s.EnterByCode(typed, Guesser{}); err != nil || found != (Admission{Class: c}) {
			t.Errorf("%q: got %v, %v", typed, found, err)
		}
	}
	for n, wrong := range []string{"", code[:7], code + "0", strings.Repeat("x", 1000), strings.Repeat("\u0660", 8)} {
		if found, err := s.EnterByCode(wrong, Guesser{Address: fmt.Sprint(n)}); err == nil {
			t.Errorf("%q admits to %v", wrong, found)
		}
	}
	c.must(t, c.NewCode(t.Context()))
	if _, err := s.EnterByCode(code, Guesser{}); !errors.Is(err, errWrongCode) {
		t.Errorf("the former code still admits: %v", err)
	}
	if found, err := s.EnterByCode(c.Code(), Guesser{}); err != nil || found.Class != c {
		t.Errorf("the new code admits to %v: %v", found, err)
	}
}

// TestKeys checks that only the whole key of a pupil or the teacher is the same, and that an empty one never is.
func TestKeys(t *testing.T) {
	c := newClass(t)
	ann, err := c.join(t, "Ann")
	c.must(t, err)
	s := c.classes
	if !s.IsTeacher(t.Context(), "") {
		t.Error("there is a teacher before anything is restricted")
	}
	link := s.Restrict()
	teacher, err := s.NewTeacher(t.Context())
	c.must(t, err)
	for key, want := range map[string]bool{teacher: true, "": false, teacher[:25]: false, teacher + "A": false, ann: false, link: false,
		data.HashKey(teacher): false} {
		if s.IsTeacher(t.Context(), key) != want {
			t.Errorf("%q is the teacher's: %t", key, !want)
		}
	}
	for key, want := range map[string]bool{ann: true, "": false, ann[1:]: false, teacher: false} {
		if _, ok := c.State().WithKey(1, key); ok != want {
			t.Errorf("%q is Ann's: %t", key, ok)
		}
	}
	without := &State{Pupils: []Pupil{{ID: 1, Name: "Ann"}}}
	if _, ok := without.WithKey(1, ""); ok {
		t.Error("an empty key is that of a pupil without one")
	}
	for key, want := range map[string]bool{link: true, "": false, teacher: false} {
		if s.OpensLink(key) != want {
			t.Errorf("%q is the key in the link: %t", key, !want)
		}
	}
	first, once := s.LinkOnce(), s.LinkOnce()
	if s.OpensLink(first) || !s.OpensLink(once) || s.OpensLink(once) || !s.OpensLink(link) {
		t.Error("of the links that are valid once, the last is not, or not only, valid once")
	}
	again := NewClasses(s.db, s.live)
	if again.Restrict() == link || !again.IsTeacher(t.Context(), teacher) {
		t.Error("after a restart the link is the same, or a browser of the teacher is out")
	}
}

// TestNicknames checks that nicknames are visible and short, and unique even if case is ignored.
func TestNicknames(t *testing.T) {
	c := newClass(t)
	for _, name := range []string{"Ann", "  Ben  B. ", "Zoë", "王小明", "さくら花", "Anna 王", "🦊", "<b>", "Ольга",
		strings.Repeat("n", maxNickname)} {
		if _, err := c.join(t, name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{"", "  ", "ann", "ANN", "ben b.", "zoe\u0308", "ольга", "a\x00b", "\u202eabc",
		strings.Repeat("n", maxNickname+1),
	} {
		if _, err := c.join(t, name); err == nil {
			t.Errorf("%q is accepted", name)
		}
	}
	for _, p := range c.Standing(false).Pupils {
		if p.Name != strings.TrimSpace(p.Name) || p.Name == "Ben  B." {
			t.Errorf("a pupil has the name %q", p.Name)
		}
	}
	if err := c.Manage(t.Context(), 1, "rename", "BEN B."); err == nil {
		t.Error("a pupil may be renamed to the name of another")
	}
	c.must(t, c.Manage(t.Context(), 1, "rename", "ANN"))
	if p, _ := c.State().Pupil(1); p.Name != "ANN" {
		t.Errorf("the pupil has the name %s", p.Name)
	}
}

// animal returns the animal of the pupil with an ID.
func animal(id int) string { return new(State).animal(id) }

// TestHiddenNames checks that no nickname is on pages that may be projected until nicknames are shown, and that each
// pupil has an animal.
func TestHiddenNames(t *testing.T) {
	c := newClass(t)
	c.must(t, c.Set(t.Context(), "names", false))
	seen := map[string]bool{}
	for n := range 99 {
		if n == MaxPupils {
			break
		}
		if _, err := c.join(t, fmt.Sprint("secret", n)); err != nil {
			t.Fatal(err)
		}
		seen[animal(n+1)] = true
	}
	c.playOut(t, 2)
	c.must(t, c.Manage(t.Context(), 3, "remove", ""))
	s := c.Standing(false)
	if text := fmt.Sprint(s); strings.Contains(text, "secret") || s.Last.Name != animal(2) ||
		len(s.Removed) != 1 {
		t.Errorf("got the standing %s", text)
	}
	if s := c.Standing(true); !strings.HasPrefix(s.Pupils[0].Name, "secret") {
		t.Errorf("on a device that nobody projects: got %+v", s.Pupils[0])
	}
	if len(seen) != 99 {
		t.Errorf("got %d animals", len(seen))
	}
	c = newClass(t)
	c.join(t, animal(2))
	c.must(t, c.Set(t.Context(), "animals", true))
	for range 2 {
		if _, err := c.join(t, ""); err != nil {
			t.Error(err)
		}
	}
	if p, _ := c.State().Pupil(2); p.Name != animal(3) {
		t.Errorf("the second pupil has the name %s", p.Name)
	}
	if p, _ := c.State().Pupil(3); p.Name != animal(4) {
		t.Errorf("the third pupil has the name %s", p.Name)
	}
}

// TestFull checks that a full class admits another pupil only after one is removed, who stays out until let in again.
func TestFull(t *testing.T) {
	c := newClass(t)
	var keys []string
	for n := range MaxPupils {
		key, err := c.join(t, fmt.Sprint("pupil ", n))
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key)
	}
	if _, err := c.join(t, "one more"); err == nil {
		t.Error("a full class admits another pupil")
	}
	c.must(t, c.Manage(t.Context(), 1, "remove", ""))
	removed := c.holder(keys[0])
	if !removed.Removed || c.mayPlay(1) {
		t.Errorf("the removed pupil is %+v", removed)
	}
	if _, err := c.join(t, "somebody else"); !errors.Is(err, errLocked) {
		t.Errorf("the removed pupil can come back with another browser: %v", err)
	}
	c.must(t, c.Set(t.Context(), "locked", false))
	if _, err := c.Join(t.Context(), rand.Text(), "somebody else", []Pupil{removed}, "192.0.2.1"); err == nil ||
		err.Error() != "your teacher has removed pupil 0: only your teacher can change that" {
		t.Errorf("the removed pupil joins under another name: %v", err)
	}
	key, err := c.join(t, "pupil 0")
	if p := c.holder(key); err != nil || p.ID == 1 || p.Name != "pupil 0" {
		t.Errorf("%+v, %v", p, err)
	}
	c.must(t, c.Manage(t.Context(), 1, "return", ""))
	if p := c.holder(keys[0]); p.Removed || p.Name != animal(1) {
		t.Errorf("the pupil who is let in again is %+v", p)
	}
	if err := c.Manage(t.Context(), MaxPupils+2, "remove", ""); err == nil {
		t.Error("a pupil who was not removed can return")
	}
}

// TestOneSeat checks that a key gives one place even if it is used several times at once, that thirty pupils behind one
// address can join at the same moment, and that joining is rate-limited for each address.
func TestOneSeat(t *testing.T) {
	c := newClass(t)
	c.classes.joining = NewClasses(nil, nil).joining
	key := rand.Text()
	results := make(chan error)
	for n := range 20 {
		go func() {
			_, err := c.Join(t.Context(), key, fmt.Sprint("Ann ", n), nil, "192.0.2.1")
			results <- err
		}()
	}
	for range 20 {
		c.must(t, <-results)
	}
	if joined := len(c.Standing(false).Pupils); joined != 1 {
		t.Errorf("%d pupils joined with one key", joined)
	}
	for n := range 30 {
		if _, err := c.join(t, fmt.Sprint("Ben ", n)); err != nil {
			t.Errorf("pupil %d from one address: %v", n+2, err)
		}
	}
	c.classes.joining = newLimiter(time.Hour, 1)
	for n, want := range []bool{true, false} {
		_, err := c.join(t, fmt.Sprint("Cas ", n))
		if (err == nil) != want || err != nil && !strings.Contains(err.Error(), "try again in 3,600 seconds") {
			t.Errorf("pupil %d from the same address: got %v", n, err)
		}
	}
	if _, err := c.Join(t.Context(), rand.Text(), "Dan", nil, "192.0.2.2"); err != nil {
		t.Errorf("from another address: got %v", err)
	}
	for _, wrong := range []string{"", "short", strings.Repeat("A", 27), strings.Repeat("a", 26)} {
		if _, err := c.Join(t.Context(), wrong, "Eve", nil, "192.0.2.3"); err == nil {
			t.Errorf("%q is accepted as a key", wrong)
		}
	}
}

// TestLimiter checks that the limiter allows a burst, and then one action at a time.
func TestLimiter(t *testing.T) {
	l, now := newLimiter(20*time.Second, 3), time.Now()
	for i, step := range []struct{ after, wait time.Duration }{
		{0, 0}, {0, 0}, {0, 0}, {0, 20 * time.Second}, {5 * time.Second, 15 * time.Second}, {15 * time.Second, 0},
		{0, 20 * time.Second}, {time.Minute, 0}, {0, 0}, {0, 0}, {0, 20 * time.Second},
	} {
		now = now.Add(step.after)
		if wait := l.wait("ann", now); wait != step.wait {
			t.Errorf("step %d: wait %v, want %v", i, wait, step.wait)
		}
	}
	if l.wait("ben", now) != 0 || len(l.clients) != 2 {
		t.Error("others have to wait too")
	}
	l.wait("cas", now.Add(time.Hour))
	if len(l.clients) != 1 {
		t.Errorf("the limiter remembers %d clients", len(l.clients))
	}
}

// TestDoor checks that nobody can join a locked class, and that a lost place is given back once even then.
func TestDoor(t *testing.T) {
	c := newClass(t)
	ann, err := c.join(t, "Ann")
	c.must(t, err)
	c.must(t, c.Set(t.Context(), "locked", true))
	if _, err := c.join(t, "Ben"); !errors.Is(err, errLocked) {
		t.Errorf("somebody joins a locked class: %v", err)
	}
	c.must(t, c.Manage(t.Context(), 1, "place", ""))
	p, _ := c.State().Pupil(1)
	if found, err := c.classes.EnterByCode(formatCode(p.PlaceCode), Guesser{}); err != nil || found != (Admission{c, 1}) {
		t.Errorf("the code for the place gives %v, %v", found, err)
	}
	id := c.stored.ID
	c.stored.ID = 99 // the class cannot be stored
	if key, err := c.GiveBack(t.Context(), 1, p.PlaceCode); key != "" || err == nil {
		t.Errorf("a place is given back with the key %q, which is not stored: %v", key, err)
	}
	c.stored.ID = id
	found, err := c.GiveBack(t.Context(), 1, p.PlaceCode)
	if err != nil || c.holder(found).ID != 1 || c.holder(ann).ID != 0 {
		t.Errorf("Ann's place is given to %+v, and the old key is that of %+v: %v", c.holder(found), c.holder(ann), err)
	}
	if _, err := c.GiveBack(t.Context(), 1, p.PlaceCode); !errors.Is(err, errWrongCode) {
		t.Errorf("the code works twice: %v", err)
	}
	if _, err := c.GiveBack(t.Context(), 1, ""); !errors.Is(err, errWrongCode) {
		t.Errorf("no code gives a place back: %v", err)
	}
	c.must(t, c.Set(t.Context(), "locked", false))
	_, err = c.join(t, "Ben")
	c.must(t, err)
	if err := c.Set(t.Context(), "nonsense", true); err == nil {
		t.Error("an unknown setting is accepted")
	}
}

// TestPause checks that a pupil who is paused, individually or with the class, cannot play.
func TestPause(t *testing.T) {
	c, ctx := newClass(t), t.Context()
	c.join(t, "Ann")
	c.join(t, "Ben")
	for _, step := range []struct {
		do       func() error
		ann, ben bool
	}{
		{func() error { return nil }, true, true},
		{func() error { return c.Manage(ctx, 1, "pause", "") }, false, true},
		{func() error { return c.Set(ctx, "paused", true) }, false, false},
		{func() error { return c.Manage(ctx, 1, "play", "") }, false, false},
		{func() error { return c.Set(ctx, "paused", false) }, true, true},
		{func() error { return c.Manage(ctx, 2, "remove", "") }, true, false},
	} {
		c.must(t, step.do())
		if c.mayPlay(1) != step.ann || c.mayPlay(2) != step.ben {
			t.Errorf("Ann may play: %t, Ben: %t; want %t, %t", c.mayPlay(1), c.mayPlay(2), step.ann, step.ben)
		}
	}
}

// TestStanding checks that each game counts once, even if its pupil has left.
func TestStanding(t *testing.T) {
	c := newClass(t)
	c.join(t, "ben")
	c.join(t, "Ann")
	count := func(pupil int, result string) {
		(&guests{c, c.Machine()}).Ended(pupil, data.PlayedGame{Pupil: pupil, Result: result})
	}
	count(2, "draw")
	count(1, "win")
	count(2, "loss")
	c.must(t, c.Manage(t.Context(), 2, "remove", ""))
	c.must(t, c.Set(t.Context(), "locked", false))
	count(1, "loss")
	s := c.Standing(false)
	if (s.Total != arena.Tally{Win: 1, Draw: 1, Loss: 2}) || len(s.Pupils) != 1 ||
		(s.Pupils[0].Score != arena.Tally{Win: 1, Loss: 1}) {
		t.Errorf("got %+v", s)
	}
	if want := (Result{"ben", "won"}); s.Last != want {
		t.Errorf("got the last game %v", s.Last)
	}
	for _, name := range []string{"Ann", "pupil 10", "Pupil 2", "pupil 1"} {
		c.join(t, name)
	}
	var names []string
	for _, p := range c.Standing(false).Pupils {
		names = append(names, p.Name)
	}
	if want := []string{"Ann", "ben", "pupil 1", "Pupil 2", "pupil 10"}; !slices.Equal(names, want) {
		t.Errorf("got the pupils in the order %v", names)
	}
}

// playOut plays a pupil's game to its end, always with the first legal move.
func (c *Class) playOut(t *testing.T, pupil int) {
	t.Helper()
	m := c.MachineOf(pupil).Match(pupil)
	for begun := false; ; begun = true {
		v := m.View(t.Context())
		switch {
		case !v.Game.Over():
			c.must(t, m.Play(t.Context(), v.Game.Graph().MovesFrom(v.Game.Position())[0]))
		case !begun:
			c.must(t, m.New(t.Context(), "", true))
		case v.Ended != nil:
			return
		}
	}
}

// shownTo returns what a pupil sees of their match: score, seed and moves.
func (c *Class) shownTo(t *testing.T, player int) string {
	t.Helper()
	v := c.Machine().Match(player).View(t.Context())
	return fmt.Sprint(v.Score, v.Game.Seed(), v.Game.Moves())
}

// TestClassGoesOn checks that, however the program ended, the same class continues with everybody's key, score and
// game.
func TestClassGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "menace.db")
	rules, _ := menace.Preset("her")
	db := datatest.Open(t, path)
	if _, err := agents.Make(t.Context(), db, "a", rules, 1); err != nil {
		t.Fatal(err)
	}
	c := classOf(t, db)
	keys, want := map[string]int{}, map[int]string{}
	for n, name := range []string{"Ann", "Ben", "Cas"} {
		key, err := c.join(t, name)
		c.must(t, err)
		player := n + 1
		keys[key] = player
		for range n {
			c.playOut(t, player)
		}
		m := c.Machine().Match(player)
		if n > 0 {
			c.must(t, m.New(t.Context(), "", true))
		}
		if v := m.View(t.Context()); n < 2 {
			c.must(t, m.Play(t.Context(), v.Game.Graph().MovesFrom(v.Game.Position())[n]))
		}
		want[player] = c.shownTo(t, player)
	}
	c.must(t, c.Manage(t.Context(), 2, "pause", ""))
	c.must(t, c.Set(t.Context(), "paused", true))
	c.must(t, c.Manage(t.Context(), 3, "place", ""))
	for { // wait until the games are stored
		stored, err := db.Class(t.Context(), c.ID())
		c.must(t, err)
		if strings.Count(stored.State, "Unfinished") == 3 && strings.Count(stored.State, `"Moves":""`) == 1 {
			break
		}
		time.Sleep(time.Millisecond)
	}

	other := datatest.Open(t, path)
	if _, err := NewClasses(other, live.NewMachines(other)).Open(t.Context(), c.ID(), ""); err == nil || err.Error() !=
		"the class 7a is open in another window of the program, at http://localhost:1961/class" {
		t.Errorf("the class is opened twice: %v", err)
	}
	c.release() // the system does that after a kill
	again := classOf(t, datatest.Open(t, path))
	before, after := c.Standing(false), again.Standing(false)
	if fmt.Sprint(after) != fmt.Sprint(before) || after.Total.Games() != 3 {
		t.Errorf("got the standing %+v, want %+v", after, before)
	}
	if again.Code() != c.Code() || again.mayPlay(1) || !again.State().Pupils[1].Paused {
		t.Error("the code or pauses have changed")
	}
	for key, player := range keys {
		if p := again.holder(key); p.ID != player || again.shownTo(t, player) != want[player] {
			t.Errorf("pupil %d is %+v and sees %s, want %s", player, p, again.shownTo(t, player), want[player])
		}
	}
	again.must(t, again.Set(t.Context(), "paused", false))
	again.playOut(t, 1)
	again.classes.live.Close()
	again.classes.End()

	third := classOf(t, datatest.Open(t, path))
	if s := third.Standing(false); s.Total.Games() != 4 || s.Pupils[slices.IndexFunc(s.Pupils,
		func(p Pupil) bool { return p.ID == 1 })].Score.Games() != 1 {
		t.Errorf("after another game: got the standing %+v", s)
	}
	if v := third.Machine().Match(1).View(t.Context()); v.Game.Over() || len(v.Game.Moves()) != 0 {
		t.Errorf("a finished game continues: %v", v.Game.Moves())
	}
}

// machines returns the games played by each stored machine.
func (c *Class) machines(t *testing.T) map[string]int64 {
	t.Helper()
	all, err := agents.ReportAgents(t.Context(), c.classes.db)
	c.must(t, err)
	games := map[string]int64{}
	for _, a := range all {
		games[a.Agent] = a.Games
	}
	return games
}

// TestReset checks that a new machine takes over name and class, that the score is zero, and that the former machine is
// kept.
func TestReset(t *testing.T) {
	c, ctx := newClass(t), t.Context()
	c.join(t, "Ann")
	c.playOut(t, 1)
	old := c.Machine()
	check := func(total int64, machines map[string]int64) {
		t.Helper()
		now, err := c.Machine().Snapshot(ctx)
		if s := c.Standing(false); err != nil || now.Name != "a" || s.Total.Games() != total ||
			s.Pupils[0].Score.Games() != total || !maps.Equal(c.machines(t), machines) {
			t.Errorf("%s has %d games, %v; the machines are %v", now.Name, s.Total.Games(), err, c.machines(t))
		}
	}
	kept, err := c.Reset(ctx, true)
	if err != nil || kept != "a-2" || !c.State().StartedAgain {
		t.Errorf("kept %s, %v", kept, err)
	}
	check(0, map[string]int64{"a": 0, "a-2": 1})
	if v := c.Machine().Match(1).View(ctx); v.Score.Games() != 0 || len(v.Game.Moves()) > 1 {
		t.Errorf("the pupil's match has the score %+v", v.Score)
	}
	c.playOut(t, 1)
	c.playOut(t, 1)
	(&guests{c, old}).Ended(1, data.PlayedGame{Pupil: 1, Result: "win"}) // a game that ended too late
	check(2, map[string]int64{"a": 2, "a-2": 1})
	c.end()
	again := classOf(t, c.classes.db)
	if again.ID() != c.ID() || again.Standing(false).Total.Games() != 2 {
		t.Errorf("it continues with the standing %+v", again.Standing(false))
	}
}

// TestLanguage checks that the language of a class is stored, and that its pupils are named after animals in it.
func TestLanguage(t *testing.T) {
	c := newClass(t)
	c.must(t, c.SetLanguage(t.Context(), "de"))
	c.classes.End()
	again := classOf(t, c.classes.db)
	if l := again.Language(); l.Tag != "de" {
		t.Errorf("after opening it again, the language is %s", l.Tag)
	}
	for _, l := range language.All() {
		again.must(t, again.SetLanguage(t.Context(), l.Tag))
		seen := map[string]bool{}
		for id := 1; id <= MaxPupils; id++ {
			seen[again.State().animal(id)] = true
		}
		if len(seen) < MaxPupils {
			t.Errorf("%s: %d pupils have %d animals", l.Tag, MaxPupils, len(seen))
		}
	}
}

// TestGivingUp checks that a pupil can give up only a few games, with an explanation.
func TestGivingUp(t *testing.T) {
	c, ctx := newClass(t), t.Context()
	c.join(t, "Ann")
	m := c.Machine().Match(1)
	for range 100 {
		seed := m.View(ctx).Game.Seed()
		c.must(t, m.Resign(ctx))
		if v := m.View(ctx); v.Game.Over() || v.Game.Seed() != seed {
			t.Error("she gives up a game in which she has not moved")
		}
		c.must(t, m.Play(ctx, m.View(ctx).Game.Graph().MovesFrom(m.View(ctx).Game.Position())[0]))
		c.must(t, m.Resign(ctx))
		if v := m.View(ctx); !v.Game.Over() {
			break
		}
		c.must(t, m.New(ctx, "", true))
	}
	c.must(t, m.New(ctx, "", true))
	v := m.View(ctx)
	if v.Score.Games() != 3 || v.Game.Over() || !strings.Contains(v.Message.In(sentences.English), "You have begun many games") ||
		!strings.Contains(v.Message.In(sentences.English), "seconds") {
		t.Errorf("got %d games, %q", v.Score.Games(), v.Message.In(sentences.English))
	}
	seed := v.Game.Seed()
	c.must(t, m.New(ctx, "", true))
	if m.View(ctx).Game.Seed() != seed {
		t.Error("an unfinished game may be given up for another")
	}
	c.playOut(t, 1)
	if v := m.View(ctx); v.Score.Games() != 4 {
		t.Errorf("got %d games after continuing", v.Score.Games())
	}
	c.classes.givingUp = newLimiter(time.Hour, 1)
	for n, want := range []arena.Tally{{}, {Win: 1}} { // nothing for a game in which she has not moved
		clear(c.classes.givingUp.clients)
		c.must(t, m.New(ctx, "", true))
		before := m.View(ctx)
		if n == 1 {
			c.must(t, m.Play(ctx, before.Game.Graph().MovesFrom(before.Game.Position())[0]))
			if !m.View(ctx).Begun() {
				t.Error("the game has not begun")
			}
		}
		clear(c.classes.givingUp.clients)
		c.must(t, m.New(ctx, "", true))
		v := m.View(ctx)
		if v.Score != before.Score.Plus(want) || c.Standing(false).Total != v.Score || v.Begun() {
			t.Errorf("a new game changes the score from %+v to %+v, and the standing to %+v",
				before.Score, v.Score, c.Standing(false).Total)
		}
	}
	v = m.View(ctx)
	c.must(t, m.Play(ctx, v.Game.Graph().MovesFrom(v.Game.Position())[0]))
	c.must(t, m.New(ctx, "", true))
	if m.View(ctx).Score != v.Score || m.View(ctx).Game.Seed() != v.Game.Seed() {
		t.Error("a game that has begun is given up faster than the limit allows")
	}
}

// TestStoringDoesNotQueue checks that, while the database is slow, moves of pupils do not make a queue of goroutines
// that all store the class. A pupil who joins would wait for all of them.
func TestStoringDoesNotQueue(t *testing.T) {
	db := datatest.Open(t, "")
	if _, err := agents.Make(t.Context(), db, "a", menace.Michie(), 1); err != nil {
		t.Fatal(err)
	}
	c := classOf(t, db)
	c.changing.Lock()
	for range 200 {
		(&guests{c, c.Machine()}).Changed(1)
		for range 20 {
			runtime.Gosched() // lets the goroutine reach the mutex
		}
	}
	stacks := make([]byte, 1<<22)
	n := strings.Count(string(stacks[:runtime.Stack(stacks, true)]), ".storeGames(")
	c.changing.Unlock()
	if n != 1 {
		t.Errorf("%d goroutines store the class, want 1", n)
	}
}
