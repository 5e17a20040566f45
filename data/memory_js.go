package data

import (
	"context"

	"menace/data/sqlite"
)

// OpenMemory opens a database in memory: see [sqlite.OpenMemory].
func OpenMemory(ctx context.Context, name string, content []byte, mode Mode, store func([]byte) error) (*DB, error) {
	db, err := sqlite.OpenMemory(ctx, name, content, mode, schema, store)
	return &DB{sqlite: db}, err
}
