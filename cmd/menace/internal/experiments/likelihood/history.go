package likelihood

import (
	"math"
	"math/rand/v2"
	"slices"

	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// Beads summarizes the number of beads for one move of one box after a game, over the particles of all runs. Filtered
// is given the results up to this game, Smoothed all results of the tournament.
type Beads struct {
	Orbit              symmetry.Orbit
	Move               symmetry.Move // of the canonical position
	Filtered, Smoothed Moments
}

// Moments are the mean and the standard deviation of a number over weighted machines. Error is the standard error of
// the mean, from the differences between runs; it is NaN if there is only one run.
type Moments struct{ Mean, SD, Error float64 }

// Played is a game that a machine may have played: the moves on the board, and its result.
type Played struct {
	Moves  []symmetry.Move
	Result Result
}

// genealogy records what happened to each particle in each game, and the particle that it was copied from.
type genealogy struct {
	games []lineage
}

// lineage is a game, as played by each particle. A particle of weight 0 has no turns.
type lineage struct {
	turns   []turn
	first   []int32 // by particle, the index of its first turn; the next particle's turns follow
	parents []int32 // by particle after the game, the particle that it is a copy of; nil if all were kept
}

// turn is a move of either player: the orbit that it leads to and, if the machine drew a bead, the index of its move
// plus 1, negative if the box was restocked first.
type turn struct {
	next symmetry.Orbit
	bead int16
}

// turnsOf returns the turns of a particle, given its number during the game.
func (l *lineage) turnsOf(particle int) []turn { return l.turns[l.first[particle]:l.first[particle+1]] }

// parent returns the number that a particle had during the game.
func (l *lineage) parent(particle int) int {
	if l.parents == nil {
		return particle
	}
	return int(l.parents[particle])
}

// replay returns the beads that the machine drew in a game, given by its turns from the first position, and the
// outcome. If the last position is not final, it is a resignation.
func (m *model) replay(turns []turn) (draws []menace.Draw, end symmetry.Outcome) {
	at := symmetry.Start
	for _, t := range turns {
		if t.bead != 0 {
			bead := max(t.bead, -t.bead)
			draws = append(draws, menace.Draw{Orbit: at, Move: uint8(bead - 1), Restocked: t.bead < 0})
		}
		at = t.next
	}
	if end = m.graph.Outcome(at); end == symmetry.Ongoing {
		end = symmetry.Win(m.graph.Turn(at).Other())
	}
	return draws, end
}

// smoothed returns, for each game from 0 to the last, the mean and the mean square of the beads in the boxes of the
// particles with descendants at the end, weighted by these. The lists are in the order of a particle's counts.
func (r *run) smoothed() (means, squares [][]float64) {
	last := len(r.logs)
	weights := make([][]float64, last+1) // after each game, by particle after resampling
	weights[last] = r.final
	for game := last - 1; game >= 0; game-- {
		weights[game] = make([]float64, len(r.final))
		for i, w := range weights[game+1] {
			weights[game][r.genealogy.games[game].parent(i)] += w
		}
	}
	now := make([][]count, len(r.final)) // by particle; nil without descendants
	for i, w := range weights[0] {
		if w > 0 {
			now[i] = r.initial
		}
	}
	mean, square := r.sums(now, weights[0])
	means, squares = append(means, mean), append(squares, square)
	for game := range last {
		l := &r.genealogy.games[game]
		next := make([][]count, len(now))
		after := make([][]count, len(now)) // by particle during the game
		for i, w := range weights[game+1] {
			if w == 0 {
				continue
			}
			parent := l.parent(i)
			if after[parent] == nil {
				counts := slices.Clone(now[parent])
				draws, end := r.replay(l.turnsOf(parent))
				r.learn(counts, draws, end)
				after[parent] = counts
			}
			next[i] = after[parent]
		}
		now = next
		mean, square := r.sums(now, weights[game+1])
		means, squares = append(means, mean), append(squares, square)
	}
	return means, squares
}

// sums returns the weighted mean and mean square of all beads of particles.
func (r *run) sums(particles [][]count, weights []float64) (mean, square []float64) {
	mean, square = make([]float64, len(r.initial)), make([]float64, len(r.initial))
	whole := 0.0
	for i, counts := range particles {
		if w := weights[i]; w > 0 {
			whole += w
			for k, n := range counts {
				beads := float64(n)
				mean[k] += float64(w * beads)
				square[k] += float64(w * beads * beads)
			}
		}
	}
	for i := range mean {
		mean[i] /= whole
		square[i] /= whole
	}
	return mean, square
}

// filtered is like sums, for the current particles.
func (r *run) filtered() (mean, square []float64) {
	particles := make([][]count, len(r.weights))
	for i := range particles {
		particles[i] = r.particle(i)
	}
	return r.sums(particles, r.weights)
}

// moments pools the means and mean squares of runs, each with its weight.
func moments(weights []float64, mean, square func(run int) float64) (m Moments) {
	sum := 0.0
	for j, w := range weights {
		if w > 0 {
			m.Mean += float64(w * mean(j))
			sum += float64(w * square(j))
		}
	}
	if variance := sum - float64(m.Mean*m.Mean); variance > 1e-9 { // a smaller variance is rounding
		m.SD = math.Sqrt(variance)
	} else {
		m.Mean = math.Round(m.Mean)
	}
	n, squares := float64(len(weights)), 0.0
	for j, w := range weights {
		if w > 0 {
			off := w * (mean(j) - m.Mean)
			squares += float64(off * off)
		}
	}
	m.Error = math.Sqrt(squares * n / (n - 1))
	return m
}

// History is the history of all particles of a tournament: their boxes after each game, and the games that led to them.
// A filter keeps it if Keep is set.
type History struct {
	model    *model
	runs     []*run
	weights  []float64     // of the runs
	smoothed [][][]float64 // by run, game from 0 and count
	squares  [][][]float64
}

// newHistory returns the history of finished runs.
func (m *model) newHistory(runs []*run, weights []float64) *History {
	h := &History{model: m, runs: runs, weights: weights}
	for _, r := range runs {
		if len(r.logs) < len(m.Results) { // no particle was left
			h.smoothed, h.squares = append(h.smoothed, nil), append(h.squares, nil)
			continue
		}
		means, squares := r.smoothed()
		h.smoothed, h.squares = append(h.smoothed, means), append(h.squares, squares)
	}
	return h
}

// Beads describes all boxes after a game, counted from 1; after 0, the boxes of a fresh machine. It includes boxes that
// no game can open, which hold their initial beads. Filtered means are known only after the game that the filter was
// asked for, and are NaN otherwise.
func (h *History) Beads(game int64) (all []Beads) {
	m := h.model
	unknown := Moments{math.NaN(), math.NaN(), math.NaN()}
	var filtered []float64 // weights of the runs
	if game > 0 && game == m.At {
		_, filtered = meanOfLogs(m.logsAfter(h.runs, int(game-1)))
	}
	at := 0
	for _, o := range m.graph.Choices(m.Rules.Plays) {
		box, ok := m.fresh.Box(o)
		if !ok {
			continue
		}
		used := m.boxOf[o] >= 0
		for move := range m.fresh.Moves(o).All() {
			b := Beads{Orbit: o, Move: m.graph.Moves(o)[move], Filtered: unknown}
			if used {
				b.Smoothed = moments(h.weights, func(run int) float64 { return h.smoothed[run][game][at] },
					func(run int) float64 { return h.squares[run][game][at] })
				if filtered != nil {
					b.Filtered = moments(filtered, func(run int) float64 { return h.runs[run].mean[at] },
						func(run int) float64 { return h.runs[run].square[at] })
				}
				at++
			} else {
				b.Smoothed = Moments{Mean: float64(box.Beads(move))}
				b.Filtered = b.Smoothed
			}
			all = append(all, b)
		}
	}
	return all
}

// Sample draws one of the machines at the end, with probability proportional to its weight, and returns its games. The
// opponents' moves are drawn too. A move without a bead is the lowest on the board that leads to the next orbit.
func (h *History) Sample(seed int64) (games []Played) {
	m := h.model
	for _, turns := range h.line(seed) {
		position := m.graph.Code(symmetry.Start)
		var p Played
		for _, t := range turns {
			move := m.moveOf(position, t)
			p.Moves = append(p.Moves, move)
			position = m.graph.Play(position, move)
		}
		_, end := m.replay(turns)
		p.Result = resultOf(end, m.Rules.Plays)
		games = append(games, p)
	}
	return games
}

// Career returns the machine drawn by [History.Sample] after this many games, with its record.
func (h *History) Career(seed, games int64) *arena.Career {
	m := h.model
	machine := menace.New(m.Rules)
	career := arena.NewCareer(machine, m.Rules.Plays)
	for _, turns := range h.line(seed)[:games] {
		draws, end := m.replay(turns)
		machine.Recall(draws)
		last := symmetry.Start
		if len(turns) > 0 {
			last = turns[len(turns)-1].next
		}
		resigned := m.graph.Outcome(last) == symmetry.Ongoing && m.graph.Turn(last) == m.Rules.Plays
		career.End(end, resigned)
	}
	return career
}

// line draws one particle at the end, with probability proportional to its weight, and returns its turns in each game.
func (h *History) line(seed int64) [][]turn {
	random := rand.New(arena.NewRandom(seed))
	r := h.runs[pick(h.weights, random)]
	particle := pick(r.final, random)
	games := make([][]turn, len(h.model.Results))
	for game := len(games) - 1; game >= 0; game-- {
		l := &r.genealogy.games[game]
		particle = l.parent(particle)
		games[game] = l.turnsOf(particle)
	}
	return games
}

// moveOf returns the move on the board for a turn in a position.
func (m *model) moveOf(position symmetry.Position, t turn) symmetry.Move {
	orbit, to := m.graph.Find(position)
	if t.bead != 0 {
		return to.Inverse().Move(m.graph.Moves(orbit)[max(t.bead, -t.bead)-1])
	}
	for _, move := range m.graph.MovesFrom(position) {
		if next, _ := m.graph.Find(m.graph.Play(position, move)); next == t.next {
			return move
		}
	}
	panic("likelihood: no move leads to this orbit")
}

// pick returns an index at random, each with probability proportional to its weight.
func pick(weights []float64, random *rand.Rand) int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	left := random.Float64() * sum
	last := 0
	for i, w := range weights {
		if w > 0 {
			last = i
			if left -= w; left < 0 {
				break
			}
		}
	}
	return last
}
