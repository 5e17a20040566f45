// Package datatest opens databases in tests.
package datatest

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"testing"

	"menace/data"
)

// Open opens the database in a file, or a new one if the path is "". When the test ends, it fails if a machine in the
// database is damaged.
func Open(t testing.TB, path string) *data.DB {
	t.Helper()
	if path == "" {
		path = filepath.Join(t.TempDir(), "menace.db")
	}
	db, err := data.Open(t.Context(), path, data.Create)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		defer db.Close()
		ctx := context.Background() // the context of the test has ended
		names, err := db.AllNames(ctx)
		for _, name := range names {
			_, damage := db.Export(ctx, name) // reads everything
			err = cmp.Or(err, damage)
		}
		if errors.Is(err, data.ErrCorrupt) {
			t.Errorf("the database is damaged: %v", err)
		}
	})
	return db
}
