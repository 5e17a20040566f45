package site

import (
	"errors"
	"fmt"
	"net/url"
	"testing"

	"menace/menace/option"
)

// TestForm reads a form of a table of options, and formats it as an address again.
func TestForm(t *testing.T) {
	type choice struct {
		Cells []int
		Band  string
		Side  string
		Moves int
		Mean  bool
	}
	read := choice{Side: "second", Moves: 4}
	table := []option.Option{
		{Name: "cell", Meaning: "only cell `N`", Value: option.Ints(&read.Cells, 1, 9)},
		{Name: "band", Value: option.Word(&read.Band, "range", "none")},
		{Name: "side", Value: option.Word(&read.Side, "first", "second")},
		{Name: "moves", Default: "all", Value: option.Whole(&read.Moves, 0, 9)},
		{Name: "mean", Value: option.Switch(&read.Mean)},
	}
	fields := ReadForm(table, url.Values{"cell": {"1", " 2,3 "}, "mean": {"on"}, "moves": {"ten"}, "other": {"x"}})
	if got, want := fmt.Sprint(read), "{[1 2 3]  second 4 true}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := QueryOf(fields).Encode(), "cell=1%2C+2%2C3&mean=on&moves=ten&side=second"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(fields[0].Meaning, fields[1].Words, fields[2].Words, fields[3].Without),
		"only cell N; several with commas[ range none] [first second]all"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := fields[3].Wrong, `"ten" is not a whole number, such as 10000.`; got != want ||
		Valid(fields) || !Valid(fields[:3]) {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := errors.New("too wide"); ShowError(err, fields) || !ShowError(option.Wrong("band", err), fields) ||
		fields[1].Wrong != "Too wide." {
		t.Errorf("got %q", fields[1].Wrong)
	}
	if ShowError(option.Wrong("none", errors.New("x")), fields) || ShowError(nil, fields) {
		t.Error("an error of a missing field is assigned to a field")
	}
}
