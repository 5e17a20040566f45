package likelihood

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"menace/menace"
	"menace/symmetry"
)

// run is one run of the filter. A particle is a machine: the contents of the boxes that it can use.
type run struct {
	*model
	random  *rand.PCG
	machine *menace.Machine // particles learn by its rules
	boxes   []menace.Box    // of all particles, one after another
	weights []float64       // with the mean 1
	totals  []int64         // running totals

	// Of the current particle.
	reachable     []bool    // by node, whether it can arise
	resultChances []float64 // by node that can arise, the probability of the result from there on
	chances       []float64 // by edge, of the machine's moves
	draws         []menace.Draw
	turns         []turn

	genealogy    *genealogy // or nil
	final        []float64  // weights at the end
	mean, square []float64  // of all beads after the game that the filter was asked for

	effective float64 // least effective number of particles after a game

	logs   []float64 // log-likelihood after each game
	games  []recorded
	phases []phaseRecord
}

// recorded is what a run keeps of a game.
type recorded struct {
	total    histogram
	alive    histogram   // the totals of the machines that are not bankrupt
	opening  []histogram // by move
	bankrupt float64
}

// phaseRecord is what a run keeps of a phase.
type phaseRecord struct {
	used []float64     // by shown box, the mean number of games that opened it
	held [][]histogram // by shown box and move, after the phase
}

func newRun(m *model, particles int, random *rand.PCG) *run {
	r := &run{model: m, random: random, machine: menace.New(m.Rules), totals: make([]int64, particles),
		effective: float64(particles)}
	var fresh []menace.Box
	for _, o := range m.boxes {
		box, _ := m.fresh.Box(o)
		fresh = append(fresh, box)
	}
	r.boxes = make([]menace.Box, 0, particles*len(fresh))
	for range particles {
		r.boxes, r.weights = append(r.boxes, fresh...), append(r.weights, 1)
	}
	for _, s := range m.stints {
		r.reachable = slices.Grow(r.reachable, len(s.nodes))
		r.resultChances = slices.Grow(r.resultChances, len(s.nodes))
		r.chances = slices.Grow(r.chances, len(s.edges))
	}
	if m.Keep {
		r.genealogy = &genealogy{}
	}
	r.phases = make([]phaseRecord, m.phaseOf[len(m.phaseOf)-1]+1)
	for i := range r.phases {
		r.phases[i].used = make([]float64, len(m.shown))
	}
	return r
}

// release lets the particles be freed. Only records are needed later.
func (r *run) release() { r.final, r.boxes, r.weights, r.totals = r.weights, nil, nil, nil }

// logAfter returns the log-likelihood after a game, counted from 0.
func (r *run) logAfter(game int) float64 {
	if game >= len(r.logs) {
		return math.Inf(-1)
	}
	return r.logs[game]
}

// particle returns the boxes of a particle.
func (r *run) particle(i int) []menace.Box {
	n := len(r.model.boxes)
	return r.boxes[i*n : (i+1)*n : (i+1)*n]
}

// play filters a game, counted from 0, and reports whether any particle is left.
func (r *run) play(game int) bool {
	s, result := &r.stints[r.stintOf[game]], r.Results[game]
	r.reachable, r.resultChances = r.reachable[:len(s.nodes)], r.resultChances[:len(s.nodes)]
	r.chances = r.chances[:len(s.edges)]
	for n, end := range s.ends {
		r.resultChances[n] = 0
		if end != symmetry.Ongoing && resultOf(end, r.Rules.Plays)&result != 0 {
			r.resultChances[n] = 1
		}
	}
	var kept lineage
	opened := make([]float64, len(r.shown)) // weight of the machines that opened each box
	sum := 0.0
	for i := range r.weights {
		boxes := r.particle(i)
		r.turns = r.turns[:0]
		if r.weights[i] > 0 {
			r.weights[i] *= r.lookAhead(s, boxes, result)
		}
		if r.weights[i] > 0 {
			draws, end := r.sample(s, boxes)
			r.learn(boxes, draws, end)
			r.totals[i] += score(resultOf(end, r.Rules.Plays))
			if !r.fulfils(game, boxes) {
				r.weights[i] = 0
			}
			for _, d := range draws {
				if k, ok := slices.BinarySearch(r.shown, d.Orbit); ok {
					opened[k] += r.weights[i]
				}
			}
		}
		sum += r.weights[i]
		if r.genealogy != nil {
			kept.first, kept.turns = append(kept.first, int32(len(kept.turns))), append(kept.turns, r.turns...)
		}
	}
	if sum == 0 {
		return false
	}
	for k, weight := range opened {
		r.phases[r.phaseOf[game]].used[k] += weight / sum
	}
	n, squares := float64(len(r.weights)), 0.0
	for i := range r.weights {
		r.weights[i] *= n / sum
		squares += float64(r.weights[i] * r.weights[i])
	}
	log := math.Log(sum / n)
	if game > 0 {
		log += r.logs[game-1]
	}
	r.logs = append(r.logs, log)
	if int64(game+1) == r.At {
		r.mean, r.square = r.filtered()
	}
	effective := n * n / squares // A. Kong, J. Liu and W. Wong, JASA 89, 1994
	r.effective = min(r.effective, effective)
	if effective < n/2 {
		kept.parents = r.resample()
	}
	if r.genealogy != nil {
		kept.first = append(kept.first, int32(len(kept.turns)))
		r.genealogy.games = append(r.genealogy.games, kept)
	}
	r.record(game)
	return true
}

// lookAhead returns the probability of the result for a machine with these boxes. It finds the positions that can
// arise, going forwards over the graph, and then their result chances, going backwards.
func (r *run) lookAhead(s *stint, boxes []menace.Box, result Result) float64 {
	var resigned, won float64
	if result&Loss != 0 {
		resigned = 1
	}
	if result&Win != 0 {
		won = 1
	}
	clear(r.reachable)
	r.reachable[0] = true
	for n := range s.nodes {
		at := &s.nodes[n]
		if !r.reachable[n] || at.first == at.end {
			continue
		}
		edges := s.edges[at.first:at.end]
		if !at.own {
			for _, e := range edges {
				r.reachable[e.to] = true
			}
			continue
		}
		box := &noBox
		if at.box >= 0 {
			box = &boxes[at.box]
		}
		chances := r.chances[at.first:at.end]
		r.machine.ChancesWith(at.orbit, box, chances)
		for i, e := range edges {
			if chances[i] > 0 {
				r.reachable[e.to] = true
			}
		}
	}
	for n := len(s.nodes) - 1; n >= 0; n-- {
		at := &s.nodes[n]
		if !r.reachable[n] || s.ends[n] != symmetry.Ongoing {
			continue
		}
		edges := s.edges[at.first:at.end]
		hope, sum, otherwise := 0.0, 0.0, won
		if at.own {
			otherwise = resigned
			for i, chance := range r.chances[at.first:at.end] {
				if chance > 0 {
					sum += chance
					hope += float64(chance * r.resultChances[edges[i].to])
				}
			}
		} else {
			for _, e := range edges {
				sum += e.chance
				hope += float64(e.chance * r.resultChances[e.to])
			}
		}
		if sum == 0 { // the side to move resigns
			hope = otherwise
		}
		r.resultChances[n] = hope
	}
	return r.resultChances[0]
}

// noBox is used for positions without a box.
var noBox menace.Box

// sample plays a game with the result that look has found possible. It returns the beads that the machine drew, until
// the next call, and the outcome.
func (r *run) sample(s *stint, boxes []menace.Box) (draws []menace.Draw, end symmetry.Outcome) {
	draws = r.draws[:0]
	for n := 0; end == symmetry.Ongoing; end = s.ends[n] {
		at := &s.nodes[n]
		edges := s.edges[at.first:at.end]
		left := r.uniform() * r.resultChances[n]
		taken := -1
		for i, e := range edges {
			chance := e.chance
			if at.own {
				chance = r.chances[at.first+i]
			}
			if chance == 0 || r.resultChances[e.to] == 0 { // of positions that cannot arise the chances are not known
				continue
			}
			taken = i
			if left -= float64(chance * r.resultChances[e.to]); left < 0 {
				break
			}
		}
		switch {
		case taken < 0 && at.own:
			return draws, symmetry.Win(r.Rules.Plays.Other())
		case taken < 0:
			return draws, symmetry.Win(r.Rules.Plays)
		}
		n = edges[taken].to
		t := turn{next: s.nodes[n].orbit}
		if at.own {
			if d, ok := r.draw(at, boxes, taken); ok {
				draws = append(draws, d)
				if t.bead = int16(d.Move) + 1; d.Restocked {
					t.bead = -t.bead
				}
			}
		}
		r.turns = append(r.turns, t)
	}
	r.draws = draws
	return draws, end
}

// score returns what a result adds to the running total.
func score(r Result) int64 {
	switch r {
	case Win:
		return 3
	case Draw:
		return 1
	}
	return -1
}

// draw returns the bead that the machine drew from its box if it made a move of this class, and whether it drew one.
func (r *run) draw(at *node, boxes []menace.Box, class int) (d menace.Draw, ok bool) {
	if at.box < 0 {
		return d, false
	}
	box := boxes[at.box]
	d.Orbit = at.orbit
	if box.Total() == 0 {
		if r.graph.Forced(at.orbit) != symmetry.None {
			return d, false
		}
		box, _ = r.fresh.Box(at.orbit)
		d.Restocked = true
	}
	sum := int64(0)
	classes := r.graph.Classes(at.orbit)
	for i, c := range classes {
		if int(c) == class {
			sum += box.Beads(i)
		}
	}
	bead := int64(r.uniform() * float64(sum))
	for i, c := range classes {
		if int(c) != class || box.Beads(i) == 0 {
			continue
		}
		d.Move = uint8(i)
		if bead -= box.Beads(i); bead < 0 {
			break
		}
	}
	return d, true
}

// learn lets the machine learn from a game.
func (r *run) learn(boxes []menace.Box, draws []menace.Draw, end symmetry.Outcome) {
	at := func(d menace.Draw) int {
		i, _ := slices.BinarySearch(r.model.boxes, d.Orbit)
		return i
	}
	for _, d := range draws {
		r.machine.SetBox(d.Orbit, boxes[at(d)])
	}
	r.machine.Recall(draws)
	r.machine.Learn(end)
	for _, d := range draws {
		boxes[at(d)], _ = r.machine.Box(d.Orbit)
	}
}

// uniform returns a random number from 0 up to, but not including, 1.
func (r *run) uniform() float64 { return float64(r.random.Uint64()>>11) / (1 << 53) }

// fulfils reports whether a machine fulfils the conditions after a game, counted from 0.
func (r *run) fulfils(game int, boxes []menace.Box) bool {
	for _, g := range r.Given {
		if g.Games != int64(game+1) {
			continue
		}
		moves, classes := r.graph.Moves(symmetry.Start), r.graph.Classes(symmetry.Start)
		class := classes[slices.Index(moves, g.Move)]
		for i := range moves {
			if classes[i] != class && boxes[0].Beads(i) > 0 {
				return false
			}
		}
	}
	return true
}

// resample replaces the particles by copies, as many of each as its weight, rounded systematically. It returns the
// number of the particle that each is a copy of.
func (r *run) resample() (parents []int32) {
	n := len(r.weights)
	parents = make([]int32, n)
	for i := range parents {
		parents[i] = int32(i)
	}
	copies := make([]int, n)
	edge, sum := r.uniform(), 0.0
	for i, w := range r.weights {
		for sum += w; edge < sum && edge < float64(n); edge++ {
			copies[i]++
		}
	}
	free := 0
	for i, c := range copies {
		for ; c > 1; c-- {
			for copies[free] > 0 {
				free++
			}
			copy(r.particle(free), r.particle(i))
			r.totals[free], copies[free], parents[free] = r.totals[i], 1, int32(i)
		}
	}
	for i := range r.weights {
		r.weights[i] = 1
	}
	return parents
}

// record keeps what the particles hold after a game.
func (r *run) record(game int) {
	now := recorded{total: histogram{}, alive: histogram{}, opening: make([]histogram, len(r.openingMoves))}
	for k := range now.opening {
		now.opening[k] = histogram{}
	}
	ends := game == len(r.Results)-1 || r.phaseOf[game+1] != r.phaseOf[game]
	phase := &r.phases[r.phaseOf[game]]
	if ends {
		for _, moves := range r.shownMoves {
			row := make([]histogram, len(moves))
			for i := range row {
				row[i] = histogram{}
			}
			phase.held = append(phase.held, row)
		}
	}
	share := 1 / float64(len(r.weights))
	for i, w := range r.weights {
		if w == 0 {
			continue
		}
		w *= share
		boxes := r.particle(i)
		now.total[r.totals[i]] += w
		for k, move := range r.openingIndex {
			now.opening[k][boxes[0].Beads(move)] += w
		}
		if r.bankrupt(boxes) {
			now.bankrupt += w
		} else {
			now.alive[r.totals[i]] += w
		}
		if !ends {
			continue
		}
		for k, moves := range r.shownMoves {
			for b, move := range moves {
				phase.held[k][b][boxes[r.shownBoxes[k]].Beads(move)] += w
			}
		}
	}
	r.games = append(r.games, now)
}

// bankrupt reports whether a machine that moves first can only resign.
func (r *run) bankrupt(boxes []menace.Box) bool {
	return r.Rules.OnEmpty == menace.Resign && r.Rules.Plays == symmetry.First && boxes[0].Total() == 0
}

// histogram holds the weight of each value.
type histogram map[int64]float64

// pooled summarizes the histograms of all runs, each with a weight, as one distribution.
func pooled(runs []*run, weights []float64, of func(*run) histogram) (s Summary) {
	all := histogram{}
	for j, r := range runs {
		if weights[j] == 0 {
			continue
		}
		for _, v := range slices.Sorted(maps.Keys(of(r))) { // the order decides about rounding
			all[v] += float64(weights[j] * of(r)[v])
		}
	}
	whole, sum := 0.0, 0.0
	for _, v := range slices.Sorted(maps.Keys(all)) {
		whole += all[v]
	}
	for _, v := range slices.Sorted(maps.Keys(all)) {
		share := all[v] / whole
		before := sum
		sum += share
		s.Mean += float64(share * float64(v))
		for _, q := range []struct {
			share float64
			at    *int64
		}{{0.05, &s.P5}, {0.5, &s.Median}, {0.95, &s.P95}} {
			if before < q.share && q.share <= sum {
				*q.at = v
			}
		}
	}
	return s
}
