package main

import "testing"

func TestShares(t *testing.T) {
	standings := []standing{
		{Cell: 1, Games: 10, Win: 3, Draw: 1, Loss: 5}, {Cell: 1, Games: 10, Bankrupt: 10, Draw: 2, Loss: 5}, {Cell: 1, Games: 20, Win: 3},
		{Cell: 2, Games: 10, Win: 3}, {Cell: 1, Games: 10, Bankrupt: 11, Win: 2, Draw: 1, Loss: 6},
	}
	all, alive := at(standings, 1, 10, true), at(standings, 1, 10, false)
	if len(all) != 3 || all[0] != -3 || all[2] != 5 || len(alive) != 2 {
		t.Errorf("got %v and %v", all, alive)
	}
	if got := below(all, 1); got != 2.0/3 {
		t.Errorf("share at or below 1: %v", got)
	}
	if got := below(nil, 1); got != 0 {
		t.Errorf("share of none: %v", got)
	}
}

// TestWordsFollowTheNumbers: only an interval without 0 tells two apart.
func TestWordsFollowTheNumbers(t *testing.T) {
	for want, lead := range map[string]estimate{
		"a is ahead of b by +0.200 ± 0.100":             {0.2, 0.1, 0.3},
		"a and b cannot be told apart (+0.200 ± 0.300)": {0.2, -0.1, 0.5},
		"a is ahead of b by +0.00050 ± 0.00010":         {0.0005, 0.0004, 0.0006},
	} {
		if got := ahead("a", "b", lead); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	var c cell
	c.Opponent, c.Rules.Beads, c.Rules.Win, c.Rules.Draw, c.Rules.Loss = "perfect", [4]int64{8, 4, 2, 1}, 10, 4, -1
	if got, want := edges(c), " (at the edge of what was tried: draw)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	c.Opponent = "random"
	if got, want := edges(c), " (at the edge of what was tried: win, draw)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
