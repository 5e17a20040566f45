package words

import (
	"strings"

	"menace/menace"
)

// Rules names the rules of a machine: a preset, or what differs from Michie's rules.
func Rules(r menace.Rules) string {
	for _, name := range menace.Presets {
		preset, _ := menace.Preset(name)
		preset.Plays = r.Plays
		if preset == r {
			return name
		}
	}
	michie := menace.Michie()
	michie.Plays = r.Plays
	var differ []string
	for _, rule := range menace.Differences(r, michie) {
		differ = append(differ, rule.Name+" "+rule.Text(r))
	}
	return strings.Join(differ, ", ")
}

// Machine names the rules of a machine and, unless it plays first, its side.
func Machine(r menace.Rules) string {
	if r.Plays == menace.First {
		return Rules(r)
	}
	return Rules(r) + ", plays second"
}
