package data

import (
	"bytes"
	"cmp"
	"context"
	"database/sql/driver"
	"math/rand/v2"
	"slices"
	"strings"

	"menace/data/sqlite"
	"menace/menace"
	"menace/menace/arena"
)

// Load returns the stored agent with a name, or ErrNotFound.
func (db *DB) Load(ctx context.Context, name string) (*Agent, error) {
	return sqlite.View(ctx, db.sqlite, func(conn *sqlite.Conn) (*Agent, error) {
		return db.load(ctx, conn, name)
	})
}

// ID returns the ID of the agent with this name, or ErrNotFound. An agent keeps its ID when it is renamed, and the ID
// of a deleted agent is never used again.
func (db *DB) ID(ctx context.Context, name string) (int64, error) {
	return sqlite.View(ctx, db.sqlite, func(conn *sqlite.Conn) (int64, error) {
		id, err := sqlite.Value[int64](ctx, conn, "SELECT id FROM agents WHERE name = ?", name)
		return id, orNotFoundNames(ctx, conn, err, "agents", "machine", name)
	})
}

// LoadID returns the stored agent with an ID, or ErrNotFound.
func (db *DB) LoadID(ctx context.Context, id int64) (*Agent, error) {
	return sqlite.View(ctx, db.sqlite, func(conn *sqlite.Conn) (*Agent, error) {
		name, err := sqlite.Value[string](ctx, conn, "SELECT name FROM agents WHERE id = ?", id)
		if err != nil {
			return nil, orDeleted(err)
		}
		return db.load(ctx, conn, name)
	})
}

// Revision returns the revision of the stored agent with an ID, which grows with every save, or ErrNotFound.
func (db *DB) Revision(ctx context.Context, id int64) (int64, error) {
	revision, err := sqlite.ViewValue[int64](ctx, db.sqlite, "SELECT revision FROM agents WHERE id = ?", id)
	return revision, orDeleted(err)
}

// load returns an agent from the cache if it has not changed, and otherwise loads it.
func (db *DB) load(ctx context.Context, conn *sqlite.Conn, name string) (*Agent, error) {
	now, err := sqlite.StateOf(ctx, conn)
	if err != nil {
		return nil, err
	}
	same := func(a *Agent) bool { return isAt(ctx, conn, name, a.id, a.revision) }
	if a, ok := db.agents.Get(name, now, same); ok {
		return a.clone(), nil
	}
	a, err := load(ctx, conn, name)
	if err == nil {
		db.agents.Put(name, a.clone(), now)
	}
	return a, err
}

// isAt reports whether an agent has this name, ID and revision. Every change by this program increases the revision.
func isAt(ctx context.Context, conn *sqlite.Conn, name string, id, revision int64) bool {
	stored, err := sqlite.Value[int64](ctx, conn, "SELECT revision FROM agents WHERE name = ? AND id = ?", name, id)
	return err == nil && stored == revision
}

// clone returns a copy of the agent in the state of one just loaded. The two share nothing that changes.
func (a *Agent) clone() *Agent {
	machine, random := a.Machine.Copy(), *a.Random
	return &Agent{
		Name: a.Name, Machine: machine, Seed: a.Seed, Random: &random, Created: a.Created, Changed: a.Changed,
		Career: &arena.Career{Learner: machine, Side: a.Career.Side, Tally: a.Career.Tally},
		stored: stored{id: a.id, revision: a.revision, counts: a.counts, altered: a.altered},
	}
}

func load(ctx context.Context, conn *sqlite.Conn, name string) (a *Agent, err error) {
	defer func() { err = asDamaged("machine", name, err) }()
	a = &Agent{Career: &arena.Career{}, Random: &rand.PCG{}}
	var rules menace.Rules
	var random, digest []byte
	row := conn.QueryRowContext(ctx, "SELECT "+agentColumns+", id FROM agents WHERE name = ?", name)
	if err := row.Scan(append(a.fields(&rules, &random, &digest), &a.id)...); err != nil {
		return nil, orNotFoundNames(ctx, conn, err, "agents", "machine", name)
	}
	err = cmp.Or(CheckName(name), checkSeed(a.Seed), a.Career.Tally.Validate(menace.MaxGames),
		a.Random.UnmarshalBinary(random), rules.Validate())
	if err != nil {
		return nil, err
	}
	a.Machine = menace.New(rules)
	a.Career.Learner, a.Career.Side = a.Machine, rules.Plays
	beads, err := sqlite.Query(ctx, conn, (*DocumentBead).fields,
		"SELECT "+beadColumns+" FROM beads WHERE agent = ?", a.id)
	if err != nil {
		return nil, err
	}
	err = loadBeads(a.Machine, beads)
	a.counts = a.Machine.Counts()
	if err != nil {
		return nil, err
	}
	content, err := a.contentDigest(random)
	a.altered = !bytes.Equal(digest, content)
	return a, err
}

// The columns of an agent. Every save writes stateColumns. Here and in other files, the columns of a table are followed
// by the method or function that returns pointers to the values in the same order.
var (
	agentColumns = "name, " + ruleColumns + ", created, " + stateColumns
	stateColumns = "seed, random, " + tallyColumns + ", revision, changed, digest"
)

func (a *Agent) fields(rules *menace.Rules, random, digest *[]byte) []any {
	return slices.Concat([]any{&a.Name}, ruleFields(rules), []any{sqlite.Stamp{Time: &a.Created}},
		a.state(random, digest))
}

func (a *Agent) state(random, digest *[]byte) []any {
	return slices.Concat([]any{&a.Seed, random}, tallyFields(&a.Career.Tally),
		[]any{&a.revision, sqlite.Stamp{Time: &a.Changed}, digest})
}

const beadColumns = "moves_played, position_code, move, beads"

func (b *DocumentBead) fields() []any { return []any{&b.Moves, &b.Code, &b.Move, &b.Count} }

// ruleColumns are the columns of rules, in every table that has them.
var ruleColumns = func() string {
	var columns []string
	for _, rule := range new(menace.Rules).Options() {
		columns = append(columns, rule.Columns...)
	}
	return strings.Join(columns, ", ")
}()

func ruleFields(r *menace.Rules) (fields []any) {
	for _, rule := range r.Options() {
		fields = append(fields, rule.At...)
	}
	return fields
}

const tallyColumns = "win, draw, loss, resigned"

func tallyFields(t *arena.Tally) []any {
	return []any{&t.Win, &t.Draw, &t.Loss, &t.Resigned}
}

// wdlColumns returns the columns of the probabilities against some opponents.
func wdlColumns(opponents ...string) string {
	var columns []string
	for _, name := range opponents {
		columns = append(columns, name+"_win", name+"_draw", name+"_loss")
	}
	return strings.Join(columns, ", ")
}

func wdlFields(list ...*arena.WDL) (fields []any) {
	for _, wdl := range list {
		fields = append(fields, &wdl.Win, &wdl.Draw, &wdl.Loss)
	}
	return fields
}

// optionalFields returns the values for wdlColumns; probabilities that are all 0 are NULL.
func optionalFields(wdl *arena.WDL) []any {
	return []any{optional{wdl, &wdl.Win}, optional{wdl, &wdl.Draw}, optional{wdl, &wdl.Loss}}
}

// optional is the database value of one of three probabilities, NULL if all are 0.
type optional struct {
	of *arena.WDL
	at *float64
}

// Value implements driver.Valuer.
func (o optional) Value() (driver.Value, error) {
	if *o.of == (arena.WDL{}) {
		return nil, nil
	}
	return *o.at, nil
}

// Scan implements sql.Scanner.
func (o optional) Scan(stored any) error {
	*o.at, _ = stored.(float64)
	return nil
}
