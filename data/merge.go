package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"menace/data/sqlite"
)

// Merged is the result of a merge for one experiment.
type Merged struct {
	Name       string `json:"name"`
	Added      int64  `json:"added"`      // replicates copied by the merge
	Stored     int64  `json:"stored"`     // replicates stored after the merge
	Replicates int64  `json:"replicates"` // replicates in the design
}

// maxAttached is the number of databases that SQLite can attach. None can be detached within a transaction.
const maxAttached = 10

// Merge copies all experiments of other databases into the database at path, after checking them, or copies nothing.
// Merging again changes nothing. It returns ErrDiffers if designs or replicates disagree, and, unless partial is true,
// ErrIncomplete if replicates are missing. All replicates of an experiment must come from the same version of this
// program.
//
// A new file is written under a temporary name and appears when it is complete. An existing one is changed in one
// transaction; if there are more databases than can be attached, they are first joined in a temporary file.
func Merge(ctx context.Context, path string, from []*DB, partial bool) ([]Merged, error) {
	parts, err := partsOf(ctx, from)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer checkAll(ctx, slices.Concat(parts...))()
	defer cancel()
	file, err := sqlite.Locate(path, Create)
	if err != nil {
		return nil, err
	}
	if sqlite.Exists(file) && len(from) <= maxAttached {
		db, err := Open(ctx, path, Create)
		if err != nil {
			return nil, err
		}
		defer db.Close()
		return db.merge(ctx, from, parts, partial)
	}
	folder, err := os.MkdirTemp(filepath.Dir(file), ".menace-merge-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	joined := filepath.Join(folder, "joined.db")
	found, err := join(ctx, joined, path, from, parts, partial || sqlite.Exists(file))
	if err != nil || os.Link(joined, file) == nil { // linking never replaces a file
		return found, err
	}
	source, err := Open(ctx, joined, Read)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	source.sqlite.Path = "the databases"
	return Merge(ctx, path, []*DB{source}, partial)
}

// join merges parts into a new file. Errors name path instead.
func join(
	ctx context.Context, file, path string, from []*DB, parts [][]*part, partial bool,
) (found []Merged, err error) {
	db, err := Open(ctx, file, Create)
	if err != nil {
		return nil, err
	}
	db.sqlite.Path = path
	if err = db.sqlite.Exec(ctx, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF"); err == nil {
		found, err = db.merge(ctx, from, parts, partial)
	}
	// These settings also sync the file.
	err = cmp.Or(err, db.sqlite.Exec(ctx, "PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL"))
	return found, cmp.Or(err, db.Close())
}

// merge merges the parts of all databases, in transactions of at most maxAttached databases.
func (db *DB) merge(ctx context.Context, from []*DB, parts [][]*part, partial bool) (found []Merged, err error) {
	if err := db.sqlite.Exec(ctx, "PRAGMA foreign_keys = 0"); err != nil { // the parts have been checked
		return nil, err
	}
	for first := 0; first < len(from); first += maxAttached {
		end := min(first+maxAttached, len(from))
		err = db.sqlite.Transact(ctx, func(conn *sqlite.Conn) error {
			for i, source := range from[first:end] {
				if err := db.mergeFrom(ctx, conn, source, fmt.Sprint("source", i), parts[first+i]); err != nil {
					return source.mergeError(err)
				}
			}
			if end < len(from) {
				return nil
			}
			found, err = countMerged(ctx, conn, slices.Concat(parts...), partial)
			return err
		})
		for i := range end - first {
			err = cmp.Or(err, db.sqlite.Exec(ctx, fmt.Sprint("DETACH source", i)))
		}
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// mergeFrom attaches a database and merges its parts.
func (db *DB) mergeFrom(ctx context.Context, conn *sqlite.Conn, source *DB, schema string, parts []*part) error {
	if err := source.sqlite.Attach(ctx, conn, schema); err != nil {
		return err
	}
	if err := sqlite.Exec(ctx, conn, fmt.Sprintf(smallCache, schema)); err != nil {
		return source.sqlite.Explain(err)
	}
	for _, p := range parts {
		if err := p.merge(ctx, conn, schema); err != nil {
			return db.sqlite.Explain(err)
		}
	}
	return nil
}

// countMerged counts the stored replicates of the merged experiments. It returns an error if checkpoints are missing or
// versions differ, and ErrIncomplete if replicates are missing, unless partial is true.
func countMerged(ctx context.Context, conn *sqlite.Conn, parts []*part, partial bool) (found []Merged, err error) {
	byName := slices.SortedStableFunc(slices.Values(parts),
		func(a, b *part) int { return strings.Compare(a.Name, b.Name) })
	for _, p := range byName {
		if n := len(found); n > 0 && found[n-1].Name == p.Name {
			found[n-1].Added += p.added
			continue
		}
		m := Merged{Name: p.Name, Added: p.added, Replicates: p.Replicates()}
		versions, err := sqlite.Query(ctx, conn, sqlite.Column[string],
			"SELECT DISTINCT version FROM replicates WHERE experiment = ? ORDER BY version", p.target.id)
		if err == nil && len(versions) > 1 {
			err = mixedError(m.Name, versions, parts)
		}
		if err != nil {
			return nil, err
		}
		var points int64
		err = conn.QueryRowContext(ctx, `
			SELECT count(*), (SELECT count(*) FROM checkpoints WHERE experiment = ?1)
			FROM replicates WHERE experiment = ?1`, p.target.id).Scan(&m.Stored, &points)
		switch {
		case err != nil:
			return nil, err
		case points != m.Stored*int64(len(p.Checkpoints)):
			return nil, asDamaged("experiment", p.Name, fmt.Errorf("%d checkpoints of %d replicates", points, m.Stored))
		case m.Stored < m.Replicates && !partial:
			return nil, fmt.Errorf("experiment %q is %w: only %d of %d replicates are present",
				m.Name, ErrIncomplete, m.Stored, m.Replicates)
		}
		found = append(found, m)
	}
	return found, nil
}

// mixedError lists the versions in an experiment, each with the first database that contains it.
func mixedError(name string, versions []string, parts []*part) error {
	for i, version := range versions {
		for _, p := range parts {
			if p.Name == name && slices.Contains(p.versions, version) {
				versions[i] += " in " + p.from.sqlite.Path
				break
			}
		}
	}
	return fmt.Errorf("the replicates of experiment %q are from different versions of menace: %s; nothing was copied",
		name, strings.Join(versions, ", "))
}

// part is an experiment of another database, to be merged.
type part struct {
	*Experiment
	from       *DB
	target     *Experiment // the experiment in this database
	checked    chan error  // receives the result of check once
	replicates int64       // number of checked replicates
	versions   []string    // of the checked replicates
	added      int64
}

// smallCache limits the page cache: one pass over a database needs no more, and a large one takes time to allocate.
const smallCache = "PRAGMA %s.cache_size = 50"

// partsOf returns the parts of each database, after checking that their designs agree.
func partsOf(ctx context.Context, from []*DB) ([][]*part, error) {
	parts, first := make([][]*part, len(from)), map[string]*Experiment{}
	for i, source := range from {
		list, err := source.Experiments(ctx)
		err = cmp.Or(err, source.sqlite.Exec(ctx, fmt.Sprintf(smallCache, "main")))
		if err == nil && len(list) == 0 {
			err = fmt.Errorf("experiments %w", ErrNotFound)
		}
		for _, e := range list {
			if first[e.Name] == nil {
				first[e.Name] = e
			}
			err = cmp.Or(err, first[e.Name].differs(e))
			parts[i] = append(parts[i], &part{Experiment: e, from: source, checked: make(chan error, 1)})
		}
		if err != nil {
			return nil, source.mergeError(err)
		}
	}
	return parts, nil
}

func (db *DB) mergeError(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("cannot merge %s, nothing was copied: %w", db.sqlite.Path, err)
}

// checkAll checks parts in order, several at a time, while others are being merged. The caller must call wait.
func checkAll(ctx context.Context, parts []*part) (wait func() error) {
	group := &errgroup.Group{}
	group.SetLimit(max(runtime.GOMAXPROCS(0), 2))
	group.Go(func() error {
		for _, p := range parts {
			group.Go(func() error {
				p.checked <- p.check(ctx)
				return nil
			})
		}
		return nil
	})
	return group.Wait
}

// check checks the stored replicates like [DB.Replicates].
func (p *part) check(ctx context.Context) error {
	p.replicates, p.versions = 0, nil
	for r, err := range p.from.Replicates(ctx, p.Experiment, 0) {
		if err != nil {
			return err
		}
		if p.replicates++; !slices.Contains(p.versions, r.Version) {
			p.versions = append(p.versions, r.Version)
		}
	}
	return nil
}

// merge merges a part from its database, which is attached as schema.
func (p *part) merge(ctx context.Context, conn *sqlite.Conn, schema string) error {
	if err := <-p.checked; err != nil {
		return err
	}
	now, err := sqlite.Value[int64](ctx, conn, "SELECT count(*) FROM "+schema+".replicates WHERE experiment = ?", p.id)
	if err == nil && now != p.replicates { // another process is still writing
		err = p.check(ctx)
	}
	if err != nil {
		return p.from.sqlite.Explain(err)
	}
	target := *p.Experiment
	p.target = &target
	if err := plan(ctx, conn, p.target); err != nil {
		return err
	}
	if err := p.insert(ctx, conn, schema); err != nil {
		return err
	}
	return p.compare(ctx, conn, schema)
}

func (p *part) insert(ctx context.Context, conn *sqlite.Conn, schema string) error {
	added, err := conn.ExecContext(ctx, `
		INSERT INTO main.replicates (experiment, `+replicateColumns+`)
		SELECT ?, `+replicateColumns+` FROM `+schema+`.replicates
		WHERE experiment = ? ON CONFLICT DO NOTHING`, p.target.id, p.id)
	if err != nil {
		return err
	}
	if p.added, err = added.RowsAffected(); err != nil || p.added == 0 {
		return err
	}
	return sqlite.Exec(ctx, conn, `
		INSERT INTO main.checkpoints (experiment, cell, run, `+checkpointColumns+`)
		SELECT ?, r.cell, r.run, `+sqlite.Qualified("c", checkpointColumns)+`
		FROM `+schema+`.replicates r CROSS JOIN `+schema+`.checkpoints c
		ON (c.experiment, c.cell, c.run) = (r.experiment, r.cell, r.run)
		WHERE r.experiment = ? ON CONFLICT DO NOTHING`, p.target.id, p.id)
}

// compare returns ErrDiffers if replicates of the target differ. It loads and compares replicates that are not
// identical bit for bit.
func (p *part) compare(ctx context.Context, conn *sqlite.Conn, schema string) error {
	if p.added == p.replicates {
		return nil
	}
	others, err := sqlite.Query(ctx, conn, taskFields, fmt.Sprintf(`
		SELECT a.cell, a.run FROM %[1]s.replicates a JOIN main.replicates b
		ON (b.experiment, b.cell, b.run) = (?2, a.cell, a.run) WHERE a.experiment = ?1 AND (%[2]s) IS NOT (%[3]s)
		UNION SELECT a.cell, a.run FROM %[1]s.checkpoints a LEFT JOIN main.checkpoints b
		ON (b.experiment, b.cell, b.run, b.games) = (?2, a.cell, a.run, a.games) WHERE a.experiment = ?1
		AND (%[4]s) IS NOT (%[5]s)`,
		schema, sqlite.Qualified("a", replicateColumns), sqlite.Qualified("b", replicateColumns),
		sqlite.Qualified("a", checkpointColumns), sqlite.Qualified("b", checkpointColumns)), p.id, p.target.id)
	for _, t := range others {
		for theirs, problem := range p.from.replicates(ctx, p.Experiment, p.Checkpoints, oneRun, t.Cell, t.Run) {
			err = cmp.Or(err, problem, compare(ctx, conn, p.target, theirs))
		}
		if err != nil {
			break
		}
	}
	return err
}
