package view

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"menace/cmd/menace/internal/words"
)

// Menu is a field with a few choices, beside which another field takes any value as text. A text wins.
type Menu struct {
	Field
	Choices []words.Choice
	Typed   string // the value, if it is none of the choices
}

// typed completes the name of the field for text.
const typed = "-typed"

// MenuOf returns a field as a menu.
func MenuOf(f Field, choices []words.Choice) Menu {
	m := Menu{Field: f, Choices: choices}
	if !slices.ContainsFunc(choices, func(c words.Choice) bool { return c.Name == f.Value }) {
		m.Typed = f.Value
	}
	return m
}

// Typed returns the form that a form with a menu of that name stands for.
func Typed(filled url.Values, name string) url.Values {
	if text := strings.TrimSpace(filled.Get(name + typed)); text != "" {
		filled = maps.Clone(filled)
		filled.Set(name, text)
	}
	return filled
}
