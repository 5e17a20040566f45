package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"time"
)

// Table is a table of texts that are ready to be shown.
type Table struct {
	Title    string // or ""
	Note     string // note below the table, or ""
	Right    int    // the first column that is right-aligned
	Headings []string
	Lines    [][]string
	Spare    []string // headings of the columns that narrow screens omit, in that order
}

// Export is a table of values for other programs. A value of nil is unknown, and so are NaN and infinity.
type Export struct {
	Headings []string // names of the columns, which include the unit
	Rows     iter.Seq2[[]any, error]
}

// unless returns a value, or nil if it is unknown.
func unless[V any](unknown bool, value V) any {
	if unknown {
		return nil
	}
	return value
}

// columns collects the names and the values of the columns of one row.
type columns struct {
	headings []string
	values   []any
}

func (c *columns) add(heading string, value any) {
	c.headings, c.values = append(c.headings, heading), append(c.values, value)
}

// join adds columns that are the same in several rows.
func (c *columns) join(other columns) {
	c.headings, c.values = append(c.headings, other.headings...), append(c.values, other.values...)
}

// newExport makes an export of rows, which it reads while it is written. add adds the columns of a row; the zero value
// of a row gives the headings.
func newExport[R any](rows iter.Seq2[R, error], add func(*columns, R)) Export {
	var none R
	var first columns
	add(&first, none)
	return Export{first.headings, func(yield func([]any, error) bool) {
		for r, err := range rows {
			// The names are the same in every row, so all rows write them into the same memory.
			c := columns{first.headings[:0:len(first.headings)], make([]any, 0, len(first.headings))}
			if err == nil {
				add(&c, r)
			}
			if !yield(c.values, err) || err != nil {
				return
			}
		}
	}}
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

// CSV writes the rows below a line of column names, which it writes even if there are no rows.
func (e Export) CSV(w io.Writer) error {
	lines := csv.NewWriter(w)
	texts := slices.Clone(e.Headings)
	if err := lines.Write(texts); err != nil {
		return err
	}
	for row, err := range e.Rows {
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
