package lab

import (
	"context"
	"errors"

	"menace/arena"
	"menace/arena/match"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// SitOptions say how to begin a match with an agent.
type SitOptions struct {
	Agent string
	Make  bool  // make an agent with Michie's rules if there is none
	Learn bool  // the agent learns from the games
	Seed  int64 // of the first game; NoSeed to continue, or without Learn for a random one

	Watch     bool   // another player takes the place of the person
	Opponent  string // that player, as in TrainOptions
	BothLearn bool   // likewise
	Games     int64  // the most games to watch
}

// Stores reports whether the games are stored, as games with people always are.
func (o SitOptions) Stores() bool { return o.Learn || !o.Watch }

// Sitting is a match of an agent with a person, or with a player who is watched.
type Sitting struct {
	Match   *match.Match
	Agent   *data.Agent
	Created bool      // the agent is new
	Watched *Training // the run of training that is watched, or nil
	Learn   bool

	lab *Lab
}

// BankruptError is the error of an agent that has no beads to play with.
type BankruptError struct {
	Agent string
	Rules menace.Rules
}

// Error implements error.
func (e *BankruptError) Error() string {
	boxes := "opening box"
	if e.Rules.Plays == symmetry.Second {
		boxes = "opening boxes"
	}
	return e.Agent + " is bankrupt: it has lost every bead of its " + boxes + ", so it can only resign"
}

// Sit sits down at a match. A new agent is stored at once; for another it checks that what it learns could be
// stored.
func (l *Lab) Sit(ctx context.Context, o SitOptions) (*Sitting, error) {
	a, err := l.playable(ctx, o)
	if err != nil {
		return nil, err
	}
	s := &Sitting{Agent: a, Created: a.Fresh(), Learn: o.Learn, lab: l}
	switch {
	case s.Created:
		err = l.Save(ctx, a)
	case o.Stores():
		err = l.Writable(ctx)
	}
	seed := firstSeed(a, o)
	if err == nil && o.Watch {
		err = s.watch(ctx, o, seed)
	}
	if err != nil {
		return nil, err
	}
	var career *arena.Career // that learns
	if o.Learn {
		career = a.Career
	}
	s.Match = match.New(a.Machine, career, seed)
	return s, nil
}

// playable loads the agent, or makes it, if it can play.
func (l *Lab) playable(ctx context.Context, o SitOptions) (*data.Agent, error) {
	a, err := l.Agent(ctx, o.Agent)
	if errors.Is(err, data.ErrNotFound) && o.Make {
		return data.NewAgent(o.Agent, menace.Michie(), orNew(o.Seed))
	}
	switch {
	case err != nil:
		return nil, err
	case a.Machine.Bankrupt():
		return nil, &BankruptError{a.Name, a.Machine.Rules()}
	}
	return a, hasRoom(a, 1)
}

// watch puts another player in the place of the person: the games are those of a run of training with the same
// seed.
func (s *Sitting) watch(ctx context.Context, o SitOptions, seed int64) (err error) {
	if o.Learn && o.Seed != NoSeed {
		if err := s.Agent.Reseed(o.Seed); err != nil {
			return err
		}
	}
	s.Watched, err = s.lab.train(ctx, s.Agent, TrainOptions{Opponent: o.Opponent, BothLearn: o.BothLearn, Games: o.Games})
	if err != nil || o.Learn {
		return err
	}
	s.Watched.Random = arena.NewRandom(seed)
	if rival := s.Watched.Rival; rival != nil {
		s.Watched.Opponent, s.Watched.Rival, s.Watched.Training.Rival = rival.Machine.Frozen(), nil, nil
	}
	return nil
}

// firstSeed returns the seed of the first game. A person continues with the agent's seed plus its games, so a match
// in two sittings is the match in one.
func firstSeed(a *data.Agent, o SitOptions) int64 {
	switch {
	case o.Seed != NoSeed || !o.Learn:
		return orNew(o.Seed)
	case o.Watch:
		return a.Seed
	}
	return a.Seed + a.Career.Tally.Games()
}

// Start returns the next game. While people teach the agent that is watched, Start and End are called within its Together.
func (s *Sitting) Start() *match.Game {
	if s.Watched != nil {
		s.Watched.Meet()
		return s.Match.StartWith(*s.Watched.Random)
	}
	return s.Match.Start()
}

// End ends a game that is over: the agent learns from it, and both are stored, even when the context has
// ended. It returns what became of each box from which a bead was drawn.
func (s *Sitting) End(ctx context.Context, g *match.Game) ([]match.Lesson, error) {
	lessons := s.Match.End(g)
	if err := s.save(context.WithoutCancel(ctx), g); err != nil {
		return nil, notSaved(err, g)
	}
	return lessons, nil
}

func (s *Sitting) save(ctx context.Context, g *match.Game) error {
	if s.Watched != nil {
		if *s.Watched.Random == g.Begun() { // or else somebody has trained since, and the generator goes on from there
			*s.Watched.Random = g.Random()
		}
		s.Watched.Met++
		if !s.Learn {
			return nil
		}
		if rival := s.Watched.Training.Rival; rival != nil {
			rival.End(g.Outcome(), g.Resigned() != "")
		}
		return s.Watched.save(ctx)
	}
	s.Agent.Played(record(g, s.Learn))
	return s.lab.saveGame(ctx, s.Agent, s.Learn)
}

// record returns a game that is over, as it is stored.
func record(g *match.Game, learned bool) data.Game {
	return data.Game{
		Moves: symmetry.FormatMoves(g.Moves()), Result: data.Result(g.Outcome(), g.Side()), Resigned: whoResigned(g),
		Learned: learned, Seed: g.Seed(), Boxes: data.FormatBoxes(opened(g)),
	}
}

// opened returns what the boxes held that the machine opened in a game.
func opened(g *match.Game) (beads [][]int64) {
	machine := g.Machine()
	for _, turn := range g.Turns() {
		at, _ := g.Graph().Find(turn.Position)
		if box, ok := machine.Box(at); ok {
			var held []int64
			for i := range machine.Moves(at).All() {
				held = append(held, box.Beads(i))
			}
			beads = append(beads, held)
		}
	}
	return beads
}

// whoResigned returns who resigned, as it is stored.
func whoResigned(g *match.Game) string {
	switch g.Resigned() {
	case "":
		return ""
	case g.Side():
		return "agent"
	}
	return "person"
}
