package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"menace/data/sqlite"
	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// The format of a [Document].
const (
	documentFormat  = "menace agent"
	documentVersion = 1
)

// CheckFormat returns an error unless this program can read documents of this format and version.
func CheckFormat(format string, version int) error {
	switch {
	case format != documentFormat:
		return errors.New("not a machine that menace exported")
	case version > documentVersion:
		return fmt.Errorf("exported by a newer version of menace: it has format version %d, this one knows %d",
			version, documentVersion)
	case version < documentVersion:
		return fmt.Errorf("there is no format version %d", version)
	}
	return nil
}

// Document is an agent with all its data, as one JSON file.
type Document struct {
	Format  string       `json:"format"`
	Version int          `json:"version"`
	Name    string       `json:"name"`
	Rules   menace.Rules `json:"rules"`
	Seed    int64        `json:"seed"`
	Random  []byte       `json:"random"` // state of the generator
	arena.Tally
	Created  time.Time       `json:"created"`
	Beads    []DocumentBead  `json:"beads"`
	Sessions []Session       `json:"sessions"`
	Curve    []DocumentPoint `json:"curve"`
	Games    []PlayedGame    `json:"games_with_people"`
}

// DocumentBead is the number of beads of one colour in one box: a row of the table beads.
type DocumentBead struct {
	Moves int64 `json:"moves_played"`
	Code  int64 `json:"position_code"`
	Move  int64 `json:"move"`
	Count int64 `json:"beads"`
}

func documentBead(b menace.Bead) DocumentBead {
	return DocumentBead{Moves: int64(b.Moves), Code: int64(b.Code), Move: int64(b.Move), Count: b.Count}
}

func loadBeads(m *menace.Machine, list []DocumentBead) error {
	beads := make([]menace.Bead, len(list))
	for i, b := range list {
		beads[i] = menace.Bead{Moves: int(b.Moves), Code: symmetry.Position(b.Code), Move: symmetry.Move(b.Move),
			Count: b.Count}
		if documentBead(beads[i]) != b {
			return fmt.Errorf("there is no move %d in the box with code %d after %d moves", b.Move, b.Code, b.Moves)
		}
	}
	if err := m.Load(slices.Values(beads)); err != nil {
		return err
	}
	_, err := total(m.Counts())
	return err
}

// DocumentPoint is a checkpoint: a row of the table curve.
type DocumentPoint struct {
	arena.Tally
	Random     arena.WDL `json:"random"`
	Perfect    arena.WDL `json:"perfect"`
	Worst      arena.WDL `json:"worst"`
	MostLosses arena.WDL `json:"most_losses"`
	Boxes      []byte    `json:"boxes"` // counts of all beads in order, as varints
}

func documentPoint(p arena.Point) DocumentPoint {
	return DocumentPoint{p.Tally, p.Random, p.Perfect, p.Worst, p.MostLosses, packCounts(p.Counts)}
}

func (p DocumentPoint) point(counts []int64) arena.Point {
	return arena.Point{
		Games: p.Tally.Games(), Tally: p.Tally, Random: p.Random, Perfect: p.Perfect, Worst: p.Worst,
		MostLosses: p.MostLosses,
		Counts:     counts,
	}
}

// Export returns a stored agent as a document, or ErrNotFound.
func (db *DB) Export(ctx context.Context, name string) (*Document, error) {
	return sqlite.View(ctx, db.sqlite, func(conn *sqlite.Conn) (*Document, error) {
		return export(ctx, conn, name)
	})
}

func export(ctx context.Context, conn *sqlite.Conn, name string) (*Document, error) {
	a, err := load(ctx, conn, name)
	if err != nil {
		return nil, err
	}
	points, err := curve(ctx, conn, a)
	if err != nil {
		return nil, err
	}
	doc, err := a.Document(points)
	if err != nil {
		return nil, err
	}
	if doc.Sessions, err = sessions(ctx, conn, a); err != nil {
		return nil, err
	}
	if doc.Games, err = games(ctx, conn, a); err != nil {
		return nil, err
	}
	return doc, asDamaged("machine", name, checkHistory(doc.Tally, doc.Sessions, doc.Games, points))
}

// Document returns an agent with this curve as a document, without sessions and games.
func (a *Agent) Document(curve []arena.Point) (*Document, error) {
	random, err := a.Random.MarshalBinary()
	doc := &Document{
		Format: documentFormat, Version: documentVersion,
		Name: a.Name, Rules: a.Machine.Rules(), Seed: a.Seed, Random: random,
		Tally: a.Career.Tally, Created: a.Created, Curve: []DocumentPoint{},
	}
	for bead := range a.Machine.Beads() {
		doc.Beads = append(doc.Beads, documentBead(bead))
	}
	for _, p := range curve {
		doc.Curve = append(doc.Curve, documentPoint(p))
	}
	return doc, err
}

// Machine returns the machine of a document.
func (doc *Document) Machine() (*menace.Machine, error) {
	if err := doc.Rules.Validate(); err != nil {
		return nil, err
	}
	m := menace.New(doc.Rules)
	return m, loadBeads(m, doc.Beads)
}

// Import stores the agent of a document under a name, or under its own if the name is empty. It returns ErrExists if
// the name is taken, or an error that explains what is wrong with the document.
func (db *DB) Import(ctx context.Context, doc *Document, name string) (*Agent, error) {
	a, err := doc.agent(cmp.Or(name, doc.Name))
	if err != nil {
		return nil, err
	}
	return a, db.Save(ctx, a)
}

// Check returns an error unless the document can be stored under a name, or under its own if the name is empty.
func (doc *Document) Check(name string) error {
	_, err := doc.agent(cmp.Or(name, doc.Name))
	return err
}

func (doc *Document) agent(name string) (*Agent, error) {
	if err := CheckFormat(doc.Format, doc.Version); err != nil {
		return nil, err
	}
	a, err := NewAgent(name, doc.Rules, doc.Seed)
	if err != nil {
		return nil, err
	}
	if err := a.Random.UnmarshalBinary(doc.Random); err != nil {
		return nil, fmt.Errorf("the state of the generator: %w", err)
	}
	if err := loadBeads(a.Machine, doc.Beads); err != nil {
		return nil, err
	}
	a.Career.Tally = doc.Tally
	a.Created = doc.Created
	a.games, a.imported = doc.Games, slices.Clone(doc.Sessions)
	for i, s := range a.imported {
		if rival, ok := strings.CutPrefix(s.Opponent, "agent:"); ok { // exported by an older version
			a.imported[i].Opponent = arena.MachinePrefix + rival
		}
	}
	err = cmp.Or(doc.Tally.Validate(menace.MaxGames), checkSessions(a.imported), checkGames(a.games, a.Machine))
	if err != nil {
		return nil, err
	}
	if a.Career.Curve, err = doc.points(); err != nil {
		return nil, err
	}
	return a, cmp.Or(arena.ValidateCurve(a.Career.Curve, menace.MaxGames),
		checkProbabilities(a.Career.Curve, doc.Rules),
		checkHistory(doc.Tally, a.imported, a.games, a.Career.Curve))
}

// points returns the curve of the document.
func (doc *Document) points() ([]arena.Point, error) {
	points := make([]arena.Point, len(doc.Curve))
	for i, p := range doc.Curve {
		counts, err := unpackCounts(p.Boxes, len(doc.Beads))
		if err != nil {
			return nil, err
		}
		points[i] = p.point(counts)
	}
	return points, nil
}
