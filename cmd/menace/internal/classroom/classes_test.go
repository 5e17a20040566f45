package classroom

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/data"
	"menace/data/datatest"
	"menace/menace"
)

// TestClasses checks that several classes are open at once, each with its own machine and code, and that a class is
// closed, goes on, and is deleted without the others.
func TestClasses(t *testing.T) {
	ctx, db := t.Context(), datatest.Open(t, "")
	r := live.NewMachines(db)
	all := NewClasses(db, r)
	t.Cleanup(func() { r.Close(); all.End() })
	var open []*Class
	for _, name := range []string{"7a", "7b"} {
		rules, err := menace.Preset("her")
		if err == nil {
			_, err = agents.Make(ctx, db, "her-"+name, rules, 1)
		}
		if err != nil {
			t.Fatal(err)
		}
		c, err := all.Make(ctx, name, "her-"+name, "en", page)
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, c)
		_, err = c.join(t, "Ann")
		c.must(t, err)
	}
	a, b := open[0], open[1]
	if a.Code() == b.Code() || a.Machine() == b.Machine() {
		t.Error("two classes share a code or a machine")
	}
	for wrong, machine := range map[string]string{"7a": "her-7a", "7c": "her-7a", "": "her-7a", "\x00": "her-7a", "8": "nobody"} {
		if _, err := all.Make(ctx, wrong, machine, "en", page); err == nil {
			t.Errorf("a class %q against %s is made", wrong, machine)
		}
	}
	a.playOut(t, 1)
	b.playOut(t, 1)
	b.playOut(t, 1)
	if err := all.Delete(ctx, a.ID()); err == nil || err.Error() != "this class is open: close it first" {
		t.Errorf("an open class is deleted: %v", err)
	}
	if err := agents.Delete(ctx, db, "her-7a"); err == nil || !strings.Contains(err.Error(), "close the class first") {
		t.Errorf("the machine of an open class is deleted: %v", err)
	}
	move(t, a, 1)
	want := a.shownTo(t, 1)
	if err := all.Close(ctx, a.ID()); err != nil {
		t.Fatal(err)
	}
	if _, err := a.join(t, "Ben"); !errors.Is(err, errClosed) {
		t.Errorf("somebody joins a closed class: %v", err)
	}
	m := a.Machine().Match(1)
	before := len(m.View(ctx).Game.Moves())
	if a.must(t, m.Play(ctx, m.View(ctx).Game.Graph().MovesFrom(m.View(ctx).Game.Position())[0])); len(m.View(ctx).Game.Moves()) != before {
		t.Error("a pupil plays in a closed class")
	}
	if _, err := all.EnterByCode(a.Code(), Guesser{}); err == nil {
		t.Error("the code of a closed class admits")
	}
	list, err := all.List(ctx)
	if err != nil || len(list) != 2 || !list[0].Here || list[1].Here || list[1].Pupils != 1 || list[1].Games != 1 ||
		list[1].Machine != "her-7a" || list[0].Games != 2 {
		t.Errorf("got the list %+v, %v", list, err)
	}
	a.Machine().Leave(1) // as in another process
	again, err := all.Open(ctx, a.ID(), page)
	if err != nil || again.shownTo(t, 1) != want || again.Code() != a.Code() {
		t.Errorf("%v: the pupil continues with %s, want %s", err, again.shownTo(t, 1), want)
	}
	again.must(t, all.Close(ctx, a.ID()))
	again.must(t, all.Delete(ctx, a.ID()))
	if list, err = all.List(ctx); err != nil || len(list) != 1 || b.Standing(false).Total.Games() != 2 {
		t.Errorf("got the list %+v, %v", list, err)
	}
	next, err := all.Make(ctx, "7a", "her-7a", "en", page)
	if err != nil || next.ID() == a.ID() || len(next.Standing(false).Pupils) != 0 || next.Standing(false).Total.Games() != 0 {
		t.Errorf("%v: a new class has the standing %+v", err, next.Standing(false))
	}
}

// move makes the first possible move of a pupil in a new game.
func move(t *testing.T, c *Class, pupil int) {
	t.Helper()
	m := c.Machine().Match(pupil)
	c.must(t, m.New(t.Context(), "", true))
	g := m.View(t.Context()).Game
	c.must(t, m.Play(t.Context(), g.Graph().MovesFrom(g.Position())[0]))
}

// TestOpenAgain checks that the classes that were open when the program ended open again, and no others.
func TestOpenAgain(t *testing.T) {
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "menace.db")
	db := datatest.Open(t, path)
	r := live.NewMachines(db)
	all := NewClasses(db, r)
	for _, name := range []string{"a", "b", "c"} {
		if _, err := agents.Make(ctx, db, name, menace.Michie(), 1); err != nil {
			t.Fatal(err)
		}
		if _, err := all.Make(ctx, name, name, "en", page); err != nil {
			t.Fatal(err)
		}
	}
	list, _ := all.List(ctx)
	if err := all.Close(ctx, list[1].ID); err != nil {
		t.Fatal(err)
	}
	r.Close()
	all.End()
	other := datatest.Open(t, path)
	r = live.NewMachines(other)
	all = NewClasses(other, r)
	opened, err := all.OpenAgain(ctx, page, func(err error) { t.Error(err) })
	var names []string
	for _, c := range opened {
		names = append(names, c.Name())
	}
	if err != nil || !slices.Equal(names, []string{"a", "c"}) {
		t.Errorf("got %v, %v", names, err)
	}
	r.Close()
	all.End()
}

// TestDamagedClass damages a stored class in every way that the program must not trust, and checks that it is not
// opened, that the list and the check say why in one line, and that it can be deleted and replaced.
func TestDamagedClass(t *testing.T) {
	c := newClass(t)
	all, l, ctx := c.classes, c.classes.db, t.Context()
	for _, name := range []string{"Ann", "Ben"} {
		if _, err := c.join(t, name); err != nil {
			t.Fatal(err)
		}
	}
	c.must(t, c.Manage(ctx, 1, "place", ""))
	c.playOut(t, 2)
	c.must(t, all.Close(ctx, c.ID()))
	sound, err := l.Class(ctx, c.ID())
	c.must(t, err)
	change := func(do func(*State)) func(*data.Class) {
		return func(stored *data.Class) {
			s := new(State)
			if err := json.Unmarshal([]byte(stored.State), s); err != nil {
				t.Fatal(err)
			}
			do(s)
			stored.State = s.encode()
		}
	}
	for want, damage := range map[string]func(*data.Class){
		"its pupils cannot be read":                      func(c *data.Class) { c.State = "garbage" },
		"its name is not valid":                          func(c *data.Class) { c.Name = "" },
		"pupil 1 has the number 0":                       change(func(s *State) { s.Pupils[0].ID = 0 }),
		"pupil 2 has the number 1":                       change(func(s *State) { s.Pupils[1].ID = 1 }),
		"pupil 1 has no key":                             change(func(s *State) { s.Pupils[0].KeyHash = "" }),
		"pupil 2 has no key, or that of another":         change(func(s *State) { s.Pupils[1].KeyHash = s.Pupils[0].KeyHash }),
		"the nickname of pupil 1 is not valid":           change(func(s *State) { s.Pupils[0].Name = "\x1b[2J" }),
		"the nickname of pupil 2 is not valid, or taken": change(func(s *State) { s.Pupils[1].Name = "ANN" }),
		"pupil 2, who played a game, is not in it":       change(func(s *State) { s.Pupils = s.Pupils[:1] }),
	} {
		stored := *sound
		damage(&stored)
		c.must(t, l.SaveClass(ctx, &stored))
		sound.Revision = stored.Revision
		var found []string
		Check(ctx, l, "", func(err error) {
			if err != nil {
				found = append(found, err.Error())
			}
		})
		_, err := all.Open(ctx, c.ID(), page)
		list, failed := all.List(ctx)
		if !errors.Is(err, data.ErrCorrupt) || !strings.Contains(err.Error(), want) || failed != nil ||
			len(found) != 1 || found[0] != err.Error() || strings.Contains(err.Error(), "\n") ||
			list[0].Damaged == "" && !strings.Contains(want, "game") {
			t.Errorf("%s: opening it returns %v, the check %q, the list %q, %v", want, err, found, list[0].Damaged, failed)
		}
		if release, err := l.ClaimClass(ctx, c.ID()); err != nil {
			t.Errorf("%s: the class stays claimed: %v", want, err)
		} else {
			release()
		}
	}
	c.must(t, all.Delete(ctx, c.ID()))
	if _, err := all.Make(ctx, "7a", "a", "en", page); err != nil {
		t.Errorf("a new class does not replace a damaged one: %v", err)
	}
}

// TestWithoutCodes checks that a class without valid codes, as in a backup or from an earlier version, gets a new code
// when it is opened, and that its pupils stay in it, without codes for lost places.
func TestWithoutCodes(t *testing.T) {
	c := newClass(t)
	all, ctx := c.classes, t.Context()
	key, err := c.join(t, "Ann")
	c.must(t, err)
	for _, code := range []string{"-1", "123456", ""} {
		c.must(t, c.Manage(ctx, 1, "place", ""))
		c.must(t, all.Close(ctx, c.ID()))
		stored, err := all.db.Class(ctx, c.ID())
		c.must(t, err)
		place := c.State().Pupils[0].PlaceCode
		stored.Code, stored.State = code, strings.ReplaceAll(stored.State, place, place[:8])
		c.must(t, all.db.SaveClass(ctx, stored))
		Check(ctx, all.db, "", func(err error) { c.must(t, err) })
		c, err = all.Open(ctx, c.ID(), page)
		if err != nil {
			t.Fatal(err)
		}
		if now, err := all.db.Class(ctx, c.ID()); err != nil || !isCode(c.Code(), 8) || now.Code != c.Code() {
			t.Errorf("for %q the class gets the code %q, and %q is stored, %v", code, c.Code(), now.Code, err)
		}
		if c.holder(key).Name != "Ann" || c.State().Pupils[0].PlaceCode != "" {
			t.Errorf("for %q: got %+v", code, c.State().Pupils[0])
		}
	}
}

// TestBackupOpensNothing checks that neither a backup nor its free space contains the code of a class or of a place,
// and that a backup that is restored, or opened directly, draws new codes. The files and the log of the database
// contain the codes, so the test would find them.
func TestBackupOpensNothing(t *testing.T) {
	c := newClass(t)
	all, ctx := c.classes, t.Context()
	key, err := c.join(t, "Ann")
	c.must(t, err)
	codes := []string{c.Code()}
	for range 50 { // many states of the class, whose space becomes free
		c.must(t, c.Manage(ctx, 1, "place", ""))
		codes = append(codes, c.State().Pupils[0].PlaceCode)
	}
	contained := func(path string) (n int) {
		for _, file := range data.Files(path) {
			content, _ := os.ReadFile(file)
			for _, code := range codes {
				n += bytes.Count(content, []byte(code))
			}
		}
		return n
	}
	backup := filepath.Join(t.TempDir(), "backup.db")
	c.must(t, all.db.Backup(ctx, backup))
	if contained(all.db.Path()) < len(codes) || contained(backup) != 0 {
		t.Errorf("the codes are %d times in the database, %d times in the backup", contained(all.db.Path()), contained(backup))
	}

	copied := filepath.Join(t.TempDir(), "copy.db") // by hand, with all codes
	c.must(t, all.db.Backup(ctx, copied))
	raw, err := data.Open(ctx, copied, data.Write)
	c.must(t, err)
	stored, err := all.db.Class(ctx, c.ID())
	c.must(t, err)
	c.must(t, raw.SaveClass(ctx, stored))
	raw.Close()
	restored := filepath.Join(t.TempDir(), "restored.db")
	from, err := data.Open(ctx, copied, data.Read)
	c.must(t, err)
	_, err = data.Restore(ctx, from, restored)
	c.must(t, err)
	from.Close()
	if contained(copied) == 0 || contained(restored) != 0 {
		t.Errorf("the codes are %d times in the copy, %d times after it was restored", contained(copied), contained(restored))
	}

	for _, path := range []string{backup, restored} {
		db, err := data.Open(ctx, path, data.Write)
		c.must(t, err)
		t.Cleanup(func() { db.Close() })
		r := live.NewMachines(db)
		again := NewClasses(db, r)
		t.Cleanup(func() { r.Close(); again.End() })
		opened, err := again.OpenAgain(ctx, page, func(err error) { t.Error(err) })
		if err != nil || len(opened) != 1 || !isCode(opened[0].Code(), codeDigits) || opened[0].holder(key).Name != "Ann" {
			t.Fatalf("got %v, %v", opened, err)
		}
		for _, code := range codes {
			if found, err := again.EnterByCode(code, Guesser{Address: code}); err == nil {
				t.Errorf("the code %s admits to %v", code, found)
			}
		}
	}
}

// TestNewCode checks that codes keep their leading zeros.
func TestNewCode(t *testing.T) {
	seen := map[byte]bool{}
	for range 1000 {
		code := newCode(codeDigits)
		if !isCode(code, codeDigits) {
			t.Fatalf("got the code %q", code)
		}
		seen[code[0]] = true
	}
	if len(seen) != 10 {
		t.Errorf("got codes that begin with %s", fmt.Sprint(seen))
	}
}
