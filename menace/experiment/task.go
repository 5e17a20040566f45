package experiment

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"menace/menace"
)

// Task identifies a replicate of a design.
type Task struct {
	Cell int   // 1 is the first
	Run  int64 // 1 is the first
}

// SeedOf returns the seed of a replicate, from 0 to 2⁵³ − 1, so that every JSON reader can represent it. It is the
// first bits of the SHA-256 sum of seedText. For a learner with beads, an agent trained with this seed by the same
// rules against the same opponent equals the replicate.
func (d *Design) SeedOf(t Task) int64 {
	sum := sha256.Sum256(seedText(d.Seed, d.Cells[t.Cell-1], t.Run))
	return int64(binary.BigEndian.Uint64(sum[:]) >> 11)
}

// seedText identifies a replicate: the design's seed, the settings of its cell, regardless of the cell's place in the
// design, and the run. Its format is frozen, because stored experiments depend on the seeds. Settings added after the
// first version appear only if they differ from the original ones: the game unless it is tic-tac-toe, the learner
// unless it is beads, and [menace.Rules.LaterDifferences], each as a line "NAME=VALUE". The constant floor is part of
// the format.
func seedText(seed int64, cell Cell, run int64) []byte {
	r := cell.Rules
	text := fmt.Appendf(nil, "menace replicate\n%d\n{", seed)
	if r.Game != menace.Michie().Game {
		text = fmt.Appendf(text, `"game":%q,`, r.Game)
	}
	text = fmt.Appendf(text, `"plays":%q,"beads":[%d,%d,%d,%d],"win":%d,"draw":%d,"loss":%d,`+
		`"moves":%q,"on_empty":%q,"floor":0,"credit":%q}`,
		r.Plays, r.Beads[0], r.Beads[1], r.Beads[2], r.Beads[3], r.Win, r.Draw, r.Loss, r.Moves, r.OnEmpty, r.Credit)
	text = fmt.Appendf(text, "\n%s\n%d\n", cell.Opponent, run)
	if cell.Learner != "" {
		text = fmt.Appendf(text, "%s\n", cell.Learner)
	}
	for _, rule := range r.LaterDifferences() {
		text = fmt.Appendf(text, "%s=%s\n", rule.Name, rule.Text())
	}
	return text
}

// Tasks iterates over the replicates from ≤ number < to. They are numbered with the first run of every cell before the
// second, so an interrupted experiment has the same number of runs of each cell, give or take one.
func (d *Design) Tasks(from, to int64) iter.Seq[Task] {
	cells := int64(len(d.Cells))
	return func(yield func(Task) bool) {
		for i := from; i < to; i++ {
			if !yield(Task{Cell: int(i%cells) + 1, Run: i/cells + 1}) {
				return
			}
		}
	}
}

// Shard is one part of a design's replicates, for one of several computers.
type Shard struct{ Part, Of int64 } // Part is 1 to Of

// MaxShards is the largest number of parts.
const MaxShards = 1_000_000

// Whole is the shard that contains all replicates.
var Whole = Shard{1, 1}

// ParseShard parses a shard such as "3/16", the third of sixteen parts.
func ParseShard(text string) (Shard, error) {
	part, of, _ := strings.Cut(text, "/")
	var s Shard
	var errs [2]error
	s.Part, errs[0] = strconv.ParseInt(part, 10, 64)
	s.Of, errs[1] = strconv.ParseInt(of, 10, 64)
	if errors.Join(errs[:]...) != nil || s.Part < 1 || s.Part > s.Of || s.Of > MaxShards {
		return Shard{}, fmt.Errorf("%q is not PART/OF, such as 3/16 for the third of 16 parts, of at most %d", text,
			MaxShards)
	}
	return s, nil
}

// String formats the shard for ParseShard.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Part, s.Of) }

// Range returns the range of the shard's replicates for [Design.Tasks]. Each replicate is in exactly one shard, and
// sizes differ by at most one.
func (s Shard) Range(d *Design) (from, to int64) {
	n := d.Replicates()
	cut := func(part int64) int64 { return n/s.Of*part + n%s.Of*part/s.Of }
	return cut(s.Part - 1), cut(s.Part)
}
