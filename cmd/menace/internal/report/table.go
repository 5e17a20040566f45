package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"time"

	"menace/cmd/menace/internal/words"
)

// Table is a table of values. Text formats values with [fmt.Sprint]; CSV and JSON keep their type, so that the same
// value can be read back. A value of nil is unknown; in CSV and JSON, NaN and infinity are unknown too.
type Table struct {
	Title    string   // title of the text, or ""
	Note     string   // note below the text, or ""
	Right    int      // the first column of the text that is right-aligned
	Headings []string // in CSV and JSON, the names of the columns, which include the unit
	Spare    []string // headings of the columns that narrow screens omit, in that order
	Rows     iter.Seq2[[]any, error]
}

// field is a column of a table: its heading, and the function that reads its value from a row.
type field[R any] struct {
	heading string
	of      func(R) any
}

// percent returns a field with a probability as a percentage with two decimals.
func percent[R any](heading string, of func(R) float64) field[R] {
	return field[R]{heading, func(r R) any { return words.Percent(of(r)) }}
}

// unless returns a value, or nil if none is true.
func unless[V any](none bool, value V) any {
	if none {
		return nil
	}
	return value
}

// tabulate makes a table of rows.
func tabulate[R any](fields []field[R], rows iter.Seq2[R, error]) Table {
	t := Table{Rows: func(yield func([]any, error) bool) {
		for r, err := range rows {
			values := make([]any, len(fields))
			for i := 0; i < len(fields) && err == nil; i++ {
				values[i] = fields[i].of(r)
			}
			if !yield(values, err) || err != nil {
				return
			}
		}
	}}
	for _, f := range fields {
		t.Headings = append(t.Headings, f.heading)
	}
	return t
}

// rows iterates over a list.
func rows[R any](list []R) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		for _, r := range list {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// Texts returns a table of texts that are ready to be shown. Narrow screens omit the columns in spare, in order.
func Texts(right int, headings []string, lines [][]string, spare ...string) Table {
	fields := make([]field[[]string], len(headings))
	for i, heading := range headings {
		fields[i] = field[[]string]{heading, func(line []string) any { return line[i] }}
	}
	t := tabulate(fields, rows(lines))
	t.Right, t.Spare = right, spare
	return t
}

// Lines returns the rows as text, with a dash for an unknown value.
func (t Table) Lines() (lines [][]string, err error) {
	for row, err := range t.Rows {
		if err != nil {
			return nil, err
		}
		line := make([]string, len(row))
		for i, value := range row {
			if line[i] = "–"; value != nil {
				line[i] = fmt.Sprint(value)
			}
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// CSV writes the rows below a line of column names, which it writes even if there are no rows.
func (t Table) CSV(w io.Writer) error {
	lines := csv.NewWriter(w)
	texts := slices.Clone(t.Headings)
	if err := lines.Write(texts); err != nil {
		return err
	}
	for row, err := range t.Rows {
		if err != nil {
			return err
		}
		for i, value := range row {
			switch v := known(value).(type) {
			case nil:
				texts[i] = ""
			case float64:
				texts[i] = strconv.FormatFloat(v, 'G', -1, 64)
			case time.Time:
				texts[i] = v.Format(time.RFC3339Nano)
			default:
				texts[i] = fmt.Sprint(v)
			}
		}
		if err := lines.Write(texts); err != nil {
			return err
		}
	}
	lines.Flush()
	return lines.Error()
}

// JSON writes the rows as one array of objects, whose keys are the names of the columns.
func (t Table) JSON(w io.Writer) error {
	before, after := "[\n  ", "[]\n"
	for row, err := range t.Rows {
		if err != nil {
			return err
		}
		var pairs []any
		for i, value := range row {
			pairs = append(pairs, t.Headings[i], value)
		}
		line, err := object(pairs...)
		if err != nil {
			return err
		}
		text := bytes.NewBufferString(before)
		if err := json.Indent(text, line, "  ", "  "); err != nil {
			return err
		}
		if _, err := text.WriteTo(w); err != nil {
			return err
		}
		before, after = ",\n  ", "\n]\n"
	}
	_, err := io.WriteString(w, after)
	return err
}

// known returns a value, or nil if it is NaN or infinite.
func known(value any) any {
	v, float := value.(float64)
	return unless(float && (math.IsNaN(v) || math.IsInf(v, 0)), value)
}

// object writes pairs of names and values as a JSON object, in their order. Unknown numbers are null.
func object(pairs ...any) ([]byte, error) {
	text := []byte("{")
	for i := 0; i < len(pairs); i += 2 {
		value, err := json.Marshal(known(pairs[i+1]))
		if err != nil {
			return nil, err
		}
		text = fmt.Appendf(text, "%q:%s,", pairs[i], value)
	}
	return append(text[:len(text)-1], '}'), nil
}
