package main

import (
	"menace/arena/match"
	"menace/board"
)

// whoResigned returns who resigned as it is stored.
func whoResigned(g *match.Game) string {
	switch g.Resigned() {
	case board.Empty:
		return ""
	case g.Mark():
		return "agent"
	}
	return "person"
}

// squaresText writes squares in the order of play, as in "519".
func squaresText(moves []board.Square) string {
	text := make([]byte, len(moves))
	for i, square := range moves {
		text[i] = '0' + byte(square.Number())
	}
	return string(text)
}
