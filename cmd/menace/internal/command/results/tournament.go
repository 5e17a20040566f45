package results

import (
	"fmt"
	"slices"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
	"menace/menace"
	"menace/symmetry"
)

// half is the number of games after which a player who changes begins to play like another one.
const half = 126

// style is a way of playing the tournament, with the machines that played against it.
type style struct {
	name    string
	lives   []experiment.Replicate
	players int // number of players; each met the same number of these machines; 0 means one
	Cell    int // number of its cell, from 1, or 0
}

// styles are several of them, such as the rows of a table.
type styles []style

// Title returns the name of a style, formatted as code if it is the name of an opponent.
func (s style) Title() string {
	if s.players > 0 {
		return s.name
	}
	return "`" + s.name + "`"
}

// Random returns the styles that end with random play.
func (t styles) Random() styles {
	return keep(t, func(s style) bool { return s.players > 0 || strings.HasSuffix(","+s.name, ",random") })
}

// Players returns the styles of single players, without fixed-line players.
func (t styles) Players() styles {
	return keep(t, func(s style) bool { return s.players == 0 })
}

// Machines joins all machines of the styles into one style.
func (t styles) Machines() (all style) {
	for _, s := range t {
		all.lives = append(all.lives, s.lives...)
	}
	return all
}

// tournament holds the opponents that are compared with the tournament of 1961.
type tournament struct {
	Own    style  // fixed-line players
	Styles styles // opponents; the last is Own
	Halves styles // the same, with those pooled that are the same player up to game 126
	Lines  styles // fixed-line players, one by one
	Dates  styles // fixed-line players by the time of their second change, except the last, who never change again
	Boxes  []box  // the first is the usual one
}

// tournament reads the experiments of the tournament.
func (p *page) tournament() tournament {
	t := tournament{Styles: p.met("tournament"), Lines: p.met("lines")}
	t.Own = fixedLines(t.Lines)[0]
	t.Halves = append(pooled(t.Styles), t.Own)
	t.Styles = append(t.Styles, t.Own)
	for _, games := range []string{"86", "96", "106", "116", "126"} {
		date := t.Own
		if games != "106" {
			date = fixedLines(p.met("lines-" + games))[0]
		}
		if date.name = "after " + games; games == "126" {
			date.name = "never"
		}
		t.Dates = append(t.Dates, date)
	}
	t.Boxes = []box{{12, "distinct", t.Own, t.Halves.Players()}}
	for _, moves := range []string{"distinct", "all"} {
		own, others := fixedLines(p.met("lines-"+moves)), p.met("boxes-"+moves)
		cells := try(p.lab.Experiment(p.ctx, "boxes-"+moves)).Cells
		for i, fixed := range own {
			each := len(others) / len(own)
			opening, _ := menace.New(cells[i*each].Rules).Box(symmetry.Start)
			t.Boxes = append(t.Boxes, box{opening.Total(), moves, fixed, others[i*each : (i+1)*each]})
		}
	}
	return t
}

// met returns the opponents of an experiment with the machines that met them.
func (p *page) met(name string) (list styles) {
	cells := try(p.lab.Experiment(p.ctx, name)).Cells
	for i, lives := range p.replicates(name) {
		list = append(list, style{name: cells[i].Opponent, lives: lives, Cell: i + 1})
	}
	return list
}

// lines is the number of fixed-line players.
const lines = 60

// fixedLines joins the machines of fixed-line players, for each setting of beads. The opponents of a setting are
// consecutive.
func fixedLines(met styles) (list styles) {
	for setting := range slices.Chunk(met, lines) {
		all := setting.Machines()
		all.name, all.players = fmt.Sprintf("%d fixed-line players", lines), lines
		list = append(list, all)
	}
	return list
}

// box is a machine with these beads in the opening box, and the players it met.
type box struct {
	Beads  int64
	Moves  string // distinct or all
	Own    style  // the fixed-line players
	Others styles
}

// Readings returns the readings of Michie's drawing.
func (tournament) Readings() []arena.Reading { return arena.Tournament }

// Impossible counts the readings whose parity shows that they cannot be exact.
func (tournament) Impossible() (n int) {
	for _, r := range arena.Tournament {
		n += int((r.Games + int64(r.Value)) & 1)
	}
	return n
}

// Changes returns the fixed-line players who change their moves for a second time.
func (t tournament) Changes() styles { return t.Dates[:len(t.Dates)-1] }

// Larger returns the fixed-line players who met machines with larger boxes than usual.
func (t tournament) Larger() (list styles) {
	for _, b := range t.Boxes[1:] {
		list = append(list, b.Own)
	}
	return list
}

// verdict states with which styles a feature is common.
type verdict struct {
	Claim string
	Of    int       // styles
	With  []showing // those whose whole interval is above one in twenty
	Most  showing
}

// Verdicts returns a verdict on each feature with a claim.
func (t tournament) Verdicts() (list []verdict) {
	for _, f := range features {
		tried := t.Styles
		if f.games == half {
			tried = t.Halves
		}
		if f.Claim != "" {
			list = append(list, verdict{f.Claim, len(tried), tried.Above(f.Heading, 0.05), tried.Most(f.Heading)})
		}
	}
	return list
}

// pooled joins the machines of opponents that are the same player up to game 126, when the last one of a schedule
// begins.
func pooled(all styles) (halves styles) {
	for _, s := range all {
		if last := strings.LastIndex(s.name, "*"); last >= 0 {
			s.name = s.name[:last]
		}
		i := slices.IndexFunc(halves, func(h style) bool { return h.name == s.name })
		if i < 0 {
			halves = append(halves, s)
		} else {
			halves[i].lives = slices.Concat(halves[i].lives, s.lives)
		}
	}
	return halves
}
