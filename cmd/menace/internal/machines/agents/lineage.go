package agents

import (
	"context"
	"math/rand/v2"
	"slices"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/mistake"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// Lineage is everything that has taught a machine: its games with people and its training sessions, in order. Replaying
// it from a fresh machine has been verified to give the machine in its present state.
type Lineage struct {
	agent  *data.Agent
	events []event
	truth  *replay // with all events
}

// event is a training session or a game with a person that the machine learned from.
type event struct {
	session *data.Session
	game    data.PlayedGame
	opened  []drawnBead
	begun   int // number of events before the game began, as shown by its boxes
}

// drawnBead is a box that the machine opened in a game.
type drawnBead struct {
	orbit symmetry.Orbit
	ply   int
	move  int     // index of the bead's move, or noBead
	held  []int64 // the beads in the box at that time, or nil if they were not stored
}

const noBead = -1 // the machine gave up, or moved although other games had emptied the box

// NewLineage replays how a machine was taught. It returns a [mistake.Error] if that does not give the machine in its
// present state: its history is incomplete, as after an import of beads, or a session cannot be repeated.
func NewLineage(ctx context.Context, db *data.DB, a *data.Agent) (*Lineage, error) {
	games, err := db.Games(ctx, a)
	if err != nil {
		return nil, err
	}
	sessions, err := db.Sessions(ctx, a)
	if err != nil {
		return nil, err
	}
	l := &Lineage{agent: a}
	if l.events, err = inOrder(a.Machine, sessions, games); err != nil {
		return nil, err
	}
	l.truth = newReplay(a.Machine.Rules())
	for i := range l.events {
		e := &l.events[i]
		if e.session == nil {
			e.begun = l.truth.begun(e.opened)
		}
		if err := l.truth.take(ctx, e, true); err != nil {
			return nil, err
		}
	}
	if !slices.Equal(l.truth.machine.Counts(), a.Machine.Counts()) {
		return nil, mistake.Refused("%w", language.NewMessage("the stored games of {name} do not lead to its beads: "+
			"it was made of counted beads, merged, or trained while people played", "name", a.Name))
	}
	return l, nil
}

// inOrder returns the events in the order in which they ended. A session states the number of games before it.
func inOrder(m *menace.Machine, sessions []data.Session, games []data.PlayedGame) (all []event, err error) {
	played := int64(0)
	for {
		if len(sessions) > 0 && (sessions[0].Start <= played || len(games) == 0) {
			if s := sessions[0]; s.Games > 0 {
				if err := checkRepeatable(m, s); err != nil {
					return nil, err
				}
				all = append(all, event{session: &s})
				played += s.Games
			}
			sessions = sessions[1:]
			continue
		}
		if len(games) == 0 {
			return all, nil
		}
		if g := games[0]; g.Learned {
			opened, err := drawsOf(m, g)
			if err != nil {
				return nil, err
			}
			all = append(all, event{game: g, opened: opened})
			played++
		}
		games = games[1:]
	}
}

// checkRepeatable returns an error unless the same seed gives the same session again.
func checkRepeatable(m *menace.Machine, s data.Session) error {
	_, machine := arena.MachineName(s.Opponent)
	if !machine && !s.BothLearn && !arena.IsSchedule(s.Opponent) && s.Opponent != data.Elsewhere {
		_, err := arena.ParseSchedule(m.Graph(), s.Opponent)
		return err
	}
	return mistake.Refused("%w", language.NewMessage("{n} games against {opponent} cannot be repeated, so what came "+
		"after them cannot either", "n", s.Games, "opponent", s.Opponent))
}

// drawsOf returns the boxes that a machine opened in a stored game.
func drawsOf(m *menace.Machine, g data.PlayedGame) (all []drawnBead, err error) {
	graph, side := m.Graph(), m.Rules().Plays
	steps, err := graph.Replay(g.Moves)
	if err != nil {
		return nil, err
	}
	boxes, err := g.Opened(m)
	if err != nil {
		return nil, err
	}
	position := graph.Code(symmetry.Start)
	for ply := range len(steps) + 1 {
		if ply > 0 {
			position = steps[ply-1].Position
		}
		orbit, to := graph.Find(position)
		if _, has := m.Box(orbit); !has || symmetry.Turn(ply) != side {
			continue
		}
		b := drawnBead{orbit: orbit, ply: ply, move: noBead}
		if n := slices.IndexFunc(boxes, func(o data.Opened) bool { return o.Ply == ply }); n >= 0 {
			b.held = boxes[n].Beads
		}
		emptied := b.held != nil && sum(b.held) == 0
		switch {
		case ply < len(steps) && !emptied:
			b.move = slices.Index(graph.Moves(orbit), to.Move(steps[ply].Move))
		case ply == len(steps) && g.Resigned != "agent":
			continue
		}
		all = append(all, b)
	}
	return all, nil
}

func sum(beads []int64) (total int64) {
	for _, n := range beads {
		total += n
	}
	return total
}

// BeadChange is the effect of a game on one colour in a box.
type BeadChange struct {
	data.PlayedGame
	Move          symmetry.Move // in the canonical position of the box
	Before, After int64
}

// Teachers returns the games with people that have changed the beads in a box, oldest first.
func (l *Lineage) Teachers(orbit symmetry.Orbit) []BeadChange { return l.truth.changes[orbit] }

// Without is the machine that would have resulted without some of its games. The other games are replayed with the same
// beads, as long as these are in the boxes.
type Without struct {
	Machine *menace.Machine
	Left    int // games that were left out
	Kept    int // games that were replayed completely

	// Luck is the first game, and the ply, where its random numbers would have drawn another bead, or nil. From there
	// on, a machine that was never taught the omitted games could have played differently by chance alone.
	Luck *Parting

	// Parted lists the games that cannot have happened as they did, because a bead was no longer in its box. They are
	// omitted too.
	Parted []Parting
}

// Parting is the place where a replay departs from a game.
type Parting struct {
	Game int64 // see [data.PlayedGame.ID]
	Ply  int
}

// Without replays the lineage without the games selected by leave.
func (l *Lineage) Without(ctx context.Context, leave func(data.PlayedGame) bool) (w Without, err error) {
	r := newReplay(l.agent.Machine.Rules())
	for i := range l.events {
		e := &l.events[i]
		if e.session != nil {
			if err := r.take(ctx, e, true); err != nil {
				return w, err
			}
			continue
		}
		if leave(e.game) {
			w.Left++
			r.events++
			continue
		}
		ply, possible := r.possible(e)
		if w.Luck == nil && possible {
			if ply, same := r.sameLuck(e, l.truth); !same {
				w.Luck = &Parting{e.game.ID, ply}
			}
		}
		if !possible {
			w.Parted = append(w.Parted, Parting{e.game.ID, ply})
		} else {
			w.Kept++
		}
		if err := r.take(ctx, e, possible); err != nil {
			return w, err
		}
	}
	w.Machine = r.machine
	return w, nil
}

// replay is a machine that is taught again, with the content of its boxes after each event.
type replay struct {
	machine *menace.Machine
	fresh   *menace.Machine
	random  *rand.PCG
	seed    int64 // of random
	events  int   // number of events so far
	past    map[symmetry.Orbit][]held
	changes map[symmetry.Orbit][]BeadChange
}

// held is the content of a box from an event on.
type held struct {
	event int
	box   menace.Box
}

func newReplay(rules menace.Rules) *replay {
	return &replay{
		machine: menace.New(rules), fresh: menace.New(rules), seed: arena.NoSeed,
		past: map[symmetry.Orbit][]held{}, changes: map[symmetry.Orbit][]BeadChange{},
	}
}

// at returns the content of a box after a number of events.
func (r *replay) at(orbit symmetry.Orbit, events int) menace.Box {
	for _, h := range slices.Backward(r.past[orbit]) {
		if h.event <= events {
			return h.box
		}
	}
	box, _ := r.fresh.Box(orbit)
	return box
}

// opened is like at, but refills an empty box if the rules say so.
func (r *replay) opened(orbit symmetry.Orbit, events int) (box menace.Box, restocked bool) {
	box = r.at(orbit, events)
	if box.Total() == 0 && r.fresh.Rules().OnEmpty == menace.Restock {
		box, _ = r.fresh.Box(orbit)
		return box, true
	}
	return box, false
}

// begun returns the number of events before a game began: the latest state in which the boxes had the contents stored
// with the game. Several games can be open at once.
func (r *replay) begun(opened []drawnBead) int {
	for events := r.events; events >= 0; events-- {
		if !slices.ContainsFunc(opened, func(b drawnBead) bool {
			box, _ := r.opened(b.orbit, events)
			return b.held != nil && !slices.Equal(r.beads(b.orbit, box), b.held)
		}) {
			return events
		}
	}
	return r.events
}

// beads returns the beads of a box in the order of [menace.Machine.Beads].
func (r *replay) beads(orbit symmetry.Orbit, box menace.Box) (all []int64) {
	for i := range r.fresh.Moves(orbit).All() {
		all = append(all, box.Beads(i))
	}
	return all
}

// possible reports whether the machine can repeat its draws in a game. If not, it returns the ply at which it cannot.
func (r *replay) possible(e *event) (ply int, ok bool) {
	for _, b := range e.opened {
		box, _ := r.opened(b.orbit, e.begun)
		gaveUp := b.move == noBead
		if gaveUp && box.Total() > 0 || !gaveUp && box.Beads(b.move) == 0 {
			return b.ply, false
		}
	}
	return 0, true
}

// sameLuck reports whether the random numbers of a game draw the same beads as in truth; if not, it returns the first
// ply where they do not. A game with unknown random numbers counts as the same.
func (r *replay) sameLuck(e *event, truth *replay) (ply int, same bool) {
	was, is := truth.luck(e), r.luck(e)
	for n, b := range e.opened {
		if b.move != was[n] {
			return 0, true
		}
		if is[n] != was[n] {
			return b.ply, false
		}
	}
	return 0, true
}

// luck returns the beads that a game's random numbers draw from the boxes that it opened.
func (r *replay) luck(e *event) (moves []int) {
	m, random := menace.New(r.fresh.Rules()), arena.NewRandom(e.game.Seed)
	for _, b := range e.opened {
		m.SetBox(b.orbit, r.at(b.orbit, e.begun))
		move := noBead
		m.Move(b.orbit, random)
		if drawn := m.Drawn(); len(drawn) > 0 {
			move = int(drawn[0].Move)
		}
		m.Recall(nil)
		moves = append(moves, move)
	}
	return moves
}

// take lets the machine learn from an event, or only counts it.
func (r *replay) take(ctx context.Context, e *event, learn bool) error {
	before := r.machine.Copy()
	switch {
	case e.session != nil:
		if err := r.train(ctx, *e.session); err != nil {
			return err
		}
	case learn:
		r.learn(e)
	}
	r.events++
	for _, o := range r.machine.Graph().Choices(r.machine.Rules().Plays) {
		was, _ := before.Box(o)
		if is, _ := r.machine.Box(o); is != was {
			r.past[o] = append(r.past[o], held{r.events, is})
		}
	}
	return nil
}

// train repeats a session.
func (r *replay) train(ctx context.Context, s data.Session) error {
	schedule, err := arena.ParseSchedule(r.machine.Graph(), s.Opponent)
	if err != nil {
		return err
	}
	if s.Seed != r.seed {
		r.seed, r.random = s.Seed, arena.NewRandom(s.Seed)
	}
	career := &arena.Career{Learner: r.machine, Side: r.machine.Rules().Plays}
	t := arena.Training{Learner: career, Opponent: schedule[0].Opponent, Random: r.random}
	for left := s.Games; left > 0 && !t.Bankrupt(); left -= t.Play(min(left, arena.Block)) {
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// learn lets the machine learn from a game, and records the effect on its beads.
func (r *replay) learn(e *event) {
	var draws []menace.Draw
	for _, b := range e.opened {
		if b.move != noBead {
			_, restocked := r.opened(b.orbit, e.begun)
			draws = append(draws, menace.Draw{Orbit: b.orbit, Move: uint8(b.move), Restocked: restocked})
		}
	}
	r.machine.Recall(draws)
	before := r.machine.Copy()
	r.machine.Learn(e.game.End(r.machine.Rules().Plays))
	for _, d := range draws {
		was, _ := before.Box(d.Orbit)
		is, _ := r.machine.Box(d.Orbit)
		if move := int(d.Move); was.Beads(move) != is.Beads(move) {
			r.changes[d.Orbit] = append(r.changes[d.Orbit], BeadChange{e.game, r.machine.Graph().Moves(d.Orbit)[move],
				was.Beads(move), is.Beads(move)})
		}
	}
}

// Pupils returns the IDs of the pupils who have taught the machine, in ascending order.
func (l *Lineage) Pupils() (ids []int) {
	for _, e := range l.events {
		if e.session == nil && e.game.Pupil > 0 {
			ids = append(ids, e.game.Pupil)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
