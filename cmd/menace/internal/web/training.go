package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"menace/arena"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
)

// drive is the form that trains a machine, with what was wrong in it.
type drive struct {
	Opponent, Games field
	Opponents       []string
	Paces           []pace
	Pace            string
}

// pace is how fast a machine trains.
type pace struct {
	Name, Says string
	move       time.Duration // for each move, which is shown on the board; 0 plays whole games
	games      int64         // a second; 0 as fast as it goes
}

var paces = []pace{
	{Name: "fast", Says: "as fast as it goes"},
	{Name: "games", Says: "200 games a second", games: 200},
	{Name: "moves", Says: "5 moves a second", move: 200 * time.Millisecond},
	{Name: "slow", Says: "one move a second", move: time.Second},
}

// paceOf returns the pace of a name, or the first.
func paceOf(name string) pace {
	for _, p := range paces {
		if p.Name == name {
			return p
		}
	}
	return paces[0]
}

// mostGames bounds a run that a page starts.
const mostGames = 1_000_000_000

// run is a training in the background. It never waits for anybody who looks.
type run struct {
	opponent string
	games    int64
	stop     context.CancelFunc
	live     atomic.Pointer[live] // the latest state of a run that plays whole games
	watched  bool                 // its moves are shown on the board
	over     bool                 // as all below, guarded by the table
	said     string
}

// live is what a run has made of a machine. It never changes.
type live struct {
	machine menace.Machine
	tally   arena.Tally
	curve   []arena.Point
	played  int64 // of this run
}

// frequency is how often the state of a run is shown: more than four times a second.
const frequency = 160 * time.Millisecond

// readDrive reads the form that trains a machine.
func readDrive(r *http.Request, a *data.Agent) (d drive, games int64) {
	d = newDrive(a)
	if r.Method != http.MethodPost {
		return d, 0
	}
	d.Opponent.Value, d.Games.Value, d.Pace = r.PostFormValue("opponent"), r.PostFormValue("games"), r.PostFormValue("pace")
	games, err := strconv.ParseInt(strings.ReplaceAll(strings.TrimSpace(d.Games.Value), ",", ""), 10, 64)
	if err != nil || games < 1 || games > mostGames {
		d.Games.wrong(fmt.Errorf("%q is not a whole number from 1 to %s", d.Games.Value, words.Count(int64(mostGames))))
	}
	return d, games
}

// newDrive returns the form as it is at first.
func newDrive(a *data.Agent) drive {
	return drive{
		Opponent: field{Name: "opponent", Value: "random"}, Games: field{Name: "games", Value: "10,000"},
		Opponents: append(arena.Standard(a.Machine.Graph()), "noisy:0.1", "search:2"), Paces: paces, Pace: paces[0].Name,
	}
}

// train starts a training.
func (s *Server) train(w http.ResponseWriter, r *http.Request) error {
	a, err := s.lab.Agent(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	d, games := readDrive(r, a)
	if d.Games.Wrong == "" {
		err := s.start(a.Name, strings.TrimSpace(d.Opponent.Value), games, paceOf(d.Pace))
		if errors.Is(err, data.ErrBusy) || errors.Is(err, data.ErrReadOnly) {
			return err
		}
		d.Opponent.wrong(err)
	}
	if d.Games.Wrong+d.Opponent.Wrong != "" {
		return s.showAgent(w, r, http.StatusUnprocessableEntity, forms{drive: d})
	}
	return to(w, r, "/agents/%s", url.PathEscape(a.Name))
}

// start starts a run of training in the background, which outlives the request that asked for it.
func (s *Server) start(name, opponent string, games int64, p pace) error {
	t := s.tables.at(name)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.run != nil && !t.run.over {
		return errors.New("MENACE is training already: stop that first")
	}
	ctx, stop := context.WithCancel(s.context)
	r := &run{opponent: opponent, games: games, stop: stop, watched: p.move > 0}
	begin := s.whole
	if r.watched {
		begin = s.watch
	}
	work, err := begin(ctx, t, name, r, p)
	if err != nil {
		stop()
		return err
	}
	t.run, t.said = r, ""
	s.running.Go(func() {
		began := time.Now()
		played, err := work()
		t.mutex.Lock()
		r.over, r.said = true, summary(played, r, time.Since(began), err)
		t.mutex.Unlock()
		stop()
		t.notify()
	})
	t.notify()
	return nil
}

// summary says how a run ended.
func summary(played int64, r *run, took time.Duration, err error) string {
	text := fmt.Sprintf("Trained %s against %s in %.1f s.", words.Plural(played, "game"), r.opponent, took.Seconds())
	if played < r.games && err == nil {
		text = fmt.Sprintf("Stopped after %s of %s against %s; they are saved.", words.Plural(played, "game"), words.Count(r.games), r.opponent)
	}
	if err != nil {
		text = words.Sentence(err.Error()) + "."
	}
	return text
}

// whole prepares a run that plays whole games.
func (s *Server) whole(ctx context.Context, t *table, name string, r *run, p pace) (func() (int64, error), error) {
	training, err := s.lab.NewTraining(ctx, lab.TrainOptions{Agent: name, Games: r.games, Opponent: r.opponent, Seed: lab.NoSeed})
	if err != nil {
		return nil, err
	}
	if training.Created {
		return nil, fmt.Errorf("agent %q was deleted", name)
	}
	if training.Bankrupt() {
		return nil, &lab.BankruptError{Agent: name, Rules: training.Agent.Machine.Rules()}
	}
	curve, err := s.lab.Curve(ctx, training.Agent)
	if err != nil {
		return nil, err
	}
	training.Stride = min(p.games, cmp.Or(p.games/20, 1))
	r.live.Store(snapshot(training, curve, 0))
	return func() (int64, error) {
		began, shown := time.Now(), time.Time{}
		err := training.Run(ctx, r.games, func(played int64) {
			curve = extend(curve, training.Agent.Career.Curve)
			if time.Since(shown) >= frequency {
				shown = time.Now()
				r.live.Store(snapshot(training, curve, played))
				t.notify()
			}
			if p.games > 0 {
				rest(ctx, time.Until(began.Add(time.Duration(played)*time.Second/time.Duration(p.games))))
			}
		})
		return training.Session.Games, err
	}, nil
}

// snapshot copies the state of a training. The copy of the curve shares the points, which do not change.
func snapshot(t *lab.Training, curve []arena.Point, played int64) *live {
	return &live{*t.Agent.Machine, t.Agent.Career.Tally, curve[:len(curve):len(curve)], played}
}

// extend adds to a curve the points that come after it.
func extend(curve, more []arena.Point) []arena.Point {
	for _, p := range more {
		if n := len(curve); n == 0 || p.Games > curve[n-1].Games {
			curve = append(curve, p)
		}
	}
	return curve
}

// rest waits, unless the context ends before.
func rest(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// watch prepares a run that is shown on the board, move by move.
func (s *Server) watch(ctx context.Context, t *table, name string, r *run, p pace) (func() (int64, error), error) {
	sitting, err := s.lab.Sit(ctx, lab.SitOptions{Agent: name, Learn: true, Seed: lab.NoSeed, Watch: true, Opponent: r.opponent, Games: r.games})
	if err != nil {
		return nil, err
	}
	return func() (played int64, err error) {
		for ; played < r.games && ctx.Err() == nil && !sitting.Watched.Bankrupt() && err == nil; played++ {
			if err = s.watchGame(ctx, t, sitting, p.move); ctx.Err() != nil {
				break
			}
		}
		return played, err
	}, nil
}

// watchGame plays a game on the board. One that is interrupted counts for nothing.
func (s *Server) watchGame(ctx context.Context, t *table, sitting *lab.Sitting, each time.Duration) (err error) {
	g := sitting.Start()
	t.change(func() { t.game, t.end, t.hint, t.said = g, nil, nil, "" })
	for !g.Over() && ctx.Err() == nil {
		t.change(func() {
			if g.MachineMoves() {
				g.Move()
			} else {
				g.Ask(sitting.Watched.Opponent)
			}
		})
		rest(ctx, each)
	}
	if !g.Over() {
		t.change(func() { t.game = nil })
		return nil
	}
	t.change(func() {
		before := sitting.Match.LossRate()
		lessons, failed := sitting.End(ctx, g)
		if err = failed; err == nil {
			t.end = &end{lessons, before, sitting.Match.LossRate(), sitting.Agent.Machine.Bankrupt()}
		}
	})
	rest(ctx, each)
	return err
}

// change changes what happens at a table, and tells those who look.
func (t *table) change(do func()) {
	t.mutex.Lock()
	do()
	t.mutex.Unlock()
	t.notify()
}

// stop ends the training of a machine: what was played is saved.
func (s *Server) stop(w http.ResponseWriter, r *http.Request) error {
	a, err := s.lab.Agent(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	t := s.tables.at(a.Name)
	t.mutex.Lock()
	if t.run != nil {
		t.run.stop()
	}
	t.mutex.Unlock()
	return to(w, r, "/agents/%s", url.PathEscape(a.Name))
}

// busy reports whether the machine at a table is training.
func (t *table) busy() bool { return t.run != nil && !t.run.over }

// opposite returns who plays against the machine at a table.
func (t *table) opposite() string {
	if t.busy() && t.run.watched {
		return t.run.opponent
	}
	return words.You
}

// progress is how far a training is.
type progress struct {
	Running       bool
	Played, Games int64
	Says          string
}

// progressOf describes the training at a table.
func progressOf(t *table) (p progress) {
	if t.run == nil {
		return p
	}
	p = progress{Running: !t.run.over, Games: t.run.games, Says: t.run.said}
	if l := t.run.live.Load(); p.Running && l != nil {
		p.Played = l.played
		p.Says = fmt.Sprintf("%s of %s against %s", words.Count(p.Played), words.Plural(p.Games, "game"), t.run.opponent)
	} else if p.Running {
		p.Says = fmt.Sprintf("%s against %s, move by move", words.Plural(p.Games, "game"), t.run.opponent)
	}
	return p
}
