package data

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"menace/data/sqlite"
	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// Curve returns the stored checkpoints of an agent, oldest first.
func (db *DB) Curve(ctx context.Context, a *Agent) ([]arena.Point, error) {
	return sqlite.View(ctx, db.sqlite, func(conn *sqlite.Conn) ([]arena.Point, error) {
		return db.curve(ctx, conn, a)
	})
}

// maxCurves is the number of learning curves in the cache. A curve takes up to half a megabyte.
const maxCurves = 8

// curveOf is the learning curve of an agent at a revision. It is never changed.
type curveOf struct {
	id, revision int64
	points       []arena.Point
}

// curve returns a learning curve from the cache if it has not changed, and otherwise loads it.
func (db *DB) curve(ctx context.Context, conn *sqlite.Conn, a *Agent) ([]arena.Point, error) {
	now, err := sqlite.StateOf(ctx, conn)
	if err != nil {
		return nil, err
	}
	same := func(c *curveOf) bool { return isAt(ctx, conn, a.Name, c.id, c.revision) }
	if c, ok := db.curves.Get(a.Name, now, same); ok && c.id == a.id && c.revision == a.revision {
		return slices.Clip(c.points), nil
	}
	points, err := curve(ctx, conn, a)
	if err == nil && isAt(ctx, conn, a.Name, a.id, a.revision) {
		db.curves.Put(a.Name, &curveOf{a.id, a.revision, points}, now)
	}
	return slices.Clip(points), err
}

func curve(ctx context.Context, conn *sqlite.Conn, a *Agent) ([]arena.Point, error) {
	found, err := sqlite.Query(ctx, conn, (*DocumentPoint).fields,
		"SELECT "+curveColumns+" FROM curve WHERE agent = ? ORDER BY games", a.id)
	points := make([]arena.Point, len(found))
	for i, p := range found {
		counts, err := unpackCounts(p.Boxes, len(a.counts))
		if err != nil {
			return nil, asDamaged("machine", a.Name, err)
		}
		points[i] = p.point(counts)
	}
	return points, asDamaged("machine", a.Name, cmp.Or(err, arena.ValidateCurve(points, menace.MaxGames)))
}

var curveColumns = tallyColumns + ", " + wdlColumns("random", "perfect", "worst", "most_losses") + ", boxes"

func (p *DocumentPoint) fields() []any {
	return slices.Concat(tallyFields(&p.Tally), wdlFields(&p.Random, &p.Perfect, &p.Worst, &p.MostLosses),
		[]any{&p.Boxes})
}

// curveRow is a checkpoint with additional columns for people who read the database. The program only writes these.
type curveRow struct {
	games, beads int64
	opening      string // JSON
	DocumentPoint
}

const legibleColumns = "games, beads, opening"

func (r *curveRow) legible() []any { return []any{&r.games, &r.beads, &r.opening} }

func (r *curveRow) fields() []any { return append(r.legible(), r.DocumentPoint.fields()...) }

// newCurveRow returns the row of a checkpoint of this machine.
func newCurveRow(m *menace.Machine, p arena.Point) (r curveRow, err error) {
	opening, err := json.Marshal(openings(m, p.Counts))
	if err != nil {
		return r, err
	}
	beads, err := total(p.Counts)
	return curveRow{p.Tally.Games(), beads, string(opening), documentPoint(p)}, err
}

func saveCurve(ctx context.Context, conn *sqlite.Conn, a *Agent) error {
	list := make([]curveRow, len(a.Career.Curve))
	for i, p := range a.Career.Curve {
		row, err := newCurveRow(a.Machine, p)
		if err != nil {
			return err
		}
		list[i] = row
	}
	return sqlite.InsertAll(ctx, conn, sqlite.Insertion("curve", "agent, "+legibleColumns+", "+curveColumns),
		(*curveRow).fields, list, a.id)
}

// total returns the sum of the counts, or an error if one is negative or the sum overflows.
func total(counts []int64) (beads int64, err error) {
	for _, n := range counts {
		if beads += n; n < 0 || beads < 0 {
			return 0, fmt.Errorf("impossible numbers of beads: %d", n)
		}
	}
	return beads, nil
}

// packCounts encodes counts of beads as unsigned varints.
func packCounts(counts []int64) []byte {
	packed := make([]byte, 0, 2*len(counts))
	for _, n := range counts {
		packed = binary.AppendUvarint(packed, uint64(n))
	}
	return packed
}

// unpackCounts decodes n counts from packCounts.
func unpackCounts(packed []byte, n int) ([]int64, error) {
	counts := make([]int64, 0, n)
	for len(packed) > 0 {
		count, size := binary.Uvarint(packed)
		if size <= 0 {
			return nil, errors.New("the boxes of a checkpoint cannot be read")
		}
		counts = append(counts, int64(count))
		packed = packed[size:]
	}
	if len(counts) != n {
		return nil, fmt.Errorf("the boxes of a checkpoint have %d counts of beads, want %d", len(counts), n)
	}
	_, err := total(counts)
	return counts, err
}

// openings returns the beads of the opening boxes by canonical position and move. counts are in the order of the
// machine's beads.
func openings(m *menace.Machine, counts []int64) map[string]map[string]int64 {
	found := map[string]map[string]int64{}
	opens, i := map[symmetry.Position]bool{}, -1
	for _, o := range m.Openings() {
		opens[m.Graph().Code(o)] = true
	}
	for bead := range m.Beads() {
		if i++; !opens[bead.Code] {
			continue
		}
		position := m.Graph().Format(bead.Code)
		if found[position] == nil {
			found[position] = map[string]int64{}
		}
		found[position][bead.Move.String()] = counts[i]
	}
	return found
}
