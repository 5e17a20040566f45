package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// Errors that callers can distinguish. Messages that wrap them name the file.
var (
	ErrNoDatabase   = errors.New("no database")
	ErrNotADatabase = errors.New("not a menace database")
	ErrNewerSchema  = errors.New("made by a newer version of menace")
	ErrBusy         = errors.New("busy")
	ErrReadOnly     = errors.New("read-only")
	ErrCorrupt      = errors.New("damaged")
	ErrFull         = errors.New("no space left")
	ErrReplaced     = errors.New("deleted or replaced")
)

// SQLite's primary result codes, https://sqlite.org/rescode.html.
const (
	sqliteError     = 1 // such as a missing table; our statements are correct, so the file is damaged
	sqliteBusy      = 5
	sqliteLocked    = 6
	sqliteReadOnly  = 8
	sqliteInterrupt = 9 // because a context has ended
	sqliteIOError   = 10
	sqliteCorrupt   = 11
	sqliteFull      = 13
	sqliteCantOpen  = 14
	sqliteRule      = 19 // a constraint that an intact database satisfies
	sqliteNotADB    = 26
)

// Explain translates an error of SQLite, by its code, into an error of this package. It returns other errors
// unchanged.
func (db *DB) Explain(err error) error {
	if d, ok := errors.AsType[*damage](err); ok {
		return fmt.Errorf("%s in %w", d.what, db.damaged(d.error))
	}
	switch resultCode(err) & 0xFF {
	case sqliteBusy, sqliteLocked:
		return fmt.Errorf("%s is %w: another program is using it", db.Path, ErrBusy)
	case sqliteInterrupt:
		return context.Canceled
	case sqliteReadOnly:
		return fmt.Errorf("%s is %w: it or its folder cannot be written to", db.Path, ErrReadOnly)
	case sqliteError, sqliteCorrupt, sqliteRule:
		return db.damaged(err)
	case sqliteFull:
		return fmt.Errorf("%w for %s", ErrFull, db.Path)
	case sqliteIOError:
		if isFull(err) {
			return fmt.Errorf("%w for %s", ErrFull, db.Path)
		}
		return fmt.Errorf("%s: reading or writing failed: %v", db.Path, err)
	case sqliteCantOpen:
		return fmt.Errorf("%s is unreachable or %w: it or its folder cannot be opened", db.Path, ErrReadOnly)
	case sqliteNotADB:
		return fmt.Errorf("%s is %w", db.Path, ErrNotADatabase)
	}
	return err
}

func (db *DB) damaged(err error) error {
	text := printable(err.Error())
	if db.immutable {
		text += "; or it was written by somebody else while it was read: try again"
	}
	return fmt.Errorf("%s is %w: %s", db.Path, ErrCorrupt, text)
}

// damage reports that a part of a database is damaged.
type damage struct {
	error
	what string // such as `agent "a"`
}

// Damaged reports that a part of a database, such as `agent "a"`, is damaged. It returns nil and errors with other
// causes unchanged. At the end of a transaction it becomes ErrCorrupt: see [DB.Explain].
func Damaged(what string, err error) error {
	for _, other := range []error{nil, context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, other) {
			return err
		}
	}
	switch resultCode(err) & 0xFF {
	case 0, sqliteError, sqliteCorrupt, sqliteRule:
		return &damage{err, what}
	}
	return err
}

// printable replaces control characters, which can occur in the names of a damaged schema, by spaces.
func printable(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }), " ")
}
