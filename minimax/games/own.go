package games

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"

	"menace/symmetry"
)

// ownPrefix begins the name of a game from a file, as returned by [ReadOwn]. The rest of the name is the file as
// compact JSON, so that a machine, and all that is stored about it, carries its game along.
const ownPrefix = "own:"

// maxOwnName is the largest number of bytes in the name of such a game.
const maxOwnName = 40

// own is the game defined by a file. It is in no list of games.
var own = ForMachines{
	Name: strings.TrimSuffix(ownPrefix, ":"),
	Parse: func(name string) (Parsed, error) {
		t, err := readTable([]byte(strings.TrimPrefix(name, ownPrefix)))
		return parsed(t), err
	},
	Machines: both("MENACE", "MENACE, by Donald Michie, is a machine that learns a small game from its beads."),
	Presets:  []Preset{{Name: "own", Rules: GardnersRules}},
}

// IsOwn reports whether a text is a file that defines a game of one's own, or the name of such a game.
func IsOwn(text string) bool {
	return strings.HasPrefix(text, ownPrefix) || strings.HasPrefix(strings.TrimSpace(text), "{")
}

// ReadOwn returns the name of the game that a file defines. An error names the wrong position. The file is JSON:
//
//	{
//	  "name": "stairs",
//	  "rules": "Go down one or two steps. Whoever reaches the ground wins.",
//	  "begin": "3",
//	  "moves": {"3": ["2", "1"], "2": ["1", "ground"], "1": ["ground"]},
//	  "ends": {"ground": "loses"}
//	}
//
// A position is a text. The players move in turn, and each position lists the positions that the player to move can go
// to. In ends, the player whose turn it would be wins, loses or draws. A move is named after the position that it leads
// to, or by an object such as {"one step": "2", "two steps": "1"} instead of a list. The field players may hold two
// names.
func ReadOwn(file []byte) (name string, err error) {
	t, err := readTable(bytes.TrimPrefix(file, []byte("\ufeff")))
	return t.name, err
}

// Small is a game of one's own in its shortest form. The players move in turn; a position does not contain whose turn
// it is.
type Small[P comparable] interface {
	Begin() P
	Next(P) []P    // where the player to move can go; a player who cannot move has lost
	Show(P) string // different for different positions
}

// Own turns a small game into a game for machines, with boxes, opponents, exact chances, pages and labels. Call
// [Register] with it, or register it in a file of this package. The game must end within 64 moves and have at most
// 10,000 positions.
func Own[P comparable](name, rules string, game Small[P]) ForMachines {
	g := own
	g.Name, g.Place = name, 100
	g.Presets = []Preset{{name, name, rules, GardnersRules}}
	g.Parse = func(text string) (Parsed, error) {
		if text != name {
			return Parsed{}, unknown(text)
		}
		t := &table{name: name, definition: definition{Name: name, Rules: rules, Begin: game.Show(game.Begin()),
			Moves: byPosition[moveList]{}}}
		open := []P{game.Begin()}
		for len(open) > 0 && len(t.definition.Moves) <= symmetry.MaxOrbits {
			p := open[0]
			open = open[1:]
			if _, known := t.definition.Moves[game.Show(p)]; known {
				continue
			}
			list := moveList{}
			for _, next := range game.Next(p) {
				list = append(list, namedMove{game.Show(next), game.Show(next)})
				open = append(open, next)
			}
			t.definition.Moves[game.Show(p)] = list
		}
		return parsed(t), t.build()
	}
	return g
}

// definition is a game as its file defines it.
type definition struct {
	Name    string               `json:"name"`
	Rules   string               `json:"rules"`
	Players [2]string            `json:"players,omitzero"`
	Begin   string               `json:"begin"`
	Moves   byPosition[moveList] `json:"moves"`
	Ends    byPosition[string]   `json:"ends,omitempty"`
}

// table is a game given by its positions. A position of the graph is the number of a text and a player to move.
type table struct {
	symmetry.Simple[int]
	definition
	name   string // the whole name of the game
	states []state
	index  map[state]int
	next   [][]int // by state and move
}

type state struct {
	text string
	turn int
}

// byPosition is a JSON object with a value for each position.
type byPosition[V any] map[string]V

// UnmarshalJSON refuses a position that is listed twice.
func (all *byPosition[V]) UnmarshalJSON(text []byte) error {
	*all = byPosition[V]{}
	return eachMember(text, func(position string, value json.RawMessage) error {
		if _, twice := (*all)[position]; twice {
			return fmt.Errorf("position %q is listed twice", position)
		}
		var v V
		err := json.Unmarshal(value, &v)
		if errors.As(err, new(*json.UnmarshalTypeError)) {
			err = fmt.Errorf("%s is not a text in quotes", value)
		}
		if err != nil {
			return fmt.Errorf("position %q: %w", position, err)
		}
		(*all)[position] = v
		return nil
	})
}

// eachMember calls do for each member of a JSON object, in the order of the text.
func eachMember(text []byte, do func(name string, value json.RawMessage) error) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if begin, err := decoder.Token(); err != nil || begin != json.Delim('{') {
		return errors.New(`"moves" and "ends" are objects, with a value for each position`)
	}
	for decoder.More() {
		var value json.RawMessage
		name, err := decoder.Token()
		if err == nil {
			err = decoder.Decode(&value)
		}
		if err == nil {
			err = do(name.(string), value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// moveList is the moves of a position, in the order of the file.
type moveList []namedMove

type namedMove struct{ name, to string }

// UnmarshalJSON accepts a list of positions, or an object with a position for each name of a move.
func (l *moveList) UnmarshalJSON(text []byte) error {
	var targets []string
	if err := json.Unmarshal(text, &targets); err == nil {
		for _, to := range targets {
			*l = append(*l, namedMove{to, to})
		}
		return nil
	}
	err := eachMember(text, func(name string, value json.RawMessage) error {
		m := namedMove{name: name}
		*l = append(*l, m)
		return json.Unmarshal(value, &(*l)[len(*l)-1].to)
	})
	if err != nil {
		return errors.New("the moves of a position are a list of positions, or an object of positions by move")
	}
	return nil
}

// MarshalJSON writes a list, or an object if moves have their own names.
func (l moveList) MarshalJSON() ([]byte, error) {
	targets, named, object := []string{}, false, "{"
	for _, m := range l {
		name, _ := json.Marshal(m.name) // a string cannot fail
		to, _ := json.Marshal(m.to)
		targets, named, object = append(targets, m.to), named || m.name != m.to, object+fmt.Sprintf("%s:%s,", name, to)
	}
	if named {
		return []byte(strings.TrimSuffix(object, ",") + "}"), nil
	}
	return json.Marshal(targets)
}

// results are the words for the payoff to the player whose turn it would be.
var results = map[string]int{"wins": 1, "draws": 0, "loses": -1}

func readTable(text []byte) (*table, error) {
	t := new(table)
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&t.definition)
	if errors.Is(err, io.EOF) {
		err = errors.New("there is no game in the file")
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		err = fmt.Errorf("a game is an object in braces, not a JSON %s", wrong.Value)
		if wrong.Field != "" {
			err = fmt.Errorf("%q must be a text in quotes, not a JSON %s", wrong.Field, wrong.Value)
		}
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		line := 1 + bytes.Count(text[:min(int(syntax.Offset), len(text))], []byte("\n"))
		err = fmt.Errorf("line %d: the game is not written as JSON should be: %w", line, err)
	}
	if err == nil && decoder.More() {
		err = errors.New("there is text after the game")
	}
	if err != nil {
		return t, err
	}
	if err := t.check(); err != nil {
		return t, err
	}
	var compact bytes.Buffer
	encoder := json.NewEncoder(&compact)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(t.definition); err != nil {
		panic(err) // it was JSON
	}
	t.name = ownPrefix + strings.TrimSpace(compact.String())
	return t, t.build()
}

// check returns an error that names the wrong position.
func (t *table) check() error {
	switch {
	case t.Name == "" || len(t.Name) > maxOwnName || strings.ContainsFunc(t.Name, unicode.IsControl):
		return fmt.Errorf(`the game needs a "name" of at most %d letters`, maxOwnName)
	case strings.TrimSpace(t.Rules) == "":
		return errors.New(`the game needs its "rules" in words`)
	case t.definition.Players != [2]string{} && slices.Contains(t.definition.Players[:], ""):
		return errors.New(`"players" are two names`)
	case len(t.definition.Moves[t.Begin]) == 0:
		return fmt.Errorf(`"begin" must be a position with moves, and %q has none`, t.Begin)
	}
	for _, p := range slices.Sorted(maps.Keys(t.Ends)) {
		if strings.TrimSpace(p) == "" {
			return errors.New("the name of a position is empty")
		}
		if _, ok := results[t.Ends[p]]; !ok {
			return fmt.Errorf("position %q ends with %q: write wins, draws or loses, for the player whose turn it "+
				"would be", p, t.Ends[p])
		}
		if len(t.definition.Moves[p]) > 0 {
			return fmt.Errorf(`position %q is in "ends", but has moves`, p)
		}
	}
	arises := map[string]bool{t.Begin: true}
	for _, p := range slices.Sorted(maps.Keys(t.definition.Moves)) {
		names := map[string]bool{}
		for _, m := range t.definition.Moves[p] {
			if _, ends := t.Ends[m.to]; !ends && t.definition.Moves[m.to] == nil {
				return fmt.Errorf(`position %q leads to %q, which is neither in "moves" nor in "ends"`, p, m.to)
			}
			if names[m.name] {
				return fmt.Errorf("position %q has the move %q twice", p, m.name)
			}
			names[m.name], arises[m.to] = true, true
		}
		if _, ends := t.Ends[p]; !ends && len(t.definition.Moves[p]) == 0 {
			return fmt.Errorf(`position %q has no moves: write in "ends" who wins`, p)
		}
	}
	for _, p := range append(slices.Sorted(maps.Keys(t.definition.Moves)), slices.Sorted(maps.Keys(t.Ends))...) {
		if !arises[p] {
			return fmt.Errorf("no move leads to position %q", p)
		}
	}
	return nil
}

// build numbers the positions in the order in which it finds them.
func (t *table) build() error {
	t.index = map[state]int{}
	var path []string
	height := map[state]int{} // the longest game from here; −1 while it is being explored
	var visit func(s state) error
	visit = func(s state) error {
		if h, met := height[s]; met && h >= 0 {
			return nil
		} else if met {
			return fmt.Errorf("position %q can come again: %s; a game must end", s.text,
				strings.Join(append(path[max(0, slices.Index(path, s.text)):], s.text), " → "))
		}
		moves := t.definition.Moves[s.text]
		if len(moves) > symmetry.MaxMoves {
			return fmt.Errorf("position %q has %d moves: there are beads of %d colours", s.text, len(moves),
				symmetry.MaxMoves)
		}
		if len(t.states) >= symmetry.MaxOrbits {
			return fmt.Errorf("the game has more than %d positions, counted for each player to move",
				symmetry.MaxOrbits)
		}
		t.index[s] = len(t.states)
		t.states, t.next = append(t.states, s), append(t.next, nil)
		height[s], path = -1, append(path, s.text)
		most := 0
		for _, m := range moves {
			next := state{m.to, 1 - s.turn}
			if err := visit(next); err != nil {
				return err
			}
			t.next[t.index[s]] = append(t.next[t.index[s]], t.index[next])
			most = max(most, height[next]+1)
		}
		if height[s], path = most, path[:len(path)-1]; most >= symmetry.MaxLength {
			return fmt.Errorf("a game from position %q can last %d moves; at most %d are possible", s.text, most,
				symmetry.MaxLength-1)
		}
		return nil
	}
	return visit(state{t.Begin, 0})
}

// Title returns the name that people use.
func (t *table) Title() string { return t.Name }

// Game returns the name of the game; for a game from a file, the name defines it.
func (t *table) Game() string { return t.name }

// Players returns the names of the players.
func (t *table) Players() [2]string {
	if t.definition.Players == [2]string{} {
		return [2]string{"Player 1", "Player 2"}
	}
	return t.definition.Players
}

// HowToPlay returns the rules in words.
func (t *table) HowToPlay() string { return t.Rules }

// Start returns 0.
func (t *table) Start() int { return 0 }

// Moves appends the numbers of the moves, from 1.
func (t *table) Moves(p int, moves []int) []int {
	for i := range t.next[p] {
		moves = append(moves, i+1)
	}
	return moves
}

// Apply makes a move.
func (t *table) Apply(p, m int) int { return t.next[p][m-1] }

// Finished reports whether there are no moves.
func (t *table) Finished(p int) bool { return len(t.next[p]) == 0 }

// Payoff returns the payoff to the player whose turn it would be: a loss, unless the file says otherwise.
func (t *table) Payoff(p int) int {
	if payoff, ok := results[t.Ends[t.states[p].text]]; ok {
		return payoff
	}
	return -1
}

// Code returns the number.
func (t *table) Code(p int) symmetry.Position { return symmetry.Position(p) }

// FromCode returns the number, or 0 if there is no such position.
func (t *table) FromCode(c symmetry.Position) int {
	if int(c) < len(t.states) {
		return int(c)
	}
	return 0
}

// Number returns the number of a move.
func (t *table) Number(m int) symmetry.Move { return symmetry.Move(m) }

// MoveName returns the name of a move.
func (t *table) MoveName(p, m int) string { return t.definition.Moves[t.states[p].text][m-1].name }

// Manner returns [symmetry.Chooses].
func (t *table) Manner() symmetry.Manner { return symmetry.Chooses }

// Scene shows the text, and an empty cell for each move.
func (t *table) Scene(p int) symmetry.Scene {
	return symmetry.Scene{Columns: 3, Cells: make([]symmetry.Cell, len(t.next[p])), Caption: t.states[p].text}
}

// Format formats a position: its text, followed by /2 for the second player if it can arise for both.
func (t *table) Format(p int) string {
	s := t.states[p]
	if _, both := t.index[state{s.text, 1 - s.turn}]; both && s.turn == 1 {
		return s.text + "/2"
	}
	return s.text
}

// Parse parses a position in the notation of Format.
func (t *table) Parse(text string) (int, error) {
	for _, s := range []state{{text, 0}, {text, 1}, {strings.TrimSuffix(text, "/2"), 1}} {
		if p, ok := t.index[s]; ok {
			return p, nil
		}
	}
	return 0, fmt.Errorf("%q is no position of the game; one is %q", text, t.Begin)
}
