package data

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"menace/data/sqlite"
)

// HashKey returns the form in which keys of teachers and pupils are stored: SHA-256, in hexadecimal. Keys have 130
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

// hashKeys replaces the keys that schema 2 stored by their hashes. It leaves out classes that cannot be read.
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
	states, err := sqlite.Query(ctx, conn, sqlite.Column[string], "SELECT state FROM classes ORDER BY id")
	if err != nil {
		return err
	}
	for _, before := range states {
		after, damaged := hashPupils(before)
		if damaged != nil {
			continue
		}
		if err := sqlite.Exec(ctx, conn, "UPDATE classes SET state = ? WHERE state = ?", after, before); err != nil {
			return err
		}
	}
	return nil
}

// hashPupils replaces the keys of pupils in the state of a class by their hashes.
func hashPupils(state string) (string, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(state), &fields); err != nil {
		return "", fmt.Errorf("the state of a class: %w", err)
	}
	var pupils []map[string]json.RawMessage
	if fields["Pupils"] == nil {
		return state, nil
	}
	if err := json.Unmarshal(fields["Pupils"], &pupils); err != nil {
		return "", fmt.Errorf("the pupils of a class: %w", err)
	}
	for _, p := range pupils {
		var key string
		if err := json.Unmarshal(p["Key"], &key); err == nil && key != "" {
			p["KeyHash"], _ = json.Marshal(HashKey(key))
			delete(p, "Key")
		}
	}
	fields["Pupils"], _ = json.Marshal(pupils)
	text, err := json.Marshal(fields)
	return string(text), err
}
