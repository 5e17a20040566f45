package gametree

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/tables"
	"menace/minimax"
)

// Values is the JSON form of the Sprague-Grundy values for a position of a sum.
type Values struct {
	Game     string      `json:"game"`
	Position string      `json:"position"`
	Winner   string      `json:"winner"`
	Best     []string    `json:"best"` // moves that win; none if the player to move loses
	NimSum   int         `json:"nim_sum"`
	Parts    []PartValue `json:"parts"`
	Mex      []PartMex   `json:"mex"`

	misere, searched bool
}

// PartValue is the nimber of a part of the position.
type PartValue struct {
	Position string `json:"position"`
	Nimber   int    `json:"nimber"`
}

// PartMex shows how the nimber of a single part follows from the nimbers after its moves.
type PartMex struct {
	Position string `json:"position"`
	Moves    []int  `json:"moves"` // each nimber once
	Mex      int    `json:"mex"`
}

func (t problem[P, M]) Values() (Values, error) {
	n, err := minimax.NewNimbers(t.rules)
	if err != nil {
		return Values{}, fmt.Errorf("%s has no nimbers: %w", t.game, err)
	}
	parts, nimbers := n.Parts(t.start)
	v := Values{
		Game: t.game, Position: t.Position(), NimSum: minimax.NimSum(nimbers), Best: []string{},
		Winner: t.player(n.Wins(t.start) != t.minAtRoot()),
		misere: any(t.rules).(minimax.Sum[P]).LastLoses(),
	}
	for i, part := range parts {
		v.Parts = append(v.Parts, PartValue{t.rules.Format(part), nimbers[i]})
	}
	v.searched = v.misere && !tame(t.rules)
	for _, m := range t.possible(t.start) {
		if !n.Wins(t.rules.Apply(t.start, m)) {
			v.Best = append(v.Best, t.rules.Name(m))
		}
	}
	for _, known := range n.Known {
		v.Mex = append(v.Mex, PartMex{t.rules.Format(known.Position), append([]int{}, known.Moves...), known.Mex})
	}
	if n.Err != nil {
		return Values{}, n.Err
	}
	slices.SortFunc(v.Mex, func(a, b PartMex) int {
		return cmp.Or(cmp.Compare(len(a.Position), len(b.Position)), cmp.Compare(a.Position, b.Position))
	})
	return v, nil
}

// tame reports whether nimbers decide misère play of a game too.
func tame(rules any) bool {
	g, ok := rules.(minimax.Tame)
	return ok && g.Tame()
}

// possible returns the moves of a position, or none if the game is over.
func (t problem[P, M]) possible(p P) []M {
	if t.rules.Finished(p) {
		return nil
	}
	return t.rules.Moves(p, nil)
}

// Tables returns the nimbers of the parts with their nim-sum, and the mex of each part that moves can lead to.
func (v Values) Tables() []tables.Text {
	digits := 1
	for _, part := range v.Parts {
		digits = max(digits, len(strconv.FormatInt(int64(part.Nimber), 2)))
	}
	line := func(name string, nimber int) []string {
		return []string{name, strconv.Itoa(nimber), fmt.Sprintf("%0*b", digits, nimber)}
	}
	parts := tables.Text{Right: 1, Headings: []string{"part", "nimber", "in binary"}}
	for _, part := range v.Parts {
		parts.Lines = append(parts.Lines, line(part.Position, part.Nimber))
	}
	parts.Lines = append(parts.Lines, line("nim-sum", v.NimSum))
	mex := tables.Text{Right: 2, Headings: []string{"part", "nimbers after its moves", "mex"}}
	for _, m := range v.Mex {
		moves := strings.Trim(fmt.Sprint(m.Moves), "[]")
		mex.Lines = append(mex.Lines, []string{m.Position, cmp.Or(moves, "no moves"), strconv.Itoa(m.Mex)})
	}
	return []tables.Text{parts, mex}
}

// Summary names the winner and the moves that win.
func (v Values) Summary() string { return v.SummaryIn(language.English) }

// SummaryIn is Summary in a language.
func (v Values) SummaryIn(l *language.Language) string {
	why := l.Text("the nim-sum is {sum}", "sum", v.NimSum)
	if v.searched {
		why += ", which in misère play proves nothing: a search of all moves does"
	} else if v.misere && !slices.ContainsFunc(v.Parts, func(p PartValue) bool { return p.Nimber > 1 }) {
		why += ", " + l.Text("no part is worth more than 1, and whoever moves last loses")
	}
	if len(v.Best) == 0 {
		return l.Text("{player} wins, whatever the other does: {why}.", "player", v.Winner, "why", why)
	}
	return l.Text("{player} wins: {why}. Moves that win: {moves}", "player", v.Winner, "why", why,
		"moves", strings.Join(v.Best, " "))
}
