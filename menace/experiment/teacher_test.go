package experiment

import (
	"slices"
	"strings"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/minimax/games"
	"menace/symmetry"
)

// changing returns a small design with schedules and rivals.
func changing(t *testing.T, game string, opponents ...string) *Design {
	t.Helper()
	d := smallOf(game)
	settings := d.Cells
	d.Cells = nil
	for _, cell := range settings {
		for _, opponent := range opponents {
			made, err := NewCell(cell.Rules, opponent)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(d.Cells, made) {
				d.Cells = append(d.Cells, made)
			}
		}
	}
	return d
}

// TestRivalLearnsToo compares a replicate with the training of two fresh machines, written out here: the games, and the
// rival afterwards. A machine whose rival is bankrupt wins the rest of its games.
func TestRivalLearnsToo(t *testing.T) {
	presets := map[string]string{} // the last preset of each game
	for _, name := range menace.Presets {
		rules, _ := menace.Preset(name)
		presets[rules.Game] = name
	}
	left := 0
	for _, game := range games.Names() {
		opponents := []string{"rival"}
		if preset, ok := presets[game]; ok {
			opponents = append(opponents, "rival:"+preset)
		}
		d := changing(t, game, opponents...)
		for _, r := range results(t, d, 2, d.Tasks(0, d.Replicates())) {
			cell := d.Cells[r.Cell-1]
			rules := cell.Rules
			if cell.Opponent != "rival" {
				rules, _ = menace.Preset(presets[game])
			}
			rules.Plays = cell.Rules.Plays.Other()
			rival := menace.New(rules)
			tally, alone := pairing(menace.New(cell.Rules), rival, d.Games, r.Seed)
			p, bankrupt := arena.Measure(rival, rules.Plays, tally), int64(0)
			if rival.Bankrupt() {
				bankrupt = tally.Games() - int64(alone)
			}
			end := r.Curve[len(r.Curve)-1].Rival
			want := arena.Rival{Random: p.Random, Perfect: p.Perfect, Worst: p.Worst, MostLosses: p.MostLosses}
			if end != want || r.RivalBankrupt != bankrupt {
				t.Errorf("%v: got the rival %+v, bankrupt in game %d; want %+v, %d",
					r.Task, end, r.RivalBankrupt, want, bankrupt)
			}
			if tally != r.Tally {
				t.Errorf("%v against %s: %+v, want %+v", r.Task, cell.Opponent, r.Tally, tally)
			}
			if err := d.Check(&r, d.Checkpoints); err != nil {
				t.Error(err)
			}
			left += alone
		}
	}
	if left == 0 {
		t.Error("no rival went bankrupt: the test does not cover bankruptcy")
	}
}

// pairing plays games between two machines that learn, and returns the tally of the first and how many games the other
// resigned because it was bankrupt.
func pairing(m, rival *menace.Machine, games, seed int64) (tally arena.Tally, alone int) {
	random, side := arena.NewRandom(seed), m.Rules().Plays
	var first, second arena.Player = m, rival
	if side == symmetry.Second {
		first, second = second, first
	}
	for ; games > 0 && !m.Bankrupt(); games-- {
		if rival.Bankrupt() {
			alone++
		}
		end, resigned := arena.Play(m.Graph(), first, second, random)
		m.Learn(end)
		rival.Learn(end)
		tally.Add(side, end, resigned, 1)
	}
	return tally, alone
}

// TestScheduledReplicates checks that a replicate with a schedule trains with one opponent after another, wherever its
// checkpoints are.
func TestScheduledReplicates(t *testing.T) {
	d := changing(t, "tic-tac-toe", "perfect*13,random*20,noisy:0.5")
	for _, r := range results(t, d, 2, d.Tasks(0, d.Replicates())) {
		m := menace.New(d.Cells[r.Cell-1].Rules)
		training := arena.Training{Learner: &arena.Career{Learner: m, Side: m.Rules().Plays},
			Random: arena.NewRandom(r.Seed)}
		for _, stint := range []struct {
			name  string
			games int64
		}{{"perfect", 13}, {"random", 20}, {"noisy:0.5", d.Games - 33}} {
			training.Opponent, _ = arena.ParseOpponent(m.Graph(), stint.name)
			training.Play(stint.games)
		}
		if training.Learner.Tally != r.Tally {
			t.Errorf("%v: %+v, want %+v", r.Task, r.Tally, training.Learner.Tally)
		}
	}
}

func TestRivalRefuses(t *testing.T) {
	for name, want := range map[string]string{
		"rival:none": `opponent "rival:none": unknown preset "none"; choose from ` + strings.Join(menace.Presets, ", "),
		"rival:":     `opponent "rival:": unknown preset ""; choose from ` + strings.Join(menace.Presets, ", "),
		"rival:her":  `opponent "rival:her" plays hexapawn: a rival must play the machine's game, tic-tac-toe`,
	} {
		if _, err := NewCell(menace.Michie(), name); err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", name, err, want)
		}
	}
	if _, err := NewCell(menace.Michie(), "random*20,rival"); err == nil {
		t.Error("a rival is accepted as part of a schedule")
	}
}
