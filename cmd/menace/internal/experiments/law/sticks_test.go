package law

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/teach"
	"menace/symmetry"
)

// TestSticks compares machines of cups for Nim with exact fractions that an independent program computed: the number of
// boxes and beads, the machines that can arise, the games until the last that costs a bead, the losses, how often a
// fresh machine wins, and the games that the fastest teacher needs, or 0 if nobody can teach the machine. The largest
// chain is computed only where the documents are compared too, as in .ci/run.
func TestSticks(t *testing.T) {
	type course struct {
		states        int64
		games, losses float64
		fresh         float64 // chance that a fresh machine wins
	}
	for _, c := range []struct {
		game            string
		plays           symmetry.Side
		boxes           int
		beads           int64
		perfect, random course
		fastest         float64
	}{
		{"nim", symmetry.First, 7, 18, course{356, 21.5695, 11, 7. / 54}, course{1412, 55.3436, 11.8723, 131. / 243}, 15.105262},
		{"nim:7", symmetry.First, 6, 15, course{580, 21.6144, 11, 7. / 54}, course{580, 64.5243, 11, 77. / 162}, 15.282549},
		{"nim:12", symmetry.First, 11, 30, course{24324, 32.4181, 20, 7. / 162},
			course{91908, 103.8394, 20.9349, 9926. / 19683},
			24.288875},
		{"nim:7+wins", symmetry.First, 6, 15, course{88, 17.2931, 8, 11. / 54}, course{352, 39.1510, 8.8599, 85. / 162},
			10.854162},
		{"nim:wins", symmetry.First, 7, 18, course{15, 6, 6, 0}, course{1472, 26.3170, 10.0520, 112. / 243}, 0},
		{stairs(), symmetry.First, 7, 18, course{356, 21.5695, 11, 7. / 54},
			course{1412, 55.3436, 11.8723, 131. / 243}, 15.105262},
		{"nim:nocup", symmetry.First, 6, 17, course{352, 20.4348, 10, 7. / 54},
			course{1408, 51.5912, 10.8723, 131. / 243}, 14.064308},
		{"nim:take2", symmetry.First, 7, 13, course{58, 13.5282, 8, 1. / 8}, course{58, 28.5651, 8, 59. / 128}, 10.634031},
		{"nim:take2+wins", symmetry.First, 7, 13, course{52, 13.5601, 8, 3. / 16}, course{52, 34.3578, 8, 69. / 128},
			10.897770},
		{"nim:wins", symmetry.Second, 7, 18, course{960, 25.7353, 12, 11. / 54}, course{960, 88.3131, 12, 131. / 243},
			16.264639},
		{"nim:9+take2+wins", symmetry.Second, 8, 15, course{92, 17.6337, 9, 3. / 16},
			course{92, 51.8351, 9, 135. / 256}, 12.348756},
	} {
		rules, _ := menace.Usual(c.game)
		rules.Plays = c.plays
		m := menace.New(rules)
		if m.Boxes() != c.boxes || m.Total() != c.beads {
			t.Errorf("%s: %d boxes with %d beads, want %d with %d", c.game, m.Boxes(), m.Total(), c.boxes, c.beads)
		}
		for opponent, want := range map[string]course{"perfect": c.perfect, "random": c.random} {
			against, err := arena.ParseOpponent(m.Graph(), opponent)
			if err != nil {
				t.Fatal(err)
			}
			if won := arena.Evaluate(m, c.plays, against).Win; math.Abs(won-want.fresh) > 1e-12 {
				t.Errorf("%s: fresh against %s: wins %v, want %v", c.game, opponent, won, want.fresh)
			}
			if want.states > 2000 && testing.Short() || want.states > 50_000 && os.Getenv("MENACE_DOCUMENTS") != "all" {
				continue // takes seconds
			}
			l, err := New(t.Context(), rules, opponent, []int64{0})
			if err != nil {
				t.Errorf("%s against %s: %v", c.game, opponent, err)
				continue
			}
			games, losses := lastGame(l), 0.0
			for _, total := range l.Losses {
				losses += float64(total.Games) * total.Probability
			}
			if l.States != want.states || math.Abs(games-want.games) > 5e-5 || math.Abs(losses-want.losses) > 5e-5 {
				t.Errorf("%s against %s: %d states, %.4f games, %.4f losses, want %+v", c.game, opponent, l.States, games,
					losses, want)
			}
		}
		teacher, err := teach.New(rules)
		switch {
		case c.fastest == 0 && err == nil:
			t.Errorf("%s: somebody can teach it", c.game)
		case c.fastest > 0 && err != nil:
			t.Errorf("%s: %v", c.game, err)
		case c.fastest > 0 && math.Abs(teacher.Games()-c.fastest) > 5e-7:
			t.Errorf("%s: the fastest teacher needs %.6f games, want %.6f", c.game, teacher.Games(), c.fastest)
		}
	}
}

// stairs returns a game of one's own that is Nim with eight sticks in other words.
func stairs() string {
	moves := `"s0":[],`
	for n := 1; n <= 8; n++ {
		var to []string
		for k := 1; k <= min(3, n); k++ {
			to = append(to, fmt.Sprintf(`"s%d"`, n-k))
		}
		moves += fmt.Sprintf(`"s%d":[%s],`, n, strings.Join(to, ","))
	}
	return `{"name":"stairs","rules":"Leave the last step to the other.","begin":"s8","ends":{"s0":"wins"},"moves":{` +
		strings.TrimSuffix(moves, ",") + `}}`
}

// lastGame returns the mean number of games until the last that costs a bead.
func lastGame(l *Law) float64 {
	if l.MeanGames == nil {
		return math.NaN()
	}
	return *l.MeanGames
}

// TestSticksSecond checks that a machine of cups that moves second is bankrupt only when all three cups from which it
// can draw first are empty. After ten games at random that is less likely than for two of them.
func TestSticksSecond(t *testing.T) {
	rules, _ := menace.Usual("nim")
	rules.Plays = symmetry.Second
	m := menace.New(rules)
	var left []string
	for _, o := range m.Openings() {
		left = append(left, m.Graph().Format(m.Graph().Code(o)))
	}
	if len(left) != 3 || left[0] != "7/2" || left[1] != "6/2" || left[2] != "5/2" {
		t.Errorf("the opening boxes are %v", left)
	}
	for _, o := range m.Openings() {
		if m.Bankrupt() {
			t.Errorf("bankrupt with a full box %s", m.Graph().Format(m.Graph().Code(o)))
		}
		m.SetBox(o, menace.Box{})
	}
	if !m.Bankrupt() {
		t.Error("not bankrupt without opening boxes")
	}
}
