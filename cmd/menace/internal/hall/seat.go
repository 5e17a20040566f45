package hall

import (
	"context"
	"sync"
	"time"

	"menace/arena"
	"menace/arena/match"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/symmetry"
)

// Seat is where somebody plays against a machine, game after game.
type Seat struct {
	Game  *match.Game // the one that is on or was played last, or nil
	Learn bool        // the machine learns from those that begin here
	Hint  *lab.Hint   // that was asked for in this position, or nil
	Said  string      // what is to be said besides, or ""
	End   *lab.Ended  // what became of the game, when it is stored
	Score arena.Tally // of the games played here against one who sits opposite

	Opposite string // who plays against the machine, as [lab.TrainOptions] name an opponent, or "" for who sits here
	Other    string // the same in the game that is on, as it is told

	Passing bool // the game is one of many that the machine plays too fast to follow

	table   *Table
	mutex   *sync.Mutex // the host's is the table's
	who     string
	player  arena.Player // against the machine in the game that is on, or nil
	against string       // its name
	teaches bool         // the game
	changed time.Time    // the agent, when the game began
}

// prepare begins a game if there is none. It begins the host's anew if that belongs to a machine that is no more as it
// was, nobody has moved in it, and nobody else plays at the table, who changes the machine again and again.
func (s *Seat) prepare(ctx context.Context, a *data.Agent) error {
	switch {
	case s.Busy():
	case s.Game == nil, s.who == Host && s.End == nil && s.untouched() && !s.changed.Equal(a.Changed) && s.table.alone():
		return s.begin(ctx, a.Name)
	case s.Game.Over() && s.End == nil: // saving it failed
		return s.finish(ctx, a.Name)
	}
	return nil
}

// untouched reports whether nobody has moved but the machine, which answers without being asked.
func (s *Seat) untouched() bool {
	if s.player != nil {
		return len(s.Game.Moves()) == 0
	}
	return !s.Game.Over() && len(s.Game.Moves()) == len(s.Game.Turns())
}

// sit sits down at a match with a machine as it now is.
func (s *Seat) sit(ctx context.Context, name, opposite string) (*lab.Sitting, error) {
	return s.table.hall.lab.Sit(ctx, lab.SitOptions{
		Agent: name, Learn: s.Learn, Seed: s.seed(), Watch: opposite != "", Opponent: opposite, Games: 1,
	})
}

// begin begins a game. One that was on counts for nothing.
func (s *Seat) begin(ctx context.Context, name string) error {
	sitting, err := s.sit(ctx, name, s.Opposite)
	if err != nil {
		return err
	}
	s.changed = sitting.Agent.Changed
	if s.meet(sitting); s.player != nil {
		return nil
	}
	return s.answer(ctx, name)
}

// answer lets the machine move if it is its turn, and ends the game if it is over.
func (s *Seat) answer(ctx context.Context, name string) error {
	if s.Game.MachineMoves() {
		s.Game.Move()
	}
	if s.Game.Over() {
		return s.finish(ctx, name)
	}
	return nil
}

// finish ends a game that is over: the machine as it now is learns from it.
func (s *Seat) finish(ctx context.Context, name string) error {
	end := s.table.end
	if s.player != nil {
		end = s.endBetween
	}
	ended, err := end(ctx, name, s.Game, s.teaches)
	if err == nil {
		s.End, s.Score = &ended, s.Score.Plus(ended.Score)
	}
	return err
}

// Move makes a move, or says why that is impossible.
func (s *Seat) Move(ctx context.Context, name string, m symmetry.Move) error {
	if s.watches() {
		return nil
	}
	if err := s.Game.Play(m); err != nil {
		s.Said = words.Sentence(err.Error()) + "."
		if moves := s.Game.Graph().MovesFrom(s.Game.Position()); len(moves) > 0 {
			s.Said = words.Impossible(err, moves)
		}
		return nil
	}
	return s.answer(ctx, name)
}

// Undo takes back the last move and its answer.
func (s *Seat) Undo() {
	took := s.Game.TakeBack()
	s.Said = words.Undone(s.Other, took)
}

// Ask asks the perfect player.
func (s *Seat) Ask() {
	if !s.Game.Over() && !s.Game.MachineMoves() {
		hint := lab.NewHint(s.Game)
		s.Hint = &hint
	}
}

// Resign gives the game up.
func (s *Seat) Resign(ctx context.Context, name string) error {
	if s.Game.Over() || s.watches() {
		return nil
	}
	s.Game.Resign()
	return s.finish(ctx, name)
}

// Next begins another game, from which the machine learns or does not.
func (s *Seat) Next(ctx context.Context, name string, learn bool) error {
	s.Learn = learn
	return s.begin(ctx, name)
}
