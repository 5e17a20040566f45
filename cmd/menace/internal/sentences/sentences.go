// Package sentences describes games and machines in sentences, for the pages in the language of a class and for the
// terminal in English.
//
// It returns plain text without styles or line breaks, and computes nothing.
package sentences

import (
	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/words"
)

// In writes sentences in a language.
type In struct{ *language.Language }

// English writes the sentences of the terminal.
var English = In{language.English}

// Sentence is a sentence in the language of its reader, or nil for none.
type Sentence func(In) string

// In writes the sentence.
func (s Sentence) In(in In) string {
	if s == nil {
		return ""
	}
	return s(in)
}

// Failed reports an error.
func Failed(err error) Sentence {
	return func(in In) string { return words.Sentence(in.Translate(err).Error()) + "." }
}
