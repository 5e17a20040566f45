package results

import (
	"fmt"
	"math"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
)

// of1961 is a machine whose totals are the readings of 1961, with changes. It won eight of the last ten games.
func of1961(totals map[int64]int64) experiment.Replicate {
	r := experiment.Replicate{Curve: []arena.Point{
		{Games: 210, Tally: arena.Tally{Win: 40}}, {Games: 220, Tally: arena.Tally{Win: 48}},
	}}
	for _, reading := range arena.Tournament {
		total, changed := totals[reading.Games]
		if !changed {
			total = int64(reading.Value)
		}
		r.Curve = append(r.Curve, standing(reading.Games, total, 0))
	}
	return r
}

// standing is a checkpoint with a running total.
func standing(games, total, won int64) arena.Point {
	return arena.Point{Games: games, Tally: arena.Tally{Win: won, Draw: total - 3*won}}
}

const fall, rise = "falls by 11 or more", "rises by 136–144"

// share returns the share of machines.
func share(part, whole int) report.Share { return report.NewShare(part, whole) }

// shown returns the headings of the features that a machine has.
func shown(r experiment.Replicate) (headings []string) {
	for _, f := range features {
		if f.Heading != "so low or lower" && (style{lives: []experiment.Replicate{r}}).Shows(f.Heading).Part == 1 {
			headings = append(headings, f.Heading)
		}
	}
	return headings
}

// TestFeatures checks that a machine has a feature if its totals are within the error of the readings, and not if they
// are beyond.
func TestFeatures(t *testing.T) {
	const start, middle = "−10 at 17, −10 at 46, both low points, ", "falls by 11 or more, +25, +12 and falls, "
	const everything = start + middle + "rises by 136–144, falls and rises, all five readings, "
	for _, c := range []struct {
		what    string
		changed map[int64]int64
		want    string
	}{
		{"1961 itself", nil, everything},
		{"the nearest possible totals", map[int64]int64{17: -11, 106: 26, 219: 151}, everything},
		{"totals that stay at 0", map[int64]int64{17: 0, 46: 0, 106: 0, 126: 0, 219: 0}, ""},
		{"a rise of 173", map[int64]int64{219: 12 + 173}, start + middle + "rises by more, "},
		{"a rise of 241", map[int64]int64{219: 12 + 241}, start + middle + "rises by more, "},
		{"a rise of 145", map[int64]int64{126: 10, 219: 155}, start + middle + "rises by more, "},
		{"a rise of 135", map[int64]int64{126: 15, 219: 150}, start},
		{"a fall of 1", map[int64]int64{106: 14, 126: 13}, start + "rises by 136–144, "},
		{"a fall and a rise from other totals", map[int64]int64{106: 65, 126: 52, 219: 192},
			start + "falls by 11 or more, rises by 136–144, falls and rises, "},
		{"lower points than in 1961", map[int64]int64{17: -15, 46: -24}, middle + "rises by 136–144, falls and rises, "},
	} {
		if got, want := strings.Join(shown(of1961(c.changed)), ", "), c.want+"8 of the last 10 won"; got != want {
			t.Errorf("%s: got %s, want %s", c.what, got, want)
		}
	}
	if !deep(of1961(nil)) || !deep(of1961(map[int64]int64{17: -15, 46: -24})) || deep(of1961(map[int64]int64{46: -6})) {
		t.Error("low points below those of 1961 do not count as deep")
	}
}

// TestOnlyMachinesAliveCount checks that features up to game 126 count the machines alive then, and features of the end
// those alive at the end.
func TestOnlyMachinesAliveCount(t *testing.T) {
	falling := func(bankrupt int64) experiment.Replicate {
		return experiment.Replicate{Bankrupt: bankrupt, Curve: []arena.Point{
			standing(106, 25, 0), standing(126, 12, 0), standing(219, 152, 0),
		}}
	}
	s := style{lives: []experiment.Replicate{falling(0), falling(180), falling(110)}}
	for _, c := range []struct {
		what string
		got  report.Share
		want report.Share
	}{
		{"falls until game 126", s.Shows(fall), share(2, 2)}, {"rises until the end", s.Shows(rise), share(1, 1)},
		{"alive after 126 games", s.Alive(126), share(2, 3)}, {"alive at the end", s.Alive(220), share(1, 3)},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", c.what, c.got, c.want)
		}
	}
}

// opening returns the player, as a schedule, that an opponent is up to game 126.
func opening(t *testing.T, opponent string) string {
	t.Helper()
	schedule, err := arena.Stints(opponent)
	if err != nil {
		t.Fatal(err)
	}
	var first arena.Schedule
	for game := int64(0); game < half; {
		stint, left := schedule.At(game)
		stint.Games = min(left, half-game)
		game += stint.Games
		first = append(first, stint)
	}
	first[len(first)-1].Games = 0
	return first.String()
}

// opponents returns the opponents of an experiment of the page.
func opponents(t *testing.T, name string) (list []string) {
	t.Helper()
	for line := range strings.Lines(strings.ReplaceAll(commands, "\\\n", "")) {
		words := arguments(line)
		if !strings.HasPrefix(line, "menace experiment run "+name+" ") {
			continue
		}
		for i, word := range words {
			if word == "--opponent" {
				list = append(list, words[i+1])
			}
		}
	}
	return list
}

// TestPooled checks that opponents share a row if and only if they are the same player up to game 126.
func TestPooled(t *testing.T) {
	var list styles
	for _, name := range opponents(t, "tournament") {
		list = append(list, style{Title: "`" + name + "`", lives: make([]experiment.Replicate, 2)})
	}
	want := map[string]int{} // machines by the player up to game 126
	for _, s := range list {
		want["`"+opening(t, strings.Trim(s.Title, "`"))+"`"] += 2
	}
	halves := list.pooled()
	for _, s := range halves {
		if len(s.lives) != want[s.Title] {
			t.Errorf("%s has %d machines, want %d", s.Title, len(s.lives), want[s.Title])
		}
	}
	if len(list) != 19 || len(halves) != len(want) || want["`perfect*17,random*5,perfect`"] != 6 {
		t.Errorf("got %d rows for %d opponents, want %v", len(halves), len(list), want)
	}
}

// crowd returns machines, some of which fall by 13.
func crowd(name string, fallen, all int) style {
	s := style{Title: name}
	for i := range all {
		changed := map[int64]int64{126: 25}
		if i < fallen {
			changed = nil
		}
		s.lives = append(s.lives, of1961(changed))
	}
	return s
}

// TestPlayersAreTheSample checks the interval if all machines of half of the players fall, and none of the others: then
// only the number of such players varies. Its distribution is binomial, 22 to 38 of 60 in 95 of 100 cases.
func TestPlayersAreTheSample(t *testing.T) {
	s := crowd("x", 3000, 6000)
	s.players = 60
	const player = 1.01 / 60
	p := s.Shows(fall)
	if p.Part != 3000 || math.Abs(p.Interval.Low-22.0/60) > player || math.Abs(p.Interval.High-38.0/60) > player {
		t.Errorf("got %v", p)
	}
	if s.players = 0; s.Shows(fall).Interval.Low < 0.48 {
		t.Errorf("one player: got %v", s.Shows(fall))
	}
	none := crowd("x", 0, 6000)
	none.players = 60
	if i := none.Shows(fall).Interval; i.Low != 0 || i.High <= 0 {
		t.Errorf("no machines: got %v", i)
	}
}

// TestVerdictsFollowTheIntervals checks that a share counts as above one in twenty only if its whole interval lies
// above.
func TestVerdictsFollowTheIntervals(t *testing.T) {
	const about = "A fall of at least 11 from game 106 to 126: "
	for want, s := range map[string]style{
		"common with `x` 10.0 (":                                     crowd("`x`", 100, 1000),
		"perhaps common, since the interval contains 5 %; most ofte": crowd("`x`", 6, 100),
		"rare with everyone, most often with `x`, 2.0 (":             crowd("`x`", 20, 1000),
		"in no machine": crowd("`x`", 0, 1000),
	} {
		var got []string
		for _, v := range (tournament{Halves: styles{s}, Styles: styles{s}}).Verdicts() {
			got = append(got, renders(t, "verdict", v))
		}
		if text := strings.Join(got, "\n"); len(got) != 6 || !strings.Contains(text, about+want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
}

// TestReadingsAreCalledSo checks that the page gives all five readings and says that three of them cannot be exact.
func TestReadingsAreCalledSo(t *testing.T) {
	known := renders(t, "known", tournament{})
	for _, want := range []string{
		"−10 after 17 games, −10 after 46 games, +25 after", "3 of the five break this", "+152 after 219 games",
		fmt.Sprintf(" %d fixed-line players", lines),
		fmt.Sprintf(" %s bootstrap resamples of the players (seed %d)", words.Count(experiment.ClusterResamples),
			bootstrapSeed),
	} {
		if !strings.Contains(known, want) {
			t.Errorf("no %q in %s", want, known)
		}
	}
}

// fixed returns fixed-line players against whom some of all machines fall.
func fixed(fallen, all int) style {
	s := crowd("60 fixed-line players", 0, all)
	for i := range fallen { // spread evenly over the players
		s.lives[i*all/fallen] = of1961(nil)
	}
	s.players = 60
	return s
}

// TestFallSurvives checks that the fall distinguishes fixed-line players only for dates whose interval lies above all
// others.
func TestFallSurvives(t *testing.T) {
	often, rare := fixed(600, 6000), fixed(0, 6000)
	others := styles{crowd("`a`", 1, 1000), crowd("`b`", 10, 1000)}
	date := func(name string, s style) style {
		s.Title = name
		return s
	}
	for _, c := range []struct {
		own   style
		dates styles
		want  string
	}{
		{often, styles{date("after 96", rare), date("after 106", often), date("never", rare)},
			"clear only for a second change of habits after 106 games."},
		{often, styles{date("after 96", often), date("after 106", often), date("never", rare)},
			"The difference holds whatever the date of the second change of habits."},
		{rare, styles{date("after 96", often), date("after 106", rare), date("never", rare)},
			"The fall sets no kind of player apart."},
	} {
		halves := append(slices.Clone(others), c.own)
		got := renders(t, "fall", tournament{Own: c.own, Halves: halves, Dates: c.dates})
		if !strings.HasSuffix(got, c.want) {
			t.Errorf("got %q, want …%q", got, c.want)
		}
	}
}

// lowStarts returns fixed-line players against whom n of 6,000 machines have the two low points, and nothing else.
func lowStarts(n int) style {
	s := fixed(0, 6000)
	for i := range s.lives {
		s.lives[i] = of1961(map[int64]int64{17: 1, 219: 0})
	}
	for i := range n {
		s.lives[i*6000/n] = of1961(map[int64]int64{219: 0})
	}
	return s
}

// TestBoxes checks that the readings suggest a larger opening box only if each larger box makes the low points more
// common.
func TestBoxes(t *testing.T) {
	usual := box{12, "distinct", lowStarts(60), nil}
	larger, all := box{24, "distinct", lowStarts(600), nil}, box{36, "all", lowStarts(1200), nil}
	got := renders(t, "start", tournament{Boxes: []box{usual, larger, all}})
	if !strings.Contains(got, "suggest, but do not show") ||
		!strings.Contains(got, "shown by 0 of 12,000 machines") {
		t.Errorf("got %s", got)
	}
	if got := renders(t, "start", tournament{Boxes: []box{usual, larger, usual}}); strings.Contains(got, "suggest") {
		t.Errorf("one box makes no difference: got %s", got)
	}
}

// TestRiseSurvives checks that random play is distinguished from careless play only if the intervals do not overlap.
func TestRiseSurvives(t *testing.T) {
	careless, wild := crowd("`a,noisy:0.3`", 0, 1000), crowd("`a,random`", 0, 1000)
	for i := range wild.lives {
		careless.lives[i], wild.lives[i] = of1961(nil), of1961(map[int64]int64{219: 12 + 200})
	}
	got := renders(t, "rise", styles{careless, wild})
	if !strings.Contains(got, "With `a,noisy:0.3`, 100.0") {
		t.Errorf("got %s", got)
	}
	wild.lives = careless.lives
	if got := renders(t, "rise", styles{careless, wild}); !strings.Contains(got, "does not set") {
		t.Errorf("equal shares: got %s", got)
	}
}

// TestArguments checks that a shell reads every command of the page as we do, and what fixed-line players play up to
// game 126.
func TestArguments(t *testing.T) {
	loops := 0
	for line := range strings.Lines(strings.ReplaceAll(commands, "\\\n", "")) {
		if !strings.HasPrefix(line, "menace ") || strings.Contains(line, "export beads") {
			continue
		}
		loops += strings.Count(line, "$(for ") + strings.Count(line, "$(seq -f ")
		out, err := exec.Command("sh", "-c", `menace() { printf '%s\n' menace "$@"; }; `+line).Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Fields(string(out)); !slices.Equal(got, arguments(line)) {
			t.Errorf("%s: a shell reads %v", line, got)
		}
	}
	if loops != 9 {
		t.Errorf("%d commands end with a loop, want 9", loops)
	}
	for name, want := range map[string]int{"lines-96": 3, "lines": 3, "lines-126": 2} {
		list := opponents(t, name)
		if len(list) != lines {
			t.Errorf("%s has %d players, want %d", name, len(list), lines)
		}
		for _, player := range list {
			first := opening(t, player)
			if n := strings.Count(first, "perfect"); n != want || strings.Contains(first, "random") {
				t.Errorf("%s: got %s up to game 126", name, first)
			}
		}
	}
}
