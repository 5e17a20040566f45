package live

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"strings"
	"time"

	"menace/arena"
	"menace/cmd/menace/internal/machines/agents"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
)

// TrainOptions specify a training run.
type TrainOptions struct {
	Agent     string
	Games     int64
	Opponent  string // "" for the opponent of the last session, or random for a new agent
	Seed      int64  // arena.NoSeed to continue with the agent's generator
	BothLearn bool   // an opponent that is an agent learns too
	NoLearn   bool   // no agent learns, and nothing is stored; such a run can only be watched

	Rules menace.Rules // rules of a new agent
	Given []string     // rules in which an existing agent must agree with Rules, or "preset" for all of them
}

// Options lists the options of training except the rules of a new agent.
func (o *TrainOptions) Options() []option.Option {
	return []option.Option{
		{Name: "agent", Short: "a", Meaning: "the machine's `NAME`", Complete: "agent",
			Value: option.Checked(option.Word(&o.Agent), data.CheckName)},
		{Name: "games", Short: "n", Meaning: "play `N` games; 0 only makes the machine", Default: "required",
			Value: option.Whole(&o.Games, 0, menace.MaxGames)},
		{Name: "opponent", Short: "o", Meaning: "train against `OPPONENT`", Complete: "opponent",
			Default: "the last one; random for a new machine",
			Value:   option.Checked(option.Word(&o.Opponent), agents.CheckTrainer)},
		{Name: "seed", Meaning: "the `SEED` of all random choices",
			Default: "continue the machine's; random for a new one",
			Value:   option.Whole(&o.Seed, 0, math.MaxInt64)},
		{Name: "both-learn", Meaning: "let the opponent learn too; it must be agent:NAME",
			Value: option.Switch(&o.BothLearn)},
	}
}

// Check returns an [option.Error] if options cannot be combined.
func (o TrainOptions) Check() error {
	if o.BothLearn && o.Opponent != "" && !strings.HasPrefix(o.Opponent, arena.AgentPrefix) {
		err := fmt.Errorf("both can learn only if the opponent is agent:NAME; %s does not learn", o.Opponent)
		return option.Wrong("both-learn", err)
	}
	return nil
}

// Pace is the speed of training.
type Pace struct {
	Name, Label string
	move        time.Duration // time for each move, which the board shows; 0 for whole games
	games       int64         // games per second; 0 for as many as possible
}

// Paces lists all paces, the fastest first.
var Paces = []Pace{
	{Name: "fast", Label: "fastest"},
	{Name: "games", Label: "200 games a second", games: 200},
	{Name: "moves", Label: "2 moves a second", move: 500 * time.Millisecond},
}

// PaceOf returns the pace with a name, or the fastest if the name is "".
func PaceOf(name string) (Pace, error) {
	var names []string
	for _, p := range Paces {
		if p.Name == name || name == "" {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Pace{}, fmt.Errorf("unknown pace %q; choose from %s", name, strings.Join(names, ", "))
}

// block returns the number of games to play under one lock.
func (p Pace) block() int64 {
	switch {
	case p.games > 0:
		return max(p.games/20, 1)
	case inBrowser:
		return 4 * blockSize // about 50 ms, after which the program can answer requests
	}
	return blockSize
}

// rest waits as long as the pace requires after some games have been played.
func (p Pace) rest(ctx context.Context, began time.Time, played int64) {
	switch {
	case p.games > 0:
		rest(ctx, time.Until(began.Add(time.Duration(played)*time.Second/time.Duration(p.games))))
	case inBrowser:
		time.Sleep(time.Millisecond) // during a shorter pause the browser would not deliver any requests
	}
}

// inBrowser reports whether the program runs in a browser, where it has a single thread.
const inBrowser = runtime.GOOS == "js"

// rest waits, and reports whether the context has not ended.
func rest(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
	return ctx.Err() == nil
}
