package plaintext

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Table is a table with the names of its columns in the first row, as saved by spreadsheets and statistics programs.
type Table struct {
	Columns   []string // names, "" for a column without a name
	Rows      []Row
	separator rune
}

// Row is a row of a [Table].
type Row struct {
	Line  int // number of its first line in the text, from 1
	table *Table
	cells []string // one for each column
}

// separators lists the possible separators of columns, the usual ones first.
const separators = ",;\t|: "

// ParseTable parses a table from a decoded text. A first line such as sep=; declares the separator, as in Excel.
// Otherwise the separator is the one that splits the names of the columns best. Empty rows and comments, which begin
// with #, are skipped. A row may have fewer cells than there are names, but more are an error, since a comma may have
// split a number.
func ParseTable(text string) (*Table, error) {
	t, skipped := &Table{separator: separatorOf(text)}, 0
	if m := declared().FindStringSubmatch(text); m != nil {
		t.separator, skipped = []rune(m[1])[0], strings.Count(m[0], "\n")
		text = text[len(m[0]):]
	}
	rows, lines, err := t.split(text, false)
	if errors.Is(err, csv.ErrBareQuote) { // perhaps a space precedes the quotation mark
		rows, lines, err = t.split(text, true)
	}
	if at, ok := errors.AsType[*csv.ParseError](err); ok {
		return nil, fmt.Errorf("line %d, column %d: %w", at.Line+skipped, at.Column, at.Err)
	}
	for i, cells := range rows {
		for len(cells) > 0 && strings.TrimSpace(cells[len(cells)-1]) == "" {
			cells = cells[:len(cells)-1]
		}
		if len(cells) > 0 && !strings.HasPrefix(cells[0], "#") {
			if err := t.add(cells, lines[i]+skipped); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// declared matches a first line that declares the separator.
var declared = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*"?(?i:sep)=([^\s\w"#]|\t| )"?[,;\t|: ]*(?:\n|$)`)
})

// separatorOf returns the separator that splits the first line with content into the most names. If there is only one
// name, it looks at the rows below, but not for bars, because there a bar separates the possible results of a doubtful
// game.
func separatorOf(text string) rune {
	best, most, candidates := ',', 1, separators
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if strings.Trim(line, separators) == "" || strings.HasPrefix(strings.TrimPrefix(line, `"`), "#") {
			continue
		}
		for _, separator := range candidates {
			in := csv.NewReader(strings.NewReader(line))
			in.Comma, in.LazyQuotes = separator, true
			if cells, _ := in.Read(); len(cells) > most {
				best, most = separator, len(cells)
			}
		}
		if most > 1 {
			break
		}
		candidates = separators[:3]
	}
	return best
}

// split splits the text into rows of cells, and returns the line in which each row begins.
func (t *Table) split(text string, trim bool) (rows [][]string, lines []int, err error) {
	in := csv.NewReader(strings.NewReader(text))
	in.Comma, in.Comment, in.FieldsPerRecord, in.TrimLeadingSpace = t.separator, '#', -1, trim
	for {
		cells, err := in.Read()
		if err == io.EOF {
			return rows, lines, nil
		}
		if err != nil {
			return nil, nil, err
		}
		line, _ := in.FieldPos(0)
		rows, lines = append(rows, cells), append(lines, line)
	}
}

// add adds the names of the columns or, after these, a row. The last cell is not empty.
func (t *Table) add(cells []string, line int) error {
	last := strings.TrimSpace(cells[len(cells)-1])
	switch {
	case t.Columns == nil:
		for _, name := range cells {
			name = strings.TrimSpace(name)
			if name != "" && t.Has(name) {
				return fmt.Errorf("line %d: two columns are named %q", line, strings.ToLower(name))
			}
			t.Columns = append(t.Columns, name)
		}
		return nil
	case len(cells) > len(t.Columns):
		return fmt.Errorf("line %d: %q is beyond the last column that has a name; if it is part of a number such "+
			"as 4,0, write 4 instead", line, last)
	}
	t.Rows = append(t.Rows, Row{line, t, append(cells, make([]string, len(t.Columns)-len(cells))...)})
	return nil
}

// Has reports whether a column has this name. Case does not matter.
func (t *Table) Has(name string) bool { return t.column(name) >= 0 }

func (t *Table) column(name string) int {
	return slices.IndexFunc(t.Columns, func(of string) bool { return name != "" && strings.EqualFold(of, name) })
}

// Cell returns the row's text in a column, unchanged, or "" if no column has this name.
func (r Row) Cell(name string) string {
	if i := r.table.column(name); i >= 0 {
		return r.cells[i]
	}
	return ""
}

// Get returns the content of the row in a column, without surrounding space.
func (r Row) Get(name string) string { return strings.TrimSpace(r.Cell(name)) }

// Errorf returns an error that names the line of the row.
func (r Row) Errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %w", r.Line, fmt.Errorf(format, args...))
}

// Whole returns the whole number in a cell, in any form that spreadsheets write: 4, 4.0, 4,00, 1.234,0, 1'234 or 1E+03.
// A number with two meanings is an error: 1.234 is 1234 where a point groups thousands, unless commas separate the
// columns.
func (r Row) Whole(name string) (int64, error) {
	text := r.Get(name)
	n, err := whole(text, r.table.separator == ',')
	if err != nil {
		return 0, r.Errorf("%q in column %s %w", text, name, err)
	}
	return n, nil
}

var errNotWhole = errors.New("is not a whole number")

// numberText matches a number: sign, digits with marks, exponent. groups matches the digits before a decimal mark,
// possibly in groups of thousands; first matches the digits before the first group.
var (
	numberText = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^([+-]?)(\d[\d.,' ]*)((?:[eE][+-]?\d{1,3})?)$`)
	})
	groups = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:\d+|\d{1,3}(?:(?:\.\d{3})+|(?:,\d{3})+|(?:'\d{3})+|(?: \d{3})+))$`)
	})
	first = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[1-9]\d{0,2}$`) })
)

// marks replaces spaces and apostrophes that group thousands, and the minus sign.
var marks = strings.NewReplacer("\u00a0", " ", "\u2009", " ", "\u202f", " ", "’", "'", "−", "-")

// whole parses a whole number. If decimalPoint is true, a point never groups thousands.
func whole(text string, decimalPoint bool) (int64, error) {
	m := numberText().FindStringSubmatch(marks.Replace(text))
	if m == nil {
		return 0, errNotWhole
	}
	sign, integer, decimals, exponent := m[1], m[2], "", m[3]
	at := strings.LastIndexAny(integer, ".,")
	if at >= 0 && strings.Count(integer, integer[at:at+1]) == 1 { // a mark that occurs twice groups thousands
		mark := integer[at]
		integer, decimals = integer[:at], integer[at+1:]
		if len(decimals) == 3 && first().MatchString(integer) && exponent == "" && !(mark == '.' && decimalPoint) {
			return 0, fmt.Errorf("may be %s%s%s or %[1]s%[2]s.%[3]s; write it without the %[4]q", sign, integer,
				decimals, mark)
		}
	}
	if !groups().MatchString(integer) || strings.Trim(decimals, "0123456789") != "" {
		return 0, errNotWhole
	}
	digits := strings.NewReplacer(".", "", ",", "", "'", "", " ", "").Replace(integer)
	value, ok := new(big.Rat).SetString(sign + digits + "." + cmp.Or(decimals, "0") + exponent)
	switch {
	case !ok || !value.IsInt() || !value.Num().IsInt64():
		return 0, errNotWhole
	case exponent != "" && value.Num().CmpAbs(big.NewInt(1e11)) >= 0:
		return 0, errors.New("may have been rounded by a spreadsheet; write all its digits")
	}
	return value.Num().Int64(), nil
}
