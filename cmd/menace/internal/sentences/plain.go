package sentences

import (
	"math"

	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/menace/arena"
	"menace/minimax/games"
	"menace/symmetry"
)

// Opponents lists the opponents that a form offers first. The others can be entered by name.
func (in In) Opponents() []words.Choice {
	return []words.Choice{
		{Name: "random", Label: in.Text("moves at random")},
		{Name: "noisy:0.2", Label: in.Text("makes mistakes")},
		{Name: "perfect", Label: in.Text("never makes a mistake")},
	}
}

// Against describes an opponent or a schedule of several. It begins with "against".
func (in In) Against(name string) string {
	if arena.IsSchedule(name) {
		return in.Text("against one opponent after another")
	}
	if machine, ok := arena.MachineName(name); ok {
		return in.Text("against the machine {name}", "name", machine)
	}
	if kind, ok := arena.KindOf(name); ok {
		return in.Name(kind.Against)
	}
	return in.Text("against {name}", "name", name)
}

// Presets describes the presets of rules, in the order of [menace.Presets].
func (in In) Presets() (all []words.Choice) {
	for _, g := range games.All() {
		for _, p := range g.Presets {
			all = append(all, words.Choice{Name: p.Name, Label: in.Name(p.Label), Meaning: in.Name(p.Meaning)})
		}
	}
	return all
}

// WhenEmpty describes what a machine does when a box is empty.
func (in In) WhenEmpty() []words.Choice {
	return []words.Choice{
		{Name: menace.Resign, Label: in.Text("It gives up"),
			Meaning: in.Text("The machine gives up the game, as in 1961.")},
		{Name: menace.Restock, Label: in.Text("Fill it again"),
			Meaning: in.Text("The box gets the beads that it had before the first game, so the machine plays on.")},
	}
}

// Kind names the rules of a machine: it returns the title of their preset or, without one, whether they are the usual
// rules of the game.
func (in In) Kind(r menace.Rules) string {
	name := Rules(r)
	for _, preset := range in.Presets() {
		if preset.Name == name {
			return preset.Label
		}
	}
	if name == games.Short(r.Game) {
		return in.Text("Usual rules")
	}
	return in.Text("Changed rules")
}

// MachineName returns the name, in sentences, of a machine with these rules: MENACE, or for hexapawn HER or HIM, as
// Gardner named the first two.
func MachineName(r menace.Rules) string { return games.MachineOf(r.Game, r.Plays).Name }

// WhoIs explains the name of a machine with these rules.
func (in In) WhoIs(r menace.Rules) string { return in.Name(games.MachineOf(r.Game, r.Plays).Who) }

// OutOf100 describes the probability that a machine loses or wins as a number of games out of 100. It says none or all
// of them only if the probability is exactly 0 or 1.
func (in In) OutOf100(p float64) string {
	const certain = 1e-9
	switch n := math.Round(100 * p); {
	case p < certain:
		return in.Text("no game")
	case p > 1-certain:
		return in.Text("every game")
	case n < 1:
		return in.Text("fewer than 1 of 100 games")
	case n > 99:
		return in.Text("more than 99 of 100 games")
	default:
		return in.Text("{n} of 100 games", "n", int(n))
	}
}

// Skill describes how good a machine is.
func (in In) Skill(p arena.Point) string {
	return in.Text("It loses {lost} against somebody who never makes a mistake, and wins {won} against somebody who "+
		"moves at random.", "lost", in.OutOf100(p.Perfect.Loss), "won", in.OutOf100(p.Random.Win))
}

// Learned describes how often the named machine, which plays the given side, loses to perfect play after a game that it
// learned from, and how often it did before. It explains why a machine can get worse. Resigned is the side that gave
// up, if any.
func (in In) Learned(machine string, now, before float64, end symmetry.Outcome,
	side, resigned symmetry.Side) []string {
	places := []any{"machine", machine, "now", in.OutOf100(now), "before", in.OutOf100(before)}
	if in.OutOf100(now) == in.OutOf100(before) {
		return []string{in.Text("Against somebody who never makes a mistake, {machine} now loses {now}, about as "+
			"before the game.", places...)}
	}
	lines := []string{in.Text("Against somebody who never makes a mistake, {machine} now loses {now}; before the game "+
		"it lost {before}.", places...)}
	if now > before {
		lines = append(lines, in.Worse(end, side, resigned))
	}
	return lines
}

// Worse explains why a machine of the given side got worse by a game.
func (in In) Worse(end symmetry.Outcome, side, resigned symmetry.Side) string {
	switch {
	case end == symmetry.Win(side.Other()):
		return in.Text("It got worse because every move of a lost game loses beads, even a good one.")
	case resigned != "":
		return in.Text("It got worse because its moves got more beads, although it did not win on the board: " +
			"giving up can teach a machine bad moves.")
	}
	return in.Text("It got worse because its moves got more beads: they were good enough for this game, but a better " +
		"player beats them.")
}
