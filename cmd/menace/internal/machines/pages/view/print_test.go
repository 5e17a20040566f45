package view

import (
	"encoding/xml"
	"strings"
	"testing"

	"menace/menace"
)

// TestPrint checks that a picture of all boxes has a square for each, is small, and has colours only if the machine
// prefers moves.
func TestPrint(t *testing.T) {
	trained, _ := shipped()
	for _, c := range []struct {
		name    string
		machine *menace.Machine
		colours bool
	}{{"fresh", menace.New(menace.Michie()), false}, {"trained", trained, true}} {
		print := Print(c.machine)
		if err := xml.Unmarshal(print, new(struct{})); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if n := strings.Count(string(print), "z"); n != 304 || len(print) > 6000 {
			t.Errorf("%s: %d squares in %d bytes", c.name, n, len(print))
		}
		good := strings.Contains(string(print), `<path class="g`)
		mistakes := strings.Contains(string(print), `<path class="m`)
		if good != c.colours || mistakes != c.colours {
			t.Errorf("%s: blue %t, orange %t", c.name, good, mistakes)
		}
	}
}
