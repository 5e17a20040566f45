package web

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"menace/arena"
	"menace/arena/match"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/symmetry"
)

// table is where somebody plays against a machine: whoever opens its page sits there. The game stands apart from the
// machine, which others may train meanwhile.
type table struct {
	mutex sync.Mutex // of sitting and run
	sitting
	run *run // of training, the last; or nil

	lookers sync.Map   // of those who look, a channel each
	making  sync.Mutex // of the frame
	frame   *frame     // the last that they were shown
	framed  time.Time
}

// sitting is what happens at a table.
type sitting struct {
	made    time.Time // the agent, which another one of its name was not
	changed time.Time // the agent, when the game began
	game    *match.Game
	learn   bool
	hint    *lab.Hint // asked for in this position, or nil
	said    string    // what is to be said besides, or ""
	end     *end      // of the game, when it is stored
	score   arena.Tally
}

// end is what became of a game that is stored.
type end struct {
	lessons     []match.Lesson
	before, now float64 // the chance of losing to a perfect player
	bankrupt    bool
}

// tables are those of the machines, by name.
type tables struct {
	mutex sync.Mutex
	all   map[string]*table
}

// at returns the table of a machine.
func (t *tables) at(name string) *table {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.all[name] == nil {
		t.all[name] = &table{}
	}
	return t.all[name]
}

// move takes the table of a machine to another name.
func (t *tables) move(from, to string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if found := t.all[from]; found != nil {
		t.all[to] = found
	}
	delete(t.all, from)
}

// prepare begins a game if there is none, or if the one that is on belongs to a machine that is no more as it was
// and nobody has moved in it.
func (s *Server) prepare(ctx context.Context, t *table, a *data.Agent) error {
	t.welcome(a)
	switch {
	case t.busy():
	case t.game == nil, t.end == nil && untouched(t.game) && !t.changed.Equal(a.Changed):
		return s.begin(ctx, t, a.Name)
	case t.game.Over() && t.end == nil: // saving it failed
		return s.finish(ctx, t, a.Name)
	}
	return nil
}

// welcome clears the table if another machine of that name sat there before.
func (t *table) welcome(a *data.Agent) {
	if !t.made.Equal(a.Created) {
		t.sitting = sitting{made: a.Created, learn: true}
	}
}

// untouched reports whether only the machine has moved.
func untouched(g *match.Game) bool { return !g.Over() && len(g.Moves()) == len(g.Turns()) }

// sit sits down at a match with a machine as it now is.
func (s *Server) sit(ctx context.Context, t *table, name string) (*lab.Sitting, error) {
	return s.lab.Sit(ctx, lab.SitOptions{Agent: name, Learn: t.learn, Seed: lab.NoSeed})
}

// begin begins a game. One that was on counts for nothing.
func (s *Server) begin(ctx context.Context, t *table, name string) error {
	sitting, err := s.sit(ctx, t, name)
	if err != nil {
		return err
	}
	t.game, t.changed, t.end, t.hint = sitting.Start(), sitting.Agent.Changed, nil, nil
	return s.answer(ctx, t, name)
}

// answer lets the machine move if it is its turn, and ends the game if it is over.
func (s *Server) answer(ctx context.Context, t *table, name string) error {
	if t.game.MachineMoves() {
		t.game.Move()
	}
	if t.game.Over() {
		return s.finish(ctx, t, name)
	}
	return nil
}

// finish ends a game that is over: the machine as it now is learns from it. When another process saves the machine
// at the same time, the game is ended with what that one has made of it, so that nothing is lost.
func (s *Server) finish(ctx context.Context, t *table, name string) error {
	err := data.ErrConflict
	const tries = 5
	for range tries {
		if !errors.Is(err, data.ErrConflict) {
			break
		}
		var sitting *lab.Sitting
		if sitting, err = s.sit(ctx, t, name); err != nil {
			return err
		}
		var lessons []match.Lesson
		if lessons, err = sitting.End(ctx, t.game); err == nil {
			m := sitting.Match
			t.end = &end{lessons, m.LossRateBefore(), m.LossRate(), sitting.Agent.Machine.Bankrupt()}
			t.score = plus(t.score, m.Score())
		}
	}
	return err
}

// plus adds games.
func plus(a, b arena.Tally) arena.Tally { return a.Minus(arena.Tally{}.Minus(b)) }

// tell returns what is to be said, a sentence or more in a line.
func (t *table) tell() (lines []string) {
	if t.said != "" {
		lines = append(lines, t.said)
	}
	g := t.game
	if g == nil {
		return lines
	}
	turns := g.Turns()
	if len(turns) > 0 {
		lines = append(lines, words.Turn(turns[len(turns)-1]))
	}
	who := t.opposite()
	if played := g.Moves(); who != words.You && len(played) > 0 && symmetry.Turn(len(played)-1) != g.Side() {
		lines = append(lines, fmt.Sprintf("%s %v.", words.Does(who, "take"), played[len(played)-1]))
	}
	if g.Over() {
		lines = append(lines, words.Ending(g.Outcome(), g.Resigned(), g.Side(), who))
		return append(lines, t.learned()...)
	}
	if t.hint != nil {
		lines = append(lines, words.Hint(t.hint.Value, t.hint.Best, t.hint.Faultless))
	}
	if !t.busy() {
		lines = append(lines, "Your move, "+g.Graph().Player(g.Side().Other())+".")
	}
	return lines
}

// learned says what a game that is stored has made of the machine.
func (t *sitting) learned() (lines []string) {
	machine := t.game.Machine()
	switch {
	case t.end == nil:
		return nil
	case !t.learn:
		return []string{"MENACE learns nothing from this game.", words.Loses(t.end.now)}
	case len(t.end.lessons) == 0:
		lines = append(lines, words.NothingDrawn)
	default:
		lines = append(lines, words.Reward(machine.Rules(), t.game.Outcome()))
	}
	lines = append(lines, words.LosesNow(t.end.now, t.end.before, "game"))
	if t.end.bankrupt {
		lines = append(lines, words.Bankruptcy)
	}
	return lines
}
