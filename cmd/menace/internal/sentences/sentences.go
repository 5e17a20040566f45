// Package sentences describes games and machines in sentences: in a reader's language with [In], for pages, and in
// English for the terminal.
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

// In writes the sentence in a language.
func (s Sentence) In(in In) string {
	if s == nil {
		return ""
	}
	return s(in)
}

// Failed returns a sentence that reports an error.
func Failed(err error) Sentence {
	return func(in In) string { return words.Sentence(in.Translate(err).Error()) + "." }
}
