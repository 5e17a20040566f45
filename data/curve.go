package data

import (
	"context"
	"database/sql"
	"encoding/json"
	"menace/arena"
)

// Curve returns the stored checkpoints of an agent, the oldest first.
func (db *DB) Curve(ctx context.Context, a *Agent) (list []arena.Point, err error) {
	err = db.view(ctx, func(q queryer) error {
		list, err = curve(ctx, q, a)
		return err
	})
	return list, err
}

func curve(ctx context.Context, q queryer, a *Agent) ([]arena.Point, error) {
	counts := len(a.Machine.Counts())
	return query(ctx, q, func(rows *sql.Rows) (arena.Point, error) { return scanPoint(rows, counts) }, `
		SELECT win, draw, loss, resigned, random_win, random_draw, random_loss,
			perfect_win, perfect_draw, perfect_loss, worst_win, worst_draw, worst_loss, boxes
		FROM curve WHERE agent = ? ORDER BY games`, a.id)
}

func scanPoint(rows *sql.Rows, counts int) (p arena.Point, err error) {
	var packed []byte
	err = rows.Scan(&p.Tally.Win, &p.Tally.Draw, &p.Tally.Loss, &p.Tally.Resigned,
		&p.Random.Win, &p.Random.Draw, &p.Random.Loss,
		&p.Perfect.Win, &p.Perfect.Draw, &p.Perfect.Loss,
		&p.Worst.Win, &p.Worst.Draw, &p.Worst.Loss, &packed)
	if err == nil {
		p.Games = p.Tally.Games()
		p.Counts, err = unpackCounts(packed, counts)
	}
	return p, err
}

func saveCurve(ctx context.Context, tx *sql.Tx, id int64, a *Agent) error {
	if len(a.Career.Curve) == 0 {
		return nil
	}
	statement, err := tx.PrepareContext(ctx, `
		INSERT INTO curve (agent, games, win, draw, loss, resigned,
			random_win, random_draw, random_loss, perfect_win, perfect_draw, perfect_loss,
			worst_win, worst_draw, worst_loss, beads, opening, boxes)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	defer statement.Close()
	for _, p := range a.Career.Curve {
		if err := savePoint(ctx, statement, id, a, p); err != nil {
			return err
		}
	}
	return nil
}

func savePoint(ctx context.Context, statement *sql.Stmt, id int64, a *Agent, p arena.Point) error {
	opening, err := json.Marshal(openings(a.Machine, p.Counts))
	if err != nil {
		return err
	}
	t := p.Tally
	_, err = statement.ExecContext(ctx, id, t.Games(), t.Win, t.Draw, t.Loss, t.Resigned,
		p.Random.Win, p.Random.Draw, p.Random.Loss, p.Perfect.Win, p.Perfect.Draw, p.Perfect.Loss,
		p.Worst.Win, p.Worst.Draw, p.Worst.Loss, sum(p.Counts), string(opening), packCounts(p.Counts))
	return err
}

func sum(counts []int64) (total int64) {
	for _, n := range counts {
		total += n
	}
	return total
}
