package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"menace/arena"
	"menace/cmd/menace/internal/mistake"
	"menace/data"
	"menace/menace"
	"menace/minimax"
	"menace/symmetry"
)

// AgentReport is an agent with its record and, on request, its history.
type AgentReport struct {
	Machine *menace.Machine `json:"-"` // nil if it cannot be read

	Agent string       `json:"agent"`
	Rules menace.Rules `json:"rules"`
	Seed  int64        `json:"seed"`
	Games int64        `json:"games"`
	arena.Tally
	Bankrupt bool           `json:"bankrupt"`
	Beads    int64          `json:"beads"`
	Created  time.Time      `json:"created"`
	Changed  time.Time      `json:"changed"`
	Sessions []data.Session `json:"sessions,omitzero"`
	Played   []data.Game    `json:"games_with_people,omitzero"`
	Damaged  string         `json:"-"` // why the agent cannot be read, or ""
}

func reportAgent(a *data.Agent) AgentReport {
	return AgentReport{
		Machine: a.Machine, Agent: a.Name, Rules: a.Machine.Rules(), Seed: a.Seed,
		Games: a.Career.Tally.Games(), Tally: a.Career.Tally,
		Bankrupt: a.Machine.Bankrupt(), Beads: a.Machine.Total(), Created: a.Created, Changed: a.Changed,
	}
}

// ReportAgents returns all agents by name, even damaged ones, without their histories.
func (l *Lab) ReportAgents(ctx context.Context) ([]AgentReport, error) {
	names, err := l.Names(ctx)
	reports := []AgentReport{}
	for _, name := range names {
		a, err := l.Load(ctx, name)
		switch {
		case errors.Is(err, data.ErrNotFound): // deleted after Names was called
		case errors.Is(err, data.ErrCorrupt):
			reports = append(reports, AgentReport{Agent: name, Damaged: err.Error()})
		case err != nil:
			return nil, err
		default:
			reports = append(reports, reportAgent(a))
		}
	}
	return reports, err
}

func (l *Lab) ReportAgent(ctx context.Context, name string) (r AgentReport, err error) {
	a, err := l.Agent(ctx, name)
	if err != nil {
		return r, err
	}
	r = reportAgent(a)
	if r.Sessions, err = l.Sessions(ctx, a); err != nil {
		return r, err
	}
	r.Played, err = l.Games(ctx, a)
	return r, err
}

// Make stores a new agent. It returns [data.ErrExists] if the name is taken.
func (l *Lab) Make(ctx context.Context, name string, rules menace.Rules, seed int64) (*data.Agent, error) {
	a, err := data.NewAgent(name, rules, arena.OrNewSeed(seed))
	if err != nil {
		return nil, mistake.Wrap(err)
	}
	return a, l.Save(ctx, a)
}

// FreeName returns a name that no agent has: base, or base with a number.
func (l *Lab) FreeName(ctx context.Context, base string) (string, error) {
	const room = 8 // for the number
	text := []rune(base)
	base = string(text[:min(len(text), data.MaxName-room)])
	name := base
	for n := 2; ; n++ {
		_, err := l.DB.ID(ctx, name)
		if errors.Is(err, data.ErrNotFound) {
			return name, nil
		}
		if err != nil {
			return "", err
		}
		name = fmt.Sprintf("%s-%d", base, n)
	}
}

// Again stores a new agent with the rules of another, except that it refills empty boxes if restock is set. If the name
// is taken, it gets a number.
func (l *Lab) Again(ctx context.Context, old *data.Agent, name string, restock bool) (*data.Agent, error) {
	rules := old.Machine.Rules()
	if restock {
		rules.OnEmpty = menace.Restock
	}
	name, err := l.FreeName(ctx, name)
	if err != nil {
		return nil, err
	}
	return l.Make(ctx, name, rules, arena.NoSeed)
}

// ForClass returns the rules of a new machine for a class, given the usual ones. It refills empty boxes, so that it
// never goes bankrupt. A machine that wins with perfect play keeps its rules: it cannot go bankrupt, and learns by
// emptying boxes.
func ForClass(rules menace.Rules) menace.Rules {
	value := minimax.Solve(menace.New(rules).Graph(), symmetry.MaxMoves).Value(symmetry.Start)
	if rules.Plays == symmetry.Second {
		value = -value
	}
	if value <= 0 {
		rules.OnEmpty = menace.Restock
	}
	return rules
}

// Rename renames an agent like [data.DB.Rename], unless its class is open.
func (l *Lab) Rename(ctx context.Context, from, to string) error {
	if _, err := l.HasClass(ctx, from); err != nil {
		return err
	}
	return l.unknown(ctx, from, l.DB.Rename(ctx, from, to))
}

// Delete deletes an agent with its history and its class like [data.DB.Delete], unless the class is open.
func (l *Lab) Delete(ctx context.Context, name string) error {
	if _, err := l.HasClass(ctx, name); err != nil {
		return err
	}
	return l.DB.Delete(ctx, name)
}

// HasClass reports whether an agent has a class. If the class is open, here or in another process, it returns a
// [mistake.Error], because the agent must keep its name and must not be deleted.
func (l *Lab) HasClass(ctx context.Context, name string) (bool, error) {
	id, err := l.ID(ctx, name)
	if err != nil {
		return false, err
	}
	if _, err := l.Class(ctx, id); err != nil {
		if errors.Is(err, data.ErrNotFound) {
			err = nil
		}
		return false, err
	}
	release, err := l.Claim(ctx, name)
	if errors.Is(err, data.ErrBusy) {
		return true, mistake.Errorf("the class plays against %s, so it keeps its name and is not deleted: "+
			"stop `menace serve` first", name)
	}
	if err == nil {
		release()
	}
	return true, err
}

func (l *Lab) Export(ctx context.Context, name string) (*data.Document, error) {
	doc, err := l.DB.Export(ctx, name)
	return doc, l.unknown(ctx, name, err)
}

// Copy stores an agent with its history under another name.
func (l *Lab) Copy(ctx context.Context, name, copied string) (*data.Agent, error) {
	doc, err := l.Export(ctx, name)
	if err != nil {
		return nil, err
	}
	return l.Import(ctx, doc, copied)
}

// InARow returns the number of games against an opponent since the last one against another.
func InARow(sessions []data.Session, opponent string) (games int64) {
	for _, s := range slices.Backward(sessions) {
		if s.Games > 0 && arena.CanonicalName(s.Opponent) != arena.CanonicalName(opponent) {
			break
		}
		games += s.Games
	}
	return games
}
