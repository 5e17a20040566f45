package gametree

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/words"
	"menace/minimax"
	"menace/minimax/games"
)

// Estimate is the JSON form of a position's estimate, in points.
type Estimate struct {
	Game     string `json:"game"`
	Position string `json:"position"`
	ToMove   string `json:"to_move"`  // Max or Min
	Estimate any    `json:"estimate"` // for the player to move
	ToMax    any    `json:"to_max"`   // for Max
	Won      bool   `json:"won"`      // the game is certainly won or lost

	lines [][]string // lines of the table
}

func (t problem[P, M]) Estimate() (Estimate, error) {
	g, ok := t.rules.(minimax.Estimator[P])
	const instead = "a search with --depth takes every unfinished position for 0"
	tree, isTree := t.rules.(interface{ Estimates() bool })
	if isTree && !tree.Estimates() && !t.rules.Finished(t.start) {
		return Estimate{}, fmt.Errorf("this tree has no estimates: %s; in A=5(3 12) the estimate of A is 5", instead)
	}
	if !ok {
		return Estimate{}, fmt.Errorf("%s has no estimates: %s", t.game, instead)
	}
	points, toMax := g.Estimate(t.start), !t.minAtRoot()
	forMax := t.toMax(points)
	e := Estimate{
		Game: t.game, Position: t.Position(), ToMove: t.player(toMax),
		Won: g.Weight() > 1 && max(points, -points) >= g.Weight(),
	}
	write := func(points int) string { return words.Minus(strconv.Itoa(points)) }
	switch {
	case g.Weight() == 1: // points are payoffs
		write = func(points int) string { return t.text(points, false) }
	case e.Won:
		write = func(points int) string { return t.text(points/g.Weight(), true) }
	}
	e.Estimate, e.ToMax = jsonNumber(write(points)), jsonNumber(write(forMax))
	e.lines = [][]string{
		{t.in().Text("as the player to move sees it"), write(points)},
		{t.in().Text("as {player} sees it", "player", t.player(true)), write(forMax)},
	}
	return e, nil
}

// Table returns the estimate for each player.
func (e Estimate) Table() tables.Text {
	return tables.Text{Right: 1, Headings: []string{"estimate", "points"}, Lines: e.lines}
}

// jsonNumber returns a text as a number in JSON, if it is one. Its minus sign is ASCII's in any case.
func jsonNumber(text string) any {
	text = strings.Replace(text, "−", "-", 1)
	if json.Valid([]byte(text)) {
		return json.Number(text)
	}
	return text
}

// Key is a position with its Zobrist keys, as it is written as JSON. A key has 16 hexadecimal digits; if the user gave
// the numbers of the pieces, it is a whole number, or "?" if the number of a piece is missing.
type Key struct {
	Move      string  `json:"move"` // move to this position, or "" for the position itself
	Position  string  `json:"position"`
	Key       string  `json:"key"`
	Change    string  `json:"change"`              // exclusive or of this key and the key of the position itself
	Canonical string  `json:"canonical,omitempty"` // the key that symmetric positions share
	Pieces    []Piece `json:"pieces,omitempty"`    // pieces of the position itself
}

// Piece is a piece in its place, or another fact about a position, with its random number.
type Piece struct {
	Name   string `json:"name"`
	Number string `json:"number"`
}

func (t problem[P, M]) Keys(numbers []string) ([]Key, error) {
	g, ok := t.rules.(minimax.Keyed[P])
	if !ok {
		return nil, fmt.Errorf("%s has no keys", t.game)
	}
	pieces, _ := t.rules.(interface{ Features(P) []games.Feature })
	if pieces == nil && numbers != nil {
		return nil, fmt.Errorf("the keys of %s are not computed from numbers for pieces", t.game)
	}
	own := map[string]uint64{}
	for _, text := range numbers {
		name, n, err := parseNumber(text)
		if err != nil {
			return nil, err
		}
		if err := t.checkPiece(name); err != nil {
			return nil, err
		}
		if _, twice := own[name]; twice {
			return nil, fmt.Errorf("%s has two numbers", name)
		}
		own[name] = n
	}
	write := func(key uint64, known bool) string {
		switch {
		case !known:
			return "?"
		case numbers != nil:
			return strconv.FormatUint(key, 10)
		}
		return fmt.Sprintf("%016x", key)
	}
	of := func(p P) (key uint64, known bool, all []Piece) {
		if pieces == nil {
			return g.Key(p), true, nil
		}
		known = true
		for _, f := range pieces.Features(p) {
			n, given := own[f.Name]
			if numbers == nil {
				n, given = f.Number, true
			}
			key, known, all = key^n, known && given, append(all, Piece{f.Name, write(n, given)})
		}
		return key, known, all
	}
	first, firstKnown, all := of(t.start)
	symmetric, _ := t.rules.(minimax.Symmetric[P])
	add := func(keys []Key, move string, p P) []Key {
		key, known, _ := of(p)
		k := Key{Move: move, Position: t.rules.Format(p), Key: write(key, known)}
		k.Change = write(key^first, known && firstKnown)
		if symmetric != nil && numbers == nil {
			k.Canonical = write(symmetric.CanonicalKey(p), true)
		}
		return append(keys, k)
	}
	keys := add(nil, "", t.start)
	keys[0].Pieces = all
	if t.rules.Finished(t.start) {
		return keys, nil
	}
	for _, m := range t.rules.Moves(t.start, nil) {
		keys = add(keys, t.rules.Name(m), t.rules.Apply(t.start, m))
	}
	return keys, nil
}

// pieceNames matches the names of the pieces of each game. Where squares have rows and columns, these are its groups.
var pieceNames = map[string]struct{ name, example string }{
	"tictactoe":   {`[XO][1-9]`, "X1 to X9 and O1 to O9"},
	"hexapawn":    {`[WB][1-9]|Black`, "W1 to W9, B1 to B9 and Black"},
	"connect4":    {`[XO](\d+)\.(\d+)`, "X and O with row and column, as in X1.2"},
	"mnk":         {`[XO](\d+)\.(\d+)`, "X and O with row and column, as in X1.2"},
	"domineering": {`#(\d+)\.(\d+)|H`, "# with row and column, as in #1.2, and H"},
	"nim":         {`r[1-8]=[1-9]\d?`, "r1=3 for three in the first row, and so on"},
	"grundy":      {`[1-9]\d*\*[1-9]\d*`, "2*7 for two piles of 7, and so on"},
	"octal":       {`[1-9]\d*\*[1-9]\d*`, "2*7 for two piles of 7, and so on"},
}

// checkPiece returns an error unless a piece has this name.
func (t problem[P, M]) checkPiece(name string) error {
	game := t.game[strings.LastIndexByte(t.game, ' ')+1:] // also of misère nim
	of := pieceNames[game]
	m := regexp.MustCompile("^(?:" + of.name + ")$").FindStringSubmatch(name)
	ok := m != nil
	if ok && len(m) == 3 && m[1] != "" {
		row, _ := strconv.Atoi(m[1])
		column, _ := strconv.Atoi(m[2])
		ok = row >= 1 && row <= t.Size.Second && column >= 1 && column <= t.Size.First
	}
	if !ok {
		return fmt.Errorf("%s has no piece %q; the pieces are %s", t.game, name, of.example)
	}
	return nil
}

// parseNumber parses the number of a piece, such as X5=44532.
func parseNumber(text string) (piece string, n uint64, err error) {
	i := strings.LastIndex(text, "=")
	if i > 0 {
		base := 10
		digits, hexadecimal := strings.CutPrefix(strings.ToLower(text[i+1:]), "0x")
		if hexadecimal {
			base = 16
		}
		n, err = strconv.ParseUint(digits, base, 64)
	}
	if i <= 0 || err != nil {
		return "", 0, fmt.Errorf("%q is not a piece with its number, as in X5=44532", text)
	}
	return text[:i], n, nil
}

// KeyTables returns a table of all keys. If the key of the position is made from the numbers of its pieces, a table of
// these numbers comes first.
func KeyTables(keys []Key) (all []tables.Text) {
	columns := []string{"move", "key", "changed by", "up to symmetry"}
	if keys[0].Canonical == "" {
		columns = columns[:3]
	}
	var numbers, lines [][]string
	for _, p := range keys[0].Pieces {
		numbers = append(numbers, []string{p.Name, p.Number})
	}
	if numbers != nil {
		numbers = append(numbers, []string{"exclusive or", keys[0].Key})
		all = append(all, tables.Text{Right: 1, Headings: []string{"piece", "number"}, Lines: numbers})
	}
	for _, k := range keys {
		lines = append(lines, []string{k.Move, k.Key, k.Change, k.Canonical}[:len(columns)])
	}
	lines[0][0], lines[0][2] = "none", ""
	return append(all, tables.Text{Right: 1, Headings: columns, Lines: lines})
}
