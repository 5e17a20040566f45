package gametree

import (
	"testing"

	"menace/minimax"
)

// TestCode checks that a completion code belongs to one exercise, one name and one score.
func TestCode(t *testing.T) {
	exercise := func(seed int64) Exercise {
		o := ExerciseOptions{Seed: seed}
		p, err := setUpTree(Setup{Tree: o.Tree(), Order: "given"})
		if err != nil {
			t.Fatal(err)
		}
		x := exercise(t, p, Options{Options: minimax.Options{Algorithm: minimax.AlphaBeta}}, o)
		return x
	}
	x := exercise(3)
	x.Score = 2
	code := x.Code(" Ada  Lovelace")
	if score, err := exercise(3).CheckCode("ada lovelace", " "+code+"\n"); score != 2 || err != nil {
		t.Errorf("%s: got %d, %v", code, score, err)
	}
	better := "3" + code[1:]
	for name, given := range map[string][2]string{
		"another name": {"Grace Hopper", code}, "a better score": {"Ada Lovelace", better}, "none": {"Ada Lovelace", ""},
	} {
		if _, err := exercise(3).CheckCode(given[0], given[1]); err != ErrCode {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := exercise(4).CheckCode("Ada Lovelace", code); err != ErrCode {
		t.Errorf("another exercise: got %v", err)
	}
}
