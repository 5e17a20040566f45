package likelihood

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/option"
	"menace/symmetry"
)

// exact computes the likelihood of a tournament by playing all games of all machines: a step leads from every content
// of the boxes that can arise, with its probability, over every game with the right result, to the next contents. Of
// the last game only the result matters. With the likelihood it returns the mean and the mean square of all counts
// after some game before the last, given all results.
func exact(t *testing.T, tournament Tournament, after int) (log float64, means, squares []float64) {
	t.Helper()
	type state struct {
		machine     *menace.Machine
		kept        *menace.Machine // as it was after that game
		probability float64
	}
	key := func(m *menace.Machine) string {
		var b []byte
		for _, n := range m.Counts() {
			b = binary.AppendUvarint(b, uint64(n))
		}
		return string(b)
	}
	fresh := menace.New(tournament.Rules)
	now := map[string]*state{"": {fresh, fresh, 1}}
	means, squares = make([]float64, len(fresh.Counts())), make([]float64, len(fresh.Counts()))
	g, side := now[""].machine.Graph(), tournament.Rules.Plays
	schedule, err := arena.ParseSchedule(g, tournament.Opponents)
	if err != nil {
		t.Fatal(err)
	}
	for game, result := range tournament.Results {
		stint, _ := schedule.At(int64(game))
		other := make([]float64, len(g.Edges()))
		stint.Opponent.(arena.Opponent).Chances(other)
		if game == len(tournament.Results)-1 {
			sum := 0.0
			for _, s := range now {
				wdl := arena.Evaluate(s.machine, side, stint.Opponent.(arena.Opponent))
				for r, p := range map[Result]float64{Win: wdl.Win, Draw: wdl.Draw, Loss: wdl.Loss} {
					if r&result != 0 {
						sum += s.probability * p
						for i, n := range s.kept.Counts() {
							means[i] += s.probability * p * float64(n)
							squares[i] += s.probability * p * float64(n*n)
						}
					}
				}
			}
			for i := range means {
				means[i], squares[i] = means[i]/sum, squares[i]/sum
			}
			return math.Log(sum), means, squares
		}
		next := map[string]*state{}
		for _, s := range now {
			own := make([]float64, len(g.Edges()))
			s.machine.Chances(own)
			var walk func(o symmetry.Orbit, draws []menace.Draw, p float64)
			walk = func(o symmetry.Orbit, draws []menace.Draw, p float64) {
				end := g.Outcome(o)
				box, _ := s.machine.Box(o)
				mine := g.Turn(o) == side
				resigns := end == symmetry.Ongoing && mine && box.Total() == 0 && s.machine.Number(o) > 0 &&
					tournament.Rules.OnEmpty == menace.Resign
				if resigns {
					end = symmetry.Win(side.Other())
				}
				if end != symmetry.Ongoing {
					of := map[symmetry.Outcome]Result{
						symmetry.Drawn: Draw, symmetry.Win(side): Win, symmetry.Win(side.Other()): Loss,
					}
					if of[end]&result == 0 {
						return
					}
					m := s.machine.Copy()
					m.Recall(draws)
					m.Learn(end)
					for _, given := range tournament.Given {
						opening, _ := m.Box(symmetry.Start)
						for i, move := range g.Moves(symmetry.Start) {
							if given.Games == int64(game+1) && move != given.Move && opening.Beads(i) > 0 {
								return
							}
						}
					}
					kept := s.kept
					if game < after {
						kept = m
					}
					if next[key(m)+key(kept)] == nil {
						next[key(m)+key(kept)] = &state{machine: m, kept: kept}
					}
					next[key(m)+key(kept)].probability += p
					return
				}
				for i := range g.Moves(o) {
					to := g.Next(o, i)
					switch {
					case !mine:
						star, class := g.OrbitEdges(o), g.Classes(o)[i]
						same := 0 // moves that share this edge
						for _, c := range g.Classes(o) {
							if c == class {
								same++
							}
						}
						if chance := other[star.First+uint16(class)] / float64(same); chance > 0 {
							walk(to, draws, p*chance)
						}
					case s.machine.Number(o) == 0:
						walk(to, draws, p/float64(len(g.Moves(o))))
					default:
						draw := menace.Draw{Orbit: o, Move: uint8(i)}
						from := box
						if box.Total() == 0 {
							from, _ = menace.New(tournament.Rules).Box(o)
							draw.Restocked = true
						}
						if from.Beads(i) > 0 {
							walk(to, append(draws[:len(draws):len(draws)], draw), p*from.Chance(i))
						}
					}
				}
			}
			walk(symmetry.Start, nil, s.probability)
		}
		now = next
	}
	panic("a tournament without games")
}

// results parses one letter for each game; ? is any result.
func results(text string) (all []Result) {
	for _, letter := range text {
		r := Unknown
		if letter != '?' {
			r, _ = ParseResult(string(letter))
		}
		all = append(all, r)
	}
	return all
}

func rules(preset string, change func(*menace.Rules)) menace.Rules {
	r, err := menace.Preset(preset)
	if err != nil {
		panic(err)
	}
	if change != nil {
		change(&r)
	}
	return r
}

// TestAgreesWithEnumeration compares the filter with all machines and all games.
func TestAgreesWithEnumeration(t *testing.T) {
	rewarded := func(r *menace.Rules) { r.Win, r.Credit = 3, menace.CreditAll }
	restock := func(r *menace.Rules) { r.OnEmpty = menace.Restock }
	refill := func(r *menace.Rules) { r.Beads, r.OnEmpty = [4]int64{1, 1, 1, 1}, menace.Restock }
	for name, c := range map[string]Tournament{
		"her":          {rules("her", nil), "random", results("LLWLL"), nil},
		"him":          {rules("him", nil), "perfect*2,random", results("LLLWL"), nil},
		"given":        {rules("him", rewarded), "random", results("WLLL"), []Given{{3, 74}}},
		"impossible":   {rules("him", nil), "perfect", results("LLW"), nil},
		"rewarded":     {rules("her", rewarded), "perfect", results("LWLL"), nil},
		"all moves":    {rules("him", func(r *menace.Rules) { r.Moves = menace.All }), "random", results("WLW"), nil},
		"restocked":    {rules("him", restock), "random", results("LLLW"), nil},
		"doubtful":     {rules("her", nil), "random", append(results("L?W"), Win|Loss), nil},
		"michie":       {rules("michie", nil), "reply:centre/soonest", results("LD"), nil},
		"1961, refill": {rules("michie", refill), "reply:edge/soonest*1,reply:far/soonest*1", results("LL"), nil},
		"second":       {rules("michie", func(r *menace.Rules) { r.Plays = symmetry.Second }), "soonest", results("LL"), nil},
		"every move":   {rules("michie", func(r *menace.Rules) { r.Moves = menace.All }), "soonest", results("DL"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			want, _, _ := exact(t, c, 0)
			got, err := Filter{Particles: 300, Runs: 16, Seed: 1}.Run(context.Background(), c, nil)
			if err != nil {
				t.Fatal(err)
			}
			if math.IsInf(want, -1) {
				if got.Log != want || got.Impossible != 3 {
					t.Errorf("got %.4f, impossible from game %d on; it is impossible from game 3 on", got.Log, got.Impossible)
				}
				return
			}
			if math.Abs(got.Log-want) > 5*got.Error+1e-9 || got.Error > 0.05 {
				t.Errorf("got %.4f ± %.4f, want %.4f", got.Log, got.Error, want)
			}
			sum := 0.0
			for _, p := range got.Phases {
				sum += p.Log
			}
			if math.Abs(sum-got.Log) > 1e-9 {
				t.Errorf("the phases add up to %g, want %g", sum, got.Log)
			}
			t.Logf("%.4f ± %.4f, exactly %.4f", got.Log, got.Error, want)
		})
	}
}

// tournament1961 returns Michie's tournament against a schedule.
func tournament1961(opponents string, games int) Tournament {
	t := Tournament{Rules: menace.Michie(), Opponents: opponents}
	for _, g := range arena.Tournament()[:games] {
		r, err := ParseResult(string(g.Result))
		if err != nil {
			panic(err)
		}
		t.Results = append(t.Results, r)
	}
	return t
}

// TestAgreesWithSimulation compares the likelihood of the first 12 games of 1961 with the share of a million machines
// that have just these results with a perfect opponent.
func TestAgreesWithSimulation(t *testing.T) {
	const games = 12
	machines := 1_000_000
	if testing.Short() {
		machines = 100_000
	}
	c := tournament1961("perfect", games)
	got, err := Filter{Particles: 5000, Runs: 4, Seed: 2}.Run(context.Background(), c, nil)
	if err != nil {
		t.Fatal(err)
	}
	g := menace.New(c.Rules).Graph()
	outcome := map[Result]symmetry.Outcome{Win: symmetry.FirstWins, Draw: symmetry.Drawn, Loss: symmetry.SecondWins}
	fresh, perfect, random, same := menace.New(c.Rules), arena.Perfect(g), arena.NewRandom(3), 0
	m, touched := fresh.Copy(), []symmetry.Orbit(nil)
	for range machines {
		for _, o := range touched {
			box, _ := fresh.Box(o)
			m.SetBox(o, box)
		}
		touched = touched[:0]
		played := 0
		for ; played < games; played++ {
			end, _ := arena.Play(g, m, perfect, random)
			for _, d := range m.Drawn() {
				touched = append(touched, d.Orbit)
			}
			m.Learn(end)
			if end != outcome[c.Results[played]] {
				break
			}
		}
		if played == games {
			same++
		}
	}
	share := float64(same) / float64(machines)
	deviation := math.Sqrt((1 - share) / share / float64(machines))
	if math.Abs(math.Log(share)-got.Log) > 4*math.Hypot(deviation, got.Error) {
		t.Errorf("got %.4f ± %.4f; %d of %d machines: %.4f ± %.4f",
			got.Log, got.Error, same, machines, math.Log(share), deviation)
	}
	t.Logf("%.4f ± %.4f; %d of %d machines: %.4f ± %.4f", got.Log, got.Error, same, machines, math.Log(share), deviation)
}

// TestEveryRule lets a machine and a particle play the same games by each value of each rule: after each game the
// particle holds what the machine holds.
func TestEveryRule(t *testing.T) {
	usual := rules("him", func(r *menace.Rules) { r.Beads, r.Loss = [4]int64{2, 1, 1, 1}, -1 })
	checked := map[string]bool{}
	for _, rule := range usual.Options() {
		for _, value := range append(rule.Choices, "2", "2,2,1,1") {
			changed := usual
			if option.Find(changed.Options(), rule.Name).Set(value) != nil || changed == usual && checked[rule.Name] {
				continue
			}
			checked[rule.Name] = true
			c := Tournament{Rules: changed, Opponents: "random", Results: results("????????????????????")}
			m, err := newModel(c)
			if err != nil {
				t.Fatal(err)
			}
			r, machine := newRun(m, 1, arena.NewRandom(5)), menace.New(changed)
			for game := range c.Results {
				s, counts := &r.stints[0], r.particle(0)
				r.prepare(s, Unknown)
				if hope := r.lookAhead(s, counts, Unknown); math.Abs(hope-1) > 1e-12 {
					t.Fatalf("%s %s: any result has the probability %g", rule.Name, value, hope)
				}
				draws, end := r.sample(s, counts)
				machine.Recall(draws)
				machine.Learn(end)
				r.learn(counts, draws, end)
				for _, b := range m.boxes {
					want, _ := machine.Box(b.orbit)
					for k, move := range b.moves {
						if got := counts[b.first+k]; int64(got) != want.Beads(int(move)) {
							t.Errorf("%s %s, game %d, box %d, move %d: got %d beads, want %v",
								rule.Name, value, game+1, b.orbit, move, got, want)
						}
					}
				}
			}
		}
		if !checked[rule.Name] {
			t.Errorf("no value of %s is checked: name one", rule.Name)
		}
	}
}

// TestSeedsAgree checks that two seeds agree within their errors on the whole tournament, and that the opening box
// holds 12 beads plus the running total after every game.
func TestSeedsAgree(t *testing.T) {
	c := tournament1961("1961/soonest", 219)
	c.Given = []Given{{17, 1}}
	var two [2]*Estimate
	for i := range two {
		var err error
		two[i], err = Filter{Particles: 150, Runs: 4, Seed: int64(i)}.Run(context.Background(), c, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range two[i].Rounds {
			total, beads := arena.Tournament()[g.Game-1].Total, 0.0
			for _, held := range g.Opening {
				beads += held.Beads.Mean
			}
			if g.Total != (Summary{float64(total), total, total, total}) || math.Abs(beads-float64(12+total)) > 1e-6 {
				t.Errorf("game %d: got the total %+v, %g beads; it was %d", g.Game, g.Total, beads, total)
			}
		}
		if held := two[i].Rounds[16].Opening; held[0].Beads.Mean != 1 || held[1].Beads.Mean+held[2].Beads.Mean != 0 {
			t.Errorf("after game 17 the opening box holds %+v, want one bead for a corner", held)
		}
	}
	a, b := two[0], two[1]
	if math.Abs(a.Log-b.Log) > 5*math.Hypot(a.Error, b.Error) || a.Log == b.Log || a.Log < -205 || a.Log > -195 {
		t.Errorf("got %.2f ± %.2f and %.2f ± %.2f", a.Log, a.Error, b.Log, b.Error)
	}
	if first := a.Phases[0]; len(a.Phases) != 8 || first.First != 1 || first.Last != 22 ||
		math.Abs(first.Boxes[0].Used-22) > 1e-9 {
		t.Errorf("got %d phases, the first %+v", len(a.Phases), first)
	}
}

// TestImpossible checks that the variants of 1961 are necessary: against a perfect player who always answers a corner
// by the centre nobody wins game 47.
func TestImpossible(t *testing.T) {
	got, err := Filter{Particles: 100, Runs: 2, Seed: 1}.Run(context.Background(), tournament1961("soonest", 219), nil)
	if err != nil || !math.IsInf(got.Log, -1) || got.Impossible != 47 || len(got.Rounds) != 47 {
		t.Errorf("got %v, impossible at %d of %d games, %v", got.Log, got.Impossible, len(got.Rounds), err)
	}
}

// TestSame checks that the same seed gives the same numbers, however many runs are at work at once.
func TestSame(t *testing.T) {
	c := tournament1961("1961/perfect", 60)
	once, _ := Filter{Particles: 50, Runs: 3, Seed: 1}.Run(context.Background(), c, nil)
	again, _ := Filter{Particles: 50, Runs: 3, Seed: 1}.Run(context.Background(), c, nil)
	if !reflect.DeepEqual(once, again) {
		t.Error("two runs with the same seed differ")
	}
}

// TestPhasesOfARepeatedSchedule checks that each round of a schedule has phases of its own, and that one opponent is
// one phase.
func TestPhasesOfARepeatedSchedule(t *testing.T) {
	for opponents, want := range map[string]string{
		"random": "1–6", "random*2": "1–2 3–4 5–6", "random*1,perfect*1": "1–1 2–2 3–3 4–4 5–5 6–6", "random*4,perfect": "1–4 5–6",
	} {
		c := Tournament{Rules: rules("him", nil), Opponents: opponents, Results: results("??????")}
		e, err := Filter{Particles: 5, Runs: 1}.Run(context.Background(), c, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range e.Phases {
			got = append(got, fmt.Sprintf("%d–%d", p.First, p.Last))
		}
		if strings.Join(got, " ") != want || !math.IsNaN(e.Error) {
			t.Errorf("%s: got %v, want %s; error %g", opponents, got, want, e.Error)
		}
	}
}

// TestRefused checks what is wrong with a tournament, and with the texts that describe it.
func TestRefused(t *testing.T) {
	good := tournament1961("perfect", 3)
	for name, c := range map[string]struct {
		change func(*Tournament)
		want   string
	}{
		"opponent": {func(t *Tournament) { t.Opponents = "foo" }, `unknown opponent "foo"`},
		"results":  {func(t *Tournament) { t.Results = nil }, "0 games instead of 1 to 10000"},
		"given":    {func(t *Tournament) { t.Given = []Given{{4, 1}} }, "game 4 is not one of 3"},
		"rules": {func(t *Tournament) {
			t.Rules.Win, t.Results = menace.MaxReward, slices.Repeat([]Result{Win}, MaxGames)
		}, "a move may have 10000000004 beads after 10000 games, and a likelihood counts up to 4294967295"},
	} {
		bad := good
		c.change(&bad)
		wrong := new(option.Error)
		if err := bad.Check(); !errors.As(err, &wrong) || wrong.Name != name || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
	for opponents, want := range map[string]string{
		"perfect*2,mcts:100": "mcts:100: its moves depend on random games",
		"noisy:0.1/fastest":  "noisy:0.1/fastest follows what the machine learns",
	} {
		bad := Tournament{Rules: rules("her", nil), Opponents: opponents, Results: results("LLL")}
		if err := bad.Check(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v", opponents, err)
		}
	}
	second := good
	second.Rules.Plays, second.Given = symmetry.Second, []Given{{1, 1}}
	if err := second.Check(); err == nil || !strings.Contains(err.Error(), "several opening boxes") {
		t.Errorf("got %v", err)
	}
	for text, want := range map[string]string{
		"":                        "it is empty; its first line must name a column result",
		"W\nD\n":                  `no column is named result in its first line, "W"`,
		"result\nX\n":             `line 2: game 1: "X" is not W, D or L, or several as in D|L`,
		"game,result\n1,W\n3,D\n": `line 3: game 3 is where game 2 should be`,
		"game,result\n1,W\n2,\n":  `line 3: game 2: "" is not W, D or L, or several as in D|L`,
		"game,result\n1,W,\"x\n":  `line 2, column 8: extraneous or missing " in quoted-field`,
	} {
		if _, err := ParseResults(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{ // as programs save them, and as menace exports games
		"# who, when\nresult, note\n W,x\nd|L,\n", "sep=;\nGame;Result\n1,0;W\n;\n2,0;D|L\n;\n", "result\nwin\ndraw|loss\n",
		"\"# who, when\",,\n\"game\",\"result\",\n1.0,W,\n2.0,\"d | l\",\n,,\n", "result;\nW;\nD|L;\n", "game|result\n1|W\n2|\"D|L\"",
	} {
		got, err := ParseResults(text)
		if err != nil || !slices.Equal(got, []Result{Win, Draw | Loss}) {
			t.Errorf("%q: got %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{"17:corner": "17:corner", "3:5": "3:centre", "1:7-4": "1:7-4", "2:9": "2:9"} {
		if g, err := ParseGiven(text); err != nil || g.String() != want {
			t.Errorf("%s: got %v, %v", text, g, err)
		}
	}
	for _, text := range []string{"", "17", "corner", "17:middle", "0:corner", "17:corner:edge"} {
		if g, err := ParseGiven(text); err == nil {
			t.Errorf("%q is accepted as %v", text, g)
		}
	}
}
