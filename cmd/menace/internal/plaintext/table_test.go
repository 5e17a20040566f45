package plaintext_test

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"menace/cmd/menace/internal/plaintext"
)

// saved is one table, of moves and beads in one box, as programs save it.
var saved = map[string]string{
	"Excel, English":            "Position,Move,Beads,note\n.../.../...,1,4,\"corner, first\"\n.../.../...,2,1200,\n",
	"Excel, German":             "Position;Move;Beads;note\n.../.../...;1;4,0;\"corner, first\"\n.../.../...;2;1200;\n",
	"Excel, Swiss":              "Position;Move;Beads;note\n.../.../...;1;4.00;\"corner, first\"\n.../.../...;2;1'200;\n",
	"Unicode text":              "Position\tMove\tBeads\tnote\n.../.../...\t1\t4\t\"corner, first\"\n.../.../...\t2\t1200\t\n",
	"declared":                  "sep=,\nPosition,Move,Beads,note\n.../.../...,1,4,\"corner, first\"\n.../.../...,2,1200\n",
	"declared, with separators": "\"SEP=;\";;;\n\nPosition;Move;Beads;note\n.../.../...;1;4;\"corner, first\"\n.../.../...;2;1200\n",
	"declared tab":              "sep=\t\nPosition\tMove\tBeads\tnote\n.../.../...\t1\t4\tcorner, first\n.../.../...\t2\t1200\n",
	"all in quotes":             "\"Position\",\"Move\",\"Beads\",\"note\"\n\".../.../...\",\"1\",\"4,0\",\"corner, first\"\n\".../.../...\",\"2\",\"1200\",\"\"\n",
	"spaces before quotes":      "Position, Move, Beads, note\n.../.../..., 1, 4, \"corner, first\"\n.../.../..., 2, 1200,\n",
	"extra separators":          "Position,Move,Beads,note,,\n.../.../...,1,4,\"corner, first\",,\n.../.../...,2,1200,,,\n",
	"extra in the header":       "Position;Move;Beads;note;\n.../.../...;1;4;corner, first\n.../.../...;2;1200\n",
	"empty rows":                "\n,,,\nPosition,Move,Beads,note\n\n.../.../...,1,4,\"corner, first\"\n , ,\t,\n.../.../...,2,1200\n,,,\n,,,",
	"comments":                  "# one, two; three\n\"# a, b\",,,\nPosition,Move,Beads,note\n.../.../...,1,4,\"corner, first\"\n# half\n.../.../...,2,1200,\n",
	"R, with numbers of rows":   "\"\",\"Position\",\"Move\",\"Beads\",\"note\"\n\"1\",\".../.../...\",1,4,\"corner, first\"\n\"2\",\".../.../...\",2,1.2e+03,\n",
	"pandas":                    ",Position,Move,Beads,note\n0,.../.../...,1,4.0,\"corner, first\"\n1,.../.../...,2,1200.0,\n",
	"thousands":                 "Position;Move;Beads;note\n.../.../...;1;4;corner, first\n.../.../...;2;1.200,0;\n",
	"thousands of 1,000":        "Position,Move,Beads,note\n.../.../...,1,4,\"corner, first\"\n.../.../...,2,\"1,200.00\"\n",
	"narrow spaces":             "Position;Move;Beads;note\n.../.../...;1;4;corner, first\n.../.../...;2;1\u202f200;\n",
	"LibreOffice, bars":         "Position|Move|Beads|note\n.../.../...|1|4|corner, first\n.../.../...|2|1200|\n",
	"old Macintosh":             "Position,Move,Beads,note\r.../.../...,1,4,\"corner, first\"\r.../.../...,2,1200,\r",
}

// TestSpreadsheets reads one table in every form, in every encoding, and compressed.
func TestSpreadsheets(t *testing.T) {
	for name, text := range saved {
		forms := encodings(t, strings.ReplaceAll(text, "\u202f", "\u00a0"))
		var packed bytes.Buffer
		compressed := gzip.NewWriter(&packed)
		fmt.Fprint(compressed, text)
		compressed.Close()
		forms["gzip"], forms["as it is"] = packed.String(), text
		for form, raw := range forms {
			decoded, err := plaintext.Read(t.Context(), strings.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			table, err := plaintext.ParseTable(decoded)
			if err != nil {
				t.Errorf("%s, %s: %v", name, form, err)
				continue
			}
			got := ""
			for _, row := range table.Rows {
				move, err := row.Whole("move")
				beads, err2 := row.Whole("beads")
				got += fmt.Sprint(row.Get("position"), " ", move, " ", beads, " ", row.Get("note"), err, err2, "; ")
			}
			if want := ".../.../... 1 4 corner, first<nil> <nil>; .../.../... 2 1200 <nil> <nil>; "; got != want {
				t.Errorf("%s, %s:\n got %s\nwant %s", name, form, got, want)
			}
		}
	}
}

// TestNumbersOfSpreadsheets reads whole numbers, which may have two meanings.
func TestNumbersOfSpreadsheets(t *testing.T) {
	const not = ` in column n is not a whole number`
	for _, c := range []struct{ separator, cell, want string }{
		{";", "4", "4"}, {";", "007", "7"}, {";", "-4,0", "-4"}, {";", "−4", "-4"}, {";", "+4", "4"}, {";", "4.", "4"},
		{";", "1234567,000", "1234567"}, {";", "1.234.567", "1234567"}, {";", "1,234,567.0", "1234567"},
		{";", "12 345", "12345"}, {";", "0,000", "0"}, {";", "1E+03", "1000"}, {";", "1,5E2", "150"}, {",", "1.000", "1"},
		{";", "1 2345", `"1 2345"` + not}, {";", "1.2345", `"1.2345"` + not}, {";", "1,2.3", `"1,2.3"` + not},
		{";", "4,5", `"4,5"` + not}, {";", "", `""` + not}, {";", "four", `"four"` + not}, {";", "4 %", `"4 %"` + not},
		{";", "1.23.456", `"1.23.456"` + not}, {";", "0x4", `"0x4"` + not}, {";", "99999999999999999999", `"99999999999999999999"` + not},
		{";", "1.234", `"1.234" in column n may be 1234 or 1.234; write it without the '.'`},
		{";", "-1,000", `"-1,000" in column n may be -1000 or -1.000; write it without the ','`},
		{",", "1,000", `"1,000" in column n may be 1000 or 1.000; write it without the ','`},
		{";", "1,23457E+12", `"1,23457E+12" in column n may have been rounded by a spreadsheet; write all its digits`},
	} {
		table, err := plaintext.ParseTable("n" + c.separator + "m\n\"" + c.cell + "\"" + c.separator + "x\n")
		if err != nil {
			t.Fatal(err)
		}
		n, err := table.Rows[0].Whole("n")
		got := fmt.Sprint(n)
		if err != nil {
			got = strings.TrimPrefix(err.Error(), "line 2: ")
		}
		if got != c.want {
			t.Errorf("%q between %s: got %s, want %s", c.cell, c.separator, got, c.want)
		}
	}
}

// TestTablesRefused checks that a table whose cells are in doubt is refused, with the line.
func TestTablesRefused(t *testing.T) {
	for text, want := range map[string]string{
		"a,b\n1,4,0\n":      `line 2: "0" is beyond the last column that has a name; if it is part of a number such as 4,0, write 4 instead`,
		"sep=;\n\na;A\n1;2": `line 3: two columns are named "a"`,
		"sep=;\na;b\n\"1;2": `line 3, column 5: extraneous or missing " in quoted-field`,
		"a,b\n1,2\"\n":      `line 2, column 4: bare " in non-quoted-field`,
	} {
		if table, err := plaintext.ParseTable(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %+v, %v, want %s", text, table, err, want)
		}
	}
	for raw, want := range map[string]error{"PK\x03\x04 a workbook": plaintext.ErrWorkbook,
		"\xd0\xcf\x11\xe0 an old one": plaintext.ErrWorkbook, "SQLite format 3\x00": plaintext.ErrDatabase} {
		if _, err := plaintext.Decode([]byte(raw)); err != want {
			t.Errorf("%q: %v", raw, err)
		}
	}
}

// FuzzParseTable writes cells with every separator and reads them back, and reads the text itself.
func FuzzParseTable(f *testing.F) {
	for _, text := range saved {
		f.Add("position", "3,5", text)
	}
	f.Add("result", "W", "result;\nW;\n")
	f.Fuzz(func(t *testing.T, name, cell, text string) {
		if table, err := plaintext.ParseTable(text); err == nil {
			for _, row := range table.Rows {
				for _, column := range table.Columns {
					row.Whole(column)
				}
			}
		}
		name, cell = strings.TrimSpace(name), strings.ReplaceAll(cell, "\r", "")
		if strings.ContainsAny(name, ",;\t|: \r\n\"#=") || name == "" || strings.EqualFold(name, "beads") || strings.HasPrefix(cell, "#") {
			return
		}
		for _, separator := range ",;\t|" {
			var b bytes.Buffer
			w := csv.NewWriter(&b)
			w.Comma = separator
			w.WriteAll([][]string{{name, "beads"}, {cell, "4,0"}, {"", ""}})
			table, err := plaintext.ParseTable(b.String())
			if err != nil || len(table.Rows) != 1 || table.Rows[0].Cell(name) != cell ||
				!slices.Equal(table.Columns, []string{name, "beads"}) || !table.Has(strings.ToUpper("beads")) {
				t.Errorf("%q is read as %+v, %v", b.String(), table, err)
				continue
			}
			if n, err := table.Rows[0].Whole("beads"); n != 4 || err != nil {
				t.Errorf("4,0 is read as %d, %v", n, err)
			}
		}
	})
}
