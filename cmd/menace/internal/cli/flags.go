package cli

import (
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"menace/board"
	"menace/cmd/menace/internal/lab"
	"menace/data"
	"menace/menace"
)

// DefaultAgent is the agent that is meant when none is named.
const DefaultAgent = "default"

// DBFlag names the database.
func DBFlag() Flag {
	f := &StringFlag{Name: "db", Usage: "the database `FILE`", Value: "menace.db", EnvVars: []string{"MENACE_DB"}}
	if os.Getenv("MENACE_DB") == "" {
		f.EnvVars = nil // or the library takes it for a file without a name
	}
	return f
}

// AgentFlag names an agent.
func AgentFlag() Flag {
	return &StringFlag{Name: "agent", Aliases: []string{"a"}, Value: DefaultAgent, Usage: "the agent's `NAME`"}
}

// Agent reads AgentFlag.
func Agent(c *Context) (string, error) {
	name := c.String("agent")
	return name, AsUsage(data.CheckName(name))
}

// AgentsFlag names one agent or several.
func AgentsFlag() Flag {
	return &StringSliceFlag{
		Name: "agent", Aliases: []string{"a"}, DefaultText: DefaultAgent,
		Usage: "the agent's `NAME`; again for more agents",
	}
}

// Agents reads AgentsFlag, each name once.
func Agents(c *Context) (names []string, err error) {
	for _, name := range c.StringSlice("agent") {
		if err := data.CheckName(name); err != nil {
			return nil, AsUsage(err)
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		names = []string{DefaultAgent}
	}
	return names, nil
}

// JSONFlag asks for JSON.
func JSONFlag() Flag { return &BoolFlag{Name: "json", Usage: "print one JSON document"} }

// OutFlag names a file to write, standard output unless it is given.
func OutFlag() Flag {
	return &StringFlag{Name: "out", Usage: "the `FILE`; - is standard output", Value: "-"}
}

// SeedFlag gives a seed.
func SeedFlag(usage, without string) Flag {
	return &Int64Flag{Name: "seed", Usage: usage, DefaultText: without}
}

// Seed reads SeedFlag: lab.NoSeed if it was not given.
func Seed(c *Context) (int64, error) {
	if !c.IsSet("seed") {
		return lab.NoSeed, nil
	}
	return Between(c, "seed", 0, math.MaxInt64)
}

// Games reads the flag --games, at least as many games.
func Games(c *Context, least int64) (int64, error) {
	return Between(c, "games", least, menace.MaxGames)
}

// Between reads a flag of a whole number, which must lie between two others if it was given.
func Between(c *Context, flag string, least, most int64) (int64, error) {
	n := c.Int64(flag)
	switch {
	case !c.IsSet(flag) || least <= n && n <= most:
		return n, nil
	case n < 0 && least == 0 && most == math.MaxInt64:
		return n, Usagef("--%s %d is negative", flag, n)
	}
	return n, Usagef("--%s %d is not between %d and %d", flag, n, least, most)
}

// Duration reads a flag of a time up to a longest one, in Go's way of writing times or in seconds.
func Duration(c *Context, flag string, longest time.Duration) (time.Duration, error) {
	text := c.String(flag)
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		text += "s"
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 || d > longest {
		hours := strings.TrimSuffix(longest.String(), "0m0s")
		return 0, Usagef("--%s %q is not a time from 0s to %s, as in 0.5s", flag, c.String(flag), hours)
	}
	return d, nil
}

// SelectionFlags choose boxes; all is what is chosen without them.
func SelectionFlags(all string) []Flag {
	return []Flag{
		&Int64Flag{Name: "moves", Aliases: []string{"m"}, Usage: "the boxes after `M` moves", DefaultText: all},
		PositionFlag(all),
	}
}

// PositionFlag names a box by its position.
func PositionFlag(all string) Flag {
	return &StringFlag{Name: "position", Aliases: []string{"p"}, Usage: "the box of `POSITION`, turned in any way, as in X.O/.../...", DefaultText: all}
}

// Selection reads SelectionFlags.
func Selection(c *Context) (which lab.Selection, err error) {
	which.Moves = lab.AllMoves
	if c.IsSet("moves") && c.IsSet("position") {
		return which, Usagef("--moves and --position exclude each other")
	}
	if c.IsSet("moves") {
		moves, err := Between(c, "moves", 0, math.MaxInt64)
		which.Moves = int(moves)
		return which, err
	}
	if c.IsSet("position") {
		b, err := board.Parse(c.String("position"))
		which.Position = &b
		return which, AsUsage(err)
	}
	return which, nil
}

// Opponents reads a flag of opponents, checked, or returns the default ones.
func Opponents(c *Context, flag string, usual ...string) ([]string, error) {
	names := c.StringSlice(flag)
	if len(names) == 0 {
		names = usual
	}
	for _, name := range names {
		if err := lab.CheckOpponent(name); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// ManyMachines is the category of the flags of experiments, in the help of a command that is about agents too.
const ManyMachines = "Many machines instead of agents"

// ExperimentFlag names an experiment that takes the place of agents.
func ExperimentFlag(usage string) Flag {
	return &StringFlag{Name: "experiment", Aliases: []string{"e"}, Category: ManyMachines, Usage: usage}
}

// Experiment reads ExperimentFlag: "" if it was not given. It refuses flags of agents beside it, and without it
// those that choose among its machines.
func Experiment(c *Context, choosing ...string) (string, error) {
	if !c.IsSet("experiment") {
		for _, flag := range choosing {
			if c.IsSet(flag) {
				return "", Usagef("--%s goes with --experiment NAME", flag)
			}
		}
		return "", nil
	}
	name := c.String("experiment")
	for _, flag := range []string{"agent", "window"} {
		if c.IsSet(flag) {
			return name, Usagef("--%s is about agents, and does not go with --experiment", flag)
		}
	}
	return name, AsUsage(data.CheckExperimentName(name))
}
