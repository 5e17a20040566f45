package data

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"time"

	"menace/arena"
	"menace/board"
	"menace/menace"
)

// Load returns the stored agent of that name, or ErrNotFound.
func (db *DB) Load(ctx context.Context, name string) (*Agent, error) {
	var a *Agent
	err := db.view(ctx, func(q queryer) (err error) {
		a, err = load(ctx, q, name)
		return err
	})
	return a, err
}

// view calls read in one transaction that writes nothing, so that it sees one state of the
// database.
func (db *DB) view(ctx context.Context, read func(queryer) error) error {
	conn, err := db.sql.Conn(ctx)
	if err != nil {
		return db.explain(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "BEGIN"); err != nil {
		return db.explain(err)
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
	return db.explain(read(conn))
}

const agentColumns = "id, name, " + ruleColumns + `,
	seed, random, win, draw, loss, resigned, revision, created, changed`

// ruleColumns are the columns of rules, in every table that has them.
const ruleColumns = `plays, beads_1, beads_2, beads_3, beads_4,
	reward_win, reward_draw, reward_loss, moves, on_empty, floor, credit`

// ruleFields returns where the rules have what stands in ruleColumns.
func ruleFields(r *menace.Rules) []any {
	return []any{&r.Plays, &r.Beads[0], &r.Beads[1], &r.Beads[2], &r.Beads[3],
		&r.Win, &r.Draw, &r.Loss, &r.Moves, &r.OnEmpty, &r.Floor, &r.Credit}
}

func load(ctx context.Context, q queryer, name string) (*Agent, error) {
	row := q.QueryRowContext(ctx, "SELECT "+agentColumns+" FROM agents WHERE name = ?", name)
	a, rules, err := scanAgent(row)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("agent %q %w", name, ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	if err := rules.Validate(); err != nil {
		return nil, fmt.Errorf("agent %q is %w: %v", name, ErrCorrupt, err)
	}
	a.Machine = menace.New(rules)
	a.Career.Learner, a.Career.Mark = a.Machine, rules.Plays.Mark()
	if err := loadBeads(ctx, q, a); err != nil {
		return nil, err
	}
	a.counts = a.Machine.Counts()
	return a, nil
}

// scanAgent reads the columns of an agent; its machine is still missing.
func scanAgent(row interface{ Scan(...any) error }) (*Agent, menace.Rules, error) {
	a := &Agent{Career: &arena.Career{}, Random: &rand.PCG{}}
	var r menace.Rules
	var random []byte
	var created, changed string
	t := &a.Career.Tally
	err := row.Scan(slices.Concat([]any{&a.id, &a.Name}, ruleFields(&r), []any{
		&a.Seed, &random, &t.Win, &t.Draw, &t.Loss, &t.Resigned, &a.revision, &created, &changed})...)
	if err != nil {
		return nil, r, err
	}
	if err := a.Random.UnmarshalBinary(random); err != nil {
		return nil, r, fmt.Errorf("agent %q is %w: %v", a.Name, ErrCorrupt, err)
	}
	a.Created, a.Changed = parseTime(created), parseTime(changed)
	return a, r, nil
}

func loadBeads(ctx context.Context, q queryer, a *Agent) error {
	rows, err := q.QueryContext(ctx, "SELECT moves, code, square, count FROM beads WHERE agent = ?", a.id)
	if err != nil {
		return err
	}
	defer rows.Close()
	var scanErr error
	if err := a.Machine.Load(beadsOf(rows, &scanErr)); err != nil && scanErr == nil {
		return fmt.Errorf("agent %q is %w: %v", a.Name, ErrCorrupt, err)
	}
	return errors.Join(scanErr, rows.Err())
}

// beadsOf iterates over rows of the table beads.
func beadsOf(rows *sql.Rows, err *error) iter.Seq[menace.Bead] {
	return func(yield func(menace.Bead) bool) {
		for rows.Next() {
			var bead menace.Bead
			var number int
			if *err = rows.Scan(&bead.Moves, &bead.Code, &number, &bead.Count); *err != nil {
				return
			}
			bead.Square = board.Square(number - 1)
			if !yield(bead) {
				return
			}
		}
	}
}

// Times are stored as text that sorts by time.
const timeFormat = "2006-01-02T15:04:05.000Z"

func timestamp(t time.Time) string { return t.UTC().Format(timeFormat) }

// parseTime reads a stored time; one that somebody has damaged becomes the zero time.
func parseTime(text string) time.Time {
	t, _ := time.Parse(timeFormat, text)
	return t
}
