package hall

import (
	"context"
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
	Learn bool        // the machine learns from it
	Hint  *lab.Hint   // that was asked for in this position, or nil
	Said  string      // what is to be said besides, or ""
	End   *lab.Ended  // what became of the game, when it is stored
	Score arena.Tally // of the games played here

	table   *Table
	who     string
	changed time.Time // the agent, when the game began
}

// prepare begins a game if there is none. It begins another if the one that is on belongs to a machine that is no more as
// it was, nobody has moved in it, and nobody else plays at the table, who changes the machine again and again.
func (s *Seat) prepare(ctx context.Context, a *data.Agent) error {
	switch {
	case s.Busy():
	case s.Game == nil, s.End == nil && untouched(s.Game) && !s.changed.Equal(a.Changed) && len(s.table.seats) == 1:
		return s.begin(ctx, a.Name)
	case s.Game.Over() && s.End == nil: // saving it failed
		return s.finish(ctx, a.Name)
	}
	return nil
}

// untouched reports whether only the machine has moved.
func untouched(g *match.Game) bool { return !g.Over() && len(g.Moves()) == len(g.Turns()) }

// sit sits down at a match with a machine as it now is.
func (s *Seat) sit(ctx context.Context, name string) (*lab.Sitting, error) {
	return s.table.hall.lab.Sit(ctx, lab.SitOptions{Agent: name, Learn: s.Learn, Seed: s.seed()})
}

// begin begins a game. One that was on counts for nothing.
func (s *Seat) begin(ctx context.Context, name string) error {
	sitting, err := s.sit(ctx, name)
	if err != nil {
		return err
	}
	s.Game, s.changed, s.End, s.Hint = sitting.Start(), sitting.Agent.Changed, nil, nil
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
	ended, err := s.table.end(ctx, name, s.Game, s.Learn)
	if err == nil {
		s.End, s.Score = &ended, plus(s.Score, ended.Score)
	}
	return err
}

// plus adds games.
func plus(a, b arena.Tally) arena.Tally { return a.Minus(arena.Tally{}.Minus(b)) }

// Move makes a move, or says why that is impossible.
func (s *Seat) Move(ctx context.Context, name string, m symmetry.Move) error {
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
	s.Said = words.NothingYet
	if s.Game.TakeBack() {
		s.Said = words.TakenBack
	}
}

// Ask asks the perfect player.
func (s *Seat) Ask() {
	if !s.Game.Over() {
		hint := lab.NewHint(s.Game)
		s.Hint = &hint
	}
}

// Resign gives the game up.
func (s *Seat) Resign(ctx context.Context, name string) error {
	if s.Game.Over() {
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
