package likelihood

import (
	"maps"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"menace/menace"
	"menace/symmetry"
)

// run is one run of the filter. A particle is a machine: the counts of the boxes that it can use.
type run struct {
	*model
	random  *rand.PCG
	machine *menace.Machine // for the rules that particles learn by
	counts  []count         // of all particles, one after another
	weights []float64       // with mean 1
	totals  []int64         // running totals

	// The following fields are for the current particle.
	reached       []uint64  // set of the nodes that can arise
	order         []int32   // the reachable nodes whose result chance depends on later nodes, in order
	resultChances []float64 // by reachable node, the probability of the result from there on
	chances       []float64 // by edge
	draws         []menace.Draw
	turns         []turn

	genealogy    *genealogy // or nil
	final        []float64  // weights at the end
	mean, square []float64  // of all beads, after the game given by Filter.At

	effective float64 // lowest effective number of particles after a game

	logs   []float64 // log-likelihood after each game
	games  []recorded
	phases []phaseRecord
}

// recorded is the record of a game.
type recorded struct {
	total    histogram
	alive    histogram   // totals of the machines that are not bankrupt
	opening  []histogram // by move
	bankrupt float64
}

// phaseRecord is the record of a phase.
type phaseRecord struct {
	used []float64     // by shown box, the mean number of games that opened it
	held [][]histogram // by shown box and move, after the phase
}

func newRun(m *model, particles int, random *rand.PCG) *run {
	r := &run{model: m, random: random, machine: menace.New(m.Rules), totals: make([]int64, particles),
		effective: float64(particles)}
	r.counts = slices.Repeat(m.initial, particles)
	r.weights = slices.Repeat([]float64{1}, particles)
	if m.Keep {
		r.genealogy = &genealogy{}
	}
	r.phases = make([]phaseRecord, m.phaseOf[len(m.phaseOf)-1]+1)
	for i := range r.phases {
		r.phases[i].used = make([]float64, len(m.shown))
	}
	return r
}

// release lets the particles be garbage collected. Only records are needed later.
func (r *run) release() { r.final, r.counts, r.weights, r.totals = r.weights, nil, nil, nil }

// logAfter returns the log-likelihood after a game, counted from 0.
func (r *run) logAfter(game int) float64 {
	if game >= len(r.logs) {
		return math.Inf(-1)
	}
	return r.logs[game]
}

// particle returns the counts of a particle.
func (r *run) particle(i int) []count {
	n := len(r.initial)
	return r.counts[i*n : (i+1)*n : (i+1)*n]
}

// prepare prepares the scratch space for games with this result.
func (r *run) prepare(s *stint, result Result) {
	r.reached = append(r.reached[:0], make([]uint64, (len(s.nodes)+63)/64)...)
	r.resultChances = append(r.resultChances[:0], make([]float64, len(s.nodes))...)
	r.chances = append(r.chances[:0], s.chances...)
	for n, end := range s.ends {
		if end != symmetry.Ongoing && resultOf(end, r.Rules.Plays)&result != 0 {
			r.resultChances[n] = 1
		}
	}
}

// play filters a game, counted from 0, and reports whether any particle is left.
func (r *run) play(game int) bool {
	s, result := &r.stints[r.stintOf[game]], r.Results[game]
	r.prepare(s, result)
	var kept lineage
	opened := make([]float64, len(r.shown)) // weight of the machines that opened each box
	sum := 0.0
	for i := range r.weights {
		counts := r.particle(i)
		r.turns = r.turns[:0]
		if r.weights[i] > 0 {
			r.weights[i] *= r.lookAhead(s, counts, result)
		}
		if r.weights[i] > 0 {
			draws, end := r.sample(s, counts)
			r.learn(counts, draws, end)
			r.totals[i] += score(resultOf(end, r.Rules.Plays))
			if !r.fulfils(game, counts) {
				r.weights[i] = 0
			}
			for _, d := range draws {
				if k := r.boxes[r.boxOf[d.Orbit]].shown; k >= 0 {
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

// lookAhead returns the probability of the result for a machine with these counts. It finds the reachable positions
// forwards over the graph, and then their result chances backwards. A bit set keeps both loops free of branches that a
// processor cannot predict.
func (r *run) lookAhead(s *stint, counts []count, result Result) float64 {
	var resigned float64
	if result&Loss != 0 {
		resigned = 1
	}
	reached, order := r.reached, r.order[:0]
	clear(reached)
	start := s.skips[0]
	reached[start>>6] = 1 << (start & 63)
	for word := range (s.ongoing + 63) / 64 {
		for left := reached[word]; left != 0; {
			n := word<<6 | bits.TrailingZeros64(left)
			if n >= s.ongoing {
				break
			}
			at := &s.nodes[n]
			targets := s.targets[at.first:at.end]
			chances := r.chances[at.first:at.end][:len(targets)]
			if at.box >= 0 && !r.divide(at, counts, chances) {
				r.resultChances[n] = resigned
			} else {
				for e, next := range targets {
					can := (math.Float64bits(chances[e]) + math.MaxInt64) >> 63 // 1 if the chance is not 0
					reached[next>>6] |= can << (next & 63)
				}
				order = append(order, int32(n))
			}
			left = reached[word] &^ (2<<(n&63) - 1) // nodes after this one
		}
	}
	r.order = order
	for i := len(order) - 1; i >= 0; i-- {
		at := &s.nodes[order[i]]
		targets := s.targets[at.first:at.end]
		hope := 0.0
		for e, chance := range r.chances[at.first:at.end][:len(targets)] {
			hope += float64(chance * r.resultChances[targets[e]])
		}
		r.resultChances[order[i]] = hope
	}
	return r.resultChances[start]
}

// divide sets the chances of the moves from a box, and reports whether there are any. If not, the machine resigns.
func (r *run) divide(at *node, counts []count, chances []float64) bool {
	b := &r.boxes[at.box]
	held := counts[b.first:b.end]
	total := sumOf(held)
	if total == 0 {
		if r.Rules.OnEmpty != menace.Restock {
			clear(chances)
			return false
		}
		held = r.initial[b.first:b.end]
		total = sumOf(held)
	}
	if len(held) == len(chances) {
		for k, n := range held {
			chances[k] = float64(n) / float64(total)
		}
		return true
	}
	clear(chances)
	for k, n := range held {
		chances[b.classes[k]] += float64(n) / float64(total)
	}
	return true
}

// sumOf returns the number of beads of a box.
func sumOf(held []count) (total int64) {
	for _, n := range held {
		total += int64(n)
	}
	return total
}

// sample plays a game with the result, after lookAhead has found that it is possible. It returns the beads that the
// machine drew, valid until the next call, and the outcome.
func (r *run) sample(s *stint, counts []count) (draws []menace.Draw, end symmetry.Outcome) {
	draws = r.draws[:0]
	for n := int32(0); end == symmetry.Ongoing; end = s.ends[n] {
		at := &s.nodes[n]
		left := r.uniform() * r.resultChances[s.skips[n]]
		taken := -1
		for e := at.first; e < at.end; e++ {
			chance, hope := r.chances[e], r.resultChances[s.targets[e]]
			if chance == 0 || hope == 0 { // numbers of unreachable positions are out of date
				continue
			}
			taken = e
			if left -= float64(chance * hope); left < 0 {
				break
			}
		}
		if taken < 0 {
			return draws, symmetry.Win(r.Rules.Plays.Other())
		}
		n = s.edges[taken]
		t := turn{next: s.nodes[n].orbit}
		if at.box >= 0 {
			d := r.draw(&r.boxes[at.box], counts, taken-at.first)
			draws = append(draws, d)
			if t.bead = int16(d.Move) + 1; d.Restocked {
				t.bead = -t.bead
			}
		}
		r.turns = append(r.turns, t)
	}
	r.draws = draws
	return draws, end
}

// score returns the change of the running total by a result.
func score(r Result) int64 {
	switch r {
	case Win:
		return 3
	case Draw:
		return 1
	}
	return -1
}

// draw returns the bead that the machine drew from a box, given the class of its move.
func (r *run) draw(b *box, counts []count, class int) menace.Draw {
	d, held := menace.Draw{Orbit: b.orbit}, counts[b.first:b.end]
	if sumOf(held) == 0 {
		held, d.Restocked = r.initial[b.first:b.end], true
	}
	beads := int64(0)
	for k, c := range b.classes {
		if int(c) == class {
			beads += int64(held[k])
		}
	}
	bead := int64(r.uniform() * float64(beads))
	for k, c := range b.classes {
		if int(c) != class || held[k] == 0 {
			continue
		}
		d.Move = b.moves[k]
		if bead -= int64(held[k]); bead < 0 {
			break
		}
	}
	return d
}

// learn lets the machine learn from a game.
func (r *run) learn(counts []count, draws []menace.Draw, end symmetry.Outcome) {
	for _, d := range draws {
		b := &r.boxes[r.boxOf[d.Orbit]]
		var held menace.Box
		for k, n := range counts[b.first:b.end] {
			held.Put(int(b.moves[k]), int64(n))
		}
		r.machine.SetBox(d.Orbit, held)
	}
	r.machine.Recall(draws)
	r.machine.Learn(end)
	for _, d := range draws {
		b := &r.boxes[r.boxOf[d.Orbit]]
		held, _ := r.machine.Box(d.Orbit)
		for k, move := range b.moves {
			counts[b.first+k] = count(held.Beads(int(move)))
		}
	}
}

// uniform returns a random number from 0 up to, but not including, 1.
func (r *run) uniform() float64 { return float64(r.random.Uint64()>>11) / (1 << 53) }

// fulfils reports whether a machine satisfies the conditions after a game, counted from 0.
func (r *run) fulfils(game int, counts []count) bool {
	for _, g := range r.Given {
		if g.Games != int64(game+1) {
			continue
		}
		class := r.openingClass(g.Move)
		for k, c := range r.boxes[0].classes {
			if int(c) != class && counts[k] > 0 {
				return false
			}
		}
	}
	return true
}

// resample replaces the particles by copies; the number of copies is the weight, rounded systematically. It returns,
// for each new particle, the number of the one it is a copy of.
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

// record records the boxes of the particles after a game.
func (r *run) record(game int) {
	now := recorded{total: histogram{}, alive: histogram{}, opening: make([]histogram, len(r.openingMoves))}
	for k := range now.opening {
		now.opening[k] = histogram{}
	}
	ends := game == len(r.Results)-1 || r.phaseOf[game+1] != r.phaseOf[game]
	phase := &r.phases[r.phaseOf[game]]
	if ends {
		for _, k := range r.shown {
			row := make([]histogram, len(r.boxes[k].moves))
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
		counts := r.particle(i)
		now.total[r.totals[i]] += w
		for k := range now.opening {
			now.opening[k][int64(counts[k])] += w
		}
		if r.bankrupt(counts) {
			now.bankrupt += w
		} else {
			now.alive[r.totals[i]] += w
		}
		if !ends {
			continue
		}
		for k, row := range phase.held {
			for b, n := range counts[r.boxes[r.shown[k]].first:][:len(row)] {
				row[b][int64(n)] += w
			}
		}
	}
	r.games = append(r.games, now)
}

// bankrupt reports whether a machine that moves first can do nothing but resign.
func (r *run) bankrupt(counts []count) bool {
	return r.Rules.OnEmpty == menace.Resign && r.Rules.Plays == symmetry.First && sumOf(counts[:r.boxes[0].end]) == 0
}

// histogram holds the weight of each value.
type histogram map[int64]float64

// pooled summarizes the weighted histograms of all runs as one distribution.
func pooled(runs []*run, weights []float64, of func(*run) histogram) (s Summary) {
	all := histogram{}
	for j, r := range runs {
		if weights[j] == 0 {
			continue
		}
		for _, v := range slices.Sorted(maps.Keys(of(r))) { // the order affects rounding
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
