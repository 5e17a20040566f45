package classroom

import (
	"fmt"
	"testing"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/data/datatest"
	"menace/menace"
)

// TestTrial checks that in a trial half of the pupils play against a machine that learns, and the others against a twin
// that keeps every bead, also after the program was started again, and that all play against the former afterwards.
func TestTrial(t *testing.T) {
	ctx, rules := t.Context(), mustPreset(t, "her")
	db := datatest.Open(t, "")
	if _, err := agents.Make(ctx, db, "a", rules, 1); err != nil {
		t.Fatal(err)
	}
	c := classOf(t, db)
	for _, name := range []string{"Ann", "Ben", "Cas", "Dan"} {
		_, err := c.join(t, name)
		c.must(t, err)
	}
	c.playOut(t, 1)
	kept, err := c.BeginTrial(ctx, true)
	if err != nil || kept != "a-2" || c.Standing(false).Total.Games() != 0 {
		t.Fatalf("kept %s, %v; the standing is %+v", kept, err, c.Standing(false))
	}
	boxes := func(m *live.Machine) string {
		now, err := m.Snapshot(ctx)
		c.must(t, err)
		return fmt.Sprint(now.Machine.Counts())
	}
	fresh := boxes(c.Machine())
	for range 10 {
		for pupil := 1; pupil <= 4; pupil++ {
			c.playOut(t, pupil)
		}
	}
	check := func(c *Class) {
		t.Helper()
		for pupil := 1; pupil <= 4; pupil++ {
			if twin := c.MachineOf(pupil) != c.Machine(); twin != (pupil%2 == 1) {
				t.Errorf("pupil %d plays against the twin: %v", pupil, twin)
			}
		}
		for _, m := range []*live.Machine{c.Machine(), c.twin()} {
			if n := len(c.gamesAgainst(m)); n != 20 {
				t.Errorf("got %d games against one of the machines, want 20", n)
			}
		}
		s := c.Standing(false)
		if s.Total.Games() != 40 || !s.Blind() {
			t.Errorf("got the standing %+v", s)
		}
		for _, p := range s.Pupils {
			if want := []string{"B", "A"}[p.ID%2]; p.Half != want || p.Score.Games() != 10 {
				t.Errorf("got the pupil %+v, want one of half %s with 10 games", p, want)
			}
		}
	}
	check(c)
	if boxes(c.twin()) != fresh || boxes(c.Machine()) == fresh {
		t.Error("the wrong machine has learned, both, or none")
	}
	list, err := c.classes.List(ctx)
	if _, taken := c.classes.Make(ctx, "7b", "a-twin", "en", page); err != nil || !isTwin(list, c.twin().ID()) ||
		taken == nil {
		t.Errorf("another class can have the twin: %v", err)
	}
	c.classes.live.Close()
	c.classes.End()

	again := classOf(t, db)
	check(again)
	again.must(t, again.Reveal(ctx))
	if again.Standing(false).Blind() || again.Standing(false).Trial == nil {
		t.Error("the trial is not revealed, or over")
	}
	again.must(t, again.EndTrial(ctx))
	again.playOut(t, 1)
	if s := again.Standing(false); s.Trial != nil || s.Total.Games() != 21 || again.MachineOf(1) != again.Machine() {
		t.Errorf("after the trial: got the standing %+v", s)
	}
}

// TestLostTwin checks that a trial ends when somebody has deleted its twin.
func TestLostTwin(t *testing.T) {
	c, ctx := newClass(t), t.Context()
	c.join(t, "Ann")
	_, err := c.BeginTrial(ctx, true)
	c.must(t, err)
	c.playOut(t, 1)
	c.must(t, c.checkTwin(ctx))
	if c.twin() == nil {
		t.Fatal("there is no trial")
	}
	c.must(t, c.classes.live.Delete(ctx, "a-twin"))
	c.must(t, c.checkTwin(ctx))
	if c.MachineOf(1) != c.Machine() {
		t.Error("the pupil plays against no machine")
	}
	c.playOut(t, 1)
}

func mustPreset(t *testing.T, name string) menace.Rules {
	t.Helper()
	rules, _ := menace.Preset(name)
	return rules
}
