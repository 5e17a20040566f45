package data

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"menace/data/sqlite"
	"menace/menace"
	"menace/menace/arena"
)

// Summary describes an agent in lists. It is stored with the agent, so that a list reads one row for each agent and no
// beads. It dates from the last save: if another program changes the beads, only loading the agent shows that.
type Summary struct {
	Name    string
	Rules   menace.Rules
	Seed    int64
	Tally   arena.Tally
	Created time.Time
	Changed time.Time
	Measures
	Altered bool  // see [Agent.ChangedOutside]
	Err     error // ErrCorrupt if the agent cannot be read; then only the name is set
}

// Measures are what a list shows of a machine's boxes.
type Measures struct {
	Beads       int64 // in all boxes
	Bankrupt    bool
	RandomWin   float64 // probability of winning against random play
	PerfectLoss float64 // probability of losing to perfect play

	boxes []byte // see packCounts
}

const measureColumns = "total_beads, bankrupt, random_win, perfect_loss, boxes"

func (m *Measures) fields() []any { return append(m.legible(), &m.boxes) }

func (m *Measures) legible() []any { return []any{&m.Beads, &m.Bankrupt, &m.RandomWin, &m.PerfectLoss} }

func measuresOf(m *menace.Machine) Measures {
	p := arena.Measure(m, m.Rules().Plays, arena.Tally{})
	return Measures{m.Total(), m.Bankrupt(), p.Random.Win, p.Perfect.Loss, packCounts(m.Counts())}
}

// valid reports whether a machine can have these measures. Invalid ones belong to an agent that could not be read when
// its database was brought up to date.
func (m *Measures) valid() bool {
	return m.Beads >= 0 && m.RandomWin >= 0 && m.RandomWin <= 1 && m.PerfectLoss >= 0 && m.PerfectLoss <= 1
}

// same reports whether measures are equal up to rounding.
func (m *Measures) same(other Measures) bool {
	const rounding = 1e-9
	return m.Beads == other.Beads && m.Bankrupt == other.Bankrupt && bytes.Equal(m.boxes, other.boxes) &&
		math.Abs(m.RandomWin-other.RandomWin) < rounding && math.Abs(m.PerfectLoss-other.PerfectLoss) < rounding
}

// Summaries returns summaries of all agents, sorted by name. It leaves out invalid names, which are not safe to print
// on a terminal.
func (db *DB) Summaries(ctx context.Context) ([]Summary, error) {
	return db.summaries(ctx, "ORDER BY name")
}

// Latest skips some agents and returns summaries of the next n at most, most recently changed first. If playable is
// set, it returns only agents that can play. It leaves out invalid names.
func (db *DB) Latest(ctx context.Context, skip, n int, playable bool) ([]Summary, error) {
	which := fmt.Sprintf("ORDER BY changed DESC, id LIMIT %d OFFSET %d", n, skip)
	if playable {
		which = "WHERE NOT bankrupt AND total_beads >= 0 " + which
	}
	return db.summaries(ctx, which)
}

// summaries returns the summaries of the agents selected by a query. It loads agents whose rows make no sense.
func (db *DB) summaries(ctx context.Context, which string) ([]Summary, error) {
	rows, err := sqlite.View(ctx, db.sqlite, func(conn *sqlite.Conn) ([]Summary, error) {
		return summaryRows(ctx, conn, which)
	})
	list := make([]Summary, 0, len(rows))
	for _, s := range rows {
		if s.Err != nil {
			s, err = db.summaryOf(ctx, s.Name)
			if errors.Is(err, ErrNotFound) { // deleted after the rows were read
				err = nil
				continue
			}
		}
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, err
}

// Count returns the number of agents.
func (db *DB) Count(ctx context.Context) (int, error) {
	return sqlite.ViewValue[int](ctx, db.sqlite, "SELECT count(*) FROM agents")
}

// summaryRow is a row of the table agents.
type summaryRow struct {
	Agent
	rules          menace.Rules
	random, digest []byte
	Measures
}

func (r *summaryRow) fields() []any {
	if r.Random == nil {
		r.Career, r.Random = &arena.Career{}, &rand.PCG{}
	}
	return append(r.Agent.fields(&r.rules, &r.random, &r.digest), r.legible()...)
}

const selectSummary = ", total_beads, bankrupt, random_win, perfect_loss FROM agents "

// summaryRows returns the rows selected by a query. A row that makes no sense becomes a summary with an error.
func summaryRows(ctx context.Context, conn *sqlite.Conn, which string) (list []Summary, err error) {
	for row, err := range sqlite.Rows(ctx, conn, (*summaryRow).fields, "SELECT "+agentColumns+selectSummary+which) {
		if err != nil { // the row cannot even be scanned, which ends the query
			return namesOnly(ctx, conn, which, err)
		}
		if CheckName(row.Name) == nil {
			list = append(list, row.summary())
		}
	}
	return list, nil
}

// namesOnly returns summaries with only names and this error.
func namesOnly(ctx context.Context, conn *sqlite.Conn, which string, unreadable error) (list []Summary, err error) {
	names, err := sqlite.Query(ctx, conn, sqlite.Column[string], "SELECT name FROM agents "+which)
	for _, name := range validNames("machine", names) {
		list = append(list, Summary{Name: name, Err: unreadable})
	}
	return list, err
}

func (r *summaryRow) summary() Summary {
	err := cmp.Or(checkSeed(r.Seed), r.Career.Tally.Validate(menace.MaxGames), r.Agent.Random.UnmarshalBinary(r.random),
		r.rules.Validate())
	if err == nil && !r.valid() {
		err = errors.New("its measures are impossible")
	}
	return Summary{
		Name: r.Name, Rules: r.rules, Seed: r.Seed, Tally: r.Career.Tally, Created: r.Created, Changed: r.Changed,
		Measures: r.Measures, Altered: len(r.digest) == 0, Err: err,
	}
}

// summaryOf loads an agent with all its beads and summarizes it. For a damaged agent it returns a summary with an
// error.
func (db *DB) summaryOf(ctx context.Context, name string) (Summary, error) {
	a, err := db.Load(ctx, name)
	if errors.Is(err, ErrCorrupt) {
		return Summary{Name: name, Err: err}, nil
	}
	if err != nil {
		return Summary{}, err
	}
	return Summary{
		Name: name, Rules: a.Machine.Rules(), Seed: a.Seed, Tally: a.Career.Tally, Created: a.Created,
		Changed: a.Changed, Measures: measuresOf(a.Machine), Altered: a.altered,
	}, nil
}

// Machine returns the machine of an agent as it was last saved, from one row. It returns ErrNotFound or ErrCorrupt.
func (db *DB) Machine(ctx context.Context, name string) (*menace.Machine, error) {
	return sqlite.View(ctx, db.sqlite, func(conn *sqlite.Conn) (*menace.Machine, error) {
		return machineOf(ctx, conn, name)
	})
}

func machineOf(ctx context.Context, conn *sqlite.Conn, name string) (*menace.Machine, error) {
	var rules menace.Rules
	var boxes []byte
	row := conn.QueryRowContext(ctx, "SELECT "+ruleColumns+", boxes FROM agents WHERE name = ?", name)
	if err := row.Scan(append(ruleFields(&rules), &boxes)...); err != nil {
		return nil, asDamaged("machine", name, orNotFoundNames(ctx, conn, err, "agents", "machine", name))
	}
	if err := rules.Validate(); err != nil {
		return nil, asDamaged("machine", name, err)
	}
	m := menace.New(rules)
	counts, err := unpackCounts(boxes, len(m.Counts()))
	if err == nil {
		err = m.SetCounts(counts)
	}
	return m, asDamaged("machine", name, err)
}

// checkMeasures returns an error unless an agent's stored measures fit its boxes.
func checkMeasures(ctx context.Context, conn *sqlite.Conn, a *Agent) error {
	list, err := sqlite.Query(ctx, conn, (*Measures).fields, "SELECT "+measureColumns+" FROM agents WHERE id = ?", a.id)
	if err == nil && !slices.ContainsFunc(list, func(m Measures) bool { return m.same(measuresOf(a.Machine)) }) {
		err = errors.New("its row in the table agents describes other boxes than it has")
	}
	return err
}

// storeSummaries stores the measures of all readable agents.
func storeSummaries(ctx context.Context, conn *sqlite.Conn) error {
	names, err := sqlite.Query(ctx, conn, sqlite.Column[string], "SELECT name FROM agents")
	for _, name := range names {
		a, damaged := load(ctx, conn, name)
		if damaged != nil {
			continue
		}
		measured := measuresOf(a.Machine)
		if err := sqlite.Exec(ctx, conn, sqlite.Update("agents", measureColumns, "id = ?"),
			append(measured.fields(), a.id)...); err != nil {
			return err
		}
	}
	return err
}
