package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/jszwec/csvutil"
)

// lab runs menace and lists the commands of a section.
type lab struct {
	menace   string // the program
	db       string
	commands []string // since the last call of took
}

// cell is what `menace experiment show --json` says of a cell.
type cell struct {
	Cell  int
	Rules struct {
		Beads   [4]int64
		Win     int64
		Draw    int64
		Loss    int64
		OnEmpty string `json:"on_empty"`
	}
	Opponent         string
	BankruptShare    float64    `json:"bankrupt_share"`
	BankruptInterval [2]float64 `json:"bankrupt_interval"`
	ReachedShare     float64    `json:"reached_90_draws_share"`
	Mean             map[string]map[string]float64
	Interval         map[string]map[string][2]float64
}

// estimate is a mean, or a difference of means, with its 95 % interval.
type estimate struct{ mean, low, high float64 }

// of returns the mean of a measure of the cell.
func (c cell) of(against, name string) estimate {
	i := c.Interval[against][name]
	return estimate{c.Mean[against][name], i[0], i[1]}
}

// took returns the commands noted so far, as a listing, and forgets them.
func (l *lab) took() string {
	text := "```sh\n" + strings.Join(l.commands, "\n") + "\n```\n"
	l.commands = nil
	return text
}

// call notes a command, once, runs it on the lab's database and returns its standard output. The flags in quiet
// are not noted.
func (l *lab) call(ctx context.Context, args []string, quiet ...string) ([]byte, error) {
	if text := "menace " + strings.Join(args, " "); !slices.Contains(l.commands, text) {
		l.commands = append(l.commands, text)
	}
	var out bytes.Buffer
	c := exec.CommandContext(ctx, l.menace, append(args, quiet...)...)
	c.Env = append(os.Environ(), "MENACE_DB="+l.db)
	c.Stdout, c.Stderr = &out, os.Stderr
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("menace %s: %w", strings.Join(args, " "), err)
	}
	return out.Bytes(), nil
}

// run runs an experiment and returns what its cells were after a number of games.
func (l *lab) run(ctx context.Context, name, design string, at int) ([]cell, error) {
	if _, err := l.call(ctx, append([]string{"experiment", "run", name}, strings.Fields(design)...)); err != nil {
		return nil, err
	}
	return l.show(ctx, name, at)
}

// show returns what the cells of an experiment were after a number of games.
func (l *lab) show(ctx context.Context, name string, at int) ([]cell, error) {
	var doc struct{ Cells []cell }
	out, err := l.call(ctx, []string{"experiment", "show", name, "--at", fmt.Sprint(at)}, "--json")
	if err != nil {
		return nil, err
	}
	err = json.Unmarshal(out, &doc)
	return doc.Cells, err
}

// compare returns the difference of two cells in a measure, at the end.
func (l *lab) compare(ctx context.Context, name string, a, b cell, against, measure string) (d estimate, err error) {
	out, err := l.call(ctx, []string{"experiment", "show", name, "--compare", fmt.Sprint(a.Cell), fmt.Sprint(b.Cell)}, "--json")
	if err != nil {
		return d, err
	}
	var doc struct {
		Compare struct {
			Difference map[string]map[string]float64
			Interval   map[string]map[string][2]float64
		}
	}
	err = json.Unmarshal(out, &doc)
	i := doc.Compare.Interval[against][measure]
	return estimate{doc.Compare.Difference[against][measure], i[0], i[1]}, err
}

// draw draws a figure into a file.
func (l *lab) draw(ctx context.Context, args ...string) error {
	_, err := l.call(ctx, append([]string{"plot"}, args...))
	return err
}

// standing is where a replicate stood at a checkpoint.
type standing struct {
	Cell     int `csv:"cell"`
	Games    int `csv:"games"`
	Bankrupt int `csv:"bankrupt_game,omitempty"` // 0 if it never was
	Win      int `csv:"win_games"`
	Draw     int `csv:"draw_games"`
	Loss     int `csv:"loss_games"`
}

// standings returns every replicate at every checkpoint.
func (l *lab) standings(ctx context.Context, name string) (list []standing, err error) {
	out, err := l.call(ctx, []string{"export", "curve", "--experiment", name})
	if err != nil {
		return nil, err
	}
	err = csvutil.Unmarshal(out, &list)
	return list, err
}
