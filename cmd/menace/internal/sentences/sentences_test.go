package sentences

import (
	"math"
	"slices"
	"strings"
	"testing"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
	"menace/symmetry"
)

func TestTurn(t *testing.T) {
	for want, turn := range map[string]match.Turn{
		"MENACE draws one of the 1,234 beads for square 5, out of 2,468 in the box: a chance of 50 %.": {
			Move: 5, Beads: 1234, Total: 2468,
		},
		"Of the 3 beads in the box, MENACE draws the only bead for square 1: a chance of 33 %.": {Move: 1, Beads: 1, Total: 3},
		"MENACE's box for this position was empty and is refilled. " +
			"MENACE draws one of the 4 beads for square 1, out of 12 in the box: a chance of 33 %.": {
			Move: 1, Beads: 4, Total: 12, Restocked: true,
		},
		"Of the 3 beads in the box, MENACE draws the only bead for the move 2-4: a chance of 33 %.": {Move: 24, Beads: 1, Total: 3},
		"MENACE takes 9, the only move left, for which it needs no box.":                            {Move: 9, Reason: match.Forced},
		"MENACE drew a bead for square 7, but other games have emptied the box since.":              {Move: 7, Reason: match.Emptied},
		"MENACE's box for this position is empty: every move from here was punished until no bead was left.": {
			Move: symmetry.Resign, Reason: match.NoBead,
		},
	} {
		if got := English.Turn("MENACE", turn); got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
}

func TestReward(t *testing.T) {
	with := func(change func(*menace.Rules)) menace.Rules {
		rules := menace.Michie()
		change(&rules)
		return rules
	}
	gardner := with(func(r *menace.Rules) { r.Loss, r.Credit, r.Plays = -2, menace.CreditLast, symmetry.Second })
	for _, test := range []struct {
		rules       menace.Rules
		end         symmetry.Outcome
		want, brief string
	}{
		{menace.Michie(), symmetry.FirstWins,
			"MENACE learns: for the win, each box that it used gets 3 beads like the one drawn.",
			"Each box used gets 3 more beads."},
		{with(func(r *menace.Rules) { r.Win = 5 }), symmetry.FirstWins,
			"MENACE learns: for the win, each box that it used gets 5 beads like the one drawn.",
			"Each box used gets 5 more beads."},
		{menace.Michie(), symmetry.Drawn,
			"MENACE learns: for the draw, each box that it used gets 1 bead like the one drawn.",
			"Each box used gets 1 more bead."},
		{with(func(r *menace.Rules) { r.Draw = 0 }), symmetry.Drawn,
			"MENACE learns nothing: its rules change no beads for a draw.", "Its boxes stay as they are."},
		{gardner, symmetry.FirstWins,
			"MENACE learns: for the loss, the last box that it used loses 2 beads like the one drawn.",
			"The last box used loses 2 beads."},
	} {
		if got := English.Reward("MENACE", test.rules, test.end); got != test.want {
			t.Errorf("got  %q\nwant %q", got, test.want)
		}
		if got := English.BoxesGet(test.rules, test.end); got != test.brief {
			t.Errorf("got  %q\nwant %q", got, test.brief)
		}
	}
}

// TestRewardNamesEveryRule checks that each rule that changes what a machine learns from a game also changes the
// description.
func TestRewardNamesEveryRule(t *testing.T) {
	usual, named := menace.Michie(), map[string]bool{}
	for i := range usual.Options() {
		for _, value := range slices.Concat(usual.Options()[i].Choices, []string{"7", "2", "1", "0", "-7", "0.4"}) {
			changed := usual
			rule := changed.Options()[i]
			if rule.Set(value) != nil || changed == usual || changed.Game != usual.Game { // another game has other boxes
				continue
			}
			for _, end := range []symmetry.Outcome{symmetry.FirstWins, symmetry.Drawn, symmetry.SecondWins} {
				if learned(usual, end) == learned(changed, end) {
					continue
				}
				named[rule.Name] = true
				if English.Reward("it", usual, end) == English.Reward("it", changed, end) ||
					English.BoxesGet(usual, end) == English.BoxesGet(changed, end) {
					t.Errorf("%v: a description does not change if %s is %s", end, rule.Name, rule.Text())
				}
			}
		}
	}
	if len(named) < 4 { // win, draw, loss and credit
		t.Errorf("only %d rules have an effect: %v", len(named), named)
	}
}

// TestTurnKnowsEveryRule checks that a turn is said to be in an empty box only if the box is empty, under any rule.
func TestTurnKnowsEveryRule(t *testing.T) {
	empty, random := 0, arena.NewRandom(1)
	for i, rule := range new(menace.Rules).Options() {
		for _, value := range slices.Concat(rule.Choices, []string{"1", "0.4"}) {
			rules := menace.Michie()
			rules.Beads, rules.Loss = [4]int64{2, 2, 1, 1}, -2
			if rules.Options()[i].Set(value) != nil {
				continue
			}
			m := menace.New(rules)
			career := &arena.Career{Learner: m, Side: rules.Plays}
			for range 100 {
				g := match.Begin(m, *random)
				for !g.Over() {
					if !g.MachineMoves() {
						g.Ask(arena.Random(g.Graph()))
						continue
					}
					turn := g.Move()
					text := English.Turn("it", turn) + English.BriefTurn("it", turn)
					if strings.Contains(text, "is empty") != (turn.Total == 0 && turn.Reason != match.Forced) {
						t.Fatalf("%s %s: of %d beads: %s", rule.Name, value, turn.Total, text)
					}
					if turn.Total == 0 {
						empty++
					}
				}
				*random = g.Random()
				match.Learn(m, career, g)
			}
		}
	}
	if empty == 0 {
		t.Error("no box is ever empty")
	}
}

// learned returns the beads that a machine adds to two boxes, from which it drew in a game with this outcome.
func learned(rules menace.Rules, end symmetry.Outcome) (beads [2]int64) {
	m, orbits := menace.New(rules), [2]symmetry.Orbit{symmetry.Start, symmetry.Start + 5}
	m.Recall([]menace.Draw{{Orbit: orbits[0]}, {Orbit: orbits[1]}})
	for i, o := range orbits {
		box, _ := m.Box(o)
		beads[i] = -box.Beads(0)
	}
	m.Learn(end)
	for i, o := range orbits {
		box, _ := m.Box(o)
		beads[i] += box.Beads(0)
	}
	return beads
}

func TestEnding(t *testing.T) {
	for _, test := range []struct {
		end      symmetry.Outcome
		resigned symmetry.Side
		name     string
		want     string
	}{
		{symmetry.Drawn, "", You, "A draw."},
		{symmetry.FirstWins, "", You, "MENACE wins."},
		{symmetry.SecondWins, "", You, "You win."},
		{symmetry.SecondWins, "", "perfect", "The perfect player wins."},
		{symmetry.SecondWins, symmetry.First, "random", "The player who moves at random wins: MENACE resigns."},
		{symmetry.SecondWins, "", "blocker", "The blocker wins."},
		{symmetry.SecondWins, "", "machine:rival", "The machine rival wins."},
		{symmetry.SecondWins, "", "noisy:0.1", "The player who makes mistakes wins."},
		{symmetry.SecondWins, "", "The person", "The person wins."},
		{symmetry.FirstWins, symmetry.Second, You, "You resign: MENACE wins."},
	} {
		if got := English.Ending("MENACE", test.end, test.resigned, symmetry.First, test.name); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

func TestWhy(t *testing.T) {
	her, _ := menace.Preset("her")
	machine := menace.New(her)
	for position, want := range map[string]string{
		"BBB/.../WWW": "",
		"..W/WB./...": " White has reached the far row.",
		".BB/..W/B..": " Black has reached the far row.",
		".../.BB/...": " White has no pawns left.",
		"..B/B.W/W..": " White cannot move.",
		"B.B/WBW/.W.": " Black cannot move.",
	} {
		code, err := machine.Graph().Parse(position)
		if err != nil {
			t.Error(err)
		} else if got := English.WhyOver(machine.Graph(), code); got != want {
			t.Errorf("%s: got %q, want %q", position, got, want)
		}
	}
	noughts := menace.New(menace.Michie()).Graph()
	if got := English.WhyOver(noughts, noughts.Code(noughts.Ended(symmetry.FirstWins)[0])); got != "" {
		t.Errorf("tic-tac-toe: %q", got)
	}
}

func TestRules(t *testing.T) {
	scroggs, _ := menace.Preset("scroggs")
	second := scroggs
	second.Plays = symmetry.Second
	own := menace.Michie()
	own.Win, own.OnEmpty = 5, menace.Restock
	her, _ := menace.Preset("her")
	him := her
	him.Plays = symmetry.First
	rewarded, refilled := her, him
	rewarded.Win, refilled.OnEmpty = 3, menace.Restock
	for want, rules := range map[string]menace.Rules{
		"michie": menace.Michie(), "scroggs": scroggs, "scroggs, plays second": second, "win 5, on-empty restock": own,
		"her": her, "him": him, "hexapawn, win 3, plays second": rewarded, "hexapawn, on-empty restock": refilled,
	} {
		if got := RulesAndSide(rules); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestPlaces checks in every language that no sentence is left with a place that nothing fills in.
func TestPlaces(t *testing.T) {
	for _, tag := range language.Tags {
		l, _ := language.Find(tag)
		in := In{l}
		var texts []string
		for _, preset := range menace.Presets {
			rules, _ := menace.Preset(preset)
			move := symmetry.Move(5)
			if rules.Game == "hexapawn" {
				move = 74
			}
			for _, turn := range []match.Turn{
				{Move: move, Reason: match.Forced}, {Move: move, Reason: match.Emptied}, {Reason: match.NoBead},
				{Move: move, Beads: 1, Total: 300}, {Move: move, Beads: 2, Total: 3}, {Move: move, Beads: 299, Total: 300},
				{Move: move, Beads: 3, Total: 3, Restocked: true},
			} {
				texts = append(texts, in.Turn("MENACE", turn), in.BriefTurn("MENACE", turn))
			}
			for beads := int64(-1); beads <= 1; beads++ {
				rules.Win, rules.Draw, rules.Loss = beads, 2*beads, 3*beads
				for _, credit := range []string{menace.CreditAll, menace.CreditLast} {
					rules.Credit = credit
					for _, end := range []symmetry.Outcome{symmetry.FirstWins, symmetry.Drawn, symmetry.SecondWins} {
						texts = append(texts, in.Reward("MENACE", rules, end), in.BoxesGet(rules, end))
					}
				}
			}
			game := match.Seeded(menace.New(rules), 1)
			for _, m := range []symmetry.Move{1, 5, 12, 74, 14} {
				texts = append(texts, in.Impossible(game, m))
			}
			moves := game.Graph().Moves(symmetry.Start)
			for value := -1; value <= 1; value++ {
				texts = append(texts, in.Hint("MENACE", game, value, moves, moves, value == 0))
			}
			texts = append(texts, in.Bankruptcy(rules), in.Kind(rules), in.WhoIs(rules), in.Plays("random", game.Graph(), game.Position(), game.Graph().Moves(symmetry.Start)[0]))
			for _, drawable := range []bool{false, true} {
				texts = append(texts, in.Standing("MENACE", arena.Tally{Win: 3}, You, drawable),
					in.Total("MENACE", arena.Tally{Win: 3}, drawable))
			}
		}
		for p := 0.0; p <= 1; p += 0.1 {
			texts = append(texts, in.Learned("MENACE", p, 0.3, symmetry.FirstWins, symmetry.Second, "")...)
			texts = append(texts, in.Skill(arena.Point{}), in.OutOf100(p))
		}
		for _, resigned := range []symmetry.Side{"", symmetry.First, symmetry.Second} {
			for _, opponent := range []string{You, "perfect", "machine:rival"} {
				texts = append(texts, in.Ending("MENACE", symmetry.FirstWins, resigned, symmetry.First, opponent),
					in.Ending("MENACE", symmetry.FirstWins, resigned, symmetry.Second, opponent), in.Against(opponent))
			}
		}
		for _, text := range texts {
			if strings.ContainsAny(text, "{}") {
				t.Errorf("%s: %s", tag, text)
			}
		}
	}
}

// TestTablesAreComplete checks that plain words exist for every preset, every rule for empty boxes and every kind of
// opponent.
func TestTablesAreComplete(t *testing.T) {
	for what, c := range map[string]struct {
		have []words.Choice
		want []string
	}{
		"presets":     {English.Presets(), menace.Presets},
		"empty boxes": {English.WhenEmpty(), []string{menace.Resign, menace.Restock}},
	} {
		if len(c.have) != len(c.want) {
			t.Errorf("%s: got %d descriptions, want %d", what, len(c.have), len(c.want))
		}
		for i, choice := range c.have {
			if choice.Name != c.want[i] || choice.Label == "" || choice.Meaning == "" {
				t.Errorf("%s: got %+v, want %s", what, choice, c.want[i])
			}
		}
	}
	for _, o := range English.Opponents() {
		if err := arena.CheckPlayer(o.Name); err != nil || English.Against(o.Name) != "against somebody who "+o.Label {
			t.Errorf("%+v: got %v, against %q", o, err, English.Against(o.Name))
		}
	}
}

func TestPlainWords(t *testing.T) {
	for want, got := range map[string]string{
		"no game": English.OutOf100(0), "fewer than 1 of 100 games": English.OutOf100(0.001), "23 of 100 games": English.OutOf100(0.2349),
		"more than 99 of 100 games": English.OutOf100(0.9999), "every game": English.OutOf100(1),
		"against the machine rival": English.Against("machine:rival"), "against somebody who thinks ahead": English.Against("search:3"),
		"against one opponent after another": English.Against("random*10,perfect"),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for _, c := range []struct {
		now, before float64
		end         symmetry.Outcome
		resigned    symmetry.Side
		want        string
	}{
		{0.758, 0.764, symmetry.FirstWins, "", "now loses 76 of 100 games, about as before the game."},
		{0.74, 0.76, symmetry.FirstWins, "", "now loses 74 of 100 games; before the game it lost 76 of 100 games."},
		{0.78, 0.76, symmetry.FirstWins, "", "because its moves got more beads"},
		{0.78, 0.76, symmetry.FirstWins, symmetry.Second, "giving up can teach a machine bad moves"},
		{0.78, 0.76, symmetry.SecondWins, "", "because every move of a lost game loses beads"},
	} {
		got := strings.Join(English.Learned("MENACE", c.now, c.before, c.end, symmetry.First, c.resigned), " ")
		if !strings.Contains(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for want, got := range map[string]string{
		"1 game": words.Plural(1, "game"), "1,000 games": words.Plural(1000, "game"), "2 boxes": words.Plural(2, "box"),
		"0 plies": words.Plural(0, "ply"), "3 plays": words.Plural(3, "play"),
		"9,999": words.Short(9999), "10k": words.Short(10_000), "999k": words.Short(999_499), "1.0M": words.Short(999_500),
		"9.9P":   words.Short(9_900_000_000_000_000),
		"0.0000": words.Signed(math.Copysign(0, -1)),
		"Against a perfect player MENACE now loses 4.00 % of its " +
			"games, as before the game.": LosesNow("MENACE", 0.04, 0.04000001, "game"),
		"Against a perfect player MENACE now loses 4.00 % of its " +
			"games; before the game it was 4.01 %.": LosesNow("MENACE", 0.04, 0.0401, "game"),
		"–": words.Share(0, 0), "33.3 %": words.Share(1, 3), "empty": words.Beads(0),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
