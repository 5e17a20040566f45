// Package agents works with stored machines: it creates, evaluates and exports them, reads their boxes, and replays
// their games. It knows no flags, prints nothing and serves no HTTP, because the terminal and the page both call it. In
// this package and in package data, an agent is a [menace.Machine] with its name, generator and history.
package agents

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"menace/cmd/menace/internal/mistake"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/minimax"
	"menace/symmetry"
)

// AgentReport is an agent with its record and, on request, its history.
type AgentReport struct {
	Agent string       `json:"agent"`
	Rules menace.Rules `json:"rules"`
	Seed  int64        `json:"seed"`
	Games int64        `json:"games"`
	arena.Tally
	Bankrupt bool              `json:"bankrupt"`
	Beads    int64             `json:"beads"`
	Created  time.Time         `json:"created"`
	Changed  time.Time         `json:"changed"`
	Sessions []data.Session    `json:"sessions,omitzero"`
	Played   []data.PlayedGame `json:"games_with_people,omitzero"`
	Damaged  string            `json:"-"` // why the agent cannot be read, or ""

	ChangedOutside bool `json:"changed_outside,omitzero"` // see [data.Agent.ChangedOutside]
}

func reportAgent(a *data.Agent) AgentReport {
	return AgentReport{
		Agent: a.Name, Rules: a.Machine.Rules(), Seed: a.Seed,
		Games: a.Career.Tally.Games(), Tally: a.Career.Tally,
		Bankrupt: a.Machine.Bankrupt(), Beads: a.Machine.Total(), Created: a.Created, Changed: a.Changed,
		ChangedOutside: a.ChangedOutside(),
	}
}

// ReportAgents returns all agents, sorted by name, even damaged ones, without their histories. It reads no beads: see
// [data.Summary].
func ReportAgents(ctx context.Context, db *data.DB) ([]AgentReport, error) {
	all, err := db.Summaries(ctx)
	reports := make([]AgentReport, 0, len(all))
	for _, s := range all {
		if s.Err != nil {
			reports = append(reports, AgentReport{Agent: s.Name, Damaged: s.Err.Error()})
			continue
		}
		reports = append(reports, AgentReport{
			Agent: s.Name, Rules: s.Rules, Seed: s.Seed, Games: s.Tally.Games(), Tally: s.Tally, Bankrupt: s.Bankrupt,
			Beads: s.Beads, Created: s.Created, Changed: s.Changed, ChangedOutside: s.Altered,
		})
	}
	return reports, err
}

func ReportAgent(ctx context.Context, db *data.DB, name string) (r AgentReport, err error) {
	a, err := db.Load(ctx, name)
	if err != nil {
		return r, err
	}
	r = reportAgent(a)
	if r.Sessions, err = db.Sessions(ctx, a); err != nil {
		return r, err
	}
	r.Played, err = db.Games(ctx, a)
	return r, err
}

// Make stores a new agent. It returns [data.ErrExists] if the name is taken.
func Make(ctx context.Context, db *data.DB, name string, rules menace.Rules, seed int64) (*data.Agent, error) {
	a, err := data.NewAgent(name, rules, arena.OrNewSeed(seed))
	if err != nil {
		return nil, mistake.Wrap(err)
	}
	return a, db.Save(ctx, a)
}

// FreeName returns a name that no agent has: base, or base with a number.
func FreeName(ctx context.Context, db *data.DB, base string) (string, error) {
	const room = 8 // for the number
	text := []rune(base)
	base = string(text[:min(len(text), data.MaxName-room)])
	name := base
	for n := 2; ; n++ {
		_, err := db.ID(ctx, name)
		if errors.Is(err, data.ErrNotFound) {
			return name, nil
		}
		if err != nil {
			return "", err
		}
		name = fmt.Sprintf("%s-%d", base, n)
	}
}

// MakeWithSameRules stores a new agent with the rules of another; if restock is set, it refills empty boxes. If the
// name is taken, it gets a number.
func MakeWithSameRules(
	ctx context.Context, db *data.DB, old *data.Agent, name string, restock bool,
) (*data.Agent, error) {
	name, err := FreeName(ctx, db, name)
	if err != nil {
		return nil, err
	}
	a, err := NewWithSameRules(old, name, restock)
	if err != nil {
		return nil, err
	}
	return a, db.Save(ctx, a)
}

// NewWithSameRules returns a new agent, not stored yet, with the rules of another; if restock is set, it refills empty
// boxes.
func NewWithSameRules(old *data.Agent, name string, restock bool) (*data.Agent, error) {
	rules := old.Machine.Rules()
	if restock {
		rules.OnEmpty = menace.Restock
	}
	return data.NewAgent(name, rules, arena.OrNewSeed(arena.NoSeed))
}

// RulesForClass returns the rules of a new machine for a class, given its usual rules. The machine refills empty boxes,
// so that it never goes bankrupt. A machine that wins with perfect play keeps its rules: it cannot go bankrupt, and
// learns by emptying boxes.
func RulesForClass(rules menace.Rules) menace.Rules {
	value := minimax.Solve(menace.New(rules).Graph(), symmetry.MaxLength).Value(symmetry.Start)
	if rules.Plays == symmetry.Second {
		value = -value
	}
	if value <= 0 {
		rules.OnEmpty = menace.Restock
	}
	return rules
}

// Rename renames an agent like [data.DB.Rename], unless its class is open.
func Rename(ctx context.Context, db *data.DB, from, to string) error {
	if _, err := HasClass(ctx, db, from); err != nil {
		return err
	}
	return db.Rename(ctx, from, to)
}

// Delete deletes an agent with its history and its class like [data.DB.Delete], unless the class is open.
func Delete(ctx context.Context, db *data.DB, name string) error {
	if _, err := HasClass(ctx, db, name); err != nil {
		return err
	}
	return db.Delete(ctx, name)
}

// HasClass reports whether an agent has a class. If the class is open, here or in another process, it returns a
// [mistake.Error], because the agent must keep its name and must not be deleted.
func HasClass(ctx context.Context, db *data.DB, name string) (bool, error) {
	id, err := db.ID(ctx, name)
	if err != nil {
		return false, err
	}
	class, err := db.ClassOf(ctx, id)
	if class == nil || err != nil {
		return false, err
	}
	release, err := db.ClaimClass(ctx, class.ID)
	if errors.Is(err, data.ErrBusy) {
		return true, mistake.Refused("the class %s plays against %s, so it keeps its name and is not deleted: "+
			"close the class first", class.Name, name)
	}
	if err == nil {
		release()
	}
	return true, err
}

// Copy stores an agent with its history under another name.
func Copy(ctx context.Context, db *data.DB, name, copied string) (*data.Agent, error) {
	doc, err := db.Export(ctx, name)
	if err != nil {
		return nil, err
	}
	return db.Import(ctx, doc, copied)
}

// GamesInARow returns the number of games against an opponent since the last game against another one.
func GamesInARow(sessions []data.Session, opponent string) (games int64) {
	for _, s := range slices.Backward(sessions) {
		if s.Games > 0 && arena.CanonicalName(s.Opponent) != arena.CanonicalName(opponent) {
			break
		}
		games += s.Games
	}
	return games
}

// Check reads everything that is stored about all agents or, unless name is "", only about the agent with that name. It
// passes errors to note, and returns the number of agents.
func Check(ctx context.Context, db *data.DB, name string, note func(error)) int {
	names, err := []string{name}, error(nil)
	if name == "" {
		names, err = db.AllNames(ctx)
		note(err)
	}
	for _, name := range names {
		note(db.CheckAgent(ctx, name))
		if ctx.Err() != nil {
			break
		}
	}
	return len(names)
}
