package term

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"menace/menace/option"
)

// choice has an option of each kind that flags distinguish.
type choice struct {
	Cells []int
	Band  string
	Moves int64
	Mean  bool
}

func (o *choice) options() []option.Option {
	return []option.Option{
		{Name: "cell", Short: "c", Meaning: "only cell `N`", Value: option.Ints(&o.Cells, 1, 9)},
		{Name: "band", Meaning: "the `BAND`", Value: option.Word(&o.Band, "range", "none")},
		{Name: "moves", Short: "m", Meaning: "after `M` moves", Default: "all", Value: option.Whole(&o.Moves, 0, 9)},
		{Name: "mean", Meaning: "the mean", Value: option.Switch(&o.Mean)},
	}
}

// TestOptions reads flags of a table of options.
func TestOptions(t *testing.T) {
	usual := choice{Cells: []int{7}, Band: "range", Moves: -1}
	for line, want := range map[string]string{
		"":                          "[] {[7] range -1 false}",
		"--cell 1 -c 2,3":           "[cell] {[1 2 3] range -1 false}",
		"-m 1e0 --mean --band=none": "[band moves mean] {[7] none 1 true}",
		"--mean=false":              "[mean] {[7] range -1 false}",
		"--cell 0":                  "--cell: 0 is not between 1 and 9",
		"--band nine":               `--band: "nine" is not one of range, none; did you mean none?`,
		"--band= ":                  "--band: it is empty",
		"--moves 1 -m 2":            "--moves is given more than once, but takes one value",
		"--moves few":               `--moves: "few" is not a whole number, such as 10000`,
	} {
		var got string
		var out bytes.Buffer
		con := New(nil, &out, &out)
		parse := func(c *Invocation) (string, error) {
			o := usual
			given, err := Read(c, o.options())
			return fmt.Sprint(given, " ", o), err
		}
		run := func(_ context.Context, _ *IO, read string) error {
			got = read
			return nil
		}
		p := &Program{Name: "menace", Commands: []*Command{
			{Name: "read", Action: Action(con, parse, run), Flags: func() []Flag { return Flags("Group", usual.options()) }},
		}}
		if err := Run(t.Context(), con, p, append([]string{"menace", "read"}, strings.Fields(line)...)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", line, got, want)
		}
	}
}
