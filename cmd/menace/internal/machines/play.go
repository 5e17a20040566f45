package machines

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode"

	"menace/cmd/menace/internal/boards"
	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
	"menace/menace/option"
	"menace/symmetry"
)

type playOptions struct {
	Agent   string
	NoLearn bool
	Seed    int64 // of the first game; arena.NoSeed to continue or, with NoLearn, for a random seed
	Games   int64 // maximum number of games, or 0
}

// creates reports whether a missing agent is created, with Michie's rules.
func (o playOptions) creates() bool { return o.Agent == database.DefaultMachine }

// seed returns the seed of the first game. Unless it was given, it is the agent's seed plus its number of games, so
// that a match that was interrupted and continued is the same as one without interruption.
func (o playOptions) seed(a *data.Agent) int64 {
	if o.Seed != arena.NoSeed || o.NoLearn {
		return arena.OrNewSeed(o.Seed)
	}
	return a.Seed + a.Career.Tally.Games()
}

func playCommand(con *term.IO) *term.Command {
	return &term.Command{
		Name:   "play",
		Flags:  func() []term.Flag { return term.Flags("", usualPlay.options()) },
		Action: database.ActionInMode(con, playOptions.mode, term.Parse((*playOptions).options, usualPlay), runPlay),
	}
}

var usualPlay = playOptions{Agent: database.DefaultMachine, Seed: arena.NoSeed}

func (o *playOptions) options() []option.Option {
	return []option.Option{
		database.Machine(&o.Agent),
		{Name: "games", Short: "n", Meaning: "play `N` games", Default: "until you leave",
			Value: option.Whole(&o.Games, 1, menace.MaxGames)},
		{Name: "no-learn", Meaning: "do not let the machine learn", Value: option.Switch(&o.NoLearn)},
		{Name: "seed", Meaning: "the `SEED` of the first game",
			Default: "continue the machine's; random for a new one or --no-learn",
			Value:   option.Whole(&o.Seed, 0, math.MaxInt64)},
	}
}

func (o playOptions) mode() data.Mode {
	if o.creates() {
		return data.Create
	}
	return data.Write
}

// seedNote names the seed of a match that could not be repeated otherwise, because the seed was random.
func (t *terminal) seedNote() string {
	if t.options.Seed == arena.NoSeed && t.options.NoLearn {
		return fmt.Sprintf(" Its seed was %d.", t.seed)
	}
	return ""
}

func runPlay(ctx context.Context, con *term.IO, db *data.DB, o playOptions) error {
	t := &terminal{con: con, options: o}
	if err := t.begin(ctx, db); err != nil {
		return err
	}
	t.greet()
	err := t.playMatch(ctx)
	switch {
	case err == nil, errors.Is(err, errLeft):
		con.Say("\nThe match is over %s.%s", t.finished(), t.seedNote())
		return nil
	case errors.Is(err, context.Canceled):
		con.Print("\n")
		return term.Interruption(t.finished())
	}
	return err
}

// askForMove reads input until the person has made a move, taken one back or resigned. On a terminal that repaints, the
// board keeps its place, below the output of a command if the screen has space for both.
func (t *terminal) askForMove(ctx context.Context) error {
	g := t.game
	t.showBoard()
	for {
		word, err := t.ask(ctx, fmt.Sprintf("Your move, %s (h: hint, ?: help): ",
			boards.Player(g.Graph(), g.Side().Other())))
		if err != nil {
			return err
		}
		t.worth = nil
		if t.con.Rewind() {
			t.heading()
		}
		done, err := t.execute(ctx, word)
		if t.con.Repaints() && (errors.Is(err, errLeft) || !done && t.con.Left()+headingLines >= boardAndPrompt) {
			t.showBoard()
		}
		if done || err != nil {
			return err
		}
	}
}

// boardAndPrompt is the number of lines of the board and the text around it.
const boardAndPrompt = 14

// showBoard draws the board with the numbers of the moves or, after a hint, with their values.
func (t *terminal) showBoard() {
	g := t.game.Graph()
	if t.con.Speaks() {
		t.sayBoard()
		return
	}
	text := func(m symmetry.Move) string { return term.Faint(sentences.English.Move(m)) }
	if t.worth != nil {
		text = t.worth
	} else if g.Manner() == symmetry.Chooses {
		text = nil // the list of moves has their numbers
	}
	t.con.Fill(headingLines + 2)
	boards.PrintBeside(t.con, g, t.game.Position(), text, t.lastBox())
}

// sayBoard says in a line what is on the board and which moves there are, or what they are worth after a hint.
func (t *terminal) sayBoard() {
	g, position := t.game.Graph(), t.game.Position()
	var moves []string
	for _, m := range g.MovesFrom(position) {
		text := sentences.English.MoveName(g, position, m)
		if t.worth != nil {
			text += " " + t.worth(m)
		}
		moves = append(moves, text)
	}
	said := sentences.English.Where(g, position) + "."
	if len(moves) > 0 {
		said += " Possible: " + strings.Join(moves, ", ") + "."
	}
	t.con.Say("%s", said)
}

// lastBox returns a function that prints the beads of the box that the machine has just drawn from, beside the board of
// a person who plays at a terminal. It returns nil if there is no such box.
func (t *terminal) lastBox() func(*term.IO) {
	turns := t.game.Turns()
	if !t.con.Repaints() || len(turns) == 0 || turns[len(turns)-1].Reason != match.Bead {
		return nil
	}
	turn := turns[len(turns)-1]
	return func(con *term.IO) { boards.PrintBeads(con, t.game.Machine(), turn.Position, turn.Move) }
}

// ask returns the next line. At the end of the input it returns errLeft.
func (t *terminal) ask(ctx context.Context, prompt string) (string, error) {
	line, err := t.lines.Ask(ctx, prompt)
	if errors.Is(err, io.EOF) {
		t.con.Print("\n")
		return "", errLeft
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("cannot read the moves: %w", err)
	}
	return line, err
}

// execute executes a line of input, and reports whether the board has changed or the game is over.
func (t *terminal) execute(ctx context.Context, word string) (done bool, err error) {
	if strings.ContainsFunc(word, unicode.IsDigit) || boards.Names(t.game.Graph(), t.game.Position(), word) {
		return t.makeMove(ctx, word)
	}
	switch strings.ToLower(word) {
	case "?", "help":
		t.help()
	case "g", "game":
		t.con.Say("%s", t.game.Graph().HowToPlay())
	case "b", "box":
		t.box()
	case "h", "hint":
		t.hint()
	case "u", "undo":
		return t.undo(ctx)
	case "r", "resign":
		return true, t.match.Resign(ctx)
	case "q", "quit":
		return true, errLeft
	case "":
		t.con.Say("%s and press Enter; ? lists the other keys.", boards.HowToMove(t.game.Graph()))
	default:
		t.con.Say("I do not know %s. %s; ? lists the other keys.", option.Excerpt(word, 20),
			boards.HowToMove(t.game.Graph()))
	}
	return false, nil
}

// keys explains what a person can type instead of a move.
const keys = `  ?, help     show these keys
  h, hint     ask the perfect player
  b, box      see the box that it opened
  g, game     read the rules of the game
  u, undo     take back your last move
  r, resign   give up this game
  q, quit     leave the match
`

// makeMove makes the move that a word describes, or prints why it is not possible.
func (t *terminal) makeMove(ctx context.Context, word string) (done bool, err error) {
	m, err := boards.ParseMove(t.game.Graph(), t.game.Position(), word)
	if err != nil {
		t.con.Say("%s.", words.Sentence(words.Brief(err.Error())))
		return false, nil
	}
	if err := t.match.Play(ctx, m); err != nil {
		return true, err
	}
	if said := t.match.View(ctx).Message.In(sentences.English); said != "" {
		t.con.Say("%s", said)
		return false, nil
	}
	return true, nil
}

// hint draws the position with the values of the moves, and prints how the perfect player would play against the
// machine. On a terminal that repaints, the next board shows the values.
func (t *terminal) hint() {
	hint := agents.NewHint(t.game)
	t.worth = func(m symmetry.Move) string {
		text := sentences.Worth(hint.Worth[m])
		if t.con.Speaks() {
			return text
		}
		if t.game.Graph().Manner() != symmetry.Chooses { // the list of moves has their numbers and names
			text = sentences.English.Move(m) + " " + text
		}
		if hint.Worth[m] < hint.Value {
			return term.Faint(text)
		}
		return term.Bold(text)
	}
	switch {
	case t.con.Speaks():
		t.sayBoard()
	case !t.con.Repaints():
		boards.PrintMoves(t.con, t.game.Graph(), t.game.Position(), t.worth)
	}
	t.con.Say("%s", sentences.English.Hint(t.machine, t.game, hint.Value, hint.Best, hint.Teaches, hint.Faultless))
}

func (t *terminal) help() {
	t.con.Say("Type a key or a word and press Enter.")
	switch t.agent.Machine.Graph().Manner() {
	case symmetry.Takes:
		t.con.Print("  1-3         take that many\n")
	case symmetry.Chooses:
		t.con.Print("  1-9         make the move with that number; its name will do, too\n")
	case symmetry.Steps:
		t.con.Print("  7-4         make that move; or 7, if it is the only one\n")
	default:
		t.con.Print("  1-9         take that square\n")
	}
	t.con.Print(keys)
}

// box shows the box that the machine opened last, in the orientation of the board.
func (t *terminal) box() {
	g := t.game
	turns := g.Turns()
	if len(turns) == 0 {
		t.con.Say("%s has not opened a box yet: you begin.", t.machine)
		return
	}
	t.opened(turns[len(turns)-1])
}

// boxes shows the boxes that the machine opened in the last game.
func (t *terminal) boxes() {
	turns := t.game.Turns()
	if len(turns) == 0 {
		t.con.Say("%s opened no box in this game.", t.machine)
	}
	for _, turn := range turns {
		t.opened(turn)
	}
}

// opened shows the box that the machine opened in a turn, and the bead that it drew.
func (t *terminal) opened(turn match.Turn) {
	g := t.game
	machine := g.Machine()
	if t.con.Speaks() {
		boards.PrintBeads(t.con, machine, turn.Position, turn.Move)
		return
	}
	t.con.Print("\n")
	boards.PrintBox(t.con, machine, turn.Position)
	t.con.Say("%s took %s.", t.machine, sentences.English.MoveName(g.Graph(), turn.Position, turn.Move))
	if orbit, _ := g.Graph().Find(turn.Position); machine.Moves(orbit).Count() < len(g.Graph().Moves(orbit)) {
		twins := "A dot marks a square that is the same move as another, turned or mirrored."
		if g.Graph().Manner() == symmetry.Steps {
			twins = "A move that is not listed is the mirror image of one that is."
		}
		t.con.Say("%s", twins)
	}
}

func (t *terminal) undo(ctx context.Context) (bool, error) {
	before := len(t.game.Moves())
	err := t.match.TakeBack(ctx)
	now := t.match.View(ctx)
	t.undone, t.turns = now.Message.In(sentences.English), len(now.Game.Turns())
	done := len(now.Game.Moves()) < before
	if !done {
		t.con.Say("%s", t.undone)
		t.undone = ""
	}
	return done, err
}
