package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"iter"
	"sync"
)

// Conn is the connection reserved for a transaction.
type Conn struct {
	*sql.Conn
	writes bool // the only connection that writes
}

// Transact calls do in a transaction, which is rolled back if do fails.
func (db *DB) Transact(ctx context.Context, do func(*Conn) error) error {
	if err := db.CheckNotReplaced(); err != nil {
		return err
	}
	if ctx.Value(withoutWaiting{}) == nil {
		if err := db.writing.Acquire(ctx, 1); err != nil {
			return err
		}
	} else if !db.writing.TryAcquire(1) {
		return fmt.Errorf("%s is %w: this process is writing", db.Path, ErrBusy)
	}
	defer db.writing.Release(1)
	begin, durable := "BEGIN IMMEDIATE", "PRAGMA synchronous = FULL"
	if ctx.Value(repeatable{}) != nil {
		begin = "PRAGMA synchronous = NORMAL; " + begin
	}
	conn, end, err := db.begin(ctx, db.pool, begin)
	if err != nil {
		return err
	}
	defer func() {
		if end(); ctx.Value(repeatable{}) != nil {
			db.pool.ExecContext(context.WithoutCancel(ctx), durable)
		}
	}()
	renewed, err := db.carryOut(ctx, conn, do)
	if err != nil {
		return db.Explain(err)
	}
	if _, err := conn.ExecContext(context.WithoutCancel(ctx), "COMMIT"); err != nil {
		return db.Explain(err)
	}
	if renewed != 0 {
		db.inLog.Store(renewed)
	}
	return nil
}

// carryOut calls do, and returns the schema cookie for what it has changed: see [DB.renewCookie].
func (db *DB) carryOut(ctx context.Context, conn *Conn, do func(*Conn) error) (renewed uint32, err error) {
	const changes = "SELECT total_changes()"
	before, err := Value[int64](ctx, conn, changes)
	if err != nil {
		return 0, err
	}
	if err := cmp.Or(do(conn), ctx.Err()); err != nil {
		return 0, err
	}
	if after, err := Value[int64](ctx, conn, changes); err != nil || after == before {
		return 0, err
	}
	return db.renewCookie(ctx, conn)
}

// Exec executes statements outside a transaction.
func (db *DB) Exec(ctx context.Context, statements string, args ...any) error {
	if err := db.CheckNotReplaced(); err != nil {
		return err
	}
	if err := db.writing.Acquire(ctx, 1); err != nil {
		return err
	}
	defer db.writing.Release(1)
	_, err := db.pool.ExecContext(ctx, statements, args...)
	return db.Explain(err)
}

// Exec executes a statement within a transaction.
func Exec(ctx context.Context, conn *Conn, statement string, args ...any) error {
	_, err := conn.ExecContext(ctx, statement, args...)
	return err
}

// View calls read in a read transaction, so that it sees a single state of the database. It does not wait for a writer,
// in this process or another.
func View[T any](ctx context.Context, db *DB, read func(*Conn) (T, error)) (found T, err error) {
	conn, end, err := db.beginReading(ctx)
	if err != nil {
		return found, err
	}
	defer end()
	if found, err = read(conn); err != nil {
		return *new(T), db.Explain(err) // do not return a partial result
	}
	return found, nil
}

// withoutWaiting is the key of a context's value that is set by WithoutWaiting.
type withoutWaiting struct{}

// WithoutWaiting returns a context in which a transaction does not wait while somebody else writes, in this process or
// another, but returns ErrBusy. At the same time, transactions in other contexts wait as usual.
func WithoutWaiting(ctx context.Context) context.Context {
	return context.WithValue(ctx, withoutWaiting{}, true)
}

// repeatable is the key of a context's value that is set by Repeatable.
type repeatable struct{}

// Repeatable returns a context in which a transaction does not wait until the disk has stored it. Killing the process
// loses nothing; without power or after a crash of the system the latest such transactions may be missing, and nothing
// else. It is for what can be computed again.
func Repeatable(ctx context.Context) context.Context {
	return context.WithValue(ctx, repeatable{}, true)
}

// beginReading starts a read transaction. It prefers the connection that writes, because only that one uses the
// [Cache]. While that writes or waits for another process, it takes a read-only connection.
func (db *DB) beginReading(ctx context.Context) (*Conn, func(), error) {
	if err := db.CheckNotReplaced(); err != nil {
		return nil, nil, err
	}
	if !db.writing.TryAcquire(1) {
		if db.readers != nil {
			return db.begin(ctx, db.readers, "BEGIN")
		}
		if err := db.writing.Acquire(ctx, 1); err != nil {
			return nil, nil, err
		}
	}
	conn, end, err := db.begin(ctx, db.pool, "BEGIN")
	if err != nil {
		db.writing.Release(1)
		return nil, nil, err
	}
	return conn, func() { end(); db.writing.Release(1) }, nil
}

// begin starts a transaction with this statement. The connection is reserved for it until end, which rolls back
// anything that has not been committed.
func (db *DB) begin(ctx context.Context, pool *sql.DB, statement string) (*Conn, func(), error) {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, nil, db.Explain(err)
	}
	if ctx.Value(withoutWaiting{}) == nil {
		_, err = conn.ExecContext(ctx, statement)
	} else {
		_, err = conn.ExecContext(ctx, "PRAGMA busy_timeout = 0; "+statement)
		wait := fmt.Sprintf("PRAGMA busy_timeout = %d", busyTimeout.Milliseconds())
		conn.ExecContext(context.WithoutCancel(ctx), wait)
	}
	if err != nil {
		conn.Close()
		return nil, nil, db.Explain(err)
	}
	return &Conn{conn, pool == db.pool}, func() {
		conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		conn.Close()
	}, nil
}

// ViewQuery returns all rows of a query in its own transaction.
func ViewQuery[T any](ctx context.Context, db *DB, fields func(*T) []any, text string, args ...any) ([]T, error) {
	return View(ctx, db, func(conn *Conn) ([]T, error) { return Query(ctx, conn, fields, text, args...) })
}

// ViewValue returns the value of a query with one row and one column, in its own transaction.
func ViewValue[T any](ctx context.Context, db *DB, text string, args ...any) (T, error) {
	return View(ctx, db, func(conn *Conn) (T, error) { return Value[T](ctx, conn, text, args...) })
}

// ViewEach iterates over the results of read, up to the first error, in a transaction like that of [View]. This process
// can write nothing during the iteration.
func ViewEach[T any](ctx context.Context, db *DB, read func(*Conn) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		conn, end, err := db.beginReading(ctx)
		if err != nil {
			yield(*new(T), err)
			return
		}
		defer end()
		for v, err := range read(conn) {
			if !yield(v, db.Explain(err)) {
				return
			}
		}
	}
}

// State identifies the content of a database as seen by the connection that writes: others is PRAGMA data_version,
// which changes when another connection commits, and own is total_changes(), the rows written by this one.
type State struct{ others, own int64 }

// unknownState is the state for a connection that only reads: SQLite's numbers are comparable within one connection
// only.
var unknownState State

// StateOf returns the state of the database within a transaction.
func StateOf(ctx context.Context, conn *Conn) (s State, err error) {
	if !conn.writes {
		return unknownState, nil
	}
	err = conn.QueryRowContext(ctx, "SELECT data_version, total_changes() FROM pragma_data_version").Scan(&s.others,
		&s.own)
	return s, err
}

// Cache keeps values of a database, by name, as they were last read or written. A value is valid until anything is
// written to the database. Goroutines may share it.
type Cache[T any] struct {
	mutex  sync.Mutex
	values map[string]cached[T]
}

// cached is a value with the state of the database in which it is valid.
type cached[T any] struct {
	value T
	at    State
}

// maxCached limits the number of values. When it is reached, the cache is cleared.
const maxCached = 64

// Put stores a value that was read or written in this state.
func (c *Cache[T]) Put(name string, value T, at State) {
	if at == unknownState {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.values == nil || len(c.values) == maxCached {
		c.values = map[string]cached[T]{}
	}
	c.values[name] = cached[T]{value, at}
}

// Get returns the value with this name, if the cache has it for this state.
func (c *Cache[T]) Get(name string, at State) (value T, ok bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	found, ok := c.values[name]
	if !ok || found.at != at || at == unknownState {
		return value, false
	}
	return found.value, true
}
