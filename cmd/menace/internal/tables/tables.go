// Package tables represents tables for people, with cells of text, which the terminal and the page lay out. For tables
// for other programs see package tidy.
package tables

// Text is a table of texts that are ready to be shown.
type Text struct {
	Title    string // or ""
	Note     string // note below the table, or ""
	Right    int    // the first column that is right-aligned
	Headings []string
	Lines    [][]string
	Spare    []string // headings of the columns that narrow screens omit, first one first
}
