package option

import (
	"errors"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"
)

// settings has one setting of each kind.
type settings struct {
	Game    string
	Parts   []string
	Depth   int
	Seed    int64
	Cells   []int
	Beads   [3]int64
	Alpha   float64
	Dark    bool
	Player  string
	Players []string
	Rank    string
	Size    size
	Wait    time.Duration
}

// size is small or large.
type size uint8

func (s *settings) options() []Option {
	return []Option{
		{Name: "game", Value: Word(&s.Game, "chess", "go")},
		{Name: "parts", Value: Words(&s.Parts, "a", "b", "c")},
		{Name: "depth", Value: Whole(&s.Depth, 1, 9)},
		{Name: "seed", Value: Whole(&s.Seed, 0, math.MaxInt64)},
		{Name: "cells", Value: Ints(&s.Cells, 1, math.MaxInt64)},
		{Name: "beads", Value: Numbers("4,3,2", 1, 100, &s.Beads[0], &s.Beads[1], &s.Beads[2])},
		{Name: "alpha", Value: Fraction(&s.Alpha, 0, 1)},
		{Name: "dark", Value: Switch(&s.Dark)},
		{Name: "player", Value: Checked(Word(&s.Player), noBob)},
		{Name: "players", Value: Checked(Words(&s.Players), noBob)},
		{Name: "rank", Value: Parsed(&s.Rank, upper, strings.ToLower)},
		{Name: "size", Value: Enum(&s.Size, "small", "large")},
		{Name: "wait", Value: Time(&s.Wait, time.Nanosecond, 2*time.Hour)},
	}
}

func noBob(name string) error {
	if name == "bob" {
		return errors.New("bob has left")
	}
	return nil
}

func upper(text string) (string, error) {
	if text == "?" {
		return "", errors.New("no rank")
	}
	return strings.ToUpper(text), nil
}

// sample returns settings that every option accepts.
func sample() settings {
	return settings{"go", []string{"a", "c"}, 3, 7, []int{2, 1}, [3]int64{4, 3, 2}, 0.5, true, "ann",
		[]string{"ann", "cy"}, "KING",
		1, time.Minute}
}

// TestSet checks that Set replaces the value, that it reads what Text formats, and that an error leaves the value
// unchanged.
func TestSet(t *testing.T) {
	for _, c := range []struct{ name, text, want, wrong string }{
		{"game", "chess", "chess", ""},
		{"game", "ludo", "go", `"ludo" is not one of chess, go`},
		{"game", "", "go", `"" is not one of chess, go`},
		{"parts", " c,a, c", "c,a", ""},
		{"parts", "", "", ""},
		{"parts", "b,d", "a,c", `"d" is not one of a, b, c`},
		{"depth", "9", "9", ""},
		{"depth", "10", "3", "10 is not between 1 and 9"},
		{"depth", "x", "3", `"x" is not a whole number, such as 10000`},
		{"seed", "1e4", "10000", ""},
		{"seed", "-1", "7", "-1 is negative"},
		{"seed", "−1,000", "7", "-1000 is negative"},
		{"seed", "1e30", "7", `"1e30" is too large`},
		{"cells", "5,1e1,", "5,10", ""},
		{"cells", "0", "2,1", "0 is less than 1"},
		{"beads", "8, 4, 2", "8,4,2", ""},
		{"beads", "8,4", "4,3,2", `"8,4" is not 3 numbers, as in 4,3,2`},
		{"beads", "8,4,0", "4,3,2", "0 is not between 1 and 100"},
		{"alpha", "-0", "0", ""},
		{"alpha", ".25", "0.25", ""},
		{"alpha", "2.5e−1", "0.25", ""},
		{"alpha", "1.5", "0.5", "1.5 is not between 0 and 1"},
		{"alpha", "NaN", "0.5", "NaN is not between 0 and 1"},
		{"alpha", "half", "0.5", `"half" is not a number`},
		{"dark", "", "", ""},
		{"dark", "1", "on", ""},
		{"player", "cy", "cy", ""},
		{"player", "bob", "ann", "bob has left"},
		{"players", "cy,dan", "cy,dan", ""},
		{"players", "cy,bob", "ann,cy", "bob has left"},
		{"rank", "queen", "queen", ""},
		{"rank", "?", "king", "no rank"},
		{"size", "small", "small", ""},
		{"size", "huge", "large", `"huge" is not one of small, large`},
		{"wait", "1.5", "1.5s", ""},
		{"wait", "2h", "2h0m0s", ""},
		{"wait", "0", "1m0s", `"0" is not a time between 1ns and 2h, as in 0.5s`},
		{"wait", "soon", "1m0s", `"soon" is not a time between 1ns and 2h, as in 0.5s`},
	} {
		s := sample()
		o := Find(s.options(), c.name)
		err := o.Set(c.text)
		if got := o.Text(); got != c.want || (err == nil) != (c.wrong == "") ||
			err != nil && err.Error() != c.wrong {
			t.Errorf("%s %q: got %q, %v; want %q, %s", c.name, c.text, got, err, c.want, c.wrong)
		}
		read := s
		again := Find(read.options(), c.name)
		if err := again.Set(o.Text()); err != nil || again.Text() != o.Text() {
			t.Errorf("%s: %q reads as %q, %v", c.name, o.Text(), again.Text(), err)
		}
	}
}

func TestCheck(t *testing.T) {
	s := sample()
	if err := Check(s.options()); err != nil {
		t.Error(err)
	}
	s.Cells, s.Alpha = []int{1, -1}, 2
	var wrong *Error
	if err := Check(s.options()); !errors.As(err, &wrong) || wrong.Name != "cells" || err.Error() != "-1 is less than 1" {
		t.Errorf("got %v of %+v", err, wrong)
	}
	if err := Wrong("seed", Check(s.options())); !errors.As(err, &wrong) || wrong.Name != "cells" {
		t.Errorf("got %+v, which replaces the name of an existing option error", wrong)
	}
	if Wrong("seed", nil) != nil {
		t.Error("Wrong returns an error for nil")
	}
}

func TestDifferences(t *testing.T) {
	s, usual := sample(), sample()
	s.Beads[1], s.Dark = 9, false
	var names []string
	for _, o := range Differences(s.options(), usual.options()) {
		names = append(names, o.Name)
	}
	if want := []string{"beads", "dark"}; !reflect.DeepEqual(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
}

// FuzzParseInt compares ParseInt with exact arithmetic.
func FuzzParseInt(f *testing.F) {
	for _, text := range []string{"0", "-7", "10,000", "1,00", "1e4", "1.5e1", "1e-1", "9223372036854775807",
		"9223372036854775808", "-1e3", "−7", "1e18", "0x10", "1_0", "", "inf"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := ParseInt(text)
		if err != nil || len(text) > 30 {
			return
		}
		exact, ok := new(big.Rat).SetString(strings.NewReplacer(",", "", "−", "-").Replace(text))
		if !ok || !exact.IsInt() || exact.Num().Cmp(big.NewInt(n)) != 0 {
			t.Errorf("%q: got %d", text, n)
		}
	})
}
