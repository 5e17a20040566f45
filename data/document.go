package data

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"menace/arena"
	"menace/board"
	"menace/menace"
)

// The format of a [Document].
const (
	documentFormat  = "menace agent"
	documentVersion = 1
)

// Document is an agent with everything that belongs to it, as one JSON file.
type Document struct {
	Format  string       `json:"format"`
	Version int          `json:"version"`
	Name    string       `json:"name"`
	Rules   menace.Rules `json:"rules"`
	Seed    int64        `json:"seed"`
	Random  []byte       `json:"random"` // the state of the generator
	arena.Tally
	Created  time.Time       `json:"created"`
	Beads    []DocumentBead  `json:"beads"`
	Sessions []Session       `json:"sessions"`
	Curve    []DocumentPoint `json:"curve"`
	Games    []Game          `json:"games_with_people"`
}

// DocumentBead is one colour in one box: a row of the table beads.
type DocumentBead struct {
	Moves  int        `json:"moves"`
	Code   board.Code `json:"code"`
	Square int        `json:"square"`
	Count  int64      `json:"count"`
}

func documentBead(b menace.Bead) DocumentBead {
	return DocumentBead{b.Moves, b.Code, b.Square.Number(), b.Count}
}

// machineBeads iterates over beads in the form that a machine loads.
func machineBeads(list []DocumentBead) iter.Seq[menace.Bead] {
	return func(yield func(menace.Bead) bool) {
		for _, b := range list {
			if !yield(menace.Bead{Moves: b.Moves, Code: b.Code, Square: board.Square(b.Square - 1), Count: b.Count}) {
				return
			}
		}
	}
}

// DocumentPoint is a checkpoint: a row of the table curve.
type DocumentPoint struct {
	arena.Tally
	Random  arena.WDL `json:"random"`
	Perfect arena.WDL `json:"perfect"`
	Worst   arena.WDL `json:"worst"`
	Boxes   []byte    `json:"boxes"` // the counts of all beads in order, as varints
}

func documentPoint(p arena.Point) DocumentPoint {
	return DocumentPoint{p.Tally, p.Random, p.Perfect, p.Worst, packCounts(p.Counts)}
}

// Export returns the stored agent with a name as a document, or ErrNotFound.
func (db *DB) Export(ctx context.Context, name string) (*Document, error) {
	return view(ctx, db, export, name)
}

func export(ctx context.Context, conn *sql.Conn, name string) (*Document, error) {
	a, err := load(ctx, conn, name)
	if err != nil {
		return nil, err
	}
	random, err := a.Random.MarshalBinary()
	if err != nil {
		return nil, err
	}
	doc := &Document{
		Format: documentFormat, Version: documentVersion,
		Name: a.Name, Rules: a.Machine.Rules(), Seed: a.Seed, Random: random,
		Tally: a.Career.Tally, Created: a.Created, Curve: []DocumentPoint{},
	}
	for bead := range a.Machine.Beads() {
		doc.Beads = append(doc.Beads, documentBead(bead))
	}
	points, err := curve(ctx, conn, a)
	if err != nil {
		return nil, err
	}
	for _, p := range points {
		doc.Curve = append(doc.Curve, documentPoint(p))
	}
	if doc.Sessions, err = sessions(ctx, conn, a); err != nil {
		return nil, err
	}
	doc.Games, err = games(ctx, conn, a)
	return doc, err
}

// Import stores the agent of a document under a name, or under its own if the name is empty. It returns
// ErrExists if the name is taken, or an error that says what is wrong with the document.
func (db *DB) Import(ctx context.Context, doc *Document, name string) (*Agent, error) {
	a, err := doc.agent(cmp.Or(name, doc.Name))
	if err != nil {
		return nil, err
	}
	return a, db.Save(ctx, a)
}

// Check returns an error that says why the document cannot be stored under a name, or under its own if the
// name is empty.
func (doc *Document) Check(name string) error {
	_, err := doc.agent(cmp.Or(name, doc.Name))
	return err
}

// agent validates everything in a document and returns its agent.
func (doc *Document) agent(name string) (*Agent, error) {
	if doc.Format != documentFormat {
		return nil, errors.New("not an agent that menace exported")
	}
	if doc.Version != documentVersion {
		return nil, fmt.Errorf("format version %d, where this version of menace knows %d", doc.Version, documentVersion)
	}
	a, err := NewAgent(name, doc.Rules, doc.Seed)
	if err != nil {
		return nil, err
	}
	if err := a.Random.UnmarshalBinary(doc.Random); err != nil {
		return nil, fmt.Errorf("the state of the generator: %w", err)
	}
	if err := a.Machine.Load(machineBeads(doc.Beads)); err != nil {
		return nil, err
	}
	a.Career.Tally = doc.Tally
	a.Created = doc.Created
	a.games, a.past = doc.Games, doc.Sessions
	if err := cmp.Or(checkTally(doc.Tally), doc.checkHistory()); err != nil {
		return nil, err
	}
	a.Career.Curve, err = doc.points()
	return a, err
}

// points returns the curve of the document, with the probabilities recomputed from the boxes.
func (doc *Document) points() ([]arena.Point, error) {
	points := []arena.Point{}
	last := int64(-1)
	for _, p := range doc.Curve {
		games := p.Tally.Games()
		if err := checkTally(p.Tally); err != nil || games <= last || games > doc.Tally.Games() {
			return nil, fmt.Errorf("the curve is out of order at %d games", games)
		}
		last = games
		m, err := doc.machine(p.Boxes)
		if err != nil {
			return nil, err
		}
		point := arena.Measure(m, doc.Rules.Plays.Mark(), p.Tally)
		point.Counts = m.Counts()
		points = append(points, point)
	}
	return points, nil
}

// machine returns the machine as it was at a checkpoint.
func (doc *Document) machine(boxes []byte) (*menace.Machine, error) {
	counts, err := unpackCounts(boxes, len(doc.Beads))
	if err != nil {
		return nil, err
	}
	m := menace.New(doc.Rules)
	beads := slices.Collect(m.Beads())
	for i := range beads {
		beads[i].Count = counts[i]
	}
	return m, m.Load(slices.Values(beads))
}

// checkHistory validates the sessions and games of the document.
func (doc *Document) checkHistory() error {
	for _, s := range doc.Sessions {
		beyond := s.Start < 0 || s.Start > doc.Tally.Games()-s.Tally.Games()
		if err := checkTally(s.Tally); err != nil || beyond || s.Seconds < 0 {
			return errors.New("a session has impossible numbers")
		}
	}
	for _, g := range doc.Games {
		if !g.possible(doc.Rules.Plays.Mark()) {
			return fmt.Errorf("a game with a person has impossible moves or result: %q %q", g.Moves, g.Result)
		}
	}
	return nil
}

func checkTally(t arena.Tally) error {
	if min(t.Win, t.Draw, t.Loss, t.Resigned) < 0 || t.Resigned > t.Loss ||
		max(t.Win, t.Draw, t.Loss) > menace.MaxGames || t.Games() > menace.MaxGames {
		return fmt.Errorf("impossible numbers of games: %d won, %d drawn, %d lost, %d resigned", t.Win, t.Draw, t.Loss, t.Resigned)
	}
	return nil
}
