package searches

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/menace/option"
	"menace/minimax"
)

// TestUsual checks that the usual values of the options that set up a game are valid.
func TestUsual(t *testing.T) {
	for _, g := range gametree.Games {
		o := usual(g)
		if err := option.Check(slices.Concat(setup(&o), players(&o))); err != nil {
			t.Errorf("%s: %v", g.Name, err)
		}
	}
}

// TestOptionErrors gives invalid values to options.
func TestOptionErrors(t *testing.T) {
	for _, c := range []struct{ game, option, value string }{
		{"uniform", "size", "1.5x2"}, {"uniform", "seed", "-1"},
		{"tree", "first", "second"}, {"tree", "players", "Alice"},
	} {
		i := slices.IndexFunc(gametree.Games, func(g gametree.Game) bool { return g.Name == c.game })
		o := usual(gametree.Games[i])
		err := option.Find(search.options(&o), c.option).Set(c.value)
		if err == nil || !strings.Contains(err.Error(), c.value) {
			t.Errorf("%s %s %s: %v", c.game, c.option, c.value, err)
		}
	}
}

// TestTableFits checks that no table may take more than half of the memory that Linux reports.
func TestTableFits(t *testing.T) {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		t.Skip("only Linux has this file")
	}
	var kilobytes int64
	if _, err := fmt.Sscanf(string(text), "MemTotal: %d kB", &kilobytes); err != nil {
		t.Fatal(err)
	}
	if most := mostEntries(); most < 1 || most > minimax.MaxTable || 16*most > kilobytes*1024/2 {
		t.Errorf("a table may have %d entries in a memory of %d kB", most, kilobytes)
	}
}
