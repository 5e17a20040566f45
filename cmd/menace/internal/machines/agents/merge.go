package agents

import (
	"context"
	"slices"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/version"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/option"
)

// Merging is the result of merging machines.
type Merging struct {
	Agent   *data.Agent
	Emptied int // boxes that were empty in some of the machines
	Empty   int // of these, the ones that are empty now
}

// Merge stores, under a name, a machine that combines what the machines in docs learned separately: see
// [menace.Merged]. It keeps their sessions and games with people, one machine's after another's, as if they had been
// played in that order.
//
// It refuses machines with different rules, and machines that share games, because their changes would count twice.
func Merge(ctx context.Context, db *data.DB, name string, docs ...*data.Document) (m Merging, err error) {
	machines := make([]*menace.Machine, len(docs))
	for i, doc := range docs {
		if machines[i], err = doc.Machine(); err != nil {
			return m, err
		}
		for _, other := range docs[:i] {
			if err := checkApart(other, doc); err != nil {
				return m, err
			}
		}
	}
	merged, err := menace.Merged(machines...)
	if err != nil {
		return m, mistake.Wrap(err)
	}
	a, err := data.NewAgent(name, merged.Rules(), arena.OrNewSeed(arena.NoSeed))
	if err != nil {
		return m, mistake.Wrap(err)
	}
	curve := a.Career.Curve // of the fresh machine
	a.Machine.Restore(merged)
	for _, doc := range docs {
		a.Career.Tally = a.Career.Tally.Plus(doc.Tally)
	}
	if a.Career.Tally.Games() > 0 {
		curve = append(curve, pointOf(merged, a.Career.Tally))
	} else {
		curve = arena.NewCareer(merged, merged.Rules().Plays).Curve
	}
	whole, err := a.Document(curve)
	if err != nil {
		return m, err
	}
	before := int64(0)
	for _, doc := range docs {
		for _, s := range doc.Sessions {
			s.Start += before
			whole.Sessions = append(whole.Sessions, s)
		}
		whole.Games = append(whole.Games, doc.Games...)
		before += doc.Tally.Games()
	}
	m.Emptied, m.Empty = emptied(merged, machines)
	m.Agent, err = db.Import(ctx, whole, name)
	return m, err
}

// emptied counts the boxes that are empty in some of the machines, and those of them that are still empty in the merged
// one.
func emptied(merged *menace.Machine, machines []*menace.Machine) (some, now int) {
	for _, o := range merged.Graph().Choices(merged.Rules().Plays) {
		if !slices.ContainsFunc(machines, func(m *menace.Machine) bool { return isEmpty(m.Box(o)) }) {
			continue
		}
		some++
		if isEmpty(merged.Box(o)) {
			now++
		}
	}
	return some, now
}

func isEmpty(box menace.Box, _ bool) bool { return box.Total() == 0 }

// checkApart returns an error unless two machines have the same rules and were taught separately.
func checkApart(a, b *data.Document) error {
	names := []any{"one", a.Name, "other", b.Name}
	if differ := menace.Differences(a.Rules, b.Rules); len(differ) > 0 {
		d := differ[0]
		return mistake.Wrap(language.NewMessage("{one} and {other} have different rules: --{rule} is {value} in one "+
			"and {second} in the other", append(names, "rule", d.Name, "value", option.Excerpt(d.Text(), 40), "second",
			option.Excerpt(option.Find(b.Rules.Options(), d.Name).Text(), 40))...))
	}
	type played struct {
		at    int64
		seed  int64
		moves string
	}
	known := map[played]bool{}
	shares := func(doc *data.Document, note bool) (found bool) {
		meet := func(p played) {
			found = found || known[p]
			if note {
				known[p] = true
			}
		}
		for _, s := range doc.Sessions {
			if s.Games > 0 {
				meet(played{s.Started.UnixMilli(), s.Seed, ""})
			}
		}
		for _, g := range doc.Games {
			if g.Learned {
				meet(played{g.Played.UnixMilli(), g.Seed, g.Moves})
			}
		}
		return found
	}
	shares(a, true)
	same := a.Tally.Games() > 0 && a.Tally == b.Tally && slices.Equal(a.Beads, b.Beads)
	if same || shares(b, false) {
		return mistake.Wrap(language.NewMessage("{one} and {other} share games, which would count twice: one is a "+
			"copy of the other, as it is now or as it was", names...))
	}
	return nil
}

// Document returns the machine with its history, if it has one.
func (i Imported) Document() (*data.Document, error) {
	if i.doc != nil {
		return i.doc, nil
	}
	doc, err := i.Agent.Document(i.Agent.Career.Curve)
	if tally := i.Agent.Career.Tally; err == nil && tally.Games() > 0 {
		doc.Sessions = []data.Session{{Opponent: data.Elsewhere, Seed: i.Agent.Seed, Games: tally.Games(), Tally: tally,
			Started: doc.Created, Version: version.String()}}
	}
	return doc, err
}
