package data

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"menace/data/sqlite"
)

// HashKey returns the stored form of a teacher's or pupil's key: its SHA-256, in hexadecimal. Keys have 130
// random bits, so nobody finds one by its hash.
func HashKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// AddTeacherKey stores the hash of the key of another browser of the teacher.
func (db *DB) AddTeacherKey(ctx context.Context, key string) error {
	return db.sqlite.Transact(ctx, func(conn *sqlite.Conn) error {
		return sqlite.Exec(ctx, conn, "INSERT INTO teacher (key) VALUES (?)", HashKey(key))
	})
}

// HasTeacherKey reports whether a browser with this key is the teacher's.
func (db *DB) HasTeacherKey(ctx context.Context, key string) (bool, error) {
	found, err := sqlite.ViewQuery(ctx, db.sqlite, sqlite.Column[string], "SELECT key FROM teacher WHERE key = ?",
		HashKey(key))
	return len(found) > 0, err
}

// hashKeys replaces the keys that schema 2 stored by their hashes.
func hashKeys(ctx context.Context, conn *sqlite.Conn) error {
	keys, err := sqlite.Query(ctx, conn, sqlite.Column[string], "SELECT key FROM teacher")
	if err != nil {
		return err
	}
	for _, key := range keys {
		if err := sqlite.Exec(ctx, conn, "UPDATE teacher SET key = ? WHERE key = ?", HashKey(key), key); err != nil {
			return err
		}
	}
	if err := movePupils(ctx, conn); err != nil {
		return err
	}
	return changePupils(ctx, conn, func(pupil map[string]json.RawMessage) {
		var key string
		if err := json.Unmarshal(pupil["Key"], &key); err == nil && key != "" {
			pupil["KeyHash"], _ = json.Marshal(HashKey(key))
			delete(pupil, "Key")
		}
	})
}

// removeCodes removes from a copy of a database everything that opens a class without guessing: the codes of classes
// and of pupils' places, which are too short to be hidden by a hash, and the hashes of keys if the copied file had the
// keys themselves. Opening a class gives it another code.
func removeCodes(ctx context.Context, conn *sqlite.Conn, hadKeys bool) error {
	if err := sqlite.Exec(ctx, conn, "UPDATE classes SET code = 'none-' || id"); err != nil {
		return err
	}
	if hadKeys {
		if err := sqlite.Exec(ctx, conn, "DELETE FROM teacher"); err != nil {
			return err
		}
	}
	return changePupils(ctx, conn, func(pupil map[string]json.RawMessage) {
		delete(pupil, "PlaceCode")
		if hadKeys {
			pupil["KeyHash"], _ = json.Marshal(HashKey(rand.Text()))
		}
	})
}
