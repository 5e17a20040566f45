package board

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Rows reads a board with this many rows and columns, and returns each row as a line of signs. In signs "." is an empty
// square, and all others are pieces, the first player's first. Boards may be written the way people and programs do:
//
//	X.O/.X./...        rows between slashes, line breaks or nothing, in upper or lower case
//	X_O -X- bbb        an empty square is also "_", "-", "·" or, unless that is a piece, "b"
//	X| |O              squares between bars, commas, semicolons or tabs may be blank; lines may be drawn between rows
//	"X O X    "        so may those of a text that has as many characters as the board has squares
//	X 2 O 4 X 6 7 8 9  empty squares may be numbered, from 1 or from 0
//	1 0 2 0 1 0 0 0 0  1 is a piece of the first player, 2 or -1 one of the second
//	[["X","","O"],     lists of a program may hold squares or rows, and null or None
//
// A text that can be read in two ways is an error.
func Rows(text string, rows, columns int, signs string) (lines []string, err error) {
	lines = strings.Split(text, "/")
	if len(lines) == rows && !slices.ContainsFunc(lines, func(line string) bool {
		return len(line) != columns || strings.Trim(line, signs) != ""
	}) {
		return lines, nil // the program's own format
	}
	r := rowsReader{rows, columns, signs, strings.ReplaceAll(signs, ".", "")}
	plain := r.unquote(strings.Map(same, strings.ToUpper(text)))
	var found []string
	for _, layout := range r.layouts(plain) {
		squares, ok := r.decode(layout)
		if ok && found != nil && !slices.Equal(squares, found) {
			return nil, fmt.Errorf("this may be %s or %s; write one of them", strings.Join(found, "/"),
				strings.Join(squares, "/"))
		}
		if ok {
			found = squares
		}
	}
	if found == nil {
		return nil, r.fault(text, plain)
	}
	return found, nil
}

// rowsReader reads boards of one size.
type rowsReader struct {
	rows, columns int
	signs, pieces string
}

// spellings holds characters that mean the same, the usual one first.
var spellings = []string{"X×✕✖❌", "O○◯⭕", "W♙", "B♟", ".·", "-−–─━═", "|│┃║", "+┼╋╬├┤┬┴┌┐└┘", "\n\r\u2028",
	"\"“”„", "'‘’"}

// same returns the usual spelling of a character: of a piece, a line, a quotation mark or a space.
func same(r rune) rune {
	for _, group := range spellings {
		if usual, size := utf8.DecodeRuneInString(group); strings.ContainsRune(group[size:], r) {
			return usual
		}
	}
	switch {
	case r == '\ufe0e' || r == '\ufe0f': // variation selectors: how to draw the sign before them
		return -1
	case r != '\n' && r != '\t' && unicode.IsSpace(r):
		return ' '
	}
	return r
}

// unquote strips the brackets and quotation marks of a list written by a program.
func (r rowsReader) unquote(text string) string {
	if strings.ContainsAny(text, `"'`) {
		text = nothing().ReplaceAllString(text, `""`)
		var parts []string
		for _, m := range quoted().FindAllStringSubmatch(text, -1) {
			parts = append(parts, m[1]+m[2])
		}
		switch rest := strings.Trim(quoted().ReplaceAllString(text, ""), "[](){},;/ \t\n"); {
		case rest != "":
		case len(parts) == 1:
			return parts[0]
		case len(parts) == r.rows*r.columns:
			return strings.Join(parts, ",")
		case len(parts) == r.rows:
			return strings.Join(parts, "\n")
		}
		return text
	}
	list := strings.Trim(text, " \t\n,;")
	if strings.IndexAny(list, "[({") != 0 {
		return text
	}
	return strings.Trim(nextList().ReplaceAllString(list, "\n"), "[](){}")
}

var (
	quoted   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"([^"]*)"|'([^']*)'`) })
	nothing  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(?:NULL|NONE)\b`) })
	nextList = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\])}]\s*[,;]?\s*[\[({]`) })
)

// layouts returns the squares of a text, row by row, for each reading that has as many squares as the board.
func (r rowsReader) layouts(text string) (all [][]string) {
	texts := []string{text}
	if !strings.ContainsAny(text, "\n/") && strings.Count(text, ";") == r.rows-1 {
		texts = append(texts, strings.ReplaceAll(text, ";", "\n"))
	}
	for _, text := range texts {
		lines := r.lines(text)
		for _, delimiter := range "|,;\t" {
			all = append(all, r.layout(lines, func(line string) []string { return r.fields(line, delimiter) }))
		}
		all = append(all, r.layout(lines, words), r.layout(lines, func(line string) []string {
			return strings.Split(strings.Join(words(line), ""), "")
		}))
	}
	if !strings.ContainsAny(text, ".,;|_-\t") {
		all = append(all, r.blanks(text))
	}
	return slices.DeleteFunc(all, func(squares []string) bool { return squares == nil })
}

// lines returns the rows of a text without empty lines and lines that are drawn.
func (r rowsReader) lines(text string) (lines []string) {
	bars := strings.Contains(text, "|")
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "/", "\n"), "\n") {
		strokes := strings.Trim(line, "-+=_:| \t") == ""
		between := bars && (!strings.Contains(line, "|") || strings.Contains(line, "--"))
		drawn := strokes && (strings.ContainsAny(line, "+=") || between)
		if !drawn && strings.Trim(line, " ") != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// layout splits lines into squares. It returns nil unless each line is a row, or a single line is the whole board.
func (r rowsReader) layout(lines []string, split func(line string) []string) (squares []string) {
	for _, line := range lines {
		row := split(line)
		if len(row) != r.columns && (len(lines) > 1 || len(row) != r.rows*r.columns) {
			return nil
		}
		squares = append(squares, row...)
	}
	if len(squares) != r.rows*r.columns {
		return nil
	}
	return squares
}

// fields splits a line at a delimiter, which may also be at both ends, or at the end only.
func (r rowsReader) fields(line string, delimiter rune) []string {
	fields := strings.Split(line, string(delimiter))
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	last := len(fields) - 1
	switch {
	case delimiter == '|' && last == r.columns+1 && fields[0] == "" && fields[last] == "":
		return fields[1:last]
	case (last == r.columns || last == r.rows*r.columns) && fields[last] == "":
		return fields[:last]
	}
	return fields
}

// words splits a line at spaces, commas, semicolons and bars.
func words(line string) []string {
	return strings.FieldsFunc(line, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;|", r) })
}

// blanks returns the squares of a text in which blank characters are empty squares. Blanks at the end of a row may be
// missing.
func (r rowsReader) blanks(text string) (squares []string) {
	lines := strings.Split(strings.ReplaceAll(text, "/", "\n"), "\n")
	if len(lines) == r.rows+1 && lines[r.rows] == "" {
		lines = lines[:r.rows]
	}
	width := r.columns
	if len(lines) == 1 {
		width *= r.rows
	}
	for _, line := range lines {
		row := strings.Split(line, "")
		if len(lines) == r.rows {
			for len(row) < width {
				row = append(row, " ")
			}
		}
		if len(row) != width {
			return nil
		}
		squares = append(squares, row...)
	}
	if len(squares) != r.rows*r.columns {
		return nil
	}
	for i := range squares {
		squares[i] = strings.TrimSpace(squares[i])
	}
	return squares
}

// decode turns squares into rows of signs, or returns false if one is neither a piece nor empty.
func (r rowsReader) decode(squares []string) (lines []string, ok bool) {
	for _, read := range []func([]string) []byte{r.marks, r.numbered, r.numeric} {
		if signs := read(squares); signs != nil {
			for row := range slices.Chunk(signs, r.columns) {
				lines = append(lines, string(row))
			}
			return lines, true
		}
	}
	return nil, false
}

// marks returns the signs of squares, or nil unless each is a piece or empty.
func (r rowsReader) marks(squares []string) (signs []byte) {
	for _, square := range squares {
		sign, ok := r.sign(square)
		if !ok {
			return nil
		}
		signs = append(signs, sign)
	}
	return signs
}

// sign returns the sign of a square, and whether it is a piece or empty.
func (r rowsReader) sign(square string) (sign byte, ok bool) {
	switch {
	case len(square) > 1:
		return 0, false
	case square == "" || strings.Contains("._-", square) || square == "B" && !strings.Contains(r.pieces, "B"):
		return '.', true
	}
	return square[0], strings.Contains(r.pieces, square)
}

// numbered returns the signs of squares if the empty ones hold their numbers, from 0 or from 1, and otherwise nil. A
// single 0 may also be the letter O.
func (r rowsReader) numbered(squares []string) []byte {
	for from := range 2 {
		var signs []byte
		empty := 0
		for i, square := range squares {
			sign, isPiece := r.sign(square)
			if square == strconv.Itoa(i+from) {
				sign, isPiece = '.', true
				empty++
			} else if sign == '.' {
				isPiece = false
			}
			if isPiece {
				signs = append(signs, sign)
			}
		}
		if len(signs) == len(squares) && empty < len(squares) && (empty > 1 || squares[0] != "0") {
			return signs
		}
	}
	return nil
}

// numeric returns the signs of squares that are all numbers, such as 0, 1.0 and -1, or nil.
func (r rowsReader) numeric(squares []string) (signs []byte) {
	second := ""
	for _, square := range squares {
		number, decimals, _ := strings.Cut(square, ".")
		switch {
		case strings.Trim(decimals, "0") != "":
			return nil
		case number == "0" || number == "-0":
			signs = append(signs, '.')
		case number == "1":
			signs = append(signs, r.pieces[0])
		case (number == "2" || number == "-1") && len(r.pieces) == 2 && (second == "" || second == number):
			second, signs = number, append(signs, r.pieces[1])
		default:
			return nil
		}
	}
	return signs
}

// fault explains why a text is not a board.
func (r rowsReader) fault(text, plain string) error {
	number, isNumeric := 0, strings.Trim(plain, "012-./|,; \t\n") == "" && strings.ContainsAny(plain, "012")
	for _, sign := range text {
		number++
		square := string(same(unicode.ToUpper(sign)))
		_, known := r.sign(square)
		switch {
		case known || isNumeric, strings.ContainsAny(square, "/|,;+= \t\n[](){}\"'"), same(sign) < 0:
		case sign == '0' && strings.ContainsAny(plain, r.pieces):
			return fmt.Errorf("%q, character %d, may be an empty square or the letter O; write one of them", sign,
				number)
		default:
			all := strings.Join(strings.Split(r.signs, ""), ", ")
			return fmt.Errorf("%q, character %d, is not one of %s and /", sign, number, all)
		}
	}
	lines := r.lines(strings.Map(func(r rune) rune {
		if strings.ContainsRune("[](){}\"'", r) {
			return -1
		}
		return r
	}, plain))
	for _, line := range lines {
		n := len([]rune(strings.Join(words(line), "")))
		if strings.Contains(line, "|") {
			n = len(r.fields(line, '|'))
		}
		if len(lines) > 1 && n != r.columns {
			return fmt.Errorf("a row of %d, but the board is %d wide", n, r.columns)
		}
	}
	if n := len([]rune(strings.Join(words(strings.Join(lines, "")), ""))); len(lines) < 2 {
		return fmt.Errorf("%d squares instead of %d", n, r.rows*r.columns)
	}
	return fmt.Errorf("%d rows, but the board has %d", len(lines), r.rows)
}
