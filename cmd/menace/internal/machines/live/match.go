package live

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/sentences"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
	"menace/symmetry"
)

// Host is the player on the page of a machine. All others are guests, numbered from 1. Guests can play while the
// machine trains. Only the host can let an opponent play and watch.
const Host = 0

// AtTerminal is the player at the terminal. It is a guest, because a guest's game does not restart when another process
// changes the machine.
const AtTerminal = 1

// Match is a player's series of games against a machine. Goroutines may share it.
type Match struct {
	machine *Machine
	player  int

	mu       sync.Mutex // guards the fields below
	now      MatchView  // the current state, with the original game; other views have a copy
	seed     int64      // seed of the next game, or arena.NoSeed
	opponent arena.Player
	against  string // the opponent's name, or "" for the player
	revision int64  // revision of the machine when the game began

	unfinished Unfinished // the game to continue if none has begun
}

// MatchView is an immutable snapshot of a match.
type MatchView struct {
	GameView                    // the current game, or the last
	Learn    bool               // the machine will learn from new games
	Opposite string             // the opponent in new games, a name for [TrainOptions], or "" if the player plays
	Hint     *agents.Hint       // the hint requested for this position, or nil
	Message  sentences.Sentence // an additional message, or nil
	Score    arena.Tally        // the games against the current opponent, from the view of the machine
	Busy     bool               // the machine is training, so the host cannot play

	at time.Time // time of the move that made [Machine.Recent] consider the view
}

// GameView is an immutable snapshot of a game on the board.
type GameView struct {
	Game    *match.Game // or nil
	Ended   *Ended      // the effect of the game on the machine, nil until the game is stored
	Other   string      // name of the opponent in sentences
	Watches bool        // the player watches an opponent play
	Passing bool        // one of many training games that pass too fast to follow
	Teaches bool        // the machine learns from the game
}

// View returns a snapshot of the match. It begins a game if there is none. While the machine trains, the host sees a
// game of the run.
func (m *Match) View(ctx context.Context) MatchView {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.prepare(ctx); err != nil && ctx.Err() == nil { // otherwise only this reader gave up
		m.now.Message = explain(err)
	}
	v := m.now
	if r := m.training(); r != nil {
		v.Busy = true
		if shown := r.shown.Load(); shown != nil {
			v.GameView, v.Hint = *shown, nil
		}
	}
	if v.Game != nil && !v.Game.Over() {
		v.Game = v.Game.Clone()
	}
	return v
}

func (v GameView) Rules() menace.Rules {
	machine := v.Game.Machine()
	return machine.Rules()
}

// explain describes an error that prevents a game from beginning or ending.
func explain(err error) sentences.Sentence {
	if bankrupt, ok := errors.AsType[*agents.BankruptError](err); ok {
		return func(in sentences.In) string { return in.Bankruptcy(bankrupt.Rules) }
	}
	return sentences.Failed(err)
}

// training returns the training run that prevents the host from playing, or nil.
func (m *Match) training() *backgroundRun {
	if m.player == Host {
		return m.machine.running()
	}
	return nil
}

// act locks the match, prepares it, and carries out the player's action, unless [Guests] forbids it or, for the host,
// the machine is training.
func (m *Match) act(ctx context.Context, a Action, prepare func(context.Context) error, do func() error) error {
	defer m.machine.notify(m.player)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.training() != nil {
		m.now.Message = func(in sentences.In) string {
			return in.Text("The machine is training. Stop the training if you want to play.")
		}
		return nil
	}
	err := prepare(ctx)
	m.now.Message, m.now.Hint = nil, nil
	if err == nil {
		if m.allows(a) {
			err = do()
		}
		m.changed()
		m.publish()
	}
	if errors.As(err, new(*agents.BankruptError)) {
		m.now.Message = explain(err)
	}
	return err
}

// changed reports a change of the position to [Guests].
func (m *Match) changed() {
	if p := m.guests(); p != nil {
		p.Changed(m.player)
	}
}

// prepare begins a game if there is none, and stores a finished game that could not be stored before. If the machine
// has changed, the host's game restarts, unless the host has moved, or there are guests, who change the machine all the
// time.
func (m *Match) prepare(ctx context.Context) error {
	if m.training() != nil {
		return nil
	}
	switch {
	case m.now.Game == nil:
		return m.begin(ctx)
	case m.player == Host && m.untouched() && len(m.machine.allMatches()) == 1:
		revision, err := m.machine.machines.db.Revision(ctx, m.machine.id)
		if err != nil || revision == m.revision {
			return err
		}
		return m.begin(ctx)
	}
	return m.store(ctx)
}

// adopt keeps, on the host's board, the last game of a run that was played move by move.
func (m *Match) adopt(r *backgroundRun) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now.Game, m.now.Hint = nil, nil
	if shown := r.shown.Load(); shown != nil && shown.Ended != nil {
		m.now.GameView = *shown
	}
}

// untouched reports whether nobody has moved yet. The machine's automatic moves do not count.
func (m *Match) untouched() bool {
	if m.now.Watches {
		return len(m.now.Game.Moves()) == 0
	}
	return !m.now.Game.Over() && !m.now.Begun()
}

// Begun reports whether the player has moved in a game that is not over.
func (v GameView) Begun() bool {
	g := v.Game
	return g != nil && !g.Over() && !v.Watches && len(g.Moves()) > len(g.Turns())
}

// begin begins a game with the stored machine, and discards an unfinished one.
func (m *Match) begin(ctx context.Context) error {
	machine, db := m.machine, m.machine.machines.db
	a, err := machine.load(ctx)
	var unfinished *match.Game
	if err == nil {
		if unfinished = m.resume(a.Machine); unfinished == nil {
			err = checkPlayable(a)
		}
	}
	next := m.now
	next.GameView, next.Hint, next.Message = GameView{Other: sentences.You, Teaches: next.Learn}, nil, nil
	if err != nil {
		return err
	}
	if next.Opposite == "" || next.Learn {
		err = db.CheckWritable(data.WithoutWaiting(ctx))
	}
	if err != nil && !errors.Is(err, data.ErrBusy) { // the database may be free by the end of the game
		return err
	}
	if unfinished != nil {
		next.Game = unfinished
	} else if next.Opposite == "" {
		seed := m.nextSeed(a.Seed + a.Career.Tally.Games())
		next.Game, m.opponent, m.against = match.Seeded(a.Machine, seed), nil, ""
	} else {
		options := TrainOptions{Opponent: next.Opposite, Games: 1, Seed: arena.NoSeed, NoLearn: !next.Learn}
		r, err := newRun(ctx, db, a, options)
		if err != nil {
			return err
		}
		next.Game, next.Other, next.Watches = match.Begin(a.Machine, *r.training.Random), r.nextOpponent(), true
		m.opponent, m.against = r.training.Opponent, r.Session.Opponent
	}
	m.now, m.revision, m.unfinished = next, a.Revision(), Unfinished{}
	m.changed()
	return m.answer(ctx)
}

// resume returns the unfinished game that the player continues, or nil.
func (m *Match) resume(machine *menace.Machine) *match.Game {
	if m.unfinished == (Unfinished{}) {
		return nil
	}
	moves, err := symmetry.ParseMoves(m.unfinished.Moves)
	g, failed := match.Resume(machine, m.unfinished.Seed, moves)
	if err != nil || failed != nil || g.Over() {
		return nil
	}
	return g
}

// nextSeed returns the seed of the next game. The host's games have consecutive seeds, starting with the agent's, so
// that they can be repeated. Guests play at the same time, so their seeds are random.
func (m *Match) nextSeed(agent int64) (seed int64) {
	switch {
	case m.seed != arena.NoSeed:
		seed = m.seed
		m.seed = (seed + 1) & math.MaxInt64
	case m.player == Host && m.now.Learn:
		seed = agent & math.MaxInt64
	default:
		seed = rand.Int64N(1_000_000_000)
	}
	return seed
}

// Seed sets the seed of the next game. Each later game uses the next number; the largest int64 is followed by 0.
func (m *Match) Seed(seed int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seed = seed
}

// answer makes the machine's move if a person plays and it is the machine's turn, and finishes the game if it is over.
func (m *Match) answer(ctx context.Context) error {
	if !m.now.Watches && m.now.Game.MachineMoves() {
		m.now.Game.Move()
	}
	if m.now.Game.Over() {
		return m.finish(ctx)
	}
	return nil
}

// store stores a finished game that could not be stored when it ended.
func (m *Match) store(ctx context.Context) error {
	if m.now.Game == nil || !m.now.Game.Over() || m.now.Ended != nil {
		return nil
	}
	return m.finish(ctx)
}

// Play makes a move, or leaves a message that explains why it is impossible.
func (m *Match) Play(ctx context.Context, move symmetry.Move) error {
	return m.act(ctx, Move, m.prepare, func() error {
		g := m.now.Game
		if m.watches() {
			return nil
		}
		if err := g.Play(move); err != nil {
			before := g.Clone()
			m.now.Message = func(in sentences.In) string { return in.Impossible(before, move) }
			return nil
		}
		return m.answer(ctx)
	})
}

// watches reports whether the player only watches the game. If so, it leaves a message.
func (m *Match) watches() bool {
	if m.now.Watches {
		other := m.now.Other
		m.now.Message = func(in sentences.In) string {
			return in.Text("{player} plays against the machine: let both move, or begin a game against you.",
				"player", in.Subject(other))
		}
	}
	return m.now.Watches
}

// Step makes the next move of either side in a game that the player watches. A training run holds the machine; this
// does not: the match waits for the player between moves, and others can play with the machine and train it.
func (m *Match) Step(ctx context.Context) error {
	return m.act(ctx, Move, m.prepare, func() error {
		if m.now.Game.Over() || m.opponent == nil {
			return nil
		}
		step(m.now.Game, m.opponent)
		return m.answer(ctx)
	})
}

// TakeBack takes back the player's last move and the machine's answer.
func (m *Match) TakeBack(ctx context.Context) error {
	return m.act(ctx, TakeBack, m.prepare, func() error {
		m.now.Message = sentences.In.NothingToTakeBack
		if m.now.Game.TakeBack() {
			m.now.Message = sentences.In.TakenBack
		}
		return nil
	})
}

// AskHint adds the perfect player's advice to the view if it is the player's turn.
func (m *Match) AskHint(ctx context.Context) error {
	return m.act(ctx, SeeHint, m.prepare, func() error {
		if g := m.now.Game; !g.Over() && !g.MachineMoves() {
			m.now.Hint = new(agents.NewHint(g))
		}
		return nil
	})
}

// Resign resigns the game for the player.
func (m *Match) Resign(ctx context.Context) error {
	return m.act(ctx, Resign, m.prepare, func() error {
		if m.now.Game.Over() || m.watches() {
			return nil
		}
		m.now.Game.Resign()
		return m.finish(ctx)
	})
}

// New begins a game against an opponent or, if the name is "", with the player. From now on the machine learns from its
// games only if learn is set. An opponent can also be the name of an agent. If no game can begin, the match stays
// unchanged. With [Guests], a game in progress is resigned.
func (m *Match) New(ctx context.Context, opponent string, learn bool) error {
	if opponent != "" && m.player != Host {
		return mistake.Errorf("only the host can let others play")
	}
	if opponent != "" && agents.CheckTrainer(opponent) != nil {
		if _, err := m.machine.machines.db.ID(ctx, opponent); err == nil {
			opponent = arena.MachinePrefix + opponent
		}
	}
	return m.act(ctx, Begin, m.store, func() error {
		if m.now.Begun() && m.guests() != nil {
			m.now.Game.Resign()
			if err := m.finish(ctx); err != nil {
				return err
			}
		}
		before := m.now
		m.now.Opposite, m.now.Learn = opponent, learn
		if opponent != before.Opposite {
			m.now.Score = arena.Tally{}
		}
		err := m.begin(ctx)
		if err != nil && m.now.Game == before.Game {
			m.now = before
		}
		return err
	})
}
