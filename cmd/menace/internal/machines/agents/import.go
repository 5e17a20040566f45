package agents

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/boards"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/plaintext"
	"menace/cmd/menace/internal/version"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/michie"
	"menace/menace/option"
	"menace/minimax/games"
	"menace/symmetry"
)

// Imported is a machine read from a text, not stored yet.
type Imported struct {
	doc *data.Document // with its history, or nil

	Agent   *data.Agent // from a table of beads, or nil
	Counted int         // boxes in the table; the others are fresh
}

// Read reads a machine from a text: an exported document, a table of beads, which has no history, or a link. If name is
// "", the machine keeps the name in the text. A table does not contain the rules: the options named in given are taken
// from rules, and all others are the usual ones for the game and for the side whose boxes the table lists.
func Read(text, name string, rules menace.Rules, given []string) (i Imported, err error) {
	if IsLink(text) {
		if given != nil {
			return i, mistake.Errorf("the link has the machine's rules: leave out --%s", given[0])
		}
		return ReadLink(text, name)
	}
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		if given != nil {
			return i, mistake.Errorf("the file has the machine's rules: leave out --%s", given[0])
		}
		i.doc, err = ReadDocument(text, name)
		return i, err
	}
	rows, err := readRows(text)
	if err != nil {
		return i, err
	}
	if rules, err = rows.rules(rules, given); err != nil {
		return i, err
	}
	if name = cmp.Or(name, rows[0].agent); name == "" {
		return i, mistake.Errorf("the table of beads does not name the machine, so give it a name")
	}
	i.Agent, err = data.NewAgent(name, rules, arena.OrNewSeed(arena.NoSeed))
	if err != nil {
		return i, mistake.Wrap(err)
	}
	if i.Counted, err = rows.fill(i.Agent); err != nil {
		return i, err
	}
	i.Agent.Career = arena.NewCareer(i.Agent.Machine, rules.Plays)
	return i, nil
}

// Restored returns Michie's machine of 1961, as restored by package michie, if the text is 1961 or 1961:GAME. For any
// other text ok is false. If name is "", the machine is called michie-1961.
func Restored(text, name string, given []string) (i Imported, ok bool, err error) {
	games, ok, err := michie.Parse(text)
	if !ok || err != nil {
		return i, ok, mistake.Wrap(err)
	}
	if given != nil {
		return i, true, mistake.Errorf("Michie's machine has his rules: leave out --%s", given[0])
	}
	i.Agent, err = data.NewAgent(cmp.Or(name, "michie-1961"), menace.Michie(), arena.OrNewSeed(arena.NoSeed))
	if err != nil {
		return i, true, mistake.Wrap(err)
	}
	i.Agent.Begin("1961/soonest", false, version.String())
	i.Agent.Career = michie.After(games)
	i.Agent.Machine = i.Agent.Career.Learner.(*menace.Machine)
	return i, true, nil
}

// Store stores the machine under name or, if that is "", under its own name. It returns [data.ErrExists] if the name is
// taken.
func (i Imported) Store(ctx context.Context, db *data.DB, name string) (*data.Agent, error) {
	if i.doc != nil {
		return db.Import(ctx, i.doc, name)
	}
	return i.Agent, db.Save(ctx, i.Agent)
}

// beadRow is a row of a table written by [Beads]: the number of beads for one move in one box.
type beadRow struct {
	line                  int
	agent, position, move string
	box                   int64           // its number, from 1, if the position is missing
	moves                 []symmetry.Move // the move, or two possible moves if a spreadsheet made it a date
	beads                 int64
}

// atLine adds the line of the row to an error. The result is never a mistake of the command line.
func (r beadRow) atLine(err error) error { return fmt.Errorf("line %d: %v", r.line, err) }

type beadRows []beadRow

// readRows reads a table. Its columns may be in any order, and other columns are ignored.
func readRows(text string) (rows beadRows, err error) {
	t, err := plaintext.ParseTable(text)
	if err != nil {
		return nil, err
	}
	if !t.Has("move") || !t.Has("beads") || !t.Has("position") && !t.Has("box") {
		return nil, errors.New("neither a machine that menace exported nor a table of beads, whose first line names " +
			"the columns position or box, move, and beads")
	}
	for _, row := range t.Rows {
		r := beadRow{line: row.Line, agent: row.Get("agent"), position: row.Get("position"), move: row.Get("move")}
		if r.position == "" {
			if r.box, err = row.Whole("box"); err != nil {
				return nil, err
			}
		}
		written := r.move
		if number, err := row.Whole("move"); err == nil { // a spreadsheet may write 5.0
			written = strconv.FormatInt(number, 10)
		}
		if r.moves, err = readMove(written); err != nil {
			return nil, r.atLine(err)
		}
		if r.beads, err = row.Whole("beads"); err != nil {
			return nil, err
		}
		if r.beads < 0 {
			return nil, r.atLine(fmt.Errorf("%d is not a number of beads", r.beads))
		}
		if len(rows) > 0 && rows[0].agent != r.agent {
			return nil, r.atLine(errors.New("it holds the beads of several machines; import one at a time"))
		}
		if rows = append(rows, r); len(rows) > maxHistory {
			return nil, fmt.Errorf("more than %d rows, the limit for a table of beads", maxHistory)
		}
	}
	if rows == nil {
		return nil, errors.New("the table of beads has no rows")
	}
	return rows, nil
}

// rules completes the rules of the machine: rules that are not given are inferred from the boxes in the table.
func (rows beadRows) rules(rules menace.Rules, given []string) (menace.Rules, error) {
	if slices.Contains(given, "preset") {
		return rules, nil
	}
	completed := rows.guessRules()
	for _, name := range given {
		if err := option.Find(completed.Options(), name).Set(option.Find(rules.Options(), name).Text()); err != nil {
			return rules, err
		}
	}
	return completed, nil
}

// guessRules returns the usual rules of a machine that has these boxes.
func (rows beadRows) guessRules() menace.Rules {
	for _, game := range games.Names() {
		graph, _ := games.Graph(game)
		first, err := graph.Parse(rows[0].position)
		if err != nil {
			continue
		}
		orbit, _ := graph.Find(first)
		rules := usualRules(game, graph.Turn(orbit))
		moves := map[symmetry.Orbit]int{}
		for _, r := range rows {
			position, _ := graph.Parse(r.position)
			orbit, _ := graph.Find(position)
			if moves[orbit]++; orbit != symmetry.None && moves[orbit] > graph.Distinct(orbit).Count() {
				rules.Moves = menace.All
			}
		}
		return rules
	}
	return menace.Michie()
}

// usualRules returns the rules of the first preset for one side of a game.
func usualRules(game string, plays symmetry.Side) menace.Rules {
	for _, name := range menace.Presets {
		if rules, _ := menace.Preset(name); rules.Game == game && rules.Plays == plays {
			return rules
		}
	}
	rules, _ := menace.Usual(game)
	rules.Plays = plays
	return rules
}

// fill puts the beads into the boxes of a new machine, and returns the number of boxes in the table.
func (rows beadRows) fill(a *data.Agent) (boxes int, err error) {
	m := a.Machine
	type place struct {
		code symmetry.Position
		move symmetry.Move
	}
	held, listed := map[place]int64{}, map[symmetry.Position]int{} // listed holds the first line of each box
	for _, r := range rows {
		orbit, move, err := r.find(a)
		if err != nil {
			return 0, r.atLine(err)
		}
		at := place{m.Graph().Code(orbit), move}
		if _, twice := held[at]; twice {
			return 0, r.atLine(fmt.Errorf("the beads for move %s of this box occur twice", r.move))
		}
		held[at] = r.beads
		listed[at.code] = cmp.Or(listed[at.code], r.line)
	}
	var counts []int64
	for bead := range m.Beads() {
		if line := listed[bead.Code]; line > 0 {
			beads, ok := held[place{bead.Code, bead.Move}]
			if !ok {
				return 0, fmt.Errorf("line %d: there is no row for move %v of its box, %s; write 0 if it holds no "+
					"beads for it", line, bead.Move, m.Graph().Format(bead.Code))
			}
			bead.Count = beads
		}
		counts = append(counts, bead.Count)
	}
	return len(listed), m.SetCounts(counts)
}

// find returns the orbit of the row's box, and the move, in its canonical position, of the row's beads.
func (r beadRow) find(a *data.Agent) (symmetry.Orbit, symmetry.Move, error) {
	m, graph := a.Machine, a.Machine.Graph()
	all := graph.Choices(m.Rules().Plays)
	var position symmetry.Position
	if r.position != "" {
		var err error
		if position, err = boards.BoxOf(a.Name, m, r.position); err != nil {
			return 0, 0, err
		}
	} else if r.box >= 1 && r.box <= int64(len(all)) {
		position = graph.Code(all[r.box-1])
	} else {
		return 0, 0, fmt.Errorf("there is no box %d: the machine has boxes 1 to %d", r.box, len(all))
	}
	move, err := r.moveFrom(graph, position)
	if err != nil {
		return 0, 0, err
	}
	orbit, to := graph.Find(position)
	i := slices.Index(graph.Moves(orbit), to.Move(move))
	if moves := m.Moves(orbit); !moves.Has(i) { // the beads are for an equivalent move
		i = slices.Collect(moves.All())[graph.Classes(orbit)[i]]
	}
	return orbit, graph.Moves(orbit)[i], nil
}

// moveFrom returns the move of the row, which must be possible in the position.
func (r beadRow) moveFrom(graph *symmetry.Graph, position symmetry.Position) (symmetry.Move, error) {
	possible := slices.DeleteFunc(slices.Clone(r.moves), func(m symmetry.Move) bool {
		return !slices.Contains(graph.MovesFrom(position), m)
	})
	switch {
	case len(possible) == 1:
		return possible[0], nil
	case len(r.moves) == 1:
		return 0, graph.Impossible(position, r.moves[0])
	case len(possible) == 0:
		return 0, fmt.Errorf("a spreadsheet has made a date of the move, which may be %v or %v; neither is possible "+
			"in %s", r.moves[0], r.moves[1], graph.Format(position))
	}
	return 0, fmt.Errorf("a spreadsheet has made a date of the move, which may be %v or %v; write it as %s or %s",
		r.moves[0], r.moves[1], r.moves[0].ForTables(), r.moves[1].ForTables())
}
