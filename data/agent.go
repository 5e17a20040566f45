package data

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"time"
	"unicode"
	"unicode/utf8"

	"menace/menace"
	"menace/menace/arena"
)

// Agent is a machine with its name, its record and its random generator. Store it with [DB.Save].
type Agent struct {
	Name    string
	Machine *menace.Machine
	Career  *arena.Career // its Curve holds the points not yet stored
	Seed    int64         // seed of Random
	Random  *rand.PCG
	Created time.Time
	Changed time.Time // time of the last save

	session  *Session     // the current session, or nil
	imported []Session    // sessions of an imported agent, not yet stored
	games    []PlayedGame // games with people, not yet stored
	stored
}

// stored describes the stored state of an agent.
type stored struct {
	id        int64   // 0 for a new agent
	revision  int64   // revision that this agent is based on
	counts    []int64 // beads
	sessionID int64   // id of the current session; 0 for a new one
	altered   bool    // see [Agent.ChangedOutside]
}

// NewAgent returns a new agent, which is not stored yet.
func NewAgent(name string, rules menace.Rules, seed int64) (*Agent, error) {
	if err := cmp.Or(CheckName(name), checkSeed(seed), rules.Validate()); err != nil {
		return nil, err
	}
	m := menace.New(rules)
	return &Agent{
		Name:    name,
		Machine: m,
		Career:  arena.NewCareer(m, rules.Plays),
		Seed:    seed,
		Random:  arena.NewRandom(seed),
		Created: now(),
	}, nil
}

// Fresh reports whether the agent has never been stored.
func (a *Agent) Fresh() bool { return a.id == 0 }

// ID returns the ID of the agent, or 0 if it has never been stored: see [DB.ID].
func (a *Agent) ID() int64 { return a.id }

// Revision returns the stored revision that this agent is based on: see [DB.Revision].
func (a *Agent) Revision() int64 { return a.revision }

// Reseed gives the agent a new generator with this seed. If it already has this seed, nothing changes.
func (a *Agent) Reseed(seed int64) error {
	if err := checkSeed(seed); err != nil || seed == a.Seed {
		return err
	}
	a.Seed, a.Random = seed, arena.NewRandom(seed)
	return nil
}

// Begin starts a training session with this version of the program. Saving the agent stores its progress.
func (a *Agent) Begin(opponent string, bothLearn bool, version string) *Session {
	a.session = &Session{
		Opponent: opponent, BothLearn: bothLearn, Seed: a.Seed,
		Start: a.Career.Tally.Games(), Started: now(), Version: version,
		before: a.Career.Tally, begun: time.Now(),
	}
	a.sessionID = 0
	return a.session
}

// Session is a run of training.
type Session struct {
	Opponent  string `json:"opponent"`
	BothLearn bool   `json:"both_learn"`
	Seed      int64  `json:"seed"`
	Start     int64  `json:"start"` // games played before the session
	Games     int64  `json:"games"` // games of the session, the sum of its tally
	arena.Tally
	Started time.Time `json:"started"`
	Seconds float64   `json:"seconds"`
	Version string    `json:"version"` // of the program that ran the session

	before arena.Tally
	begun  time.Time // start time, with a monotonic clock reading
}

// ExcludeFromSession excludes games from the current session, if there is one.
func (a *Agent) ExcludeFromSession(games arena.Tally) {
	if a.session != nil {
		a.session.before = a.session.before.Plus(games)
	}
}

// Try calls do, which lets the agent play and saves it, and restores the agent if do fails.
func (a *Agent) Try(do func() error) error {
	machine, career, games := a.Machine.Copy(), *a.Career, a.games
	var session Session
	if a.session != nil {
		session = *a.session
	}
	err := do()
	if err != nil {
		a.Machine.Restore(machine)
		*a.Career, a.games = career, games
		if a.session != nil {
			*a.session = session
		}
	}
	return err
}

// MaxName is the maximum length of a name, in characters.
const MaxName = 64

// CheckName returns an error unless a name is valid for an agent.
func CheckName(name string) error { return checkName("machine", name) }

// NameError reports that a name is not valid.
type NameError struct{ error }

func checkName(kind, name string) error {
	switch {
	case name == "":
		return NameError{fmt.Errorf("the %s needs a name", kind)}
	case utf8.RuneCountInString(name) > MaxName:
		return NameError{fmt.Errorf("%s name %.20q…: longer than %d characters", kind, name, MaxName)}
	}
	for i, r := range name {
		invisible := unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
		letter := (unicode.IsLetter(r) || unicode.IsDigit(r)) && !invisible
		if !letter && (i == 0 || r != '-' && r != '_' && r != '.') {
			return NameError{fmt.Errorf(
				"%s name %q: letters and digits are allowed, and - _ . after the first, but no spaces", kind, name)}
		}
	}
	return nil
}

func checkSeed(seed int64) error {
	if seed < 0 {
		return fmt.Errorf("seed %d is negative", seed)
	}
	return nil
}

// now returns the current time in the stored precision.
func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }
