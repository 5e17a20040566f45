// Package tables holds tables for people: cells of text. The terminal and the page lay them out. Package tidy
// holds tables for other programs.
package tables

// Text is a table of texts that are ready to be shown.
type Text struct {
	Title    string // or ""
	Note     string // note below the table, or ""
	Right    int    // the first column that is right-aligned
	Headings []string
	Lines    [][]string
	Spare    []string // headings of the columns that narrow screens omit, in that order
}
