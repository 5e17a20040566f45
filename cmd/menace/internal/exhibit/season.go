package exhibit

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/sentences"
	"menace/data"
	"menace/menace/arena"
)

// Kinds of seasons.
const (
	never  = "none"
	weekly = "monday"
)

// checkSeason returns an error unless a text is never, weekly or a number of games.
func checkSeason(text string) error {
	if n, err := strconv.Atoi(text); text == never || text == weekly || err == nil && n > 0 {
		return nil
	}
	return fmt.Errorf("%q is not a season: a number of games, %s or %s", text, weekly, never)
}

// season is a machine that has been replaced by a fresh one.
type season struct {
	number int
	name   string
	curve  []arena.Point
}

// seasonMark separates the name of the machine from the number of a past season.
const seasonMark = "-season-"

// readSeasons returns the past seasons of a machine, in order.
func readSeasons(ctx context.Context, db *data.DB, machine string) (all []season, err error) {
	names, err := db.Names(ctx)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		number, found := strings.CutPrefix(name, machine+seasonMark)
		n, err := strconv.Atoi(number)
		if !found || err != nil {
			continue
		}
		a, err := db.Load(ctx, name)
		if err != nil {
			return nil, err
		}
		curve, err := db.Curve(ctx, a)
		if err != nil {
			return nil, err
		}
		all = append(all, season{n, name, append(slices.Clone(curve), measured(a))})
	}
	slices.SortFunc(all, func(a, b season) int { return cmp.Compare(a.number, b.number) })
	return all, nil
}

func measured(a *data.Agent) arena.Point {
	return arena.Measure(a.Machine, a.Machine.Rules().Plays, a.Career.Tally)
}

// turn ends the season if it is over: the machine is renamed after its season, and a fresh one begins. If the program
// is killed in between, it finishes this when it starts again: see [Exhibit.open].
func (e *Exhibit) turn(ctx context.Context, now time.Time) error {
	a, err := e.db.Load(ctx, e.Machine)
	if err != nil {
		return err
	}
	if !e.isOver(a, now) {
		return nil
	}
	number := 1
	if n := len(e.past); n > 0 {
		number = e.past[n-1].number + 1
	}
	e.machine.Leave(live.Host)
	if err := agents.Rename(ctx, e.db, e.Machine, fmt.Sprint(e.Machine, seasonMark, number)); err != nil {
		return err
	}
	e.shown = nil
	return e.open(ctx)
}

// isOver reports whether the season of the machine has ended. A season without games continues.
func (e *Exhibit) isOver(a *data.Agent, now time.Time) bool {
	if e.visitors == 0 {
		return false
	}
	if a.Machine.Bankrupt() {
		return true
	}
	switch e.Season {
	case never:
		return false
	case weekly:
		return !monday(a.Created.In(now.Location())).Equal(monday(now))
	}
	games, _ := strconv.ParseInt(e.Season, 10, 64)
	return e.visitors >= games
}

// monday returns the beginning of the week of a time.
func monday(t time.Time) time.Time {
	sinceMonday := (int(t.Weekday()) + 6) % 7
	return time.Date(t.Year(), t.Month(), t.Day()-sinceMonday, 0, 0, 0, 0, t.Location())
}

// backUp copies the database once a day to a file named after the day of the week, so that seven copies remain.
func (e *Exhibit) backUp(ctx context.Context, now time.Time) error {
	day := now.Format(time.DateOnly)
	if e.copied == day {
		return nil
	}
	file := filepath.Join(e.backups(), "menace-"+strings.ToLower(now.Weekday().String())+".db")
	if made, err := os.Stat(file); err == nil && made.ModTime().In(now.Location()).Format(time.DateOnly) == day {
		e.copied = day // already copied by an earlier run of the program
		return nil
	}
	e.copied = day // only one attempt a day
	if err := os.MkdirAll(e.backups(), 0o700); err != nil {
		return fmt.Errorf("the daily copy: %w", err)
	}
	if err := e.db.Backup(ctx, file); err != nil {
		return fmt.Errorf("the daily copy: %w", err)
	}
	return nil
}

func (e *Exhibit) backups() string { return cmp.Or(e.Backups, e.db.Path()+"-backups") }

// curves is a drawing of the learning curves of all seasons, on 600 × 110 units.
type curves struct {
	Lines []string // points of polylines, this season last
	Says  string   // the finding, in a sentence
}

// curvesOf draws, for each season, how many of 100 games the machine would have lost to perfect play, over its games.
func curvesOf(in sentences.In, all []season) (c curves) {
	most := int64(1)
	for _, s := range all {
		most = max(most, s.curve[len(s.curve)-1].Games)
	}
	var ends []string
	for _, s := range all {
		var points []string
		for _, p := range s.curve {
			x := 40 + 550*float64(p.Games)/float64(most)
			points = append(points, fmt.Sprintf("%.1f,%.1f", x, 100-90*p.Perfect.Loss))
		}
		c.Lines = append(c.Lines, strings.Join(points, " "))
		ends = append(ends, fmt.Sprintf("%.0f", 100*s.curve[len(s.curve)-1].Perfect.Loss))
	}
	c.Says = in.Text("Of 100 games the machines of the seasons lost in the end: {list}",
		"list", strings.Join(ends, ", "))
	return c
}
