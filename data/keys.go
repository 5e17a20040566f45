package data

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"menace/data/sqlite"
)

// HashKey returns the stored form of the key of a teacher or pupil: its SHA-256, in hexadecimal. Keys have 130 random
// bits, so a key cannot be found from its hash.
func HashKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// AddTeacherKey stores the hash of another key of the teacher, who uses several browsers.
func (db *DB) AddTeacherKey(ctx context.Context, key string) error {
	return db.sqlite.Transact(ctx, func(conn *sqlite.Conn) error {
		return sqlite.Exec(ctx, conn, "INSERT INTO teacher (key) VALUES (?)", HashKey(key))
	})
}

// HasTeacherKey reports whether a key belongs to the teacher.
func (db *DB) HasTeacherKey(ctx context.Context, key string) (bool, error) {
	found, err := sqlite.ViewQuery(ctx, db.sqlite, sqlite.Column[string], "SELECT key FROM teacher WHERE key = ?",
		HashKey(key))
	return len(found) > 0, err
}

// hashKeys replaces the keys in a database of schema 2 by their hashes.
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

// removeCodes removes from a copy of a database everything that gives access to a class without guessing: the codes of
// classes and of pupils' places, which are too short for a hash to hide them, and the hashes of keys if the copied file
// contained the keys themselves. A class gets a new code when it is opened.
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
