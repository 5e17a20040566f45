package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"menace/menace"
)

// ruleFlags are the flags that give the rules of a machine.
func ruleFlags() []cli.Flag {
	const category = "Rules of a new machine"
	return []cli.Flag{
		&cli.StringFlag{Name: "preset", Category: category, Usage: "a whole `SET` of rules: " + strings.Join(menace.Presets, ", ")},
		&cli.StringFlag{Name: "plays", Category: category, Usage: "the `SIDE` it plays: first or second", DefaultText: "first"},
		&cli.StringFlag{Name: "beads", Category: category, Usage: "beads of each move in a fresh box, as `A,B,C,D` for the machine's own move 1 to 4", DefaultText: "4,3,2,1"},
		&cli.Int64Flag{Name: "win", Category: category, Usage: "`BEADS` added for a win", DefaultText: "3"},
		&cli.Int64Flag{Name: "draw", Category: category, Usage: "`BEADS` added for a draw", DefaultText: "1"},
		&cli.Int64Flag{Name: "loss", Category: category, Usage: "`BEADS` added for a loss; negative takes them away", DefaultText: "-1"},
		&cli.StringFlag{Name: "moves", Category: category, Usage: "the `MOVES` that get beads: distinct (up to symmetry) or all", DefaultText: "distinct"},
		&cli.StringFlag{Name: "on-empty", Category: category, Usage: "`WHAT` an empty box does: resign, restock or random", DefaultText: "resign"},
		&cli.Int64Flag{Name: "floor", Category: category, Usage: "fewest `BEADS` a move keeps when it is punished", DefaultText: "0"},
		&cli.StringFlag{Name: "credit", Category: category, Usage: "the `BOXES` that are rewarded: all that were used or only the last", DefaultText: "all"},
	}
}

// ruleOptions are the rules that a command line gives.
type ruleOptions struct {
	rules menace.Rules // with the defaults for what is not given
	given []string     // the names of the flags
}

// parseRules reads the flags of ruleFlags.
func parseRules(c *cli.Context) (o ruleOptions, err error) {
	o.rules = menace.Michie()
	if c.IsSet("preset") {
		if o.rules, err = menace.Preset(c.String("preset")); err != nil {
			return o, asUsage(err)
		}
		for _, f := range rulesByFlag(o.rules) {
			o.given = append(o.given, f.flag)
		}
	}
	for _, f := range rulesByFlag(o.rules) {
		if !c.IsSet(f.flag) {
			continue
		}
		if err := setRule(&o.rules, f.flag, c.String(f.flag)); err != nil {
			return o, asUsage(err)
		}
		o.given = append(o.given, f.flag)
	}
	return o, asUsage(o.rules.Validate())
}

// setRule sets the rule of a flag.
func setRule(r *menace.Rules, flag, text string) (err error) {
	whole := map[string]*int64{"win": &r.Win, "draw": &r.Draw, "loss": &r.Loss, "floor": &r.Floor}
	switch flag {
	case "plays":
		r.Plays = menace.Side(text)
	case "beads":
		r.Beads, err = parseBeads(text)
	case "moves":
		r.Moves = menace.MoveSet(text)
	case "on-empty":
		r.OnEmpty = menace.OnEmpty(text)
	case "credit":
		r.Credit = menace.Credit(text)
	default:
		if *whole[flag], err = strconv.ParseInt(text, 10, 64); err != nil {
			err = fmt.Errorf("--%s %q is not a whole number", flag, text)
		}
	}
	return err
}

// parseBeads reads four numbers with commas between.
func parseBeads(text string) (beads [4]int64, err error) {
	fields := strings.Split(text, ",")
	if len(fields) != len(beads) {
		return beads, fmt.Errorf("--beads %q: %d numbers, where four are needed, as in 4,3,2,1", text, len(fields))
	}
	for i, field := range fields {
		n, err := strconv.ParseInt(strings.TrimSpace(field), 10, 64)
		if err != nil {
			return beads, fmt.Errorf("--beads %q: %q is not a whole number", text, field)
		}
		beads[i] = n
	}
	return beads, nil
}

// ruleText is a rule as a flag gives it.
type ruleText struct{ flag, value string }

// rulesByFlag returns the rules in the order of the flags.
func rulesByFlag(r menace.Rules) []ruleText {
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	return []ruleText{
		{"plays", string(r.Plays)},
		{"beads", fmt.Sprintf("%d,%d,%d,%d", r.Beads[0], r.Beads[1], r.Beads[2], r.Beads[3])},
		{"win", number(r.Win)},
		{"draw", number(r.Draw)},
		{"loss", number(r.Loss)},
		{"moves", string(r.Moves)},
		{"on-empty", string(r.OnEmpty)},
		{"floor", number(r.Floor)},
		{"credit", string(r.Credit)},
	}
}

// conflict returns an error that names a rule given for an agent that has another.
func (o ruleOptions) conflict(name string, own menace.Rules) error {
	given := rulesByFlag(o.rules)
	for i, f := range rulesByFlag(own) {
		for _, flag := range o.given {
			if flag == f.flag && f.value != given[i].value {
				return usagef("agent %q has --%s %s, not %s: an agent keeps its rules; name a new one with --agent",
					name, flag, f.value, given[i].value)
			}
		}
	}
	return nil
}

// describeRules names the rules: a preset, or what differs from Michie's.
func describeRules(r menace.Rules) string {
	side := r.Plays
	for _, name := range menace.Presets {
		preset, _ := menace.Preset(name)
		preset.Plays = side
		if preset == r {
			return name
		}
	}
	michie := rulesByFlag(menace.Michie())
	var differ []string
	for i, f := range rulesByFlag(r) {
		if f.flag != "plays" && f.value != michie[i].value {
			differ = append(differ, f.flag+" "+f.value)
		}
	}
	return strings.Join(differ, ", ")
}
