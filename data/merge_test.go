package data

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"menace/data/sqlite"
	"menace/menace"
	"menace/menace/experiment"
)

// shards returns databases with parts of an experiment.
func shards(t testing.TB, folder string, of int64) (list []*DB) {
	t.Helper()
	for part := range of {
		path := filepath.Join(folder, fmt.Sprintf("shard %d?mode=ro#'.db", part))
		list = append(list, reopened(t, path, shardOf(t, experiment.Shard{Part: part + 1, Of: of})))
	}
	return list
}

// ran caches the contents of databases with a part of an experiment.
var ran = map[experiment.Shard][]byte{}

// shardOf returns the content of a database with a part of an experiment.
func shardOf(t testing.TB, s experiment.Shard) []byte {
	t.Helper()
	if ran[s] == nil {
		ran[s] = built(t, func(db *DB) { runAll(t, db, planned(t, db, "one"), s) })
	}
	return ran[s]
}

// wholeRows returns the rows of an experiment run in one piece.
func wholeRows(t testing.TB) string {
	t.Helper()
	return dump(t, reopened(t, filepath.Join(t.TempDir(), "whole.db"), shardOf(t, experiment.Whole)))
}

// left returns the files in a folder that a merge should have removed.
func left(t testing.TB, folder string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, ".menace-merge-*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestShardsMerge checks that merged shards have the same rows as the whole, in a new file or in an existing one with
// some of them, with up to as many databases as SQLite can attach and with more.
func TestShardsMerge(t *testing.T) {
	want := wholeRows(t)
	for _, of := range []int64{1, 3, 21} {
		folder := t.TempDir()
		list := shards(t, folder, of)
		path := filepath.Join(folder, "joined.db")
		for _, c := range []struct {
			from []*DB
			want Merged
		}{
			{list[:len(list)/2], Merged{"one", 21 / of * (of / 2), 21 / of * (of / 2), 21}},
			{list, Merged{"one", 21 - 21/of*(of/2), 21, 21}},
			{append(list, list...), Merged{"one", 0, 21, 21}},
		} {
			if len(c.from) == 0 {
				continue
			}
			got, err := Merge(t.Context(), path, c.from, true)
			if err != nil || !reflect.DeepEqual(got, []Merged{c.want}) {
				t.Errorf("%d of %d shards: got %+v, %v, want %+v", len(c.from), of, got, err, c.want)
			}
		}
		joined := open(t, path, Read)
		if dump(t, joined) != want {
			t.Errorf("%d merged shards have different rows from the whole", of)
		}
		if got, err := Merge(t.Context(), path, []*DB{joined}, false); err != nil || got[0].Added != 0 {
			t.Errorf("merging with itself: got %+v, %v", got, err)
		}
		fresh := filepath.Join(folder, "fresh.db")
		if _, err := Merge(t.Context(), fresh, list, false); err != nil || dump(t, open(t, fresh, Write)) != want {
			t.Errorf("%d shards merged into a new file have different rows from the whole: %v", of, err)
		}
		if files := left(t, folder); len(files) > 0 {
			t.Errorf("the files %q are left", files)
		}
	}
}

// TestMergeKnowsWhatIsMissing checks that nothing is merged if replicates are missing, unless that is accepted.
func TestMergeKnowsWhatIsMissing(t *testing.T) {
	folder := t.TempDir()
	list := shards(t, folder, 3)
	path := filepath.Join(folder, "joined.db")
	_, err := Merge(t.Context(), path, list[1:], false)
	if !errors.Is(err, ErrIncomplete) || !strings.Contains(err.Error(),
		`experiment "one" is incomplete: only 14 of 21 replicates`) {
		t.Errorf("got %v", err)
	}
	if sqlite.Exists(path) {
		t.Error("a database was created")
	}
	if _, err := Merge(t.Context(), path, list[1:], true); err != nil {
		t.Fatal(err)
	}
	joined := open(t, path, Read)
	before := dump(t, joined)
	if _, err := Merge(t.Context(), path, list[2:], false); !errors.Is(err, ErrIncomplete) ||
		dump(t, joined) != before {
		t.Errorf("got %v", err)
	}
	if _, err := Merge(t.Context(), path, list[:1], false); err != nil {
		t.Errorf("merging the last part: %v", err)
	}
}

// TestMergeOfVersions checks that shards of different versions are not merged, neither into a new database nor into one
// that contains the first shard.
func TestMergeOfVersions(t *testing.T) {
	folder := t.TempDir()
	list := shards(t, folder, 3)
	names := strings.NewReplacer("#0", list[0].sqlite.Path, "#1", list[1].sqlite.Path, "#2", list[2].sqlite.Path)
	for _, c := range []struct {
		versions         [3]string
		fresh, continued string // versions listed in the error
	}{
		{[3]string{"v1.2.0", "v1.2.0", "v1.2.0"}, "", ""},
		{[3]string{"v1.2.0", "v1.3.0", "v1.2.0"}, "v1.2.0 in #0, v1.3.0 in #1", "v1.2.0 in #2, v1.3.0 in #1"},
	} {
		for i, version := range c.versions {
			must(t, list[i].sqlite.Exec(t.Context(), "UPDATE replicates SET version = ?", version))
		}
		fresh, continued := filepath.Join(t.TempDir(), "fresh.db"), filepath.Join(t.TempDir(), "continued.db")
		if _, err := Merge(t.Context(), continued, list[:1], true); err != nil {
			t.Fatal(err)
		}
		for path, want := range map[string]string{fresh: c.fresh, continued: c.continued} {
			from := list
			if path == continued {
				from = list[1:]
			}
			_, err := Merge(t.Context(), path, from, false)
			want = names.Replace(want)
			if want == "" && err != nil || want != "" && (err == nil || !strings.HasSuffix(err.Error(),
				`experiment "one" are from different versions of menace: `+want+"; nothing was copied")) {
				t.Errorf("%q into %s: got %v, want %q", c.versions, path, err, want)
			}
			if want != "" && path == fresh && sqlite.Exists(path) {
				t.Errorf("%q: a database was created", c.versions)
			}
		}
	}
}

// TestMergeIsWholeOrNothing checks that any fault in one of many databases prevents the whole merge.
func TestMergeIsWholeOrNothing(t *testing.T) {
	two := built(t, func(db *DB) {
		planned(t, db, "before")
		runAll(t, db, planned(t, db, "one"), experiment.Whole)
	})
	for i, c := range []struct {
		spoil, want string
		is          error
	}{
		{"UPDATE checkpoints SET random_win = random_loss, random_loss = random_win WHERE cell = 2 AND run = 6 AND " +
			"games = 20", "run 6 of cell 2", ErrDiffers},
		{"UPDATE replicates SET unbeaten_from_game = iif(unbeaten_from_game = 31, 30, 31) WHERE cell = 3 AND run = 7",
			"run 7 of cell 3", ErrDiffers},
		{"UPDATE experiments SET seed = 2; DELETE FROM replicates", "it has seed 1, not 2", ErrDiffers},
		{"UPDATE cells SET beads_1 = 9 WHERE cell = 1; DELETE FROM replicates", "in cell 1 beads 4,3,2,1, not 9,3,2,1",
			ErrDiffers},
		{"UPDATE replicates SET seed = seed + 1 WHERE cell = 1 AND run = 6", "run 6 of cell 1: seed", ErrCorrupt},
		{"UPDATE checkpoints SET blocker_win = 2 WHERE cell = 1 AND run = 6 AND games = 20", "impossible probabilities",
			ErrCorrupt},
		{"DELETE FROM checkpoints WHERE cell = 1 AND run = 6 AND games = 20", "checkpoints instead of",
			ErrCorrupt},
		{"UPDATE checkpoints SET win = win + 1, loss = loss - 1 WHERE cell = 1 AND run = 6 AND games = 3",
			"run 6 of cell 1", ErrCorrupt},
		{"DELETE FROM experiments", "experiments not found", ErrNotFound},
	} {
		for _, target := range []string{"ours.db", "new.db"} {
			folder := t.TempDir()
			path := filepath.Join(folder, target)
			ours := reopened(t, filepath.Join(folder, "ours.db"), shardOf(t, experiment.Shard{Part: 2, Of: 2}))
			before := dump(t, ours)
			sound := reopened(t, filepath.Join(folder, "sound.db"), two)
			theirs := reopened(t, filepath.Join(folder, fmt.Sprint(i, ".db")), shardOf(t, experiment.Whole))
			must(t, theirs.sqlite.Exec(t.Context(), c.spoil))
			_, err := Merge(t.Context(), path, []*DB{sound, theirs}, true)
			if err == nil || c.is != nil && !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.want) ||
				!strings.HasPrefix(err.Error(), "cannot merge "+theirs.sqlite.Path+", nothing was copied: ") {
				t.Errorf("%s: got %v", c.spoil, err)
			}
			if dump(t, ours) != before {
				t.Errorf("%s: something was merged", c.spoil)
			}
			if sqlite.Exists(filepath.Join(folder, "new.db")) || len(left(t, folder)) > 0 {
				t.Errorf("%s: files are left", c.spoil)
			}
		}
	}
}

// TestMergeManyExperiments merges more experiments than SQLite can attach databases.
func TestMergeManyExperiments(t *testing.T) {
	folder := t.TempDir()
	var list []*DB
	for i := range 2 {
		db := open(t, filepath.Join(folder, fmt.Sprint(i)), Create)
		for name := range 12 {
			runAll(t, db, planned(t, db, fmt.Sprintf("e%02d", name)), experiment.Shard{Part: int64(i) + 1, Of: 2})
		}
		list = append(list, db)
	}
	path := filepath.Join(folder, "joined.db")
	for _, from := range [][]*DB{list[:1], slices.Repeat(list, 6)} {
		found, err := Merge(t.Context(), path, from, true)
		if err != nil || len(found) != 12 {
			t.Fatalf("got %+v, %v", found, err)
		}
		for i, m := range found {
			if m.Name != fmt.Sprintf("e%02d", i) || m.Added == 0 || m.Stored != 10 && len(from) == 1 ||
				m.Stored != 21 && len(from) > 1 {
				t.Errorf("got %+v", m)
			}
		}
	}
}

// TestMergeHexapawn checks that the probabilities against a blocker are zeros in a game without one.
func TestMergeHexapawn(t *testing.T) {
	folder := t.TempDir()
	shard := open(t, filepath.Join(folder, "shard.db"), Create)
	runAll(t, shard, plannedOf(t, shard, "her", "hexapawn"), experiment.Whole)
	got, err := Merge(t.Context(), filepath.Join(folder, "joined.db"), []*DB{shard}, false)
	if err != nil || !reflect.DeepEqual(got, []Merged{{"her", 21, 21, 21}}) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestMergeOfRunningShards checks that replicates saved after a shard was checked are themselves checked before they
// are merged.
func TestMergeOfRunningShards(t *testing.T) {
	folder := t.TempDir()
	shard := open(t, filepath.Join(folder, "shard.db"), Create)
	e := planned(t, shard, "one")
	runAll(t, shard, e, experiment.Shard{Part: 1, Of: 3})
	parts, err := partsOf(t.Context(), []*DB{shard})
	if err != nil {
		t.Fatal(err)
	}
	checkAll(t.Context(), parts[0])()
	runAll(t, shard, e, experiment.Whole)
	joined := open(t, filepath.Join(folder, "joined.db"), Create)
	got, err := joined.merge(t.Context(), []*DB{shard}, parts, false)
	if err != nil || !reflect.DeepEqual(got, []Merged{{"one", 21, 21, 21}}) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestMergeFromAnywhere merges through links and from a read-only medium.
func TestMergeFromAnywhere(t *testing.T) {
	folder := t.TempDir()
	list := shards(t, folder, 2)
	link := filepath.Join(folder, "link.db")
	if err := os.Symlink(list[0].sqlite.Path, link); err != nil {
		t.Skip(err)
	}
	list[1].Close()
	must(t, os.Chmod(list[1].sqlite.Path, 0o444))
	from := []*DB{open(t, link, Read), open(t, list[1].sqlite.Path, Read)}
	path := filepath.Join(folder, "joined.db")
	must(t, os.Symlink(filepath.Join(folder, "target.db"), path))
	if _, err := Merge(t.Context(), path, from, false); err != nil || dump(t, open(t, path, Read)) != wholeRows(t) {
		t.Errorf("got %v", err)
	}
}

// TestMergeInterrupted checks that an interrupted merge leaves nothing behind.
func TestMergeInterrupted(t *testing.T) {
	folder := t.TempDir()
	list := shards(t, folder, 2)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	path := filepath.Join(folder, "joined.db")
	if _, err := Merge(ctx, path, list, false); !errors.Is(err, context.Canceled) || sqlite.Exists(path) ||
		len(left(t, folder)) > 0 {
		t.Errorf("got %v", err)
	}
}

// BenchmarkMerge merges shards into a new database, and then into the same one again.
func BenchmarkMerge(b *testing.B) {
	for _, again := range []bool{false, true} {
		b.Run(fmt.Sprintf("again=%t", again), func(b *testing.B) {
			folder := b.TempDir()
			list := benchShards(b, folder, 16)
			path := filepath.Join(folder, "joined.db")
			var found []Merged
			for i := 0; b.Loop(); i++ {
				if !again {
					path = filepath.Join(folder, fmt.Sprint("joined", i))
				}
				var err error
				if found, err = Merge(b.Context(), path, list, false); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(found[0].Stored)*float64(b.N)/b.Elapsed().Seconds(), "replicates/s")
		})
	}
}

// benchShards returns shards of an experiment with the checkpoints of 2,000 games. It plays no games.
func benchShards(b *testing.B, folder string, of int64) (list []*DB) {
	b.Helper()
	for part := range of {
		shard := open(b, filepath.Join(folder, fmt.Sprint(part)), Create)
		e := &Experiment{Name: "one", Command: "menace experiment run one", Design: experiment.Design{
			Seed: 1, Runs: 800, Games: 2000, Checkpoints: experiment.Ladder(2000),
			Cells: []experiment.Cell{{Rules: menace.Michie(), Opponent: "perfect"}},
		}}
		must(b, shard.Plan(b.Context(), e))
		runAll(b, shard, e, experiment.Shard{Part: part + 1, Of: of})
		list = append(list, shard)
	}
	return list
}
