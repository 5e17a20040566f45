package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"iter"
	"math"
	"sync"
)

// Conn is the connection reserved for a transaction.
type Conn struct {
	*sql.Conn
	writes bool // the only connection that writes
	db     *DB
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
	db.known.Store(nil)
	conn, end, err := db.begin(ctx, db.pool, begin)
	if err != nil {
		return err
	}
	StateOf(ctx, conn) // for readers meanwhile; without it they miss the cache
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

// carryOut calls do, and returns the schema cookie for the change that it made: see [DB.renewCookie].
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
	db.known.Store(nil)
	_, err := db.pool.ExecContext(ctx, statements, args...)
	return db.Explain(err)
}

// Exec executes a statement within a transaction.
func Exec(ctx context.Context, conn *Conn, statement string, args ...any) error {
	_, err := conn.ExecContext(ctx, statement, args...)
	return err
}

// View calls read in a read transaction, which sees a single state of the database. It does not wait for a writer in
// this process or another.
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

// withoutWaiting is the context key of WithoutWaiting.
type withoutWaiting struct{}

// WithoutWaiting returns a context in which a transaction returns ErrBusy instead of waiting while another writes, in
// this process or another. Transactions in other contexts still wait.
func WithoutWaiting(ctx context.Context) context.Context {
	return context.WithValue(ctx, withoutWaiting{}, true)
}

// repeatable is the context key of Repeatable.
type repeatable struct{}

// Repeatable returns a context for transactions that do not wait for the disk. Killing the process loses nothing; after
// a power failure or a crash of the system the latest such transactions may be missing, but nothing else. It is for
// data that can be computed again.
func Repeatable(ctx context.Context) context.Context {
	return context.WithValue(ctx, repeatable{}, true)
}

// beginReading starts a read transaction. It prefers the connection that writes, because only that one knows the state
// of the database. While that connection writes or waits for another process, it takes a read-only connection.
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
	db.known.Store(nil)
	conn, end, err := db.begin(ctx, db.pool, "BEGIN")
	if err != nil {
		db.writing.Release(1)
		return nil, nil, err
	}
	return conn, func() { end(); db.writing.Release(1) }, nil
}

// begin starts a transaction with this statement. It reserves the connection until end is called, which rolls back
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
	return &Conn{conn, pool == db.pool, db}, func() {
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

// ViewEach iterates over the results of read, up to the first error, in one read transaction. This process
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

// unknownState is a state that equals no known one.
var unknownState State

// StateOf returns the state of the database within a transaction. A connection that only reads adopts the state that
// the writing connection saw at the beginning of its current transaction: if a foreign program changes the database at
// that moment without a new revision, that is noticed one transaction later. The number of rows written meanwhile is
// unknown, so [Cache] asks.
func StateOf(ctx context.Context, conn *Conn) (s State, err error) {
	if !conn.writes {
		if known := conn.db.known.Load(); known != nil {
			return State{known.others, -1}, nil
		}
		return unknownState, nil
	}
	err = conn.QueryRowContext(ctx, "SELECT data_version, total_changes() FROM pragma_data_version").Scan(&s.others,
		&s.own)
	if err == nil {
		conn.db.known.Store(&s)
	}
	return s, err
}

// Cache keeps values from a database, by name, as they were last read or written. A value is valid until another
// connection writes to the database, or this one changes the value. Goroutines may share it.
type Cache[T any] struct {
	Most int // maximum number of values; 0 means 64

	mutex  sync.Mutex
	values map[string]cached[T]
	uses   int64 // calls of Put, and of Get that returned a value
}

// cached is a value, valid for one state of the database.
type cached[T any] struct {
	value T
	at    State
	used  int64 // number of its last use
}

const usualMost = 64

// Put stores a value that was read or written in this state. If there are too many values, it drops the least recently
// used one.
func (c *Cache[T]) Put(name string, value T, at State) {
	if at == unknownState {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.values == nil {
		c.values = map[string]cached[T]{}
	}
	if _, known := c.values[name]; !known && len(c.values) >= cmp.Or(c.Most, usualMost) {
		oldest, least := "", int64(math.MaxInt64)
		for name, v := range c.values {
			if v.used < least {
				oldest, least = name, v.used
			}
		}
		delete(c.values, oldest)
	}
	c.uses++
	c.values[name] = cached[T]{value, at, c.uses}
}

// Get returns the value with this name, if the cache has it for this state. If only this connection has written since,
// it calls same to ask whether the value is still valid.
func (c *Cache[T]) Get(name string, at State, same func(T) bool) (value T, ok bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	found, ok := c.values[name]
	unwritten := found.at.own == at.own && at.own >= 0
	if !ok || at == unknownState || found.at.others != at.others || !unwritten && !same(found.value) {
		return value, false
	}
	c.uses++
	found.at, found.used = at, c.uses
	c.values[name] = found
	return found.value, true
}
