package cli

import (
	"math"
	"os"
	"slices"
	"strconv"
	"time"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
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
	return &StringFlag{
		Name: "agent", Aliases: []string{"a"}, Value: DefaultAgent, Usage: "the agent's `NAME`",
		Action: func(_ *Context, name string) error { return AsUsage(data.CheckName(name)) },
	}
}

// AgentsFlag names one or more agents.
func AgentsFlag() Flag {
	return &StringSliceFlag{
		Name: "agent", Aliases: []string{"a"}, DefaultText: DefaultAgent,
		Usage: "the agent's `NAME`; repeatable",
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
	return &StringFlag{Name: "out", Usage: "write to `FILE`; - is standard output", Value: "-"}
}

// SeedFlag gives a seed: lab.NoSeed unless it is given.
func SeedFlag(usage, without string) Flag {
	return Between(0, math.MaxInt64, &Int64Flag{Name: "seed", Usage: usage, Value: lab.NoSeed, DefaultText: without})
}

// GamesFlag gives a number of games, not fewer than least.
func GamesFlag(least int64, usage, without string) Flag {
	return Between(least, menace.MaxGames, &Int64Flag{Name: "games", Aliases: []string{"n"}, Usage: usage, DefaultText: without})
}

// OpponentFlag names an opponent, or a schedule, that check accepts.
func OpponentFlag(usage string, check func(name string) error) Flag {
	return &StringFlag{
		Name: "opponent", Aliases: []string{"o"}, Usage: usage, DefaultText: "the last one; random for a new agent",
		Action: func(_ *Context, name string) error { return check(name) },
	}
}

// OpponentsFlag names opponents.
func OpponentsFlag(usage, without string) Flag {
	return &StringSliceFlag{
		Name: "opponent", Aliases: []string{"o"}, Usage: usage, DefaultText: without,
		Action: func(_ *Context, names []string) error {
			for _, name := range names {
				if err := lab.CheckOpponent(name); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// Between lets a flag take whole numbers between two others only.
func Between(least, most int64, f *Int64Flag) Flag {
	f.Action = func(_ *Context, n int64) error {
		return Wrong(option.Wrong(f.Name, option.Whole(&n, least, most).Set(strconv.FormatInt(n, 10))))
	}
	return f
}

// Duration reads a flag of a time, at most the longest, written as Go writes times or in seconds.
func Duration(c *Context, flag string, longest time.Duration) (d time.Duration, err error) {
	err = option.Time(&d, 0, longest).Set(c.String(flag))
	return d, Wrong(option.Wrong(flag, err))
}

// SelectionFlags choose boxes; all is what is chosen without them.
func SelectionFlags(all string) []Flag {
	return []Flag{PositionFlag(all), Between(0, math.MaxInt64, &Int64Flag{
		Name: "moves", Aliases: []string{"m"}, Usage: "the boxes after `M` moves", Value: lab.AllMoves, DefaultText: all,
	})}
}

// PositionFlag names a box by its position.
func PositionFlag(all string) Flag {
	return &StringFlag{
		Name: "position", Aliases: []string{"p"}, DefaultText: all,
		Usage: "the box of `POSITION`, in any orientation, as in X.O/.../... or BBB/W../.WW",
	}
}

// Selection reads SelectionFlags, or PositionFlag alone.
func Selection(c *Context) (which lab.Selection, err error) {
	which.Moves = lab.AllMoves
	switch {
	case c.IsSet("moves") && c.IsSet("position"):
		return which, Usagef("--moves and --position exclude each other")
	case c.IsSet("moves"):
		which.Moves = int(c.Int64("moves"))
	case c.IsSet("position"):
		if which.Position = c.String("position"); which.Position == "" {
			return which, Usagef("--position is empty: a position is needed, as in X.O/.../...")
		}
	}
	return which, nil
}

// ExperimentFlag names an experiment that takes the place of agents.
func ExperimentFlag(usage string) Flag {
	return &StringFlag{Name: "experiment", Aliases: []string{"e"}, Category: words.ManyMachines, Usage: usage}
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
