package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// lab runs menace, and keeps the commands that a section needs.
type lab struct {
	menace   string // the program
	db       string
	commands []string // since the last call of took
}

// cell is what `menace experiment show --json` tells of a cell.
type cell struct {
	Cell  int `json:"cell"`
	Rules struct {
		Beads   [4]int64 `json:"beads"`
		Win     int64    `json:"win"`
		Draw    int64    `json:"draw"`
		Loss    int64    `json:"loss"`
		OnEmpty string   `json:"on_empty"`
	} `json:"rules"`
	Opponent         string                             `json:"opponent"`
	BankruptShare    float64                            `json:"bankrupt_share"`
	BankruptInterval [2]float64                         `json:"bankrupt_interval"`
	ReachedShare     float64                            `json:"reached_90_draws_share"`
	ReachedGames     *float64                           `json:"reached_90_draws_games"`
	Mean             map[string]map[string]float64      `json:"mean"`
	Interval         map[string]map[string][2]float64   `json:"interval"`
	Quantiles        map[string]map[string]quantileList `json:"quantiles"`
}

type quantileList struct{ P5, Median, P95 float64 }

// estimate is a mean, or a difference of means, with its 95 % interval.
type estimate struct{ mean, low, high float64 }

// of returns the mean of a measure of the cell.
func (c cell) of(against, name string) estimate {
	i := c.Interval[against][name]
	return estimate{c.Mean[against][name], i[0], i[1]}
}

// note keeps a command for the listing, once.
func (l *lab) note(args ...string) {
	if text := "menace " + strings.Join(args, " "); !slices.Contains(l.commands, text) {
		l.commands = append(l.commands, text)
	}
}

// call runs menace on the lab's database and returns its standard output.
func (l *lab) call(ctx context.Context, args ...string) ([]byte, error) {
	var out bytes.Buffer
	c := exec.CommandContext(ctx, l.menace, args...)
	c.Env = append(os.Environ(), "MENACE_DB="+l.db)
	c.Stdout, c.Stderr = &out, os.Stderr
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("menace %s: %w", strings.Join(args, " "), err)
	}
	return out.Bytes(), nil
}

// took returns the commands noted so far, as a listing, and forgets them.
func (l *lab) took() string {
	text := "```sh\n" + strings.Join(l.commands, "\n") + "\n```\n"
	l.commands = nil
	return text
}

// run runs an experiment.
func (l *lab) run(ctx context.Context, name, design string) error {
	args := append([]string{"experiment", "run", name}, strings.Fields(design)...)
	l.note(args...)
	_, err := l.call(ctx, args...)
	return err
}

// show returns what the cells of an experiment were after a number of games.
func (l *lab) show(ctx context.Context, name string, at int) ([]cell, error) {
	args := []string{"experiment", "show", name, "--at", fmt.Sprint(at)}
	l.note(args...)
	out, err := l.call(ctx, append(args, "--json")...)
	if err != nil {
		return nil, err
	}
	var doc struct {
		Cells []cell `json:"cells"`
	}
	return doc.Cells, json.Unmarshal(out, &doc)
}

// compare returns the difference of two cells at the end, in every measure.
func (l *lab) compare(ctx context.Context, name string, a, b cell, against, measure string) (d estimate, err error) {
	args := []string{"experiment", "show", name, "--compare", fmt.Sprint(a.Cell), fmt.Sprint(b.Cell)}
	l.note(args...)
	out, err := l.call(ctx, append(args, "--json")...)
	if err != nil {
		return d, err
	}
	var doc struct {
		Compare struct {
			Difference map[string]map[string]float64
			Interval   map[string]map[string][2]float64
		}
	}
	if err := json.Unmarshal(out, &doc); err != nil {
		return d, err
	}
	i := doc.Compare.Interval[against][measure]
	return estimate{doc.Compare.Difference[against][measure], i[0], i[1]}, nil
}

// total is the running total of a replicate at a checkpoint.
type total struct {
	cell, games int
	value       float64
	bankrupt    bool // by then
}

// draw draws a figure into a file.
func (l *lab) draw(ctx context.Context, args ...string) error {
	args = append([]string{"plot"}, args...)
	l.note(args...)
	_, err := l.call(ctx, args...)
	return err
}

// totals returns 3·wins + draws − losses of every replicate at every checkpoint.
func (l *lab) totals(ctx context.Context, name string) (list []total, err error) {
	args := []string{"export", "curve", "--experiment", name}
	l.note(args...)
	out, err := l.call(ctx, args...)
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(out)).ReadAll()
	if err != nil {
		return nil, err
	}
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	for _, row := range rows[1:] {
		number := func(name string) int {
			n, convErr := strconv.Atoi(row[column[name]])
			if convErr != nil {
				err = convErr
			}
			return n
		}
		games, broke := number("games"), number("bankrupt_game")
		list = append(list, total{
			cell: number("cell"), games: games, bankrupt: 0 < broke && broke <= games,
			value: float64(3*number("win_games") + number("draw_games") - number("loss_games")),
		})
	}
	return list, err
}
