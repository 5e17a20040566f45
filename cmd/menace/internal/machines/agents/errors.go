package agents

import (
	"fmt"

	"menace/menace"
	"menace/minimax/games"
	"menace/symmetry"
)

// NoGameError reports a game that an agent has not played with a person.
type NoGameError struct {
	Agent string
	Game  int64
}

func (e *NoGameError) Error() string {
	return fmt.Sprintf("machine %q has no game %d with a person", e.Agent, e.Game)
}

// Advice names the command that lists the games.
func (e *NoGameError) Advice() string {
	return fmt.Sprintf("; `menace machines show %s` lists its games", e.Agent)
}

// UnplayedError reports an agent that has played no games, and so has no curve.
type UnplayedError struct{ Agent string }

func (e *UnplayedError) Error() string {
	return fmt.Sprintf("machine %q has played no game, so it has no curve", e.Agent)
}

// Advice names the command that plays games.
func (e *UnplayedError) Advice() string {
	return fmt.Sprintf(": `menace train --machine %s --games 10000` gives it one", e.Agent)
}

// BankruptError reports an agent without beads to play with.
type BankruptError struct {
	Agent string
	Rules menace.Rules
}

func (e *BankruptError) Error() string {
	boxes := "opening box"
	if e.Rules.Plays == symmetry.Second {
		boxes = "opening boxes"
	}
	return e.Agent + " is bankrupt: it has lost every bead of its " + boxes + ", so it can only resign"
}

// Advice names the commands that create another machine and play against it.
func (e *BankruptError) Advice() string { return "; " + BankruptcyAdvice(e.Rules) }

// BankruptcyAdvice describes the commands that help if a machine has lost the beads of its opening box.
func BankruptcyAdvice(r menace.Rules) string {
	game := ""
	if r.Game != menace.Michie().Game {
		game = "--game " + r.Game + " "
		if games.IsOwn(r.Game) {
			game = "--game FILE.json "
		}
	}
	return fmt.Sprintf("`menace train --machine again %s--plays %s --on-empty restock --games 0` makes a fresh "+
		"machine that refills empty boxes, and `menace play --machine again` plays against it", game, r.Plays)
}
