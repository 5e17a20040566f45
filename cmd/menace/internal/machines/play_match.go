package machines

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"menace/cmd/menace/internal/boards"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
	"menace/menace/option"
	"menace/symmetry"
)

// terminal plays a match with a person whose input it reads.
type terminal struct {
	con     *term.IO
	options playOptions
	agent   *data.Agent // as it was at the beginning
	created bool        // the agent is new
	seed    int64       // of the first game
	machine string      // name of the agent's machine in sentences

	match *live.Match
	lines *term.Lines // input of the person
	turns int         // number of the machine's turns in the game that have already been described

	number int64                      // of the game
	undone string                     // result of an attempt to take back a move, until it is printed
	worth  func(symmetry.Move) string // values of the moves after a hint, until the next command

	game   *match.Game // current state of the game
	ended  *live.Ended // the effect of the last game
	score  arena.Tally // score of the match, from the view of the machine
	before float64     // probability of losing to a perfect player before the match
}

// errLeft reports that the person has left the match.
var errLeft = errors.New("left")

// begin loads or creates the agent, and returns an error if it cannot play.
func (t *terminal) begin(ctx context.Context, db *data.DB) (err error) {
	o := t.options
	t.agent, err = db.Load(ctx, o.Agent)
	if errors.Is(err, data.ErrNotFound) && o.creates() {
		t.created = true
		t.agent, err = agents.Make(ctx, db, o.Agent, menace.Michie(), o.Seed)
	}
	if err != nil {
		return err
	}
	if t.agent.Machine.Bankrupt() {
		return &agents.BankruptError{Agent: t.agent.Name, Rules: t.agent.Machine.Rules()}
	}
	if !t.created {
		if err := db.CheckWritable(ctx); err != nil {
			return err
		}
	}
	t.seed, t.machine = o.seed(t.agent), sentences.MachineName(t.agent.Machine.Rules())
	machine, err := live.NewMachines(db).ByName(ctx, o.Agent)
	if err != nil {
		return err
	}
	t.match = machine.Match(live.AtTerminal)
	t.match.Seed(t.seed)
	t.lines = t.con.ReadLines(ctx)
	return nil
}

// finished describes the end of the match: after how many finished games, and whether they are saved.
func (t *terminal) finished() string {
	games := t.score.Games()
	switch {
	case games == 0:
		return "before a game was finished; nothing was learned"
	case games == 1:
		return "after 1 finished game, which is saved"
	}
	return "after " + words.Count(games) + " finished games, which are saved"
}

// playMatch plays the requested number of games, or until the machine is bankrupt or the person leaves.
func (t *terminal) playMatch(ctx context.Context) error {
	for t.number = 1; t.options.Games == 0 || t.number <= t.options.Games; t.number++ {
		if t.number > 1 {
			if err := t.pause(ctx); err != nil {
				return err
			}
		}
		t.con.Rewind()
		t.heading()
		if err := t.playGame(ctx); err != nil {
			return err
		}
		if t.ended.Bankrupt {
			rules := t.agent.Machine.Rules()
			t.con.Say("\n%s To go on: %s.", sentences.English.Bankruptcy(rules), agents.BankruptcyAdvice(rules))
			return nil
		}
	}
	return nil
}

// heading prints the number of the game.
func (t *terminal) heading() { t.con.Say("\n%s", term.Bold(fmt.Sprintf("Game %d", t.number))) }

const headingLines = 2

// pause waits for the person between two games. It returns errLeft if there is no next game.
func (t *terminal) pause(ctx context.Context) error {
	if !t.con.Interactive() {
		return nil
	}
	prompt := "\nPress Enter for the next game, b for the boxes of this one, q to leave: "
	for {
		word, err := t.ask(ctx, prompt)
		if err != nil {
			return err
		}
		switch strings.ToLower(word) {
		case "":
			return nil
		case "q", "quit":
			return errLeft
		case "b", "box", "boxes":
			t.boxes()
		case "?", "help":
			t.con.Print(keysBetween)
		default:
			t.con.Say("I do not know %s here; ? lists the keys.", option.Excerpt(word, 20))
		}
	}
}

// keysBetween explains what a person can type between two games.
const keysBetween = `  Enter       play the next game
  b, boxes    see the boxes that this game used, as they were when they were opened
  q, quit     leave the match
`

// playGame plays a game, saves it and reports its effect.
func (t *terminal) playGame(ctx context.Context) error {
	t.turns = 0
	if err := t.playMoves(ctx); err != nil {
		return err
	}
	if t.score.Games() == 0 {
		t.before = t.ended.Before
	}
	t.score = t.score.Plus(t.ended.Score)
	learned := t.showEnd()
	if !learned {
		t.showLessons(t.con, "\n")
	}
	t.showScore(learned)
	return nil
}

// playMoves plays a game to its end.
func (t *terminal) playMoves(ctx context.Context) error {
	if err := t.match.New(ctx, "", !t.options.NoLearn); err != nil {
		return err
	}
	for {
		now := t.match.View(ctx)
		t.game = now.Game
		if t.undone != "" {
			t.con.Say("%s", t.undone)
			t.undone = ""
		}
		t.describe()
		if now.Ended != nil {
			t.ended = now.Ended
			return nil
		}
		if err := t.askForMove(ctx); err != nil {
			return err
		}
	}
}

// describe prints the turns of the machine that have not been described yet.
func (t *terminal) describe() {
	turns := t.game.Turns()
	news := turns[min(t.turns, len(turns)):]
	t.turns = len(turns)
	for _, turn := range news {
		text := sentences.English.Turn(t.machine, turn)
		if t.con.Colour && turn.Reason == match.Bead {
			text = boards.Bead(t.con, turn.Move) + " " + text
		}
		t.con.Say("%s", text)
	}
}

// fullName names a machine and its agent in a sentence, or only the machine if both have the same name, such as HER and
// her.
func fullName(a *data.Agent) string {
	machine := sentences.MachineName(a.Machine.Rules())
	if strings.EqualFold(machine, a.Name) {
		return term.Bold(machine)
	}
	return machine + " " + term.Bold(a.Name)
}

func (t *terminal) greet() {
	if t.created {
		t.con.Say("There is no machine %s yet, so a new one is made.", term.Bold(t.agent.Name))
	}
	rules, games := t.agent.Machine.Rules(), t.agent.Career.Tally.Games()
	knows := "has learned from " + words.Plural(games, "game")
	if games == 0 {
		knows = "knows nothing yet: it draws its moves at random"
		if !slices.Equal(t.agent.Machine.Counts(), menace.New(rules).Counts()) {
			knows = "draws from the beads that were counted in its boxes"
		}
	}
	graph := t.agent.Machine.Graph()
	t.con.Say("%s plays %s, with %s, and %s.",
		fullName(t.agent), rules.Plays, boards.Player(graph, rules.Plays), knows)
	t.con.Say("You play %s.", boards.Player(graph, rules.Plays.Other()))
	how := boards.HowToMove(graph)
	t.con.Say("To move, %s and press Enter; ? lists the other keys.", strings.ToLower(how[:1])+how[1:])
}

// showEnd draws the last position of a game, unless it is already on the screen, and prints who won. On a terminal that
// repaints, it also shows what the machine learns, beside the board, and reports whether there was enough space.
func (t *terminal) showEnd() (learned bool) {
	g := t.game
	var beside func(*term.IO)
	if t.con.Repaints() {
		beside = func(con *term.IO) { t.showLessons(con, "") }
		t.con.Fill(headingLines + 2)
	}
	switch {
	case t.con.Speaks():
		t.sayBoard()
	case t.con.Repaints() || g.Resigned() != g.Side().Other():
		learned = boards.PrintBeside(t.con, g.Graph(), g.Position(), nil, beside)
	}
	ending := sentences.English.Ending(t.machine, g.Outcome(), g.Resigned(), g.Side(), sentences.You)
	t.con.Say("%s%s", term.Bold(ending), sentences.English.WhyOver(g.Graph(), g.Position()))
	if g.Resigned() == g.Side() && !t.ended.Bankrupt {
		t.con.Say("%s always resigns when the box for a position is empty. "+
			"A machine made with --on-empty restock refills its boxes instead.", t.machine)
	}
	return learned
}

// showLessons prints the change of each box that the machine drew from, after a gap.
func (t *terminal) showLessons(con *term.IO, gap string) {
	g, lessons := t.game, t.ended.Lessons
	switch {
	case t.options.NoLearn:
		con.Say("%s learns nothing from this game (--no-learn).", t.machine)
		return
	case len(lessons) == 0:
		con.Say("%s drew no bead in this game, so it learns nothing from it.", t.machine)
		return
	}
	con.Say("%s%s", gap, sentences.English.Reward(t.machine, t.agent.Machine.Rules(), g.Outcome()))
	var rows [][]string
	for _, l := range lessons {
		drew := boards.NamedBead(con, g.Graph(), l.Position, l.Move)
		rows = append(rows, []string{g.Graph().Format(l.Position), drew,
			sentences.English.Change(l.Beads, l.BeadsAfter), sentences.English.Change(l.Total, l.TotalAfter)})
	}
	con.Table(tables.Text{
		Right: 1, Headings: []string{"box", "drew", "beads", "in the box"}, Lines: rows, Spare: []string{"in the box"},
	})
}

// showScore prints the score of the match and the machine's present strength, after a gap unless the screen is full.
func (t *terminal) showScore(full bool) {
	drawn := t.agent.Machine.Graph().Drawable()
	if !full {
		t.con.Print("\n")
	}
	t.con.Say("%s%s", sentences.English.Standing(t.machine, t.score, sentences.You, drawn),
		sentences.English.Total(t.machine, t.score, drawn))
	if t.options.NoLearn {
		t.con.Say("%s", sentences.Loses(t.machine, t.ended.Now))
		return
	}
	t.con.Say("%s", sentences.LosesNow(t.machine, t.ended.Now, t.before, "match"))
}
