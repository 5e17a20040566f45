package kit

import (
	"html/template"
	"io"
	"slices"
	"strconv"

	"menace/board"
	"menace/symmetry"
)

// Texts lists the parts that can be written as a document to edit.
var Texts = []string{Lesson, Sheet}

// WriteHTML writes the texts of a kit as one HTML file, for a browser or a word processor. It has tables in place of
// pictures.
func (k Kit) WriteHTML(w io.Writer) error {
	var blocks [][]line
	if slices.Contains(k.Parts, Lesson) {
		blocks = k.text("lesson", false)
	}
	blocks = append(append(blocks, k.text("worksheet", false)...), k.text("worksheet", true)...)
	page := template.Must(template.New("page.html").Funcs(template.FuncMap{
		"squares": func(code string) [3][3]string { return k.squares(position(code)) },
	}).ParseFS(files, "texts/page.html"))
	return page.Execute(w, map[string]any{"Name": k.Name, "Blocks": blocks})
}

// squares returns the rows of a board as text: pieces, and the numbers of empty squares.
func (k Kit) squares(position board.Code) (rows [3][3]string) {
	g := k.Machine.Graph()
	for s := range board.Square(board.Squares) {
		square := &rows[s/3][s%3]
		switch mark := position.Board().At(s); {
		case mark == board.Empty:
			*square = strconv.Itoa(s.Number())
		case !g.Steps():
			*square = g.Player(symmetry.Owner(mark))
		case mark == board.X:
			*square = "○"
		default:
			*square = "●"
		}
	}
	return rows
}
