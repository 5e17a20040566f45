package data

import (
	"context"
	"path/filepath"
	"testing"

	"menace/data/sqlite"
)

// BenchmarkSaveNew saves a new agent with the curve of 10,000 games.
func BenchmarkSaveNew(b *testing.B) {
	db := open(b, filepath.Join(b.TempDir(), "menace.db"), Create)
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		a := newAgent(b, "a")
		train(b, a, 10_000)
		b.StartTimer()
		store(b, db, a)
		b.StopTimer()
		must(b, db.Delete(context.Background(), "a"))
		b.StartTimer()
	}
}

// BenchmarkSaveAgain saves the changes of 10,000 more games.
func BenchmarkSaveAgain(b *testing.B) {
	db := open(b, filepath.Join(b.TempDir(), "menace.db"), Create)
	a := newAgent(b, "a")
	store(b, db, a)
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		train(b, a, 10_000)
		b.StartTimer()
		store(b, db, a)
	}
}

func BenchmarkLoad(b *testing.B) {
	db := open(b, filepath.Join(b.TempDir(), "menace.db"), Create)
	a := newAgent(b, "a")
	train(b, a, 10_000)
	store(b, db, a)
	b.ReportAllocs()
	for b.Loop() {
		db.agents = sqlite.Cache[*Agent]{}
		reload(b, db, "a")
	}
}

// BenchmarkLoadAgain loads an agent that has not changed since it was loaded.
func BenchmarkLoadAgain(b *testing.B) {
	db := open(b, filepath.Join(b.TempDir(), "menace.db"), Create)
	a := newAgent(b, "a")
	train(b, a, 10_000)
	store(b, db, a)
	b.ReportAllocs()
	for b.Loop() {
		reload(b, db, "a")
	}
}
