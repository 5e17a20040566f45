package sentences

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"menace/board"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
	"menace/symmetry"
)

// You is the name of the opponent if the reader plays. Sentences about all other opponents are in the third person.
const You = "You"

// Subject returns the name of a person or an opponent as the subject of a sentence.
func (in In) Subject(name string) string {
	if name == You {
		return in.Text("You")
	}
	if kind, ok := arena.KindOf(name); ok {
		return in.Name(kind.Subject)
	}
	if machine, ok := arena.MachineName(name); ok {
		return in.Text("The machine {name}", "name", machine)
	}
	return name
}

// Player returns the name of a side, such as "X" or "White".
func (in In) Player(g *symmetry.Graph, side symmetry.Side) string { return in.Name(g.Player(side)) }

// Move formats a move: "5", or "7 to 4" for a move from square to square.
func (in In) Move(m symmetry.Move) string {
	if m.From() == board.None {
		return m.String()
	}
	return in.Text("{from} to {to}", "from", m.From().Number(), "to", m.To().Number())
}

// Where describes what is on a board, such as "X on 5 and 8, O on 1".
func (in In) Where(g *symmetry.Graph, p symmetry.Position) string {
	return in.where(g, p, func(squares []string) string { return in.List(squares, in.And) })
}

// WhereBriefly is the short form of Where for lists of hundreds of boards, such as "X on 5 8, O on 1".
func (in In) WhereBriefly(g *symmetry.Graph, p symmetry.Position) string {
	return in.where(g, p, func(squares []string) string { return strings.Join(squares, " ") })
}

func (in In) where(g *symmetry.Graph, p symmetry.Position, list func([]string) string) string {
	scene := g.Scene(p)
	if scene.Caption != "" {
		return in.Counted(scene.Caption, scene.Count)
	}
	squares := map[string][]string{}
	var names []string
	for i, cell := range scene.Cells {
		name := "X" // a cross that belongs to both players
		switch {
		case cell.Piece == symmetry.NoPiece:
			continue
		case cell.Owner != "":
			name = in.Player(g, cell.Owner)
		}
		if squares[name] == nil {
			names = append(names, name)
		}
		squares[name] = append(squares[name], strconv.Itoa(i+1))
	}
	if first := in.Player(g, symmetry.First); len(names) == 2 && names[1] == first {
		slices.Reverse(names)
	}
	for i, name := range names {
		names[i] = in.Text("{piece} on {squares}", "piece", name, "squares", list(squares[name]))
	}
	if len(names) == 0 {
		return in.Text("an empty board")
	}
	return strings.Join(names, ", ")
}

// MoveName formats a move of a position like Move, or quotes its name if it has one.
func (in In) MoveName(g *symmetry.Graph, position symmetry.Position, m symmetry.Move) string {
	if g.Manner() != symmetry.Chooses {
		return in.Move(m)
	}
	return in.quoted(g.MoveName(position, m))
}

func (in In) quoted(name string) string { return in.Text("“{name}”", "name", name) }

// drawn formats the move of a turn for sentences about beads.
func (in In) drawn(t match.Turn) string {
	if t.Manner != symmetry.Chooses {
		return t.Move.String()
	}
	return in.quoted(t.Name)
}

// Plays describes a move in a position by somebody other than the reader.
func (in In) Plays(name string, g *symmetry.Graph, position symmetry.Position, m symmetry.Move) string {
	player := in.Subject(name)
	switch g.Manner() {
	case symmetry.Takes:
		return in.Text("{player} takes away {n}.", "player", player, "n", int(m))
	case symmetry.Chooses:
		return in.Text("{player} plays {move}.", "player", player, "move", in.MoveName(g, position, m))
	}
	if m.From() == board.None {
		return in.Text("{player} takes {square}.", "player", player, "square", m)
	}
	return in.Text("{player} moves from {from} to {to}.", "player", player, "from", m.From().Number(),
		"to", m.To().Number())
}

// Turn describes a turn of the named machine and the reason for its move.
func (in In) Turn(machine string, t match.Turn) string {
	if t.Manner == symmetry.Takes && t.Reason != match.NoBead && !t.Restocked {
		return in.takingTurn(machine, t)
	}
	steps := t.Move.From() != board.None || t.Manner == symmetry.Chooses
	switch {
	case t.Reason == match.Forced && t.Manner == symmetry.Chooses:
		return in.Text("{player} plays {move}.", "player", machine, "move", in.drawn(t))
	case t.Reason == match.Forced && steps:
		return in.Text("{machine} moves from {from} to {to}, the only move left, for which it needs no box.",
			"machine", machine, "from", t.Move.From().Number(), "to", t.Move.To().Number())
	case t.Reason == match.Forced:
		return in.Text("{machine} takes {square}, the only move left, for which it needs no box.",
			"machine", machine, "square", t.Move)
	case t.Reason == match.Emptied && steps:
		return in.Text("{machine} drew a bead for the move {move}, but other games have emptied the box since.",
			"machine", machine, "move", in.drawn(t))
	case t.Reason == match.Emptied:
		return in.Text("{machine} drew a bead for square {square}, but other games have emptied the box since.",
			"machine", machine, "square", t.Move)
	case t.Reason == match.NoBead:
		return in.Text("{machine}'s box for this position is empty: every move from here was punished until no bead "+
			"was left.", "machine", machine)
	case t.Restocked:
		t.Restocked = false
		return in.Text("{machine}'s box for this position was empty and is refilled.", "machine", machine) + " " +
			in.Turn(machine, t)
	case t.Beads == t.Total && steps:
		return in.Text("Every bead in the box is for the move {move}, so {machine} has no choice.",
			"machine", machine, "move", in.drawn(t))
	case t.Beads == t.Total:
		return in.Text("Every bead in the box is for square {square}, so {machine} has no choice.",
			"machine", machine, "square", t.Move)
	case t.Beads == 1 && steps:
		return in.Text("Of the {n} beads in the box, {machine} draws the only bead for the move {move}: a chance of "+
			"{chance}.", "n", t.Total, "machine", machine, "move", in.drawn(t), "chance", in.Chance(1, t.Total))
	case t.Beads == 1:
		return in.Text("Of the {n} beads in the box, {machine} draws the only bead for square {square}: a chance of "+
			"{chance}.", "n", t.Total, "machine", machine, "square", t.Move, "chance", in.Chance(1, t.Total))
	case steps:
		return in.Text("{machine} draws one of the {n} beads for the move {move}, out of {total} in the box: a chance "+
			"of {chance}.", "machine", machine, "n", t.Beads, "move", in.drawn(t), "total", t.Total,
			"chance", in.Chance(t.Beads, t.Total))
	}
	return in.Text("{machine} draws one of the {n} beads for square {square}, out of {total} in the box: a chance of "+
		"{chance}.", "machine", machine, "n", t.Beads, "square", t.Move, "total", t.Total,
		"chance", in.Chance(t.Beads, t.Total))
}

// takingTurn describes a turn that takes something away.
func (in In) takingTurn(machine string, t match.Turn) string {
	taken := int(t.Move)
	switch {
	case t.Reason == match.Forced:
		return in.Text("{machine} takes away {taken}, the only move left, for which it needs no box.",
			"machine", machine, "taken", taken)
	case t.Reason == match.Emptied:
		return in.Text("{machine} drew a bead for taking {taken}, but other games have emptied the box since.",
			"machine", machine, "taken", taken)
	case t.Beads == t.Total:
		return in.Text("Every bead in the box is for taking {taken}, so {machine} has no choice.",
			"machine", machine, "taken", taken)
	case t.Beads == 1:
		return in.Text("Of the {n} beads in the box, {machine} draws the only bead for taking {taken}: a chance of "+
			"{chance}.", "n", t.Total, "machine", machine, "taken", taken, "chance", in.Chance(1, t.Total))
	}
	return in.Text("{machine} draws one of the {n} beads for taking {taken}, out of {total} in the box: a chance of "+
		"{chance}.", "machine", machine, "n", t.Beads, "taken", taken, "total", t.Total,
		"chance", in.Chance(t.Beads, t.Total))
}

// BriefTurn describes a turn of the named machine in a few words.
func (in In) BriefTurn(machine string, t match.Turn) string {
	if t.Manner == symmetry.Takes && t.Reason != match.NoBead {
		return in.Text("{machine} took away {n}.", "machine", machine, "n", int(t.Move))
	}
	steps := t.Move.From() != board.None || t.Manner == symmetry.Chooses
	switch {
	case t.Reason == match.Forced && t.Manner == symmetry.Chooses:
		return in.Text("{player} plays {move}.", "player", machine, "move", in.drawn(t))
	case t.Reason == match.Forced && steps:
		return in.Text("{machine} moved from {from} to {to}, the only move left.", "machine", machine,
			"from", t.Move.From().Number(), "to", t.Move.To().Number())
	case t.Reason == match.Forced:
		return in.Text("{machine} took {square}, the only move left.", "machine", machine, "square", t.Move)
	case t.Reason == match.NoBead:
		return in.Text("{machine}'s box is empty.", "machine", machine)
	case steps:
		return in.Text("{machine} drew the bead for the move {move}.", "machine", machine, "move", in.drawn(t))
	}
	return in.Text("{machine} drew the bead for square {square}.", "machine", machine, "square", t.Move)
}

// Chance formats the share of some beads in a box. It never rounds to 0 or 100 %.
func (in In) Chance(beads, total int64) string {
	switch percent := 100 * float64(beads) / float64(total); {
	case beads < total && percent >= 99.5:
		return in.Text("more than {share}", "share", in.Share(0.99, 0))
	case percent < 0.5:
		return in.Text("less than {share}", "share", in.Share(0.01, 0))
	default:
		return in.Share(math.RoundToEven(percent)/100, 0) // halves are exact before the division by 100
	}
}

// reward returns the number of beads that a machine adds to its boxes after a game with this outcome.
func reward(r menace.Rules, end symmetry.Outcome) int64 {
	switch end {
	case symmetry.Win(r.Plays):
		return r.Win
	case symmetry.Win(r.Plays.Other()):
		return r.Loss
	}
	return r.Draw
}

// Reward describes how the named machine changes its boxes after a game with the given outcome.
func (in In) Reward(machine string, r menace.Rules, end symmetry.Outcome) string {
	beads, last := reward(r, end), r.Credit == menace.CreditLast
	won, lost := end == symmetry.Win(r.Plays), end == symmetry.Win(r.Plays.Other())
	if beads == 0 {
		switch {
		case won:
			return in.Text("{machine} learns nothing: its rules change no beads for a win.", "machine", machine)
		case lost:
			return in.Text("{machine} learns nothing: its rules change no beads for a loss.", "machine", machine)
		}
		return in.Text("{machine} learns nothing: its rules change no beads for a draw.", "machine", machine)
	}
	why := in.Text("for the draw")
	switch {
	case won:
		why = in.Text("for the win")
	case lost:
		why = in.Text("for the loss")
	}
	places := []any{"machine", machine, "why", why, "n", max(beads, -beads)}
	switch {
	case beads > 0 && last:
		return in.Text("{machine} learns: {why}, the last box that it used gets {n} beads like the one drawn.",
			places...)
	case beads > 0:
		return in.Text("{machine} learns: {why}, each box that it used gets {n} beads like the one drawn.", places...)
	case last:
		return in.Text("{machine} learns: {why}, the last box that it used loses {n} beads like the one drawn.",
			places...)
	}
	return in.Text("{machine} learns: {why}, each box that it used loses {n} beads like the one drawn.", places...)
}

// BoxesGet describes the change of the boxes in a few words.
func (in In) BoxesGet(r menace.Rules, end symmetry.Outcome) string {
	switch beads, last := reward(r, end), r.Credit == menace.CreditLast; {
	case beads > 0 && last:
		return in.Text("The last box used gets {n} more beads.", "n", beads)
	case beads > 0:
		return in.Text("Each box used gets {n} more beads.", "n", beads)
	case beads < 0 && last:
		return in.Text("The last box used loses {n} beads.", "n", -beads)
	case beads < 0:
		return in.Text("Each box used loses {n} beads.", "n", -beads)
	}
	return in.Text("Its boxes stay as they are.")
}

// Change formats a number before and after a change.
func (in In) Change(before, after int64) string { return in.Count(before) + " → " + in.Count(after) }

// Gain formats a change in beads, such as +3, −1 or 0.
func (in In) Gain(n int64) string {
	if n > 0 {
		return "+" + in.Count(n)
	}
	return in.Count(n)
}

// Beads describes the number of beads in a box.
func (in In) Beads(n int64) string {
	if n == 0 {
		return in.Text("empty")
	}
	return in.Text("{n} beads", "n", n)
}

// Ending describes the end of a game between the named machine, which played the given side, and the named opponent.
func (in In) Ending(machine string, end symmetry.Outcome, resigned, side symmetry.Side, opponent string) string {
	you, player := opponent == You, in.Subject(opponent)
	switch {
	case resigned == side && you:
		return in.Text("You win: {machine} resigns.", "machine", machine)
	case resigned == side:
		return in.Text("{player} wins: {machine} resigns.", "player", player, "machine", machine)
	case resigned != "" && you:
		return in.Text("You resign: {machine} wins.", "machine", machine)
	case resigned != "":
		return in.Text("{player} resigns: {machine} wins.", "player", player, "machine", machine)
	case end == symmetry.Drawn:
		return in.Text("A draw.")
	case end == symmetry.Win(side):
		return in.Text("{player} wins.", "player", machine)
	case you:
		return in.Text("You win.")
	}
	return in.Text("{player} wins.", "player", player)
}

// WhyOver explains how a game ended, with a leading space. It returns "" if the board shows it, and if the game is not
// over.
func (in In) WhyOver(g *symmetry.Graph, last symmetry.Position) string {
	o, _ := g.Find(last)
	turn := g.Turn(o)
	switch g.Ending(last) {
	case symmetry.FarRow:
		return " " + in.Text("{player} has reached the far row.", "player", in.Player(g, turn.Other()))
	case symmetry.TookLast:
		return " " + in.Text("{player} has taken the last one.", "player", in.Player(g, turn.Other()))
	case symmetry.MadeThree:
		return " " + in.Text("{player} has made three in a row.", "player", in.Player(g, turn.Other()))
	case symmetry.NoPieces:
		return " " + in.Text("{player} has no pawns left.", "player", in.Player(g, turn))
	case symmetry.NoMoves:
		return " " + in.Text("{player} cannot move.", "player", in.Player(g, turn))
	}
	return ""
}

// NothingToTakeBack replies to a player who wants to take back a move before the first.
func (in In) NothingToTakeBack() string { return in.Text("There is nothing to take back yet.") }

// TakenBack reports that a move was taken back.
func (in In) TakenBack() string {
	return in.Text("Your last move and the machine's answer are taken back, with its bead.")
}

// Bankruptcy reports that a machine with these rules is bankrupt.
func (in In) Bankruptcy(r menace.Rules) string {
	if r.Plays == symmetry.Second {
		return in.Text("{machine} is bankrupt: the boxes for its first move are empty, so it gives up before its "+
			"first move.", "machine", MachineName(r))
	}
	return in.Text("{machine} is bankrupt: its first box is empty, so it gives up before its first move.",
		"machine", MachineName(r))
}

// series lists moves, such as "1, 2 and 5".
func (in In) series(moves []symmetry.Move, write func(symmetry.Move) string, last string) string {
	var texts []string
	for _, m := range moves {
		texts = append(texts, write(m))
	}
	return in.List(texts, last)
}

// BoardPrompt describes what the player to move can do in a game with pawns, or with new pieces. The pawn on from, if
// any, has been picked up.
func (in In) BoardPrompt(manner symmetry.Manner, from board.Square) string {
	switch {
	case manner == symmetry.Places:
		return in.Text("Tap an empty square.")
	case manner == symmetry.Takes:
		return in.Text("Tap a stick: you take it and all that follow it.")
	case manner == symmetry.Chooses:
		return in.Text("Tap a move.")
	case from == board.None:
		return in.Text("Tap one of your pawns.")
	}
	return in.Text("Your pawn on {square} is picked up. Tap a square that lights up.", "square", from.Number())
}

// Hint recommends the best moves of a game against the named machine. Their value is 1 if they win, 0 if they draw, −1
// if they lose. A faultless machine never loses. If teaches lists the moves that teach the machine fastest, the hint
// names them.
func (in In) Hint(machine string, g *match.Game, value int, best, teaches []symmetry.Move, faultless bool) string {
	name := func(m symmetry.Move) string { return in.MoveName(g.Graph(), g.Position(), m) }
	text := in.advice(machine, value, in.series(best, name, in.Or), faultless)
	if len(teaches) > 0 {
		text += " " + in.Text("{machine} learns fastest if you play {moves}.", "machine", machine,
			"moves", in.series(teaches, name, in.Or))
	}
	return text
}

func (in In) advice(machine string, value int, moves string, faultless bool) string {
	switch {
	case value > 0:
		return in.Text("The perfect player plays {moves}, which wins.", "moves", moves)
	case value == 0:
		return in.Text("The perfect player plays {moves}: it is a draw if both play well.", "moves", moves)
	case faultless:
		return in.Text("Every move loses now: {machine} plays without a mistake.", "machine", machine)
	}
	return in.Text("Against perfect play every move loses now, but {machine} may make a mistake.", "machine", machine)
}

// Impossible explains why a move is impossible in a game, and lists the possible ones as they are typed.
func (in In) Impossible(g *match.Game, m symmetry.Move) string {
	graph := g.Graph()
	player := in.Player(graph, g.Side().Other())
	moves := in.series(graph.MovesFrom(g.Position()), symmetry.Move.String, in.And)
	if g.Over() {
		return in.Text("The game is over.")
	}
	switch why, owner := graph.WhyImpossible(g.Position(), m); why {
	case symmetry.NoMove:
		return in.Text("{move} is not a move; write moves as in {example}; possible: {moves}.",
			"move", m, "example", graph.Moves(symmetry.Start)[0], "moves", moves)
	case symmetry.Taken:
		if owner == "" {
			return in.Text("Square {square} is taken; possible: {moves}.", "square", m, "moves", moves)
		}
		return in.Text("Square {square} is taken by {player}; possible: {moves}.",
			"square", m, "player", in.Player(graph, owner), "moves", moves)
	case symmetry.TooMany:
		return in.Text("{player} cannot take {move}; possible: {moves}.", "player", player, "move", m, "moves", moves)
	case symmetry.NothingThere:
		return in.Text("{player} has nothing on square {square}; possible: {moves}.",
			"player", player, "square", m.From().Number(), "moves", moves)
	}
	return in.Text("{player} cannot move {move}; possible: {moves}.", "player", player, "move", m, "moves", moves)
}

// Standing returns the score of a match of the named machine and opponent, with draws if its games can be drawn.
func (in In) Standing(machine string, t arena.Tally, opponent string, drawn bool) string {
	places := []any{"machine", machine, "won", t.Win, "opponent", in.Subject(opponent), "lost", t.Loss, "drawn", t.Draw}
	if !drawn {
		return in.Text("Match: {opponent} {lost}, {machine} {won}.", places...)
	}
	return in.Text("Match: {opponent} {lost}, {machine} {won}, drawn {drawn}.", places...)
}

// Total returns a sentence about the named machine's points in a match, Michie's running total, with a leading space.
// It returns "" if the machine's games cannot be drawn.
func (in In) Total(machine string, t arena.Tally, drawn bool) string {
	if !drawn {
		return ""
	}
	return " " + in.Text("{machine}'s points: {points} (3 for a win, 1 for a draw, −1 for a loss).",
		"machine", machine, "points", in.Gain(t.Score()))
}

// HowToTurn explains how to turn a board by a transform so that it matches the box.
func (in In) HowToTurn(t symmetry.Transform) string {
	switch t {
	case symmetry.Rotate90:
		return in.Text("Give it a quarter turn clockwise, and it lies as the box does.")
	case symmetry.Rotate180:
		return in.Text("Give it a half turn, and it lies as the box does.")
	case symmetry.Rotate270:
		return in.Text("Give it a quarter turn anticlockwise, and it lies as the box does.")
	case symmetry.FlipColumns:
		return in.Text("Mirror it, left to right, and it lies as the box does.")
	case symmetry.FlipAntidiagonal:
		return in.Text("Mirror it along the line from 3 to 7, and it lies as the box does.")
	case symmetry.FlipRows:
		return in.Text("Mirror it, top to bottom, and it lies as the box does.")
	case symmetry.FlipDiagonal:
		return in.Text("Mirror it along the line from 1 to 9, and it lies as the box does.")
	}
	return ""
}
