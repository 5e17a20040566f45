package gametree

import (
	"embed"

	"menace/cmd/internal/language"
)

//go:embed language
var languages embed.FS // translations of steps, questions and explanations

func init() { language.Add(languages) }
