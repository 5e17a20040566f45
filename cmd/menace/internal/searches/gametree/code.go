package gametree

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"

	"menace/cmd/menace/internal/searches/trees"
)

// Code returns the completion code of an exercise for a student, such as 7-9-J4KQ-2MXA: the score, the number of
// questions, and a check that depends on both, on the exercise and on the name. It shows a lecturer which exercise was
// done, and with which score. It is a receipt rather than a signature: anyone with the program can compute it.
func (x Exercise) Code(student string) string {
	const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"                          // none that looks like another one
	parts := []string{fmt.Sprint(x.searched, x.Seed, x.Score), normal(student)} // the same in all languages
	for _, q := range x.Questions {
		parts = append(parts, q.Kind, q.Node)
	}
	var add func(n *trees.Node)
	add = func(n *trees.Node) {
		parts = append(parts, n.Edge, n.Label, n.Value, strings.Join(n.Board, "/"), fmt.Sprint(len(n.Children)))
		for _, child := range n.Children {
			add(child)
		}
	}
	add(x.Drawing.Root)
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	check := base32.NewEncoding(letters).EncodeToString(sum[:5])
	return fmt.Sprintf("%d-%d-%s-%s", x.Score, len(x.Questions), check[:4], check[4:])
}

// normal returns a name without differences that people do not see.
func normal(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

// ErrCode reports a completion code that does not belong to an exercise and a student.
var ErrCode = errors.New("this is not the code of this exercise and this name")

// CheckCode returns the score in a completion code, or [ErrCode].
func (x Exercise) CheckCode(student, code string) (score int, err error) {
	code = strings.ToUpper(strings.TrimSpace(code))
	for x.Score = 0; x.Score <= len(x.Questions); x.Score++ {
		if x.Code(student) == code {
			return x.Score, nil
		}
	}
	return 0, ErrCode
}
