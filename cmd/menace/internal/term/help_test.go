package term

import (
	"bytes"
	"strings"
	"testing"

	"menace/menace/option"
)

// TestHelpLayout lays out the help of a command with everything that a help can have, on a wide and a narrow screen.
func TestHelpLayout(t *testing.T) {
	description := `The first paragraph of this description
has two lines, which are joined.

A table:

   small    a little
   enormous   very much

Example:
   menace draw circle --radius 3 --colour yellow --out circle.svg`
	flags := []Flag{
		{Name: "radius", Short: "r", Meaning: "the `R` of the circle", Default: "required"},
		{Name: "dark", Meaning: "draw light on dark", Group: "Output", Value: option.Switch(new(bool))},
		{Name: "a-name-that-is-much-too-long", Meaning: "the `NAME`", Group: "Output"},
	}
	for columns, want := range map[string]string{"70": `NAME:
   menace draw - draw a figure

USAGE:
   menace draw FIGURE --radius R [options]

DESCRIPTION:
   The first paragraph of this description has two lines, which are
   joined.

   A table:

      small     a little
      enormous  very much

   Example:
      menace draw circle --radius 3 --colour yellow --out circle.svg

OPTIONS:
   --help, -h        show help
   --radius R, -r R  the R of the circle (default: required)

   Output

   --a-name-that-is-much-too-long NAME
       the NAME
   --dark  draw light on dark
`, "40": `NAME:
   menace draw - draw a figure

USAGE:
   menace draw FIGURE --radius R
   [options]

DESCRIPTION:
   The first paragraph of this
   description has two lines, which are
   joined.

   A table:

      small
          a little
      enormous
          very much

   Example:
      menace draw circle --radius 3 \
        --colour yellow \
        --out circle.svg

OPTIONS:
   --help, -h
       show help
   --radius R, -r R
       the R of the circle (default:
       required)

   Output

   --a-name-that-is-much-too-long NAME
       the NAME
   --dark
       draw light on dark
`} {
		t.Setenv("COLUMNS", columns)
		for _, line := range []string{"menace draw --help", "menace draw circle -h --dark", "menace help draw"} {
			var out bytes.Buffer
			con := New(nil, &out, &out)
			p := &Program{Name: "menace", Commands: []*Command{{
				Name: "draw", Usage: "draw a figure", Description: description, Args: "FIGURE",
				Flags: func() []Flag { return flags }, Action: Action(con, parseNothing, nil),
			}}}
			if err := Run(t.Context(), con, p, strings.Fields(line)); err != nil || out.String() != want {
				t.Errorf("%s, %s columns: got %v and\n%s", line, columns, err, &out)
			}
		}
	}
}

func parseNothing(*Invocation) (struct{}, error) { return struct{}{}, nil }
