package agents

import (
	"testing"

	"menace/menace"
)

// TestAdvice checks that an error suggests what to type next.
func TestAdvice(t *testing.T) {
	her, err := menace.Preset("her")
	if err != nil {
		t.Fatal(err)
	}
	const restocks = " --on-empty restock --games 0` makes a fresh machine that refills empty boxes, " +
		"and `menace play --machine again` plays against it"
	for _, c := range []struct {
		err interface {
			error
			Advice() string
		}
		want string
	}{
		{&UnplayedError{Agent: "tom"}, "machine \"tom\" has played no game, so it has no curve: " +
			"`menace train --machine tom --games 10000` gives it one"},
		{&NoGameError{Agent: "tom", Game: 7}, "machine \"tom\" has no game 7 with a person; " +
			"`menace machines show tom` lists its games"},
		{&BankruptError{Agent: "tom", Rules: menace.Michie()},
			"tom is bankrupt: it has lost every bead of its opening box, " +
				"so it can only resign; `menace train --machine again --plays first" + restocks},
		{&BankruptError{Agent: "tom", Rules: her},
			"tom is bankrupt: it has lost every bead of its opening boxes, " +
				"so it can only resign; `menace train --machine again --game hexapawn --plays second" + restocks},
	} {
		if got := c.err.Error() + c.err.Advice(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}
