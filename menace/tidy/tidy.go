// Package tidy holds tidy data: tables with a variable in each column and an observation in each row. It writes them as
// CSV for pandas, R or a spreadsheet. For most uses, call [FromRows]. It knows nothing of games.
package tidy

import (
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"time"
)

// Table is a table of values for other programs. The values nil, NaN and infinity are unknown.
type Table struct {
	Headings []string // names of the columns
	Rows     iter.Seq2[[]any, error]
}

// Unless returns a value, or nil if it is unknown.
func Unless[V any](unknown bool, value V) any {
	if unknown {
		return nil
	}
	return value
}

// Columns collects the names and the values of the columns of one row.
type Columns struct {
	headings []string
	values   []any
}

// Add adds a column.
func (c *Columns) Add(heading string, value any) {
	c.headings, c.values = append(c.headings, heading), append(c.values, value)
}

// Has reports whether there is a column with a heading.
func (c *Columns) Has(heading string) bool { return slices.Contains(c.headings, heading) }

// Join adds columns that are the same in several rows.
func (c *Columns) Join(other Columns) {
	c.headings, c.values = append(c.headings, other.headings...), append(c.values, other.values...)
}

// FromRows returns a table that iterates over the rows as it is written. add adds the columns of a row; it is also
// called with the zero value of a row for the headings.
func FromRows[R any](rows iter.Seq2[R, error], add func(*Columns, R)) Table {
	var none R
	var first Columns
	add(&first, none)
	return Table{first.headings, func(yield func([]any, error) bool) {
		for r, err := range rows {
			// The names are the same in every row, so all rows write them into the same memory.
			c := Columns{first.headings[:0:len(first.headings)], make([]any, 0, len(first.headings))}
			if err == nil {
				add(&c, r)
			}
			if !yield(c.values, err) || err != nil {
				return
			}
		}
	}}
}

// Rows iterates over a list, for [FromRows].
func Rows[R any](list []R) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		for _, r := range list {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// CSV writes the rows below a line of column names. It leaves out columns that are empty in all rows, so it iterates
// over the rows twice. If there are no rows, it writes all column names.
func (v Table) CSV(w io.Writer) error {
	filled, rows, err := v.filled()
	if err != nil {
		return err
	}
	lines := csv.NewWriter(w)
	var texts []string
	for i, heading := range v.Headings {
		if filled[i] || rows == 0 {
			texts = append(texts, heading)
		}
	}
	if err := lines.Write(texts); err != nil {
		return err
	}
	for row, err := range v.Rows {
		if err != nil {
			return err
		}
		texts = texts[:0]
		for i, value := range row {
			if filled[i] || rows == 0 {
				texts = append(texts, inCSV(value))
			}
		}
		if err := lines.Write(texts); err != nil {
			return err
		}
	}
	lines.Flush()
	return lines.Error()
}

// filled reports which columns have a value in any row. It stops as soon as all have one, and returns how many rows it
// has read.
func (v Table) filled() (filled []bool, rows int, err error) {
	filled = make([]bool, len(v.Headings))
	left := len(filled)
	for row, err := range v.Rows {
		if err != nil {
			return nil, 0, err
		}
		rows++
		for i, value := range row {
			if !filled[i] && inCSV(value) != "" {
				filled[i] = true
				left--
			}
		}
		if left == 0 {
			break
		}
	}
	return filled, rows, nil
}

// inCSV formats a value; an unknown one is empty.
func inCSV(value any) string {
	switch known := Known(value).(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(known, 'G', -1, 64)
	case time.Time:
		return known.Format(time.RFC3339Nano)
	default:
		return fmt.Sprint(known)
	}
}

// Known returns a value, or nil if it is NaN or infinite. Negative zero becomes zero.
func Known(value any) any {
	v, float := value.(float64)
	if float {
		value = v + 0
	}
	return Unless(float && (math.IsNaN(v) || math.IsInf(v, 0)), value)
}
