package view

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"menace/cmd/menace/internal/words"
)

// Menu is a field with a few choices and a second field that takes any value as text. The text has precedence.
type Menu struct {
	Field
	Choices []words.Choice
	Typed   string // the value, if it is not among the choices
}

// typed is the suffix of the name of the text field.
const typed = "-typed"

// MenuOf returns a field as a menu.
func MenuOf(f Field, choices []words.Choice) Menu {
	m := Menu{Field: f, Choices: choices}
	if !slices.ContainsFunc(choices, func(c words.Choice) bool { return c.Name == f.Value }) {
		m.Typed = f.Value
	}
	return m
}

// Typed converts a form that contains a menu with this name to the form without the menu.
func Typed(filled url.Values, name string) url.Values {
	if text := strings.TrimSpace(filled.Get(name + typed)); text != "" {
		filled = maps.Clone(filled)
		filled.Set(name, text)
	}
	return filled
}
