package data

import (
	sqldriver "database/sql/driver"
	"strings"
	"time"

	"menace/arena"
)

const tallyColumns = "win, draw, loss, resigned"

// tallyFields returns pointers to what tallyColumns hold.
func tallyFields(t *arena.Tally) []any {
	return []any{&t.Win, &t.Draw, &t.Loss, &t.Resigned}
}

// wdlColumns names the columns of the probabilities against some opponents.
func wdlColumns(opponents ...string) string {
	var columns []string
	for _, name := range opponents {
		columns = append(columns, name+"_win", name+"_draw", name+"_loss")
	}
	return strings.Join(columns, ", ")
}

// wdlFields returns pointers to what wdlColumns hold.
func wdlFields(list ...*arena.WDL) (fields []any) {
	for _, wdl := range list {
		fields = append(fields, &wdl.Win, &wdl.Draw, &wdl.Loss)
	}
	return fields
}

// of puts a table before each of some columns.
func of(table, columns string) string {
	return table + "." + strings.ReplaceAll(columns, ", ", ", "+table+".")
}

// timeFormat is how times are stored: as text that sorts by time.
const timeFormat = "2006-01-02T15:04:05.000Z"

// stamp makes a time a field.
type stamp struct{ *time.Time }

// Value returns the time as it is stored.
func (s stamp) Value() (sqldriver.Value, error) { return s.UTC().Format(timeFormat), nil }

// Scan reads a stored time.
func (s stamp) Scan(stored any) error {
	text, _ := stored.(string)
	*s.Time = parseTime(text)
	return nil
}

// parseTime reads a stored time; one that somebody has damaged becomes the zero time.
func parseTime(text string) time.Time {
	t, _ := time.Parse(timeFormat, text)
	return t
}
