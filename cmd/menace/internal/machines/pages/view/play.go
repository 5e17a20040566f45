package view

import (
	"cmp"
	"fmt"
	"html/template"
	"strings"
	"time"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/sentences"
	"menace/data"
	"menace/menace"
	"menace/menace/match"
	"menace/symmetry"
)

// Play is a match on a page: the board, what has happened, and what the viewer can do.
type Play struct {
	live.MatchView
	Machine   string // its name in sentences
	Messages  []string
	Notice    string   // the first message, if it is not about the game, or ""
	Squares   []Button // squares of the board
	Caption   string   // the position in words, if the board does not show everything
	HowToPlay []string // the rules of the game, and an explanation of the machine's name
	Where     string   // what is on the squares, in words
	Made      string   // the viewer's last move, in words, or ""
	Prompt    string   // what the viewer can do on the board, or how the game ended
	Lessons   []Lesson
	Effect    Effect // of the game on the machine
	Score     string
	Total     string // the machine's points
	On        bool   // the game is not over
	Yours     bool   // the viewer plays in it
	CanHint   bool   // a hint is possible
	Opened    *Box   // the box that the machine opened for its last move, or nil
	Forced    bool   // its last move was the only one, so it needed no box
}

// WithoutBoxes returns the game for a viewer who sees neither boxes nor what the machine learns.
func (p Play) WithoutBoxes(in sentences.In) Play {
	p.Messages, p.Lessons, p.Opened, p.Effect = nil, nil, nil, Effect{}
	if g := p.Game; g != nil && g.Over() {
		p.Prompt = in.Ending(p.Machine, g.Outcome(), g.Resigned(), g.Side(), sentences.You)
	}
	return p
}

// Lesson is the change of a box after a game.
type Lesson struct {
	Number   int
	Position string
	Move     symmetry.Move
	Name     string // of the move
	Colour   int
	Change   string // change in the number of beads of the colour drawn
	Beads    string
	Before   Colour // all beads of that colour before and after the game
	After    Colour
	Box      Box // after the game
}

// Gain reports whether the box gained beads.
func (l Lesson) Gain() bool { return l.After.Beads > l.Before.Beads }

// Effect describes in words the effect of a game on a machine.
type Effect struct {
	Heading string // the ending, and the number of beads
	Exact   string // how often the machine loses to perfect play, before and after
}

// PlayOf describes a match, given the machine's name in sentences and the square of the pawn that is picked up, or "".
func PlayOf(in sentences.In, m live.MatchView, machine, picked string) Play {
	p, g := Play{MatchView: m, Machine: machine, Notice: m.Message.In(in)}, m.Game
	p.Messages = messages(in, m, machine)
	if g == nil {
		return p
	}
	p.On = !g.Over() && !p.Busy
	p.Yours, p.CanHint = p.On && !p.Watches, p.On && !g.MachineMoves()
	p.Score, p.Total = score(in, m, machine)
	if turns := g.Turns(); len(turns) > 0 {
		last := turns[len(turns)-1]
		if p.Forced = last.Reason == match.Forced; !p.Forced {
			p.Opened = new(OpenedAt(in, g.Machine(), last))
		}
	}
	p.HowToPlay = []string{in.Name(g.Graph().HowToPlay()), in.WhoIs(m.Rules())}
	if m.Ended != nil {
		p.Lessons = lessons(in, g, m.Ended)
	}
	if len(p.Lessons) > 0 {
		p.Effect = effectOf(in, m, machine)
	}
	var moves []symmetry.Move
	if p.Yours {
		moves = g.Graph().MovesFrom(g.Position())
	}
	from := pickedUp(moves, picked)
	p.Caption = captionOf(in, g.Graph().Scene(g.Position()))
	p.Where, p.Made = in.Where(g.Graph(), g.Position()), made(in, m)
	p.Squares = buttons(in, g, moves, from, m.Hint)
	if p.Yours {
		p.Prompt = in.BoardPrompt(g.Graph().Manner(), from)
	} else if g.Over() {
		p.Prompt = Story(in, m, machine, sentences.You)
	}
	return p
}

// made confirms the viewer's last move, or returns "".
func made(in sentences.In, m live.MatchView) string {
	moves := m.Game.Moves()
	for i := len(moves) - 1; i >= 0 && !m.Watches && !m.Passing; i-- {
		if symmetry.Turn(i) != m.Game.Side() {
			return in.Text("You played {move}.", "move", in.Move(moves[i]))
		}
	}
	return ""
}

// captionOf returns the words for a position, or "".
func captionOf(in sentences.In, scene symmetry.Scene) string {
	if scene.Caption == "" {
		return ""
	}
	return in.Counted(scene.Caption, scene.Count)
}

// score describes the score of a match, and the machine's points. While training games pass, it describes the end of
// the game on the board.
func score(in sentences.In, m live.MatchView, machine string) (score, total string) {
	g := m.Game
	if m.Passing {
		return in.Ending(machine, g.Outcome(), g.Resigned(), g.Side(), m.Other), ""
	}
	if m.Score.Games() == 0 {
		return "", ""
	}
	drawable, opponent := g.Graph().Drawable(), cmp.Or(m.Opposite, sentences.You)
	return in.Standing(machine, m.Score, opponent, drawable), in.Total(machine, m.Score, drawable)
}

// FirstGame describes the first game on the page of a new machine with this seed, after the machine's first move.
func FirstGame(in sentences.In, rules menace.Rules, seed int64) Play {
	game := match.Seeded(menace.New(rules), seed)
	game.Move()
	view := live.MatchView{GameView: live.GameView{Game: game, Other: sentences.You}}
	return PlayOf(in, view, sentences.MachineName(rules), "")
}

func lessons(in sentences.In, g *match.Game, ended *live.Ended) (all []Lesson) {
	machine := g.Machine()
	for _, l := range ended.Lessons {
		orbit, _ := g.Graph().Find(l.Position)
		beads := in.Change(l.Beads, l.BeadsAfter)
		if l.Beads >= 1_000_000 || l.Beads == l.BeadsAfter { // not enough space for two long numbers
			beads = in.Count(l.BeadsAfter)
		}
		all = append(all, Lesson{
			Number: machine.Number(orbit), Position: g.Graph().Format(l.Position), Move: l.Move,
			Name: in.MoveName(g.Graph(), l.Position, l.Move), Colour: menace.Colour(l.Move),
			Change: in.Gain(l.BeadsAfter - l.Beads), Beads: beads,
			Before: beadsOf(l.Move, l.Beads, l.Total), After: beadsOf(l.Move, l.BeadsAfter, l.TotalAfter),
			Box: BoxOf(in, ended.Machine, l.Position),
		})
	}
	return all
}

// beadsOf describes the beads of one move among all beads of a box.
func beadsOf(move symmetry.Move, beads, total int64) Colour {
	held := menace.Held{Move: move, Beads: beads, Chance: float64(beads) / float64(max(total, 1))}
	return Colour{Held: held, Colour: menace.Colour(move)}
}

// effectOf describes what a person's game has taught the named machine.
func effectOf(in sentences.In, m live.MatchView, machine string) (e Effect) {
	gain := int64(0)
	for _, l := range m.Ended.Lessons {
		gain += l.BeadsAfter - l.Beads
	}
	g := m.Game
	e.Heading = in.Ending(machine, g.Outcome(), g.Resigned(), g.Side(), m.Other) + " "
	switch {
	case gain > 0:
		e.Heading += in.Text("Your game gave it {n} beads.", "n", gain)
	case gain < 0:
		e.Heading += in.Text("Your game took {n} beads.", "n", -gain)
	default:
		e.Heading += in.Text("Your game changed no bead.")
	}
	now, before := m.Ended.Now, m.Ended.Before
	places := []any{"machine", machine, "now", in.Fixed(100*now, 1), "before", in.Fixed(100*before, 1)}
	if in.Fixed(100*now, 1) == in.Fixed(100*before, 1) {
		e.Exact = in.Text("Before and after your game {machine} would lose {now} of 100 games to perfect play: a "+
			"single game changes little. Many games change much.", places...)
		return e
	}
	e.Exact = in.Text("Before your game {machine} would have lost {before} of 100 games to perfect play, now {now}.",
		places...) + " "
	if now > before {
		e.Exact += in.Worse(g.Outcome(), g.Side(), g.Resigned())
	} else {
		e.Exact += in.Text("It got better.")
	}
	return e
}

// messages describes what has happened in a match of the named machine, and who moves next.
func messages(in sentences.In, m live.MatchView, machine string) (lines []string) {
	if text := m.Message.In(in); text != "" {
		lines = append(lines, text)
	}
	g := m.Game
	switch {
	case g == nil:
		return lines
	case m.Passing: // too fast for screen readers
		return append(lines, in.Text("{machine} trains. The board shows one of its games after another.",
			"machine", machine))
	}
	if turns := g.Turns(); len(turns) > 0 {
		lines = append(lines, in.Turn(machine, turns[len(turns)-1]))
	}
	if played := g.Moves(); m.Watches && len(played) > 0 && symmetry.Turn(len(played)-1) != g.Side() {
		lines = append(lines, in.Plays(m.Other, g.Graph(), beforeLast(g), played[len(played)-1]))
	}
	if !g.Over() && m.Hint != nil {
		h := m.Hint
		lines = append(lines, in.Hint(machine, g, h.Value, h.Best, h.Teaches, h.Faultless))
	}
	switch {
	case g.Over():
		ending := in.Ending(machine, g.Outcome(), g.Resigned(), g.Side(), m.Other)
		lines = append(lines, ending+in.WhyOver(g.Graph(), g.Position()))
		lines = append(lines, learned(in, m, machine)...)
	case m.Busy:
	case g.MachineMoves():
		lines = append(lines, in.Text("{player} moves next.", "player", machine))
	case m.Watches:
		lines = append(lines, in.Text("{player} moves next.", "player", in.Subject(m.Other)))
	default:
		lines = append(lines, in.Text("Your move, {player}.", "player", in.Player(g.Graph(), g.Side().Other())))
	}
	return lines
}

// beforeLast returns the position before the last move of a game.
func beforeLast(g *match.Game) symmetry.Position {
	position, played := g.Graph().Code(symmetry.Start), g.Moves()
	for _, m := range played[:len(played)-1] {
		position = g.Graph().Play(position, m)
	}
	return position
}

// learned describes the effect of a stored game on the named machine.
func learned(in sentences.In, m live.MatchView, machine string) (lines []string) {
	g := m.Game
	switch {
	case m.Ended == nil:
		return nil
	case !m.Teaches:
		return []string{in.Text("{machine} learns nothing from this game.", "machine", machine)}
	case len(m.Ended.Lessons) == 0:
		lines = append(lines, in.Text("{machine} drew no bead in this game, so it learns nothing from it.",
			"machine", machine))
	default:
		lines = append(lines, in.Reward(machine, m.Rules(), g.Outcome()))
	}
	learned := in.Learned(machine, m.Ended.Now, m.Ended.Before, g.Outcome(), g.Side(), g.Resigned())
	lines = append(lines, learned...)
	if m.Ended.Bankrupt {
		lines = append(lines, in.Bankruptcy(m.Rules()))
	}
	return lines
}

// Story describes the game of a match so far in a few words, given the names of the machine and its opponent.
func Story(in sentences.In, m live.MatchView, machine, who string) string {
	g := m.Game
	if g == nil {
		return m.Message.In(in)
	}
	drew := in.Text("{machine} has not moved yet.", "machine", machine)
	if turns := g.Turns(); len(turns) > 0 {
		drew = in.BriefTurn(machine, turns[len(turns)-1])
	}
	if !g.Over() {
		return drew
	}
	text := in.Ending(machine, g.Outcome(), g.Resigned(), g.Side(), who)
	last := symmetry.Turn(len(g.Moves()) - 1)
	if g.Resigned() == g.Side() || g.Resigned() == "" && last == g.Side() {
		text = drew + " " + text
	}
	if m.Ended != nil && m.Teaches {
		text += " " + in.BoxesGet(m.Rules(), g.Outcome())
	}
	return text
}

// Listed is a stored game in a list.
type Listed struct {
	data.PlayedGame
	When, Ended string
}

func ListedOf(in sentences.In, a *data.Agent, g data.PlayedGame) Listed {
	rules := a.Machine.Rules()
	return Listed{g, g.Played.Local().Format(time.DateTime), strings.TrimSuffix(ending(in, rules, g), ".")}
}

func ending(in sentences.In, rules menace.Rules, g data.PlayedGame) string {
	side := rules.Plays
	return in.Ending(sentences.MachineName(rules), g.End(side), g.Resigner(side), side, aPerson(in))
}

// aPerson is the opponent of the machine in a stored game.
func aPerson(in sentences.In) string { return in.Text("The person") }

// Replay is a stored game after some of its moves.
type Replay struct {
	Title, Name, Head string
	ID                int64
	Move, Last        int           // moves made, and moves of the whole game
	Squares           template.HTML // the board
	Position, Caption string
	Messages          []string
	Box               *Box // the box that the machine opened last, at that time, or nil
	Forgotten         bool // the contents of the boxes are not stored
}

// Back and Next return the number of moves made before the last move and after the next.
func (r Replay) Back() int { return max(r.Move-1, 0) }
func (r Replay) Next() int { return min(r.Move+1, r.Last) }

// ReplayOf describes a stored game of an agent after some of its moves; steps are all moves of the game.
func ReplayOf(in sentences.In, a *data.Agent, g data.PlayedGame, steps []symmetry.Played, move int) (
	*Replay, error) {
	then, turns, err := agents.MachineDuring(a, g, steps)
	if err != nil {
		return nil, err
	}
	graph, rules := a.Machine.Graph(), a.Machine.Rules()
	side, machine := rules.Plays, sentences.MachineName(rules)
	r := &Replay{
		Title: in.Text("Game {game} of {name}", "game", g.ID, "name", a.Name), Name: a.Name, ID: g.ID,
		Last: len(steps), Move: min(max(move, 0), len(steps)),
		Head: in.Text("Played {time}: {machine} plays {side}, a person {other}. The seed was {seed}.",
			"time", g.Played.Local().Format(time.DateTime), "machine", machine, "side", in.Player(graph, side),
			"other", in.Player(graph, side.Other()), "seed", fmt.Sprint(g.Seed)),
		Forgotten: g.Boxes == "" && len(steps) > 0,
	}
	open := func(turn match.Turn) {
		r.Messages = append(r.Messages, in.Turn(machine, turn))
		r.Box = new(OpenedAt(in, then, turn))
	}
	position := graph.Code(symmetry.Start)
	for n, step := range steps[:r.Move] {
		before := position
		position = step.Position
		if turn, ok := turns[n]; ok {
			open(turn)
			continue
		}
		who := aPerson(in)
		if symmetry.Turn(n) == side {
			who = machine
		}
		r.Messages = append(r.Messages, in.Plays(who, graph, before, step.Move))
	}
	r.Position, r.Squares = graph.Format(position), squares(graph.Scene(position), nil)
	r.Caption = captionOf(sentences.English, graph.Scene(position))
	if r.Move == r.Last {
		if turn, gaveUp := turns[r.Last]; gaveUp {
			open(turn)
		}
		r.Messages = append(r.Messages, ending(in, rules, g)+in.WhyOver(graph, position))
	}
	return r, nil
}
